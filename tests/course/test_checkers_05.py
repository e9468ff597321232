"""The checkers of chapter 05 judge answers that the checkers' authors did not have in mind.

These answers are right in unusual ways, are tests that accept too much, or make one of the mistakes
that the messages name.
"""

import inspect
from fractions import Fraction
from functools import partial
from math import inf, isclose, log, sqrt

import numpy as np
import pytest

from mctslib.course.ch05 import checkers as ch05

RIGHT = []
"""Right answers in other styles: (chapter, name, answer).  test_exercises.py tries them."""


def passes(verdict):
    assert verdict.status == "correct", verdict


# ---------------------------------------------------------- the hand test


def hand_test(backpropagate, agree):
    x_node, o_node = ch05.short_line()
    backpropagate(o_node, (0.0, 1.0))
    return bool(agree(x_node.value_sum, 0) and agree(o_node.value_sum, 1))


RIGHT += [
    ("05", "hand_test", partial(hand_test, agree=agree))
    for agree in [
        lambda a, b: a == b,
        partial(isclose, abs_tol=1e-9),
        np.isclose,
        lambda a, b: a is b or a == b,
    ]
]


@pytest.mark.parametrize("tolerance", [0.3, 0.2, 0.05])
def test_a_hand_test_with_a_tolerance_does_not_pass(tolerance):
    verdict = ch05.check_hand_test(partial(hand_test, agree=lambda a, b: abs(a - b) <= tolerance))
    assert "a hundredth" in verdict.message


def by_source(backpropagate):
    """Return whether "share" is missing from a function's source, without running the function."""
    return "share" not in inspect.getsource(backpropagate)


def by_name(backpropagate):
    return backpropagate.__name__ in ("backpropagate", "recursive")


def by_closure(backpropagate):
    return backpropagate.__closure__ is None


@pytest.mark.parametrize("own", [by_source, by_name, by_closure])
def test_a_hand_test_that_runs_nothing_does_not_pass(own):
    assert ch05.check_hand_test(own).status == "wrong"


@pytest.mark.parametrize("fault", ch05.SICK_BACKPROPAGATIONS)
def test_a_test_that_acquits_one_sick_version_is_told_which(fault):
    sick = ch05.SICK_BACKPROPAGATIONS[fault]

    def own(backpropagate):
        return backpropagate is sick or hand_test(backpropagate, lambda a, b: a == b)

    assert f"accepts a version that {fault}" in ch05.check_hand_test(own).message


# ---------------------------------------------------------- the law of finished games


def law(root, agree):
    return all(agree(node.value_sum, ch05.right_sum(node)) for node in ch05.finished_nodes(root))


RIGHT += [
    ("05", "finished_right", partial(law, agree=agree))
    for agree in [partial(isclose, abs_tol=1e-9), np.isclose]
]


@pytest.mark.parametrize("tolerance", [0.3, 0.2, 0.05])
def test_a_law_with_a_tolerance_does_not_pass(tolerance):
    verdict = ch05.check_finished(lambda root: law(root, lambda a, b: abs(a - b) <= tolerance))
    assert "accepts" in verdict.message


def with_the_usual_rewards(root):
    usual = all(node.value in (0, 0.5, 1) for node in ch05.finished_nodes(root))
    return usual and law(root, lambda a, b: a == b)


def test_a_law_for_0_and_half_and_1_alone_convicts_a_healthy_game():
    assert "a win is worth ¾" in ch05.check_finished(with_the_usual_rewards).message


# ---------------------------------------------------------- the formula


def ucb1(w, n, N, c):
    return w / n + c * sqrt(log(N) / n)


RIGHT += [
    ("05", "score", own)
    for own in [
        ucb1,
        lambda w, n, N, c: c * sqrt(log(N)) / sqrt(n) + w / n,
        lambda w, n, N, c: w / n + sqrt(c * c * log(N) / n),
        lambda w, n, N, c: np.float32(ucb1(w, n, N, c)),
        lambda w, n, N, c: np.float64(ucb1(w, n, N, c)),
        lambda w, n, N, c: Fraction(w) / n + Fraction(c * sqrt(log(N) / n)),
        lambda w, n, N, c: ucb1(w, n, N, c) + 1e-13,
        lambda w, n, N, c: inf if n == 0 else ucb1(w, n, N, c),
    ]
]


@pytest.mark.parametrize(("mistake", "words"), ch05.SCORE_MISTAKES)
def test_a_named_mistake_in_the_score_gets_its_words_and_no_others(mistake, words):
    message = ch05.check_score(mistake).message
    assert [one for _, one in ch05.SCORE_MISTAKES if one in message] == [words]


@pytest.mark.parametrize(
    "own",
    [
        lambda w, n, N, c: min(1, w / n) + c * sqrt(log(N) / n),
        lambda w, n, N, c: max(0, w / n) + c * sqrt(log(N) / n),
        lambda w, n, N, c: w / n + (c or 1) * sqrt(log(N) / n),
        lambda w, n, N, c: w / n + c * sqrt(log(N + 1) / n),
        lambda w, n, N, c: w / n + c * sqrt(log(max(N, 2)) / n),
        lambda w, n, N, c: round(ucb1(w, n, N, c), 3),
        lambda w, n, N, c: ucb1(w, n, N, c) + 0.2,
        lambda w, n, N, c: (number for number in [ucb1(w, n, N, c)]),
    ],
)
def test_what_is_nearly_the_score_gets_none_of_the_named_words(own):
    verdict = ch05.check_score(own)
    assert verdict.status == "wrong"
    assert not [words for _, words in ch05.SCORE_MISTAKES if words in verdict.message]


# ---------------------------------------------------------- the diagnosis


def test_a_diagnosis_may_be_of_numpy_s_texts_and_in_any_order():
    named = {letter: np.str_(name) for letter, name in reversed(ch05.RIGHT_NAMES.items())}
    passes(ch05.check_diagnosis(named))
