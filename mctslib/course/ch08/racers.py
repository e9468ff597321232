"""Let tree search and pure random playouts estimate the moves of position A, mark by mark."""

import random
from functools import cache
from typing import NamedTuple

from mctslib.course.ch08.histories import growing_estimates, means_of, values_in_tree
from mctslib.course.marks import grown
from mctslib.course.puzzles import A
from mctslib.game import Action
from mctslib.oracle import flat_values, value
from mctslib.policies import most_visited

MARKS = (50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600)  # playouts of each method
METHODS = {"flat": "random playouts", "tree": "MCTS"}


class Estimate(NamedTuple):
    """What a method believes at a mark.

    values  dict from each action to its estimate, for the player to move
    move    the move that the method would play
    """

    values: dict[Action, float]
    move: Action


class Racers:
    """Both methods, with the same number of playouts.

    seed  the seed of the random numbers of both methods
    seen  dict from the method, "flat" or "tree", to its estimates at the marks reached so far
    """

    def __init__(self, seed: int) -> None:
        self.trees = grown(A.state, MARKS, seed)
        self.means = growing_estimates(A.state, MARKS, random.Random(seed))
        self.seen: dict[str, list[Estimate]] = {method: [] for method in METHODS}

    @property
    def marks(self) -> int:
        """The number of marks that the race has reached."""
        return len(self.seen["tree"])

    def advance(self) -> None:
        """Let both methods make playouts until they reach the next mark."""
        root = next(self.trees)
        self.seen["tree"].append(Estimate(values_in_tree(root), most_visited(root)))
        means = means_of(next(self.means))
        self.seen["flat"].append(Estimate(means, max(means, key=means.__getitem__)))


@cache
def exact(method: str) -> dict[Action, float]:
    """Return a dict from each action to the value to which the estimates of a method converge.

    method  "tree" for the values under perfect play, "flat" for the values under random play
    """
    if method == "flat":
        return {action: float(mean) for action, mean in flat_values(A.state).items()}
    state = A.state
    return {
        action: value(state.apply(action), state.current_player) for action in state.legal_actions()
    }


def verdict(action: Action) -> str:
    """Return a move with a sign that says whether it is right."""
    return f"{action} {'✓' if A.solved_by(action) else '✗'}"
