"""How much a notebook computes: in a browser, where Python is several times slower, less than elsewhere.

The text tells of the full run.  Where a notebook does less it says so, and only what holds all the same is claimed.
"""

import os

from mctslib.machine import in_browser


def in_full() -> bool:
    """Whether to compute all: not in a browser.  MCTSLIB_BUDGET in the environment overrules: "full" or "small"."""
    wanted = os.environ.get("MCTSLIB_BUDGET", "")
    if wanted not in ("", "full", "small"):
        raise ValueError(f'MCTSLIB_BUDGET must be "full" or "small", not {wanted!r}.')
    return wanted == "full" or (not wanted and not in_browser())


def budget(full: int, small: int, of: str) -> int:
    """So many games, seeds, seconds …: `full`, or where one has to be sparing `small`, and then a sentence says it."""
    if in_full():
        return full
    print(f"To save time, {small:,} of the {full:,} {of}; the text tells of all.")
    return small
