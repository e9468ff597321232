"""Compare the compiled engine with the same four phases in plain C (`c_kernel.c`).

    python -m tests.bench.c_kernel
    python -m tests.bench.c_kernel --games connect4 --iterations 1000 --rounds 101

The system's `cc` compiles the C file once for each set of options.  The engine and the C programs
take turns and use the same seed.  They must all give each action of the root the same visits and
points.  A table row shows the CPU time of the C program divided by the CPU time of the engine: 1
means equally fast, and a smaller number means that C is faster.  Each ratio is a median over the
rounds.  The last row for a game measures a single iteration, so it shows the fixed cost of a call
in microseconds.

With gcc on an otherwise idle machine, the ratios were between 1.13 and 1.19 at 100,000 iterations.
At 1,000 iterations they were between 1.20 and 1.23 for tic-tac-toe, and between 1.03 and 1.06 for
Connect Four.  While other programs ran, the smallest ratio was 0.97.  One iteration took about 17
µs.  Nearly all of this time is the fixed cost of a call, which consists of many small steps in
Python.
"""

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from mctslib import UCB1, fast
from mctslib.fast.games import pack
from mctslib.fast.warm import ready
from mctslib.fast.xorshift import Xorshift

from .contestants import GAMES

SOURCE = Path(__file__).with_name("c_kernel.c")
OPTIONS = ["-O2", "-O3", "-O3 -march=native"]
PLAYED = ["3", "4", "5", "6", "connect4"]  # the games of the C file; "3" is tic-tac-toe on 3×3
USUAL = ["3", "connect4"]
ENOUGH = 0.02  # CPU seconds of one measurement; a shorter search is repeated
MOST_ACTIONS = 64
C = sqrt(2)


class Counts(NamedTuple):
    """The action that a search chooses, and the counts of the root's actions."""

    action: int  # the action to play
    visits: dict[int, int]  # action → its visits
    points: dict[int, int]  # action → twice the sum of its rewards


def compiler() -> str | None:
    """Return the path of the system's C compiler, or None if the system has none."""
    return shutil.which("cc")


def compile_kernel(folder: Path, options: str) -> ctypes.CDLL:
    """Compile the C file, and load it.

    folder   the folder for the compiled file
    options  the options of the compiler, such as "-O3 -march=native"
    """
    library = folder / f"kernel{options.replace(' ', '')}.so"
    command = ["cc", "-std=c99", *options.split(), "-shared", "-fPIC", SOURCE, "-o", library, "-lm"]
    subprocess.run(command, check=True)
    kernel = ctypes.CDLL(str(library))
    kernel.make_tables()
    return kernel


class CSearch:
    """A search by the C program from the start of a game.

    kernel  the loaded C program
    game    the name of the game, as in `contestants.GAMES`
    """

    def __init__(self, kernel: ctypes.CDLL, game: str) -> None:
        state = GAMES[game]
        rules, board = pack(state)
        self.kernel = kernel
        self.kernel.search.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_void_p,
            ctypes.c_double,
            ctypes.c_int64,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        self.rules = np.array([*rules, 0, 0, 0], np.int64)
        self.board = np.array(board, np.int64)
        self.to_move = state.current_player
        self.generator = np.zeros(1, np.uint64)
        self.visits = np.zeros(MOST_ACTIONS, np.int64)
        self.points = np.zeros(MOST_ACTIONS, np.int64)
        arrays = self.rules, self.board, self.generator, self.visits, self.points
        self.places = [array.ctypes.data for array in arrays]

    def __call__(self, seed: int, iterations: int) -> int:
        """Search, and return the action to play."""
        rules, board, generator, visits, points = self.places
        self.generator[0] = Xorshift(seed).state
        return self.kernel.search(
            rules, board, self.to_move, generator, C, iterations, visits, points
        )

    def counts(self, seed: int, iterations: int) -> Counts:
        """Search, and return the action to play and the counts at the root."""
        self.visits[:] = 0
        action = self(seed, iterations)
        tried = [int(place) for place in np.flatnonzero(self.visits)]
        visits = {place: int(self.visits[place]) for place in tried}
        points = {place: int(self.points[place]) for place in tried}
        return Counts(action, visits, points)


