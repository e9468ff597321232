"""Checkers of chapter 07 ("Turn the c knob")."""

from collections.abc import Callable, Sequence
from math import inf, isclose, isnan, log, sqrt
from random import Random
from typing import Any, NamedTuple

from mctslib.arena.intervals import wilson
from mctslib.course.ch07.experiments import correct_shares
from mctslib.course.exercise import (
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    given,
    look,
    same,
)
from mctslib.course.puzzles import A, Puzzle, S
from mctslib.fast.choice import grow, new_root
from mctslib.game import Action, State
from mctslib.games import Nim, TicTacToe
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node, attach
from mctslib.words import number, observed, percent, worked

# ------------------------------------------------------------ exercise 1: a share

# The number of lines of code that a call may execute.  The limit is large, because the reader's
# function runs many searches.
PATIENCE = 20_000_000
NIM = Puzzle("Nim(2, 3)", Nim(2, 3), frozenset({5}), "Heaps of equal size win.")
SHARE_CASES: list[tuple[Puzzle, float, int, Sequence[int]]] = [
    # position, c, iterations, seeds; the second case has 8 iterations, because 7 and 9 iterations
    # give different shares
    (A, 0.7, 400, range(5, 17)),
    (A, 0.7, 8, range(3, 15)),
    (A, 0.0, 200, range(20, 32)),
    (S, 0.5, 20, [2, 3, 5, 8, 13, 21, 34, 55, 60, 61, 70, 71]),
    (NIM, 0.5, 30, range(4, 14)),  # another game
    (A, 0.7, 400, [11]),  # a single seed
]


@exercise("Right: this is the share of runs that choose a right move.")
def check_correct_share(own: Callable[..., Any]) -> None:
    """Check that `own(state, correct, c, iterations, seeds)` returns the share of right runs.

    A run is right if it chooses one of the moves in `correct`.
    """
    answers = []
    for puzzle, c, iterations, seeds in SHARE_CASES:
        arguments = (puzzle.state, set(puzzle.correct), c, iterations, seeds)
        shown = _share_call(puzzle, c, iterations, seeds)
        answers.append(call(own, *arguments, returns=float, shown=shown, lines=PATIENCE))
    for case, answer in zip(SHARE_CASES, answers):
        right = share(*case)
        if not isclose(answer, right, abs_tol=1e-9):
            many_seeds = len(case[-1]) > 1
            otherwise = ALL_OR_NOTHING if many_seeds and answer in (0, 1) else COUNT_THE_RIGHT
            why = explained(SHARE_MISTAKES, SHARE_CASES, answers, otherwise)
            close(answer, right, _share_call(*case), why)


def _share_call(puzzle: Puzzle, c: float, iterations: int, seeds: Sequence[int]) -> str:
    """Return a call to `correct_share` as a string for a message."""
    return f"correct_share({puzzle.name}, {set(puzzle.correct)}, {c}, {iterations}, {seeds})"


def share(puzzle: Puzzle, c: float, iterations: int, seeds: Sequence[int]) -> float:
    """Return the share of the seeds, from 0 to 1, for which the search chooses a right move."""
    return correct_shares(puzzle, c, [iterations], seeds)[0]


