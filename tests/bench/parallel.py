"""What is lost when W workers choose before they know each other's results?  Each scheme against the sequential search.

    python -m tests.bench.parallel [GAMES]     GAMES a match (300, if not given); writes
                                            mctslib/course/ch15/parallel.json

Connect Four, sides swapped after each game; a game follows from its number alone.  *Equal iterations*: as many in all
as the sequential search.  *Equal time*: as many rounds as that has iterations; a third of the games.
"""

import json
import sys

from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer
from mctslib.course.stored import file_of
from mctslib.games import ConnectFour
from mctslib.methods.parallel import ParallelPlayer

DATA = file_of("ch15/parallel")
ITERATIONS, SEED = 128, 0
EQUAL = [("tree", 1, 8), ("tree", 0, 8), ("leaf", 0, 8), ("root", 0, 8)]
EQUAL += [("tree", 1, 32), ("leaf", 0, 32), ("root", 0, 32)]
TIMES = [("tree", 1, 8), ("leaf", 0, 8), ("root", 0, 8)]


def duel(scheme: str, loss: int, workers: int, iterations: int, games: int) -> dict:
    """One row: a parallel search against the sequential one; wins, draws and losses of the parallel side."""
    parallel = ParallelPlayer(iterations, workers, scheme=scheme, loss=loss)
    sequential = MCTSPlayer(ITERATIONS, reuse=False)
    result = match(
        parallel, sequential, games, state=ConnectFour(), seed=SEED, progress=False
    ).total
    row = {"scheme": scheme, "loss": loss, "workers": workers, "iterations": iterations}
    print(row, result, flush=True)
    return {**row, **result._asdict()}


def main(games: int = 300) -> None:
    equal = [duel(*setting, ITERATIONS, games) for setting in EQUAL]
    times = [duel(*setting, ITERATIONS * setting[2], games // 3) for setting in TIMES]
    found = {"seed": SEED, "sequential": ITERATIONS, "equal iterations": equal, "equal time": times}
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
