"""Search with the compiled engine; arguments, result and trace are those of `mctslib.search`.

The kernels run in chunks of about 1 millisecond, or 10 milliseconds if there is no time limit.
Between two chunks the clock and the stop buttons are read, the arrays are enlarged if necessary,
and the records are turned into `Iteration`s.
"""

import random
import time
import warnings
from contextlib import suppress
from math import inf

import numpy as np

from mctslib.door.entrance import Stop
from mctslib.door.guard import alone, as_root, check_options, check_trace_and_stop
from mctslib.door.limits import Limit, as_limit, deferred_interrupt
from mctslib.door.result import SearchResult
from mctslib.fast import kernels, memory
from mctslib.fast.draws import NUMBERS, WORDS
from mctslib.fast.games import refuse
from mctslib.fast.kernels import NO_RECORDS
from mctslib.fast.layout import LONGEST
from mctslib.fast.nodes import FastNode, compiled
from mctslib.fast.selection import TABLE
from mctslib.fast.tree import BYTES_A_NODE, SPARE, FastTree
from mctslib.fast.warm import SEARCH, ready
from mctslib.fast.xorshift import BITS_64, Xorshift
from mctslib.game import State
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.search import PHASES, Phases
from mctslib.tree import Iteration, Node

CHUNK_SECONDS = 0.001  # the length of a chunk in seconds, if the search has a time limit
LONG_CHUNK_SECONDS = 0.01  # the length of a chunk in seconds, if there is no time limit
FIRST_CHUNK = 128  # the number of iterations in the first chunk, before the speed is known
RECORDED_CHUNK = 512  # the largest number of iterations in a chunk, if the iterations are recorded
# the largest number of visits of a node; its points, at most twice as many, must fit into 32 bits
MOST_VISITS = (1 << 30) - 1
MOST_NODES = 1 << 31  # more nodes than any tree has
MOST_SIGNED = (1 << 63) - 1  # the largest whole number that fits into the kernels' arrays
MISSING = (
    1000  # the smallest number of places to add if a few places are missing at the end of a search
)
# At first the arrays get this many places, or fewer if the limits of the search need fewer.
# After each further STEP places the free memory is measured again.
STEP = 1 << 17
MOST_PLACES = 1 << 29
REWARDS = {0: (0.0, 1.0), 1: (0.5, 0.5), 2: (1.0, 0.0)}  # outcome → rewards


def search(
    root: Node | State,
    limit: Limit | int = 1000,
    *,
    seed: random.Random | int | None = None,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    final_move: FinalMove = most_visited,
    phases: Phases = PHASES,
    trace: list[Iteration] | None = None,
    stop: Stop | None = None,
) -> SearchResult:
    """Search like `mctslib.search`; the same seed gives the same tree.

    root    a state, or the root of a compiled tree.  If the root belongs to a tree of plain nodes,
            the search grows a copy, which is the `root` of the result
    seed    as in `mctslib.search`; the seed may also be an `Xorshift`, which is a little faster

    The other arguments are the same as for `mctslib.search`.  A search that runs out of memory
    stops, and the `stopped_by` of its result is "memory".  Raises `NoKernel` for a game without
    kernels, for a tree policy other than `UCB1(c)`, for a rollout policy other than `uniform`, and
    for phases other than `PHASES`.
    """
    check_options(tree_policy=tree_policy, rollout_policy=rollout_policy, final_move=final_move)
    check_trace_and_stop(trace, stop)
    root = as_root(root)
    limit = as_limit(limit)
    rng = as_generator(seed)
    instead = "`mctslib.search`"
    if isinstance(root, FastNode):
        instead = "`mctslib.search` of `fast.plain(root)`"
    refuse(rng, tree_policy, rollout_policy, phases, instead)
    with alone(root):
        is_compiled_root = isinstance(root, FastNode) and root.parent is None
        node = root if is_compiled_root else compiled(root, first_places(limit))
        ready(names=SEARCH)
        run = Run(node.tree, limit, rng, tree_policy.c, trace)  # type: ignore[attr-defined]
        with deferred_interrupt() as interrupt:
            while run.stopped_by is None:
                run.chunk()
                if interrupt.is_set():
                    run.stopped_by = "interrupt"
                elif stop is not None and stop.is_set():
                    run.stopped_by = getattr(stop, "reason", "stop")
        store(run.words, rng)
        if final_move is most_visited:
            action = node.tree.most_visited()  # type: ignore[attr-defined]
        else:
            action = final_move(node)
        return SearchResult(node, action, run.done, run.seconds(), run.stopped_by)


def first_places(limit: Limit) -> int:
    """Return the number of nodes for which the first arrays of a new tree need space."""
    return int(min(limit.iterations or inf, limit.nodes or inf, STEP)) + 1


# ---------------------------------------------------------------------------- random numbers


def as_generator(seed: random.Random | int | None) -> random.Random:
    """Return the generator that `mctslib.search` uses for this seed, or an `Xorshift` for None."""
    if seed is None:
        return Xorshift()
    return seed if isinstance(seed, random.Random) else random.Random(seed)


def load(rng: random.Random) -> np.ndarray:
    """Return the state of a generator in the form that the kernels need.

    For an `Xorshift` the array begins with its state.  For a `random.Random` the array contains 0,
    the generator's index and its words.  The function `store` is the inverse, so both engines
    continue with the same random numbers.
    """
    words = np.empty(WORDS, np.int64)
    if type(rng) is Xorshift:
        words[0] = rng.state if rng.state <= MOST_SIGNED else rng.state - (1 << 64)
    else:
        words[0] = 0
        *words[2:NUMBERS], words[1] = rng.getstate()[1]
        kernels.prepare(words)
    return words


