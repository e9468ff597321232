"""Measure how far estimates from random games are from the exact value."""

from fractions import Fraction
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
