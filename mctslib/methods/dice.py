"""Solve the game Pig exactly by value iteration (Neller and Presser, 2004).

The value of a position is the probability that the player to move wins.  A game of Pig can return
to an earlier position, so the values cannot be computed backwards from the ends of the game.
Instead all values are recomputed from each other until they hardly change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from mctslib.door.limits import whole_number
from mctslib.game import Action
from mctslib.games.pig import HOLD, ROLL, Pig

FACES = 6
TOLERANCE = 1e-9  # the iteration ends when no probability changes by more than this number


class Solution(NamedTuple):
    """The solution of Pig, as arrays.

    The indices of `win[i, j, k]` are the mover's points i, the opponent's points j, and the points
    k of this turn.  `roll` and `hold` have the same indices.  All entries are probabilities:

    win   the mover's probability of winning if both players play perfectly
    roll  the mover's probability of winning after rolling now
    hold  the mover's probability of winning after holding now
    """

    win: Any
    roll: Any
    hold: Any


@lru_cache(maxsize=4)
def solve_pig(goal: int) -> Solution:
    """Solve Pig by value iteration, and return the solution; a goal of 100 takes about ten seconds.

    goal  ≥ 1, the number of points that wins the game; any other value raises ValueError
    """
    import numpy as np

    goal = whole_number("goal", goal)
    i, j, k = np.indices((goal, goal, goal + FACES))
    over = i + k >= goal
    held = np.minimum(i + k, goal - 1)  # the mover's points after holding
    win = np.where(over, 1.0, 0.5)
    change = 1.0
    while change > TOLERANCE:
        after_a_one = (1 - win[:, :, 0].T)[:, :, None] / FACES
        roll = after_a_one + after_other_faces(win, goal)
        hold = np.where(over, 1.0, 1 - win[j, held, 0])
        new = np.maximum(roll, hold)
        change = np.abs(new - win).max()
        win = new
    return Solution(win, roll, hold)


def after_other_faces(win: Any, goal: int) -> Any:
    """Return the part that the faces 2 to 6 contribute to the mover's winning probability.

    This part is a sixth of the sum of the winning probabilities after these faces.  If a face takes
    the mover beyond the end of the array, the mover wins.
    """
    import numpy as np

    padded = np.concatenate([win, np.ones((goal, goal, FACES))], axis=2)
    after = [padded[:, :, face : face + goal + FACES] for face in range(2, FACES + 1)]
    return sum(after) / FACES


def chances(state: Pig) -> dict[Action, float]:
    """Return a dict: legal action of the player to move → that player's probability of winning.

    The probabilities are exact up to `TOLERANCE`.
    """
    solution = solve_pig(state.goal)
    mover = state.mover
    position = (state.scores[mover], state.scores[1 - mover], state.turn)
    known = {HOLD: float(solution.hold[position]), ROLL: float(solution.roll[position])}
    return {action: known[action] for action in state.legal_actions()}
