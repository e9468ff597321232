"""Guards around what readers hand to a search: a clear message, and a tree that stays valid."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from mctslib.game import State, as_state
from mctslib.policies import UCB1, Highest, TreePolicy
from mctslib.tree import Node, Playout

Phases = TypeVar("Phases", bound=Any)

BACKPROPAGATE_SHOULD = (
    "It should update visits and value_sum from the node up to the root, and return None."
)


class PhaseError(RuntimeError):
    """A phase function or tree policy of the reader's own failed.  The message names it and what it should return."""


class TreeInUse(RuntimeError):
    """Another search is growing this tree just now."""


_IN_USE: dict[
    Node, object
] = {}  # the top of each tree that is searched now, on whichever thread → by which search


@contextmanager
def alone(root: Node) -> Iterator[None]:
    """One search a tree at a time: inside, nobody else comes in.  Raises `TreeInUse` if somebody is there."""
    *_, top = upwards(root)
    me = object()
    try:
        if _IN_USE.setdefault(top, me) is not me:  # one step, so of two threads one is told
            raise TreeInUse(
                "Another search is growing this tree: wait until it is over, or search the state anew."
            )
        yield
    finally:
        if _IN_USE.get(top) is me:
            del _IN_USE[top]


def as_root(root: Node | State) -> Node:
    """Where to search from: a node as it is, of a state a new one.

    Raises TypeError for anything else, ValueError if the game is over.
    """
    if not isinstance(root, Node):
        root = Node(as_state(root, "A search starts from a state or a node"))
    if root.state.is_terminal():
        raise ValueError(f"The game is over, there is nothing to search.\n{root.state}")
    return root


def check_options(**options: Any) -> None:
    """Raise TypeError for a policy that cannot be called, or for a class instead of what it makes."""
    for name, option in options.items():
        if isinstance(option, type):
            raise TypeError(
                f"{name} should be a function or an object, not a class: write {option.__name__}()."
            )
        if not callable(option):
            raise TypeError(f"{name} should be a function, not {option!r}.")


def guarded(phases: Phases) -> Phases:
    """The same four phases (a `search.Phases`), each function that is not the library's own wrapped in a guard."""
    if isinstance(phases, type) or not hasattr(phases, "backpropagate"):
        raise TypeError(f"phases should be Phases(…) with functions of one's own, not {phases!r}.")
    library = type(phases)()
    own = {
        name: phase
        for name, phase in vars(phases).items()
        if phase is not getattr(library, name) and not getattr(phase, "guarded", False)
    }
    return (
        replace(phases, **{name: WRAP[name](phase) for name, phase in own.items()})
        if own
        else phases
    )


def guarded_policy(tree_policy: TreePolicy) -> TreePolicy:
    """The same tree policy, wrapped in a guard unless it is one of the library's."""
    if isinstance(tree_policy, UCB1 | Highest):
        return tree_policy
    what = "one of the node's children (Highest(score) makes a tree policy of a score)"
    policy = _returning(tree_policy, "tree policy", Node, what)

    def guard(node: Node) -> Node:
        child = policy(node)
        if child.parent is not node:
            raise PhaseError(
                f"Your tree policy returned {child!r}, no child of {node!r}.  It should return {what}."
            )
        return child

    return guard


def _mark(guard: Callable[..., Any]) -> Callable[..., Any]:
    guard.guarded = True  # type: ignore[attr-defined]
    return guard


def _clause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(".")


def _returning(own: Callable[..., Any], name: str, wanted: type, what: str) -> Callable[..., Any]:
    def guard(*arguments: Any) -> Any:
        try:
            answer = own(*arguments)
        except Exception as error:
            raise PhaseError(
                f"Your {name} raised {_clause(error)}.  It should return {what}."
            ) from error
        if not isinstance(answer, wanted):
            raise PhaseError(f"Your {name} returned {answer!r}.  It should return {what}.")
        return answer

    return _mark(guard)


def _restoring(own: Callable[..., Any]) -> Callable[..., Any]:
    """Backpropagation changes the statistics: after a failure halfway, put the path back as it was."""

    def guard(node: Node, rewards: tuple[float, ...]) -> None:
        before = [(above, above.visits, above.value_sum) for above in upwards(node)]
        try:
            answer = own(node, rewards)
            if answer is not None:
                raise PhaseError(f"Your backpropagate returned {answer!r}.  {BACKPROPAGATE_SHOULD}")
        except Exception as error:
            for above, visits, value_sum in before:
                above.visits, above.value_sum = visits, value_sum
            if isinstance(error, PhaseError):
                raise
            raise PhaseError(
                f"Your backpropagate raised {_clause(error)}.  {BACKPROPAGATE_SHOULD}"
            ) from error

    return _mark(guard)


def upwards(node: Node | None) -> Iterator[Node]:
    """The node, its parent, and so on up to the root."""
    while node is not None:
        yield node
        node = node.parent


WRAP: dict[str, Callable[..., Any]] = {
    "select": lambda f: _returning(f, "select", Node, "a Node of the tree"),
    "expand": lambda f: _returning(
        f, "expand", Node, "the new child Node, or the node itself at the end"
    ),
    "simulate": lambda f: _returning(f, "simulate", Playout, "a Playout(actions, rewards)"),
    "backpropagate": _restoring,
    "after": lambda f: _returning(f, "function after", type(None), "None"),
}
