"""The checkers of chapter 04 judge answers that the checkers' authors did not have in mind.

These answers are right in unusual ways, use other random numbers, or make one of the mistakes that
the messages name.
"""

import random
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from mctslib import Node, Phases, Playout, TicTacToe, search
from mctslib.course.ch04 import LiveTree
from mctslib.course.ch04 import checkers as ch04
from mctslib.course.ch04.compare import (
    compare_trees,
    explain_difference,
    first_difference,
    reference_tree,
)
from mctslib.search import PHASES
from mctslib.tree import attach

START = TicTacToe.from_text("X../XOO/OX.")
CHECKERS = {
    "select": ch04.check_select,
    "expand": ch04.check_expand,
    "simulate": ch04.check_simulate,
    "backpropagate": ch04.check_backpropagate,
}


def untried_of(node):
    return [a for a in node.state.legal_actions() if a not in node.children]


def chosen(untried, rng):
    return untried[int(rng.random() * len(untried))]


# ---------------------------------------------------------- right in another way


def select_by_recursion(root, tree_policy):
    if untried_of(root) or root.state.is_terminal():
        return root
    return select_by_recursion(tree_policy(root), tree_policy)


def expand_without_a_draw_for_the_last(node, rng):
    untried = untried_of(node)
    if len(untried) == 1:
        return attach(node, untried[0])
    return attach(node, chosen(untried, rng)) if untried else node


def expand_unsorted(node, rng):
    untried = untried_of(node)
    if not untried:
        return node
    action = chosen(untried, rng)
    node.children[action] = Node(node.state.apply(action), node, action)
    return node.children[action]


def simulate_with_a_second_generator(state, rng, rollout_policy):
    return PHASES.simulate(state, random.Random(rng.random()), rollout_policy)


def simulate_by_recursion(state, rng, rollout_policy):
    if state.is_terminal():
        return Playout((), tuple(state.rewards()))
    action = rollout_policy(state, rng)
    rest = simulate_by_recursion(state.apply(action), rng, rollout_policy)
    return Playout((action, *rest.actions), rest.rewards)


def backpropagate_by_running_mean(node, rewards):
    while node is not None:
        mean = node.value_sum / node.visits if node.visits else 0.0
        node.visits += 1
        mean += (rewards[node.player] - mean) / node.visits
        node.value_sum = mean * node.visits
        node = node.parent


def backpropagate_in_kind(kind):
    def backpropagate(node, rewards):
        while node is not None:
            node.visits += 1
            node.value_sum = kind(node.value_sum) + kind(rewards[node.player])
            node = node.parent

    return backpropagate


PHASES_IN_OTHER_STYLES = [
    ("select", select_by_recursion),
    ("expand", expand_without_a_draw_for_the_last),
    ("expand", expand_unsorted),
    ("simulate", simulate_with_a_second_generator),
    ("simulate", simulate_by_recursion),
    ("backpropagate", backpropagate_by_running_mean),
    ("backpropagate", backpropagate_in_kind(Fraction)),
    ("backpropagate", backpropagate_in_kind(np.float32)),
]

RIGHT = [("04", phase, own) for phase, own in PHASES_IN_OTHER_STYLES]


@pytest.mark.parametrize(
    ("phase", "own"),
    PHASES_IN_OTHER_STYLES,
    ids=[f"{phase} {own.__name__}" for phase, own in PHASES_IN_OTHER_STYLES],
)
def test_the_tree_of_a_right_answer_is_never_red(phase, own):
    phases = Phases(**{phase: own})
    for state in (START, TicTacToe()):
        records = []
        mine = search(state, 60, seed=3, phases=phases, trace=records).root
        assert not compare_trees(mine, reference_tree(state, records))
    assert first_difference(START, phases, 60, 12) is None
    assert "red" not in LiveTree(START, phases, iterations=60, seed=12).sentence.value


def test_a_sum_off_in_the_last_digit_is_no_difference_and_one_off_by_more_is_shown():
    mine = search(START, 20, seed=1).root
    reference = search(START, 20, seed=1).root
    mine.value_sum += 1e-12
    assert compare_trees(mine, reference) == set()
    mine.value_sum += 1e-7
    assert compare_trees(mine, reference) == {()}
    found, expected = explain_difference((), mine, reference).split(", but")
    assert found.split()[-1] not in expected


# ---------------------------------------------------------- named mistakes


def with_share(share):
    def backpropagate(node, rewards):
        while node is not None:
            node.visits += 1
            node.value_sum += share(node, rewards)
            node = node.parent

    return backpropagate


def simulate_with_a_fixed_seed(state, rng, rollout_policy):
    return PHASES.simulate(state, random.Random(0), rollout_policy)


def simulate_with_other_luck(state, rng, rollout_policy):
    return PHASES.simulate(state, random, rollout_policy)


def simulate_without_losses(state, rng, rollout_policy):
    playout = PHASES.simulate(state, rng, rollout_policy)
    return Playout(playout.actions, tuple(max(0.0, reward) for reward in playout.rewards))


WRONG = [
    ("simulate", simulate_with_a_fixed_seed, "Five seeds gave the same playout"),
    ("simulate", simulate_with_other_luck, "gave two different playouts"),
    ("simulate", simulate_without_losses, "the `rewards()` of the last state"),
    (
        "backpropagate",
        with_share(lambda node, rewards: max(0.0, rewards[node.player])),
        "a loss costs a point",
    ),
    (
        "backpropagate",
        with_share(lambda node, rewards: rewards[len(node.path()) % 2 == 0]),
        "The root counts for",
    ),
    (
        "backpropagate",
        with_share(lambda node, rewards: rewards[node.player] + 1e-6),
        "off by +0.000001",
    ),
    ("backpropagate", with_share(lambda node, rewards: float("nan")), "is nan; it should be"),
]


@pytest.mark.parametrize(("phase", "own", "words"), WRONG, ids=[row[2] for row in WRONG])
def test_a_mistake_gets_its_words(phase, own, words):
    verdict = CHECKERS[phase](own)
    assert verdict.status == "wrong" and words in verdict.message, verdict


@pytest.mark.parametrize("value_sum", ["1", None, [1.0]])
def test_a_sum_that_is_no_number_is_told_so(value_sum):
    def backpropagate(node, rewards):
        PHASES.backpropagate(node, rewards)
        node.value_sum = value_sum

    assert "it should be a number" in ch04.check_backpropagate(backpropagate).message


def x_s_rewards(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent


def to_the_bottom(root, tree_policy):
    while root.children:
        root = tree_policy(root)
    return root


def sum_and_bonus(node):
    def score(child):
        return child.value_sum + sqrt(log(node.visits) / child.visits)

    return max(node.children.values(), key=score)


SPOILED = {
    "A": Phases(backpropagate=x_s_rewards),
    "B": Phases(select=to_the_bottom),
    "C": Phases(select=lambda root, policy: PHASES.select(root, sum_and_bonus)),
}


@pytest.mark.parametrize("program", SPOILED)
def test_a_spoiled_program_shows_when_the_exercise_says(program):
    seen = [first_difference(START, SPOILED[program], 10, seed=seed) for seed in range(30)]
    assert min(seen) == ch04.FIRST_SEEN[program]