ALL_OR_NOTHING = (
    "The share is 0 or 1. Does each search get its own seed, and do you test whether its action "
    "is in `correct`?"
)
COUNT_THE_RIGHT = "Count the seeds for which `search(...).action` is in `correct`."
ITERATIONS = "This is the share for another number of iterations. Pass `iterations` to `search`."
SHARE_MISTAKES: list[tuple[Callable[..., float], str]] = [
    (
        lambda p, c, n, seeds: len(seeds) * share(p, c, n, seeds),
        "This is the number of right moves. Divide it by the number of seeds.",
    ),
    (
        lambda p, c, n, seeds: 100 * share(p, c, n, seeds),
        "This is a percentage. Return a share between 0 and 1.",
    ),
    (lambda p, c, n, seeds: 1 - share(p, c, n, seeds), "This is the share of wrong moves."),
    (
        lambda p, c, n, seeds: share(p, c, n, range(len(seeds))),
        "You used the seeds 0, 1, 2 and so on. Use the seeds that are in `seeds`.",
    ),
    (
        lambda p, c, n, seeds: share(p, c, n, range(seeds[0], seeds[-1] + 1)),
        "You used all seeds from the first to the last. Use only the seeds that are in `seeds`.",
    ),
    (
        lambda p, c, n, seeds: share(p, c, n, seeds) * len(seeds) / 60,
        "There are not always 60 seeds. Divide by `len(seeds)`.",
    ),
    (
        lambda p, c, n, seeds: share(p, UCB1().c, n, seeds),
        "This is the share for the default c. Pass `tree_policy=UCB1(c)` to `search`.",
    ),
    (
        lambda p, c, n, seeds: share(A, c, n, seeds),
        "You searched position A each time. Use the arguments `state` and `correct`.",
    ),
    (lambda p, c, n, seeds: share(p, c, n - 1, seeds), ITERATIONS),
    (lambda p, c, n, seeds: share(p, c, n + 1, seeds), ITERATIONS),
    (lambda p, c, n, seeds: share(p, c, 300, seeds), ITERATIONS),
]

# ------------------------------------------------------------ exercise 2: a c for a deadline

BUDGET = 400  # iterations of each search
ENOUGH = 0.85  # the share of the runs that must choose a right move
SEEDS = range(600)
CLINGING = 0.45  # c is too small if the favourite's share of the visits is larger than this


@exercise("")
def check_choose_c(c: Any) -> str:
    """Check that searches with this c choose a right move for at least 85% of 600 seeds.

    Each search starts from position A and has 400 iterations.
    """
    c = given(c, float, "my_c")
    demand(not isnan(c), "`my_c` is nan, which is not a number. Choose a number of 0 or more.")
    demand(
        c >= 0,
        f"`my_c` is {number(c)}, but c must not be negative. With a negative c, selection would "
        "avoid the moves with few visits.",
    )
    demand(
        c < inf,
        "`my_c` is infinite, so Q would have no effect in the formula. Choose a finite number.",
    )
    roots = [_grown(c, seed) for seed in SEEDS]
    hits = sum(A.solved_by(most_visited(root)) for root in roots)
    low, high = wilson(hits, len(roots))
    found = (
        f"With c = {number(c)}, {number(hits)} of {number(len(roots))} runs choose a right move "
        f"after {BUDGET} iterations"
    )
    ends = f"{observed(low)} to {observed(high)}"
    found += f" ({observed(hits / len(roots))}, 95% interval {ends})."
    needed = round(ENOUGH * len(roots))
    if hits < needed:
        raise Wrong(f"{found} At least {needed} are needed ({percent(ENOUGH)}). {_advice(roots)}")
    return f"{found} This c is neither too small nor too large."


def _advice(roots: Sequence[Node]) -> str:
    """Return advice to raise or to lower c, depending on the favourites' shares of the visits."""
    shares = []
    for root in roots:
        shares.append(max(child.visits for child in root.children.values()) / BUDGET)
    favourite = sum(shares) / len(shares)
    if favourite > CLINGING:
        clings = "The search does not correct its first impression"
        gets = f"its most visited move gets {percent(favourite)} of the visits"
        return f"{clings}: {gets}. Try a larger c."
    spreads = "The search spreads its visits too widely"
    even = f"even its most visited move gets only {percent(favourite)} of the visits"
    return f"{spreads}: {even}. Try a smaller c."


def _grown(c: float, seed: int) -> Node:
    """Return a tree of position A after `BUDGET` iterations.

    The compiled engine grows the tree if it is ready.
    """
    rng = Random(seed)
    policy = UCB1(c)
    root = new_root(A.state, BUDGET, rng, tree_policy=policy)
    return grow(root, BUDGET, seed=rng, tree_policy=policy).root


# ------------------------------------------------------------ exercise 3: another range


