"""Chapter 16: the answers that its checkers are tried with; its tables add up."""

from math import exp, log, sqrt

import numpy as np
import pytest

from mctslib.course.ch16 import checkers as ch16
from mctslib.course.ch16.checkers import (
    check_best_of,
    check_lessons,
    check_puct_score,
    check_whose,
    lessons,
    puct_score,
)
from mctslib.course.ch16.gumbel import best_of, drawn_worth, problems, puct_shares


def whose(value, player):
    return (1 - value, value) if player else (value, 1 - value)


CHECKS = {
    "16": {
        "puct_score": check_puct_score,
        "whose": check_whose,
        "lessons": check_lessons,
        "best_of": check_best_of,
    }
}
RIGHT = [
    ("puct_score", puct_score),
    ("whose", whose),
    ("whose", lambda v, p: np.array(whose(v, p))),
    ("lessons", lessons),
    ("lessons", lambda said, r: [[shares, z] for shares, z in lessons(said, r)]),
    (
        "lessons",
        lambda said, r: [
            ({a: np.float32(n) for a, n in s.items()}, z) for s, z in lessons(said, r)
        ],
    ),
    (
        "lessons",
        lambda said, r: [
            ({a: n for a, n in s.items() if n}, z + 1e-12) for s, z in lessons(said, r)
        ],
    ),
    ("best_of", best_of),
    ("best_of", lambda *case: np.int64(best_of(*case))),
]
WRONG = [
    (
        "puct_score",
        lambda q, p, n, N, c: q + c * p * sqrt(N) / n,
        "Below the line stands 1 + visits",
    ),
    (
        "puct_score",
        lambda q, p, n, N, c: puct_score(q, p, n, N, c) if n else 1 / n,
        "raised ZeroDivisionError",
    ),
    (
        "puct_score",
        lambda q, p, n, N, c: q + c * p * sqrt(N) / (1 + n) if n else 1e9,
        "never tried has a score too",
    ),
    ("puct_score", lambda q, p, n, N, c: q + c * sqrt(log(N) / (1 + n)), "UCB1's bonus"),
    *(("puct_score", mistake, words) for mistake, words in ch16.SCORE_MISTAKES),
    *(("whose", mistake, words) for mistake, words in ch16.WHOSE_MISTAKES),
    ("whose", lambda value, player: value, "should be a tuple"),
    ("whose", lambda value, player: (value,), "has 1 entries"),
    *(("lessons", mistake, words) for mistake, words in ch16.LESSON_MISTAKES),
    ("lessons", lambda said, rewards: lessons(said, rewards)[::-1], "For each (player, visits)"),
    ("lessons", lambda said, rewards: [z for _, z in lessons(said, rewards)], "should be a pair"),
    ("lessons", lambda said, rewards: lessons(said[:-1], rewards), "For each (player, visits)"),
    (
        "lessons",
        lambda said, r: [({a: exp(n) / exp(99) for a, n in v.items()}, r[p]) for p, v in said],
        "For each (player, visits)",
    ),
    *(("best_of", mistake, words) for mistake, words in ch16.DRAW_MISTAKES),
    (
        "best_of",
        lambda logits, noise, worths, looks: best_of(logits, noise, worths, 2),
        "The `looks` highest of logit + noise",
    ),
    (
        "best_of",
        lambda logits, noise, worths, looks: float(best_of(logits, noise, worths, looks)),
        "a whole number",
    ),
]


def test_what_a_checker_asks_is_not_changed_by_an_answer():
    """Else the next wrong answer meets the changed question, to which it is right."""

    def in_place(said, rewards):
        for _, visits in said:
            total = sum(visits.values())
            visits.update({action: n / total for action, n in visits.items()})
        return [(visits, rewards[player]) for player, visits in said]

    assert "changed what it was given" in str(ch16.check_lessons(in_place))
    assert not ch16.check_lessons(
        lambda said, rewards: [(dict(visits), rewards[p]) for p, visits in said]
    )
    assert ch16.check_lessons(lessons)


def test_the_first_draw_is_the_prior_s_and_more_looks_are_never_worth_less():
    priors, worths = problems(50, seed=3, actions=5)
    values = [drawn_worth(priors, worths, looks) for looks in range(1, 6)]
    assert np.allclose(values[0], (priors * worths).sum(1)) and np.allclose(
        values[4], worths.max(1)
    )
    assert all((more >= fewer - 1e-12).all() for fewer, more in zip(values, values[1:]))


def test_drawing_by_gumbel_noise_is_drawing_from_the_prior_without_putting_back():
    """The worth of 20,000 draws with noise comes near the exact one."""
    prior, worth, rng = [0.45, 0.35, 0.2], [0.2, 0.3, 1.0], np.random.default_rng(0)
    drawn = [
        worth[best_of(np.log(prior), noise, worth, 2)] for noise in rng.gumbel(size=(20_000, 3))
    ]
    exact = drawn_worth(np.array([prior]), np.array([worth]), 2)[0]
    assert abs(np.mean(drawn) - exact) < 4 * np.std(drawn) / 20_000**0.5


def test_the_example_of_the_text():
    prior, worth = np.array([[0.45, 0.35, 0.2]]), np.array([[0.2, 0.3, 1.0]])
    assert puct_shares(prior, worth, 2).tolist() == [[0.5, 0.5, 0]]
    pair = 0.45 * 0.35 / 0.55 + 0.35 * 0.45 / 0.65  # both favourites are drawn, in either order
    assert drawn_worth(prior, worth, 2)[0] == pytest.approx(0.3 * pair + 1 - pair)
