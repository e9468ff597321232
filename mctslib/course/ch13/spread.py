"""How proofs spread over a tree: when each of its nodes was added, when it became known, and a picture of any moment.

Every node is a box below its parent, as wide as what will hang below it at the end, so that nothing moves.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from mctslib.draw import svg
from mctslib.draw.look import INK, NOTE, PAPER, SHADE, SOFT, SURFACE, WORDS, text_width
from mctslib.draw.svg import text
from mctslib.game import State
from mctslib.methods.solver import Solver, badge
from mctslib.policies import UCB1
from mctslib.search import Phases, search
from mctslib.tree import Node, Playout, in_order

MOST = 6_000  # iterations: without a proof by then, there is none
SLICE = 150  # iterations between two pauses
WIDE, HEAD, ROW, HIGH, NARROW = (
    384,
    26,
    34,
    30,
    3,
)  # pixels: all boxes; the title; a row; a box; too narrow to frame


class Box(NamedTuple):
    """A node in the picture: where it is, from which iteration on it is there, and when it is known."""

    node: Node
    depth: int
    x: float
    width: float
    born: int
    known: int | None


class Spreading:
    """A search to its proof, by plain UCT or by the solver; both keep facts, the solver uses them.

    proved  after how many iterations the root was known; None if not (yet)
    done    how many iterations there are
    """

    def __init__(self, state: State, seed: int, uses_facts: bool) -> None:
        self.solver, self.root, self.rng = Solver(), Node(state), random.Random(seed)
        self.options = {**self.solver.options(), "phases": Phases(after=self._after)}
        if not uses_facts:
            self.options["tree_policy"] = UCB1()
        self.done = 0
        self.proved: int | None = None
        self.born: dict[Node, int] = {self.root: 0}
        self.known: dict[Node, int] = {}
        self.boxes: list[Box] = []

    def grow(self) -> Iterator[float]:
        """Search in slices, until the proof or `MOST`; then there are boxes."""
        while self.proved is None and self.done < MOST:
            found = search(self.root, min(SLICE, MOST - self.done), seed=self.rng, **self.options)
            self.proved = self.done if found.stopped_by == "proved" else None
            yield self.done / MOST
        self.boxes = list(self._placed())

    def _after(self, node: Node, playout: Playout) -> None:
        self.done += 1
        self.born.setdefault(node, self.done)
        self.solver.after(node, playout)
        above: Node | None = node
        while above is not None and above in self.solver.facts:
            self.known.setdefault(above, self.done)
            above = above.parent

    def _placed(self) -> Iterator[Box]:
        """All nodes, parents first; a leaf is as wide as any other."""
        leaves: dict[Node, int] = {}
        for node in reversed(list(self.root.descendants())):
            leaves[node] = sum(leaves[child] for child in node.children.values()) or 1
        unit, waiting = WIDE / leaves[self.root], [(self.root, 0, 0.0)]
        for node, depth, x in waiting:  # the list grows while it is walked
            yield Box(node, depth, x, unit * leaves[node], self.born[node], self.known.get(node))
            for _, child in in_order(node):
                waiting.append((child, depth + 1, x))
                x += unit * leaves[child]

    def counts(self, t: int) -> tuple[int, int]:
        """(nodes, known nodes) after `t` iterations."""
        return sum(box.born <= t for box in self.boxes), sum(is_known(box, t) for box in self.boxes)

    def words(self, t: int) -> str:
        """What is known after `t` iterations: the root, and each of its moves."""
        nodes, known = self.counts(t)
        by_move = [
            f"{box.node.action} {self._badge(box, t) or 'not known'}"
            for box in self.boxes
            if box.depth == 1
        ]
        return (
            f"{known:,} of {nodes:,} nodes known; root: {self._badge(self.boxes[0], t) or 'not known'}; moves: "
            + (", ".join(by_move))
        )

    def _badge(self, box: Box, t: int) -> str:
        return badge(box.node, self.solver.facts) if is_known(box, t) else ""

    def picture(self, t: int, title: str) -> str:
        """The boxes after `t` iterations, as SVG text."""
        depth = max(box.depth for box in self.boxes)
        parts = [text(title, 8, 18, WORDS, font_weight="bold")]
        parts += [self._box(box, t) for box in self.boxes]
        foot = HEAD + ROW * (depth + 1) + 14
        parts.append(
            text("full: ✓ won · half: = drawn · low: ✗ lost, for who moved there", 8, foot, NOTE)
        )
        return svg.document(
            "".join(parts), WIDE + 16, foot + 8, f"{title}, {t:,} iterations: {self.words(t)}."
        )

    def _box(self, box: Box, t: int) -> str:
        """Empty while nothing is known of the node, then filled as high as its fact for who moved there."""
        x, y = 8 + box.x, HEAD + ROW * box.depth
        if box.born > t:
            return ""
        frame = f' stroke="{SHADE}" stroke-width="0.6"' if box.width > NARROW else ""
        drawn = _rect(x, y, box.width, HIGH, SURFACE, frame)
        if is_known(box, t):
            share = float(self.solver.facts[box.node][box.node.player])
            filled = HIGH * max(share, 0.2)
            colour = INK if share == 1 else SHADE if share else SOFT
            drawn += _rect(x, y + HIGH - filled, box.width, filled, colour)
        return drawn + (self._label(box, t, x, y) if box.width > 12 else "")

    def _label(self, box: Box, t: int, x: float, y: float) -> str:
        """The move and the badge, as much as there is room for."""
        name = "root" if box.node.parent is None else f"{box.node.action}"
        mark = self._badge(box, t)
        for words in (f"{name} {mark}".strip(), f"{name} {mark[:1]}".strip(), mark[:1] or name):
            room = text_width(words, NOTE, bold=True) + 4
            if room < box.width:
                paper = _rect(x + 1.5, y + 7, room, 15, PAPER, ' rx="3"')
                return paper + text(words, x + 3.5, y + 18.5, NOTE, font_weight="bold")
        return ""


def _rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """There are hundreds, redrawn while the slider moves: written at once."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"{more}/>'


def is_known(box: Box, t: int) -> bool:
    """Whether the node is known after `t` iterations."""
    return box.known is not None and box.known <= t
