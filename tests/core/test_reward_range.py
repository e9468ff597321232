"""The constant c has the same unit as the rewards.

If both are scaled by the same factor, no result changes.
"""

import pytest

from mctslib import UCB1, record
from mctslib.course.ch07.experiments import RewardRange
from mctslib.course.puzzles import PUZZLES
from mctslib.games import TicTacToe

STATES = {**{name: puzzle.state for name, puzzle in PUZZLES.items()}, "empty": TicTacToe()}


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("c", [0.0, 2**0.5])
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("low, high", [(-1, 1), (3, 7)])
def test_rewards_and_c_scaled_together_give_the_same_iterations(name, c, seed, low, high):
    scale = RewardRange(low, high)
    plain = record(STATES[name], 400, seed=seed, tree_policy=UCB1(c))
    other = record(
        STATES[name], 400, seed=seed, tree_policy=UCB1(c * scale.width), phases=scale.phases
    )
    assert plain.iterations == other.iterations


def test_rewards_scaled_alone_are_a_smaller_c():
    scale = RewardRange(-1, 1)
    alone = record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.7), phases=scale.phases).iterations
    assert alone == record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.35)).iterations
    assert alone != record(STATES["A"], 400, seed=3, tree_policy=UCB1(0.7)).iterations
