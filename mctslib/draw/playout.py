"""The random game of phase 3 below a drawn tree: small ghost boards, move by move, then the result.

Graphviz knows nothing of it, so the tree stands still while the game comes and goes.  Every part of it has the
class "ghost" and its turn, `--k`, from 1: a page may let them appear one after the other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap
from typing import Any

from mctslib.draw import strip, svg
from mctslib.draw.boards import picture, state_board
from mctslib.draw.look import FAINT, INK, PAPER, ROUND
from mctslib.draw.outline import move_name
from mctslib.draw.svg import element, shorten, text
from mctslib.game import Action
from mctslib.games.board import cell_of, columns, own_picture
from mctslib.tree import Node

FIRST, LAST = 2, 2  # moves of a long game that are shown
GAP, TOP = 18, 30  # between two ghosts, of the line that leads to them
PALE = 0.75


@dataclass(frozen=True)
class Ghost:
    """One part of the row: its words, and a picture of its own size; no picture where words must do."""

    words: str
    picture: str = ""
    bold: bool = False
    columns: int = 0

    @property
    def lines(self) -> list[str]:
        """The words in short lines: a row that is not too wide stands beside others in a film strip."""
        return wrap(self.words, 12) or [""]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in the row; of a picture without the words above it."""
        if not self.picture:
            return 7.2 * max(map(len, self.lines)) + 14, 11 + 15 * len(self.lines)
        width, height = svg.dimensions(self.picture)
        scale = (64 if self.columns < 5 else 70) / max(width, height)
        return width * scale, height * scale


def ghosts(node: Node, rollout: Sequence[Action], result: str) -> list[Ghost]:
    """What is shown of the random game from `node`: of a long one the first moves and the last, then the result."""
    played = [*accumulate(rollout, _play, initial=node)][1:]
    hidden = len(played) - FIRST - LAST
    shown = (
        [_ghost(one) for one in played]
        if hidden < 2
        else [
            *map(_ghost, played[:FIRST]),
            Ghost(f"… {hidden} more moves …"),
            *map(_ghost, played[-LAST:]),
        ]
    )
    return [*shown, Ghost(shorten(result or "random game", 40), bold=True)]


def _play(node: Node, action: Action) -> Node:
    """The position after a move, as a node that hangs in no tree."""
    return Node(node.state.apply(action), node, action)


def _ghost(node: Node) -> Ghost:
    """The board after a move, the move marked; of a game without a board only the words."""
    assert node.parent is not None
    side, board = columns(node.state), ""
    if side:
        board = state_board(node.state, last=cell_of(node.parent.state, node.action), width=100)
    elif own_picture(node.state):
        board = picture(node.state)
    return Ghost(move_name(node), board, columns=side)


def below(tree: str, row: Sequence[Ghost], colour: str, leaving: bool = False) -> str:
    """The drawn tree with the row under it, and a dotted line to it from the node of class "leaf".

    leaving  the same, of class "leaving": for a page that lets the game vanish
    """
    width, height = svg.dimensions(tree)
    x, y = leaf(tree) or (width / 2, height)
    wide, deep = (
        sum(ghost.size[0] for ghost in row) + GAP * (len(row) - 1),
        max(ghost.size[1] for ghost in row),
    )
    whole, first = max(width, wide + 12), row[0].size[0]
    shift = (whole - width) / 2
    boxes = [(left + shift, right + shift, low) for left, right, low in _boxes(tree)]
    start, top = _room(boxes, x + shift, max(y, 0), wide, whole, first)
    end = top + TOP + deep / 2 - row[0].size[1] / 2 - (20 if row[0].picture else 4)
    line = _dotted(f"M{x + shift:.1f} {y:.1f}L{start + first / 2:.1f} {end:.1f}", colour)
    parts = "".join(_row(row, start, top + TOP + deep / 2, colour))
    look = {"class_": "playout leaving" if leaving else "playout"}
    high = max(height, top + TOP + deep + 6)
    paper = element("rect", class_="paper", width=whole, height=high, rx=ROUND, fill=PAPER)
    return _enlarged(
        tree, whole, high, paper + _led(tree, shift, line, look) + element("g", parts, **look)
    )


def _room(
    boxes: Sequence[tuple[float, float, float]],
    x: float,
    y: float,
    wide: float,
    whole: float,
    first: float,
) -> tuple[float, float]:
    """(left end, upper edge) of a row `wide` across: under the leaf at (x, y) or a little aside, as high as is free."""
    starts = [
        min(max(6.0, x - first / 2 - aside), whole - wide - 6)
        for aside in (0.0, wide / 2, wide - first)
    ]
    tops = [
        max([y, *(low for left, right, low in boxes if left < s + wide and right > s)])
        for s in starts
    ]
    return min(zip(starts, tops, strict=True), key=lambda place: place[1])


