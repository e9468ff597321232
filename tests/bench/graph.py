"""Measure how often a search on a graph picks a right move, beside the tree and two mistakes.

    python -m tests.bench.graph [game …]    writes mctslib/course/ch06b/right_moves.json

A move is right if it keeps the exact value of the position.  Positions in which every move is right
are left out, except in tic-tac-toe: there 431 searches stand for all 4,520 unfinished positions, as
in `tests.bench.strength`.  A search with one budget goes on to the next.  In each seed all methods
search the same positions, so the difference of two methods can be taken seed by seed.

"Same time" gives the tree as many times the iterations as it is faster, by CPU time.  This factor
and the one of the compiled tree depend on the machine; everything else is determined by the seeds.
An interrupted run goes on where it stopped.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from typing import Any

from mctslib import ConnectFour, Nim, Node, State, TicTacToe, fast, search
from mctslib.course.ch06b.mistakes import (
    AllParents,
    AnewOnly,
    EdgesOnly,
    MovesTaken,
    PathOnly,
)
from mctslib.fast.choice import grow
from mctslib.methods.graph import Graph
from mctslib.oracle import optimal_actions, positions
from tests.bench.keeping import keep, kept
from tests.bench.strength import open_positions

BUDGETS = (30, 100, 300, 1000)
STARTS: dict[str, Any] = {
    "Nim": Nim(3, 4, 5),
    "tic-tac-toe": TicTacToe(),
    "Connect Four 5×4": ConnectFour(5, 4),
}
SEEDS = 10
SAME_TIME = "tree, same time"
BOARDS = 150  # positions of Connect Four for each seed, after `MOVES` random moves
MOVES = 6
GRAPHS = {"graph": Graph, "path only": PathOnly, "all parents": AllParents}
HALVES = {"edges only": EdgesOnly, "anew only": AnewOnly, "all parents, moves taken": MovesTaken}
ONLY_IN_NIM = ("path only", "all parents", *HALVES)
TREES = ("tree", SAME_TIME)
FILE = "ch06b/right_moves"


@cache
def best_of(state: State) -> list[Any]:
    """Return the right moves of a position."""
    return optimal_actions(state)


def cases(game: str, seed: int) -> Iterator[tuple[Any, int]]:
    """Yield the positions of a seed, each with the number of positions for which it stands."""
    rng = random.Random(f"{game}/{seed}")
    if game == "tic-tac-toe":
        for group in open_positions():
            yield rng.choice(group), len(group)
    elif game == "Nim":
        for state in positions(STARTS[game]):
            matters = not state.is_terminal() and state.current_player == 0
            if matters and len(best_of(state)) < len(state.legal_actions()):
                yield state, 1
    else:
        left = BOARDS
        while left:
            state = STARTS[game]
            for _ in range(MOVES):
                if not state.is_terminal():
                    state = state.apply(rng.choice(state.legal_actions()))
            if not state.is_terminal() and len(best_of(state)) < len(state.legal_actions()):
                left -= 1
                yield state, 1


def answers(method: str, state: Any, rng: random.Random, times: float) -> Iterator[Any]:
    """Yield the move that a method picks at each budget.

    times  the factor for the iterations of a tree
    """
    kinds = GRAPHS | HALVES
    if method in kinds:
        graph = kinds[method](state)
        for budget in BUDGETS:
            yield graph.search(budget - graph.root.visits, rng).action
        return
    root = Node(state)
    for budget in BUDGETS:
        found = grow(root, round(budget * times) - root.visits, seed=rng)
        root = found.root
        yield found.action


def right(
    game: str, method: str, seed: int, times: float = 1, budgets: int = len(BUDGETS)
) -> list[int]:
    """Return the number of right moves at each budget.

    budgets  how many of the budgets to search
    """
    counts = [0] * budgets
    for number, (state, weight) in enumerate(cases(game, seed)):
        best = best_of(state)
        if len(best) == len(state.legal_actions()):
            counts = [count + weight for count in counts]
            continue
        rng = random.Random(f"{game}/{seed}/{number}")
        for column, action in zip(range(budgets), answers(method, state, rng, times)):
            counts[column] += weight * (action in best)
    return counts


def factors(game: str) -> dict[str, float]:
    """Return how many iterations the tree, and the compiled tree if the game has one, makes while
    the graph makes one, by CPU time.

    The searches are timed in turn, and of fifteen times the shortest counts.
    """
    start = STARTS[game]
    runs: dict[str, Callable[[], object]] = {
        "graph": lambda: Graph(start).search(1000, 1),
        "factor": lambda: search(start, 1000, seed=1),
    }
    if game != "Nim":  # which has no compiled code
        fast.search(start, 1000, seed=1)
        runs["compiled factor"] = lambda: fast.search(start, 20_000, seed=1)
    taken = dict.fromkeys(runs, inf)
    for _ in range(15):
        for name, run in runs.items():
            begun = time.process_time()
            run()
            taken[name] = min(taken[name], time.process_time() - begun)
    graph = taken.pop("graph")
    return {
        name: round(graph / one * (20 if "compiled" in name else 1), 2)
        for name, one in taken.items()
    }


def main(games: list[str]) -> None:
    """Measure what the file does not have yet, and write the file after each seed."""
    found = kept(FILE)
    for game in games or list(STARTS):
        row = found.setdefault(game, {"positions": sum(n for _, n in cases(game, 0))})
        if "factor" not in row:
            row |= factors(game)
        row.setdefault("right", {})
        for seed in range(SEEDS):
            for method in (*TREES, *GRAPHS, *HALVES):
                if method in ONLY_IN_NIM and game != "Nim":
                    continue
                seeds = row["right"].setdefault(method, [])
                if seed == len(seeds):
                    times = row["factor"] if method == SAME_TIME else 1
                    seeds.append(right(game, method, seed, times))
            keep(FILE, {"budgets": list(BUDGETS)} | found)
            print(game, seed, {m: s[-1] for m, s in row["right"].items()}, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
