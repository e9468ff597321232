"""Measure how far estimates from random games are from the exact value."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from random import Random

from mctslib.game import State
from mctslib.policies import uniform
from mctslib.search import simulate


def repeated_estimates(
    state: State, player: int, playouts: int, times: int, rng: Random
) -> list[Fraction]:
    """Estimate the value of a position `times` times, and return all the estimates.

    state     the position from which every playout starts
    player    the player whose rewards are averaged
    playouts  number of random games for each estimate
    times     number of estimates
    rng       the source of all random numbers
    """
    estimates = []
    for _ in range(times):
        rewards = [simulate(state, rng, uniform).rewards[player] for _ in range(playouts)]
        estimates.append(Fraction(sum(rewards)) / playouts)
    return estimates


def share_within(estimates: Sequence[Fraction], exact: Fraction, playouts: int) -> float:
    """Return the share of the estimates that are within 1/√playouts of the exact value."""
    near = [playouts * (estimate - exact) ** 2 <= 1 for estimate in estimates]
    return sum(near) / len(near)


def worst_share_within(playouts: int, step: int = 1) -> float:
    """Return the smallest probability that a mean is within 1/√playouts of the true value.

    The mean is taken over `playouts` games, each won or lost, never drawn.  The function tries the
    probabilities of a win from 0 to ½ in steps of `step` thousandths, and returns the smallest
    result.  Probabilities above ½ would give the same results, with wins and losses exchanged.
    """
    return min(_share_within(playouts, per_mille) for per_mille in range(0, 501, step))


def _share_within(playouts: int, per_mille: int) -> float:
    """Return the probability that the mean is within 1/√playouts of the true mean.

    The true mean is per_mille / 1000.
    """
    chance = per_mille / 1000
    total = 0.0
    for wins in range(playouts + 1):
        if (1000 * wins - playouts * per_mille) ** 2 <= 1000**2 * playouts:
            total += comb(playouts, wins) * chance**wins * (1 - chance) ** (playouts - wins)
    return total
