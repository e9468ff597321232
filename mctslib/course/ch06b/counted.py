"""Count copies of positions in trees, and searches that pick the right move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from mctslib.course.ch06b.mistakes import AllParents, AnewOnly, EdgesOnly, PathOnly
from mctslib.course.ch06b.small import Small, meeting
from mctslib.course.stored import measured
from mctslib.door.entrance import search
from mctslib.fast.choice import grow
from mctslib.game import State
from mctslib.games import ConnectFour, Hex, Nim, TicTacToe
from mctslib.methods.graph import Graph, Spot
from mctslib.tree import Node
from mctslib.words import percent

BUDGETS = (100, 400, 1000)  # the numbers of iterations in the table of picks
GAMES: Mapping[str, State] = {
    "Nim 3, 4, 5": Nim(3, 4, 5),
    "tic-tac-toe": TicTacToe(),
    "Connect Four 5×4": ConnectFour(5, 4),
    "Hex 5×5": Hex(5),
}
KINDS: Mapping[str, type[Graph]] = {
    "graph": Graph,
    "path only": PathOnly,
    "all parents": AllParents,
    "edges only": EdgesOnly,
    "anew only": AnewOnly,
}
FILE = "ch06b/right_moves"


class Copies(NamedTuple):
    """How often the nodes of a tree repeat a position."""

    nodes: int
    positions: int
    most: int  # the number of copies of the most frequent position

    @property
    def repeated(self) -> float:
        """The share of the nodes whose position the tree holds already."""
        return 1 - self.positions / self.nodes


@cache
def copies(game: str, iterations: int = 10_000, seed: int = 0) -> Copies:
    """Grow a tree, and count the copies of its positions."""
    root = grow(Node(GAMES[game]), iterations, seed=random.Random(seed)).root
    found = Counter(node.state for node in root.descendants())
    return Copies(found.total(), len(found), max(found.values()))


def copies_table() -> str:
    """Return a table of the copies in each game, as means over three seeds."""
    rows = [f"{'':18}{'nodes':>8}{'positions':>11}{'repeated':>10}{'most copies':>13}"]
    for game in GAMES:
        found = [copies(game, seed=seed) for seed in range(3)]
        nodes, positions, most = (fmean(column) for column in zip(*found, strict=True))
        share = fmean(one.repeated for one in found)
        rows.append(f"{game:18}{nodes:8,.0f}{positions:11,.0f}{percent(share):>10}{most:13,.0f}")
    return "\n".join(rows)


# ---------------------------------------------------------------- the game of eleven positions


@cache
def picks(kind: str | Callable[[Small], Graph], iterations: int, seeds: int = 30) -> int:
    """Return in how many of the seeds a search of the small game picks A, the right move.

    kind  "tree", a name in `KINDS`, or a function that makes a graph
    """
    if kind == "tree":
        found = (search(meeting(), iterations, seed=seed).action for seed in range(seeds))
    else:
        made = KINDS[kind] if isinstance(kind, str) else kind
        found = (made(meeting()).search(iterations, seed).action for seed in range(seeds))
    return sum(action == "A" for action in found)


def picks_table(kinds: Sequence[str], seeds: int) -> str:
    """Return a table of `picks`."""
    rows = [f"{'':14}" + "".join(f"{budget:8,}" for budget in BUDGETS)]
    for kind in kinds:
        found = [picks(kind, budget, seeds) for budget in BUDGETS]
        rows.append(f"{kind:14}" + "".join(f"{number:8}" for number in found))
    return "\n".join(rows)


@cache
def searched(kind: str, iterations: int = 1000, seed: int = 0) -> Graph:
    """Return a search of the small game."""
    graph = KINDS[kind](meeting())
    graph.search(iterations, seed)
    return graph


def symptoms(kind: str = "path only") -> str:
    """Return a table of the moves of A and of B after 1,000 iterations."""
    root = searched(kind).root
    rows = [f"{'move':8}{'taken':>7}{'N':>7}{'X gets':>9}"]
    for first, edge in root.edges.items():
        rows.append(f"{first:8}{edge.visits:7}{edge.end.visits:7}{edge.end.value(0):9.3f}")
        for action, below in edge.end.edges.items():
            move = f"{first} → {action}"
            rows.append(f"{move:8}{below.visits:7}{below.end.visits:7}{below.end.value(0):9.3f}")
    return "\n".join(rows)


def graph_with(learn: Callable[[int, float, Any], tuple[int, float]]) -> type[Graph]:
    """Return a search whose positions learn by a function of the reader."""

    class Own(Graph):
        def learned(self, passed: list[Spot], rewards: tuple[float, ...]) -> None:
            for spot in reversed(passed):
                for player in range(2):
                    edges = [
                        (edge.visits, edge.end.visits, edge.end.sums[player])
                        for edge in spot.edges.values()
                    ]
                    visits, total = learn(spot.playouts, spot.own[player], edges)
                    sums = [*spot.sums]
                    sums[player] = total
                    spot.sums = sums
                spot.visits = visits

    return Own


# ---------------------------------------------------------------- stored measurements


T95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""Student's t for 95% intervals of the means of 2, 3, … 10 values (Student, 1908)."""


class Share(NamedTuple):
    """A mean with its 95% interval."""

    value: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Share:
    """Return the mean of 2 to 10 values, with its 95% interval."""
    mean = fmean(values)
    half = T95[len(values) - 2] * stdev(values) / sqrt(len(values))
    return Share(mean, mean - half, mean + half)


def shares(game: str, method: str) -> dict[int, list[float]]:
    """Return for each budget the share of right moves in each seed."""
    stored = measured(FILE)
    row = stored[game]
    found: dict[int, list[float]] = {}
    for budget, *counts in zip(stored["budgets"], *row["right"][method]):
        found[budget] = [count / row["positions"] for count in counts]
    return found


def right(game: str, method: str, budget: int) -> Share:
    """Return the share of right moves, with its interval over the seeds."""
    return mean_of(shares(game, method)[budget])


def gain(game: str, method: str, other: str, budget: int) -> Share:
    """Return by how much a method is better than another, seed by seed on the same positions."""
    pairs = zip(shares(game, method)[budget], shares(game, other)[budget])
    return mean_of([one - two for one, two in pairs])


class Depth(NamedTuple):
    """How much a search has stored, and after how many moves its playouts begin on average."""

    nodes: int
    moves: float


def depths(seed: int, iterations: int = 1000) -> tuple[Depth, Depth]:
    """Return the depth of the tree and of the graph of two searches of tic-tac-toe."""
    tree = search(TicTacToe(), iterations, seed=seed).root
    paths = [node.path() for node in tree.descendants()]
    graph = Graph(TicTacToe())
    graph.search(iterations, seed)
    return (
        Depth(len(paths), fmean(map(len, paths[1:]))),
        Depth(len(graph.spots), fmean(map(len, graph.paths))),
    )


def factor(game: str, *, compiled: bool = False) -> float:
    """Return how many iterations the tree makes while the graph makes one.

    compiled   whether the compiled engine grows the tree
    """
    return float(measured(FILE)[game]["compiled factor" if compiled else "factor"])


def right_table(game: str, methods: Sequence[str]) -> str:
    """Return a table: the share of right moves in %, ± half of its interval."""
    budgets = measured(FILE)["budgets"]
    rows = [f"{game:26}" + "".join(f"{budget:>14,}" for budget in budgets)]
    for method in methods:
        cells = []
        for budget in budgets:
            one = right(game, method, budget)
            cells.append(f"{100 * one.value:.1f} ± {50 * (one.high - one.low):.1f}")
        rows.append(f"{method:26}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(rows)
