"""Checkers of chapter 21: paired counts, intervals of differences, equal time, many pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import Any

from mctslib.course.ch21.answers import Z95, holm, iterations_for, lead, paired
from mctslib.course.exercise import (
    call,
    close,
    demand,
    exercise,
    explained,
    function_name,
    plain,
    same,
    typed,
    whole,
)

# --------------------------------------------------------------------------------- exercise 1

Marks = tuple[int, ...]
SHEETS: tuple[tuple[Marks, Marks], ...] = (
    ((1, 1, 1, 0, 0, 1), (0, 1, 0, 1, 0, 0)),
    ((0, 0, 1, 1, 1), (1, 1, 0, 1, 1)),
    ((1, 0, 1), (1, 0, 1)),
    ((0, 1, 0, 0, 1, 1, 1), (0, 0, 0, 0, 0, 0, 1)),
    ((1, 1, 0, 0), (0, 0, 1, 0)),
    ((0, 0, 0, 1), (0, 1, 1, 1)),
    ((1, 0, 0), (0, 0, 1)),
)
"""Of each case: the answers of both players, 1 for a right one."""


@exercise("Right: only the questions on which they differ tell two players apart.")
def check_paired(own: Callable[..., Any]) -> None:
    """Check that `own(one, other)` returns the numbers of questions that only one has right."""
    name = function_name(own)
    answers = [two_of(own, name, list(one), list(other)) for one, other in SHEETS]
    otherwise = "Go through both lists side by side, and count 1 beside 0, and 0 beside 1."
    why = explained(COUNTED, SHEETS, answers, otherwise)
    for (one, other), answer in zip(SHEETS, answers, strict=True):
        same(answer, paired(one, other), f"{name}({list(one)}, {list(other)})", why)


def two_of(own: Callable[..., Any], name: str, one: list[int], other: list[int]) -> Any:
    """Return the answer as a tuple of two plain numbers."""
    shown = f"{name}({one}, {other})"
    answer = typed(call(own, one, other, shown=shown), tuple, shown)
    demand(len(answer) == 2, f"`{shown}` should return two numbers; this is {answer!r}.")
    return tuple(plain(number) for number in answer)


def both_and_neither(one: Marks, other: Marks) -> tuple[int, int]:
    """Count the questions on which the players agree."""
    both = sum(a == b == 1 for a, b in zip(one, other, strict=True))
    neither = sum(a == b == 0 for a, b in zip(one, other, strict=True))
    return both, neither


def net(one: Marks, other: Marks) -> tuple[int, int]:
    """Count only the surplus of the better player."""
    difference = sum(one) - sum(other)
    return max(difference, 0), max(-difference, 0)


def unequal_twice(one: Marks, other: Marks) -> tuple[int, int]:
    """Count every difference for both players."""
    differ = sum(a != b for a, b in zip(one, other, strict=True))
    return differ, differ


def as_shares(one: Marks, other: Marks) -> tuple[float, float]:
    """Return the right counts divided by the number of questions."""
    more, fewer = paired(one, other)
    return more / len(one), fewer / len(one)


COUNTED = [
    (
        lambda one, other: paired(other, one),
        "The two numbers are the other way round: those that only the first player has right come "
        "first.",
    ),
    (
        lambda one, other: (sum(one), sum(other)),
        "Those are all right answers of each player. Leave out the questions that both have right.",
    ),
    (
        lambda one, other: (len(one) - sum(one), len(other) - sum(other)),
        "Those are the wrong answers of each player. Count where one is right and the other wrong.",
    ),
    (both_and_neither, "Those are the questions on which they *agree*."),
    (net, "That is only the surplus. Differences in both directions count, each on its own side."),
    (unequal_twice, "Questions on which they differ belong to one side only: to who is right."),
    (as_shares, "Those are shares. Return the numbers of questions."),
    (
        lambda one, other: paired(one[:-1], other[:-1]),
        "The last question is missing: go to the end of the lists.",
    ),
    (
        lambda one, other: paired(one[1:], other[1:]),
        "The first question is missing: begin at place 0.",
    ),
]

# --------------------------------------------------------------------------------- exercise 2

Grades = tuple[float, ...]
GRADES: tuple[tuple[Grades, Grades], ...] = (
    ((1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0), (0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0)),
    ((0.5, 1.0, 0.25, 0.75), (0.5, 0.5, 0.5, 0.75)),
    ((0.0, 0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 1.0, 1.0, 0.0)),
    ((1.0, 0.0, 1.0), (1.0, 0.0, 1.0)),
    ((1.0, 0.0), (0.0, 0.0)),
)
"""Of each case: the marks of both players for each question."""


@exercise("Right: the questions are the same for both, so the differences of questions are spread.")
def check_lead(own: Callable[..., Any]) -> None:
    """Check that `own(one, other)` returns the mean difference and its 95 % interval."""
    name = function_name(own)
    answers = []
    for one, other in GRADES:
        shown = f"{name}({list(one)}, {list(other)})"
        answer = typed(call(own, list(one), list(other), shown=shown), tuple, shown)
        demand(len(answer) == 3, f"`{shown}` should return three numbers; this is {answer!r}.")
        answers.append(tuple(typed(plain(number), float, shown) for number in answer))
    otherwise = "It is the mean of the differences, and 1.96 · s / √n on either side."
    why = explained(LED, GRADES, [Nearly(answer) for answer in answers], otherwise)
    for (one, other), answer in zip(GRADES, answers, strict=True):
        right = lead(one, other)
        shown = f"{name}({list(one)}, {list(other)})"
        for number, wanted, part in zip(answer, right, ("0", "1", "2"), strict=True):
            close(number, wanted, f"{shown}[{part}]", why)


class Nearly(tuple):
    """A tuple of numbers that equals another tuple up to rounding errors."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple) or len(other) != len(self):
            return False
        return all(abs(a - b) < 1e-9 for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


def apart(one: Grades, other: Grades) -> list[float]:
    """Return the difference of the marks for each question."""
    return [a - b for a, b in zip(one, other, strict=True)]


def mean(values: Sequence[float]) -> float:
    """Return the mean of some numbers."""
    return sum(values) / len(values)


def spread(values: Sequence[float], less: int = 1) -> float:
    """Return the variance, with n − `less` as the divisor."""
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - less)


