"""Guards around a phase function of the reader's own: a clear message, and a tree that stays valid."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from mctslib.policies import UCB1, Highest, TreePolicy
from mctslib.tree import Node, Playout

Phases = TypeVar("Phases", bound=Any)

BACKPROPAGATE_SHOULD = "It should update visits and value_sum from the node up to the root, and return None."


class PhaseError(RuntimeError):
    """A phase function or tree policy of the reader's own failed.  The message names it and what it should return."""


def guarded(phases: Phases) -> Phases:
    """The same four phases (a `search.Phases`), each function that is not the library's own wrapped in a guard."""
    library = type(phases)()
    own = {
        name: phase for name, phase in vars(phases).items()
        if phase is not getattr(library, name) and not getattr(phase, "guarded", False)
    }
    return replace(phases, **{name: WRAP[name](phase) for name, phase in own.items()}) if own else phases


def guarded_policy(tree_policy: TreePolicy) -> TreePolicy:
    """The same tree policy, wrapped in a guard unless it is one of the library's."""
    if isinstance(tree_policy, UCB1 | Highest):
        return tree_policy
    what = "one of the node's children (Highest(score) makes a tree policy of a score)"
    policy = _returning(tree_policy, "tree policy", Node, what)

    def guard(node: Node) -> Node:
        child = policy(node)
        if child.parent is not node:
            raise PhaseError(f"Your tree policy returned {child!r}, no child of {node!r}.  It should return {what}.")
        return child

    return guard


def _mark(guard: Callable[..., Any]) -> Callable[..., Any]:
    guard.guarded = True  # type: ignore[attr-defined]
    return guard


def _returning(own: Callable[..., Any], name: str, wanted: type, what: str) -> Callable[..., Any]:
    def guard(*arguments: Any) -> Any:
        try:
            answer = own(*arguments)
        except Exception as error:
            message = f"Your {name} raised {type(error).__name__}: {error}.  It should return {what}."
            raise PhaseError(message) from error
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
            message = f"Your backpropagate raised {type(error).__name__}: {error}.  {BACKPROPAGATE_SHOULD}"
            raise PhaseError(message) from error

    return _mark(guard)


def upwards(node: Node | None) -> Iterator[Node]:
    """The node, its parent, and so on up to the root."""
    while node is not None:
        yield node
        node = node.parent


WRAP: dict[str, Callable[..., Any]] = {
    "select": lambda f: _returning(f, "select", Node, "a Node of the tree"),
    "expand": lambda f: _returning(f, "expand", Node, "the new child Node, or the node itself at the end"),
    "simulate": lambda f: _returning(f, "simulate", Playout, "a Playout(actions, rewards)"),
    "backpropagate": _restoring,
}
