"""The constant c has the same unit as the rewards.

If both are scaled by the same factor, no result changes.
"""

from dataclasses import dataclass

import pytest

from mctslib import UCB1, Node, Phases, record
from mctslib.course.puzzles import PUZZLES
from mctslib.games import TicTacToe
from mctslib.search import backpropagate

STATES = {**{name: puzzle.state for name, puzzle in PUZZLES.items()}, "empty": TicTacToe()}


@dataclass(frozen=True)
class RewardRange:
    """Rewards from `low` (a loss) to `high` (a win), instead of 0 to 1."""

    low: float = 0.0
    high: float = 1.0

    @property
    def width(self) -> float:
        """The width of the range, which is 1 for rewards from 0 to 1."""
        return self.high - self.low

    @property
    def phases(self) -> Phases:
        """The four phases of a search with rewards in this range."""

        def stretched(node: Node | None, rewards: tuple[float, ...]) -> None:
            backpropagate(node, tuple(self.low + self.width * reward for reward in rewards))

        return Phases(backpropagate=stretched)


@pytest.mark.parametrize("c", [0.0, 2**0.5])
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("low, high", [(-1, 1), (3, 7)])
def test_rewards_and_c_scaled_together_give_the_same_iterations(name, c, low, high):
    scale = RewardRange(low, high)
    plain = record(STATES[name], 400, seed=0, tree_policy=UCB1(c))
    other = record(
        STATES[name], 400, seed=0, tree_policy=UCB1(c * scale.width), phases=scale.phases
    )
    assert plain.iterations == other.iterations


def test_rewards_scaled_alone_are_a_smaller_c():
    scale = RewardRange(-1, 1)
    alone = record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.7), phases=scale.phases).iterations
    assert alone == record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.35)).iterations
    assert alone != record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.7)).iterations
