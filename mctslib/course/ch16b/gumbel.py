"""One decision with a prior and exact worths: what is learned from few looks, by PUCT's visits and by Gumbel's draw.

Gumbel AlphaZero (Danihelka et al., 2022) draws as many *different* actions from the prior as it can look at, and
prefers the best of them.  The first alone is a draw from the prior, so what is preferred is never worth less.
"""

from collections.abc import Sequence

import numpy as np

Array = np.ndarray


def problems(
    count: int, seed: int = 0, actions: int = 9, sharp: float = 1.0
) -> tuple[Array, Array]:
    """(priors, worths), a row a problem: priors a softmax of normal numbers, worths even from 0 to 1, by chance."""
    rng = np.random.default_rng(seed)
    logits = sharp * rng.normal(size=(count, actions))
    priors = np.exp(logits - logits.max(1, keepdims=True))
    return priors / priors.sum(1, keepdims=True), rng.random((count, actions))


def puct_shares(priors: Array, worths: Array, looks: int, c: float = 1.5) -> Array:
    """PUCT's shares of so many visits, a row a problem; an untried action counts what the prior earns."""
    rows, visits = np.arange(len(priors)), np.zeros(priors.shape)
    earned = (priors * worths).sum(1, keepdims=True)
    for n in range(looks):
        score = np.where(visits > 0, worths, earned) + c * priors * np.sqrt(max(n, 1)) / (
            1 + visits
        )
        visits[rows, score.argmax(1)] += 1
    return visits / looks


def drawn_worth(priors: Array, worths: Array, looks: int) -> Array:
    """What the best of so many different actions, drawn from the prior, is worth on average: exactly, by all orders."""

    def drawn(left: Array, best: Array, more: int, taken: tuple[int, ...]) -> Array:
        if not more:
            return best
        ways = (k for k in range(priors.shape[1]) if k not in taken)
        after = ((k, left - priors[:, k], np.maximum(best, worths[:, k])) for k in ways)
        return sum(
            priors[:, k] / left * drawn(less, most, more - 1, (*taken, k))
            for k, less, most in after
        )

    return drawn(np.ones(len(priors)), np.zeros(len(priors)), looks, ())


def best_of(
    logits: Sequence[float], noise: Sequence[float], worths: Sequence[float], looks: int
) -> int:
    """The best action of the `looks` with the highest logit + Gumbel noise, which are drawn without putting back."""
    scores = [logit + g for logit, g in zip(logits, noise)]
    drawn = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)[:looks]
    return max(drawn, key=worths.__getitem__)
