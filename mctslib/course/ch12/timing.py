"""How long things take: in CPU time, several times, in turns, so that a busy moment of the machine meets them all."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from mctslib.game import Action, State
from mctslib.machine import in_browser
from mctslib.tree import Iteration

RUNS = 7
PATIENCE = 60.0  # seconds
Task = Callable[[], Any]
thread_time = (
    time.perf_counter if in_browser() else time.thread_time
)  # no clock of the CPU runs in a browser


def moves_of(trace: Iterable[Iteration], start: State) -> list[tuple[Any, Action]]:
    """Every position of the games of a trace, each with the move that was made there; `start` begins them all."""
    found = []
    for one in trace:
        state = start
        for action in one.path + one.rollout:
            found.append((state, action))
            state = state.apply(action)
    return found


@contextmanager
def alone() -> Iterator[None]:
    """Meanwhile no other thread of this Python runs, for PATIENCE seconds or until ours waits for something.

    Since Python 3.12 cProfile notes what any thread calls as if ours had called it.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(PATIENCE)
    try:
        time.sleep(10 * usual)  # those that are waiting already would be let in once more
        yield
    finally:
        sys.setswitchinterval(usual)


def each(work: Callable[..., Any], cases: Iterable[tuple[Any, ...]]) -> Task:
    """A task: `work(*case)` for each of the cases."""
    ready = list(cases)

    def task() -> None:
        for case in ready:
            work(*case)

    return task


def in_turns(tasks: Mapping[str, Task], runs: int = RUNS) -> dict[str, list[float]]:
    """The CPU seconds of each task in each of so many rounds."""
    rounds = [{name: _seconds(task) for name, task in tasks.items()} for _ in range(runs)]
    return {name: [one[name] for one in rounds] for name in tasks}


def shares(parts: Mapping[str, Sequence[Task]], runs: int = RUNS) -> dict[str, list[list[float]]]:
    """Part → for each version of it what it takes, run by run, as a share of the last part's first version."""
    rounds = [
        {part: [_seconds(task) for task in tasks] for part, tasks in parts.items()}
        for _ in range(runs)
    ]
    whole = list(parts)[-1]
    return {
        part: [sorted(one[part][k] / one[whole][0] for one in rounds) for k in range(len(tasks))]
        for part, tasks in parts.items()
    }


def rounded(rate: float) -> int:
    """Two digits say enough of a speed."""
    return int(float(f"{rate:.1e}"))


def _seconds(task: Task) -> float:
    begun = thread_time()
    task()
    return thread_time() - begun
