"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 16b.

Other tests check that the numbers in the chapter's problems are consistent.
"""

from heapq import nlargest

import numpy as np
import pytest

from mctslib.course.ch16b.checkers import (
    best_of,
    best_of_two,
    noisy,
)
from mctslib.course.ch16b.gumbel import drawn_worth, problems, puct_shares


def best_of_heap(logits, noise, values, looks):
    """Take the `looks` moves with the highest sums from a heap; return the one of highest value."""
    scores = [(logit + more, place) for place, (logit, more) in enumerate(zip(logits, noise))]
    return max((values[place], -place) for _, place in nlargest(looks, scores))[1] * -1


def best_of_arrays(logits, noise, values, looks):
    drawn = np.argsort(-(np.array(logits) + np.array(noise)))[:looks]
    return drawn[np.argmax(np.array(values)[drawn])]


RIGHT = [
    ("noisy", lambda *case: {move: np.float64(share) for move, share in noisy(*case).items()}),
    ("noisy", lambda *case: dict(reversed(noisy(*case).items()))),
    ("best_of", best_of_heap),
    ("best_of", best_of_arrays),
    ("best_of_two", lambda p, v: drawn_worth(np.array([p]), np.array([v]), 2)[0]),
]
WRONG = [
    ("noisy", lambda *case: noisy(*case) | {80: 0.0}, "it should be {"),
    ("noisy", lambda priors, chance, part: dict.fromkeys(priors, "x"), "should be numbers"),
]


def test_the_best_of_two_by_hand():
    # first 0, then 1: ½ · 1; first 1, then 0: ½ · 1.  The better one is always worth 1.
    assert best_of_two([0.5, 0.5], [0, 1]) == 1


def test_the_first_draw_is_the_prior_s_and_more_looks_are_never_worth_less():
    priors, values = problems(50, seed=3, actions=5)
    means = [drawn_worth(priors, values, looks) for looks in range(1, 6)]
    assert np.allclose(means[0], (priors * values).sum(1))
    assert np.allclose(means[4], values.max(1))
    for fewer, more in zip(means, means[1:]):
        assert (more >= fewer - 1e-12).all()


def test_drawing_by_gumbel_noise_is_drawing_from_the_prior_without_putting_back():
    """Draws with Gumbel noise have the mean value of draws from the prior without replacement.

    The mean of 20,000 draws with noise is compared with the exact mean of draws from the prior.
    """
    prior, worth = [0.45, 0.35, 0.2], [0.2, 0.3, 1.0]
    rng = np.random.default_rng(0)
    drawn = []
    for noise in rng.gumbel(size=(20_000, 3)):
        drawn.append(worth[best_of(np.log(prior), noise, worth, 2)])
    exact = drawn_worth(np.array([prior]), np.array([worth]), 2)[0]
    assert abs(np.mean(drawn) - exact) < 4 * np.std(drawn) / 20_000**0.5


def test_the_example_of_the_text():
    prior, worth = np.array([[0.45, 0.35, 0.2]]), np.array([[0.2, 0.3, 1.0]])
    assert puct_shares(prior, worth, 2).tolist() == [[0.5, 0.5, 0]]
    pair = 0.45 * 0.35 / 0.55 + 0.35 * 0.45 / 0.65  # both favourites are drawn, in either order
    assert drawn_worth(prior, worth, 2)[0] == pytest.approx(0.3 * pair + 1 - pair)
