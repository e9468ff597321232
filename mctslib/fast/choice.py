"""Choose the engine for a search: the compiled engine if it can run the search and saves time.

Otherwise the readable engine runs the search.  From the same random numbers both engines grow the
same tree.  The engine of a tree is chosen when its root is made.  If a tree changes engines, the
tree is copied, and the root of the copy is the `root` of the result.
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

from mctslib.door.entrance import search
from mctslib.door.limits import Limit, as_limit
from mctslib.door.result import SearchResult
from mctslib.fast.games import NoKernel, pack, refuse
from mctslib.fast.nodes import FastNode, compiled, plain
from mctslib.fast.tree import FastTree
from mctslib.game import Action, State
from mctslib.tree import Node

# If a process makes at least this many iterations, loading the compiled engine saves time.
WORTH = 20_000
LIGHT = 20_000  # copying a tree with at most this many visits takes only a moment
KNOWN = ("tree_policy", "rollout_policy", "phases")  # the options on which the choice depends


class Loader:
    """Decides whether loading the compiled engine saves time, and loads it.

    Each process has one loader, because numba is loaded only once in each process.

    asked    the total number of iterations and playouts that both engines have made so far
    thread   the thread that loads the compiled engine while a page is served, or None
    error    the reason why the compiled engine cannot be used, or None
    """

    def __init__(self) -> None:
        self.asked = 0.0
        self.thread: threading.Thread | None = None
        self.error: Exception | None = None
        self._page = ContextVar("in a page", default=False)

    def pays(self, limit: Limit | int) -> bool:
        """Return whether loading the compiled engine saves time for a search with this limit."""
        limit = as_limit(limit)
        coming = min(limit.iterations or inf, limit.nodes or inf)
        return self.asked + coming >= WORTH

    def ready(self) -> bool:
        """Load the compiled engine if necessary; return whether the engine can search.

        While a page is served, the method does not wait for loading, because the page would freeze.
        """
        if self._page.get():
            return self.loaded()
        return self.load()

    def loaded(self) -> bool:
        """Return whether the compiled engine can search now.

        If the engine is not loaded, another thread loads it in the background.
        """
        if self.thread is None:
            self.thread = threading.Thread(target=self.load, args=[True], daemon=True)
            self.thread.start()
        return not self.thread.is_alive() and self.error is None

    def load(self, in_background: bool = False) -> bool:
        """Load the compiled engine; return whether it can be used.

        in_background  whether this thread runs while a page is served

        If loading fails, for example because numpy is too new, a warning is shown once.
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
                f"The compiled engine cannot be used, so the readable engine is used: {reason}",
                RuntimeWarning,
                stacklevel=2,
            )
            return False
        return True

    @contextmanager
    def in_a_page(self) -> Iterator[None]:
        """Context manager: inside the block, do not wait until the compiled engine is loaded."""
        before = self._page.set(True)
        try:
            yield
        finally:
            self._page.reset(before)


LOADER = Loader()


def offered(state: State, rng: random.Random, **options: Any) -> bool:
    """Return whether the compiled engine has kernels for this game and supports these options.

    options  the options of `search`
    """
    try:
        pack(state)
        refuse(rng, **options)
    except NoKernel:
        return False
    return find_spec("numba") is not None


def ready_for(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> bool:
    """Return whether the compiled engine should run this search.

    The compiled engine should run this search if this is possible and saves time, and if no page
    has to wait for compilation.
    """
    return LOADER.pays(limit) and offered(state, rng, **options) and LOADER.ready()


def new_root(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """Choose the engine for this search, and return the root of a new tree for this engine."""
    if state.is_terminal() or not ready_for(state, limit, rng, **options):
        return Node(state)
    return FastNode(FastTree(state), state)


def for_engine(root: Node, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """Return the root from which the search continues: this root, or a copy for the other engine.

    A compiled tree is copied if the compiled engine does not support the options.  A readable tree
    is copied if the compiled engine should search and copying takes only a moment.  A node inside a
    readable tree is not copied, because its copy would have no parent.
    """
    if isinstance(root, FastNode):
        return root if offered(root.state, rng, **options) else plain(root)
    if root.visits > LIGHT or root.state.is_terminal():
        return root
    if not ready_for(root.state, limit, rng, **options):
        return root
    try:
        return compiled(root)
    except NoKernel:  # `root` is inside a tree, or the tree is not from plain search
        return root


def grow(
    root: Node,
    limit: Limit | int,
    *,
    seed: random.Random,
    **options: Any,
) -> SearchResult:
    """Search from a root, with the compiled engine if this engine saves time.

    The arguments are the same as for `search`.  If the tree changes engines, the search grows a
    copy, so continue with the root of the result.
    """
    known = {name: value for name, value in options.items() if name in KNOWN}
    root = for_engine(root, limit, seed, **known)
    result = search(root, limit, seed=seed, **options)
    LOADER.asked += result.iterations
    return result


def flat(
    readable: Any, state: State, playouts: int, rng: random.Random, **options: Any
) -> dict[Action, Any]:
    """Search without a tree, with the compiled engine if it saves time, otherwise with `readable`.

    readable  the readable function: `players.flat_search`, or `players.flat_slices`, which returns
              a generator
    """
    LOADER.asked += playouts
    if ready_for(state, 1, rng):
        from mctslib.fast import flat_search

        return flat_search(state, playouts, rng, **options)
    return readable(state, playouts, rng, **options)


def candidates(played: Node) -> Iterable[Node]:
    """Return the nodes from which the next search may continue.

    played  the node of the move that was played, in the tree of the last search
    """
    if isinstance(played, FastNode):
        return [played, *played.children.values()]
    return played.descendants()
