"""Check the exercises of chapter 21: paired counts, intervals of differences, equal time, and many
pairs.
"""

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
from mctslib.words import count

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
"""For each case: the marks of both players, 1 for a right answer and 0 for a wrong one."""


@exercise("Right: only the questions on which the two players differ show who is better.")
def check_paired(own: Callable[..., Any]) -> None:
    """Check that `own(one, other)` counts, for each of two players, the questions that only this
    player has right.
    """
    name = function_name(own)
    answers = [two_of(own, name, list(one), list(other)) for one, other in SHEETS]
    otherwise = (
        "Go through both lists together. Count the questions with marks 1 and 0, and the "
        "questions with marks 0 and 1."
    )
    why = explained(COUNTED, SHEETS, answers, otherwise)
    for (one, other), answer in zip(SHEETS, answers, strict=True):
        same(answer, paired(one, other), f"{name}({list(one)}, {list(other)})", why)


def two_of(own: Callable[..., Any], name: str, one: list[int], other: list[int]) -> Any:
    """Call the reader's function and return its result as a tuple of two plain numbers."""
    shown = f"{name}({one}, {other})"
    answer = typed(call(own, one, other, shown=shown), tuple, shown)
    demand(len(answer) == 2, f"`{shown}` should return two numbers, not {answer!r}.")
    return tuple(plain(number) for number in answer)


def both_and_neither(one: Marks, other: Marks) -> tuple[int, int]:
    """Count the questions that both players have right, and the questions that neither player has
    right.
    """
    both = sum(a == b == 1 for a, b in zip(one, other, strict=True))
    neither = sum(a == b == 0 for a, b in zip(one, other, strict=True))
    return both, neither


def net(one: Marks, other: Marks) -> tuple[int, int]:
    """Return each player's surplus of right answers, which is 0 for the worse player."""
    difference = sum(one) - sum(other)
    return max(difference, 0), max(-difference, 0)


def unequal_twice(one: Marks, other: Marks) -> tuple[int, int]:
    """Return the number of questions on which the players differ, once for each player."""
    differ = sum(a != b for a, b in zip(one, other, strict=True))
    return differ, differ


def as_shares(one: Marks, other: Marks) -> tuple[float, float]:
    """Return the two correct counts, each divided by the number of questions."""
    more, fewer = paired(one, other)
    return more / len(one), fewer / len(one)


