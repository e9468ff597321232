"""Measure what MCTS-Solver gains in Connect Four, and when it proves the empty 3×3 board.

    python -m tests.bench.solver

Writes mctslib/course/ch13/matches.json; one process, some fifteen minutes.  The solver does not
take decisive moves at once here, so that the facts alone are measured.  The matches are against
plain UCT at equal iterations, c = 1, no tree kept.  Each pair of games starts from its own four
random moves and is played twice, sides swapped.  A game follows from its number alone.
"""

import json
import time
from collections import Counter
from functools import partial
from pathlib import Path

from mctslib.arena import MCTSPlayer, paired_match
from mctslib.course import ch13
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.solver import Solver
from mctslib.search import search

MATCHES = Path(ch13.__file__).with_name("matches.json")
PAIRS = {100: 400, 300: 200, 1000: 140}  # iterations a move → pairs of games
SEED, PLIES = 13, 4
SEEDS, MOST = range(3), 60_000  # of the proofs of the empty board


def measure(iterations: int, pairs: int) -> dict:
    """Return one row: how many pairs of games there are for each score of the solver.

    The score of a pair is the mean number of points for each of its two games.
    """
    method = partial(Solver, decisive=False)
    solver = MCTSPlayer(iterations, method=method, name=f"solver {iterations}")
    plain = MCTSPlayer(iterations, reuse=False)
    result = paired_match(
        solver, plain, pairs, plies=PLIES, state=ConnectFour(), seed=SEED, progress=False
    )
    return {
        "iterations": iterations,
        "pairs": pairs,
        "scores": dict(sorted(Counter(result.scores).items())),
    }


def proved_after(seed: int, revisit: bool) -> int | None:
    """Return the iterations after which the empty 3×3 board is proved; None beyond `MOST`."""
    solver = Solver(revisit=revisit, decisive=False)
    found = search(TicTacToe(), MOST, seed=seed, **solver.options())
    return found.iterations if found.stopped_by == "proved" else None


def main() -> None:
    """Measure everything and write the file."""
    awake = [proved_after(seed, revisit=False) for seed in SEEDS]
    asleep = [proved_after(seed, revisit=True) for seed in SEEDS]
    rows = []
    for iterations, pairs in PAIRS.items():
        rows.append(measure(iterations, pairs))
        print(rows[-1], f"{time.process_time():.0f} CPU s so far", flush=True)
    table = {
        "command": "python -m tests.bench.solver",
        "empty board": {"awake": awake, "asleep": asleep, "most": [MOST]},
        "game": "Connect Four",
        "plies": PLIES,
        "seed": SEED,
        "rows": rows,
    }
    MATCHES.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
