"""Check the exercises of chapter 12: alpha-beta, an order of branches, and a kept tree.

The words of two exercises and their common mistakes are in `exercises.toml`.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from math import inf
from types import CodeType, FrameType
from typing import Any, NamedTuple, SupportsIndex

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


def turned_over(tree: list[Any]) -> list[float]:
    """Return the numbers of a tree that alpha-beta looks at, from left to right."""
    seen: list[float] = []
    alpha_beta(Branch(tree, seen), -inf, inf)
    return seen


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
COPYING = 20_000_000


class Kept(NamedTuple):
    """What a reader's new root is like, before and after 50 more iterations.

    state    the position of the node
    cut      whether the node has no parent
    player   the player who made the last move
    numbers  N and W of the node, and the number of nodes of its tree
    whole    what is wrong with the tree after the 50 iterations, or ""
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
    search(node, 50, seed=1)
    try:
        check_tree(node)
        whole = ""
    except TreeError as error:
        whole = str(error)
    return before._replace(whole=whole)


def keep_cases() -> list[Case]:
    """Return the cases of exercise 3: known moves, new ones, and a node inside a tree."""
    root = search(ConnectFour(), 400, seed=5).root
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
