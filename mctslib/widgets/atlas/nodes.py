"""Read the nodes of a compiled or readable tree into arrays of numbers.

From arrays, a picture of all nodes can be computed quickly.

A node is represented by its index in the arrays; the root has index 0.  `visits` contains the
nodes' N, and `sums` their W, which is nan where chance moved.  For each node, `moves` contains the number of the action that led to
the node; `actions` maps this number to the action.
"""

from array import array
from math import nan
from typing import Any, Protocol

import numpy as np

from mctslib.chance import chance_player
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
from mctslib.games.names import step_name
from mctslib.tree import Node, Path


class Nodes(Protocol):
    """The interface through which a picture reads a tree."""

    state: State
    size: int  # the number of nodes
    visits: np.ndarray
    sums: np.ndarray
    moves: np.ndarray
    actions: Any  # the number of a move → its action
    names: Any  # the number of a move → the action's name, or the action if the game names none

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return the children of `nodes`, and for each child the index of its parent in `nodes`.

        ordered  whether the children of a node are returned in the order of their actions
        """

    def in_order(self, node: int) -> list[int]:
        """Return the children of one node in the order in which the engine breaks ties."""

    def mover(self, depth: int) -> int | None:
        """Return the player who moved into the nodes of this depth; None if the players differ."""


class Compiled:
    """A compiled tree, read directly from its own arrays.

    While using the object, the caller must hold the lock of the tree.
    """

    def __init__(self, tree: FastTree) -> None:
        self.rows = tree.rows[:, : tree.used]
        self.state = tree.state
        self.size = tree.nodes
        self.actions = self.names = range(MOST_ACTIONS)
        self.visits = self.rows[VISITS]
        self.moves = self.rows[ACTION]
        self.sums = self.rows[POINTS] / 2
        self.first = int(tree.counters[ROOT_PLAYER])

    def children(self, nodes: np.ndarray, ordered: bool) -> tuple[np.ndarray, np.ndarray]:
        kind = self.rows[KIND][nodes]
        first = self.rows[FIRST][nodes]
        # The children of a complete node are neighbours in the arrays.  The children of a growing
        # node form a chain.
        full = np.flatnonzero((kind > GROWING) & (kind < ENDED))
        counts = kind[full]
        shift = first[full] - (np.cumsum(counts) - counts)
        found = np.arange(counts.sum()) + np.repeat(shift, counts)
        whose = np.repeat(full, counts)
        growing = np.flatnonzero(kind == GROWING)
        chained, owners = chains(first[growing], growing, self.rows[NEXT])
        places = np.concatenate((found, chained))
        parents = np.concatenate((whose, owners))
        return arranged(places, parents, self.moves) if ordered else (places, parents)

    def in_order(self, node: int) -> list[int]:
        return children(self.rows, node)

    def mover(self, depth: int) -> int | None:
        return self.first if not depth else (self.state.current_player + depth - 1) % 2


class Readable:
    """A copy of the visits, sums and moves of a readable tree.

    `refresh` reads only the parts of the tree that have new visits.
    """

    def __init__(self, root: Node) -> None:
        self.state = root.state
        self.chance = chance_player(root.state)
        self.known = [root]
        self.depths = array("q", [0])
        self.number: dict[tuple[Action, str], int] = {}  # action and its name → their number
        self.players = [{root.player}]  # the players who moved into the nodes of each depth
        self.counts = array("q", [-1])
        self.totals = array("d", [0.0])
        self.numbers = array("q", [0])
        self.eldest = array("q", [NONE])  # the newest child, like FIRST in a compiled tree
        self.next = array("q", [NONE])  # the next sibling, like NEXT in a compiled tree
        self.refresh()

    def refresh(self) -> None:
        """Copy the visits and sums of the nodes that have been visited since the last call."""
        waiting = [0]
        while waiting:
            place = waiting.pop()
            node = self.known[place]
            if node.visits != self.counts[place]:
                self.counts[place] = node.visits
                self.totals[place] = self._sum(node)
                below = self._below(place)
                waiting += below
                if len(node.children) != len(below):
                    met = {self.known[child].action for child in below}
                    new = [child for action, child in node.children.items() if action not in met]
                    self._load(new, [place] * len(new))
        self.visits = np.array(self.counts)
        self.sums = np.array(self.totals)
        self.moves = np.array(self.numbers)
        self.first = np.array(self.eldest)
        self.after = np.array(self.next)
        self.size = len(self.known)
        self.actions = [action for action, _ in self.number]
        self.names = [name for _, name in self.number]
        order = sorted(range(len(self.actions)), key=self.actions.__getitem__)
        self.rank = np.argsort(np.array(order, np.int64))[self.moves] if order else self.moves

    def _sum(self, node: Node) -> float:
        """Return a node's W, or nan if chance chose the node, because chance gets no rewards."""
        by_chance = self.chance is not None and node.player == self.chance
        return nan if by_chance else node.value_sum

    def _below(self, place: int) -> list[int]:
        """Return the indices of a node's children, the newest child first."""
        found = []
        child = self.eldest[place]
        while child != NONE:
            found.append(child)
            child = self.next[child]
        return found

    def _load(self, level: list[Node], parents: list[int]) -> None:
        """Add new nodes, and all nodes below them, to the arrays."""
        depth = self.depths[parents[0]] + 1
        while level:
            first = len(self.known)
            count = len(level)
            self.known += level
            self.counts.extend([node.visits for node in level])
            self.totals.extend([self._sum(node) for node in level])
            self.numbers.extend([self._number_of(node) for node in level])
            self.depths.extend([depth] * count)
            self.eldest.extend([NONE] * count)
            self._chain(parents, first)
            if depth == len(self.players):
                self.players.append(set())
            self.players[depth] = self.players[depth].union([node.player for node in level])
            below = [node.children for node in level]
            level = []
            parents = []
            for place, offspring in enumerate(below, first):
                level += offspring.values()
                parents += [place] * len(offspring)
            depth += 1

    def _number_of(self, node: Node) -> int:
        """Return the number of the move that led to a node; a new move gets the next free number.

        In Pig, for example, one action means "hold" for a player and a 1 for the die.
        """
        assert node.parent is not None
        move = node.action, step_name(node.parent.state, node.action)
        return self.number.setdefault(move, len(self.number))

    def _chain(self, parents: list[int], first: int) -> None:
        """Link the new nodes, from index `first` on, to their parents."""
        for place, parent in enumerate(parents, first):
            self.next.append(self.eldest[parent])
            self.eldest[parent] = place

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
    """Return the nodes in the chains of siblings that begin at `child`, and the nodes' parents."""
    found = [child[:0]]
    whose = [parent[:0]]
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
    """Sort children by parent, and the children of one parent by action."""
    order = np.lexsort((rank[places], parents))
    return places[order], parents[order]


def span(tree: Nodes, path: Path) -> tuple[int, int] | None:
    """Return the left and right edges of the rectangle of a node, in visits of the root.

    Returns None if there is no node at `path`.
    """
    node = np.zeros(1, np.int64)
    start = 0
    for action in path:
        below, _ = tree.children(node, True)
        actions = [tree.actions[tree.moves[child]] for child in below.tolist()]
        if action not in actions:
            return None
        place = actions.index(action)
        start += int(tree.visits[below[:place]].sum())
        node = below[place : place + 1]
    return start, start + int(tree.visits[node[0]])


def principal(tree: Nodes) -> list[int]:
    """Return the nodes of the principal variation, beginning with the root.

    The variation is the same as in `SearchResult.principal_variation`.
    """

    def rank(node: int) -> tuple[float, float]:
        visits = tree.visits[node]
        return visits, tree.sums[node] / visits

    line = [0]
    while below := [child for child in tree.in_order(line[-1]) if tree.visits[child]]:
        line.append(max(below, key=rank))
    return line
