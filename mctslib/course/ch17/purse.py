"""Compute who is ahead after an evening of 50 hands of Kuhn poker, exactly."""

from math import fsum

from mctslib.methods.poker import Strategy, best_plan, coin_chances

HANDS = 50
MOST = 2  # the largest number of coins that a player can win or lose in a hand

Chances = tuple[float, ...]
"""The probabilities of winning −m, −m + 1, …, m coins."""


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


def ahead(strategy: Strategy) -> float:
    """Return the probability that the best response to a strategy is ahead after 50 hands.

    strategy  a dictionary from each view to the probability of a bet

    The players change seats after each hand.
    """
    seats = [hand_chances(strategy, seat) for seat in (0, 1)]
    purse: Chances = (1.0,)
    for hand in range(HANDS):
        purse = added(purse, seats[hand % 2])
    return fsum(purse[len(purse) // 2 + 1 :])
