"""Draw the small figure beside a question, from the data in a chapter's `questions.toml`.

figure = { board = ".../O.X/.X." }
figure = { tree = ["N 12", ["N 5"], ["N 6", ["~X wins"]]] }
figure = { tree = ["N 12", ["N 5"]], after = ["*N 13", ["*N 6"]] }

A board of tic-tac-toe has the numbers of its free cells.  A node of a tree is a list of its text,
in which `|` begins a new line, and of its children.  A text that begins with `~` is no node: it is
what a dotted line leads to, such as the end of a random game.  The tree `after` replaces the tree
when the reader has chosen the right answer; a text that begins with `*` has a thick frame.
"""

from collections.abc import Sequence
from typing import Any

from mctslib.draw.look import INK, PAPER, ROUND, SOFT, TITLE, text_width
from mctslib.draw.show import board_svg, describe_state
from mctslib.draw.svg import document, element, text
from mctslib.games import TicTacToe

GAP, DROP, EDGE = 10, 20, 2  # between neighbours, between floors, and around the picture, in pixels
LINE = 20  # the distance of two lines of text, in pixels
Size = tuple[float, float]


def is_figure(given: Any) -> bool:
    """Return whether a value of a TOML file describes a figure."""
    if not isinstance(given, dict):
        return False
    if set(given) == {"board"}:
        return isinstance(given["board"], str)
    return "tree" in given and set(given) <= {"tree", "after"} and all(map(is_node, given.values()))


def is_node(given: Any) -> bool:
    """Return whether a value is a list of a text and of nodes."""
    if not isinstance(given, list) or not given or not isinstance(given[0], str):
        return False
    return all(map(is_node, given[1:]))


def drawn(figure: dict[str, Any], name: str = "tree") -> str:
    """Return the picture of a figure, as SVG; a tree is as large as the tree of the other name.

    name  "tree", or "after" for the tree after the answer
    """
    if "board" in figure:
        state = TicTacToe.from_text(figure["board"])
        label = describe_state(state)
        return board_svg(state, numbers=state.legal_actions(), width=132, label=label)
    tree = figure[name]
    width, height = map(max, zip(*map(size, figure.values())))
    picture = branch(tree, EDGE + (width - size(tree)[0]) / 2, EDGE)
    label = f"Tree: {in_words(tree)}."
    return document(picture, width + 2 * EDGE, height + 2 * EDGE, label)


def lines_of(node: Sequence[Any]) -> list[str]:
    """Return the lines of a node's text."""
    return str(node[0]).lstrip("~*").split("|")


def own_size(node: Sequence[Any]) -> Size:
    """Return the width and the height of a node, in pixels."""
    lines = lines_of(node)
    return max(text_width(line, TITLE) for line in lines) + 14, LINE * len(lines) + 8


def size(node: Sequence[Any]) -> Size:
    """Return the width and the height of a node with all nodes below it, in pixels."""
    width, height = own_size(node)
    if len(node) == 1:
        return width, height
    below = [size(child) for child in node[1:]]
    row = sum(one for one, _ in below) + GAP * (len(below) - 1)
    return max(width, row), height + DROP + max(high for _, high in below)


def branch(node: Sequence[Any], x: float, y: float) -> str:
    """Draw a node and all nodes below it, from their left upper corner."""
    whole, _ = size(node)
    width, height = own_size(node)
    middle, low = x + whole / 2, y + height
    parts = []
    row = sum(size(child)[0] for child in node[1:]) + GAP * (len(node) - 2)
    left = middle - row / 2
    for child in node[1:]:
        wide, _ = size(child)
        pen = {"stroke": SOFT, "stroke_dasharray": "2 4" if str(child[0])[:1] == "~" else ""}
        ends: dict[str, Any] = {"x1": middle, "y1": low, "x2": left + wide / 2, "y2": low + DROP}
        parts.append(element("line", **ends, **pen))
        parts.append(branch(child, left, low + DROP))
        left += wide + GAP
    if not str(node[0]).startswith("~"):
        frame: dict[str, Any] = {"x": middle - width / 2, "y": y, "width": width, "height": height}
        if str(node[0]).startswith("*"):
            frame["stroke_width"] = 3
        parts.append(element("rect", rx=ROUND, fill=PAPER, stroke=INK, **frame))
    for k, line in enumerate(lines_of(node)):
        parts.append(text(line, middle, y + 19 + LINE * k, TITLE, text_anchor="middle"))
    return "".join(parts)


def in_words(node: Sequence[Any]) -> str:
    """Return the nodes in words, for screen readers."""
    own = ", ".join(lines_of(node))
    if len(node) == 1:
        return own
    return f"{own}; below it {'; '.join(f'({in_words(child)})' for child in node[1:])}"
