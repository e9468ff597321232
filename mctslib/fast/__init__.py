"""The compiled engine: the four phases of `mctslib.search` on arrays, compiled by numba.

    from mctslib import fast
    fast.search(ConnectFour(), Limit(seconds=1)).action

The same seed gives the same tree as `mctslib.search`, iteration by iteration, only sooner.
`games.py` says how a game is added.  numba is loaded at the first search and compiles then; in
later processes it reads what was compiled from its cache.
"""

from importlib.util import find_spec
from typing import Any

from mctslib.fast.games import NoKernel
from mctslib.fast.nodes import FastNode, plain
from mctslib.machine import in_browser
from mctslib.result import SearchResult
from mctslib.search import ENGINES

if in_browser():
    MISSING = (
        "The compiled engine needs numba, which no browser has: "
        "open this notebook in JupyterLab or on Binder"
    )
else:
    MISSING = "The compiled engine needs numba: pip install 'numba>=0.66,<0.69'"


class NoNumba(ImportError):
    """numba is not installed, or does not work."""


def search(*args: Any, **options: Any) -> SearchResult:
    """Search like `mctslib.search`, with the same arguments; see `mctslib.fast.engine.search`.

    Raises `NoNumba` without numba.
    """
    need_numba()
    from mctslib.fast.engine import search

    return search(*args, **options)


def flat_search(*args: Any, **options: Any) -> Any:
    """Search without a tree like `mctslib.arena.players.flat_search`, with the same arguments.

    The numbers are the same, too.  Raises `NoNumba` without numba.
    """
    need_numba()
    from mctslib.fast.flat import flat_search

    return flat_search(*args, **options)


def need_numba() -> None:
    """Raise `NoNumba` if numba is not installed, or does not work with the numpy that is."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        message = MISSING
        if find_spec("numba"):  # it is installed, so its own reason helps
            reason = " ".join(str(error).split("\n"))
            message = f"{MISSING}  ({reason})"
        raise NoNumba(message) from None


ENGINES[FastNode] = search  # so that `mctslib.search` goes on with a compiled tree

__all__ = ["MISSING", "NoKernel", "NoNumba", "flat_search", "plain", "search"]
