"""Right and wrong answers that test the checkers of chapter 21."""

from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from solved import graded

from mctslib.course.ch21.answers import holm, lead

# ---------------------------------------------------------- right answers in other styles


def paired_by_numpy(one, other):
    one, other = np.array(one), np.array(other)
    return np.array([(one > other).sum(), (one < other).sum()])


def needed_by_counting(questions, lead, half):
    n = 1
    while half * sqrt(questions / n) >= lead:
        n += 1
    return n


def iterations_by_counting(milliseconds, small, large):
    each = (large[1] - small[1]) / (large[0] - small[0])
    spent, made = small[1] - each * small[0] + each, 1
    while spent + each <= milliseconds:
        spent, made = spent + each, made + 1
    return made


def holm_by_numpy(chances, level):
    order = np.argsort(chances)
    passes = np.array(chances)[order] <= level / np.arange(len(chances), 0, -1)
    counts = np.zeros(len(chances), bool)
    counts[order] = np.logical_and.accumulate(passes)
    return counts


def holm_by_ranks(chances, level):
    """Take the rank of a p-value from its value, so that equal ones share a bound."""
    order = sorted(chances)
    worst = next((p for p in order if p > level / (len(order) - order.index(p))), 2)
    return [p < worst for p in chances]


RIGHT = [
    ("paired", paired_by_numpy),
    ("needed", needed_by_counting),
    ("needed", lambda questions, lead, half: np.floor(questions * half**2 / lead**2) + 1),
    ("iterations_for", iterations_by_counting),
    ("holm", holm_by_numpy),
    ("holm", holm_by_ranks),  # equal p-values count all or none, so they may share a bound
]

# ---------------------------------------------------------- wrong answers


def with_bounds(step=1.0, start=0.0):
    """Return Holm's correction with other bounds, the first of which is level / (m + start).

    step   by how much the divisor falls after each p-value that counts
    start  the number added to the first divisor
    """

    def own(chances, level):
        counts = [False] * len(chances)
        left = len(chances) + start
        for k in sorted(range(len(chances)), key=chances.__getitem__):
            if left <= 0 or chances[k] > level / left:
                break
            counts[k] = True
            left -= step
        return counts

    return own


WRONG = [
    *[
        ("holm", with_bounds(step), "Begin with the smallest p-value")
        for step in (0.95, 1.001, 1.05, 2)
    ],
    *[
        ("holm", with_bounds(1, start), "Begin with the smallest p-value")
        for start in (-0.01, 0.01, 1)
    ],
    (
        "holm",
        lambda chances, level: [c for c in holm(chances, level) if c],
        "return one entry for each p-value",
    ),
]


@pytest.mark.parametrize("name", graded("21"))
def test_a_wrong_kind_of_answer_is_told(name):
    verdict = graded("21")[name](lambda *given: "24")
    assert verdict.status == "wrong" and verdict.message


def test_the_lead_and_its_interval():
    one, other = [1.0, 0.5, 0.0, 1.0], [0.0, 0.5, 0.25, 0.5]
    apart = [a - b for a, b in zip(one, other)]
    half = 1.96 * stdev(apart) / sqrt(len(apart))
    assert lead(one, other) == pytest.approx(
        (fmean(apart), fmean(apart) - half, fmean(apart) + half)
    )
    assert lead([1, 0, 0, 1], [0, 0, 0, 0])[1] == pytest.approx(0.5 - 1.96 * sqrt(1 / 3) / 2)
