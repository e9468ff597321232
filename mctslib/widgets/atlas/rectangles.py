"""Compute the rectangles that show a whole tree in one picture.

The root's rectangle is as wide as the picture.  Below each node are its children, in the order of
their actions.  The width of each child is its share of the node's visits.  Visits that went to no
child leave a gap on the right.  Such a picture is called an icicle plot or a flame graph; compare
Coulom, "Treemaps for search-tree visualization" (2002).

Neighbours that would be too narrow to see are merged into one rectangle, which counts them.
Their children are also merged into one rectangle, level by level.  If a merged rectangle is still
too narrow, nothing is drawn below it, and the rectangle's count `below` includes the nodes that are
not drawn.  No node is lost, and no number is estimated: over all rectangles, `nodes` and `below`
add up to the number of nodes of the tree.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mctslib.widgets.atlas.nodes import Nodes, principal

MERGED = 0xFFFF  # in place of the number of a move, for a rectangle of several nodes
ROOT = 0xFFFE  # in place of the number of a move, for the root
MAIN = 1  # the flag of the principal variation
FIELDS = {
    "start": "<u4",
    "visits": "<u4",
    "sums": "<f4",
    "parent": "<u4",
    "nodes": "<u4",
    "below": "<u4",
    "move": "<u2",
    "flags": "u1",
}
NARROW = 2.0  # pixels: neighbours narrower than this are merged
SLIVER = 0.25  # pixels: nothing is drawn below a rectangle narrower than this
MOST = 30_000  # the largest number of rectangles; at 27 bytes each, they take less than a megabyte
LEVELS = 64  # the number of levels drawn below the top one


@dataclass
class Rectangles:
    """The rectangles of one window, as arrays; depth d has the indices `rows[d]:rows[d+1]`.

    start   the left edge of the rectangle, in visits of the root
    visits  the sum of the visits N of its nodes, which is also the rectangle's width
    sums    the sum of the rewards W of its nodes, each for the player who moved into the node;
            nan if chance moved into one of them
    parent  the index of the rectangle above; for the root, the index of the root
    nodes   the number of nodes that the rectangle stands for: 1, unless neighbours were merged
    below   the number of nodes below the rectangle that are not drawn
    move    the number of the move that led to its node (see `Nodes.moves`), or `MERGED`, or `ROOT`
    flags   `MAIN` if the rectangle is on the principal variation
    window  the part of the tree that is shown, in visits of the root
    depth   the depth of the deepest node in the window, drawn or not
    """

    window: tuple[float, float]
    depth: int
    rows: list[int]
    arrays: dict[str, np.ndarray] = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["arrays"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __len__(self) -> int:
        return self.rows[-1]

    def packed(self) -> bytes:
        """Return all arrays, one after another, in the order of `FIELDS`."""
        return b"".join(
            np.ascontiguousarray(self.arrays[name], kind).tobytes() for name, kind in FIELDS.items()
        )


def rectangles(
    tree: Nodes,
    window: tuple[float, float] | None = None,
    pixels: float = 1000,
    *,
    narrow: float = NARROW,
    most: int = MOST,
    levels: int = LEVELS,
) -> Rectangles:
    """Return the rectangles of a tree that are visible in a picture of a given width.

    pixels  the width of the picture, in pixels
    window  the part of the root's visits that fills the picture; by default all visits
    narrow  neighbours narrower than this number of pixels are merged; the limit is raised if there
            would be more than `most` rectangles
    most    the largest number of rectangles; the root and one rectangle for each level must fit in
            this number
    levels  the number of levels that are drawn; deeper nodes are only counted
    """
    low, high = window or (0, max(int(tree.visits[0]), 1))
    unit = (high - low) / pixels
    while True:
        survey = Survey(tree, (low, high), narrow * unit, SLIVER * unit, levels)
        if survey.rows[-1] <= most or narrow > pixels:  # nothing more can be merged
            return survey.result()
        narrow = max(1.0, 1.2 * narrow * survey.rows[-1] / most)


Members = tuple[np.ndarray, np.ndarray]
"""**Members** are nodes, and for each node the index of the rectangle to which it belongs."""
Columns = dict[str, np.ndarray]
NOBODY = np.zeros(0, np.intp)  # not int64: in a browser an index has 32 bits


class Survey:
    """A walk through the tree, level by level, which handles all nodes of a level together."""

    def __init__(
        self, tree: Nodes, window: tuple[float, float], narrow: float, sliver: float, levels: int
    ) -> None:
        self.tree = tree
        self.window = window
        self.narrow = narrow
        self.sliver = sliver
        self.levels = levels
        self.done: list[Columns] = []
        self.rows = [0]
        self.depth = 0
        self.line = principal(tree)
        self.counted = [NOBODY]  # for each node that is not drawn, the rectangle that counts it
        zero = np.zeros(1, np.int64)
        one = np.ones(1, np.int64)
        root = {
            "start": zero,
            "visits": tree.visits[:1],
            "sums": tree.sums[:1],
            "parent": zero,
            "nodes": one,
            "move": zero + ROOT,
            "flags": zero + MAIN,
        }
        alone, crowd, buried = self._add([(root, (zero, zero))], (NOBODY, NOBODY))
        while alone[0].size or crowd[0].size:
            found, owners = tree.children(buried[0], False)
            self.counted.append(buried[1][owners])
            self.depth = len(self.done) - 1
            parts = [self._runs(*alone), self._crowds(*crowd)]
            alone, crowd, buried = self._add(parts, (found, self.counted[-1]))
        self._count(*buried)

    def _count(self, nodes: np.ndarray, rects: np.ndarray) -> None:
        """Count the nodes below `nodes`, level by level, when nothing is left to draw."""
        self.depth = max(self.depth, len(self.done) - 2)
        while nodes.size:
            self.depth += 1
            nodes, owners = self.tree.children(nodes, False)
            rects = rects[owners]
            self.counted.append(rects)

    def _add(
        self, parts: list[tuple[Columns, Members]], deeper: Members
    ) -> tuple[Members, Members, Members]:
        """Add the rectangles of a new level.

        Returns the three groups of nodes with which the walk continues: single nodes, merged nodes,
        and nodes that are only counted.
        """
        sizes = [len(columns["start"]) for columns, _ in parts]
        joined = {
            name: np.concatenate([columns[name] for columns, _ in parts]) for name in parts[0][0]
        }
        order = np.argsort(joined["start"], kind="stable")
        place = np.argsort(order)
        self.level = {name: column[order] for name, column in joined.items()}
        self.base = self.rows[-1]
        nodes = np.concatenate([members[0] for _, members in parts])
        owners = []  # indices into `joined`, in which the second part follows the first
        before = 0
        for size, (_, members) in zip(sizes, parts, strict=True):
            owners.append(members[1] + before)
            before += size
        own = place[np.concatenate(owners)]
        self.done.append(self.level)
        self.rows.append(self.base + len(order))
        last = len(self.done) > self.levels
        ends = (self.level["visits"] < self.sliver)[own] | last
        alone = (self.level["move"] != MERGED)[own] & ~ends
        crowd = ~alone & ~ends
        buried = (
            np.concatenate([nodes[ends], deeper[0]]),
            np.concatenate([own[ends] + self.base, deeper[1]]),
        )
        return (nodes[alone], own[alone]), (nodes[crowd], own[crowd]), buried

    def _runs(self, nodes: np.ndarray, rects: np.ndarray) -> tuple[Columns, Members]:
        """Return the rectangles below the rectangles that stand for a single node.

        Each child gets its own rectangle, except that neighbours that are too narrow share a
        rectangle.
        """
        places, parents = self.tree.children(nodes, True)
        visits = self.tree.visits[places].astype(np.int64)
        before = np.cumsum(visits) - visits
        eldest = np.searchsorted(parents, parents)  # for each child, the index of its first sibling
        start = self.level["start"][rects[parents]] + before - before[eldest]
        depth = len(self.done)
        best = self.line[depth] if depth < len(self.line) else -1
        main = places == best
        seen = (start < self.window[1]) & (start + np.maximum(visits, 1) > self.window[0])
        places, parents, visits = places[seen], parents[seen], visits[seen]
        start, main = start[seen], main[seen]
        thin = visits < self.narrow
        begins = ~(thin & np.roll(thin, 1) & (parents == np.roll(parents, 1)))
        begins[:1] = True
        first = np.flatnonzero(begins)
        sizes = np.diff(np.append(first, len(places)))
        columns = {
            "start": start[first],
            "visits": added(visits, first),
            "sums": added(self.tree.sums[places], first),
            "parent": self.base + rects[parents[first]],
            "nodes": sizes,
            "move": np.where(sizes == 1, self.tree.moves[places[first]], MERGED),
            "flags": np.where(main[first] & (sizes == 1), MAIN, 0),
        }
        return columns, (places, np.cumsum(begins) - 1)

    def _crowds(self, nodes: np.ndarray, rects: np.ndarray) -> tuple[Columns, Members]:
        """Return the rectangles below merged rectangles, at most one below each of them."""
        places, parents = self.tree.children(nodes, False)
        owners = rects[parents]
        size = len(self.level["start"])
        counts = np.bincount(owners, minlength=size)
        parent = np.flatnonzero(counts)
        visits = np.bincount(owners, self.tree.visits[places], size)[parent]
        sums = np.bincount(owners, self.tree.sums[places], size)[parent]
        columns = {
            "start": self.level["start"][parent],
            "visits": visits.astype(np.int64),
            "sums": sums,
            "parent": self.base + parent,
            "nodes": counts[parent],
            "move": np.full(len(parent), MERGED),
            "flags": np.zeros(len(parent), np.int64),
        }
        return columns, (places, (np.cumsum(counts > 0) - 1)[owners])

    def result(self) -> Rectangles:
        """Return all rectangles that the walk has found."""
        arrays = {}
        for name in self.done[0]:
            arrays[name] = np.concatenate([level[name] for level in self.done])
        counted = np.concatenate(self.counted)
        arrays["below"] = np.bincount(counted, minlength=self.rows[-1])
        rows = [row for k, row in enumerate(self.rows) if not k or row > self.rows[k - 1]]
        return Rectangles(self.window, self.depth, rows, arrays)


def added(values: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Split `values` at the indices `first`, and return the sum of each part."""
    return np.add.reduceat(values, first) if first.size else values[:0]
