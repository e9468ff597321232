"""Check the exercises of chapter 12: alpha-beta, an order of branches, and a kept tree.

The words of two exercises and their common mistakes are in `exercises.toml`.
"""

import random
from collections.abc import Callable
from copy import deepcopy
from math import inf
from typing import Any, NamedTuple

from mctslib.checks import TreeError, check_tree
from mctslib.course.ch12.answers import Tree, alpha_beta, keep
from mctslib.course.exercise import Pending, Wrong, call, close, demand, exercise, plain
from mctslib.course.grading import Case, Graded, edited
from mctslib.door.entrance import search
from mctslib.games import ConnectFour
from mctslib.tree import Node
from mctslib.words import count

# ------------------------------------------------------------ exercise 1: alpha-beta

NINE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TOLERATED = 1.2  # a function may look at up to 1.2 times as many numbers as alpha-beta
WINDOWS = 4  # the number of pairs of bounds for each tree


def value_cases() -> list[Case]:
    """Return the cases of exercise 1 with open bounds: the tree of the text, and random trees."""
    return [Case((tree, -inf, inf), f"`tree` is {tree}") for tree in trees()]


ALPHA_BETA = Graded("12", alpha_beta, value_cases, returns=float)


@ALPHA_BETA.checked_by
def check_alpha_beta(own: Callable[..., Any]) -> None:
    """Check that `own(tree, low, high)` returns the value of a tree for the player to move, that
    it respects the bounds, and that it skips what cannot matter.
    """
    ALPHA_BETA.grade(own)
    check_windows(own)
    check_skipping(own)


