"""Measure what the check of a game costs at the beginning of a search.

    python -m tests.bench.door

For three games a table row shows two shares of the CPU time of a search of 1,000 iterations with
the readable engine: what the checks of the first position and of the first playout take in
addition to the same playout without checks (medians of 201 measurements).
"""

import random
import time
from collections.abc import Callable
from statistics import median

from mctslib import ConnectFour, SudoTicTacToe, TicTacToe, search, uniform
from mctslib.door.contract import check_start, first_look, simulate_to_an_end
from mctslib.game import State

GAMES = {"tic-tac-toe": TicTacToe(), "Connect Four": ConnectFour(), "Sudo": SudoTicTacToe()}
ITERATIONS = 1000


def cpu_seconds(work: Callable[[], object], times: int) -> float:
    """Return the median CPU time of a piece of work."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return median(found)


def shares(state: State) -> tuple[float, float]:
    """Return the cost of checking the first position and the first playout, as shares."""
    after = state.apply(state.legal_actions()[0])

    def playout(simulate: Callable) -> None:
        simulate(after, random.Random(1), uniform)

    whole = cpu_seconds(lambda: search(state, ITERATIONS, seed=1), 9)
    position = cpu_seconds(lambda: check_start(state), 201)
    with_checks = cpu_seconds(lambda: playout(first_look(state)), 201)
    without = cpu_seconds(lambda: playout(simulate_to_an_end), 201)
    return position / whole, (with_checks - without) / whole


def main() -> None:
    """Print the table."""
    print("game            first position  first playout")
    for name, state in GAMES.items():
        position, playout = shares(state)
        print(f"{name:15} {position:14.3%} {playout:14.3%}")


if __name__ == "__main__":
    main()
