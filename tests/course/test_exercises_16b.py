"""Right and wrong answers that test the checkers of chapter 16b.

Other tests check that the numbers in the chapter's problems are consistent.
"""

from heapq import nlargest
from math import exp, log

import numpy as np
import pytest

from mctslib.course.ch16b import checkers as ch16b
from mctslib.course.ch16b.checkers import (
    check_best_of,
    check_improved_policy,
    check_noisy,
    improved_policy,
    noisy,
)
from mctslib.course.ch16b.gumbel import best_of, drawn_worth, problems, puct_shares


def noisy_numpy(priors, chance, part):
    return {move: np.float64(share) for move, share in noisy(priors, chance, part).items()}


def noisy_backwards(priors, chance, part):
    return dict(reversed(noisy(priors, chance, part).items()))


def best_of_numpy(*case):
    return np.int64(best_of(*case))


def by_softmax(priors, values, weight):
    exponents = [log(p) + weight * q for p, q in zip(priors, values)]
    top = max(exponents)
    powers = [exp(exponent - top) for exponent in exponents]
    return [power / sum(powers) for power in powers]


def as_tuple(priors, values, weight):
    return tuple(improved_policy(priors, values, weight))


def as_array(priors, values, weight):
    powers = np.array(priors) * np.exp(weight * np.array(values))
    return powers / powers.sum()


def best_of_heap(logits, noise, values, looks):
    """Take the `looks` moves with the highest sums from a heap; return the one of highest value."""
    scores = [(logit + more, place) for place, (logit, more) in enumerate(zip(logits, noise))]
    return max((values[place], -place) for _, place in nlargest(looks, scores))[1] * -1


def best_of_arrays(logits, noise, values, looks):
    drawn = np.argsort(-(np.array(logits) + np.array(noise)))[:looks]
    return drawn[np.argmax(np.array(values)[drawn])]


CHECKS = {
    "16b": {
        "noisy": check_noisy,
        "best_of": check_best_of,
        "improved_policy": check_improved_policy,
    }
}
RIGHT = [
    ("noisy", noisy),
    ("noisy", noisy_numpy),
    ("noisy", noisy_backwards),
    ("best_of", best_of),
    ("best_of", best_of_numpy),
    ("best_of", best_of_heap),
    ("best_of", best_of_arrays),
    ("improved_policy", improved_policy),
    ("improved_policy", by_softmax),
    ("improved_policy", as_tuple),
    ("improved_policy", as_array),
    ("improved_policy", lambda *case: as_array(*case).astype(np.float32)),
]
WRONG = [
    *(("noisy", mistake, words) for mistake, words in ch16b.NOISE_MISTAKES),
    ("noisy", lambda priors, chance, part: {}, "a number for each move"),
    ("noisy", lambda priors, chance, part: list(priors.values()), "should be a dict"),
    ("noisy", lambda priors, chance, part: dict.fromkeys(priors, "x"), "should be numbers"),
    ("noisy", lambda priors, chance, part: dict.fromkeys(priors, 0.1), "(1 − part) · prior"),
    *(("best_of", mistake, words) for mistake, words in ch16b.DRAW_MISTAKES),
    (
        "best_of",
        lambda logits, noise, values, looks: best_of(logits, noise, values, 2),
        "moves with the highest logit + noise",
    ),
    ("best_of", lambda *case: float(best_of(*case)), "a whole number"),
    *(("improved_policy", mistake, words) for mistake, words in ch16b.POLICY_MISTAKES),
    ("improved_policy", lambda p, q, w: improved_policy(p, q, w)[:-1], "it should have"),
    ("improved_policy", lambda p, q, w: ["x"] * len(p), "it should be a number"),
    ("improved_policy", lambda p, q, w: [1 / len(p)] * len(p), "prior · exp(weight · value)"),
]


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


def test_exercises_passed_in_chapter_16_count_in_16b(monkeypatch, tmp_path):
    from mctslib.course import store
    from mctslib.course.pages import tally

    monkeypatch.setenv("MCTSLIB_PROGRESS", str(tmp_path / "progress.json"))
    store.forget()
    assert tally("16b").exercises.done == 0
    store.keep("exercises", "16 check_best_of", True)
    assert tally("16b").exercises.done == 1
    store.forget()
