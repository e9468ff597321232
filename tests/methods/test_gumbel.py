"""Gumbel AlphaZero's plan, completed values and improved policy agree with its paper.

Further tests check the learner.
"""

import random
from math import exp, fsum, log

import numpy as np
import pytest
from learned import same_numbers

from mctslib import Nim, TicTacToe, search
from mctslib.methods.gumbel import (
    Gumbel,
    GumbelLearner,
    gumbel_noise,
    halving_plan,
)
from mctslib.tree import Node, attach

START = TicTacToe()


@pytest.mark.parametrize(
    "considered, looks, plan",
    [
        (1, 3, [0, 1, 2]),
        (2, 2, [0, 0]),
        (2, 6, [0, 0, 1, 1, 2, 2]),
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (4, 16, [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]),
        (8, 24, [0] * 8 + [1] * 4 + [2] * 4 + [3, 3, 4, 4, 5, 5, 6, 6]),
    ],
)
def test_the_plan_of_sequential_halving(considered, looks, plan):
    assert halving_plan(considered, looks) == plan


@pytest.mark.parametrize("considered", [1, 2, 7, 16])
def test_every_plan_can_be_kept(considered):
    """At each step of a plan, some action has the number of visits that the plan requires."""
    for looks in range(considered, 60):
        visits = [0] * considered
        for needed in halving_plan(considered, looks):
            place = visits.index(needed)
            visits[place] += 1
        assert sum(visits) == looks


def test_the_improved_policy_by_hand():
    judge = lambda state: (dict.fromkeys(state.legal_actions(), 1 / 9), 0.5)  # noqa: E731
    method = Gumbel(judge, 4, c_visit=10, c_scale=0.2)
    root = Node(START)
    root.visits = 3
    for action, visits, value_sum in ((0, 2, 2.0), (1, 1, 0.0)):
        child = attach(root, action)
        child.visits, child.value_sum = visits, value_sum
    policy = method.improved(root)
    mixed = (0.5 + 3 * 0.5) / 4
    weight = (10 + 2) * 0.2
    powers = [exp(weight * q) for q in [1.0, 0.0, *[mixed] * 7]]
    for action, power in enumerate(powers):
        assert policy[action] == pytest.approx(power / sum(powers))
    assert sum(policy.values()) == pytest.approx(1)


def test_equal_values_leave_the_prior_as_it_was():
    priors = dict(enumerate([0.3, 0.05, 0.05, 0.1, 0.2, 0.1, 0.1, 0.05, 0.05]))
    method = Gumbel(lambda state: (priors, 0.5), 4)
    assert method.improved(Node(START)) == pytest.approx(priors, abs=1e-9)


def test_the_first_drawn_move_is_a_draw_from_the_prior():
    priors = dict(enumerate([0.3, 0.05, 0.05, 0.1, 0.2, 0.1, 0.1, 0.05, 0.05]))
    rng = random.Random(3)
    counts = dict.fromkeys(priors, 0)
    for _ in range(4000):
        noisy = {move: log(prior) + gumbel_noise(rng) for move, prior in priors.items()}
        counts[max(noisy, key=noisy.get)] += 1
    for move, prior in priors.items():
        assert abs(counts[move] / 4000 - prior) < 4 * (prior * (1 - prior) / 4000) ** 0.5


# ---------------------------------------------------------------------------- a second program


def uneven(state):
    """Return priors and a value drawn for the position; the first action has the prior 0."""
    actions = state.legal_actions()
    rng = random.Random(str(state))
    weights = [0.0, *(rng.random() for _ in actions[1:])] if actions[1:] else [1.0]
    total = fsum(weights)
    return {action: x / total for action, x in zip(actions, weights)}, rng.random()


