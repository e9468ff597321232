"""Provide two ways to stop a search: a `Limit` on its effort, and the stop button.

The stop button raises a flag.  The search reads the flag between two iterations, so a stop never
leaves a half-updated tree.
"""

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from numbers import Real
from sys import float_info
from typing import Any

try:  # faster than `signal.signal`, because it does not convert numbers to enum members
    from _signal import signal as set_handler  # type: ignore[import-not-found]
except ImportError:  # a Python interpreter without this module
    from signal import signal as set_handler

# --------------------------------------------------------------------------------- limits


@dataclass(frozen=True)
class Limit:
    """Bounds on the effort of a search.  The bound that is reached first ends the search.

    iterations  the number of iterations, a whole number ≥ 1
    seconds     the wall-clock time, ≥ 0
    nodes       the number of nodes in the tree, including the root; a whole number ≥ 1

    At least one iteration is run, however small the bounds are.  Raises ValueError if a bound is
    outside its range, or if no bound is finite.
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
        if self.seconds is not None and not (is_number(self.seconds) and 0 <= self.seconds <= inf):
            raise ValueError(f"seconds must be a number ≥ 0, not {self.seconds!r}.")
        if min(bounds) == inf:
            raise ValueError(
                "A Limit needs at least one finite bound; otherwise the search would never end."
            )

    def reached(self, iterations: int, seconds: float, nodes: int) -> str | None:
        """Return the name of a bound that has been reached, or None."""
        if self.iterations is not None and iterations >= self.iterations:
            return "iterations"
        if self.seconds is not None and seconds >= self.seconds:
            return "seconds"
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        return None


def as_limit(limit: Limit | int) -> Limit:
    """Return a `Limit` unchanged, and a plain number as a limit on the iterations."""
    if isinstance(limit, Limit):
        return limit
    if type(limit) is int:
        return limit_of(limit)
    return Limit(iterations=limit)


@lru_cache(maxsize=64)
def limit_of(iterations: int) -> Limit:
    """Return a limit on the number of iterations; numbers in the cache are not checked again."""
    return Limit(iterations=iterations)


def whole_number(name: str, value: Any) -> int:
    """Check an argument that represents a count, and return the count as an `int`.

    name    the name of the count, for the error message

    Raises ValueError unless the value is a whole number of at least 1.
    """
    if not (is_number(value) and 1 <= value < inf and value == int(value)):
        raise ValueError(f"{name} must be a whole number ≥ 1, not {value!r}.")
    return int(value)


def is_number(value: Any) -> bool:
    """Return whether a value is a real number, not a bool, that is infinite or fits in a float."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    too_large_for_a_float = float_info.max < value < inf  # type: ignore[operator]
    return not too_large_for_a_float


# --------------------------------------------------------------------------------- the stop button


class Flag:
    """A flag that is raised at most once: `set` raises the flag, and `is_set` returns its state.

    A `Flag` has fewer methods than a `threading.Event`, but reading a `Flag` takes only a tenth of
    the time.
    """

    raised = False

    def set(self) -> None:
        """Raise the flag."""
        self.raised = True

    def is_set(self) -> bool:
        """Return whether the flag is raised."""
        return self.raised


class StopButton:
    """The handler for the signal that Ctrl-C and Jupyter's stop button send.

    flags   the flags that a press raises
    last    the time of the last press; −∞ if the next press cannot be a second press
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.last = -inf
        self.flags: set[Flag] = set()

    def pressed(self, signum: int, frame: object) -> None:
        """Raise all flags, or KeyboardInterrupt at the second press within one second."""
        now = self.clock()
        is_second_press = now - self.last < 1
        if is_second_press:
            self.last = -inf
            raise KeyboardInterrupt
        self.last = now
        for flag in self.flags:
            flag.set()


STOP_BUTTON = StopButton()  # one button, because a process has only one such signal


class deferred_interrupt:
    """Context manager: inside the block, let Ctrl-C (and Jupyter's stop button) raise a flag.

    Blocks may be nested.  One press raises the flags of all blocks, so a press that ends a search
    also ends the match to which the search belongs.  A second press within one second raises
    KeyboardInterrupt immediately, whichever block is running.  A second press therefore also ends a
    loop of searches, or game code that hangs.

    Outside the main thread Python delivers no signals, so the flag is never raised.
    """

    __slots__ = ("flag", "before", "catches")

    def __enter__(self) -> Flag:
        self.flag = Flag()
        self.catches = threading.current_thread() is threading.main_thread()
        if self.catches:
            STOP_BUTTON.flags.add(self.flag)  # before the handler is set, so that no press is lost
            try:
                self.before = set_handler(signal.SIGINT, STOP_BUTTON.pressed)
            except BaseException:
                STOP_BUTTON.flags.discard(self.flag)
                raise
        return self.flag

    def __exit__(self, *error: object) -> None:
        if not self.catches:
            return
        try:
            set_handler(signal.SIGINT, self.before)
        finally:
            STOP_BUTTON.flags.discard(self.flag)
