"""Measure the CPU time of tasks in several rounds, in which the tasks take turns.

Because the tasks take turns, a busy period of the machine slows down all tasks alike.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from cProfile import Profile
from functools import partial
from typing import Any

from mctslib.fast.xorshift import Xorshift
from mctslib.game import Action, State
from mctslib.machine import in_browser
from mctslib.tree import Iteration

RUNS = 7
PATIENCE = 60.0  # the longest time in seconds for which the other threads wait
Task = Callable[[], Any]
# Browsers provide no CPU clock, so the elapsed time is measured there.
thread_time = time.perf_counter if in_browser() else time.thread_time


def moves_of(trace: Iterable[Iteration], start: State) -> list[tuple[Any, Action]]:
    """Return all positions in the games of a trace, each with the move made from it.

    trace  the iterations of a search
    start  the position in which all games of the trace begin
    """
    moves = []
    for iteration in trace:
        state = start
        for action in iteration.path + iteration.rollout:
            moves.append((state, action))
            state = state.apply(action)
    return moves


@contextmanager
def alone() -> Iterator[None]:
    """Context manager: keep the other threads of this Python process from running.

    The other threads wait for `PATIENCE` seconds, or until this thread waits for something.  This
    is necessary because cProfile has counted the calls of all threads together since Python 3.12.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(PATIENCE)
    try:
        time.sleep(10 * usual)  # threads that are already waiting may run once more
        yield
    finally:
        sys.setswitchinterval(usual)


def profile_of(search: Callable[..., Any], start: Any, iterations: int) -> Profile:
    """Profile a search, and return the profile, which counts only the CPU time of this thread.

    search      the search function to call
    start       the position from which to search
    iterations  the number of iterations
    """
    profile = Profile(thread_time)
    with alone():
        profile.runcall(search, start, iterations, seed=Xorshift(1))
    return profile


def each(work: Callable[..., Any], cases: Iterable[tuple[Any, ...]]) -> Task:
    """Return a task that calls `work(*case)` for each of the cases."""
    ready = list(cases)

    def task() -> None:
        for case in ready:
            work(*case)

    return task


def in_turns(tasks: Mapping[str, Task], runs: int = RUNS) -> dict[str, list[float]]:
    """Run each task once per round, in turn, and return its CPU seconds in each round.

    tasks  a dictionary: name → task
    runs   the number of rounds, 1 or more
    """
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(runs):
        for name, task in tasks.items():
            seconds[name].append(_seconds(task))
    return seconds


def iterations_per_second(
    searches: Mapping[str, partial[Any]], runs: int = RUNS
) -> dict[str, list[float]]:
    """Run each search once per round, in turn, and return its iterations per second in each round.

    searches  a dictionary: name → `partial(search, start, iterations, …)`
    runs      the number of rounds, 1 or more
    """
    seconds = in_turns(searches, runs)
    rates = {}
    for name, search in searches.items():
        iterations = search.args[1]
        rates[name] = [iterations / one_run for one_run in seconds[name]]
    return rates


def shares(parts: Mapping[str, Sequence[Task]], runs: int = RUNS) -> dict[str, list[list[float]]]:
    """Measure each part's time as a share of the time of the whole.

    parts  a dictionary: name of a part → one task for each version of this part; the first version
           of the last part is the whole
    runs   the number of rounds, 1 or more

    Returns a dictionary: part → one list for each version, with the shares in all rounds in
    ascending order.
    """
    rounds = []
    for _ in range(runs):
        rounds.append({part: [_seconds(task) for task in tasks] for part, tasks in parts.items()})
    last = list(parts)[-1]
    result = {}
    for part, tasks in parts.items():
        versions = []
        for version in range(len(tasks)):
            runs_of_version = [seconds[part][version] / seconds[last][0] for seconds in rounds]
            versions.append(sorted(runs_of_version))
        result[part] = versions
    return result


def rounded(rate: float) -> int:
    """Return a speed with two significant digits, because the other digits vary between runs."""
    return int(float(f"{rate:.1e}"))


def _seconds(task: Task) -> float:
    begun = thread_time()
    task()
    return thread_time() - begun
