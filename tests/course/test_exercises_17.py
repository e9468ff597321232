"""Right and wrong answers that test the checkers of chapter 17."""

from fractions import Fraction

import numpy as np
import pytest

from mctslib.course.ch17 import mended
from mctslib.course.ch17.checkers import (
    ENOUGH,
    best_change,
    check_bluff,
    check_pay,
)
from mctslib.methods.hidden import Tried
from mctslib.methods.poker import VIEWS, determinized_strategy, exploitability, nash


def chosen_with_choice(counts, actions, rng, c):
    """Choose with `rng.choice`, and with the formula written out."""
    scores = {}
    for action in actions:
        tried = counts.setdefault(action, Tried())
        tried.available += 1
        if tried.visits:
            bonus = (np.log(tried.available) / tried.visits) ** 0.5
            scores[action] = tried.reward / tried.visits + c * bonus
    untried = [action for action in actions if action not in scores]
    return rng.choice(untried) if untried else max(scores, key=scores.get)


def counts_another(counts, actions, rng, c):
    counts.setdefault(7, Tried())
    return chosen_with_choice(counts, actions, rng, c)


def strategy(**changes):
    """Return a perfect strategy for Kuhn poker, with some probabilities changed.

    For example, `jack_p` is the probability of a bet with the jack after a pass.
    """
    cards = {"jack": 0, "queen": 1, "king": 2}
    own = dict(nash(Fraction(1, 5)))
    for name, chance in changes.items():
        card, _, said = name.partition("_")
        own[cards[card], said] = chance
    return own


CHECKS = {"17": {"pay": check_pay, "mine": check_bluff}}
RIGHT = [
    ("roll_value", lambda win, i, j, k: np.mean([1 - win[j, i, 0], *win[i, j, k + 2 : k + 7]])),
    ("pay", np.eye(4)),
    ("pay", [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0.3], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0]]),
    ("pick", chosen_with_choice),
    ("mine", strategy(jack_=Fraction(1, 2))),  # loses exactly 1/20
    ("mine", {**nash(), (2, "pb"): 0}),  # also perfect, because a king opens with a bet
]
WRONG = [
    ("pay", [[0.6, 1, 0], [0.6, 0, 1]] * 2, "the honest value 0.6"),
    ("pay", np.eye(3), "3 rows instead of 4"),
    ("pay", [[2, 0], [0, 1], [1, 0], [0, 1]], "from 0 to 1"),
    ("pick", counts_another, "it should be: the view counts"),
    (
        "mine",
        determinized_strategy(),
        "with the queen after “bet” your strategy bets in 100% of the hands",
    ),
    ("mine", strategy(jack_=Fraction(3, 4)), "wins 0.092 coins per hand"),
    ("mine", strategy(jack_b=1), "A bet with the jack cannot win there"),
    ("mine", dict.fromkeys(VIEWS, 1), "so change two views"),
    ("mine", {}, "12 of the 12 views are missing"),
    ("mine", strategy(jack_p=1.5), "from 0 to 1, not 1.5"),
]


def test_the_named_change_makes_a_strategy_better_until_it_passes():
    strategy = determinized_strategy()
    for _ in range(5):
        if exploitability(strategy) <= ENOUGH:
            break
        change = best_change(strategy)
        changed = {**strategy, change.view: change.chance}
        assert float(exploitability(changed)) == pytest.approx(change.exploitability)
        assert change.exploitability < float(exploitability(strategy))
        strategy = changed
    assert check_bluff(strategy)


def test_a_strategy_that_is_mended_everywhere_is_perfect():
    assert mended(determinized_strategy(), VIEWS) == 0
    assert mended(nash(), ()) == 0
    assert mended(determinized_strategy(), ()) == Fraction(1, 6)


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        (check_pay, None),
        (check_pay, [[0.6, ...]] * 4),
        (check_bluff, None),
        (check_bluff, {**nash(), (0, "p"): ...}),
    ],
)
def test_an_answer_that_is_half_there_waits(check, answer):
    assert check(answer).status == "pending"