def plain_sigma(node, c_visit, c_scale):
    """Return a dict: action → (c_visit + highest visit count) · c_scale · completed value."""
    priors, own = uneven(node.state)
    visits = {action: child.visits for action, child in node.children.items() if child.visits}
    means = {action: node.children[action].value_sum / visits[action] for action in visits}
    completed = own
    if visits:
        weights = {action: priors[action] + 1e-12 for action in visits}
        mean = fsum(weights[action] * means[action] for action in visits) / fsum(weights.values())
        number = sum(visits.values())
        completed = (own + number * mean) / (number + 1)
    weight = (c_visit + max(visits.values(), default=0)) * c_scale
    return {action: weight * means.get(action, completed) for action in priors}


def plain_policy(node, c_visit, c_scale):
    """Return the softmax of log prior + σ."""
    sigma = plain_sigma(node, c_visit, c_scale)
    exponents = {a: log(p + 1e-12) + sigma[a] for a, p in uneven(node.state)[0].items()}
    top = max(exponents.values())
    total = fsum(exp(x - top) for x in exponents.values())
    return {action: exp(x - top) / total for action, x in exponents.items()}


def plain_pick(node, looks, noise, c_visit, c_scale):
    """Return the action that Gumbel AlphaZero looks at next."""
    visits = dict.fromkeys(node.state.legal_actions(), 0)
    visits.update({action: child.visits for action, child in node.children.items()})
    if node.parent is None and node.visits < looks:
        needed = halving_plan(min(16, len(visits)), looks)[node.visits]
        sigma, priors = plain_sigma(node, c_visit, c_scale), uneven(node.state)[0]
        in_turn = [action for action in visits if visits[action] == needed]
        return max(in_turn, key=lambda a: log(priors[a] + 1e-12) + noise[a] + sigma[a])
    policy = plain_policy(node, c_visit, c_scale)
    number = sum(visits.values())
    return max(policy, key=lambda action: policy[action] - visits[action] / (1 + number))


@pytest.mark.parametrize("start", [START, Nim(20)], ids=["nine actions", "twenty actions"])
@pytest.mark.parametrize("looks", [3, 16])
@pytest.mark.parametrize("seed", [None, 4])
@pytest.mark.parametrize("c_visit, c_scale", [(50, 0.1), (3, 100.0)])
def test_each_pick_is_that_of_a_plain_program(start, looks, seed, c_visit, c_scale):
    """The noise is drawn once, in the order of the actions.  Without a generator the noise is 0."""
    rng = None if seed is None else random.Random(seed)
    draw = random.Random(seed)
    noise = {}
    for action in start.legal_actions():
        noise[action] = 0.0 if seed is None else gumbel_noise(draw)
    picked = []

    class Checked(Gumbel):
        def pick(self, node):
            action = super().pick(node)
            assert action == plain_pick(node, looks, noise, c_visit, c_scale)
            picked.append(action)
            return action

    method = Checked(uneven, looks, rng, c_visit, c_scale)
    root = search(start, 50, seed=0, **method.options()).root
    assert len(picked) >= 50 and root.visits == 50
    priors, sigma = uneven(start)[0], plain_sigma(root, c_visit, c_scale)
    for action, score in method.scores(root).items():
        expected = log(priors[action] + 1e-12) + noise[action] + sigma[action]
        assert score == pytest.approx(expected)
        terms = method.terms(root, action)
        assert terms == pytest.approx((log(priors[action] + 1e-12), sigma[action]))
    policy = plain_policy(root, c_visit, c_scale)
    assert method.improved(root) == pytest.approx(policy)
    assert method.letters(root) == ("log P", "σ(Q)")


def weights(learner):
    return np.concatenate([parameter.ravel() for parameter in learner.net.parameters])


def small():
    return GumbelLearner(START, 5, games=4, iterations=4, hidden=(8,), steps=3, batch=16)


def test_two_learners_with_one_seed_learn_the_same():
    one, other = small(), small()
    one.learn(2)
    for _ in other.slices(2):
        pass
    assert same_numbers(weights(one), weights(other))
