"""What MCTS-Solver gains in Connect Four: against plain UCT at equal iterations, c = 1, no tree kept.

    python -m tests.bench.solver [SHARE]     SHARE of the pairs of games (1, if not given); writes ch13/matches.json

Each pair starts from its own four random moves and is played twice, sides swapped; a game follows from its number
alone.  One process, some fifteen minutes.
"""
import json
import sys
import time
from collections import Counter
from pathlib import Path

from mctslib.arena import MCTSPlayer, paired_match
from mctslib.course import ch13
from mctslib.games import ConnectFour
from mctslib.methods.solver import Solver

MATCHES = Path(ch13.__file__).with_name("matches.json")
PAIRS = {100: 900, 300: 400, 1000: 200, 3000: 40}  # iterations a move → pairs of games
SEED = 13


def measure(iterations: int, pairs: int) -> dict:
    """One row: how often the solver scored how many points a game, in a pair."""
    solver = MCTSPlayer(iterations, method=Solver, name=f"solver {iterations}")
    plain = MCTSPlayer(iterations, reuse=False)
    result = paired_match(solver, plain, pairs, plies=4, state=ConnectFour(), seed=SEED, progress=False)
    return {"iterations": iterations, "pairs": pairs, "scores": dict(sorted(Counter(result.scores).items()))}


def main(share: float = 1.0) -> None:
    rows = []
    for iterations, pairs in PAIRS.items():
        rows.append(measure(iterations, max(2, round(share * pairs))))
        print(rows[-1], f"{time.process_time():.0f} CPU s so far", flush=True)
    command = "python -m tests.bench.solver"
    text = json.dumps({"command": command, "game": "Connect Four", "plies": 4, "seed": SEED, "rows": rows}, indent=1)
    MATCHES.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
