"""When a search stops: a `Limit` on its effort, and the stop button.

A stop is a flag read between two iterations, so it never leaves a half-updated tree behind.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from numbers import Real
from sys import float_info
from typing import Any


@dataclass(frozen=True)
class Limit:
    """How long a search may go on; the bound reached first ends it.

    iterations: whole number ≥ 1.  seconds: wall-clock time ≥ 0.  nodes: size of the tree ≥ 1, the
    root included.  One iteration is always made, however small the other bounds.  Raises ValueError beyond
    these ranges, and unless one of the bounds is finite.
    """

    iterations: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        bounds = [
            bound for bound in (self.iterations, self.seconds, self.nodes) if bound is not None
        ]
        if not bounds:
            raise ValueError("A Limit needs at least one of iterations, seconds or nodes.")
        for name, count in (("iterations", self.iterations), ("nodes", self.nodes)):
            if count not in (None, inf):
                whole_number(name, count)
        if self.seconds is not None and not (_is_number(self.seconds) and 0 <= self.seconds <= inf):
            raise ValueError(f"seconds must be a number ≥ 0, not {self.seconds!r}.")
        if min(bounds) == inf:
            raise ValueError(
                "A Limit needs at least one finite bound, else the search would never end."
            )

    def reached(self, iterations: int, seconds: float, nodes: int) -> str | None:
        """The name of the bound that this much effort has reached, or None."""
        if self.iterations is not None and iterations >= self.iterations:
            return "iterations"
        if self.seconds is not None and seconds >= self.seconds:
            return "seconds"
        return "nodes" if self.nodes is not None and nodes >= self.nodes else None


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    fits_into_a_float = not float_info.max < value < inf  # type: ignore[operator]
    return fits_into_a_float


def whole_number(name: str, value: Any) -> int:
    """A count from whoever calls us, as an int.  Raises ValueError unless it is a whole number of at least 1."""
    if not (_is_number(value) and 1 <= value < inf and value == int(value)):
        raise ValueError(f"{name} must be a whole number ≥ 1, not {value!r}.")
    return int(value)


def as_limit(limit: Limit | int) -> Limit:
    """A `Limit` as it is; a plain number means that many iterations."""
    return limit if isinstance(limit, Limit) else Limit(iterations=limit)


class StopButton:
    """Ctrl-C, and Jupyter's stop button: whose flags it raises, and when it was last pressed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.last, self.flags = clock, -inf, set[threading.Event]()

    def pressed(self, signum: int, frame: object) -> None:
        """Raise all flags; the second time within a second raise KeyboardInterrupt instead."""
        now, before = self.clock(), self.last
        self.last = now if now - before >= 1 else -inf
        if self.last == -inf:
            raise KeyboardInterrupt
        for flag in self.flags:
            flag.set()


STOP_BUTTON = StopButton()  # one a process, as is the signal


@contextmanager
def deferred_interrupt() -> Iterator[threading.Event]:
    """Turn Ctrl-C (and Jupyter's stop button) into a flag while the block runs.

    Blocks may stand within each other: one press raises the flags of all of them, so a match ends with the search
    that is met.  A second press within a second raises KeyboardInterrupt at once, whichever block it meets: so ends
    a loop of searches, and game code that hangs.  Outside the main thread Python delivers no signals, and the flag
    just stays unset.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        STOP_BUTTON.flags.add(stop)
        signal.signal(signal.SIGINT, STOP_BUTTON.pressed)
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
        STOP_BUTTON.flags.discard(stop)
