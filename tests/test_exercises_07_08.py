"""Chapters 07 and 08: each checker takes the solution, and tells stub and typical mistakes apart."""
from __future__ import annotations

import random
from functools import partial
from math import sqrt

import pytest
from scipy.stats import binomtest

from mctslib import UCB1, best_value, most_visited, search, simulate, uniform
from mctslib.exercises import ch07, ch08
from mctslib.oracle import optimal_actions, value

# ---------------------------------------------------------------------------- chapter 07


def correct_share(state, correct, c, iterations, seeds, policy=UCB1):
    hits = [search(state, iterations, seed=s, tree_policy=policy(c)).action in correct for s in seeds]
    return sum(hits) / len(hits)


def secure_child(root, a, sign=-1):
    return max(root.children.values(), key=lambda child: child.value + sign * a / sqrt(child.visits)).action


# ---------------------------------------------------------------------------- chapter 08


def flat_means(state, playouts, rng, whose=None, divide=True, start=True):
    player = state.current_player if whose is None else whose(state)
    total = {}
    for action in state.legal_actions():
        first = state.apply(action) if start else state
        rewards = [simulate(first, rng, uniform).rewards[player] for _ in range(playouts)]
        total[action] = sum(rewards) / (playouts if divide else 1)
    return total


def random_value(state, player, combine=lambda values, state: sum(values) / len(values)):
    if state.is_terminal():
        return state.rewards()[player]
    values = [random_value(state.apply(a), player, combine) for a in state.legal_actions()]
    return combine(values, state)


def perfect_value(state, player):
    return float(value(state, player))


def is_blunder(state, action):
    return value(state.apply(action), state.current_player) < value(state)


def forgets_whose(state, action):
    after = state.apply(action)
    return not after.is_terminal() and value(after) < value(state)


def whoever_moves(state, player):
    return random_value(state, player if state.is_terminal() else state.current_player)


def stub(*arguments):
    raise NotImplementedError("your turn")


def wald(successes, games, z):
    share = successes / games
    half = z * sqrt(share * (1 - share) / games)
    return share - half, share + half


def undivided(successes, games, z):
    low, high = ch08.wilson(successes, games, z)
    return low * (1 + z * z / games), high * (1 + z * z / games)


SOLUTIONS = [
    (ch07.check_correct_share, correct_share),
    (ch07.check_rescale_c, lambda c, low, high: c * (high - low)),
    (ch07.check_secure_child, secure_child),
    (ch07.check_choose_c, 0.5),
    (ch08.check_flat_means, flat_means),
    (ch08.check_random_value, random_value),
    (ch08.check_is_blunder, is_blunder),
    (ch08.check_wilson, ch08.wilson),
]

MISTAKES = [
    (ch07.check_correct_share, lambda *a: correct_share(*a) * len(a[4]), "divide it by the number of seeds"),
    (ch07.check_correct_share, lambda *a: 100 * correct_share(*a), "in percent"),
    (ch07.check_correct_share, lambda *a: 1 - correct_share(*a), "share of wrong moves"),
    (ch07.check_correct_share, partial(correct_share, policy=lambda c: UCB1()), "tree_policy=UCB1(c)"),
    (ch07.check_correct_share, lambda s, good, c, n, seeds: correct_share(s, good, c, n, [seeds[0]]), "own seed"),
    (ch07.check_correct_share, lambda *a: None, "returned None"),
    (ch07.check_rescale_c, lambda c, low, high: c, "cannot stay the same"),
    (ch07.check_rescale_c, lambda c, low, high: c / (high - low), "other way round"),
    (ch07.check_rescale_c, lambda c, low, high: c * high, "width of the range"),
    (ch07.check_rescale_c, lambda c, low, high: c * (high - low) / 2, "do the same to c"),
    (ch07.check_rescale_c, lambda c, low, high: "2c", "should be a number"),
    (ch07.check_secure_child, lambda root, a: best_value(root), "nothing was subtracted"),
    (ch07.check_secure_child, lambda root, a: most_visited(root), "most visited child"),
    (ch07.check_secure_child, partial(secure_child, sign=1), "pessimist"),
    (ch07.check_secure_child, lambda root, a: root.children[secure_child(root, a)], "should be its `action`"),
    (ch07.check_choose_c, 0.0, "try a larger c"),
    (ch07.check_choose_c, sqrt(2), "try a smaller c"),
    (ch07.check_choose_c, -1, "0 or more"),
    (ch07.check_choose_c, "0.5", "should be a number"),
    (ch08.check_flat_means, partial(flat_means, whose=lambda s: 1 - s.current_player), "opponent's view"),
    (ch08.check_flat_means, partial(flat_means, divide=False), "That is a sum"),
    (ch08.check_flat_means, partial(flat_means, start=False), "does each playout start"),
    (ch08.check_flat_means, lambda *a: dict(list(flat_means(*a).items())[1:]), "one entry a legal action"),
    (ch08.check_random_value, perfect_value, "perfect play"),
    (ch08.check_random_value, lambda s, p: random_value(s, 1 - p), "the game is over"),
    (ch08.check_random_value, whoever_moves, "other player's"),
    (ch08.check_random_value, partial(random_value, combine=lambda values, s: sum(values)), "divide by the number"),
    (ch08.check_random_value, partial(random_value, combine=lambda values, s: values[0]), "after each legal action"),
    (ch08.check_is_blunder, lambda s, a: value(s.apply(a), s.current_player) < 1, "no blunder"),
    (ch08.check_is_blunder, forgets_whose, "*same* player"),
    (ch08.check_is_blunder, lambda s, a: a in optimal_actions(s), "blunder"),
    (ch08.check_is_blunder, lambda s, a: int(is_blunder(s, a)), "should be a bool"),
    (ch08.check_wilson, wald, "claims certainty"),
    (ch08.check_wilson, undivided, "1 + z²/n"),
    (ch08.check_wilson, lambda *a: ch08.wilson(*a)[::-1], "Low comes first"),
    (ch08.check_wilson, lambda *a: ch08.wilson(*a)[0], "should be a tuple"),
]


@pytest.mark.parametrize("checker, answer", SOLUTIONS)
def test_solution_passes(checker, answer):
    verdict = checker(answer)
    assert verdict and verdict.message, verdict


@pytest.mark.parametrize("checker", [c for c, _ in SOLUTIONS])
def test_stub_is_met_with_patience(checker):
    answer = ... if checker is ch07.check_choose_c else stub
    assert checker(answer).status == "pending"


@pytest.mark.parametrize("checker, answer, message", MISTAKES)
def test_mistake_gets_its_own_message(checker, answer, message):
    verdict = checker(answer)
    assert verdict.status == "wrong" and message in verdict.message, verdict


@pytest.mark.parametrize("checker", [c for c, _ in SOLUTIONS])
def test_each_checker_is_tried_with_three_mistakes_or_more(checker):
    messages = [message for c, _, message in MISTAKES if c is checker]
    assert len(set(messages)) >= 3


@pytest.mark.parametrize("successes, games", [(0, 50), (1, 3), (40, 100), (50, 50)])
def test_wilson_agrees_with_scipy(successes, games):
    z = 1.959963984540054  # the 97.5 % point of the normal distribution
    expected = binomtest(successes, games).proportion_ci(0.95, method="wilson")
    assert ch08.wilson(successes, games, z) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_checkers_do_not_touch_the_readers_random_numbers():
    random.seed(5)
    before = random.getstate()
    ch08.check_flat_means(flat_means)
    assert random.getstate() == before
