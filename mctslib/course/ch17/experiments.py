"""Run the experiments of chapter 17, each with one call that returns numbers."""

import random
from collections.abc import Iterable
from fractions import Fraction
from statistics import mean
from typing import NamedTuple

from mctslib.door.entrance import search
from mctslib.games import Kuhn, TwoCards
from mctslib.games.pig import FACES, HOLD, ROLL, Pig
from mctslib.methods import hidden
from mctslib.methods.poker import (
    BET,
    Strategy,
    View,
    exploitability,
    nash,
)

SEEDS = 30  # the number of seeds for the searches of Pig
CARD_SEEDS = 60  # the number of seeds for the searches of the two cards
C = 0.7  # the exploration constant of the searches of poker


class Beliefs(NamedTuple):
    """What searches with different seeds believe about holding and rolling.

    rolls            the number of searches that choose "roll"
    hold, roll       the mean values of the two actions over the seeds
    lowest, highest  the lowest and the highest value of "roll"
    """

    rolls: int
    hold: float
    roll: float
    lowest: float
    highest: float

    def __str__(self) -> str:
        span = f"from {self.lowest:.3f} to {self.highest:.3f}"
        return f"hold {self.hold:.3f}, roll {self.roll:.3f} ({span}); {self.rolls} searches roll"


def beliefs(state: Pig, iterations: int, seeds: int = SEEDS) -> Beliefs:
    """Search a position of Pig with each of `seeds` seeds, and return statistics of the values."""
    found = [search(state, iterations, seed=seed) for seed in range(seeds)]
    hold, roll = (
        [result.root.children[action].value for result in found] for action in (HOLD, ROLL)
    )
    rolls = sum(result.action == ROLL for result in found)
    values = mean(hold), mean(roll), min(roll), max(roll)
    return Beliefs(rolls, *(round(value, 3) for value in values))


class FrozenPig(Pig):
    """Pig with a bug: `apply` rolls the die itself, so each node of a tree keeps one roll."""

    dice = random.Random(0)

    def apply(self, action: int) -> Pig:
        """Return the position after an action, and also after the roll if the die must be
        rolled.
        """
        after = super().apply(action)
        return after.apply(self.dice.choice(FACES)) if after.rolling else after


def plays_safe(method: str, iterations: int, seeds: int = CARD_SEEDS) -> int:
    """Count the seeds with which a search of the two cards plays "safe".

    method  "determinization" or "information sets"
    """
    state = TwoCards(0.6, 0)
    safe = 0
    for seed in range(seeds):
        if method == "determinization":
            values = hidden.determinized(state, iterations, random.Random(seed))
            safe += int(values[0] >= values[1])
        else:
            table = hidden.information_search(state, iterations, random.Random(seed))
            counts = hidden.counts_at(table, state)
            safe += int(counts[0].visits >= counts[1].visits)
    return safe


# ---------------------------------------------------------------------------- poker


def mended(strategy: Strategy, views: Iterable[View]) -> Fraction:
    """Return the exploitability of a strategy if Kuhn's strategy takes its place in some views.

    Of Kuhn's strategies, eleven are tried, and the best one counts.
    """
    views = list(views)
    losses = []
    for bluff in range(11):
        perfect = nash(Fraction(bluff, 30))
        losses.append(exploitability({**strategy, **{view: perfect[view] for view in views}}))
    return min(losses)


def queens_calls(start: Kuhn, iterations: int, seeds: int = 10) -> tuple[float, float]:
    """Return how often the opponent's queen calls a first bet, in the counts of a search.

    start  the position at which the search begins: before the deal, or after it

    The result is the lowest and the highest share of the seeds.
    """
    shares = []
    for seed in range(seeds):
        table = hidden.information_search(start, iterations, random.Random(seed), C)
        shares.append(float(hidden.shares(table[1, (1, "b")])[BET]))
    return round(min(shares), 3), round(max(shares), 3)