def around(one: Grades, other: Grades, half: float) -> tuple[float, float, float]:
    """Return the mean difference and an interval of `half` on either side."""
    middle = mean(apart(one, other))
    return middle, middle - half, middle + half


def unpaired(one: Grades, other: Grades) -> tuple[float, float, float]:
    """Add the variances of both players, as if they had answered different questions."""
    variance = (spread(one) + spread(other)) / len(one)
    return around(one, other, Z95 * sqrt(variance))


LED = [
    (
        lambda one, other: lead(other, one),
        "The sign is wrong: it is the first player's marks minus the second player's.",
    ),
    (
        unpaired,
        "That takes the spread of each player alone. Both had the same questions: take the spread "
        "of the differences.",
    ),
    (
        lambda one, other: around(one, other, Z95 * sqrt(spread(apart(one, other), 0) / len(one))),
        "Below the line of the variance stands n − 1, because the mean was taken from the same "
        "numbers.",
    ),
    (
        lambda one, other: around(one, other, Z95 * sqrt(spread(apart(one, other)))),
        "That is the spread of one question. The mean of n of them is √n times as steady: divide.",
    ),
    (
        lambda one, other: around(one, other, Z95 * spread(apart(one, other)) / len(one)),
        "The variance is not the standard deviation: a square root is missing.",
    ),
    (
        lambda one, other: around(one, other, sqrt(spread(apart(one, other)) / len(one))),
        "That is one standard error on either side. For 95 % it takes 1.96.",
    ),
    (
        lambda one, other: around(one, other, 2 * sqrt(spread(apart(one, other)) / len(one))),
        "That is 2 standard errors. Take 1.96 here, so that everybody gets the same ends.",
    ),
    (
        lambda one, other: (lead(one, other)[0], lead(one, other)[2], lead(one, other)[1]),
        "The ends are the other way round: the low one comes first.",
    ),
    (
        lambda one, other: (lead(one, other)[1], lead(one, other)[0], lead(one, other)[2]),
        "The numbers are right, in another order: first the mean, then both ends.",
    ),
    (
        lambda one, other: around(one, other, 0.0),
        "The interval has no width. It is 1.96 · s / √n on either side.",
    ),
]

# --------------------------------------------------------------------------------- exercise 3

Measured = tuple[int, float]
PRICES: tuple[tuple[float, Measured, Measured], ...] = (
    (10.3, (128, 3.0), (384, 7.0)),
    (2.1, (8, 1.5), (40, 5.5)),
    (1.0, (4, 2.5), (8, 4.5)),
    (0.25, (4, 1.0), (20, 3.0)),
    (0.5625, (4, 1.0), (20, 3.0)),
    (4.01, (16, 0.75), (144, 2.75)),
    (3.0, (64, 1.125), (192, 3.125)),
    (2.8, (10, 2.5), (30, 7.5)),
)
"""Of each case: the milliseconds, and two measurements."""


