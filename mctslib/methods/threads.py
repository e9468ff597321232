"""Real threads: **root parallelisation** with the compiled engine (Chaslot, Winands and van den Herik, 2008).

Each thread grows a tree of its own with random numbers of its own, and what the trees say is added up.  The kernels
let other threads run meanwhile; pure Python does not, so games without kernels gain nothing.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from mctslib import fast
from mctslib.fast.xorshift import Xorshift
from mctslib.game import State
from mctslib.limits import deferred_interrupt, whole_number
from mctslib.methods.parallel import added_up
from mctslib.policies import UCB1, most_visited
from mctslib.result import SearchResult


def search_threads(
    state: State,
    iterations: int,
    threads: int,
    *,
    seed: int | None = None,
    tree_policy: UCB1 = UCB1(),
) -> SearchResult:
    """Search with so many trees at a time, each with its share of the iterations (rounded up).

    The same seed and as many threads give the same answer.  The tree of the answer is its root and their children,
    with the visits and values of all trees.  The stop button ends all.  Raises ValueError for numbers below 1, and
    `NoKernel` for a game that the compiled engine does not know.
    """
    fast.need_numba()
    iterations, threads = whole_number("iterations", iterations), whole_number("threads", threads)
    numbers, share, start = Xorshift(seed), -(-iterations // threads), time.perf_counter()
    seeds = [Xorshift(numbers.getrandbits(64)) for _ in range(threads)]

    def grow(own: Xorshift, stop: threading.Event) -> SearchResult:
        return fast.search(state, share, seed=own, tree_policy=tree_policy, stop=stop)

    with deferred_interrupt() as interrupt, ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(lambda own: grow(own, interrupt), seeds))
    root = added_up([result.root for result in results])
    why = "interrupt" if interrupt.is_set() else results[0].stopped_by
    done = sum(result.iterations for result in results)
    return SearchResult(root, most_visited(root), done, time.perf_counter() - start, why)