@exercise("Right: c has the same unit as the rewards, so c grows with the range of the rewards.")
def check_rescale_c(own: Callable[..., Any]) -> None:
    """Check that `own(c, low, high)` rescales c for rewards in [low, high] instead of [0, 1]."""
    answers = []
    for case in RANGE_CASES:
        answers.append(call(own, *case, returns=float, shown=_range_call(*case)))
    why = explained(RANGE_MISTAKES, RANGE_CASES, answers, STRETCHED)
    for (c, low, high), answer in zip(RANGE_CASES, answers):
        close(answer, c * (high - low), _range_call(c, low, high), why)


RANGE_CASES: list[tuple[float, float, float]] = [
    (1.5, 0, 1),
    (0.5, -10, -6),
    (sqrt(2), -1, 1),
    (1.2, 2, 5),
    (0.7, 0, 100),
    (0, -1, 1),
    (0.7, 0.25, 0.75),
]
STRETCHED = "Q grows by the factor high − low. Multiply c by the same factor."
WIDTH = (
    "Use the width of the range, high − low. For example, from 2 to 5 the width is 3, and from "
    "−1 to 1 it is 2."
)
RANGE_MISTAKES: list[tuple[Callable[[float, float, float], float], str]] = [
    (
        lambda c, low, high: c,
        "c cannot stay the same when the range of the rewards changes, because Q grows and the "
        "exploration term does not.",
    ),
    (
        lambda c, low, high: c / (high - low),
        "Multiply instead of dividing, because a wider range needs a larger c.",
    ),
    (lambda c, low, high: c * (low - high), "The sign is wrong. The width is high − low."),
    (lambda c, low, high: c * high, WIDTH),
    (lambda c, low, high: c * (high + low), WIDTH),
    (lambda c, low, high: c * (high + abs(low)), WIDTH),
    (lambda c, low, high: c * (high - min(low, 0)), WIDTH),
]


def _range_call(c: float, low: float, high: float) -> str:
    """Return a call to `rescale_c` as a string for a message."""
    return f"rescale_c({number(round(c, 3))}, {low}, {high})"


# ------------------------------------------------------------ exercise 4: the secure child


class Child(NamedTuple):
    """The statistics of a child of the root that a rule for the final move may use."""

    visits: int
    value: float  # Q


class Bounds(NamedTuple):
    """A root with some children, and the parameter a of the exercise."""

    children: dict[Action, Child]
    a: float
    # a position with the legal actions 1, 2 and 8
    state: State = TicTacToe.from_text("X../XOO/OX.")


@exercise(
    "Right: the fewer visits a child has, the more is subtracted from its value "
    "(secure child, Chaslot et al., 2008)."
)
def check_secure_child(own: Callable[..., Any]) -> None:
    """Check that `own(root, a)` returns the action of the child with the highest Q − a / √N."""
    answers = []
    for case in BOUND_CASES:
        answers.append(look(own, _root(case), case.a, shown=_secure_call(case)))
    questions = [(case,) for case in BOUND_CASES]
    for case, answer in zip(BOUND_CASES, answers):
        shown = _secure_call(case)
        demand(
            not isinstance(answer, Node), f"`{shown}` is a Node. Return the `action` of this node."
        )
        if case is BELOW_ZERO:
            demand(answer is not None, f"`{shown}` returned None. {_bounds(case)} {ALL_BELOW_ZERO}")
        demand(answer is not None, f"`{shown}` returned None. Is a `return` missing?")
        why = explained(BOUND_MISTAKES, questions, answers, DIVIDE)
        same(answer, secure(case), shown, f"{_bounds(case)} {why}")


def _secure_call(case: Bounds) -> str:
    """Return a call to `secure_child` as a string for a message."""
    return f"secure_child(root, a={case.a})"


