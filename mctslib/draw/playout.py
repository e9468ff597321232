"""Draw the playout of phase 3 below a tree, as a row of small boards and the game's result.

Graphviz draws the tree without the row, so the tree does not move when the row appears or
disappears.  Each part of the row (a "ghost") has the class "ghost" and a number `--k`, counted from
1.  With these numbers a page can show the ghosts one after another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, NamedTuple

from mctslib.draw import strip, svg
from mctslib.draw.boards import picture, state_board
from mctslib.draw.look import INK, PAPER, ROUND, SHADE, WORDS
from mctslib.draw.outline import move_name
from mctslib.draw.svg import element, shorten, text
from mctslib.game import Action
from mctslib.games.board import cell_of, columns, own_picture
from mctslib.tree import Node

FIRST, LAST = 2, 2  # the row shows this many of the first and of the last moves of a long game
GAP = 18  # pixels between two ghosts
LINE = 15  # pixels from one line of text to the next
TOP = 30  # pixels between the tree and the row, for the line that connects the two
EDGE = 6  # pixels between the row and the edge of the picture
PALE = 0.75  # the opacity of all ghosts except the result

Size = tuple[float, float]  # width and height, in pixels


class NodeBox(NamedTuple):
    """The rectangle that a drawn node occupies, in pixels of the picture."""

    left: float
    right: float
    low: float  # the y coordinate of the lower edge; y grows downwards


@dataclass(frozen=True)
class Ghost:
    """One part of the row: some text and, if the game can be drawn, a picture below the text.

    bold      whether the ghost is the result, which has bold letters and a solid frame
    columns   the number of columns of the board; 0 if the picture is not a board
    """

    words: str
    picture: str = ""
    bold: bool = False
    columns: int = 0

    @property
    def lines(self) -> list[str]:
        """The text in short lines, because a film strip has room only for a narrow row."""
        return wrap(self.words, 12) or [""]

    @property
    def room(self) -> float:
        """The width in the row, with the text above a picture."""
        return max(self.size[0], 7.2 * max(map(len, self.lines)) if self.picture else 0)

    @property
    def above(self) -> int:
        """The height of the text above a picture, beyond its first line, in pixels."""
        return LINE * (len(self.lines) - 1) if self.picture else 0

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height in the row, without the text above a picture."""
        if not self.picture:
            return 7.2 * max(map(len, self.lines)) + 14, 11 + LINE * len(self.lines)
        width, height = svg.dimensions(self.picture)
        scale = (64 if self.columns < 5 else 70) / max(width, height)
        return width * scale, height * scale


def ghosts(node: Node, rollout: Sequence[Action], result: str) -> list[Ghost]:
    """Return the row for a playout from `node`: a ghost for each move, then the result.

    rollout   the actions of the playout
    result    the result as a text, or "" if the result is not known

    If the playout has more than five moves, only the first two and the last two are shown.
    """
    played = positions_after(node, rollout)
    hidden = len(played) - FIRST - LAST
    if hidden < 2:
        row = [_ghost(one) for one in played]
    else:
        first = [_ghost(one) for one in played[:FIRST]]
        last = [_ghost(one) for one in played[-LAST:]]
        row = [*first, Ghost(f"… {hidden} more moves …"), *last]
    words = shorten(result or "random game", 40)
    return [*row, Ghost(words, bold=True)]


def positions_after(node: Node, rollout: Sequence[Action]) -> list[Node]:
    """Return the position after each action, as nodes that are not part of the tree."""
    played = []
    for action in rollout:
        node = Node(node.state.apply(action), node, action)
        played.append(node)
    return played


def _ghost(node: Node) -> Ghost:
    """Return the ghost of a move: its name and, if possible, a picture of the new position."""
    assert node.parent is not None
    side, board = columns(node.state), ""
    if side:
        board = state_board(node.state, last=cell_of(node.parent.state, node.action), width=100)
    elif own_picture(node.state):
        board = picture(node.state)
    return Ghost(move_name(node), board, columns=side)


