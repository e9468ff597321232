"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 09b."""

from math import log, tanh

import numpy as np
import pytest

from mctslib.arena.ratings import expected_score, strengths
from mctslib.course.ch09b.checkers import beaten, check_dice
from mctslib.course.ch09b.tournaments import dice_tournament, fitted, improved, rows_of

CHECKS = {"09b": {"my_dice": check_dice}}


def by_hyperbolic_tangent(lead):
    return 0.5 + 0.5 * tanh(lead * log(10) / 800)


def surplus_by_player(ratings, rows, step):
    """Return the new ratings, after adding up each player's surplus over all rows."""
    surplus = dict.fromkeys(ratings, 0.0)
    for a, b, points, games in rows:
        more = points - games * expected_score(ratings[a] - ratings[b])
        surplus[a] += more
        surplus[b] -= more
    return {name: np.float64(ratings[name] + step * surplus[name]) for name in ratings}


def in_place(ratings, rows, step):
    ratings.update(improved(ratings, rows, step))
    return ratings


def only_who_played(ratings, rows, step):
    played = {name for row in rows for name in row[:2]}
    return {name: elo for name, elo in improved(ratings, rows, step).items() if name in played}


RIGHT = [
    ("my_dice", [(2, 3, 9), (1, 7, 8), (4, 5, 6)]),
    ("my_dice", ([6, 8, 1], [5, 7, 4], [3, 2, 9])),
    ("expected", by_hyperbolic_tangent),
    ("improve", surplus_by_player),
]
WRONG = [
    ("my_dice", [(2, 4, 9), (1, 6, 8), (3, 5, 7)], "the dice of the text"),
    ("my_dice", [(1, 6, 8), (3, 5, 7), (2, 4, 9)], "the dice of the text"),
    ("my_dice", [(4, 5, 6), (1, 7, 8), (2, 3, 9)], "the other way round"),
    ("my_dice", [(1, 2, 3), (4, 5, 6), (7, 8, 9)], "5 are needed"),
    ("my_dice", [(1, 1, 9), (3, 4, 8), (2, 6, 7)], "exactly one die"),
    ("my_dice", [(1, 9), (3, 4, 8), (2, 6, 7)], "three numbers each"),
    ("expected", lambda lead: 1 / (1 + 10 ** (-max(-800, min(lead, 800)) / 400)), "off by"),
    ("improve", in_place, "changed its argument"),
    ("improve", only_who_played, "it should have ['A', 'B', 'C']"),
]


def test_there_are_five_circles_of_three_dice():
    from itertools import combinations

    found = set()
    for one in combinations(range(1, 10), 3):
        rest = sorted(set(range(1, 10)) - set(one))
        for other in combinations(rest, 3):
            last = tuple(sorted(set(rest) - set(other)))
            if min(beaten(one, other), beaten(other, last), beaten(last, one)) >= 5:
                found.add(frozenset((one, other, last)))
    assert len(found) == 5


@pytest.mark.parametrize("seed", range(3))
def test_what_improves_step_by_step_ends_near_the_likeliest_ratings(seed):
    """A stepwise fit ends near the library's ratings if moving first is no advantage.

    The library also has a penalty, which changes its ratings only slightly here.
    """
    results = dice_tournament(400, seed)
    steps = fitted(rows_of(results), 300, step=1.0)
    exact = dict(zip("ABC", strengths(results, ["A", "B", "C"]), strict=True))
    for name, elo in exact.items():
        assert steps[name] == pytest.approx(elo, abs=0.5)
