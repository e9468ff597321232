"""Many independent jobs on all cores, or on a cluster: whatever `concurrent.futures` executor there is.

A job that was done stays done: if a worker dies, only what it was busy with is given to another.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

MANY = 1000  # jobs for which processes of our own are worth starting
TRIES = 3
TICK = 0.1  # seconds without news between two looks at the stop button


class Done(NamedTuple):
    """What a job gave, or the error in it."""

    number: int
    value: Any = None
    error: Exception | None = None


def spread(
    function: Callable, jobs: Sequence[tuple], executor: Executor | None = None
) -> Iterator[tuple[int, Any] | None]:
    """`function(*job)` for each of the jobs: (its number, its value), in the order in which they are done.

    None comes ten times a second while there is nothing new, so that whoever asks can hear a stop button.

    executor  anything with the methods of `concurrent.futures.Executor`; without one, processes on all cores of this
              machine.  If it breaks, processes of our own go on.  (Whether a whole cluster that has gone away is
              given up, and when, is its client's decision; Dask's may wait for it to come back.)

    An error in a job is raised here.  RuntimeError: the workers died three times, and whatever was done is yielded.
    """
    waiting = dict(enumerate(jobs))
    for attempt in range(TRIES):
        pool = executor if executor is not None and not attempt else own_pool()
        try:
            for done in one_go(function, waiting, pool):
                if done is None:
                    yield None
                    continue
                del waiting[done.number]
                if done.error:
                    raise done.error
                yield done.number, done.value
        finally:
            if pool is not executor:
                pool.shutdown(wait=False, cancel_futures=True)
        if not waiting:
            return
    raise RuntimeError(
        f"The workers died {TRIES} times; {len(waiting)} of {len(jobs)} jobs are not done."
    )


def one_go(function: Callable, waiting: dict[int, tuple], pool: Executor) -> Iterator[Done | None]:
    """Hand all the jobs to the pool; yields those that come back.  Those of a worker that dies do not."""
    futures: list[Future] = []
    news: SimpleQueue[Future] = SimpleQueue()
    try:
        with (
            suppress(RuntimeError),
            main_hidden(),
            deaf(),
        ):  # a pool that is broken or closed takes no more
            futures.extend(
                pool.submit(attempt, function, number, job) for number, job in list(waiting.items())
            )
        for future in futures:
            future.add_done_callback(news.put)
        left = len(futures)
        while left:
            try:
                future = news.get(timeout=TICK)
            except Empty:
                yield None
                continue
            left -= 1
            if (
                not future.cancelled() and future.exception() is None
            ):  # an error of the job is in what it returns
                yield future.result()
    finally:
        for future in futures:
            future.cancel()


def attempt(function: Callable, number: int, job: tuple) -> Done:
    """Do one job, in the worker."""
    try:
        return Done(number, function(*job))
    except Exception as error:
        return Done(number, error=error)


def own_pool() -> Executor:
    """One process a core, each started afresh: a copy of a process with threads may hang.

    The stop button is for whoever waits for them; it reaches every process of the group, and they do not listen.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        os.cpu_count(), context, signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )


@contextmanager
def deaf() -> Iterator[None]:
    """A press of the stop button is heard after the block, and never by a process that starts in it.

    Before its first line of ours a process would end in a page of traceback.  (Windows has no such mask.)
    """
    mask = getattr(signal, "pthread_sigmask", lambda how, signals: signals)
    before = mask(getattr(signal, "SIG_BLOCK", 0), {signal.SIGINT})
    try:
        yield
    finally:
        mask(getattr(signal, "SIG_SETMASK", 0), before)


_hiding = threading.Lock()  # one at a time, or the second would put back what the first has hidden


@contextmanager
def main_hidden() -> Iterator[None]:
    """New processes would run the main script again, to have what it defines; ours need nothing of it."""
    main = sys.modules["__main__"]
    with _hiding:
        names = [name for name in ("__file__", "__spec__") if name in main.__dict__]
        hidden: dict[str, Any] = {name: main.__dict__.pop(name) for name in names}
        main.__spec__ = None
        try:
            yield
        finally:
            main.__dict__.update(hidden)


def portable(*things: Any) -> bool:
    """Whether other processes can have these things: not if their classes stand in the notebook or main script."""
    try:
        return b"__main__" not in pickle.dumps(things)
    except Exception:
        return False
