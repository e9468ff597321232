"""Search on several threads with the compiled engine (root parallelisation).

Each thread grows its own tree with its own random numbers.  At the end the visits and value sums of
all trees are added up (Chaslot, Winands and van den Herik, 2008).  While a kernel of the compiled
engine runs, other threads can also run.  Pure Python code cannot run on several threads at once, so
a game without kernels would gain nothing.
"""

import time
from concurrent.futures import ThreadPoolExecutor

from mctslib import fast
from mctslib.door.entrance import Stop
from mctslib.door.limits import deferred_interrupt, whole_number
from mctslib.door.result import SearchResult
from mctslib.fast.xorshift import Xorshift
from mctslib.game import State
from mctslib.methods.parallel import added_up
from mctslib.policies import UCB1, most_visited


def search_threads(
    state: State,
    iterations: int,
    threads: int,
    *,
    seed: int | None = None,
    tree_policy: UCB1 = UCB1(),
) -> SearchResult:
    """Grow one tree on each thread, and return the sum of the trees as one result.

    iterations  ≥ 1, the total number of iterations; every tree gets an equal share, rounded up
    threads     ≥ 1, the number of threads
    seed        the seed of the random numbers; the same seed and the same number of threads give
                the same result

    The result's tree is a root and its children, with the visits and value sums of all trees added
    up.  The stop button ends the search on all threads.  Raises ValueError for numbers below 1, and
    `NoKernel` for a game that has no kernels in the compiled engine.
    """
    fast.need_numba()
    iterations = whole_number("iterations", iterations)
    threads = whole_number("threads", threads)
    share = -(-iterations // threads)  # rounded up
    numbers = Xorshift(seed)
    start = time.perf_counter()
    seeds = [Xorshift(numbers.getrandbits(64)) for _ in range(threads)]

    def grow(seed_of_thread: Xorshift, stop: Stop) -> SearchResult:
        return fast.search(state, share, seed=seed_of_thread, tree_policy=tree_policy, stop=stop)

    with deferred_interrupt() as interrupt, ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(lambda one: grow(one, interrupt), seeds))
    root = added_up([result.root for result in results])
    stopped_by = "interrupt" if interrupt.is_set() else results[0].stopped_by
    done = sum(result.iterations for result in results)
    seconds = time.perf_counter() - start
    return SearchResult(root, most_visited(root), done, seconds, stopped_by)
