"""Guard the functions that readers pass to a search.

A guard turns a mistake into an error with a clear message, and keeps the tree valid.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar

from mctslib.game import Action, State, as_state
from mctslib.policies import UCB1, Highest, TreePolicy
from mctslib.tree import Node, Playout
from mctslib.words import a

Phases = TypeVar("Phases", bound=Any)


class PhaseError(RuntimeError):
    """Raised when the reader's own phase function or tree policy fails.

    The message names the function and states what the function should return.
    """


MOST_ACTIONS = 1_000_000  # plain UCT searches roots with at most this many legal actions


class CannotSearch(ValueError):
    """Raised when a search method cannot be used for a game.

    The message gives the reason and an alternative.
    """


class TreeInUse(RuntimeError):
    """Raised when another search is growing this tree."""


# ---------------------------------------------------------------------- the tree and the options

# The root of each tree that is being searched → the `alone` object of the search
_IN_USE: dict[Node, object] = {}


class alone:
    """Context manager: allow only one search at a time on the tree to which `root` belongs.

    Searches in other threads count, too.  Raises `TreeInUse` if the tree is in use.
    """

    __slots__ = ("top",)

    def __init__(self, root: Node) -> None:
        self.top = root
        while (above := self.top.parent) is not None:
            self.top = above

    def __enter__(self) -> None:
        try:
            # `setdefault` is a single step, so two threads never both succeed.
            holder = _IN_USE.setdefault(self.top, self)
            if holder is not self:
                raise TreeInUse(
                    "Another search is growing this tree: wait until that search is over,"
                    " or begin a new search from the state."
                )
        except BaseException:  # such as an interrupt
            self.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        if _IN_USE.get(self.top) is self:
            del _IN_USE[self.top]


def upwards(node: Node | None) -> Iterator[Node]:
    """Yield the node, its parent, and so on up to the root; yield nothing for None."""
    while node is not None:
        yield node
        node = node.parent


def as_root(root: Node | State, tries_every_action: bool = False) -> Node:
    """Return the root of a search, which is a given node itself or a new node for a given state.

    tries_every_action  whether the search, like plain UCT, tries each legal action of a node before
                        any child of the node gets children

    Raises TypeError for anything else, ValueError if the game is over, and `CannotSearch` if the
    number of legal actions is unknown, or too large for a search that tries every action.
    """
    if not isinstance(root, Node):
        state = as_state(root, "A search starts from a state or a node")
        root = Node(state)
    if root.state.is_terminal():
        raise ValueError(f"The game is over, so there is nothing to search.\n{root.state}")
    actions = len(counted_actions(root.state))
    if tries_every_action and actions > MOST_ACTIONS:
        raise CannotSearch(
            f"{type(root.state).__name__} has {actions:,} legal actions here, and plain UCT would"
            " try each of them once: use Widening from mctslib.methods.widening."
        )
    return root


def counted_actions(state: State) -> Sequence[Action]:
    """Return the legal actions of a state.  Raises `CannotSearch` if their number is unknown."""
    actions = state.legal_actions()
    if not hasattr(actions, "__len__"):
        kind = type(actions).__name__
        raise CannotSearch(
            f"legal_actions() of {type(state).__name__} returned {a(kind)}, which has no length:"
            " return a list, a tuple or a range."
        )
    return actions


def check_options(**options: Any) -> None:
    """Raise TypeError for an option that is not callable, or is a class instead of an object."""
    for name, option in options.items():
        if isinstance(option, type):
            raise TypeError(
                f"{name} should be a function or an object, not a class: write {option.__name__}()."
            )
        if not callable(option):
            raise TypeError(f"{name} should be a function, not {option!r}.")


def check_trace_and_stop(trace: Any, stop: Any) -> None:
    """Raise TypeError for a trace that is not a list, or a stop button without `is_set()`.

    Both may be None.
    """
    if trace is not None and not hasattr(trace, "append"):
        raise TypeError(f"trace should be a list, to which records are appended, not {trace!r}.")
    if stop is not None and not hasattr(stop, "is_set"):
        raise TypeError(
            f"stop should have a method is_set(), as a threading.Event() has, not {stop!r}."
        )


# ---------------------------------------------------------------- the reader's own functions


class Expected(NamedTuple):
    """The result that one of the reader's functions should return."""

    function: str  # the name of the function in messages
    kind: type  # the type of the result
    words: str  # the end of a message that begins with "It should return"


