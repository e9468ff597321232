"""Pig solved exactly, by value iteration (Neller and Presser, 2004).

The value of a position is the probability that the player whose turn it is wins.  Positions of Pig
come again, so the values cannot be computed from the ends of the game backwards.  Instead each
value is computed from the others, again and again, until none changes any more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from mctslib.game import Action
from mctslib.games.pig import HOLD, ROLL, Pig
from mctslib.limits import whole_number

FACES = 6


class Solution(NamedTuple):
    """Arrays over the mover's points i, the opponent's points j and the points of this turn k.

    For example `win[i, j, k]`, in probabilities:

    win     the mover wins, if both play perfectly
    roll    the mover wins after rolling now
    hold    the mover wins after holding now
    sweeps  how many times all values were computed
    """

    win: Any
    roll: Any
    hold: Any
    sweeps: int


@lru_cache(maxsize=4)
def solve_pig(goal: int, tolerance: float = 1e-9) -> Solution:
    """Return the solution of Pig by value iteration; a goal of 100 takes about ten seconds.

    goal       ≥ 1, the points that win
    tolerance  ≥ 0; the iteration ends when no probability changes by more than this

    Raises ValueError for a goal below 1.
    """
    import numpy as np

    goal = whole_number("goal", goal)
    i, j, k = np.indices((goal, goal, goal + FACES))
    over = i + k >= goal
    held = np.minimum(i + k, goal - 1)  # the mover's points after holding
    win = np.where(over, 1.0, 0.5)
    sweeps = 0
    change = 1.0
    while change > tolerance:
        after_a_one = (1 - win[:, :, 0].T)[:, :, None] / FACES
        roll = after_a_one + after_other_faces(win, goal)
        hold = np.where(over, 1.0, 1 - win[j, held, 0])
        new = np.maximum(roll, hold)
        change = np.abs(new - win).max()
        win = new
        sweeps += 1
    return Solution(win, roll, hold, sweeps)


def after_other_faces(win: Any, goal: int) -> Any:
    """Return the sum, over the faces 2 to 6, of a sixth of the probability to win after this face.

    Where a face leads beyond the array, the game is won.
    """
    import numpy as np

    padded = np.concatenate([win, np.ones((goal, goal, FACES))], axis=2)
    after = [padded[:, :, face : face + goal + FACES] for face in range(2, FACES + 1)]
    return sum(after) / FACES


def chances(state: Pig) -> dict[Action, float]:
    """Return the probability to win after each legal action of the player to move.

    The probabilities are exact up to the tolerance of `solve_pig`.
    """
    solution = solve_pig(state.goal)
    mover = state.mover
    position = (state.scores[mover], state.scores[1 - mover], state.turn)
    known = {HOLD: float(solution.hold[position]), ROLL: float(solution.roll[position])}
    return {action: known[action] for action in state.legal_actions()}