def below(tree: str, row: Sequence[Ghost], colour: str) -> str:
    """Draw a row of ghosts below a tree, and a dotted line to it from the node of class "leaf".

    tree      the SVG text of the tree
    row       the ghosts, from the function `ghosts`
    colour    the colour of the line and of the frame around the result

    Returns the SVG text of the tree and the row, which is as wide as the wider of the two.
    """
    tree_width, tree_height = svg.dimensions(tree)
    row_width, row_height = row_size(row)
    width = max(tree_width, row_width + 2 * EDGE)
    shift = (width - tree_width) / 2  # centres the tree

    leaf_x, leaf_y = leaf(tree) or (tree_width / 2, tree_height)
    leaf_x += shift
    boxes = [NodeBox(box.left + shift, box.right + shift, box.low) for box in _boxes(tree)]
    start, top = place_of_row(boxes, (leaf_x, max(leaf_y, 0)), row, width)
    top += TOP + max(ghost.above for ghost in row)
    middle = top + row_height / 2
    height = max(tree_height, top + row_height + EDGE)

    _, first_height = row[0].size
    room_for_name = 20 + row[0].above if row[0].picture else 4
    line_end = middle - first_height / 2 - room_for_name
    line = _dotted(
        f"M{leaf_x:.1f} {leaf_y:.1f}L{start + row[0].room / 2:.1f} {line_end:.1f}", colour
    )

    look = {"class_": "playout"}
    paper = element("rect", class_="paper", width=width, height=height, rx=ROUND, fill=PAPER)
    ghosts_drawn = element("g", "".join(_row(row, start, middle, colour)), **look)
    return _enlarged(tree, width, height, paper + _led(tree, shift, line, look) + ghosts_drawn)


def row_size(row: Sequence[Ghost]) -> Size:
    """Return the width of the row, including gaps, and the height of its tallest ghost."""
    widths = [ghost.room for ghost in row]
    heights = [ghost.size[1] for ghost in row]
    return sum(widths) + GAP * (len(row) - 1), max(heights)


def place_of_row(
    boxes: Sequence[NodeBox], leaf: tuple[float, float], row: Sequence[Ghost], width: float
) -> tuple[float, float]:
    """Find the highest free place for the row, and return its left end and upper edge.

    boxes   the nodes of the tree, which the row must not cover
    leaf    the point at which the line to the row begins
    width   the width of the picture

    Three places are tried, with the beginning, the middle or the end of the row below the leaf.  If
    several places are equally high, the first place is used.
    """
    leaf_x, leaf_y = leaf
    row_width, _ = row_size(row)
    first_width = row[0].room
    best = None
    for aside in (0.0, row_width / 2, row_width - first_width):
        start = max(EDGE, leaf_x - first_width / 2 - aside)
        start = min(start, width - row_width - EDGE)
        above = [box.low for box in boxes if box.left < start + row_width and box.right > start]
        top = max([leaf_y, *above])
        if best is None or top < best[1]:
            best = (start, top)
    assert best is not None
    return best


NODE = re.compile(r'<g class="node.*?</g>', re.DOTALL)
MOVED = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
OUTLINE = re.compile(r'<(?:path|polygon)[^>]* (?:d|points)="([^"]*)"')
POINT = re.compile(r"(-?\d+\.?\d*),(-?\d+\.?\d*)")
PLACE_OF_WORDS = re.compile(r'<text[^>]* x="([-\d.]+)" y="([-\d.]+)"')
HALF_A_WORD = 18  # pixels from the middle of the text below a wedge to each end
PEN = 4  # pixels below a node for its line and for the descenders of its letters


def _boxes(tree: str) -> Iterator[NodeBox]:
    """Yield the rectangle of each node that Graphviz drew, in pixels of the picture."""
    moved = MOVED.search(tree)
    dx, dy = 0.0, 0.0
    if moved:
        dx, dy = float(moved[1]), float(moved[2])
    for node in NODE.findall(tree):
        outline = OUTLINE.search(node)
        if outline:
            points = POINT.findall(outline[1])
            aside = 0
        else:  # the number below a wedge has no frame
            points = PLACE_OF_WORDS.findall(node)
            aside = HALF_A_WORD
        if points:
            xs = [float(x) + dx for x, _ in points]
            ys = [float(y) + dy for _, y in points]
            yield NodeBox(min(xs) - aside, max(xs) + aside, max(ys) + PEN)


def leaf(tree: str) -> tuple[float, float] | None:
    """Return the midpoint of the lower edge of the node of class "leaf", in pixels of the picture.

    Returns None if the tree has no such node.
    """
    before, found, _ = tree.partition('<g class="node leaf')
    if not found:
        return None
    number = before.count('<g class="node')
    box = list(_boxes(tree))[number]
    return (box.left + box.right) / 2, box.low - PEN


