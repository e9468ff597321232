"""Decide how much a notebook computes.

In a browser a notebook computes less, because Python is several times slower there.  The text of a
notebook describes the full run.  A notebook that computes less prints a note about the shorter run.
The other claims of the notebook are also true for the shorter run.
"""

import os

from mctslib.machine import in_browser

SETTINGS = ("", "full", "small")


def in_full() -> bool:
    """Return whether to do the full run.  The default is False in a browser and True elsewhere.

    The environment variable MCTSLIB_BUDGET, "full" or "small", overrides the default.  Raises
    ValueError if the variable has any other value.
    """
    wanted = os.environ.get("MCTSLIB_BUDGET", "")
    if wanted not in SETTINGS:
        raise ValueError(f'MCTSLIB_BUDGET must be "full" or "small", not {wanted!r}.')
    if wanted:
        return wanted == "full"
    return not in_browser()


def budget(full: int, small: int, of: str) -> int:
    """Return `full` for the full run.  Otherwise print a note, and return `small`.

    of  the unit of both numbers, such as "games", "seeds" or "seconds"
    """
    if in_full():
        return full
    # short lines, which fit on a phone
    print(f"To save time: {small:,} of the {full:,} {of}.\nThe text describes the full run.")
    return small
