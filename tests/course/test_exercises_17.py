"""Right and wrong answers that test the checkers of chapter 17."""

import random
from fractions import Fraction

import numpy as np
import pytest
from named_mistakes import declared

from mctslib.course.ch17 import checkers as ch17
from mctslib.course.ch17.checkers import (
    best_change,
    check_bluff,
    check_pick,
    check_promise,
    check_roll,
    roll_value,
)
from mctslib.methods import hidden
from mctslib.methods.hidden import Tried
from mctslib.methods.poker import VIEWS, determinized_strategy, exploitability, nash


def missing_face(win, i, j, k):
    """Return the value of a roll, without the term for face 6."""
    return roll_value(win, i, j, k) - win[i, j, k + 6] / 6


def promise(pay):
    return sum(map(max, pay)) / len(pay)


def honest(pay):
    return max(map(sum, zip(*pay))) / len(pay)


def legal(actions, counts):
    """Return the legal actions, whose availability counts should go up."""
    return actions


def pick(counts, actions, rng, c, *, seen=legal, compared=legal, more=1):
    """Choose as `hidden.pick` does, or with the mistake that the keyword arguments describe.

    seen      a function that returns the actions whose availability counts go up
    compared  a function that returns the actions whose scores are compared
    more      the number that is added to each availability count
    """
    for action in seen(actions, counts):
        counts.setdefault(action, Tried()).available += more
    untried = [action for action in actions if not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried))]
    return max(compared(actions, counts), key=lambda action: counts[action].score(c))


def compares_all(counts, actions, rng, c):
    return pick(counts, actions, rng, c, compared=lambda actions, counts: counts)


def counts_all(counts, actions, rng, c):
    return pick(counts, actions, rng, c, seen=lambda actions, counts: {*actions, *counts})


def counts_another(counts, actions, rng, c):
    return pick(counts, actions, rng, c, seen=lambda actions, counts: {*actions, 7})


def counts_nothing(counts, actions, rng, c):
    return pick(counts, actions, rng, c, more=0)


class FirstOfAll:
    """A random number generator that makes a function take the first action each time."""

    def random(self):
        return 0.0


def takes_the_first(counts, actions, rng, c):
    return pick(counts, actions, FirstOfAll(), c)


def returns_nothing(counts, actions, rng, c):
    pick(counts, actions, rng, c)


def by_mean(counts, actions, rng, c):
    return hidden.pick(counts, actions, rng, 0)


def by_all_visits(counts, actions, rng, c):
    first = hidden.pick(counts, actions, rng, c)
    if 0 in (counts[action].visits for action in actions):
        return first
    total = sum(counts[action].visits for action in actions)

    def score(action):
        tried = counts[action]
        return tried.mean + c * np.sqrt(np.log(total) / tried.visits)

    return max(actions, key=score)


def by_fractions(win, i, j, k):
    """Return the probability of winning after a roll as a fraction, added up face by face."""
    chance = Fraction(0)
    for face in range(1, 7):
        wins = (
            1 - Fraction(float(win[j, i, 0])) if face == 1 else Fraction(float(win[i, j, k + face]))
        )
        chance += wins / 6
    return chance


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


def shuffled_and_sorted(counts, actions, rng, c):
    """Take the first untried action of a shuffled list, or else the one with the highest score."""
    for action in actions:
        if action not in counts:
            counts[action] = Tried()
        counts[action].available += 1
    untried = [action for action in actions if counts[action].visits == 0]
    rng.shuffle(untried)
    return (untried or sorted(actions, key=lambda action: -counts[action].score(c)))[0]


def counted_after(counts, actions, rng, c):
    """Choose the highest score before the availability counts go up."""
    if any(action not in counts or not counts[action].visits for action in actions):
        return hidden.pick(counts, actions, rng, c)
    chosen = max(actions, key=lambda action: counts[action].score(c))
    for action in actions:
        counts[action].available += 1
    return chosen


def visited_at_once(counts, actions, rng, c):
    action = hidden.pick(counts, actions, rng, c)
    counts[action].visits += 1
    return action


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


