"""Which engine searches: the compiled one where it can and where that pays, else the readable one.

Both grow the same tree from the same numbers.  The engine of a tree is chosen when its root is made; a tree that
changes engines is copied, and the copy is the `root` of the result.
"""

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
from mctslib.fast.nodes import FastNode, compiled, plain
from mctslib.fast.tree import FastTree
from mctslib.game import Action, State
from mctslib.limits import Limit, as_limit
from mctslib.policies import FinalMove, most_visited
from mctslib.result import SearchResult
from mctslib.search import search
from mctslib.tree import Node

WORTH = (
    20_000  # iterations in one process after which the compiled engine has paid for being loaded
)
LIGHT = 20_000  # visits of a tree that is copied in a moment
KNOWN = ("tree_policy", "rollout_policy", "phases")


class Loader:
    """Whether the compiled engine is worth loading, and whether it is there: one a process, as numba itself.

    asked    how many iterations have been asked for
    thread   the one that loads it beside a page
    error    why it cannot be used
    """

    def __init__(self) -> None:
        self.asked = 0.0
        self.thread: threading.Thread | None = None
        self.error: Exception | None = None
        self._page = ContextVar("in a page", default=False)

    def pays(self, limit: Limit | int) -> bool:
        """Whether with this search so much has been asked for that the compiled engine is worth loading."""
        limit = as_limit(limit)
        return self.asked + min(limit.iterations or inf, limit.nodes or inf) >= WORTH

    def ready(self) -> bool:
        """Whether the compiled engine can search: after it was loaded, or in a page, where nobody waits, at once."""
        return self.loaded() if self._page.get() else self.load()

    def loaded(self) -> bool:
        """Whether the compiled engine can search at once; if not, it is loaded meanwhile, on another thread."""
        if self.thread is None:
            self.thread = threading.Thread(target=self.load, args=[True], daemon=True)
            self.thread.start()
        return not self.thread.is_alive() and self.error is None

    def load(self, in_background: bool = False) -> bool:
        """Load the compiled engine; False, and a warning the first time, if that fails: a numpy too new, say."""
        if self.error is None:
            try:
                from mctslib.fast import warm

                warm.ready_in_background() if in_background else warm.ready(names=warm.SEARCH)
            except Exception as error:
                self.error = error
                why = f"The compiled engine cannot be used, the readable one searches: {type(error).__name__}: {error}"
                warnings.warn(" ".join(why.split()), RuntimeWarning, stacklevel=2)
        return self.error is None

    @contextmanager
    def in_a_page(self) -> Iterator[None]:
        """Inside, nobody waits for the compiled engine: a page must not freeze while it is loaded."""
        before = self._page.set(True)
        try:
            yield
        finally:
            self._page.reset(before)


LOADER = Loader()


def offered(state: State, rng: random.Random, **options: Any) -> bool:
    """Whether the compiled engine is there, plays this game and has these options of `search`."""
    try:
        pack(state)
        refuse(rng, **options)
    except NoKernel:
        return False
    return find_spec("numba") is not None


def ready_for(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> bool:
    """Whether the compiled engine should do this search, and nobody in a page has to wait for it."""
    return LOADER.pays(limit) and offered(state, rng, **options) and LOADER.ready()


def new_root(state: State, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """The root of a new tree, of the engine that should do this search."""
    over = state.is_terminal()
    return (
        Node(state)
        if over or not ready_for(state, limit, rng, **options)
        else FastNode(FastTree(state), state)
    )


def for_engine(root: Node, limit: Limit | int, rng: random.Random, **options: Any) -> Node:
    """The root, or that of a copy for the other engine, where that one should go on."""
    if isinstance(root, FastNode):
        return root if offered(root.state, rng, **options) else plain(root)
    light = root.parent is None and root.visits <= LIGHT and not root.state.is_terminal()
    if light and ready_for(root.state, limit, rng, **options):
        with suppress(NoKernel):  # not grown by plain search: the readable engine goes on
            return compiled(root)
    return root


def grow(
    root: Node,
    limit: Limit | int,
    *,
    seed: random.Random,
    final_move: FinalMove = most_visited,
    **options: Any,
) -> SearchResult:
    """`search` from a root, by the compiled engine where that pays, else by the readable one.

    Where the tree changes engines it is the copy that grows: go on with the root of the result.
    """
    known = {name: value for name, value in options.items() if name in KNOWN}
    root = for_engine(root, limit, seed, **known)
    result = search(root, limit, seed=seed, final_move=final_move, **options)
    LOADER.asked += result.iterations
    return result


def flat(
    readable: Any, state: State, playouts: int, rng: random.Random, **options: Any
) -> dict[Action, Any]:
    """`readable`, which is `players.flat_search`, or the same by the compiled engine where that pays."""
    LOADER.asked += playouts
    if ready_for(state, 1, rng):
        from mctslib.fast import flat_search as readable
    return readable(state, playouts, rng, **options)


def candidates(played: Node) -> Iterable[Node]:
    """Where the position to search next may be in the tree of the last search, below the move played."""
    return (
        [played, *played.children.values()]
        if isinstance(played, FastNode)
        else played.descendants()
    )
