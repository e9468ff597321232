"""Checkers of chapter 12 ("Grow up: Connect Four")."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import inf
from types import CodeType, FrameType
from typing import Any, SupportsIndex

from mctslib.checks import TreeError, check_tree
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained
from mctslib.door.entrance import reuse, search
from mctslib.draw.show import board_svg
from mctslib.games import ConnectFour
from mctslib.games.names import player_name
from mctslib.tree import Node
from mctslib.words import count

# ------------------------------------------------------------ exercise 2: alpha-beta

Tree = Any
"""A tree is a number, which is the value for the player to move, or a list of trees, one for each
move.
"""

SMALL = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TOLERATED = 1.2  # a function may look at up to 1.2 times as many numbers as alpha-beta
WINDOWS = 4  # the number of pairs of bounds for each tree


@exercise("Right: the values equal those of minimax, and numbers that cannot matter are skipped.")
def check_alpha_beta(own: Callable[..., Any]) -> None:
    """Check that `own(tree, low, high)` returns the value of a tree for the player to move."""
    cases: list[tuple[Any, ...]] = [(tree, -inf, inf) for tree in trees()]
    answers = []
    for tree, low, high in cases:
        answers.append(_value(own, tree, low, high))
    why = explained(VALUE_MISTAKES, cases, answers, FLIP)
    for (tree, _, _), answer in zip(cases, answers):
        close(answer, full_value(tree), f"alpha_beta({tree}, -inf, inf)", why)
    _check_windows(own)
    _check_skipping(own)


def _value(own: Callable[..., Any], tree: Tree, low: float, high: float) -> float:
    """Return the value that the reader's function returns for a tree."""
    shown = f"alpha_beta({tree}, {low:g}, {high:g})"
    value: float = call(own, tree, low, high, returns=float, shown=shown)
    return value


