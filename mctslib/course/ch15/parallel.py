"""Search on all cores at once: several trees from the same root, their visits added up.

**Root parallelisation** (Cazenave and Jouandeau, 2007; Chaslot, Winands and van den Herik, 2008): each thread grows a
tree of its own with random numbers of its own, and the move with the most visits in all of them is played.  The
kernels of the compiled engine let other threads run meanwhile; pure Python does not, so other games gain nothing.
"""
from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import ceil, inf
from typing import Any

from mctslib import fast
from mctslib.fast.xorshift import Xorshift
from mctslib.game import State
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.policies import FinalMove, most_visited
from mctslib.result import SearchResult
from mctslib.search import Stop
from mctslib.tree import Node


def search_parallel(
    state: State,
    limit: Limit | int = 1000,
    *,
    threads: int | None = None,
    seed: int | None = None,
    final_move: FinalMove = most_visited,
    stop: Stop | None = None,
    **options: Any,
) -> SearchResult:
    """Search with `threads` trees (one a core, if not given); the options are those of `fast.search`.

    limit   its iterations and nodes are shared out, its seconds are the same for all
    seed    the same number, and as many threads, give the same answer, unless the time decides

    The tree of the answer is its root and their children, with the visits and values of all trees together.
    """
    threads = threads or os.cpu_count() or 1
    share = shared_out(as_limit(limit), threads)
    numbers = Xorshift(seed)
    seeds = [Xorshift(numbers.getrandbits(64)) for _ in range(threads)]
    with deferred_interrupt() as interrupt, ThreadPoolExecutor(threads) as pool:
        either = Either(interrupt, stop)
        jobs = [pool.submit(fast.search, state, share, seed=own, stop=either, **options) for own in seeds]
        results = [job.result() for job in jobs]
    root = added_up([result.root for result in results])
    why = "interrupt" if interrupt.is_set() else results[0].stopped_by
    done = sum(result.iterations for result in results)
    return SearchResult(root, final_move(root), done, max(result.seconds for result in results), why)


class Either:
    """A stop button that is pressed when one of two is."""

    def __init__(self, interrupt: threading.Event, stop: Stop | None) -> None:
        self.interrupt, self.stop = interrupt, stop

    def is_set(self) -> bool:
        return self.interrupt.is_set() or bool(self.stop and self.stop.is_set())


def shared_out(limit: Limit, threads: int) -> Limit:
    """What each of so many threads, 1 or more (else ValueError), may do: together at least what the limit says."""
    if threads < 1:
        raise ValueError(f"threads must be a whole number ≥ 1, not {threads}.")
    iterations, nodes = (
        bound if bound is None or bound == inf else ceil(bound / threads) for bound in (limit.iterations, limit.nodes)
    )
    return replace(limit, iterations=iterations, nodes=nodes)


def added_up(roots: list[Node]) -> Node:
    """The root and its children, with the visits and values of all trees."""
    total = Node(roots[0].state)
    children = [child for root in roots for child in root.children.values()]
    for action in sorted({child.action for child in children}):
        total.children[action] = Node(total.state.apply(action), total, action)
    for child in children:
        total.children[child.action].visits += child.visits
        total.children[child.action].value_sum += child.value_sum
    total.visits = sum(root.visits for root in roots)
    total.value_sum = sum(root.value_sum for root in roots)
    return total
