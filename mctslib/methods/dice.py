"""Pig solved exactly, by value iteration (Neller and Presser, 2004), and a player who knows the answer.

The value of a position is the chance that the player whose turn it is wins.  Positions come again, so nothing can be
worked out from the ends backwards: every value is computed from the others, over and over, until none changes.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

from mctslib.game import Action
from mctslib.games.pig import HOLD, ROLL, Pig
from mctslib.limits import whole_number

FACES = 6


class Solution(NamedTuple):
    """Arrays over own points i, the other's points j and points of this turn k: `win[i, j, k]` and so on.

    win    the chance to win of the player whose turn it is; roll, hold: if that is what they do now
    sweeps how often all values were computed
    """

    win: Any
    roll: Any
    hold: Any
    sweeps: int


@lru_cache(maxsize=4)
def solve_pig(goal: int, tolerance: float = 1e-9) -> Solution:
    """Value iteration until no chance changes by more than `tolerance`; a goal of 100 takes some ten seconds."""
    import numpy as np

    goal = whole_number("goal", goal)
    i, j, k = np.indices((goal, goal, goal + FACES))
    over, held = i + k >= goal, np.minimum(i + k, goal - 1)
    win, change, sweeps = np.where(over, 1.0, 0.5), 1.0, 0
    while change > tolerance:
        roll = (1 - win[:, :, 0].T)[:, :, None] / FACES + _after(win, goal)
        hold = np.where(over, 1.0, 1 - win[j, held, 0])
        new = np.maximum(roll, hold)
        change, sweeps, win = np.abs(new - win).max(), sweeps + 1, new
    return Solution(win, roll, hold, sweeps)


def _after(win: Any, goal: int) -> Any:
    """A sixth of the chances after each of the faces 2 to 6, added up: where they reach beyond the array, it is won."""
    import numpy as np

    padded = np.concatenate([win, np.ones((goal, goal, FACES))], axis=2)
    return sum(padded[:, :, face : face + goal + FACES] for face in range(2, FACES + 1)) / FACES


def chances(state: Pig) -> dict[Action, float]:
    """Each legal action of the player to move → their exact chance to win (`solve_pig`'s tolerance aside)."""
    found = solve_pig(state.goal)
    own, other = state.scores[state.mover], state.scores[1 - state.mover]
    at = own, other, state.turn
    known = {HOLD: float(found.hold[at]), ROLL: float(found.roll[at])}
    return {action: known[action] for action in state.legal_actions()}


class PerfectPig:
    """Plays what wins most often."""

    name = "perfect"

    def choose(self, state: Pig, rng: random.Random) -> Action:
        known = chances(state)
        return max(known, key=known.__getitem__)
