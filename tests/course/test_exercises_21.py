"""Right and wrong answers that test the checkers of chapter 21."""

from math import floor, sqrt
from statistics import fmean, stdev, variance

import numpy as np
import pytest

from mctslib.course.ch21.answers import holm, iterations_for, lead, paired
from mctslib.course.ch21.checkers import (
    check_holm,
    check_iterations_for,
    check_lead,
    check_paired,
)

CHECKS = {
    "21": {
        "paired": check_paired,
        "lead": check_lead,
        "iterations_for": check_iterations_for,
        "holm": check_holm,
    }
}

# ---------------------------------------------------------- right answers in other styles


def paired_by_numpy(one, other):
    one, other = np.array(one), np.array(other)
    return np.array([(one > other).sum(), (one < other).sum()])


def paired_by_sets(one, other):
    first = {k for k, mark in enumerate(one) if mark}
    second = {k for k, mark in enumerate(other) if mark}
    return [len(first - second), len(second - first)]


def lead_by_statistics(one, other):
    apart = [a - b for a, b in zip(one, other)]
    half = 1.96 * stdev(apart) / sqrt(len(apart))
    return [fmean(apart), fmean(apart) - half, fmean(apart) + half]


def lead_by_numpy(one, other):
    apart = np.subtract(one, other)
    return apart.mean() + np.array([0, -1.96, 1.96]) * apart.std(ddof=1) / np.sqrt(apart.size)


def iterations_from_the_small_one(milliseconds, small, large):
    n, t = small
    more = (milliseconds - t) * (large[0] - n) / (large[1] - t)
    return float(max(floor(n + more), 1))


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


def holm_by_taking(chances, level):
    left = dict(enumerate(chances))
    while left and min(left.values()) <= level / len(left):
        del left[min(left, key=left.get)]
    return tuple(k not in left for k in range(len(chances)))


RIGHT = [
    ("paired", paired_by_numpy),
    ("paired", paired_by_sets),
    ("lead", lead_by_statistics),
    ("lead", lead_by_numpy),
    ("iterations_for", iterations_from_the_small_one),
    ("iterations_for", iterations_by_counting),
    ("holm", holm_by_numpy),
    ("holm", holm_by_taking),
]

# ---------------------------------------------------------- wrong answers


def ends(one, other, half):
    middle = fmean(a - b for a, b in zip(one, other))
    return middle, middle - half, middle + half


def apart(one, other):
    return [a - b for a, b in zip(one, other)]


def exactly(milliseconds, small, large):
    each = (large[1] - small[1]) / (large[0] - small[0])
    return (milliseconds - small[1]) / each + small[0]


def each_of(small, large):
    return (large[1] - small[1]) / (large[0] - small[0])


def holm_without_end(chances, level):
    order = sorted(chances)
    return [p <= level / (len(chances) - order.index(p)) for p in chances]


def holm_as_it_comes(chances, level):
    found, left, going = [], len(chances), True
    for chance in chances:
        going = going and chance <= level / left
        found.append(going)
        left -= 1
    return found


def hochberg(chances, level):
    order, m = sorted(chances), len(chances)
    good = [p for k, p in enumerate(order) if p <= level / (m - k)]
    return [p <= max(good, default=-1) for p in chances]


