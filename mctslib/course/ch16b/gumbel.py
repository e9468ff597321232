"""One decision with a prior and exact worths: what is learned of it from few looks.

PUCT's target is its shares of visits.  Gumbel AlphaZero (Danihelka et al., 2022) draws as many
*different* actions from the prior as it can look at, and prefers the best of them.  The first one
alone is a draw from the prior, so what is preferred is never worth less.
"""

from collections.abc import Sequence

import numpy as np

Array = np.ndarray


def problems(
    count: int, seed: int = 0, actions: int = 9, sharp: float = 1.0
) -> tuple[Array, Array]:
    """Return (priors, worths) of random problems, one row for each problem.

    count    how many problems
    actions  of each problem
    sharp    the standard deviation of the priors' logarithms

    The worths are uniform random numbers from 0 to 1.
    """
    rng = np.random.default_rng(seed)
    logits = sharp * rng.normal(size=(count, actions))
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True), rng.random((count, actions))


def puct_shares(priors: Array, worths: Array, looks: int, c: float = 1.5) -> Array:
    """Return PUCT's shares of the visits after `looks` of them, one row for each problem.

    An untried action counts what the prior earns on average.
    """
    rows = np.arange(len(priors))
    visits = np.zeros(priors.shape)
    earned = (priors * worths).sum(1, keepdims=True)
    for look in range(looks):
        values = np.where(visits > 0, worths, earned)
        bonus = c * priors * np.sqrt(max(look, 1)) / (1 + visits)
        visits[rows, (values + bonus).argmax(1)] += 1
    return visits / looks


def drawn_worth(priors: Array, worths: Array, looks: int) -> Array:
    """Return the exact mean worth of the best action among some drawn ones.

    looks  how many different actions are drawn

    The mean is taken over all orders in which the actions can be drawn.
    """
    return best_of_draws(priors, worths, looks, ())


def best_of_draws(priors: Array, worths: Array, more: int, taken: tuple[int, ...]) -> Array:
    """Return the mean worth of the best action, where `taken` are drawn and `more` will be."""
    if more == 0:
        return worths[:, list(taken)].max(1)
    left = 1 - priors[:, list(taken)].sum(1)
    total = np.zeros(len(priors))
    for action in range(priors.shape[1]):
        if action not in taken:
            chance = priors[:, action] / left
            total += chance * best_of_draws(priors, worths, more - 1, (*taken, action))
    return total


def best_of(
    logits: Sequence[float], noise: Sequence[float], worths: Sequence[float], looks: int
) -> int:
    """Return the best action of the `looks` actions with the highest logit + Gumbel noise.

    These actions are drawn from the prior, none of them twice.
    """
    scores = [logit + gumbel for logit, gumbel in zip(logits, noise, strict=True)]
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    return max(order[:looks], key=worths.__getitem__)