def _bound_cases() -> list[Bounds]:
    """Return roots for which the right rule and similar rules choose different children.

    The bounds of two children are close together.  A rule with a different function of N in place
    of √N therefore picks a wrong child for some of the roots.
    """
    cases = []
    for many, few, a in [
        (400, 5, 1),
        (64, 16, 0.5),
        (100, 1, 0.6),
        (25, 1, 0.25),
        (900, 100, 2),
        (400, 4, 0),
    ]:
        equal = 0.4 + a / sqrt(few) - a / sqrt(many)
        for difference in (-0.005, 0.005):
            children = {1: Child(many, 0.4), 2: Child(few, equal + difference), 8: Child(7, 0.1)}
            cases.append(Bounds(children, a))
    return cases


ONE_CHILD = Bounds({7: Child(3, 0.9)}, 1, TicTacToe.from_text("XOX/XOO/O.X"))
ANOTHER_GAME = Bounds(
    {
        0: Child(9, 0.2),
        1: Child(8, 0.3),
        3: Child(5, 0.3),
        4: Child(1, 0.9),
        5: Child(90, 0.6),
    },
    1,
    Nim(2, 3),
)
BELOW_ZERO = Bounds({1: Child(4, 0.4), 2: Child(1, 0.3), 8: Child(9, 0.5)}, 3)
# The child with the largest sum of rewards is not the most visited child.
LARGER_SUM = Bounds({1: Child(10, 0.1), 2: Child(8, 0.9), 8: Child(7, 0.2)}, 1)
BOUND_CASES = [*_bound_cases(), ONE_CHILD, ANOTHER_GAME, BELOW_ZERO, LARGER_SUM]
ALL_BELOW_ZERO = "All bounds are below 0, so a loop that starts with `best = 0` finds no child."
DIVIDE = (
    "Did you divide a by the square root of the child's own visits, "
    "and subtract the result from the child's value?"
)
Score = Callable[[Child, float, int], float]  # (child, a, visits of all children) → score


def highest(score: Score) -> Callable[[Bounds], Action]:
    """Return the rule that chooses the action of the child with the highest score."""

    def choose(case: Bounds) -> Action:
        total = sum(child.visits for child in case.children.values())
        return max(case.children, key=lambda action: score(case.children[action], case.a, total))

    return choose


secure = highest(lambda child, a, total: child.value - a / sqrt(child.visits))
BOUND_SCORES: list[tuple[Score, str]] = [
    (
        lambda child, a, total: child.value + a / sqrt(child.visits),
        "You added a / √N, just as the tree policy adds its exploration term. "
        "The rule of the secure child subtracts a / √N.",
    ),
    (
        lambda child, a, total: child.value,
        "This is the child with the best Q. You subtracted nothing, or the same number from "
        "every child.",
    ),
    (lambda child, a, total: child.visits, "This is the most visited child."),
    (
        lambda child, a, total: child.visits * child.value - a / sqrt(child.visits),
        "You used the sum of the rewards. Use their mean Q, which is `value`.",
    ),
    (
        lambda child, a, total: child.value - 1 / sqrt(child.visits),
        "Your rule does not use a. With a = 0 nothing is subtracted.",
    ),
    (
        lambda child, a, total: child.value - a / child.visits,
        "The square root is missing. Subtract a / √N, not a / N.",
    ),
    (
        lambda child, a, total: child.value - a * sqrt(log(total) / child.visits),
        "The rule of the secure child has no logarithm. Subtract a / √N, where N is the number of "
        "the child's visits.",
    ),
]
BOUND_MISTAKES = [(highest(score), words) for score, words in BOUND_SCORES]


def _root(case: Bounds) -> Node:
    """Return a root whose children have the visits and values of a case."""
    root = Node(case.state)
    for action, (visits, value) in case.children.items():
        child = attach(root, action)
        child.visits = visits
        child.value_sum = visits * value
        root.visits += visits
    return root


def _bounds(case: Bounds) -> str:
    """Return a sentence with the lower bounds of all children."""
    rows = []
    for action, (visits, value) in case.children.items():
        bound = value - case.a / sqrt(visits)
        penalty = f"{number(case.a)}/√{number(visits)}"
        rows.append(f"action {action}: {worked(value)} − {penalty} = {worked(bound)}")
    return f"The bounds are: {'; '.join(rows)}."