def check_windows(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the function does not respect the bounds that it receives."""
    rng = random.Random(7)
    for tree in [tree for tree in trees()[2:] for _ in range(WINDOWS)]:
        low = rng.randrange(-6, 4)
        high = low + rng.randrange(2, 6)
        shown = f"alpha_beta({tree}, {low}, {high})"
        answer = call(own, tree, low, high, returns=float, shown=shown)
        right = full_value(tree)
        if low < right < high:
            close(answer, right, shown, f"The value lies between the bounds. {EXCHANGE}")
        elif right <= low:
            at_most = f"the value is {right:g}, so it should be at most {low}"
            demand(answer <= low, f"`{shown}` is {answer:g}; {at_most}. {EXCHANGE}")
        else:
            at_least = f"the value is {right:g}, so it should be at least {high}"
            demand(answer >= high, f"`{shown}` is {answer:g}; {at_least}. {EXCHANGE}")


def check_skipping(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the function looks at many more numbers than alpha-beta does."""
    looked = looked_at_in_all(own)
    needed = looked_at_in_all(alpha_beta)
    if looked <= TOLERATED * needed:
        return
    for mistake in ALPHA_BETA.mistakes():
        made = edited(alpha_beta, mistake.edits)
        right = all(made(tree, -inf, inf) == full_value(tree) for tree in trees())
        if right and looked == looked_at_in_all(made):
            advice = mistake.says
            break
    else:
        advice = EXCHANGE
    raise Wrong(
        f"All values are right, but the function looked at {looked:,} of "
        f"{looked_at_in_all(full_value):,} numbers, and {needed:,} are enough. {advice}"
    )


EXCHANGE = (
    "For the opponent both bounds change their sign and trade places. The lower bound is the larger "
    "of `low` and `best`, because `best` may have grown."
)

# ------------------------------------------------------------ the numbers that are looked at


def turned_over(tree: list[Any]) -> list[int]:
    """Return the numbers of a tree that alpha-beta looks at, from left to right."""
    seen: list[int] = []
    alpha_beta(watched(tree, seen), -inf, inf)
    return seen


class Watched(float):
    """A number that is noted in a list when somebody first calculates with it or compares it."""

    notes: list[int] | None = None

    def note(self) -> float:
        """Note the number, unless it has been noted, and return it."""
        if self.notes is not None:
            self.notes.append(int(self))
            self.notes = None
        return float(self)

    def __deepcopy__(self, memo: Any) -> "Watched":
        return self  # a checker compares the tree with a copy

    def __neg__(self) -> float:
        return -self.note()

    def __lt__(self, other: float) -> bool:
        return self.note() < other

    def __le__(self, other: float) -> bool:
        return self.note() <= other

    def __gt__(self, other: float) -> bool:
        return self.note() > other

    def __ge__(self, other: float) -> bool:
        return self.note() >= other


def watched(tree: Tree, seen: list[int]) -> Tree:
    """Return a tree of `Watched` numbers, which are noted in `seen`."""
    if isinstance(tree, list):
        return [watched(one, seen) for one in tree]
    number = Watched(tree)
    number.notes = seen
    return number


def numbers_looked_at(own: Callable[..., Any], tree: list[Any]) -> int:
    """Count the numbers of a tree that a function looks at."""
    seen: list[int] = []
    call(own, watched(tree, seen), -inf, inf, shown="alpha_beta(<a deep tree>, -inf, inf)")
    return len(seen)


def looked_at_in_all(own: Callable[..., Any]) -> int:
    """Count the numbers of the deep trees that a function looks at."""
    return sum(numbers_looked_at(own, tree) for tree in deep_trees())


def trees() -> list[Tree]:
    """Return trees of numbers: a fixed tree, a single number, and random trees with many ties."""
    rng = random.Random(12)
    found: list[Tree] = [NINE, 3]
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


# ------------------------------------------------------------ exercise 2: an order

FEWEST = 5  # all three numbers of one row, and one of each other row


@exercise("Right: the best row comes first, and in the other rows the number that refutes them.")
def check_order(ordered: Any) -> None:
    """Check that alpha-beta looks at five of the nine numbers in the reader's order."""
    ordered = plain(ordered)
    if ordered is None or ordered is ... or "Ellipsis" in repr(ordered):
        raise Pending("Nothing here yet: write the three rows in another order.")
    demand(
        isinstance(ordered, list) and all(isinstance(row, list) for row in ordered),
        f"The order must be a list of three lists, not {ordered!r}.",
    )
    same_rows = sorted(sorted(row) for row in ordered) == sorted(sorted(row) for row in NINE)
    demand(same_rows, "Keep the three rows with their numbers; change only the order.")
    seen = turned_over(ordered)
    listed = ", ".join(f"{value:g}" for value in seen)
    demand(
        len(seen) <= FEWEST,
        f"Alpha-beta looks at {len(seen)} numbers: {listed}. Fewer are possible.",
    )


# ------------------------------------------------------------ exercise 3: keep the subtree

# The number of lines of code that a call may execute.  The limit is large, because copying a
# tree is allowed.
COPYING = 2_000_000


class Kept(NamedTuple):
    """What a reader's new root is like, before and after 20 more iterations.

    state    the position of the node
    cut      whether the node has no parent
    player   the player who made the last move
    numbers  N and W of the node, and the number of nodes of its tree
    whole    what is wrong with the tree after the 20 iterations, or ""
    """

    state: Any
    cut: bool
    player: int
    numbers: tuple[int, float, int]
    whole: str


def kept(own: Callable[..., Any], root: Node, *actions: int) -> Kept:
    """Call `keep` with a copy of a tree, search on from the node, and return what was found."""
    root = deepcopy(root)
    node = own(root, *actions)
    numbers = node.visits, node.value_sum, node.size()
    before = Kept(node.state, node.parent is None, node.player, numbers, "")
    if not before.cut:
        return before
    search(node, 20, seed=1)
    try:
        check_tree(node)
        whole = ""
    except TreeError as error:
        whole = str(error)
    return before._replace(whole=whole)


def keep_cases() -> list[Case]:
    """Return the cases of exercise 3: known moves, new ones, and a node inside a tree."""
    root = search(ConnectFour(), 80, seed=5).root
    cases = [
        Case((root, *actions), f"the actions are {actions}")
        for actions in ((3, 2), (3,), (3, 3), (2, 3, 3), ())
    ]
    small = search(ConnectFour(), 20, seed=5).root
    cases.append(Case((small, 3, 0, 6, 6), "the actions are (3, 0, 6, 6), which are not all known"))
    return [*cases, Case((root.children[3],), "`root` has a parent, and there are no actions")]


def told(answer: Kept, wanted: Kept) -> str:
    """Return the end of a sentence about a wrong new root."""
    if answer.state != wanted.state:
        return "is a node of another position"
    if answer.numbers != wanted.numbers:
        (n, w, size), (visits, value_sum, nodes) = answer.numbers, wanted.numbers
        return (
            f"has N = {n:,}, W = {w:g} and {count(size, 'node')}; it should have N = {visits:,}, "
            f"W = {value_sum:g} and {count(nodes, 'node')}"
        )
    if not answer.cut:
        return "still has a parent, so backpropagation would go on into the old tree"
    if answer.player != wanted.player:
        return "counts rewards for the wrong player"
    return f"leaves a tree that does not add up: {answer.whole.rstrip('.')}"


check_keep = Graded(
    "12", keep, keep_cases, effect=kept, tell=told, returns=Node, lines=COPYING
).checker()
