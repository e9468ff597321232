"""Merge nodes of a search tree by hand, and keep every number of it right.

The game is Nim with one heap of six sticks, of which a player takes one or two.  It has 12
positions, and its complete tree has 33 nodes.  (In Nim (2, 2), the smaller game of two heaps, it
is certain who will win wherever two paths meet, so a merge would change no Q.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import cast

from mctslib.game import Action
from mctslib.games.nim import Nim
from mctslib.methods.graph import Edge, Graph, Spot
from mctslib.oracle import positions

START = Nim(6, most=2)
Path = tuple[Action, ...]
"""The actions from the start to a node: the name of the node."""

Pair = tuple[Path, Path]
Joined = Mapping[Path, Spot]
"""The first path to a node, which other paths may reach as well → its numbers."""


@cache
def searched(iterations: int, seed: int, merging: bool) -> Graph:
    """Return a search of the game; without merging its graph is a tree."""
    graph = Graph(START, merging=merging)
    graph.search(iterations, seed)
    return graph


@cache
def places() -> list[Nim]:
    """Return the 12 positions, those with more sticks first."""
    return sorted(positions(START), key=lambda state: (-sticks(state), state.current_player))


def sticks(state: Nim) -> int:
    """Return the number of sticks that are left."""
    return state.heaps[0]


def state_at(path: Path) -> Nim:
    """Return the position that a path leads to."""
    state = START
    for action in path:
        state = state.apply(action)
    return state


class Classes:
    """The nodes of a tree, some of which have been merged."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.of = {path: [path] for path in paths}

    def first(self, path: Path) -> Path:
        """Return the first of the nodes that have been merged with this node."""
        return self.of[path][0]

    def join(self, one: Path, other: Path) -> None:
        """Merge two nodes, and then also their children after the same move."""
        waiting = [(one, other)]
        while waiting:
            mine, its = (self.of[path] for path in waiting.pop())
            if mine is its:
                continue
            together = sorted(mine + its, key=lambda path: (len(path), path))
            for path in together:
                self.of[path] = together
            for action in state_at(one := together[0]).legal_actions():
                below = [(*path, action) for path in together if (*path, action) in self.of]
                waiting += [(below[0], path) for path in below[1:]]


def joined(tree: Graph, pairs: Sequence[Pair] = ()) -> dict[Path, Spot]:
    """Return the nodes of a tree after pairs of them were merged, with their numbers.

    Playouts and visits of moves are added up.  N and W follow from them, from the last moves of the
    game to the first: an edge with n visits counts n times the Q of the node that it leads to.
    """
    classes = Classes(tree.spots)
    for pair in pairs:
        classes.join(*pair)
    found: dict[Path, Spot] = {}
    firsts = {classes.first(path) for path in tree.spots}
    for first in sorted(firsts, key=lambda path: sticks(state_at(path))):
        spot = Spot(state_at(first))
        for path in classes.of[first]:
            old = tree.spots[path]
            spot.playouts += old.playouts
            spot.own = [a + b for a, b in zip(spot.own, old.own, strict=True)]
            for action, edge in old.edges.items():
                end = found[classes.first((*path, action))]
                spot.edges.setdefault(action, Edge(action, end)).visits += edge.visits
        spot.learn()
        found[first] = spot
    return {path: found[path] for path in sorted(found, key=lambda path: (len(path), path))}


def copies(nodes: Joined, state: Nim) -> list[Path]:
    """Return the nodes of a position, the most visited first."""
    paths = [path for path, spot in nodes.items() if spot.state == state]
    return sorted(paths, key=lambda path: -nodes[path].visits)


def parents(nodes: Joined, spot: Spot) -> list[tuple[Path, Edge]]:
    """Return the nodes from which a move leads to a spot, each with its edge."""
    found = []
    for path, above in nodes.items():
        found += [(path, edge) for edge in above.edges.values() if edge.end is spot]
    return found


def here(spot: Spot) -> Nim:
    """Return the position of a spot of this game."""
    return cast(Nim, spot.state)


def mover(state: Nim) -> int:
    """Return the player who moved into a position, for whom its Q counts."""
    return 1 - state.current_player


def q(spot: Spot) -> float:
    """Return Q of a spot for the player who moved into it."""
    return spot.value(mover(here(spot)))


def w(spot: Spot) -> float:
    """Return W of a spot for the player who moved into it."""
    return spot.sums[mover(here(spot))]
