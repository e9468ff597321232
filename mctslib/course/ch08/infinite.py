"""A player that moves as flat Monte Carlo with infinitely many playouts would."""

import random

from mctslib.game import Action, State
from mctslib.oracle import flat_values


def favourites(state: State) -> list[Action]:
    """Return the moves with the best exact value under random play."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


class InfiniteFlat:
    """A player that draws one of the moves with the best exact value under random play."""

    name = "infinite flat"

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return a move with the best exact value under random play."""
        return rng.choice(favourites(state))