def _check_windows(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the function does not respect the bounds that it receives."""
    rng = random.Random(7)
    for tree in [tree for tree in trees()[2:] for _ in range(WINDOWS)]:
        low = rng.randrange(-6, 4)
        high = low + rng.randrange(2, 6)
        answer = _value(own, tree, low, high)
        right = full_value(tree)
        shown = f"alpha_beta({tree}, {low}, {high})"
        if low < right < high:
            close(answer, right, shown, f"The value lies between the bounds. {EXCHANGE}")
        elif right <= low:
            at_most = f"the value is {right:g}, so it should be at most {low}"
            demand(answer <= low, f"`{shown}` is {answer:g}; {at_most}. {EXCHANGE}")
        else:
            at_least = f"the value is {right:g}, so it should be at least {high}"
            demand(answer >= high, f"`{shown}` is {answer:g}; {at_least}. {EXCHANGE}")


def _check_skipping(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the function looks at many more numbers than alpha-beta does."""
    looked = sum(numbers_looked_at(own, tree) for tree in deep_trees())
    needed = _numbers_needed(cut_value)
    if looked > TOLERATED * needed:
        there = _numbers_needed(full_value)
        raise Wrong(
            f"All values are right, but the function looked at {looked:,} of {there:,} numbers, "
            f"and {needed:,} are enough. {_what_is_not_skipped(looked)}"
        )


def _numbers_needed(method: Callable[[Tree, float, float], float]) -> int:
    """Count the numbers of the deep trees that `method`, a function of this file, looks at."""
    return sum(numbers_looked_at(method, tree) for tree in deep_trees())


def _what_is_not_skipped(looked: int) -> str:
    """Return advice for a reader whose function looked at `looked` numbers of the deep trees."""
    for mistake, words in SKIPPING_MISTAKES:
        if looked == _numbers_needed(mistake):
            return words
    return (
        "Go through the branches one after another. Pass on `-high` and `-max(low, best)`, and "
        "leave the loop as soon as `best >= high`."
    )


# ------------------------------------------------------------ the numbers that are looked at


class Branch(list[Any]):
    """A list of trees that records which of its numbers have been read.

    seen  the numbers read so far; all branches of a tree share this list
    """

    def __init__(self, tree: list[Any], seen: list[float]) -> None:
        super().__init__(Branch(one, seen) if isinstance(one, list) else one for one in tree)
        self.seen = seen

    def __iter__(self) -> Iterator[Any]:
        for one in super().__iter__():
            yield self._noted(one)

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = super().__getitem__(place)
        for one in found if isinstance(place, slice) else [found]:
            self._noted(one)
        return found

    def _noted(self, one: Any) -> Any:
        if not isinstance(one, list):
            self.seen.append(one)
        return one


def numbers_looked_at(own: Callable[..., Any], tree: list[Any]) -> int:
    """Count the numbers of a tree that a function looks at.

    The numbers are counted in two ways, and the smaller non-zero count is returned.  The first
    way counts the numbers read from the lists; the count is too large if the function copies a
    list.  The second way counts the calls whose first argument is a number; the count is 0 if the
    function makes no such call.
    """
    taken: list[float] = []
    with suppress(Wrong):  # a function may accept nothing but a plain list
        call(own, Branch(tree, taken), -inf, inf)
    calls = _calls_with_a_number(own, tree)
    counts = [number for number in (len(taken), calls) if number]
    return min(counts, default=0)


def _calls_with_a_number(own: Callable[..., Any], tree: list[Any]) -> int:
    """Count the calls whose first argument is a number, not a list, while `own` runs.

    The calls of a function are counted only if the function is also called with a list as its first
    argument.
    """
    calls: Counter[CodeType] = Counter()
    take_trees = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_argcount:
            return
        first = frame.f_locals.get(code.co_varnames[0])
        if isinstance(first, list):
            take_trees.add(code)
        elif isinstance(first, int | float):
            calls[code] += 1

    def noted(tree: Tree, low: float, high: float) -> Any:
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            return own(tree, low, high)
        finally:
            sys.setprofile(before)

    call(noted, tree, -inf, inf, shown="alpha_beta(<a deep tree>, -inf, inf)")
    return sum(calls[code] for code in take_trees)


def trees() -> list[Tree]:
    """Return trees of numbers: a fixed tree, a single number, and random trees with many ties."""
    rng = random.Random(12)
    found: list[Tree] = [SMALL, 3]
    for depth in (1, 2, 3, 4):
        for _ in range(8):
            found.append(_random_tree(rng, depth))
    return found


def deep_trees() -> list[list[Any]]:
    """Return trees that are so deep that every bound matters, each with its mirror image.

    Because of the mirror images, a function that takes the branches from the right looks at as many
    numbers as a function that takes them from the left.
    """
    rng = random.Random(0)
    found = []
    for _ in range(6):
        tree = _full_tree(rng, 6)
        found += [tree, mirrored(tree)]
    return found


def _random_tree(rng: random.Random, depth: int) -> Tree:
    """Return a random tree of at most this depth, in which some branches may end sooner."""
    if depth == 0 or (depth < 3 and rng.random() < 0.15):
        return rng.randrange(-4, 5)
    return [_random_tree(rng, depth - 1) for _ in range(rng.randrange(2, 5))]


def _full_tree(rng: random.Random, depth: int) -> Tree:
    """Return a random tree in which all branches have this depth."""
    if depth == 0:
        return rng.randrange(-3, 4)
    return [_full_tree(rng, depth - 1) for _ in range(rng.randrange(2, 4))]


def mirrored(tree: Tree) -> Tree:
    """Return the tree with the branches of every node in reverse order."""
    return [mirrored(one) for one in reversed(tree)] if isinstance(tree, list) else tree


def full_value(tree: Tree, low: float = -inf, high: float = inf) -> float:
    """Return the value of a tree by minimax, which looks at every number."""
    if not isinstance(tree, list):
        return float(tree)
    return max(-full_value(one) for one in tree)


def turned_round(low: float, high: float) -> tuple[float, float]:
    """Return the two bounds from the opponent's point of view."""
    return -high, -low


def reaches_high(best: float, low: float, high: float) -> bool:
    """Return whether a value is so high that the opponent will avoid the position."""
    return best >= high


def cutting(
    tree: Tree,
    low: float,
    high: float,
    *,
    hands_on: Callable[[float, float], tuple[float, float]] = turned_round,
    stops: Callable[[float, float, float], bool] = reaches_high,
) -> float:
    """Return a tree's value by alpha-beta (Knuth and Moore, 1975), possibly with a common mistake.

    hands_on  a function that takes the bounds of the player to move, and returns the bounds for the
              opponent
    stops     a function that takes the best value so far, low and high, and returns whether to
              leave the loop
    """
    if not isinstance(tree, list):
        return float(tree)
    best = -inf
    for one in tree:
        bounds = hands_on(max(low, best), high)
        best = max(best, -cutting(one, *bounds, hands_on=hands_on, stops=stops))
        if stops(best, low, high):
            break
    return best


def cut_value(tree: Tree, low: float, high: float) -> float:
    """Return the value of a tree by alpha-beta."""
    return cutting(tree, low, high)


def cut_above(tree: Tree, low: float, high: float) -> float:
    """Leave the loop only if the best value is above the upper bound, not if the two are equal."""
    return cutting(tree, low, high, stops=lambda best, low, high: best > high)


def own_best_only(tree: Tree, low: float, high: float) -> float:
    """Pass on the best value of this node, but not the lower bound that the node received."""
    if not isinstance(tree, list):
        return float(tree)
    best = -inf
    for one in tree:
        best = max(best, -own_best_only(one, -high, -best))
        if best >= high:
            break
    return best


def high_forgotten(tree: Tree, low: float, high: float) -> float:
    """Pass −∞ to the opponent instead of the upper bound."""
    return cutting(tree, low, high, hands_on=lambda low, high: (-inf, -low))


def cut_at_low(tree: Tree, low: float, high: float) -> float:
    """Leave the loop as soon as the best value reaches the lower bound."""
    return cutting(tree, low, high, stops=lambda best, low, high: best >= low)


def bounds_as_they_are(tree: Tree, low: float, high: float) -> float:
    """Pass the bounds to the opponent unchanged."""
    return cutting(tree, low, high, hands_on=lambda low, high: (low, high))


def bounds_not_exchanged(tree: Tree, low: float, high: float) -> float:
    """Change the signs of the bounds, but do not swap the two bounds."""
    return cutting(tree, low, high, hands_on=lambda low, high: (-low, -high))


def no_flip(tree: Tree, low: float, high: float) -> float:
    """Take the largest value at every level, without changing the sign."""
    if not isinstance(tree, list):
        return float(tree)
    return max(no_flip(one, low, high) for one in tree)


def least(tree: Tree, low: float, high: float) -> float:
    """Take the smallest value at every level."""
    if not isinstance(tree, list):
        return float(tree)
    return min(-least(one, low, high) for one in tree)


FLIP = (
    "A good value for the player to move is bad for the opponent: the value of a move is minus the "
    "value of the tree after it."
)
EXCHANGE = (
    "For the opponent both bounds change their sign and trade places: pass on `-high` as the "
    "lower bound and `-max(low, best)` as the upper bound."
)
VALUE_MISTAKES: list[tuple[Callable[[Tree, float, float], float], str]] = [
    (no_flip, FLIP),
    (least, "The player to move takes the move with the *largest* value."),
    (bounds_as_they_are, EXCHANGE),
    (bounds_not_exchanged, EXCHANGE),
    (cut_at_low, "Leave the loop when `best` reaches `high`, not when it reaches `low`."),
]

SKIPPING_MISTAKES: list[tuple[Callable[[Tree, float, float], float], str]] = [
    (
        full_value,
        "Nothing is skipped: leave the loop as soon as `best` has reached `high`, and pass on "
        "`-max(low, best)`, not `-low`, as the upper bound of the opponent.",
    ),
    (cut_above, "Leave the loop also when `best` is exactly `high`: use >=."),
    (
        own_best_only,
        "A bound is lost on the way down: pass on `-high` as the lower bound of the opponent, and "
        "`-max(low, best)`, not `-best`, as the upper bound.",
    ),
]

# ------------------------------------------------------------ exercise 1: keep the subtree

# The number of lines of code that a call may execute.  The limit is large, because copying a
# tree is allowed.
COPYING = 20_000_000


@exercise("Right: the subtree below the moves is kept, and its root has no parent.")
def check_keep(own: Callable[..., Any]) -> None:
    """Check that `own(root, *actions)` returns the root for the next search."""
    for actions in ((3,), (3, 2), (3, 3), (2, 3, 3), ()):
        _check_kept(own, actions)
    _check_unknown(own)
    # this node is inside a tree, so it has a parent
    inside, _ = _kept(own, _tree().children[3], ())
    demand(
        inside.parent is None,
        "With no actions, the node that `keep(node)` returns still has a parent. Set `parent` to "
        "None in this case, too.",
    )


def _tree(iterations: int = 400) -> Node:
    """Return the root of a search tree of Connect Four, built with a fixed seed."""
    return search(ConnectFour(), iterations, seed=5).root


def _kept(own: Callable[..., Any], root: Node, actions: tuple[int, ...]) -> tuple[Node, str]:
    """Return the reader's new root, and the call as a string; raise `Wrong` if the node belongs to
    another position.
    """
    shown = f"keep({', '.join(['root', *map(str, actions)])})"
    node = call(own, root, *actions, returns=Node, shown=shown, lines=COPYING)
    state = root.state
    for action in actions:
        state = state.apply(action)
    demand(
        node.state == state,
        f"`{shown}` is a node of another position. Go down to one child for each of the actions.",
        partial(board_svg, node.state),
    )
    return node, shown


def _check_kept(own: Callable[..., Any], actions: tuple[int, ...]) -> None:
    """Raise `Wrong` if `keep` loses the subtree after some moves, or does not cut it off."""
    root = _tree()
    right = reuse(_tree(), *actions)
    node, shown = _kept(own, root, actions)
    if node.visits != right.visits or node.size() != right.size():
        has = f"{count(node.visits, 'visit')} and {count(node.size(), 'node')}"
        had = f"{count(right.visits, 'visit')} and {count(right.size(), 'node')}"
        raise Wrong(
            f"`{shown}` has {has}; this node of the tree had {had}. Keep the node of the tree, "
            "with everything below it."
        )
    demand(
        node.value_sum == right.value_sum,
        f"`{shown}` has W = {node.value_sum:g}; in the tree it was {right.value_sum:g}. Change "
        "nothing but the parent.",
    )
    demand(
        node.parent is None,
        f"`{shown}` still has a parent. Backpropagation walks up until there is no parent, so it "
        "would go on into the old tree. Set `parent` to None.",
    )
    before = root.visits
    search(node, 50, seed=1)
    demand(
        node is root or root.visits == before,
        f"After 50 more iterations from `{shown}` the old root has more visits, too, so the new "
        "root is not cut off.",
    )
    _check_whole(node, shown)


def _check_unknown(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if `keep` does not create the nodes that are missing from the tree."""
    root = _tree(20)
    actions = (3, 0, 6, 6)
    try:
        node, shown = _kept(own, root, actions)
    except Wrong as wrong:
        raise Wrong(
            f"{wrong} A child that is missing from the tree must be created.", wrong.picture
        ) from None
    demand(
        not node.visits and not node.children,
        f"`{shown}` leads to a node that the tree did not have, so it should have no visits.",
    )
    mover = reuse(_tree(20), *actions).player
    demand(
        node.player == mover,
        f"`{shown}` counts rewards for {player_name(node.state, node.player)}, but "
        f"{player_name(node.state, mover)} made the last move. Give a missing child its parent and "
        "its action: `Node(node.state.apply(action), node, action)`.",
    )
    demand(
        node.parent is None,
        f"`{shown}`, a new node, still has a parent. Set `parent` to None here, too.",
    )
    _check_whole(search(node, 50, seed=1).root, shown)


def _check_whole(root: Node, shown: str) -> None:
    """Raise `Wrong` if the tree is not valid after more iterations."""
    try:
        check_tree(root)
    except TreeError as error:
        message = f"After 50 more iterations from `{shown}` the tree does not add up: {error}"
        raise Wrong(
            f"{message.rstrip('.')}. Change nothing but the parent of the new root."
        ) from None
