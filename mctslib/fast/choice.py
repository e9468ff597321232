"""Which engine searches: the compiled one where it can and where that pays, else the readable one.

Both grow the same tree from the same numbers, and each goes on with what the other has begun, so nobody needs to
know which it was.
"""
from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib.util import find_spec
from math import inf
from typing import Any

from mctslib.fast.games import NoKernel, pack, refuse
from mctslib.game import Action, State
from mctslib.limits import Limit, as_limit
from mctslib.policies import FinalMove, most_visited
from mctslib.result import SearchResult
from mctslib.search import search
from mctslib.tree import Node

WORTH = 20_000  # iterations in one process after which the compiled engine has paid for being loaded
LIGHT = 20_000  # visits of a tree that is handed over in a moment
KNOWN = ("tree_policy", "rollout_policy", "phases")
_asked = 0.0
_loading: threading.Thread | None = None
_broken: Exception | None = None


def offered(state: State, rng: random.Random, **options: Any) -> bool:
    """Whether the compiled engine is there, plays this game and has these options of `search`."""
    try:
        pack(state)
        refuse(rng, **options)
    except NoKernel:
        return False
    return find_spec("numba") is not None


def pays(limit: Limit | int) -> bool:
    """Whether with this search so much has been asked for that the compiled engine is worth loading."""
    limit = as_limit(limit)
    return _asked + min(limit.iterations or inf, limit.nodes or inf) >= WORTH


def count(iterations: float) -> None:
    """Note down that so much has been asked for."""
    global _asked
    _asked += iterations


def loaded() -> bool:
    """Whether the compiled engine can search at once; if not, it is loaded meanwhile, on another thread."""
    global _loading
    if _loading is None:
        _loading = threading.Thread(target=load, args=[True], daemon=True)
        _loading.start()
    return not _loading.is_alive() and _broken is None


def load(in_background: bool = False) -> bool:
    """Load the compiled engine; False, and a warning the first time, if that fails: a numpy too new for numba, say."""
    global _broken
    if _broken is None:
        try:
            from mctslib.fast import warm

            warm.ready_in_background() if in_background else warm.ready(names=warm.SEARCH)
        except Exception as error:
            _broken = error
            words = f"The compiled engine cannot be used, the readable one searches: {type(error).__name__}: {error}"
            warnings.warn(" ".join(words.split()), RuntimeWarning, stacklevel=2)
    return _broken is None


_page: ContextVar[bool] = ContextVar("in a page", default=False)


@contextmanager
def in_a_page() -> Iterator[None]:
    """Inside, nobody waits for the compiled engine: a page must not freeze while it is loaded."""
    before = _page.set(True)
    try:
        yield
    finally:
        _page.reset(before)


def ready_for(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> bool:
    """Whether the compiled engine should do this search, and nobody in a page has to wait for it."""
    return pays(limit) and offered(state, rng, **options) and (loaded() if _page.get() else load())


def hand_over(root: Node, limit: Limit | int, rng: random.Random, **options: Any) -> None:
    """Give a plain tree to the compiled engine, if that should go on with it; its nodes stay who they are."""
    plain = type(root) is Node and root.parent is None and root.visits <= LIGHT
    if plain and not root.state.is_terminal() and ready_for(root.state, limit, rng, **options):
        from mctslib.fast.nodes import freeze

        with suppress(NoKernel):  # not grown by plain search: the readable engine goes on
            freeze(root)


def new_root(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """The root of a new tree, which decides the engine: see `grow`."""
    root = Node(state)
    hand_over(root, limit, rng, **options)
    return root


def is_compiled(node: Node) -> bool:
    """Whether the node belongs to a tree of the compiled engine."""
    return type(node) is not Node and type(node).__name__ == "FastNode"


def grow(
    root: Node, limit: Limit | int, *, seed: random.Random, final_move: FinalMove = most_visited, **options: Any
) -> SearchResult:
    """`search` from a root, by the compiled engine where that pays, else by the readable one.

    A tree of the compiled engine stays with it, unless it does not offer the options.
    """
    known = {name: value for name, value in options.items() if name in KNOWN}
    hand_over(root, limit, seed, **known)
    engine = search
    if is_compiled(root) and offered(root.state, seed, **known):
        from mctslib.fast import search as engine  # type: ignore[assignment,unused-ignore]
    result = engine(root, limit, seed=seed, final_move=final_move, **options)
    count(result.iterations)
    return result


def flat(readable: Any, state: State, playouts: int, rng: random.Random, **options: Any) -> dict[Action, Any]:
    """`readable`, which is `players.flat_search`, or the same by the compiled engine where that pays."""
    count(playouts)
    if ready_for(state, 1, rng):
        from mctslib.fast import flat_search as readable
    return readable(state, playouts, rng, **options)


def candidates(played: Node) -> Iterable[Node]:
    """Where the position to search next may be in the tree of the last search, below the move played."""
    return [played, *played.children.values()] if is_compiled(played) else played.descendants()
