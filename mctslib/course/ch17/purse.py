"""Compute exactly how many coins are won in an evening of 50 hands of Kuhn poker."""

from functools import lru_cache
from itertools import accumulate
from math import fsum
from random import Random
from typing import NamedTuple

from mctslib.methods.poker import Strategy, best_plan, coin_chances

HANDS = 50
MOST = 2  # the most coins that a player can win or lose in a hand

Chances = tuple[float, ...]
"""The probability of −m, −m + 1, …, m coins."""


class Evening(NamedTuple):
    """The winnings, in one evening, of a player who knows and perfectly answers a strategy.

    low, high  the purse, after each hand, that 5 % of all evenings are below or above
    one        the purse in one random evening after each hand, beginning with 0
    ahead      the probability that the player is ahead after the last hand
    mean       the mean number of coins won after the last hand
    """

    low: list[int]
    high: list[int]
    one: list[int]
    ahead: float
    mean: float


def hand_chances(strategy: Strategy, seat: int) -> Chances:
    """Return the probabilities that a strategy's best response wins −2, …, 2 coins in a hand."""
    both = {**strategy, **best_plan(strategy, seat)}
    sign = 1 if seat == 0 else -1
    chances = coin_chances(both)
    return tuple(float(chances[sign * coins]) for coins in range(-MOST, MOST + 1))


def added(one: Chances, other: Chances) -> Chances:
    """Return the probabilities of the sum of two independent amounts of coins."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] += p * q
    return tuple(total)


def quantile(chances: Chances, share: float) -> int:
    """Return the smallest n for which at least this share of evenings wins n coins or fewer."""
    middle = len(chances) // 2
    for place, sum_so_far in enumerate(accumulate(chances)):
        if sum_so_far >= share:
            return place - middle
    return middle


def evening(strategy: Strategy, seed: int = 0) -> Evening:
    """Return an evening of 50 hands, in which the seats change after each hand.

    strategy  the engine's strategy: a dictionary from the view to the probability of a bet
    seed      the seed of the one evening that is shown in detail
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
    """Return the probability that a perfect opponent of a strategy is ahead after 50 hands."""
    return evening(strategy).ahead


@lru_cache(maxsize=64)
def known_evening(bets: tuple[tuple[tuple[int, str], float], ...], seed: int) -> Evening:
    """Return the evening against a strategy given as (view, probability) pairs; cache results."""
    return evening(dict(bets), seed)
