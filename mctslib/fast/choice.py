"""The choice of the engine: the compiled one where it can search and pays, or the readable one.

Both grow the same tree from the same numbers.  The engine of a tree is chosen when its root is
made.  A tree that changes engines is copied, and the copy is the `root` of the result.
"""

import random
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from math import inf
from typing import Any

from mctslib.fast.games import NoKernel, pack, refuse
from mctslib.fast.nodes import FastNode, compiled, plain
from mctslib.fast.tree import FastTree
from mctslib.game import Action, State
from mctslib.limits import Limit, as_limit
from mctslib.policies import FinalMove, most_visited
from mctslib.result import SearchResult
from mctslib.search import search
from mctslib.tree import Node

# Iterations in one process after which the compiled engine has paid for being loaded.
WORTH = 20_000
LIGHT = 20_000  # visits up to which a tree is copied in a moment
KNOWN = ("tree_policy", "rollout_policy", "phases")  # options that the choice depends on


class Loader:
    """Whether the compiled engine is worth loading, and whether it is loaded.

    There is one loader for each process, because numba is loaded once for each process.

    asked    how many iterations have been made so far, with either engine
    thread   the thread that loads the compiled engine beside a page, if there is one
    error    why the compiled engine cannot be used; None if nothing is wrong
    """

    def __init__(self) -> None:
        self.asked = 0.0
        self.thread: threading.Thread | None = None
        self.error: Exception | None = None
        self._page = ContextVar("in a page", default=False)

    def pays(self, limit: Limit | int) -> bool:
        """Return whether the compiled engine is worth loading for a search with this limit."""
        limit = as_limit(limit)
        coming = min(limit.iterations or inf, limit.nodes or inf)
        return self.asked + coming >= WORTH

    def ready(self) -> bool:
        """Return whether the compiled engine can search, after loading it if need be.

        In a page, which must not freeze, this does not wait for the loading.
        """
        if self._page.get():
            return self.loaded()
        return self.load()

    def loaded(self) -> bool:
        """Return whether the compiled engine can search at once.

        If it cannot, it is loaded meanwhile on another thread.
        """
        if self.thread is None:
            self.thread = threading.Thread(target=self.load, args=[True], daemon=True)
            self.thread.start()
        return not self.thread.is_alive() and self.error is None

    def load(self, in_background: bool = False) -> bool:
        """Load the compiled engine; return whether it can be used.

        in_background  whether this thread runs beside a page

        If the loading fails, for example because numpy is too new, a warning is given the first
        time.
        """
        if self.error is not None:
            return False
        try:
            from mctslib.fast import warm

            if in_background:
                warm.ready_in_background()
            else:
                warm.ready(names=warm.SEARCH)
        except Exception as error:
            self.error = error
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            warnings.warn(
                f"The compiled engine cannot be used, the readable one searches: {reason}",
                RuntimeWarning,
                stacklevel=2,
            )
            return False
        return True

    @contextmanager
    def in_a_page(self) -> Iterator[None]:
        """Context manager: do not wait for the compiled engine to be loaded."""
        before = self._page.set(True)
        try:
            yield
        finally:
            self._page.reset(before)


LOADER = Loader()


def offered(state: State, rng: random.Random, **options: Any) -> bool:
    """Return whether numba is installed and the compiled engine offers this game and these options.

    options  those of `search`
    """
    try:
        pack(state)
        refuse(rng, **options)
    except NoKernel:
        return False
    return find_spec("numba") is not None


def ready_for(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> bool:
    """Return whether the compiled engine should do this search.

    True if the compiled engine can make this search, saves time, and needs no compilation while a
    page waits.
    """
    return LOADER.pays(limit) and offered(state, rng, **options) and LOADER.ready()


def new_root(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """Return the root of a new tree, of the engine that should do this search."""
    if state.is_terminal() or not ready_for(state, limit, rng, **options):
        return Node(state)
    return FastNode(FastTree(state), state)


def for_engine(root: Node, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """Return the root with which the search goes on: this one, or a copy for the other engine.

    A compiled tree is copied if the compiled engine does not offer the options.  A readable tree is
    copied if the compiled engine should search and the copy takes but a moment; but not from a node
    within it, because the copy would not hang on that node's parent.
    """
    if isinstance(root, FastNode):
        return root if offered(root.state, rng, **options) else plain(root)
    if root.visits > LIGHT or root.state.is_terminal():
        return root
    if not ready_for(root.state, limit, rng, **options):
        return root
    try:
        return compiled(root)
    except NoKernel:  # a node within a tree, or one that another search than ours has grown
        return root


def grow(
    root: Node,
    limit: Limit | int,
    *,
    seed: random.Random,
    final_move: FinalMove = most_visited,
    **options: Any,
) -> SearchResult:
    """Search from a root, by the compiled engine where that pays, else by the readable one.

    The arguments are those of `search`.  Where the tree changes engines, its copy grows: go on with
    the root of the result.
    """
    known = {name: value for name, value in options.items() if name in KNOWN}
    root = for_engine(root, limit, seed, **known)
    result = search(root, limit, seed=seed, final_move=final_move, **options)
    LOADER.asked += result.iterations
    return result


def flat(
    readable: Any, state: State, playouts: int, rng: random.Random, **options: Any
) -> dict[Action, Any]:
    """Search without a tree, by the compiled engine where that pays, else by `readable`.

    readable  `players.flat_search`, or `players.flat_slices`, whose generator is returned
    """
    LOADER.asked += playouts
    if ready_for(state, 1, rng):
        from mctslib.fast import flat_search

        return flat_search(state, playouts, rng, **options)
    return readable(state, playouts, rng, **options)


def candidates(played: Node) -> Iterable[Node]:
    """Return the nodes that may hold the position to be searched next.

    played  the node of the move that was played, in the tree of the last search
    """
    if isinstance(played, FastNode):
        return [played, *played.children.values()]
    return played.descendants()
