"""What do more threads bring?  Root-parallel search with 1, 2, 4 … threads, up to the cores there are.

    python -m tests.bench.threads [--iterations N] [--rounds N] [--threads 1 2 4]

Every thread grows a tree of N iterations.  The rows are measured in turn, round after round, and the median round
counts.  Wall-clock time is what threads save, so a busy machine shows: `cores` is the CPU time used a second.
"""
from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from statistics import median

from mctslib import ConnectFour, SudoTicTacToe, TicTacToe
from mctslib.course.ch15.parallel import search_parallel
from mctslib.game import State

STATES: dict[str, State] = {"tic-tac-toe": TicTacToe(), "Connect Four": ConnectFour(), "ultimate": SudoTicTacToe(2)}


def up_to_all_cores() -> list[int]:
    """1, 2, 4 … and as many threads as there are cores."""
    cores = os.cpu_count() or 1
    return sorted({1, cores, *(2**k for k in range(10) if 2**k < cores)})


def once(state: State, threads: int, iterations: int, seed: int) -> tuple[float, float]:
    """Iterations a second of all threads together, and CPU seconds used a second."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = search_parallel(state, iterations * threads, threads=threads, seed=seed)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return result.iterations / wall, cpu / wall


def measure(state: State, threads: Sequence[int], iterations: int, rounds: int) -> dict[int, tuple[float, float]]:
    """Threads → the medians of (iterations a second, cores busy)."""
    found: dict[int, list[tuple[float, float]]] = {number: [] for number in threads}
    for turn in range(rounds):
        for number in threads:
            found[number].append(once(state, number, iterations, turn))
    return {number: (median(r for r, _ in each), median(c for _, c in each)) for number, each in found.items()}


def rows(name: str, measured: dict[int, tuple[float, float]]) -> list[str]:
    """A table: the speed-up is that over the first row."""
    first = next(iter(measured.values()))[0]
    lines = [f"\n{name:<14}{'threads':>8}{'iterations/s':>15}{'speed-up':>10}{'cores':>7}"]
    for number, (rate, busy) in measured.items():
        lines.append(f"{number:>22}{rate:>15,.0f}{rate / first:>10.2f}{busy:>7.2f}")
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=100_000, help="of each thread (default 100,000)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, nargs="+", default=up_to_all_cores())
    options = parser.parse_args(arguments)
    for name, state in STATES.items():
        once(state, 1, 100, 0)
        print(*rows(name, measure(state, options.threads, options.iterations, options.rounds)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
