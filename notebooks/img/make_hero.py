"""Draw the pictures of the README: `python notebooks/img/make_hero.py`.

hero.svg: one search, stopped at some moments, its tree in one place; a few guesses turn into a
plan.  The style sheet inside goes from moment to moment, `ROUNDS` times, and stays with the last.
hero_still.svg is that last moment: for readers whose system asks for no motion.  stepper.svg: the
four phases of one iteration, side by side.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

from mctslib import Node, TicTacToe, most_visited, record
from mctslib.draw import board_svg
from mctslib.draw.dot import fill
from mctslib.draw.look import INK, PAPER, SHADE
from mctslib.draw.outline import ShownNode, move_name, visible
from mctslib.draw.strip import placed
from mctslib.draw.svg import document, element, text
from mctslib.files import write_safely
from mctslib.games.board import cell_of
from mctslib.stepper import Stepper
from mctslib.widgets.stepping.parts import strip_of
from mctslib.words import count, number, percent

START = TicTacToe.from_text("X.O/X../O..")  # X to move; only the centre stops O, and it wins
MOMENTS = (5, 10, 20, 40, 80, 150, 300)  # iterations
SHOWN = 17  # nodes in the picture: all first moves, and the most visited of the others
STEP, REST, ROUNDS = 1.6, 5.0, 3  # seconds a moment, the last moment, and how often
COLUMN, CARD, TALL, BOARD, LEVEL, TOP = 84, 76, 108, 48, 144, 82  # pixels
LAST = len(MOMENTS) - 1
LOOP = STEP * LAST + REST


@dataclass(frozen=True)
class Film:
    """The nodes that are shown, parents first; of each path the place (column, level) and the node
    at each moment.
    """

    shown: list[ShownNode]
    places: dict[tuple, tuple[float, int]]
    nodes: dict[tuple, list[Node | None]]

    def corner(self, path: tuple) -> tuple[float, float]:
        """The upper left corner of a card."""
        column, level = self.places[path]
        return 10 + COLUMN * column + (COLUMN - CARD) / 2, TOP + LEVEL * level

    def pen(self, path: tuple, k: int) -> float:
        """The width of the line to a node: by its share of the visits."""
        node, root = self.nodes[path][k], self.nodes[()][k]
        return 0.8 + 9 * sqrt(node.visits / root.visits) if node and root else 0.8


def film() -> Film:
    """The search, and where each node of its tree stands."""
    trace = record(START, max(MOMENTS), seed=1)
    trees = [trace.tree(moment) for moment in MOMENTS]
    top = visible(trees[-1], SHOWN, [(action,) for action in START.legal_actions()])
    shown = sorted(top.all(), key=lambda one: len(one.path))
    nodes = {one.path: [_at(tree, one.path) for tree in trees] for one in shown}
    return Film(shown, dict(_places(top, itertools.count())), nodes)


def _places(shown: ShownNode, columns: Iterator[int]) -> Iterator[tuple[tuple, tuple[float, int]]]:
    """Each path with its (column, level): leaves side by side, a parent in the middle of its
    children.
    """
    below = [dict(_places(child, columns)) for child in shown.children]
    own = [places[child.path][0] for places, child in zip(below, shown.children)] or [next(columns)]
    yield shown.path, ((own[0] + own[-1]) / 2, len(shown.path))
    yield from (item for places in below for item in places.items())


def _at(root: Node | None, path: Sequence) -> Node | None:
    """The node that the path leads to; None where the tree has not grown yet."""
    for action in path:
        root = root and root.children.get(action)
    return root


# ---------------------------------------------------------------------------- what is drawn


def hero(moving: bool = True) -> str:
    """The tree as SVG text, growing or grown."""
    tree, moments = film(), range(LAST + 1) if moving else [LAST]
    captions = {k: caption(root) for k, root in enumerate(tree.nodes[()]) if root and k in moments}
    parts = [
        _style(tree) if moving else "",
        *(_card(tree, one, k) for k, one in enumerate(tree.shown)),
    ]
    for k, words in captions.items():
        said = (
            text(words, 20, 32, 19, font_weight="bold")
            + (_clock(k) if moving else "")
            + _numbers(tree, k)
        )
        parts.append(element("g", said, class_=f"m{k}", **({} if k == LAST else {"opacity": 0})))
    columns, levels = zip(*tree.places.values())
    size = COLUMN * (1 + max(columns)) + 20, TOP + LEVEL * max(levels) + TALL + 8
    return document("".join(parts), *size, " ".join(captions.values()))


def caption(root: Node) -> str:
    """What the tree says after so many iterations."""
    best = root.children[most_visited(root)]
    return f"After {root.visits} iterations X {best.action} has {percent(best.visits / root.visits)} of the visits."


def _card(tree: Film, shown: ShownNode, k: int) -> str:
    """The box of a node with its board, and the line from its parent; there from the moment it is
    born.
    """
    node, (x, y) = shown.node, tree.corner(shown.path)
    born = next(n for n, node in enumerate(tree.nodes[shown.path]) if node)
    name = move_name(node) if shown.path else "X to move"
    board = board_svg(
        node.state,
        width=BOARD,
        last=cell_of(node.parent.state, node.action) if node.parent else None,
    )
    parts = [
        _line(tree, shown.path, k) if shown.path else "",
        element(
            "rect",
            x=x,
            y=y,
            width=CARD,
            height=TALL,
            rx=6,
            stroke=INK,
            fill=fill(node),
            class_=f"q{k}",
        ),
        text(name, x + CARD / 2, y + 15, 12, text_anchor="middle", font_weight="bold"),
        placed(board, x + (CARD - BOARD) / 2, y + 20, BOARD, BOARD),
    ]
    return element("g", "".join(parts), class_=f"b{born}")


def _line(tree: Film, path: tuple, k: int) -> str:
    (above, top), (below, y) = tree.corner(path[:-1]), tree.corner(path)
    start, end, bend = above + CARD / 2, below + CARD / 2, (LEVEL - TALL) / 2
    d = f"M{start:g} {top + TALL}C{start:g} {y - bend / 2:g} {end:g} {y - 1.5 * bend:g} {end:g} {y}"
    return element(
        "path", d=d, fill="none", stroke=SHADE, stroke_width=tree.pen(path, LAST), class_=f"w{k}"
    )


def _numbers(tree: Film, k: int) -> str:
    """What is written in the cards at one moment: N, Q, and how many nodes below are not shown."""
    parts = []
    for path, node in ((path, nodes[k]) for path, nodes in tree.nodes.items()):
        words = (
            [f"N {node.visits}", f"Q {number(node.value, 2)}", _hidden(tree, path, node)]
            if node
            else []
        )
        for row, word in enumerate(words):
            x, y = tree.corner(path)
            parts.append(
                text(
                    word,
                    x + CARD / 2,
                    y + 80 + 12 * row,
                    12 if row < 2 else 10,
                    text_anchor="middle",
                )
            )
    return "".join(parts)


def _hidden(tree: Film, path: tuple, node: Node) -> str:
    hidden = sum(
        child.size() for action, child in node.children.items() if (*path, action) not in tree.nodes
    )
    return f"+{count(hidden, 'node')}" if hidden else ""


def _clock(k: int) -> str:
    """The moments side by side, this one filled."""
    parts = []
    for n, moment in enumerate(MOMENTS):
        ink, paper = (PAPER, INK) if n == k else (INK, PAPER)
        parts.append(
            element("rect", x=20 + 48 * n, y=44, width=42, height=22, rx=11, fill=paper, stroke=INK)
        )
        parts.append(text(moment, 41 + 48 * n, 59.5, 12, text_anchor="middle", fill=ink))
    return "".join(parts)


# ---------------------------------------------------------------------------- what moves


def _style(tree: Film) -> str:
    """The style sheet: which words are seen when, when a node is born, how the lines and the
    colours change.
    """
    moments = range(LAST + 1)
    rules = [
        _rule(f"m{k}", [f"opacity:{int(n == k)}" for n in moments], fade=0.01) for k in moments
    ]
    rules += [_rule(f"b{k}", [f"opacity:{int(n >= k)}" for n in moments]) for k in moments[1:]]
    for k, (path, nodes) in enumerate(tree.nodes.items()):
        rules.append(_rule(f"q{k}", [f"fill:{fill(node) if node else PAPER}" for node in nodes]))
        rules.append(
            _rule(f"w{k}", [f"stroke-width:{tree.pen(path, n):.2f}" for n in moments])
            if path
            else ""
        )
    return element("style", f"@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}")


def _rule(name: str, looks: Sequence[str], fade: float = 0.5) -> str:
    """A class that has each look for its moment and changes to it within `fade` seconds."""
    stops = []
    for k, look in enumerate(looks):
        end = 100 if k == LAST else 100 * STEP * (k + 1) / LOOP
        stops.append(f"{100 * (STEP * k + fade * bool(k)) / LOOP:.2f}%,{end:.2f}%{{{look}}}")
    return f"@keyframes {name}{{{''.join(stops)}}}.{name}{{animation:{name} {LOOP:g}s {ROUNDS}}}"


def steps() -> str:
    """One iteration in its four phases, as the stepper of chapter 03 leaves it in a saved notebook."""
    stepper = Stepper(record(START, 20, seed=0))
    stepper.jump(20)  # its random game is short, and lost
    return strip_of(stepper).svg


PICTURES = {  # file → what draws it
    "hero.svg": hero,
    "hero_still.svg": partial(hero, moving=False),
    "stepper.svg": steps,
}

if __name__ == "__main__":
    for file, draw in PICTURES.items():
        write_safely(Path(__file__).with_name(file), draw())