CHECKS = {
    "17": {
        "roll_value": check_roll,
        "promise": lambda answer: check_promise(answer, honest),
        "honest": lambda answer: check_promise(promise, answer),
        "pick": check_pick,
        "mine": check_bluff,
    }
}
RIGHT = [
    ("roll_value", roll_value),
    ("roll_value", lambda win, i, j, k: np.mean([1 - win[j, i, 0], *win[i, j, k + 2 : k + 7]])),
    ("roll_value", by_fractions),
    ("promise", promise),
    ("honest", honest),
    ("pick", pick),
    ("pick", hidden.pick),
    ("pick", chosen_with_choice),
    ("pick", shuffled_and_sorted),
    ("mine", nash(Fraction(0))),
    ("mine", {**nash(), (2, "pb"): 0}),  # also perfect, because a king opens with a bet
    ("mine", {view: float(p) for view, p in nash().items()}),
]
WRONG = [
    *declared("roll_value", ch17.ROLL_MISTAKES),
    ("roll_value", missing_face, "Each face has probability"),
    ("roll_value", lambda win, i, j, k: win[i, j, 99], "raised IndexError"),
    *declared("promise", ch17.PROMISE_MISTAKES),
    *declared("honest", ch17.TRUTH_MISTAKES),
    ("honest", lambda pay: min(map(sum, zip(*pay))), "then take the largest mean"),
    ("promise", lambda pay: promise([sorted(pay.pop())] + pay), "changed its argument"),
    ("pick", compares_all, "not legal in this determinization"),
    ("pick", counts_all, "instead of"),
    ("pick", counts_another, "adds entries for actions that are not legal"),
    ("pick", counts_nothing, "add 1 for each legal action"),
    ("pick", takes_the_first, "draw one with `rng`"),
    (
        "pick",
        lambda counts, actions, rng, c: pick(counts, actions, rng, 1.0),
        "Each score contains the logarithm of",
    ),
    (
        "pick",
        lambda counts, actions, rng, c: pick(counts, actions, rng, c * 2**0.5),
        "Each score contains the logarithm of",
    ),
    ("pick", counted_after, "Each score contains the logarithm of"),
    (
        "pick",
        lambda counts, actions, rng, c: pick(counts, actions, random, c),
        "draw with `rng`, not with `random`",
    ),
    ("pick", by_mean, "Each score contains the logarithm of"),
    ("pick", by_all_visits, "Each score contains the logarithm of"),
    ("pick", visited_at_once, "Both change when the game is over"),
    ("pick", returns_nothing, "Is a `return` missing"),
    ("pick", lambda counts, actions, rng, c: actions[-1], "has no entry in"),
    (
        "mine",
        determinized_strategy(),
        "with the queen after “bet” your strategy bets in 100% of the hands",
    ),
    ("mine", strategy(jack_p=0), "If you never bluff there"),
    ("mine", strategy(jack_b=1), "A bet with the jack cannot win there"),
    ("mine", strategy(queen_b=0), "If you always give up there"),
    ("mine", strategy(jack_=1, king_=0), "with the jack before anything is said"),
    ("mine", strategy(king_b=Fraction(1, 2)), "A bet with the king cannot lose there"),
    ("mine", dict.fromkeys(VIEWS, 1), "so change two views"),
    ("mine", dict.fromkeys(VIEWS, Fraction(1, 2)), "coins per hand"),
    ("mine", {}, "12 of the 12 views are missing"),
    ("mine", strategy(jack_p=1.5), "from 0 to 1, not 1.5"),
    ("mine", strategy(jack_p=True), "from 0 to 1, not True"),
    ("mine", 0.5, "must be a dict from views"),
]


def test_the_named_change_makes_a_strategy_better_until_it_passes():
    strategy = determinized_strategy()
    for _ in range(5):
        if check_bluff(strategy):
            break
        change = best_change(strategy)
        changed = {**strategy, change.view: change.chance}
        assert float(exploitability(changed)) == pytest.approx(change.exploitability)
        assert change.exploitability < float(exploitability(strategy))
        strategy = changed
    assert check_bluff(strategy)


def test_no_other_change_of_one_view_is_better():
    strategy = determinized_strategy()
    losses = [
        float(exploitability({**strategy, view: chance}))
        for view in VIEWS
        for chance in (0, 0.5, 1)
    ]
    assert best_change(strategy).exploitability <= min(losses) + 1e-9


def stub(*arguments):
    raise NotImplementedError


@pytest.mark.parametrize(
    ("check", "answers"),
    [
        (check_promise, [stub, stub]),
        (check_promise, [promise, None]),
        (check_bluff, [None]),
        (check_bluff, [{**nash(), (0, "p"): ...}]),
    ],
)
def test_an_answer_that_is_half_there_waits(check, answers):
    assert check(*answers).status == "pending"
