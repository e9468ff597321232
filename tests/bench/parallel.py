"""Measure how much a search loses if workers choose before they know each other's results.

    python -m tests.bench.parallel

The script writes mctslib/course/ch15/parallel.json.  Matches that are already in the file are kept.
To play all matches again, in about half an hour, delete the file.  The game is Connect Four.  Sides
are swapped after each game, and a game depends only on its number.

At *equal iterations* both sides make the same number of iterations for each move.  At *equal time*
both sides have the same time for each move, on the simulated clock of `mctslib.course.ch15.clock`.
*Budgets* are matches of eight trees against one tree at equal iterations, with the compiled engine.
"""

import json
import random

from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer
from mctslib.course.ch15.clock import search_by_clock
from mctslib.course.stored import file_of
from mctslib.fast import search as fast_search
from mctslib.files import write_safely
from mctslib.game import Action, State
from mctslib.games import ConnectFour
from mctslib.methods.parallel import parallel_search
from mctslib.methods.threads import search_threads
from mctslib.policies import most_visited

DATA = file_of("ch15/parallel")
COMMAND = "python -m tests.bench.parallel"
ITERATIONS = 128  # iterations of the sequential search for each move
TICKS = 1_000  # the simulated time for each move, enough for 47 playouts from the empty board
SEED = 0
EQUAL_ITERATIONS = [  # scheme, virtual losses, workers, games
    ("tree", 1, 8, 600),
    ("unobserved", 0, 8, 600),
    ("tree", 0, 8, 600),
    ("leaf", 0, 8, 600),
    ("root", 0, 8, 600),
    ("tree", 1, 32, 300),
    ("unobserved", 0, 32, 300),
    ("leaf", 0, 32, 300),
    ("root", 0, 32, 300),
]
EQUAL_TIME = [  # scheme, workers, games
    ("tree", 8, 100),
    ("unobserved", 8, 100),
    ("leaf", 8, 100),
    ("root", 8, 100),
]
BUDGETS = [(128, 300), (1_024, 200), (8_192, 100)]  # iterations for each move, games
TREES = 8


class ParallelPlayer:
    """A player that plays the most visited move of `parallel_search`."""

    def __init__(self, scheme: str, loss: int, workers: int, iterations: int) -> None:
        self.scheme = scheme
        self.loss = loss
        self.workers = workers
        self.iterations = iterations
        self.name = f"{scheme} {iterations} by {workers}"

    def choose(self, state: State, rng: random.Random) -> Action:
        options = {"seed": rng, "scheme": self.scheme, "loss": self.loss}
        return most_visited(parallel_search(state, self.iterations, self.workers, **options))


class ClockPlayer:
    """A player that plays the most visited move after `TICKS` ticks of the simulated clock."""

    def __init__(self, scheme: str, workers: int) -> None:
        self.scheme = scheme
        self.workers = workers
        self.name = f"{scheme} by {workers}"

    def choose(self, state: State, rng: random.Random) -> Action:
        return most_visited(search_by_clock(state, TICKS, self.workers, rng, self.scheme))


class CompiledPlayer:
    """A player that plays the most visited move of one or several trees of the compiled engine."""

    def __init__(self, iterations: int, trees: int) -> None:
        self.iterations = iterations
        self.trees = trees
        self.name = f"{iterations} in {trees} trees"

    def choose(self, state: State, rng: random.Random) -> Action:
        seed = rng.getrandbits(32)
        if self.trees == 1:
            return fast_search(state, self.iterations, seed=seed).action
        return search_threads(state, self.iterations, self.trees, seed=seed).action


def equal_iterations(scheme: str, loss: int, workers: int, games: int) -> dict:
    """Return one row: wins, draws and losses of a parallel search against the sequential one."""
    parallel = ParallelPlayer(scheme, loss, workers, ITERATIONS)
    sequential = MCTSPlayer(ITERATIONS, reuse=False)
    row = {"scheme": scheme, "loss": loss, "workers": workers, "iterations": ITERATIONS}
    return row | counts(parallel, sequential, games)


def equal_time(scheme: str, workers: int, games: int) -> dict:
    """Return one row: wins, draws and losses of several workers against one worker."""
    row = {"scheme": scheme, "workers": workers, "ticks": TICKS}
    return row | counts(ClockPlayer(scheme, workers), ClockPlayer("tree", 1), games)


def budget(iterations: int, games: int) -> dict:
    """Return one row: wins, draws and losses of several trees against one tree."""
    row = {"iterations": iterations, "trees": TREES}
    return row | counts(CompiledPlayer(iterations, TREES), CompiledPlayer(iterations, 1), games)


def counts(one: object, other: object, games: int) -> dict[str, int]:
    """Play a match; return the wins, draws and losses of the player `one`."""
    result = match(one, other, games, state=ConnectFour(), seed=SEED, progress=False)
    return result.total._asdict()


PARTS = {
    "equal iterations": (equal_iterations, EQUAL_ITERATIONS),
    "equal time": (equal_time, EQUAL_TIME),
    "budgets": (budget, BUDGETS),
}


def main() -> None:
    """Play the matches that are missing from the file; write the file after each match."""
    table = {"command": COMMAND, "seed": SEED, "sequential": ITERATIONS, "ticks": TICKS}
    table |= {part: [] for part in PARTS}
    if DATA.exists():
        table |= json.loads(DATA.read_text(encoding="utf-8"))
    for part, (measure, settings) in PARTS.items():
        for setting in settings[len(table[part]) :]:
            table[part].append(measure(*setting))
            print(part, table[part][-1], flush=True)
            write_safely(DATA, json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
