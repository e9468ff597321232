"""Run the experiments of chapter 17, each with one call that returns numbers or a table."""

import random
from collections.abc import Sequence
from statistics import mean
from typing import Any, NamedTuple

from mctslib.course.stored import measured
from mctslib.course.texts import Lines, aligned
from mctslib.door.entrance import search
from mctslib.game import State
from mctslib.games import TwoCards
from mctslib.games.pig import FACES, ROLL, Pig
from mctslib.methods import hidden
from mctslib.methods.poker import (
    counterfactual_regret,
    counterfactual_regret_plus,
    exploitability,
    regret_matching,
)
from mctslib.words import number, worked

SEEDS = 30  # the number of seeds for the searches of Pig
CARD_SEEDS = 60  # the number of seeds for the searches of the two cards


class Beliefs(NamedTuple):
    """The values of "roll" in searches with different seeds."""

    rolls: int  # the number of searches that choose "roll"
    mean: float  # the mean value of "roll" over the seeds
    lowest: float
    highest: float


def beliefs_about_rolling(state: State, iterations: int, seeds: int = SEEDS) -> Beliefs:
    """Search a position of Pig with each of `seeds` seeds, and return statistics of the value of
    "roll".
    """
    rolls = 0
    values = []
    for seed in range(seeds):
        result = search(state, iterations, seed=seed)
        rolls += int(result.action == ROLL)
        values.append(result.root.children[ROLL].value)
    return Beliefs(rolls, *(round(of(values), 3) for of in (mean, min, max)))


class FrozenPig(Pig):
    """Pig with a bug: `apply` rolls the die itself, so each node of a tree keeps one roll."""

    dice = random.Random(0)

    def apply(self, action: int) -> Pig:
        """Return the position after an action, and also after the roll if the die must be
        rolled.
        """
        after = super().apply(action)
        return after.apply(self.dice.choice(FACES)) if after.rolling else after


def frozen_beliefs(iterations: int) -> Beliefs:
    """Return the values of "roll" in searches of `FrozenPig`, in the chapter's position."""
    FrozenPig.dice = random.Random(0)
    return beliefs_about_rolling(FrozenPig(50, (20, 20), 12), iterations)


def plays_safe(iterations: int, seeds: int = CARD_SEEDS) -> tuple[int, int]:
    """Count the seeds with which each of two searches, determinization and information-set search,
    plays "safe".
    """
    state = TwoCards(0.6, 0)
    fused = informed = 0
    for seed in range(seeds):
        values = hidden.determinized(state, iterations, random.Random(seed))
        fused += int(values[0] >= values[1])
        table = hidden.information_search(state, iterations, random.Random(seed))
        counts = hidden.counts_at(table, state)
        informed += int(counts[0].visits >= counts[1].visits)
    return fused, informed


# ---------------------------------------------------------------------------- poker


def mean_gain(row: dict[str, Any], name: str) -> float:
    """Return the exploitability of one player in a stored row, as a mean over the seeds."""
    return mean(row[name])


def two_engines_table() -> Lines:
    """Return a table with the exploitability of two ways to use a search, for each number of
    iterations.
    """
    rows: list[Sequence[str]] = [("iterations", "one table from the deal", "from the current view")]
    for row in measured("ch17/hidden")["kuhn"]:
        gains = [worked(mean_gain(row, name)) for name in ("shares", "from the view")]
        rows.append((number(row["iterations"]), *gains))
    return aligned(rows)


METHODS = {
    "regret matching, deal by deal": regret_matching,
    "CFR, both players at once": lambda n: counterfactual_regret(n, alternating=False),
    "CFR, players in turn": counterfactual_regret,
    "CFR+": counterfactual_regret_plus,
}


def regret_table(budgets: Sequence[int] = (10, 100, 1_000)) -> Lines:
    """Return a table of the exploitability of methods designed for poker.

    budgets  the numbers of passes through all six deals
    """
    rows: list[Sequence[str]] = [("method", *(number(budget) for budget in budgets))]
    for name, method in METHODS.items():
        gains = [number(float(exploitability(method(budget))), 4) for budget in budgets]
        rows.append((name, *gains))
    return aligned(rows)