def store(words: np.ndarray, rng: random.Random) -> None:
    """Set a generator to the state that the kernels have left in `words`."""
    if isinstance(rng, Xorshift):
        rng.state = int(words[0]) & BITS_64
    else:
        twister = (*words[2:NUMBERS].tolist(), int(words[1]))
        rng.setstate((rng.VERSION, twister, rng.gauss_next))  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------- one call


class Run:
    """One call of `search`: its progress and its bounds.

    done        the number of iterations made
    stopped_by  the bound that was reached, if any; see `SearchResult`
    words       the state of the random generator, in the form that the kernels need
    rate        the measured number of iterations per second
    asked       the number of used places at which the free memory is measured again
    moved       whether the arrays already have the size that the whole search is expected to need
    """

    def __init__(
        self,
        tree: FastTree,
        limit: Limit,
        rng: random.Random,
        c: float,
        trace: list[Iteration] | None,
    ) -> None:
        self.start = time.perf_counter()
        self.tree = tree
        self.limit = limit
        self.c = float(c)
        self.trace = trace
        self.words = load(rng)
        self.scratch = kernels.scratch_of_thread()
        self.done = 0
        self.stopped_by: str | None = None
        self.rate = FIRST_CHUNK / CHUNK_SECONDS
        self.asked = STEP
        self.moved = False
        self.records = NO_RECORDS
        if trace is not None:
            self.records = (
                np.zeros((RECORDED_CHUNK, 4), np.int64),
                np.zeros((RECORDED_CHUNK, LONGEST), np.uint8),
            )

    def seconds(self) -> float:
        """Return the number of seconds since the search began."""
        return time.perf_counter() - self.start

    def chunk(self) -> None:
        """Run some iterations, and set `stopped_by` to the bound that was reached, or None."""
        tree = self.tree
        with tree.lock:
            before = self.seconds()  # read while the lock is held, so waiting is not counted
            if tree.visits >= MOST_VISITS or not self.make_room():
                self.stopped_by = "memory"
                warnings.warn(memory.spent(tree.nodes, tree.visits), RuntimeWarning, stacklevel=4)
                return
            max_nodes = MOST_NODES
            if self.limit.nodes is not None:
                max_nodes = int(min(self.limit.nodes, MOST_NODES))
            position = tree.rules, tree.board, tree.state.current_player
            numbers = self.words, self.c, self.size(before), max_nodes, TABLE
            tree.grown += 1  # counted first, because an interrupt may come right after the kernel
            done = kernels.grow(
                *position, tree.rows, tree.counters, *numbers, *self.scratch, *self.records
            )
        self.done += done
        after = self.seconds()
        self.rate = done / max(after - before, 1e-6)
        self.read(done)
        self.stopped_by = self.limit.reached(self.done, after, tree.nodes)

    def size(self, now: float) -> int:
        """Return the number of iterations of the next chunk.

        now  the number of seconds since the search began
        """
        limit = self.limit
        seconds = LONG_CHUNK_SECONDS
        if limit.seconds is not None:
            seconds = min(CHUNK_SECONDS, max(limit.seconds - now, 0))
        iterations = MOST_VISITS if limit.iterations is None else limit.iterations - self.done
        most = MOST_VISITS if self.trace is None else RECORDED_CHUNK
        bounds = (
            iterations,
            most,
            self.rate * seconds,
            64 * max(self.done, FIRST_CHUNK),
            MOST_VISITS - self.tree.visits,
        )
        return max(int(min(bounds)), 1)

    def make_room(self) -> bool:
        """Provide places for the next nodes; return False if there is no memory for them."""
        used = self.tree.used
        if used >= self.asked:
            self.asked = used + STEP
            used_bytes = used * BYTES_A_NODE
            if used_bytes > memory.may_have(used_bytes):
                return False
        needed: float = used + SPARE
        if used == 1:  # a new tree gets all places at once, which saves a chunk
            needed += self.places_wanted()
        return needed <= self.tree.places or self.make_places()

    def make_places(self) -> bool:
        """Move the tree to larger arrays; return False if there is no memory for them.

        The first arrays are small.  The next arrays have as many places as the search is expected
        to need, so that the tree moves only once.  The number of free places between the nodes
        varies, however.  If a few places are missing at the end, the tree moves again.
        """
        more = self.places_wanted()
        while more >= 1:
            with suppress(MemoryError):
                self.tree.resize(self.tree.used + SPARE + int(more))
                return True
            more //= 2
        return False

    def places_wanted(self) -> float:
        """Return the number of additional places that the next arrays should have."""
        tree = self.tree
        left = min(
            (self.limit.iterations or inf) - self.done,
            (self.limit.nodes or inf) - tree.nodes,
            MOST_PLACES,
        )
        if tree.used < STEP:
            return min(left, STEP)
        if self.moved:
            left = max(left, MISSING) if left <= STEP else 0
        self.moved = True
        return min(left, memory.may_have(tree.used * BYTES_A_NODE) // BYTES_A_NODE - tree.used)

    def read(self, done: int) -> None:
        """Turn the records of the last chunk, which has `done` iterations, into `Iteration`s."""
        if self.trace is None:
            return
        records, lines = self.records
        for record, line in zip(records[:done].tolist(), lines[:done].tolist()):
            depth, expanded, length, outcome = record
            path = tuple(line[:depth])
            rollout = tuple(line[depth:length])
            self.trace.append(Iteration(path, bool(expanded), rollout, REWARDS[outcome]))
