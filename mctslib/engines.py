"""Which engine searches: the compiled one where it can and where that pays, else the readable one.

Both grow the same tree from the same numbers, so nobody needs to know which it was.
"""
from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from math import inf
from typing import Any

from mctslib.fast.games import NoKernel, pack, refuse
from mctslib.game import State
from mctslib.limits import Limit, as_limit
from mctslib.policies import FinalMove, most_visited
from mctslib.result import SearchResult
from mctslib.search import Node, search

WORTH = 20_000  # iterations in one process after which the compiled engine has paid for being loaded
_asked = 0.0
_loading: threading.Thread | None = None


def offered(state: State, rng: random.Random, **options: Any) -> bool:
    """Whether the compiled engine is there, plays this game and has these options of `search`."""
    try:
        pack(state)
        refuse(rng, **options)
    except NoKernel:
        return False
    return find_spec("numba") is not None


def pays(limit: Limit | int) -> bool:
    """Whether so much has been asked for by now, this search included, that the compiled engine is worth loading."""
    global _asked
    limit = as_limit(limit)
    _asked += min(limit.iterations or inf, limit.nodes or inf)
    return _asked >= WORTH


def loaded() -> bool:
    """Whether the compiled engine can search at once; if not, it is loaded meanwhile, on another thread."""
    global _loading
    if _loading is None:
        _loading = threading.Thread(target=_load, daemon=True)
        _loading.start()
    return not _loading.is_alive()


def _load() -> None:
    from mctslib.fast.warm import ready

    ready(quiet=True)


_page: ContextVar[bool] = ContextVar("in a page", default=False)


@contextmanager
def in_a_page() -> Iterator[None]:
    """Inside, nobody waits for the compiled engine: a page must not freeze while it is loaded."""
    before = _page.set(True)
    try:
        yield
    finally:
        _page.reset(before)


def new_root(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """The root of a new tree, which decides the engine: see `grow`."""
    wait = not _page.get()
    if state.is_terminal() or not (offered(state, rng, **options) and pays(limit) and (wait or loaded())):
        return Node(state)
    from mctslib.fast.tree import FastNode, FastTree

    return FastNode(FastTree(state), state)


def is_compiled(node: Node) -> bool:
    """Whether the node belongs to a tree of the compiled engine."""
    return type(node) is not Node and type(node).__name__ == "FastNode"


def grow(
    root: Node, limit: Limit | int, *, seed: random.Random, final_move: FinalMove = most_visited, **options: Any
) -> SearchResult:
    """`search` from a root, by the engine that the tree belongs to.

    Where that is the compiled one and it does not offer the options, the readable one goes on with a copy.
    """
    if not is_compiled(root):
        return search(root, limit, seed=seed, final_move=final_move, **options)
    from mctslib import fast
    from mctslib.fast.tree import thaw

    known = {name: value for name, value in options.items() if name in ("tree_policy", "rollout_policy", "phases")}
    if offered(root.state, seed, **known):
        return fast.search(root, limit, seed=seed, final_move=final_move, **options)
    return search(thaw(root), limit, seed=seed, final_move=final_move, **options)


def candidates(played: Node) -> Iterable[Node]:
    """Where the position to search next may be in the tree of the last search, below the move played."""
    return [played, *played.children.values()] if is_compiled(played) else played.descendants()
