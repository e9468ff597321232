"""The nodes of a tree of either engine as numbers in arrays, which is how a picture of all of them
is quickly made.

A node is its place in the arrays, the root's is 0.  `visits`, `sums` (W) and `moves` say what is
known about it; its move is the number of the action that led there, in `actions`.
"""

from array import array
from typing import Any, Protocol

import numpy as np

from mctslib.fast.layout import (
    ACTION,
    ENDED,
    FIRST,
    GROWING,
    KIND,
    MOST_ACTIONS,
    NEXT,
    NONE,
    POINTS,
    ROOT_PLAYER,
    VISITS,
)
from mctslib.fast.tree import FastTree, children
from mctslib.game import Action, State
from mctslib.tree import Node, Path


class Nodes(Protocol):
    """What a picture asks of a tree."""

    state: State
    size: int  # nodes
    visits: np.ndarray
    sums: np.ndarray
    moves: np.ndarray
    actions: Any  # number → action

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        """The children of these nodes, and for each which of `nodes` is its parent.

        `ordered`: as the actions are.
        """

    def in_order(self, node: int) -> list[int]:
        """The children of one node as its engine has them: of equals the first is the favourite."""

    def mover(self, depth: int) -> int | None:
        """Who moved into every node of this depth; None where that is not the same player."""


class Compiled:
    """A compiled tree as it stands: its own arrays.

    Whoever makes one holds the tree's lock, as long as it is used.
    """

    def __init__(self, tree: FastTree) -> None:
        self.rows = tree.rows[:, : tree.used]
        self.state, self.size, self.actions = tree.state, tree.nodes, range(MOST_ACTIONS)
        self.visits, self.moves = self.rows[VISITS], self.rows[ACTION]
        self.sums = self.rows[POINTS] / 2
        self.first = int(tree.counters[ROOT_PLAYER])

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        kind, first = self.rows[KIND][nodes], self.rows[FIRST][nodes]
        full = np.flatnonzero((kind > GROWING) & (kind < ENDED))
        counts = kind[full]
        shift = first[full] - (np.cumsum(counts) - counts)
        found, whose = np.arange(counts.sum()) + np.repeat(shift, counts), np.repeat(full, counts)
        loose = np.flatnonzero(kind == GROWING)
        chained = chains(first[loose], loose, self.rows[NEXT])
        places, parents = (np.concatenate(parts) for parts in zip((found, whose), chained))
        return arranged(places, parents, self.moves) if ordered else (places, parents)

    def in_order(self, node: int) -> list[int]:
        return children(self.rows, node)

    def mover(self, depth: int) -> int | None:
        return self.first if not depth else (self.state.current_player + depth - 1) % 2


class Readable:
    """A copy of the numbers of a readable tree.

    `refresh` goes only where visits have come since the last time.
    """

    def __init__(self, root: Node) -> None:
        self.state, self.known, self.depths = root.state, [root], array("q", [0])
        self.number: dict[Action, int] = {}  # action → its number
        self.players = [{root.player}]  # at each depth
        self.counts, self.totals, self.numbers = (
            array("q", [-1]),
            array("d", [0.0]),
            array("q", [0]),
        )
        self.eldest, self.next = (
            array("q", [NONE]),
            array("q", [NONE]),
        )  # as FIRST and NEXT of a compiled tree
        self.refresh()

    def refresh(self) -> None:
        waiting = [0]
        while waiting:
            place = waiting.pop()
            node = self.known[place]
            if node.visits != self.counts[place]:
                self.counts[place], self.totals[place] = node.visits, node.value_sum
                below = self._below(place)
                waiting += below
                if len(node.children) != len(below):
                    met = {self.known[child].action for child in below}
                    new = [child for action, child in node.children.items() if action not in met]
                    self._load(new, [place] * len(new))
        self.visits, self.sums, self.moves = map(np.array, (self.counts, self.totals, self.numbers))
        self.first, self.after = np.array(self.eldest), np.array(self.next)
        self.size, self.actions = len(self.known), list(self.number)
        order = sorted(range(len(self.actions)), key=self.actions.__getitem__)
        self.rank = np.argsort(np.array(order, np.int64))[self.moves] if order else self.moves

    def _below(self, place: int) -> list[int]:
        found, child = [], self.eldest[place]
        while child != NONE:
            found.append(child)
            child = self.next[child]
        return found

    def _load(self, level: list[Node], parents: list[int]) -> None:
        """Take note of nodes that are new, and of all below them."""
        depth = self.depths[parents[0]] + 1
        while level:
            first, count = len(self.known), len(level)
            self.known += level
            self.counts.extend([node.visits for node in level])
            self.totals.extend([node.value_sum for node in level])
            self.numbers.extend(
                [self.number.setdefault(node.action, len(self.number)) for node in level]
            )
            self.depths.extend([depth] * count)
            self.eldest.extend([NONE] * count)
            self._chain(parents, first)
            self.players += [set()] * (depth == len(self.players))
            self.players[depth] = self.players[depth].union([node.player for node in level])
            below = [node.children for node in level]
            level = [child for children in below if children for child in children.values()]
            parents = [place for place, children in enumerate(below, first) for _ in children]
            depth += 1

    def _chain(self, parents: list[int], first: int) -> None:
        """Hang new nodes, from place `first` on, on their parents."""
        eldest, add = self.eldest, self.next.append
        for place, parent in enumerate(parents, first):
            add(eldest[parent])
            eldest[parent] = place

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        places, parents = chains(self.first[nodes], np.arange(len(nodes)), self.after)
        return arranged(places, parents, self.rank) if ordered else (places, parents)

    def in_order(self, node: int) -> list[int]:
        below = {self.known[child].action: child for child in self._below(node)}
        return [below[action] for action in self.known[node].children if action in below]

    def mover(self, depth: int) -> int | None:
        here = self.players[depth] if depth < len(self.players) else ()
        return next(iter(here)) if len(here) == 1 else None


def chains(
    child: np.ndarray, parent: np.ndarray, after: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """All that hang on these children, and for each its parent: along all chains at once."""
    found, whose = [child[:0]], [parent[:0]]
    while child.size:
        there = child != NONE
        child, parent = child[there], parent[there]
        found.append(child)
        whose.append(parent)
        child = after[child]
    return np.concatenate(found), np.concatenate(whose)


def arranged(
    places: np.ndarray, parents: np.ndarray, rank: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Children in the order of their parents, and of their actions."""
    order = np.lexsort((rank[places], parents))
    return places[order], parents[order]


def span(tree: Nodes, path: Path) -> tuple[int, int] | None:
    """Where the node of a path begins and ends, in visits of the root.

    None if it is not in the tree.
    """
    node, start = np.zeros(1, np.int64), 0
    for action in path:
        below, _ = tree.children(node, True)
        place = next(
            (
                k
                for k, child in enumerate(below.tolist())
                if tree.actions[tree.moves[child]] == action
            ),
            None,
        )
        if place is None:
            return None
        start += int(tree.visits[below[:place]].sum())
        node = below[place : place + 1]
    return start, start + int(tree.visits[node[0]])


def principal(tree: Nodes) -> list[int]:
    """The nodes of the principal variation, the root first: as
    `SearchResult.principal_variation`.
    """
    line, visits, sums = [0], tree.visits, tree.sums
    while below := [child for child in tree.in_order(line[-1]) if visits[child]]:
        line.append(max(below, key=lambda child: (visits[child], sums[child] / visits[child])))
    return line
