"""Compute learning targets from few looks at single decisions, in which each action has a prior and
an exact value.

A look is one visit to an action.  The target of PUCT consists of the shares of the visits.  Gumbel
AlphaZero (Danihelka et al., 2022) draws as many *different* actions from the prior as there are
looks, and prefers the best of them.  The first of these actions is an ordinary draw from the prior.
So on average the preferred action is worth at least as much as a draw from the prior.
"""

import numpy as np

Array = np.ndarray


def problems(count: int, seed: int = 0, actions: int = 9) -> tuple[Array, Array]:
    """Return (priors, values) of random problems, one row for each problem.

    count    the number of problems
    actions  the number of actions in each problem

    The priors are a softmax of normal random numbers, and the values are uniform from 0 to 1.
    """
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=(count, actions))
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True), rng.random((count, actions))


def puct_shares(priors: Array, values: Array, looks: int) -> Array:
    """Return PUCT's shares of visits after `looks` looks with c = 1.5, one row for each problem.

    The value of an untried action is the mean value under the prior.
    """
    rows = np.arange(len(priors))
    visits = np.zeros(priors.shape)
    earned = (priors * values).sum(1, keepdims=True)
    for look in range(looks):
        known = np.where(visits > 0, values, earned)
        bonus = 1.5 * priors * np.sqrt(max(look, 1)) / (1 + visits)
        visits[rows, (known + bonus).argmax(1)] += 1
    return visits / looks


def favourites_worth(priors: Array, values: Array, looks: int) -> Array:
    """Return the value of the best of the `looks` actions with the highest priors."""
    favourites = np.argsort(-priors, axis=1)[:, :looks]
    return np.take_along_axis(values, favourites, axis=1).max(1)


def drawn_worth(priors: Array, values: Array, looks: int) -> Array:
    """Return the exact mean value of the best of `looks` drawn actions.

    looks  the number of different actions that are drawn

    The mean is taken over all orders in which the actions can be drawn.
    """
    return best_of_draws(priors, values, looks, ())


def best_of_draws(priors: Array, values: Array, more: int, taken: tuple[int, ...]) -> Array:
    """Return the mean worth of the best drawn action, if the actions `taken` have been drawn and
    `more` actions are still to be drawn.
    """
    if more == 0:
        return values[:, list(taken)].max(1)
    left = 1 - priors[:, list(taken)].sum(1)
    total = np.zeros(len(priors))
    for action in range(priors.shape[1]):
        if action not in taken:
            chance = priors[:, action] / left
            total += chance * best_of_draws(priors, values, more - 1, (*taken, action))
    return total
