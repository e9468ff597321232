"""Two classical mistakes of a search on a graph, as subclasses: for measurements, never for play.

Both share positions, count visits in positions, and add rewards up as in a tree.  `PathOnly` adds
each reward along the path of its iteration.  `AllParents` adds it to every position from which the
end of the path is known to be reachable.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt
from typing import Any

from mctslib.methods.graph import Edge, Graph, Spot
from mctslib.tree import Node


class PathOnly(Graph):
    """Share positions, and backpropagate along the path only."""

    def learned(self, passed: list[Spot], rewards: tuple[float, ...]) -> None:
        self.add(passed, rewards)

    def add(self, spots: Iterable[Spot], rewards: tuple[float, ...]) -> None:
        """Count a visit of each spot, and add the rewards to its sums."""
        for spot in spots:
            spot.visits += 1
            spot.sums = [a + b for a, b in zip(spot.sums, rewards, strict=True)]

    def select(self, spot: Spot) -> Edge:
        player = spot.state.current_player
        log_visits = log(spot.visits)
        return max(  # the visits of the position, which other paths have visited, too
            spot.edges.values(),
            key=lambda edge: edge.end.value(player) + self.c * sqrt(log_visits / edge.end.visits),
        )

    def first_moves(self) -> Node:
        root = super().first_moves()
        for action, child in root.children.items():
            end = self.root.edges[action].end
            child.visits = end.visits
            child.value_sum = end.sums[self.start.current_player]
        return root


class AllParents(PathOnly):
    """Share positions, and backpropagate to all positions above the end of the path."""

    def __init__(self, *state: Any, **options: Any) -> None:
        self.above: dict[Spot, set[Spot]] = {}
        super().__init__(*state, **options)

    def take(self, spot: Spot, edge: Edge) -> None:
        super().take(spot, edge)
        self.above.setdefault(edge.end, set()).add(spot)

    def learned(self, passed: list[Spot], rewards: tuple[float, ...]) -> None:
        found = {passed[-1]}
        waiting = [passed[-1]]
        for spot in waiting:
            new = self.above.get(spot, set()) - found
            found |= new
            waiting += new
        self.add(found, rewards)


class MovesTaken(AllParents):
    """Search as `AllParents`, and pick the move that was taken most often, not the largest N."""

    first_moves = Graph.first_moves


class EdgesOnly(PathOnly):
    """Mend one half of `PathOnly`: count the choices of each move, and still add rewards up."""

    select = Graph.select
    first_moves = Graph.first_moves


class AnewOnly(PathOnly):
    """Mend the other half of `PathOnly`: compute Q anew, and still count visits in positions."""

    learned = Graph.learned
