"""`search` of the compiled engine: the same arguments and the same answer as `mctslib.search`, and the same trace.

The kernels run in chunks of about a millisecond; between two chunks the clock, the stop button and the interrupt
are looked at, the arrays grow, and the records are read.
"""

import random
import time
import warnings
from contextlib import suppress
from math import inf

import numpy as np

from mctslib.fast import kernels, memory
from mctslib.fast.draws import NUMBERS, WORDS
from mctslib.fast.games import refuse
from mctslib.fast.kernels import NO_RECORDS
from mctslib.fast.layout import LONGEST
from mctslib.fast.nodes import FastNode, compiled
from mctslib.fast.selection import TABLE
from mctslib.fast.tree import BYTES_A_NODE, SPARE, FastTree
from mctslib.fast.warm import SEARCH, ready
from mctslib.fast.xorshift import Xorshift
from mctslib.guard import alone, as_root, check_options
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.result import SearchResult
from mctslib.search import PHASES, Phases, State, Stop
from mctslib.tree import Iteration, Node

CHUNK_SECONDS, LONG_CHUNK_SECONDS = (
    0.001,
    0.01,
)  # between two looks at the clock; where there is no time limit
FIRST_CHUNK, RECORDED_CHUNK = 128, 512  # iterations
MOST_VISITS = (1 << 30) - 1  # of a node: its points, twice as many at most, must fit into 32 bits
MISSING = 1000  # places that are added where a few are missing at the end
STEP = (
    1 << 17
)  # places: made at first, if so many may be needed; and filled before the system is asked again
MOST_PLACES = 1 << 29
REWARDS = {0: (0.0, 1.0), 1: (0.5, 0.5), 2: (1.0, 0.0)}


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
    """As `mctslib.search`; the same seed gives the same tree.

    root    a state, or the root of a compiled tree; of a tree of plain nodes a copy is grown, `SearchResult.root`
    seed    may also be an `Xorshift`, which is a little faster

    Raises `NoKernel` for a game without kernels, for another tree policy than `UCB1(c)`, another rollout policy
    than `uniform`, and phases of one's own.  A search that runs out of memory ends with what it has, and
    `stopped_by` is "memory".
    """
    check_options(tree_policy=tree_policy, rollout_policy=rollout_policy, final_move=final_move)
    root, limit, rng = as_root(root), as_limit(limit), as_generator(seed)
    other = (
        "`mctslib.search` of `fast.plain(root)`"
        if isinstance(root, FastNode)
        else "`mctslib.search`"
    )
    refuse(rng, tree_policy, rollout_policy, phases, other)
    with alone(root):
        node = root if isinstance(root, FastNode) and root.parent is None else compiled(root)
        ready(names=SEARCH)
        run = Run(node.tree, limit, rng, tree_policy.c, trace)  # type: ignore[attr-defined]
        with deferred_interrupt() as interrupt:
            while not run.stopped_by:
                run.chunk()
                pressed = "interrupt" if interrupt.is_set() else None
                if stop and stop.is_set():
                    pressed = pressed or getattr(stop, "reason", "stop")
                run.stopped_by = pressed or run.stopped_by
        store(run.words, rng)
        action = node.tree.most_visited() if final_move is most_visited else final_move(node)
        return SearchResult(node, action, run.done, run.seconds(), run.stopped_by)


def as_generator(seed: random.Random | int | None) -> random.Random:
    """The generator of `mctslib.search` for the same seed; without any, the faster one."""
    if seed is None:
        return Xorshift()
    return seed if isinstance(seed, random.Random) else random.Random(seed)


def load(rng: random.Random) -> np.ndarray:
    """The state of a generator, as the kernels want it: of Xorshift; of `random.Random` 0, its index and its words.

    `store` gives it back, so both engines go on with the same numbers.
    """
    words = np.zeros(WORDS, np.int64)
    if type(rng) is Xorshift:
        words[:1].view(np.uint64)[0] = rng.state
    else:
        *words[2:NUMBERS], words[1] = rng.getstate()[1]
        kernels.prepare(words)
    return words


def store(words: np.ndarray, rng: random.Random) -> None:
    """Put the generator where the kernels left off."""
    if isinstance(rng, Xorshift):
        rng.state = int(words[:1].view(np.uint64)[0])
    else:
        rng.setstate((rng.VERSION, (*words[2:NUMBERS].tolist(), int(words[1])), rng.gauss_next))  # type: ignore[attr-defined]


