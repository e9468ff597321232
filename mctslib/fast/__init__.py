"""The compiled engine: the same four phases as `mctslib.search`, on arrays and bitboards, compiled by numba.

    from mctslib import fast
    fast.search(ConnectFour(), Limit(seconds=1)).action

The same seed gives the same tree as `mctslib.search`, iteration by iteration; only sooner.  How a game is added
is said in `games.py`.  numba is loaded at the first search and compiles then; afterwards it reads from its cache.
"""
from __future__ import annotations

from typing import Any

from mctslib.fast.games import NoKernel
from mctslib.result import SearchResult

MISSING = "The compiled engine needs numba: pip install 'numba>=0.68,<0.69'"


class NoNumba(ImportError):
    """numba is not installed."""


def search(*args: Any, **options: Any) -> SearchResult:
    """As `mctslib.search`, with the same arguments; see `mctslib.fast.engine.search`."""
    try:
        import numba  # noqa: F401
    except ImportError:
        raise NoNumba(MISSING) from None
    from mctslib.fast.engine import search

    return search(*args, **options)


__all__ = ["MISSING", "NoKernel", "NoNumba", "search"]
