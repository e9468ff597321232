"""Check the exercises of chapter 21: paired counts, a plan, equal time, and many pairs.

The words and the common mistakes are in `exercises.toml`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mctslib.course.ch21.answers import holm, iterations_for, needed, paired
from mctslib.course.exercise import call, demand, plain, typed
from mctslib.course.grading import Case, Graded
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


def two_of(own: Callable[..., Any], *given: Any, shown: str) -> Any:
    """Call the reader's function and return its result as a tuple of two plain numbers."""
    answer = typed(call(own, *given, shown=shown), tuple, shown)
    demand(len(answer) == 2, f"`{shown}` should return two numbers, not {answer!r}.")
    return tuple(plain(number) for number in answer)


check_paired = Graded(
    "21", paired, lambda: [Case((list(one), list(other))) for one, other in SHEETS], ask=two_of
).checker()

# --------------------------------------------------------------------------------- exercise 2

EXAMS = (  # the questions, the lead, and half the width of its interval
    (300, 0.034, 0.043),
    (100, 0.5, 1.0),
    (100, 0.5, 0.5),
    (50, 2.0, 3.0),
    (1000, 0.25, 0.125),
    (7, 1.5, 4.5),
    (300, 0.01, 0.043),
)


check_needed = Graded("21", needed, lambda: [Case(exam) for exam in EXAMS], returns=float).checker()

# --------------------------------------------------------------------------------- exercise 4

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


TEN_MILLISECONDS = Case(
    (10.0, (128, 3.0), (384, 7.0)), prose="In 10 ms there is time for 576 iterations"
)
check_iterations_for = Graded(
    "21",
    iterations_for,
    lambda: [*(Case(price) for price in PRICES), TEN_MILLISECONDS],
    returns=float,
).checker()

# --------------------------------------------------------------------------------- exercise 3

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
    ((0.01, 0.3, 0.01, 0.01), 0.05),
    ((0.02, 0.001, 0.02, 0.001), 0.05),
    ((0.02, 0.02, 0.02), 0.05),
    ((0.03, 0.03), 0.06),
    *[at_the_bound(*case) for case in NEAR_A_BOUND],
)
"""For each case: the p-values and the level."""


def entries_of(own: Callable[..., Any], chances: list[float], level: float, shown: str) -> Any:
    """Call the reader's function and return its result as a list of True and False."""
    answer = call(own, chances, level, shown=shown)
    demand(
        not isinstance(plain(answer), int),
        f"`{shown}` is {answer!r}. Return a list with True or False for each p-value.",
    )
    answer = typed(answer, list, shown)
    demand(
        len(answer) == len(chances),
        f"`{shown}` has {count(len(answer), 'entry', 'entries')} for"
        f" {count(len(chances), 'p-value')}: return one entry for each p-value.",
    )
    return [bool(plain(one)) for one in answer]


THREE_VALUES = Case(([0.04, 0.001, 0.024], 0.05), prose="three p-values are 0.04, 0.001 and 0.024")
check_holm = Graded(
    "21",
    holm,
    lambda: [*(Case((list(chances), level)) for chances, level in TABLES), THREE_VALUES],
    ask=entries_of,
).checker()
