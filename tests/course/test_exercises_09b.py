"""Right and wrong answers that test the checkers of chapter 09b."""

from itertools import combinations, permutations
from math import log, tanh

import numpy as np
import pytest
from named_mistakes import declared

from mctslib.arena.ratings import expected_score, strengths
from mctslib.course.ch09b import checkers as ch09b
from mctslib.course.ch09b.tournaments import (
    circle_in,
    dice_tournament,
    fitted,
    improved,
    rows_of,
)

CHECKS = {
    "09b": {
        name: getattr(ch09b, f"check_{name}")
        for name in ("expected", "improve", "beats_in_a_circle")
    }
}


def by_the_odds(lead):
    odds = 10 ** (lead / 400)
    return np.float64(odds / (odds + 1))


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


def by_unordered_threes(shares):
    """Return a cycle of three as a list, by trying each group of three players in both orders."""
    names = sorted({name for pair in shares for name in pair})
    for a, b, c in combinations(names, 3):
        for one in ([a, b, c], [c, b, a]):
            steps = zip(one, one[1:] + one[:1])
            if all(shares[step] > 0.5 for step in steps):
                return one
    return None


def one_direction(shares):
    names = sorted({name for pair in shares for name in pair})
    for a, b, c in combinations(names, 3):
        if shares[a, b] > 0.5 and shares[b, c] > 0.5 and shares[c, a] > 0.5:
            return a, b, c
    return None


def not_closed(shares):
    for (a, b), share in shares.items():
        for (other, c), next_share in shares.items():
            if other == b and c != a and share > 0.5 and next_share > 0.5:
                return a, b, c
    return None


def with_draws(shares):
    names = sorted({name for pair in shares for name in pair})
    for a, b, c in permutations(names, 3):
        if min(shares[a, b], shares[b, c], shares[c, a]) >= 0.5:
            return a, b, c
    return None


def neighbours_only(shares):
    """Look for a cycle only among three neighbours in the list of names, in both directions."""
    names = sorted({name for pair in shares for name in pair})
    for k in range(len(names) - 2):
        a, b, c = names[k : k + 3]
        for one in ((a, b, c), (a, c, b)):
            if all(shares[step] > 0.5 for step in zip(one, one[1:] + one[:1])):
                return one
    return None


def first_three(shares):
    """Return three players who form no cycle, because the first loses to the other two."""
    names = sorted({name for pair in shares for name in pair})
    for a, b, c in permutations(names, 3):
        if shares[c, a] > 0.5 and shares[a, b] < 0.5 < shares[b, c]:
            return a, b, c
    return None


def by_hyperbolic_tangent(lead):
    return 0.5 + 0.5 * tanh(lead * log(10) / 800)


def by_a_matrix(ratings, rows, step):
    """Return the new ratings, after adding up the changes in an array with one entry per player."""
    names = list(ratings)
    change = np.zeros(len(names))
    for a, b, points, games in rows:
        more = points - games * by_the_odds(ratings[a] - ratings[b])
        np.add.at(change, [names.index(a), names.index(b)], [more, -more])
    return dict(zip(names, np.array(list(ratings.values())) + step * change))


def along_wins(shares):
    """Return a cycle, found by following three wins from a player back to that player."""

    def follow(way):
        if len(way) == 4:
            return way[:3] if way[3] == way[0] else None
        for (a, b), share in shares.items():
            if a == way[-1] and share > 0.5 and (len(way) == 3 or b not in way):
                found = follow((*way, b))
                if found:
                    return found
        return None

    return next(filter(None, (follow((a,)) for a, _ in shares)), None)


RIGHT = [
    ("expected", by_hyperbolic_tangent),
    ("improve", by_a_matrix),
    ("beats_in_a_circle", along_wins),
    ("expected", expected_score),
    ("expected", by_the_odds),
    ("improve", improved),
    ("improve", surplus_by_player),
    ("beats_in_a_circle", circle_in),
    ("beats_in_a_circle", by_unordered_threes),
]
WRONG = [
    *declared("expected", ch09b.EXPECTED_MISTAKES),
    *declared("improve", ch09b.IMPROVE_MISTAKES),
    ("expected", lambda lead: None, "Is a `return` missing?"),
    ("expected", lambda lead: "1", "it should be a number"),
    ("expected", lambda lead: 1 / (1 + 10 ** (-lead / 200)), "term by term"),
    ("improve", in_place, "changed its argument"),
    ("improve", lambda ratings, rows, step: ratings["Z"], "KeyError"),
    ("improve", lambda ratings, rows, step: None, "<1 match>, 2.0)` returned None"),
    ("improve", lambda ratings, rows, step: dict(ratings), "Add step × surplus"),
    ("improve", lambda ratings, rows, step: {"A": 0.0}, "it should have ['A', 'B']"),
    ("improve", lambda ratings, rows, step: improved(ratings, rows, 2.0), "Add step × surplus"),
    ("beats_in_a_circle", one_direction, "in one direction only"),
    ("beats_in_a_circle", not_closed, "The circle is not closed"),
    ("beats_in_a_circle", with_draws, "share ½ is not above ½"),
    ("beats_in_a_circle", lambda shares: None, "None for each tournament"),
    ("beats_in_a_circle", neighbours_only, "Try every group of three players in every order"),
    (
        "beats_in_a_circle",
        lambda shares: circle_in(shares) and circle_in(shares)[:2],
        "three different players",
    ),
    ("beats_in_a_circle", lambda shares: circle_in(shares) is not None, "it should be a tuple"),
    (
        "beats_in_a_circle",
        lambda shares: circle_in(shares) and circle_in(shares)[::-1],
        "the wrong way round",
    ),
    ("beats_in_a_circle", first_three, "Each of the three must beat the next one."),
    ("beats_in_a_circle", lambda shares: ("A", "B", "Z"), "that has not played"),
]


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


def test_a_circle_is_found_whatever_its_direction():
    for shares in ch09b.crosstables():
        found = circle_in(shares)
        backwards = {(b, a): share for (a, b), share in shares.items()}
        assert (found is None) == (circle_in(backwards) is None)
        if found is not None:
            steps = zip(found, (*found[1:], found[0]))
            assert all(shares[step] > 0.5 for step in steps)
    assert sum(circle_in(shares) is not None for shares in ch09b.crosstables()) > 3


DRAWN = set()
SLOW = set()