EXPECTED = {
    "select": Expected("select", Node, "a Node of the tree"),
    "expand": Expected("expand", Node, "the new child Node, or the node itself at the end"),
    "simulate": Expected("simulate", Playout, "a Playout(actions, rewards)"),
    "after": Expected("function after", type(None), "None"),
}
POLICY = Expected(
    "tree policy",
    Node,
    "one of the node's children (Highest(score) turns a score into a tree policy)",
)
BACKPROPAGATE_SHOULD = (
    "It should update visits and value_sum from the node up to the root, and return None."
)


def guarded(phases: Phases) -> Phases:
    """Return the phases with a guard around each of the reader's own functions.

    phases  a `search.Phases`

    Library functions, and functions that already have a guard, remain unchanged.  Raises
    TypeError if `phases` is not a `Phases` object.
    """
    if isinstance(phases, type) or not hasattr(phases, "backpropagate"):
        raise TypeError(f"phases should be Phases(…) with your own functions, not {phases!r}.")
    library = type(phases)()
    guards = {}
    for field in fields(phases):
        function = getattr(phases, field.name)
        is_the_library_s = function is getattr(library, field.name)
        if not is_the_library_s and not has_guard(function):
            guards[field.name] = guarded_phase(field.name, function)
    if not guards:
        return phases
    return replace(phases, **guards)


def guarded_phase(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a phase function with a guard; `name` is the name of the phase in `Phases`."""
    if name == "backpropagate":
        return guarded_backpropagate(function)
    return guarded_return(function, EXPECTED[name])


def guarded_policy(tree_policy: TreePolicy) -> TreePolicy:
    """Return the tree policy with a guard around it, except for the library's own policies.

    The guard raises `PhaseError` if the policy fails or returns anything but a child of the node.
    """
    if isinstance(tree_policy, UCB1 | Highest):
        return tree_policy
    policy = guarded_return(tree_policy, POLICY)

    def guard(node: Node) -> Node:
        child = policy(node)
        if child.parent is not node:
            raise PhaseError(
                f"Your tree policy returned {child!r}, which is not a child of {node!r}."
                f"  It should return {POLICY.words}."
            )
        return child

    return guard


def guarded_return(function: Callable[..., Any], expected: Expected) -> Callable[..., Any]:
    """Return `function` with a guard around it.

    The guard raises `PhaseError` if the function fails or returns something unexpected.
    """
    it_should = f"It should return {expected.words}."

    def guard(*arguments: Any) -> Any:
        try:
            returned = function(*arguments)
        except CannotSearch:
            raise  # not a mistake in the function: the method does not support this game
        except Exception as error:
            raise PhaseError(
                f"Your {expected.function} raised {clause(error)}.  {it_should}"
            ) from error
        if not isinstance(returned, expected.kind):
            raise PhaseError(f"Your {expected.function} returned {returned!r}.  {it_should}")
        return returned

    mark_as_guard(guard)
    return guard


def guarded_backpropagate(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` with a guard that restores the statistics after a failure.

    Backpropagation is the only phase that changes statistics.  If the function fails halfway to the
    root, the guard restores the visits and value sums of the nodes on the path, and raises
    `PhaseError`.
    """

    def guard(node: Node, rewards: tuple[float, ...]) -> None:
        before = [(above, above.visits, above.value_sum) for above in upwards(node)]
        try:
            returned = function(node, rewards)
        except Exception as error:
            restore(before)
            raise PhaseError(
                f"Your backpropagate raised {clause(error)}.  {BACKPROPAGATE_SHOULD}"
            ) from error
        if returned is not None:
            restore(before)
            raise PhaseError(f"Your backpropagate returned {returned!r}.  {BACKPROPAGATE_SHOULD}")

    mark_as_guard(guard)
    return guard


def restore(before: list[tuple[Node, int, float]]) -> None:
    """Set the visits and the value sum of each node to the numbers listed with the node."""
    for node, visits, value_sum in before:
        node.visits = visits
        node.value_sum = value_sum


def mark_as_guard(guard: Callable[..., Any]) -> None:
    """Mark a function as a guard, so that `guarded` does not add a second guard."""
    guard.guarded = True  # type: ignore[attr-defined]


def has_guard(function: Callable[..., Any]) -> bool:
    """Return whether a function is marked as a guard."""
    return getattr(function, "guarded", False)


def clause(error: Exception) -> str:
    """Return the type and the message of an error, in a form that fits inside a sentence."""
    return f"{type(error).__name__}: {error}".removesuffix(".")