class OurSearch:
    """A search by the compiled engine from the start of a game."""

    def __init__(self, game: str) -> None:
        self.state = GAMES[game]
        self.policy = UCB1(C)

    def __call__(self, seed: int, iterations: int) -> int:
        """Search, and return the action to play."""
        return self.search(seed, iterations).action

    def search(self, seed: int, iterations: int) -> Any:
        """Search, and return the result."""
        return fast.search(self.state, iterations, seed=Xorshift(seed), tree_policy=self.policy)

    def counts(self, seed: int, iterations: int) -> Counts:
        """Search, and return the action to play and the counts at the root."""
        result = self.search(seed, iterations)
        children = sorted(result.root.children.items())
        visits = {action: child.visits for action, child in children}
        points = {action: int(2 * child.value_sum) for action, child in children}
        return Counts(result.action, visits, points)


def cpu_seconds(search: Callable[[int, int], int], seed: int, iterations: int) -> float:
    """Return the CPU time of one search, or the mean of several searches if one is short."""
    searches = 0
    start = time.process_time()
    while True:
        search(seed + searches, iterations)
        searches += 1
        spent = time.process_time() - start
        if spent >= ENOUGH:
            return spent / searches


def check_counts(ours: OurSearch, others: list[CSearch], iterations: int) -> None:
    """Raise ValueError unless all searches return the same counts for the same seed."""
    expected = ours.counts(1, iterations)
    for other in others:
        found = other.counts(1, iterations)
        if found != expected:
            raise ValueError(f"The counts differ: {expected} by the engine, {found} in C.")


class Row(NamedTuple):
    """The medians for one number of iterations."""

    seconds: float  # the CPU time of one search by the engine, in seconds
    ratios: list[float]  # for each C program, its CPU time divided by the engine's CPU time


def measure(ours: OurSearch, others: list[CSearch], iterations: int, rounds: int) -> Row:
    """Run each search in turn in each round, and return the medians."""
    check_counts(ours, others, iterations)
    seconds = []
    ratios: list[list[float]] = [[] for _ in others]
    for number in range(rounds):
        own = cpu_seconds(ours, number, iterations)
        seconds.append(own)
        for found, other in zip(ratios, others):
            found.append(cpu_seconds(other, number, iterations) / own)
    return Row(median(seconds), [median(found) for found in ratios])


def options_of_the_command_line() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.c_kernel", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--games", nargs="*", choices=PLAYED, default=USUAL, help="3 is tic-tac-toe on 3×3"
    )
    parser.add_argument(
        "--iterations",
        type=int,
        nargs="*",
        default=[1000, 100_000, 1],
        help="iterations in one search",
    )
    parser.add_argument("--rounds", type=int, default=31, help="number of measurements (31)")
    return parser.parse_args()


def main() -> None:
    options = options_of_the_command_line()
    if compiler() is None:
        sys.exit("This machine has no C compiler named cc, so nothing is compared.")
    ready(quiet=True)
    print("CPU time of C divided by the CPU time of the compiled engine, with these cc options")
    columns = "".join(f"{name:>20}" for name in OPTIONS)
    print(f"{'game':10}{'iterations':>12}{'engine, µs':>12}{columns}")
    with tempfile.TemporaryDirectory() as folder:
        kernels = [compile_kernel(Path(folder), one) for one in OPTIONS]
        for game in options.games:
            others = [CSearch(kernel, game) for kernel in kernels]
            for iterations in options.iterations:
                row = measure(OurSearch(game), others, iterations, options.rounds)
                ratios = "".join(f"{ratio:20.3f}" for ratio in row.ratios)
                print(f"{game:10}{iterations:12,}{1e6 * row.seconds:12,.1f}{ratios}", flush=True)


if __name__ == "__main__":
    main()
