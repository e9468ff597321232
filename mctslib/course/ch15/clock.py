"""Search in parallel on a simulated clock, which measures how long workers play and how long they
wait.

Because the clock is simulated, a seed gives the same times on every machine.  The clock counts
**ticks**: a playout takes one tick for each of its moves, and at least one tick.  Selection and
backpropagation take no time on this clock.  For long playouts this simplification is nearly exact.
"""

import heapq
import random
from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import Action
from mctslib.methods.parallel import add_virtual_loss, expand, rounds
from mctslib.policies import UCB1, uniform
from mctslib.search import backpropagate, select, simulate
from mctslib.tree import Node, Playout


class TimedPlayout(NamedTuple):
    """One playout on the clock.

    worker  the number of the worker that makes the playout, counted from 0
    start   the tick at which the playout begins
    end     the tick at which the playout is over
    ready   the tick at which the worker may begin its next playout
    """

    worker: int
    start: int
    end: int
    ready: int


def ticks_of(actions: Sequence[Action]) -> int:
    """Return the number of ticks of a playout: one for each action, and at least one."""
    return max(1, len(actions))


def jobs_in_rounds(
    root: Node, ticks: int, workers: int, rng: random.Random, scheme: str = "tree"
) -> list[TimedPlayout]:
    """Search in rounds until the time is up; return the times of all playouts.

    ticks   the search time, ≥ 1; no round begins at this tick or later
    scheme  "tree", "unobserved" or "leaf"

    A round ends when its longest playout ends.
    """
    jobs: list[TimedPlayout] = []
    now = 0
    while now < ticks:
        [records] = rounds(root, workers, workers, rng, scheme=scheme)
        over = now + max(ticks_of(record.rollout) for record in records)
        for worker, record in enumerate(records):
            jobs.append(TimedPlayout(worker, now, now + ticks_of(record.rollout), over))
        now = over
    return jobs


def jobs_without_rounds(
    root: Node, ticks: int, workers: int, rng: random.Random
) -> list[TimedPlayout]:
    """Search with workers that never wait for each other; return the times of all playouts.

    All workers share one tree, with virtual losses.  When its playout is over, a worker
    backpropagates the result and immediately chooses its next leaf.  After the time is up, no
    playout begins.

    ticks  the search time, ≥ 1
    """
    jobs: list[TimedPlayout] = []
    pending: dict[int, tuple[Node, Playout]] = {}  # the leaf and the playout of each worker
    events = [(0, worker) for worker in range(workers)]  # (tick when the worker is free, worker)
    while events:
        now, worker = heapq.heappop(events)
        if worker in pending:
            node, playout = pending.pop(worker)
            add_virtual_loss(node, -1)
            backpropagate(node, playout.rewards)
        if now >= ticks:
            continue
        node = expand(select(root, UCB1()), rng)
        add_virtual_loss(node, 1)
        playout = simulate(node.state, rng, uniform)
        pending[worker] = node, playout
        over = now + ticks_of(playout.actions)
        jobs.append(TimedPlayout(worker, now, over, over))
        heapq.heappush(events, (over, worker))
    return jobs
