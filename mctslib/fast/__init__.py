"""The compiled engine: the same four phases as `mctslib.search`, on arrays and bitboards, compiled by numba.

    from mctslib import fast
    fast.search(ConnectFour(), Limit(seconds=1)).action

The same seed gives the same tree as `mctslib.search`, iteration by iteration; only sooner.  How a game is added
is said in `games.py`.  numba is loaded at the first search and compiles then; afterwards it reads from its cache.
"""

from importlib.util import find_spec
from typing import Any

from mctslib.fast.games import NoKernel
from mctslib.fast.nodes import FastNode, plain
from mctslib.machine import in_browser
from mctslib.result import SearchResult
from mctslib.search import ENGINES

MISSING = "The compiled engine needs numba" + (
    ", which no browser has: open this notebook in JupyterLab or on Binder"
    if in_browser()
    else ": pip install 'numba>=0.66,<0.69'"
)


class NoNumba(ImportError):
    """numba is not installed."""


def search(*args: Any, **options: Any) -> SearchResult:
    """As `mctslib.search`, with the same arguments; see `mctslib.fast.engine.search`."""
    need_numba()
    from mctslib.fast.engine import search

    return search(*args, **options)


def flat_search(*args: Any, **options: Any) -> Any:
    """As `mctslib.arena.players.flat_search`, with the same arguments and the same numbers."""
    need_numba()
    from mctslib.fast.flat import flat_search

    return flat_search(*args, **options)


def need_numba() -> None:
    """Raise `NoNumba` if it is not there, or does not go together with the numpy that is."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        why = f"  ({error})" if find_spec("numba") else ""
        raise NoNumba(MISSING + " ".join(why.split("\n"))) from None


ENGINES[FastNode] = search  # so `mctslib.search` of a compiled tree goes on with it

__all__ = ["MISSING", "NoKernel", "NoNumba", "flat_search", "plain", "search"]