def benjamini(chances, level):
    order, m = sorted(chances), len(chances)
    good = [p for k, p in enumerate(order) if p <= level * (k + 1) / m]
    return [p <= max(good, default=-1) for p in chances]


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
    ("paired", lambda a, b: paired(b, a), "are swapped"),
    ("paired", lambda a, b: (sum(a), sum(b)), "all right answers of each player"),
    ("paired", lambda a, b: (a.count(0), b.count(0)), "You count the wrong answers"),
    (
        "paired",
        lambda a, b: (
            sum(x and y for x, y in zip(a, b)),
            sum(not x and not y for x, y in zip(a, b)),
        ),
        "on which both players *agree*",
    ),
    (
        "paired",
        lambda a, b: (max(sum(a) - sum(b), 0), max(sum(b) - sum(a), 0)),
        "only the surplus",
    ),
    (
        "paired",
        lambda a, b: (sum(x != y for x, y in zip(a, b)),) * 2,
        "Count such a question only for the player who is right",
    ),
    ("paired", lambda a, b: [n / len(a) for n in paired(a, b)], "You return shares"),
    ("paired", lambda a, b: paired(a[:-1], b[:-1]), "The last question is missing"),
    ("paired", lambda a, b: paired(a[1:], b[1:]), "The first question is missing"),
    ("paired", lambda a, b: sum(a) - sum(b), "it should be a tuple"),
    ("lead", lambda a, b: lead(b, a), "The sign is wrong"),
    (
        "lead",
        lambda a, b: ends(a, b, 1.96 * sqrt((variance(a) + variance(b)) / len(a))),
        "the spread of each player's marks",
    ),
    (
        "lead",
        lambda a, b: ends(a, b, 1.96 * np.std(apart(a, b)) / sqrt(len(a))),
        "Divide by n − 1",
    ),
    ("lead", lambda a, b: ends(a, b, 1.96 * stdev(apart(a, b))), "the spread of a single question"),
    (
        "lead",
        lambda a, b: ends(a, b, 1.96 * variance(apart(a, b)) / len(a)),
        "a square root is missing",
    ),
    (
        "lead",
        lambda a, b: ends(a, b, stdev(apart(a, b)) / sqrt(len(a))),
        "For 95% it must extend by 1.96",
    ),
    ("lead", lambda a, b: ends(a, b, 2 * stdev(apart(a, b)) / sqrt(len(a))), "2 standard errors"),
    (
        "lead",
        lambda a, b: (lead(a, b)[0], lead(a, b)[2], lead(a, b)[1]),
        "the low end comes first",
    ),
    ("lead", lambda a, b: sorted(lead(a, b)), "in the wrong order"),
    ("lead", lambda a, b: ends(a, b, 0), "has width 0"),
    ("lead", lambda a, b: lead(a, b)[1:], "should return three numbers"),
    (
        "iterations_for",
        lambda ms, small, large: max(1, int(ms * small[0] / small[1])),
        "You use only the smaller measurement",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(1, int(ms * large[0] / large[1])),
        "You use only the larger measurement",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(1, int(ms / each_of(small, large))),
        "The fixed time counts, too",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(1, int((ms + small[1]) / each_of(small, large) - small[0])),
        "You add the fixed time",
    ),
    (
        "iterations_for",
        lambda ms, small, large: int(exactly(ms, small, large)),
        "the search still makes 1 iteration",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(1, round(exactly(ms, small, large))),
        "not to the nearest",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(1, int(np.ceil(exactly(ms, small, large)))),
        "not up",
    ),
    (
        "iterations_for",
        lambda ms, small, large: max(0, int(exactly(ms, small, large))),
        "not 0",
    ),
    ("iterations_for", lambda *case: iterations_for(*case) - 1, "Your number is too low by 1"),
    ("iterations_for", exactly, "Your number is not rounded"),
    (
        "iterations_for",
        lambda ms, small, large: max(1, exactly(ms, small, large)),
        "is a whole number: round down",
    ),
    (
        "holm",
        lambda chances, level: [p <= level for p in chances],
        "Your function makes no correction",
    ),
    (
        "holm",
        lambda chances, level: [p <= level / len(chances) for p in chances],
        "This is Bonferroni's",
    ),
    ("holm", holm_without_end, "larger p-values do not count either"),
    ("holm", holm_as_it_comes, "Begin with the *smallest*"),
    ("holm", lambda chances, level: holm(sorted(chances), level), "in the order of the list"),
    ("holm", benjamini, "the share of false findings"),
    ("holm", hochberg, "You begin with the largest"),
    (
        "holm",
        lambda chances, level: holm([p * 1.0000001 for p in chances], level),
        "equals its bound",
    ),
    *[
        ("holm", with_bounds(step), "Begin with the smallest p-value")
        for step in (0.95, 1.001, 1.05, 2)
    ],
    *[
        ("holm", with_bounds(1, start), "Begin with the smallest p-value")
        for start in (-0.01, 0.01, 1)
    ],
    ("holm", lambda chances, level: holm(chances), "use the argument `level`"),
    ("holm", lambda chances, level: [not c for c in holm(chances, level)], "are swapped"),
    ("holm", lambda chances, level: sum(holm(chances, level)), "Return a list"),
    (
        "holm",
        lambda chances, level: [c for c in holm(chances, level) if c],
        "return one entry for each p-value",
    ),
]


@pytest.mark.parametrize("name", CHECKS["21"])
def test_a_wrong_kind_of_answer_is_told(name):
    verdict = CHECKS["21"][name](lambda *given: "24")
    assert verdict.status == "wrong" and verdict.message
