"""How fast the compiled engine searches on real threads, by two clocks."""

import time
from importlib.util import find_spec
from typing import NamedTuple

from mctslib import fast
from mctslib.games import ConnectFour
from mctslib.methods.threads import search_threads

ITERATIONS = 200_000


class Speed(NamedTuple):
    """Iterations per second: by the clock on the wall, and by the CPU time of all threads."""

    wall: float
    cpu: float


def threads_available() -> bool:
    """Return whether the compiled engine is there, and load it; otherwise say what is missing."""
    if find_spec("numba") is None:
        print(fast.MISSING)
        return False
    search_threads(ConnectFour(), 1_000, 2, seed=0)  # loaded before the clock runs
    return True


def speed(threads: int, iterations: int = ITERATIONS) -> Speed:
    """Return how fast Connect Four is searched on `threads` threads."""
    wall = time.perf_counter()
    cpu = time.process_time()
    done = search_threads(ConnectFour(), iterations, threads, seed=0).root.visits
    return Speed(done / (time.perf_counter() - wall), done / (time.process_time() - cpu))


def same_again(threads: int = 2) -> bool:
    """Return whether two searches with one seed give the same visits, however they are timed."""
    first, second = (
        search_threads(ConnectFour(), 20_000, threads, seed=5).distribution() for _ in range(2)
    )
    return first == second