class Run:
    """One call of `search`: what is done so far, and what there is left to do."""

    def __init__(
        self,
        tree: FastTree,
        limit: Limit,
        rng: random.Random,
        c: float,
        trace: list[Iteration] | None,
    ) -> None:
        self.start = time.perf_counter()
        self.tree, self.limit, self.c, self.trace = tree, limit, float(c), trace
        self.words = load(rng)
        self.scratch = kernels.new_scratch()
        self.done, self.asked, self.moved = 0, STEP, False
        self.stopped_by: str | None = None
        self.rate = FIRST_CHUNK / CHUNK_SECONDS  # iterations a second, as far as is known
        self.records = NO_RECORDS
        if trace is not None:
            self.records = (
                np.zeros((RECORDED_CHUNK, 4), np.int64),
                np.zeros((RECORDED_CHUNK, LONGEST), np.uint8),
            )

    def seconds(self) -> float:
        return time.perf_counter() - self.start

    def chunk(self) -> None:
        """Some iterations more; at the end of them `stopped_by` says which bound is reached, if any."""
        tree = self.tree
        with tree.lock:
            before = self.seconds()  # here: waiting for readers is not the kernel's time
            if tree.visits >= MOST_VISITS or not self.make_room():
                self.stopped_by = "memory"
                warnings.warn(memory.spent(tree.nodes, tree.visits), RuntimeWarning, stacklevel=4)
                return
            nodes = 2**31 if self.limit.nodes is None else int(min(self.limit.nodes, 2**31))
            position = tree.rules, tree.board, tree.state.current_player
            numbers = self.words, self.c, self.size(before), nodes, TABLE
            tree.grown += 1  # before: an exception may come straight after
            done = kernels.grow(
                *position, tree.rows, tree.counters, *numbers, *self.scratch, *self.records
            )
        self.done += done
        after = self.seconds()
        self.rate = done / max(after - before, 1e-6)
        self.read(done)
        self.stopped_by = self.limit.reached(self.done, after, tree.nodes)

    def size(self, now: float) -> int:
        """How many iterations the next chunk has."""
        seconds = LONG_CHUNK_SECONDS
        if self.limit.seconds is not None:
            seconds = min(CHUNK_SECONDS, max(self.limit.seconds - now, 0))
        bounds = [
            self.rate * seconds,
            64 * max(self.done, FIRST_CHUNK),
            MOST_VISITS - self.tree.visits,
        ]
        if self.limit.iterations is not None:
            bounds.append(self.limit.iterations - self.done)
        if self.trace is not None:
            bounds.append(RECORDED_CHUNK)
        return max(int(min(bounds)), 1)

    def make_room(self) -> bool:
        """See that the next nodes have places; False if there is no memory for them."""
        tree = self.tree
        if tree.used >= self.asked:
            self.asked = tree.used + STEP
            if tree.used * BYTES_A_NODE > memory.may_have(tree.used * BYTES_A_NODE):
                return False
        return tree.used + SPARE <= tree.places or self.make_places()

    def make_places(self) -> bool:
        """A larger array: a small one first, then all that may ever be needed, so that it is moved only once.

        How many places lie free between the nodes comes and goes: at the end a few may be missing, and it moves again.
        """
        tree = self.tree
        left = min(
            (self.limit.iterations or inf) - self.done,
            (self.limit.nodes or inf) - tree.nodes,
            MOST_PLACES,
        )
        if tree.used < STEP:
            left = min(left, STEP)
        else:
            left = left if not self.moved else max(left, MISSING) if left <= STEP else 0
            left = min(left, memory.may_have(tree.used * BYTES_A_NODE) // BYTES_A_NODE - tree.used)
            self.moved = True
        while left >= 1:
            with suppress(MemoryError):
                tree.resize(tree.used + SPARE + int(left))
                return True
            left //= 2
        return False

    def read(self, done: int) -> None:
        """Turn the records of the last chunk into `Iteration`s."""
        if self.trace is None:
            return
        records, lines = self.records
        for (depth, expanded, length, outcome), line in zip(
            records[:done].tolist(), lines[:done].tolist()
        ):
            actions = tuple(line[:length])
            self.trace.append(
                Iteration(actions[:depth], bool(expanded), actions[depth:], REWARDS[outcome])
            )
