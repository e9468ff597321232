"""Provide the compiled engine: the four phases of `mctslib.search` on arrays, compiled by numba.

    from mctslib import fast
    fast.search(ConnectFour(), Limit(seconds=1)).action

From the same seed the compiled engine grows the same tree as `mctslib.search`, iteration by
iteration, but faster.  `games.py` explains how to add a game.  The first search loads numba, which
compiles the engine; later processes read the compiled code from numba's cache.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from mctslib.door.entrance import ENGINES
from mctslib.door.result import SearchResult
from mctslib.fast.games import NoKernel
from mctslib.fast.nodes import FastNode, plain
from mctslib.machine import in_browser

if in_browser():
    MISSING = (
        "The compiled engine needs numba, which does not exist for browsers: "
        "open this notebook in JupyterLab or on Binder"
    )
else:
    MISSING = "The compiled engine needs numba: pip install 'numba>=0.66,<0.69'"


class NoNumba(ImportError):
    """Raised when numba is not installed or does not work."""


def search(*args: Any, **options: Any) -> SearchResult:
    """Search like `mctslib.search`, with the same arguments; see `mctslib.fast.engine.search`.

    Raises `NoNumba` if numba is not installed.
    """
    need_numba()
    return engine_search()(*args, **options)


@cache
def engine_search() -> Callable[..., SearchResult]:
    """Return the function `mctslib.fast.engine.search`, which needs numba.

    The result is cached, because the import statement would take time on each call.
    """
    from mctslib.fast.engine import search

    return search


def flat_search(*args: Any, **options: Any) -> Any:
    """Search without a tree, with the arguments of `mctslib.arena.players.flat_search`.

    The results equal the results of the readable function.  Raises `NoNumba` if numba is not
    installed.
    """
    need_numba()
    from mctslib.fast.flat import flat_search

    return flat_search(*args, **options)


def need_numba() -> None:
    """Raise `NoNumba` if numba is not installed, or does not work with the installed numpy."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        message = MISSING
        if find_spec("numba"):  # numba is installed, so its own message is added
            reason = " ".join(str(error).split("\n"))
            message = f"{MISSING}  ({reason})"
        raise NoNumba(message) from None


ENGINES[FastNode] = search  # so that `mctslib.search` can continue a compiled tree

__all__ = ["MISSING", "NoKernel", "NoNumba", "flat_search", "plain", "search"]
