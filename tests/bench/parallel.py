"""Measure what is lost when workers choose before they know each other's results.

    python -m tests.bench.parallel [GAMES]

Each scheme of parallel search plays GAMES games (300, if not given) against the sequential search.
Writes mctslib/course/ch15/parallel.json.  The game is Connect Four, sides are swapped after each
game, and a game follows from its number alone.  *Equal iterations*: as many in all as the
sequential search.  *Equal time*: as many rounds as the sequential search has iterations; a third of
the games.
"""

import json
import random
import sys

from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer
from mctslib.course.stored import file_of
from mctslib.game import Action, State
from mctslib.games import ConnectFour
from mctslib.methods.parallel import parallel_search
from mctslib.policies import most_visited

DATA = file_of("ch15/parallel")
ITERATIONS = 128  # of the sequential search, for each move
SEED = 0
EQUAL_ITERATIONS = [  # scheme, virtual losses, workers
    ("tree", 1, 8),
    ("tree", 0, 8),
    ("leaf", 0, 8),
    ("root", 0, 8),
    ("tree", 1, 32),
    ("leaf", 0, 32),
    ("root", 0, 32),
]
EQUAL_TIME = [("tree", 1, 8), ("leaf", 0, 8), ("root", 0, 8)]


class ParallelPlayer:
    """A player of the most visited move of `parallel_search`."""

    def __init__(self, scheme: str, loss: int, workers: int, iterations: int) -> None:
        self.scheme = scheme
        self.loss = loss
        self.workers = workers
        self.iterations = iterations
        self.name = f"{scheme} {iterations} by {workers}"

    def choose(self, state: State, rng: random.Random) -> Action:
        options = {"seed": rng, "scheme": self.scheme, "loss": self.loss}
        return most_visited(parallel_search(state, self.iterations, self.workers, **options))


def duel(scheme: str, loss: int, workers: int, iterations: int, games: int) -> dict:
    """Return one row: wins, draws and losses of a parallel search against the sequential one."""
    parallel = ParallelPlayer(scheme, loss, workers, iterations)
    sequential = MCTSPlayer(ITERATIONS, reuse=False)
    result = match(
        parallel, sequential, games, state=ConnectFour(), seed=SEED, progress=False
    ).total
    row = {"scheme": scheme, "loss": loss, "workers": workers, "iterations": iterations}
    print(row, result, flush=True)
    return {**row, **result._asdict()}


def main(games: int = 300) -> None:
    """Play all matches and write the file."""
    equal = []
    for scheme, loss, workers in EQUAL_ITERATIONS:
        equal.append(duel(scheme, loss, workers, ITERATIONS, games))
    times = []
    for scheme, loss, workers in EQUAL_TIME:
        times.append(duel(scheme, loss, workers, ITERATIONS * workers, games // 3))
    found = {"seed": SEED, "sequential": ITERATIONS, "equal iterations": equal, "equal time": times}
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
