"""The nodes of a tree of either engine as numbers in arrays, which is how a picture of all of them is quickly made.

A node is its place in the arrays, the root's is 0.  `visits`, `sums` (W) and `moves` say what is known about it; `moves`
is the number of the action that led there, in `actions`.
"""
from array import array
from itertools import chain
from typing import Any, Protocol

import numpy as np

from mctslib.fast.layout import ACTION, ENDED, FIRST, GROWING, KIND, MOST_ACTIONS, NEXT, NONE, POINTS, ROOT_PLAYER, VISITS
from mctslib.fast.tree import FastTree
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
        """The children of these nodes, and for each which of `nodes` is its parent; `ordered`: as the actions are."""

    def mover(self, depth: int) -> int | None:
        """Who moved into every node of this depth; None where that is not the same player."""


class Compiled:
    """A compiled tree as it stands: its own arrays.  Whoever makes one holds the tree's lock, as long as it is used."""

    def __init__(self, tree: FastTree) -> None:
        self.rows = tree.rows[:, : tree.used]
        self.state, self.size, self.actions = tree.state, tree.nodes, range(MOST_ACTIONS)
        self.visits, self.moves = self.rows[VISITS], self.rows[ACTION]
        self.sums = self.rows[POINTS] / 2
        self.first = int(tree.counters[ROOT_PLAYER])

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        kind, first, after = self.rows[KIND][nodes], self.rows[FIRST][nodes], self.rows[NEXT]
        full = np.flatnonzero((kind > GROWING) & (kind < ENDED))
        counts = kind[full]
        shift = first[full] - (np.cumsum(counts) - counts)
        found = [np.arange(counts.sum()) + np.repeat(shift, counts)]
        whose = [np.repeat(full, counts)]
        parent = np.flatnonzero((kind == GROWING) & (first != NONE))
        child = first[parent]
        while child.size:  # along all chains at once
            found.append(child)
            whose.append(parent)
            more = after[child] != NONE
            child, parent = after[child][more], parent[more]
        places, parents = np.concatenate(found), np.concatenate(whose)
        order = np.lexsort((self.moves[places], parents)) if ordered else slice(None)
        return places[order], parents[order]

    def mover(self, depth: int) -> int | None:
        return self.first if not depth else (self.state.current_player + depth - 1) % 2


class Readable:
    """A copy of the numbers of a readable tree; `refresh` goes only where visits have come since the last time."""

    def __init__(self, root: Node) -> None:
        self.root, self.state = root, root.state
        self.known, self.below, self.depths = [root], [list[int]()], [0]
        self.counts, self.totals, self.numbers = array("q", [-1]), array("d", [0.0]), array("q", [-1])
        self.actions: list[Action] = []
        self.number: dict[Action, int] = {}
        self.players = [{root.player}]  # at each depth
        self.refresh()

    def refresh(self) -> None:
        waiting = [0]
        while waiting:
            place = waiting.pop()
            node = self.known[place]
            if node.visits != self.counts[place]:
                self.counts[place], self.totals[place] = node.visits, node.value_sum
                if len(node.children) != len(self.below[place]):
                    self._meet(place, node)
                waiting += self.below[place]
        self.visits, self.sums, self.moves = map(np.array, (self.counts, self.totals, self.numbers))
        self.size = len(self.known)

    def _meet(self, place: int, node: Node) -> None:
        """Take note of the children that are new."""
        old = {self.known[child].action: child for child in self.below[place]}
        self.below[place] = [old.get(action, -1) for action in sorted(node.children)]
        for k, action in enumerate(sorted(node.children)):
            if self.below[place][k] < 0:
                self.below[place][k] = len(self.known)
                self._add(node.children[action], self.depths[place] + 1)

    def _add(self, node: Node, depth: int) -> None:
        if node.action not in self.number:
            self.number[node.action] = len(self.actions)
            self.actions.append(node.action)
        if depth == len(self.players):
            self.players.append(set())
        self.players[depth].add(node.player)
        self.known.append(node)
        self.below.append([])
        self.depths.append(depth)
        self.counts.append(-1)
        self.totals.append(0.0)
        self.numbers.append(self.number[node.action])

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        lists = [self.below[place] for place in nodes.tolist()]
        parents = np.repeat(np.arange(len(lists)), np.fromiter(map(len, lists), np.int64, len(lists)))
        return np.fromiter(chain.from_iterable(lists), np.int64, len(parents)), parents

    def mover(self, depth: int) -> int | None:
        here = self.players[depth] if depth < len(self.players) else ()
        return next(iter(here)) if len(here) == 1 else None



def span(tree: Nodes, path: Path) -> tuple[int, int] | None:
    """Where the node of a path begins and ends, in visits of the root; None if it is not in the tree."""
    node, start = np.zeros(1, np.int64), 0
    for action in path:
        below, _ = tree.children(node, True)
        place = next((k for k, child in enumerate(below.tolist()) if tree.actions[tree.moves[child]] == action), None)
        if place is None:
            return None
        start += int(tree.visits[below[:place]].sum())
        node = below[place : place + 1]
    return start, start + int(tree.visits[node[0]])
