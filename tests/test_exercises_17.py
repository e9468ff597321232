"""Chapter 17: the answers that its checkers are tried with."""

import re
from fractions import Fraction

import numpy as np
import pytest

from mctslib.course.ch17.checkers import check_bluff, check_pick, check_promise, check_roll
from mctslib.methods import hidden
from mctslib.methods.hidden import Tried
from mctslib.methods.poker import VIEWS, determinized_strategy, nash


def roll(after_one=lambda win, i, j, k: 1 - win[j, i, 0], faces=range(2, 7), of=6):
    return lambda win, i, j, k: (
        (after_one(win, i, j, k) + sum(win[i, j, k + face] for face in faces)) / of
    )


def promise(pay):
    return sum(map(max, pay)) / len(pay)


def honest(pay):
    return max(map(sum, zip(*pay))) / len(pay)


def pick(
    counts,
    actions,
    rng,
    c,
    *,
    seen=lambda actions, counts: actions,
    of=None,
    draw=True,
    ready=True,
    more=1,
):
    for action in seen(actions, counts):
        counts.setdefault(action, Tried()).available += more
    untried = [action for action in actions if ready and not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried)) if draw else 0]
    return max(of(counts) if of else actions, key=lambda action: counts[action].score(c))


def by_mean(counts, actions, rng, c):
    return hidden.pick(counts, actions, rng, 0)


def by_all_visits(counts, actions, rng, c):
    first = hidden.pick(counts, actions, rng, c)
    if 0 in (counts[action].visits for action in actions):
        return first
    total = sum(counts[action].visits for action in actions)
    bonus = lambda a: counts[a].mean + c * np.sqrt(np.log(total) / counts[a].visits)  # noqa: E731
    return max(actions, key=bonus)


def visited_at_once(counts, actions, rng, c):
    action = hidden.pick(counts, actions, rng, c)
    counts[action].visits += 1
    return action


def strategy(**changes):
    """Kuhn's own, changed: `jack_p=0` is the chance to bet with the jack after a pass."""
    cards = {"jack": 0, "queen": 1, "king": 2}
    own = dict(nash(Fraction(1, 5)))
    for name, chance in changes.items():
        card, _, said = name.partition("_")
        own[cards[card], said] = chance
    return own


RIGHT = [
    (check_roll, [roll()]),
    (check_roll, [lambda *spot: np.float64(roll()(*spot))]),
    (check_promise, [promise, honest]),
    (check_pick, [pick]),
    (check_pick, [hidden.pick]),
    (check_bluff, [nash(Fraction(0))]),
    (check_bluff, [{view: float(p) for view, p in nash().items()}]),
]
WRONG = [
    (check_roll, [roll(lambda w, i, j, k: w[j, i, 0])], "1 minus it"),
    (check_roll, [roll(lambda w, i, j, k: 1 - w[i, j, 0])], "not swapped"),
    (check_roll, [roll(lambda w, i, j, k: w[i, j, 0])], "as if it were still your turn"),
    (check_roll, [roll(lambda w, i, j, k: 1 - w[j, i + k, 0])], "points of this turn are lost"),
    (check_roll, [roll(lambda w, i, j, k: 0)], "The 1 is missing"),
    (check_roll, [roll(of=5)], "divide by 6"),
    (check_roll, [roll(of=1)], "a sixth of it"),
    (check_roll, [roll(lambda *spot: 0, range(1, 7))], "A 1 adds nothing"),
    (check_roll, [roll(faces=range(2, 6))], "A sixth of each"),
    (check_roll, [lambda win, i, j, k: win[i, j, 99]], "raised IndexError"),
    (check_promise, [honest, honest], "chooses anew in each world"),
    (check_promise, [promise, promise], "one plan for all"),
    (check_promise, [lambda pay: sum(map(max, pay)), honest], "sum over the worlds"),
    (check_promise, [promise, lambda pay: max(map(sum, zip(*pay)))], "sum over the worlds"),
    (check_promise, [lambda pay: max(map(max, pay)), honest], "as if one could choose the world"),
    (
        check_promise,
        [promise, lambda pay: sum(map(sum, pay)) / sum(map(len, pay))],
        "mean over all plans",
    ),
    (
        check_promise,
        [lambda pay: sum(map(max, zip(*pay))) / len(pay[0]), honest],
        "columns are plans",
    ),
    (check_promise, [promise, lambda pay: min(map(sum, zip(*pay)))], "then the best plan"),
    (
        check_promise,
        [lambda pay: promise([sorted(pay.pop())] + pay), honest],
        "changed what it was given",
    ),
    (check_pick, [lambda *a: pick(*a, of=lambda counts: counts)], "not legal in this world"),
    (
        check_pick,
        [lambda *a: pick(*a, seen=lambda actions, counts: {*actions, *counts})],
        "instead of",
    ),
    (
        check_pick,
        [lambda *a: pick(*a, seen=lambda actions, counts: {*actions, 7})],
        "counts actions that are not",
    ),
    (check_pick, [lambda *a: pick(*a, more=0)], "add 1 for each legal action"),
    (check_pick, [lambda *a: pick(*a, draw=False)], "draw one with `rng`"),
    (check_pick, [by_mean], "times \\*available\\*"),
    (check_pick, [by_all_visits], "times \\*available\\*"),
    (check_pick, [visited_at_once], "counted when the game is over"),
    (check_pick, [lambda *a: pick(*a) and None], "Is a `return` missing|not legal"),
    (
        check_pick,
        [lambda counts, actions, rng, c: actions[-1]],
        "an untried action comes first|has no count yet",
    ),
    (check_bluff, [determinized_strategy()], "With the king after “pass” it does not always bet"),
    (check_bluff, [strategy(jack_p=0)], "It never bluffs"),
    (check_bluff, [strategy(jack_b=1)], "it bets: it cannot win"),
    (check_bluff, [strategy(queen_b=0)], "always does the same"),
    (check_bluff, [strategy(jack_=1, king_=0)], "the queen never"),
    (check_bluff, [strategy(king_b=Fraction(1, 2))], "it cannot lose"),
    (check_bluff, [dict.fromkeys(VIEWS, Fraction(1, 2))], "coins a hand"),
    (check_bluff, [{}], "12 of the 12 views are missing"),
    (check_bluff, [strategy(jack_p=1.5)], "from 0 to 1, not 1.5"),
    (check_bluff, [strategy(jack_p=True)], "from 0 to 1, not True"),
    (check_bluff, [0.5], "A dict is wanted"),
]


@pytest.mark.parametrize("check, answers", RIGHT)
def test_right(check, answers):
    verdict = check(*answers)
    assert verdict, verdict


@pytest.mark.parametrize("check, answers, words", WRONG)
def test_wrong(check, answers, words):
    verdict = check(*answers)
    assert verdict.status == "wrong" and re.search(words, verdict.message), verdict


def stub(*arguments):
    raise NotImplementedError


@pytest.mark.parametrize(
    "check, answers",
    [
        (check_roll, [stub]),
        (check_promise, [stub, stub]),
        (check_pick, [stub]),
        (check_bluff, [None]),
        (check_bluff, [{**nash(), (0, "p"): ...}]),
        (check_promise, [promise, None]),
    ],
)
def test_nothing_there_yet(check, answers):
    assert check(*answers).status == "pending"
