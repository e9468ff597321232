"""When a search stops: a `Limit` on its effort, and the stop button.

A stop is a flag read between two iterations, so it never leaves a half-updated tree behind.
"""
from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, isnan


@dataclass(frozen=True)
class Limit:
    """How long a search may go on; the bound reached first ends it.

    iterations: whole number ≥ 1.  seconds: wall-clock time ≥ 0.  nodes: size of the tree ≥ 1, the
    root included.  One iteration is always made, however small the other bounds.  Raises ValueError beyond
    these ranges, and without any bound.
    """

    iterations: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.iterations is self.seconds is self.nodes is None:
            raise ValueError("A Limit needs at least one of iterations, seconds or nodes.")
        _whole_number("iterations", self.iterations)
        _whole_number("nodes", self.nodes)
        if self.seconds is not None and (isnan(self.seconds) or self.seconds < 0):
            raise ValueError(f"seconds must be a number ≥ 0, not {self.seconds}.")

    def reached(self, iterations: int, seconds: float, nodes: int) -> str | None:
        """The name of the bound that this much effort has reached, or None."""
        if self.iterations is not None and iterations >= self.iterations:
            return "iterations"
        if self.seconds is not None and seconds >= self.seconds:
            return "seconds"
        return "nodes" if self.nodes is not None and nodes >= self.nodes else None


def _whole_number(name: str, value: float | None) -> None:
    if value is not None and (isnan(value) or value < 1 or (value != inf and value != int(value))):
        raise ValueError(f"{name} must be a whole number ≥ 1, not {value}.")


def as_limit(limit: Limit | int) -> Limit:
    """A `Limit` as it is; a plain number means that many iterations."""
    return limit if isinstance(limit, Limit) else Limit(iterations=limit)


@contextmanager
def deferred_interrupt(clock: Callable[[], float] = time.monotonic) -> Iterator[threading.Event]:
    """Turn Ctrl-C (and Jupyter's stop button) into a flag while the block runs.

    A second one within a second raises KeyboardInterrupt at once, for game code that hangs.
    Outside the main thread Python delivers no signals, and the flag just stays unset.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    first = -inf

    def handler(signum: int, frame: object) -> None:
        nonlocal first
        if clock() - first < 1.0:
            raise KeyboardInterrupt
        first = clock()
        stop.set()

    before = signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
