"""Run many independent jobs on all cores, or on a cluster with any `concurrent.futures` executor.

No finished job is repeated: if a worker dies, only the jobs without a result are given to other
workers.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

MANY = 1000  # with at least this many jobs it is worth starting processes
TRIES = 3  # the number of pools that may break before the run fails
MOST_ON_WINDOWS = 61  # the largest pool of processes; Windows can wait for at most 63 objects
TICK = 0.1  # seconds between two checks of the stop button
NOT_PORTABLE = (
    "Other processes cannot receive these jobs, because a player, a game or a function in them is "
    "defined in the notebook or main script.  Move the definition into a file, for example "
    "players.py, and import it from there, or call without an executor."
)


class Outcome(NamedTuple):
    """The result of one job: the value that it returned, or the error that it raised."""

    value: Any = None
    error: Exception | None = None


def spread(
    function: Callable, jobs: Sequence[tuple], executor: Executor | None = None
) -> Iterator[tuple[int, Any] | None]:
    """Call `function(*job)` for each job; yield each job's number and value when the job is done.

    function   a function that the workers can import
    jobs       the arguments of each call
    executor   any `concurrent.futures.Executor`.  Without an executor, new processes on all cores
               of this machine do the jobs.  If the executor breaks, such processes do the remaining
               jobs

    While no job finishes, None is yielded ten times per second, so that the caller can check a stop
    button.  If a job raises an error, the caller gets the same error.  Raises RuntimeError if three
    pools in a row break, or if one pool breaks and no other process can receive the jobs.  The
    executor decides whether a cluster that has disappeared counts as broken: Dask's client, for
    example, may wait until the cluster is back.
    """
    waiting = dict(enumerate(jobs))
    for attempt in range(TRIES):
        given = executor if attempt == 0 else None
        pool = own_pool() if given is None else given
        try:
            for finished in outcomes(function, waiting, pool):
                if finished is None:
                    yield None
                    continue
                number, outcome = finished
                del waiting[number]
                if outcome.error is not None:
                    raise outcome.error
                yield number, outcome.value
        finally:
            if given is None:
                pool.shutdown(wait=False, cancel_futures=True)
        if not waiting:
            return
        if not portable(function, jobs):
            raise RuntimeError(NOT_PORTABLE)
    raise RuntimeError(
        f"The workers died {TRIES} times: {len(waiting)} of {len(jobs)} jobs are not done."
    )


def outcomes(
    function: Callable, jobs: dict[int, tuple], pool: Executor
) -> Iterator[tuple[int, Outcome] | None]:
    """Hand all jobs to the pool; yield the number and the outcome of each job that comes back.

    The jobs of a worker that dies do not come back.  While no job comes back, None is yielded every
    `TICK` seconds.
    """
    numbers = submit_all(function, jobs, pool)
    # A queue is faster than `concurrent.futures.wait`, which checks all futures each time.
    finished: SimpleQueue[Future] = SimpleQueue()
    for future in numbers:
        future.add_done_callback(finished.put)
    try:
        left = len(numbers)
        while left > 0:
            try:
                future = finished.get(timeout=TICK)
            except Empty:
                yield None
                continue
            left -= 1
            worker_lived = not future.cancelled() and future.exception() is None
            if worker_lived:
                yield numbers[future], future.result()
    finally:
        for future in numbers:
            future.cancel()


def submit_all(function: Callable, jobs: dict[int, tuple], pool: Executor) -> dict[Future, int]:
    """Hand the jobs to the pool; return a dict: future → the number of its job.

    A pool that is broken or closed accepts no more jobs, so the last jobs may be missing.
    """
    numbers: dict[Future, int] = {}
    with main_hidden(), stop_button_postponed():
        for number, job in list(jobs.items()):
            try:
                future = pool.submit(do_job, function, job)
            except RuntimeError:
                break
            numbers[future] = number
    return numbers


def do_job(function: Callable, job: tuple) -> Outcome:
    """Do one job in the worker; return an error of the job instead of raising it."""
    try:
        return Outcome(value=function(*job))
    except Exception as error:
        return Outcome(error=error)


def workers() -> int:
    """Return the number of processes to start: one for each core, within the limit of Windows."""
    return min(os.cpu_count() or 1, MOST_ON_WINDOWS)


def own_pool() -> Executor:
    """Return a pool of new processes, one for each core.

    The processes are spawned, because a forked copy of a process with threads may hang.  The
    operating system sends the stop button's signal to all processes in the process group.  The
    workers ignore this signal, because the caller handles it.
    """
    # These two imports fail in a browser, so they are inside a function that browsers do not call.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(
        max_workers=workers(),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )


@contextmanager
def stop_button_postponed() -> Iterator[None]:
    """Context manager: postpone a press of the stop button until the end of the block.

    A process that starts inside the block never gets the signal.  Otherwise a new process that is
    interrupted before its initializer runs would print a long traceback.  Windows has no signal
    mask, so on Windows this context manager does nothing.
    """
    if sys.platform == "win32" or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def main_hidden() -> Iterator[None]:
    """Context manager: hide the main script's file from processes that start inside the block.

    A spawned process would run the main script again, to define its functions and classes.  The
    jobs of this library do not need the script.
    """
    main = sys.modules["__main__"]
    hidden: dict[str, Any] = {}
    for name in ("__file__", "__spec__"):
        if name in main.__dict__:
            hidden[name] = main.__dict__.pop(name)
    main.__spec__ = None
    try:
        yield
    finally:
        main.__dict__.update(hidden)


def portable(*things: Any) -> bool:
    """Return whether other processes can receive these objects.

    Other processes cannot receive objects whose class is defined in the notebook or main script.
    """
    try:
        return b"__main__" not in pickle.dumps(things)
    except Exception:
        return False
