"""How much a chapter computes: in a browser, where Python is some four times slower, less than elsewhere."""
import os
from typing import TypeVar

from mctslib.machine import in_browser

T = TypeVar("T")


def small() -> bool:
    """Whether to be sparing: in a browser, or as the environment variable MCTSLIB_BUDGET says, "small" or "full"."""
    wanted = os.environ.get("MCTSLIB_BUDGET", "")
    if wanted not in ("", "small", "full"):
        raise ValueError(f'MCTSLIB_BUDGET must be "small" or "full", not {wanted!r}.')
    return wanted == "small" or (in_browser() and not wanted)


def budget(full: T, browser: T) -> T:
    """What to spend, games or iterations or seconds: `full`, or `browser` where one has to be sparing."""
    return browser if small() else full