COUNTED = [
    (
        lambda one, other: paired(other, one),
        "The two numbers are swapped: the number of questions that only the first player has right "
        "comes first.",
    ),
    (
        lambda one, other: (sum(one), sum(other)),
        "You count all right answers of each player. Leave out the questions that both have right.",
    ),
    (
        lambda one, other: (len(one) - sum(one), len(other) - sum(other)),
        "You count the wrong answers. Count the questions that one player has right and the other "
        "has wrong.",
    ),
    (both_and_neither, "You count the questions on which both players *agree*."),
    (net, "You return only the surplus. Count the differences in each direction separately."),
    (
        unequal_twice,
        "You count twice each question on which the players differ: once for each player. Count "
        "such a question only for the player who is right.",
    ),
    (as_shares, "You return shares. Return the numbers of questions."),
    (
        lambda one, other: paired(one[:-1], other[:-1]),
        "The last question is missing: continue to the end of the lists.",
    ),
    (
        lambda one, other: paired(one[1:], other[1:]),
        "The first question is missing: begin at index 0.",
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
"""For each case: the marks of both players for each question."""


@exercise(
    "Right: both players answered the same questions, so the interval is computed from the "
    "differences."
)
def check_lead(own: Callable[..., Any]) -> None:
    """Check that `own(one, other)` returns the mean difference and its 95% interval."""
    name = function_name(own)
    answers = []
    for one, other in GRADES:
        shown = f"{name}({list(one)}, {list(other)})"
        answer = typed(call(own, list(one), list(other), shown=shown), tuple, shown)
        demand(len(answer) == 3, f"`{shown}` should return three numbers, not {answer!r}.")
        answers.append(tuple(typed(plain(number), float, shown) for number in answer))
    otherwise = (
        "Return the mean of the differences, and the ends of the interval, 1.96 · s / √n "
        "below and above the mean."
    )
    why = explained(LED, GRADES, [Nearly(answer) for answer in answers], otherwise)
    for (one, other), answer in zip(GRADES, answers, strict=True):
        right = lead(one, other)
        shown = f"{name}({list(one)}, {list(other)})"
        for number, wanted, part in zip(answer, right, ("0", "1", "2"), strict=True):
            close(number, wanted, f"{shown}[{part}]", why)


class Nearly(tuple):
    """A tuple of numbers that equals another tuple if the two differ only by rounding errors."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple) or len(other) != len(self):
            return False
        return all(abs(a - b) < 1e-9 for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


def apart(one: Grades, other: Grades) -> list[float]:
    """Return the difference of the marks for each question."""
    return [a - b for a, b in zip(one, other, strict=True)]


def mean(values: Sequence[float]) -> float:
    """Return the mean of the numbers."""
    return sum(values) / len(values)


def spread(values: Sequence[float], less: int = 1) -> float:
    """Return the variance of the numbers, with n − `less` as the divisor."""
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - less)


def around(one: Grades, other: Grades, half: float) -> tuple[float, float, float]:
    """Return the mean difference, and the ends of the interval that extends by `half` on each side
    of this mean.
    """
    middle = mean(apart(one, other))
    return middle, middle - half, middle + half


def unpaired(one: Grades, other: Grades) -> tuple[float, float, float]:
    """Return an interval computed from the sum of both players' variances, as if the players had
    answered different questions.
    """
    variance = (spread(one) + spread(other)) / len(one)
    return around(one, other, Z95 * sqrt(variance))


LED = [
    (
        lambda one, other: lead(other, one),
        "The sign is wrong: take the first player's marks minus the second player's.",
    ),
    (
        unpaired,
        "You use the spread of each player's marks. Both players answered the same questions, so "
        "use the spread of the differences.",
    ),
    (
        lambda one, other: around(one, other, Z95 * sqrt(spread(apart(one, other), 0) / len(one))),
        "Divide by n − 1 to compute the variance, not by n, because the mean was computed from "
        "the same numbers.",
    ),
    (
        lambda one, other: around(one, other, Z95 * sqrt(spread(apart(one, other)))),
        "You use the spread of a single question. The mean of n questions has a spread of s / √n.",
    ),
    (
        lambda one, other: around(one, other, Z95 * spread(apart(one, other)) / len(one)),
        "You use the variance instead of the standard deviation: a square root is missing.",
    ),
    (
        lambda one, other: around(one, other, sqrt(spread(apart(one, other)) / len(one))),
        "Your interval extends by one standard error on either side. For 95% it must extend by "
        "1.96 standard errors.",
    ),
    (
        lambda one, other: around(one, other, 2 * sqrt(spread(apart(one, other)) / len(one))),
        "Your interval extends by 2 standard errors on either side. Use 1.96 here, as in the text.",
    ),
    (
        lambda one, other: (lead(one, other)[0], lead(one, other)[2], lead(one, other)[1]),
        "The ends are swapped: the low end comes first.",
    ),
    (
        lambda one, other: (lead(one, other)[1], lead(one, other)[0], lead(one, other)[2]),
        "The numbers are right, but in the wrong order: the mean comes first, then the low end, "
        "then the high end.",
    ),
    (
        lambda one, other: around(one, other, 0.0),
        "Your interval has width 0. It must extend by 1.96 · s / √n on either side of the mean.",
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
    (3.005, (64, 1.125), (192, 3.125)),
    (2.8, (10, 2.5), (30, 7.5)),
)
"""For each case: the milliseconds available and two measurements."""


@exercise(
    "Right: first subtract the fixed time of a move, then count the iterations that fit into the "
    "rest."
)
def check_iterations_for(own: Callable[..., Any]) -> None:
    """Check that `own(milliseconds, small, large)` returns the number of iterations that fit."""
    name = function_name(own)
    answers = []
    for milliseconds, small, large in PRICES:
        shown = f"{name}({milliseconds}, {small}, {large})"
        answer = plain(call(own, milliseconds, small, large, shown=shown))
        typed(answer, float, shown)
        answers.append(answer)
    otherwise = (
        "Find the time of one iteration and the fixed time, then compute how many iterations fit."
    )
    why = explained(FITTED, PRICES, answers, otherwise)
    for case, answer in zip(PRICES, answers, strict=True):
        shown = f"{name}{case}"
        demand(float(answer).is_integer() or why != otherwise, FRACTION.format(shown, answer))
        is_whole = float(answer).is_integer()
        number = whole(answer, shown) if is_whole else answer
        same(number, iterations_for(*case), shown, why)


FRACTION = "`{}` is {}, but the number of iterations is a whole number: round down."


def line_of(small: Measured, large: Measured) -> tuple[float, float]:
    """Return the time of one iteration and the fixed time of a move, in milliseconds."""
    each = (large[1] - small[1]) / (large[0] - small[0])
    return each, small[1] - each * small[0]


def exactly(milliseconds: float, small: Measured, large: Measured) -> float:
    """Return the number of iterations that fit, without rounding."""
    each, fixed = line_of(small, large)
    return (milliseconds - fixed) / each


FITTED = [
    (
        lambda ms, small, large: max(1, int(ms / (small[1] / small[0]))),
        "You use only the smaller measurement, as if a move took no fixed time. Find the fixed "
        "time "
        "from both measurements.",
    ),
    (
        lambda ms, small, large: max(1, int(ms / (large[1] / large[0]))),
        "You use only the larger measurement, as if a move took no fixed time. Find the fixed time "
        "from both measurements.",
    ),
    (
        lambda ms, small, large: max(1, int(ms / line_of(small, large)[0])),
        "The fixed time counts, too: subtract it from the milliseconds first.",
    ),
    (
        lambda ms, small, large: max(
            1, int((ms + line_of(small, large)[1]) / line_of(small, large)[0])
        ),
        "You add the fixed time. Subtract it, because this time passes before the first iteration.",
    ),
    (
        lambda ms, small, large: int(exactly(ms, small, large)),
        "If no iteration fits into the time, the search still makes 1 iteration.",
    ),
    (
        lambda ms, small, large: max(1, round(exactly(ms, small, large))),
        "Round down, not to the nearest number: the last iteration would not be finished in time.",
    ),
    (
        lambda ms, small, large: max(1, ceil(exactly(ms, small, large))),
        "Round down, not up: the last iteration would not be finished in time.",
    ),
    (
        lambda ms, small, large: max(0, int(exactly(ms, small, large))),
        "If no iteration fits into the time, a search still makes 1 iteration, not 0.",
    ),
    (
        lambda ms, small, large: max(1, int(exactly(ms, small, large))) - 1,
        "Your number is too low by 1: no time needs to be left over.",
    ),
    (
        exactly,
        "Your number is not rounded, but the number of iterations is a whole number: round down, "
        "but return at least 1.",
    ),
    (
        lambda ms, small, large: max(1.0, exactly(ms, small, large)),
        "The number of iterations is a whole number: round down.",
    ),
]

# --------------------------------------------------------------------------------- exercise 4

Chances = tuple[float, ...]
Table = tuple[Chances, float]


def at_the_bound(m: int, rank: int, factor: float) -> Table:
    """Return m p-values, of which the one with rank `rank` is `factor` times its bound.

    All smaller p-values count, and all larger p-values do not.  The list begins with the larger
    p-values.
    """
    level = 0.05
    smaller = [level / (m - k) * (0.5 + 0.01 * k) for k in range(rank)]
    larger = [0.9 + 0.01 * k for k in range(m - rank - 1)]
    chances = [*larger, level / (m - rank) * factor, *smaller]
    return tuple(chances), level


PLACES = [(3, k) for k in range(3)] + [(6, k) for k in range(6)]
NEAR_A_BOUND = [(m, k, factor) for m, k in PLACES for factor in (0.999, 1.001)]
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
    *[at_the_bound(*case) for case in NEAR_A_BOUND],
)
"""For each case: the p-values and the level."""


@exercise("Right: the more comparisons you make, the smaller a p-value must be to count.")
def check_holm(own: Callable[..., Any]) -> None:
    """Check that `own(chances, level)` finds the p-values that count by Holm's correction."""
    name = function_name(own)
    answers = []
    for chances, level in TABLES:
        shown = f"{name}({list(chances)}, {level})"
        answer = call(own, list(chances), level, shown=shown)
        if isinstance(answer, bool | int) or isinstance(plain(answer), int):
            demand(
                False,
                f"`{shown}` is {answer!r}. Return a list with True or False for each p-value.",
            )
        answer = typed(answer, list, shown)
        demand(
            len(answer) == len(chances),
            f"`{shown}` has {count(len(answer), 'entry', 'entries')} for"
            f" {count(len(chances), 'p-value')}: return one entry for each p-value.",
        )
        answers.append([bool(plain(one)) for one in answer])
    otherwise = "Begin with the smallest p-value, and stop at the first p-value that is too large."
    why = explained(CORRECTED, TABLES, answers, otherwise)
    for (chances, level), answer in zip(TABLES, answers, strict=True):
        same(answer, holm(chances, level), f"{name}({list(chances)}, {level})", why)


def bonferroni(chances: Chances, level: float) -> list[bool]:
    """Compare each p-value with level / m."""
    return [chance <= level / len(chances) for chance in chances]


def ranked(chances: Chances) -> list[int]:
    """Return the rank of each p-value: the number of p-values that come before it in ascending
    order.
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    return [order.index(k) for k in range(len(chances))]


def never_stops(chances: Chances, level: float) -> list[bool]:
    """Compare each p-value with the bound of its rank, and do not stop at the first p-value above
    its bound.
    """
    m = len(chances)
    return [p <= level / (m - rank) for p, rank in zip(chances, ranked(chances), strict=True)]


def in_given_order(chances: Chances, level: float) -> list[bool]:
    """Compare the p-values in the given order instead of beginning with the smallest."""
    found = [False] * len(chances)
    for k, chance in enumerate(chances):
        if chance > level / (len(chances) - k):
            break
        found[k] = True
    return found


def from_above(chances: Chances, level: float) -> list[bool]:
    """Begin with the largest p-value and go down to the first p-value within its bound (Hochberg,
    1988).
    """
    m = len(chances)
    passes = [rank for k, rank in enumerate(ranked(chances)) if chances[k] <= level / (m - rank)]
    return [rank <= max(passes, default=-1) for rank in ranked(chances)]


def false_discovery(chances: Chances, level: float) -> list[bool]:
    """Control the share of false discoveries instead of the probability of even one false discovery
    (Benjamini and Hochberg, 1995).
    """
    m = len(chances)
    passes = [r for k, r in enumerate(ranked(chances)) if chances[k] <= level * (r + 1) / m]
    return [rank <= max(passes, default=-1) for rank in ranked(chances)]


def strictly(chances: Chances, level: float) -> list[bool]:
    """Accept p-values below their bounds, but no p-value that equals its bound."""
    return holm([chance + 1e-12 for chance in chances], level)


CORRECTED = [
    (
        lambda chances, level: [chance <= level for chance in chances],
        "Your function makes no correction: among many p-values, some are small merely by luck.",
    ),
    (
        bonferroni,
        "This is Bonferroni's correction. Holm's correction is milder: after each p-value that "
        "counts, reduce the divisor by 1.",
    ),
    (
        never_stops,
        "Stop at the first p-value that is too large: larger p-values do not count either.",
    ),
    (in_given_order, "Begin with the *smallest* p-value, not with the first one in the list."),
    (
        lambda chances, level: sorted(holm(chances, level), reverse=True),
        "Your answers are in the order of increasing p-values. Return them in the order of the "
        "list `chances`.",
    ),
    (
        false_discovery,
        "This rule limits the share of false findings (Benjamini and Hochberg). Holm's rule "
        "limits the probability of even one false finding.",
    ),
    (
        from_above,
        "You begin with the largest p-value (Hochberg). Begin with the smallest, and stop at the "
        "first p-value that is too large.",
    ),
    (strictly, "A p-value that equals its bound counts, too."),
    (
        lambda chances, level: holm(chances, 0.05),
        "Your function always uses the level 0.05: use the argument `level`.",
    ),
    (
        lambda chances, level: [not counts for counts in holm(chances, level)],
        "True and False are swapped: True marks a p-value that counts.",
    ),
]