@exercise("Right: what a move costs before its first iteration is no iteration's fault.")
def check_iterations_for(own: Callable[..., Any]) -> None:
    """Check that `own(milliseconds, small, large)` returns how many iterations fit."""
    name = function_name(own)
    answers = []
    for milliseconds, small, large in PRICES:
        shown = f"{name}({milliseconds}, {small}, {large})"
        answer = plain(call(own, milliseconds, small, large, shown=shown))
        typed(answer, float, shown)
        answers.append(answer)
    otherwise = "Find the time of one iteration and the fixed time, then see how many fit."
    why = explained(FITTED, PRICES, answers, otherwise)
    for case, answer in zip(PRICES, answers, strict=True):
        shown = f"{name}{case}"
        demand(float(answer).is_integer() or why != otherwise, FRACTION.format(shown, answer))
        is_whole = float(answer).is_integer()
        number = whole(answer, shown) if is_whole else answer
        same(number, iterations_for(*case), shown, why)


FRACTION = "`{}` is {}, and nobody makes part of an iteration: round down."


def line_of(small: Measured, large: Measured) -> tuple[float, float]:
    """Return the time of one iteration and the fixed time."""
    each = (large[1] - small[1]) / (large[0] - small[0])
    return each, small[1] - each * small[0]


def exactly(milliseconds: float, small: Measured, large: Measured) -> float:
    """Return how many iterations fit, as a number that is not rounded."""
    each, fixed = line_of(small, large)
    return (milliseconds - fixed) / each


FITTED = [
    (
        lambda ms, small, large: max(1, int(ms / (small[1] / small[0]))),
        "That takes one measurement only, as if a move cost nothing but its iterations. Two "
        "measurements give the fixed time.",
    ),
    (
        lambda ms, small, large: max(1, int(ms / (large[1] / large[0]))),
        "That takes the larger measurement only, as if a move cost nothing but its iterations. Two "
        "measurements give the fixed time.",
    ),
    (
        lambda ms, small, large: max(1, int(ms / line_of(small, large)[0])),
        "The fixed time is spent as well: take it from the milliseconds first.",
    ),
    (
        lambda ms, small, large: max(
            1, int((ms + line_of(small, large)[1]) / line_of(small, large)[0])
        ),
        "The fixed time is added. It is spent before the first iteration: subtract it.",
    ),
    (
        lambda ms, small, large: int(exactly(ms, small, large)),
        "Where nothing fits into the time, a search still makes 1 iteration.",
    ),
    (
        lambda ms, small, large: max(1, round(exactly(ms, small, large))),
        "Round down, not to the nearest: the last iteration would not be finished in time.",
    ),
    (
        lambda ms, small, large: max(1, ceil(exactly(ms, small, large))),
        "Round down, not up: the last iteration would not be finished in time.",
    ),
    (
        lambda ms, small, large: max(0, int(exactly(ms, small, large))),
        "Where nothing fits into the time, a search still makes 1 iteration, not 0.",
    ),
    (
        lambda ms, small, large: max(1, int(exactly(ms, small, large))) - 1,
        "That is one too few: nothing has to be left over.",
    ),
    (
        exactly,
        "That is not rounded, and nobody makes part of an iteration: round down, to 1 at least.",
    ),
    (
        lambda ms, small, large: max(1.0, exactly(ms, small, large)),
        "Nobody makes part of an iteration: round down.",
    ),
]

# --------------------------------------------------------------------------------- exercise 4

Chances = tuple[float, ...]
Table = tuple[Chances, float]


def at_the_bound(m: int, rank: int, factor: float) -> Table:
    """Return m p-values, of which the one of this rank is `factor` times its bound.

    All smaller ones count, and no larger one does.  The list begins with the larger ones.
    """
    level = 0.05
    smaller = [level / (m - k) * (0.5 + 0.01 * k) for k in range(rank)]
    larger = [0.9 + 0.01 * k for k in range(m - rank - 1)]
    chances = [*larger, level / (m - rank) * factor, *smaller]
    return tuple(chances), level