def _led(tree: str, shift: float, line: str, look: dict[str, str]) -> str:
    """Return the line to the row, and over the line the tree, moved right by `shift` pixels."""
    start = _end_of_first_tag(tree)
    inside = tree[start : tree.rindex("</svg>")]
    inside = re.sub(r'<rect class="paper"[^>]*/>', "", inside, count=1)
    return element("g", line, **look) + element("g", inside, transform=f"translate({shift:.1f} 0)")


def _enlarged(tree: str, width: float, height: float, content: str) -> str:
    """Return a picture with the tree's first tag, but a different size and content."""
    head = tree[: _end_of_first_tag(tree)]
    head = re.sub(r'\bwidth="[^"]*"', f'width="{width:.0f}"', head, count=1)
    head = re.sub(r'\bheight="[^"]*"', f'height="{height:.0f}"', head, count=1)
    head = re.sub(r'viewBox="[^"]*"', f'viewBox="0 0 {width:.2f} {height:.2f}"', head)
    return f"{head}{content}</svg>"


def _end_of_first_tag(tree: str) -> int:
    """Return the index in the SVG text at which the content of the picture begins."""
    return tree.index(">", tree.index("<svg")) + 1


def _row(row: Sequence[Ghost], x: float, middle: float, colour: str) -> Iterator[str]:
    """Yield the drawing of each ghost, with an arrow from the previous ghost.

    x        the left end of the row
    middle   the y coordinate of the middle of every ghost
    colour   the colour of the arrows and of the frame around the result
    """
    for number, ghost in enumerate(row, 1):
        width, height = ghost.size
        aside = (ghost.room - width) / 2
        arrow = ""
        if number > 1:
            arrow = _dotted(f"M{x - GAP + 4:.1f} {middle:.1f}h{GAP - 9:.1f}", colour)
        body = _body(ghost, x + aside, middle - height / 2, colour)
        opacity = 1 if ghost.bold else PALE
        turn = f"--k:{number}"
        yield element("g", arrow + body, class_="ghost", style=turn, opacity=opacity)
        x += ghost.room + GAP


def _body(ghost: Ghost, x: float, y: float, colour: str) -> str:
    """Draw a ghost, whose upper left corner is at (x, y), as a frame around its board or text."""
    if ghost.picture:
        return _framed_board(ghost, x, y)
    return _framed_words(ghost, x, y, colour)


def _framed_board(ghost: Ghost, x: float, y: float) -> str:
    """Draw a dashed frame with the board, and the move above the frame."""
    width, height = ghost.size
    frame = element(
        "rect",
        fill=PAPER,
        stroke=INK,
        stroke_width=1.2,
        stroke_dasharray="4 3",
        **_box(ghost, x, y),
    )
    board = strip.placed(ghost.picture, x, y, width, height)
    bold: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    words = [
        text(line, x + width / 2, y - 8 - LINE * number, WORDS, **bold)
        for number, line in enumerate(reversed(ghost.lines))
    ]
    return frame + board + "".join(words)


def _framed_words(ghost: Ghost, x: float, y: float, colour: str) -> str:
    """Draw text in a frame: bold and solid for the result, otherwise italic and dashed."""
    width, _ = ghost.size
    pen: dict[str, Any]
    letters: dict[str, Any]
    if ghost.bold:
        pen = {"stroke": colour, "stroke_width": 2.2}
        letters = {"font_weight": "bold"}
    else:
        pen = {"stroke": SHADE, "stroke_dasharray": "4 3"}
        letters = {"font_style": "italic"}
    parts = [element("rect", fill=PAPER, **_box(ghost, x, y), **pen)]
    for number, line in enumerate(ghost.lines):
        low = y + 17 + 15 * number
        parts.append(text(line, x + width / 2, low, WORDS, text_anchor="middle", **letters))
    return "".join(parts)


def _box(ghost: Ghost, x: float, y: float) -> dict[str, Any]:
    """Return the position, size and corners of the frame, 3 pixels outside the ghost."""
    width, height = ghost.size
    return {"x": x - 3, "y": y - 3, "width": width + 6, "height": height + 6, "rx": 6}


def _dotted(way: str, colour: str) -> str:
    """Draw a dotted line along a path given as SVG commands."""
    dots: dict[str, Any] = {"stroke": colour, "stroke_width": 2.4, "stroke_dasharray": "2 4"}
    return element("path", d=way, fill="none", **dots)