def _boxes(tree: str) -> Iterator[tuple[float, float, float]]:
    """(left, right, lower edge) of all that Graphviz drew as a node, in the picture's own units."""
    moved = re.search(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", tree)
    dx, dy = map(float, moved.groups()) if moved else (0.0, 0.0)
    for node in re.findall(r'<g class="node.*?</g>', tree, re.DOTALL):
        shape = re.search(r'<(?:path|polygon)[^>]* (?:d|points)="([^"]*)"', node)
        texts = re.findall(
            r'<text[^>]* x="([-\d.]+)" y="([-\d.]+)"', node
        )  # the number below a wedge has no frame
        found = re.findall(r"(-?\d+\.?\d*),(-?\d+\.?\d*)", shape[1]) if shape else texts
        aside = 0 if shape else 18
        xs, ys = [float(x) + dx for x, _ in found], [float(y) + dy for _, y in found]
        if xs:
            yield min(xs) - aside, max(xs) + aside, max(ys) + 4


def leaf(tree: str) -> tuple[float, float] | None:
    """The middle of the lower edge of the node of class "leaf", in the picture's own units; None if there is none."""
    before, found, _ = tree.partition('<g class="node leaf')
    if not found:
        return None
    left, right, low = list(_boxes(tree))[before.count('<g class="node')]
    return (left + right) / 2, low - 4


def _led(tree: str, shift: float, line: str, look: dict[str, str]) -> str:
    """The tree itself, moved to the middle, over the line that leads to the row."""
    inside = tree[tree.index(">", tree.index("<svg")) + 1 : tree.rindex("</svg>")]
    inside = re.sub(r'<rect class="paper"[^>]*/>', "", inside, count=1)
    return element("g", line, **look) + element("g", inside, transform=f"translate({shift:.1f} 0)")


def _enlarged(tree: str, width: float, height: float, content: str) -> str:
    head = tree[: tree.index(">", tree.index("<svg")) + 1]
    for name, side in (("width", width), ("height", height)):
        head = re.sub(rf'\b{name}="[^"]*"', f'{name}="{side:.0f}"', head, count=1)
    head = re.sub(r'viewBox="[^"]*"', f'viewBox="0 0 {width:.2f} {height:.2f}"', head)
    return f"{head}{content}</svg>"


def _row(row: Sequence[Ghost], x: float, middle: float, colour: str) -> Iterator[str]:
    for k, ghost in enumerate(row, 1):
        width, height = ghost.size
        arrow = _dotted(f"M{x - GAP + 4:.1f} {middle:.1f}h{GAP - 9:.1f}", colour) if k > 1 else ""
        body = _body(ghost, x, middle - height / 2, colour)
        yield element(
            "g", arrow + body, class_="ghost", style=f"--k:{k}", opacity=1 if ghost.bold else PALE
        )
        x += width + GAP


def _body(ghost: Ghost, x: float, y: float, colour: str) -> str:
    """A dashed frame with the board and, above it, the move; or the words inside the frame."""
    width, height = ghost.size
    box: dict[str, Any] = {
        "x": x - 3,
        "y": y - 3,
        "width": width + 6,
        "height": height + 6,
        "rx": 6,
    }
    centre = x + width / 2
    if ghost.picture:
        frame = element(
            "rect", fill=PAPER, stroke=INK, stroke_width=1.2, stroke_dasharray="4 3", **box
        )
        name = text(ghost.words, centre, y - 8, 12, text_anchor="middle", font_weight="bold")
        return frame + strip.placed(ghost.picture, x, y, width, height) + name
    pen: dict[str, Any] = {"stroke": FAINT, "stroke_dasharray": "4 3"}
    look = {"stroke": colour, "stroke_width": 2.2} if ghost.bold else pen
    frame = element("rect", fill=PAPER, **{**box, **look})
    weight = {"font_weight": "bold"} if ghost.bold else {"font_style": "italic"}
    words = enumerate(ghost.lines)
    return frame + "".join(
        text(one, centre, y + 17 + 15 * k, 12, text_anchor="middle", **weight) for k, one in words
    )


def _dotted(way: str, colour: str) -> str:
    return element(
        "path", d=way, fill="none", stroke=colour, stroke_width=2.4, stroke_dasharray="2 4"
    )
