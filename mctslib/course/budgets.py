"""How much a notebook computes: in a browser, where Python is several times slower, less.

The text describes the full run.  A notebook that computes less prints a sentence about it, and only
what holds all the same is claimed.
"""

import os

from mctslib.machine import in_browser

SETTINGS = ("", "full", "small")


def in_full() -> bool:
    """Return whether to compute everything: not in a browser.

    MCTSLIB_BUDGET in the environment overrules that: "full" or "small".  Raises ValueError for
    another value.
    """
    wanted = os.environ.get("MCTSLIB_BUDGET", "")
    if wanted not in SETTINGS:
        raise ValueError(f'MCTSLIB_BUDGET must be "full" or "small", not {wanted!r}.')
    if wanted:
        return wanted == "full"
    return not in_browser()


def budget(full: int, small: int, of: str) -> int:
    """Return `full`, or `small` where one has to be sparing; then print a sentence about it.

    of  what is counted: "games", "seeds", "seconds"
    """
    if in_full():
        return full
    print(f"To save time, {small:,} of the {full:,} {of}; the text tells of all.")
    return small