TABLES: tuple[Table, ...] = (
    ((0.04, 0.001, 0.3, 0.02), 0.05),
    ((0.03, 0.012, 0.014, 0.9, 0.011), 0.05),
    ((0.008, 0.04, 0.03, 0.02, 0.012), 0.05),
    ((0.5, 0.01, 0.02, 0.025), 0.1),
    ((0.04, 0.9), 0.05),
    ((0.025, 0.05), 0.05),
    ((0.03, 0.001, 0.024), 0.05),
    ((0.026, 0.03, 0.04), 0.1),
    ((0.2,), 0.05),
    *[at_the_bound(m, k, factor) for m in (3, 6) for k in range(m) for factor in (0.999, 1.001)],
)
"""Of each case: the p-values, and the level."""


@exercise("Right: the more pairs are compared, the more each of them has to prove.")
def check_holm(own: Callable[..., Any]) -> None:
    """Check that `own(chances, level)` returns which p-values count, by Holm's correction."""
    name = function_name(own)
    answers = []
    for chances, level in TABLES:
        shown = f"{name}({list(chances)}, {level})"
        answer = call(own, list(chances), level, shown=shown)
        if isinstance(answer, bool | int) or isinstance(plain(answer), int):
            demand(False, f"`{shown}` is {answer!r}. Return a list: one True or False for each.")
        answer = typed(answer, list, shown)
        demand(
            len(answer) == len(chances),
            f"`{shown}` has {len(answer)} entries for {len(chances)} p-values: give each its own.",
        )
        answers.append([bool(plain(one)) for one in answer])
    otherwise = "Go from the smallest p-value up, and stop at the first that is too large."
    why = explained(CORRECTED, TABLES, answers, otherwise)
    for (chances, level), answer in zip(TABLES, answers, strict=True):
        same(answer, holm(chances, level), f"{name}({list(chances)}, {level})", why)


def bonferroni(chances: Chances, level: float) -> list[bool]:
    """Compare every p-value with level / m."""
    return [chance <= level / len(chances) for chance in chances]


def ranked(chances: Chances) -> list[int]:
    """Return for each p-value how many p-values are smaller."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    return [order.index(k) for k in range(len(chances))]


def never_stops(chances: Chances, level: float) -> list[bool]:
    """Compare each p-value with the bound of its rank, and go on after the first that fails."""
    m = len(chances)
    return [p <= level / (m - rank) for p, rank in zip(chances, ranked(chances), strict=True)]


def in_given_order(chances: Chances, level: float) -> list[bool]:
    """Begin with the first p-value instead of the smallest."""
    found = [False] * len(chances)
    for k, chance in enumerate(chances):
        if chance > level / (len(chances) - k):
            break
        found[k] = True
    return found


def from_above(chances: Chances, level: float) -> list[bool]:
    """Begin with the largest p-value and go down until one passes (Hochberg, 1988)."""
    m = len(chances)
    passes = [rank for k, rank in enumerate(ranked(chances)) if chances[k] <= level / (m - rank)]
    return [rank <= max(passes, default=-1) for rank in ranked(chances)]


def false_discovery(chances: Chances, level: float) -> list[bool]:
    """Control the share of false discoveries instead (Benjamini and Hochberg, 1995)."""
    m = len(chances)
    passes = [r for k, r in enumerate(ranked(chances)) if chances[k] <= level * (r + 1) / m]
    return [rank <= max(passes, default=-1) for rank in ranked(chances)]


def strictly(chances: Chances, level: float) -> list[bool]:
    """Demand that a p-value is below its bound, not equal to it."""
    return holm([chance + 1e-12 for chance in chances], level)


CORRECTED = [
    (
        lambda chances, level: [chance <= level for chance in chances],
        "That has no correction: with many comparisons some fall below the level by luck.",
    ),
    (
        bonferroni,
        "That is Bonferroni's correction. Holm's is milder: after a p-value that counts, one "
        "comparison fewer is left to divide by.",
    ),
    (never_stops, "The first p-value that is too large ends the list, also for larger ones."),
    (in_given_order, "Begin with the *smallest* p-value, not with the first of the list."),
    (
        lambda chances, level: sorted(holm(chances, level), reverse=True),
        "The answers are in the order of size. Give them in the order of the list.",
    ),
    (
        false_discovery,
        "That bounds the share of false findings (Benjamini and Hochberg). Holm bounds the chance "
        "of a single one.",
    ),
    (
        from_above,
        "That begins with the largest p-value (Hochberg). Begin with the smallest, and stop at the "
        "first that is too large.",
    ),
    (strictly, "A p-value that equals its bound counts, too."),
    (
        lambda chances, level: holm(chances, 0.05),
        "The level is always 0.05 there: use the argument `level`.",
    ),
    (
        lambda chances, level: [not counts for counts in holm(chances, level)],
        "True and False are the other way round: True is for those that count.",
    ),
]
