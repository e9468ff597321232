"""The constant c has the same unit as the rewards.

If both are scaled by the same factor, no result changes.
"""

import pytest

from mctslib import UCB1, Phases, record
from mctslib.course.puzzles import A
from mctslib.games import TicTacToe
from mctslib.search import backpropagate


def records(state, c, low=0.0, high=1.0):
    """Return the iterations of a search whose rewards lie between `low` and `high`."""

    def stretched(node, rewards):
        backpropagate(node, tuple(low + (high - low) * reward for reward in rewards))

    options = {"tree_policy": UCB1(c), "phases": Phases(backpropagate=stretched)}
    return record(state, 400, seed=0, **options).iterations


@pytest.mark.parametrize("state", [A.state, TicTacToe()], ids=["A", "empty"])
@pytest.mark.parametrize("low, high", [(-1, 1), (3, 7)])
def test_rewards_and_c_scaled_together_give_the_same_iterations(state, low, high):
    for c in (0.0, 2**0.5):
        assert records(state, c * (high - low), low, high) == records(state, c)


def test_rewards_scaled_alone_are_a_smaller_c():
    assert records(A.state, 0.7, -1, 1) == records(A.state, 0.35) != records(A.state, 0.7)
