"""Compute the exact probabilities of gains in an evening of 50 hands of Kuhn poker."""

from functools import lru_cache
from itertools import accumulate
from math import fsum
from random import Random
from typing import NamedTuple

from mctslib.methods.poker import Strategy, best_plan, coin_chances

HANDS = 50
MOST = 2  # the largest number of coins that a player can win or lose in a hand

Chances = tuple[float, ...]
"""The probabilities of winning −m, −m + 1, …, m coins."""


class Evening(NamedTuple):
    """The purse (the coins won so far) of a player who plays the best response for an evening.

    low, high  for each number of hands played, the limits between which the purse lies on 90% of
               all evenings
    one        the purse in one random evening, for each number of hands played
    ahead      the probability that the player is ahead after the last hand
    mean       the mean purse after the last hand, in coins
    """

    low: list[int]
    high: list[int]
    one: list[int]
    ahead: float
    mean: float


def hand_chances(strategy: Strategy, seat: int) -> Chances:
    """Return the probabilities that the best response to a strategy wins −2, …, 2 coins in a
    hand.
    """
    both = {**strategy, **best_plan(strategy, seat)}
    sign = 1 if seat == 0 else -1
    chances = coin_chances(both)
    return tuple(float(chances[sign * coins]) for coins in range(-MOST, MOST + 1))


def added(one: Chances, other: Chances) -> Chances:
    """Return the probabilities of the sum of two independent numbers of coins."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] += p * q
    return tuple(total)


def quantile(chances: Chances, share: float) -> int:
    """Return the smallest n such that at most n coins are won with probability `share` or more."""
    middle = len(chances) // 2
    for place, sum_so_far in enumerate(accumulate(chances)):
        if sum_so_far >= share:
            return place - middle
    return middle


def evening(strategy: Strategy, seed: int = 0) -> Evening:
    """Compute the purse over an evening of 50 hands; the players change seats after each hand.

    strategy  the engine's strategy: a dictionary from each view to the probability of a bet
    seed      the seed of the single random evening
    """
    seats = [hand_chances(strategy, seat) for seat in (0, 1)]
    rng = Random(seed)
    purse: Chances = (1.0,)
    low, high, one = [0], [0], [0]
    for hand in range(HANDS):
        chances = seats[hand % 2]
        purse = added(purse, chances)
        low.append(quantile(purse, 0.05))
        high.append(quantile(purse, 0.95))
        [coins] = rng.choices(range(-MOST, MOST + 1), chances)
        one.append(one[-1] + coins)
    middle = len(purse) // 2
    mean = fsum((place - middle) * chance for place, chance in enumerate(purse))
    return Evening(low, high, one, fsum(purse[middle + 1 :]), mean)


def ahead(strategy: Strategy) -> float:
    """Return the probability that the best response to a strategy is ahead after 50 hands."""
    return evening(strategy).ahead


@lru_cache(maxsize=64)
def known_evening(bets: tuple[tuple[tuple[int, str], float], ...], seed: int) -> Evening:
    """Play an evening of 50 hands against a strategy, given as pairs (view, probability of a bet).

    The result is cached.
    """
    return evening(dict(bets), seed)
