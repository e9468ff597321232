"""Measure the speed of the compiled engine on real threads, with two clocks."""

import time
from importlib.util import find_spec
from typing import NamedTuple

from mctslib import fast
from mctslib.games import ConnectFour
from mctslib.methods.threads import search_threads

ITERATIONS = 200_000


class Speed(NamedTuple):
    """Iterations per second of wall-clock time, and per second of CPU time of all threads
    together.
    """

    wall: float
    cpu: float


def threads_available() -> bool:
    """Load the compiled engine, or print that numba is missing; return whether it is loaded."""
    if find_spec("numba") is None:
        print(fast.MISSING)
        return False
    search_threads(ConnectFour(), 1_000, 2, seed=0)  # load the engine before the clock runs
    return True


def speed(threads: int, iterations: int = ITERATIONS) -> Speed:
    """Return the speed of a search of Connect Four with this number of threads."""
    wall = time.perf_counter()
    cpu = time.process_time()
    done = search_threads(ConnectFour(), iterations, threads, seed=0).root.visits
    return Speed(done / (time.perf_counter() - wall), done / (time.process_time() - cpu))


def same_again(threads: int = 2) -> bool:
    """Return whether two searches on threads with the same seed give the same shares of visits."""
    first, second = (
        search_threads(ConnectFour(), 20_000, threads, seed=5).distribution() for _ in range(2)
    )
    return first == second
