"""The constant c has the same unit as the rewards.

If both are scaled by the same factor, no result changes.
"""

import pytest
from front_end import send

from mctslib import UCB1, record, search
from mctslib.checks import check_tree
from mctslib.course.ch07 import CExplorer
from mctslib.course.ch07.experiments import RewardRange
from mctslib.course.ch07.widget import RANGES
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


def test_to_unit_gives_back_the_plain_tree():
    scale, plain = RewardRange(-1, 1), search(STATES["A"], 300, seed=1, tree_policy=UCB1(0.7)).root
    root = search(STATES["A"], 300, seed=1, tree_policy=UCB1(1.4), phases=scale.phases).root
    assert root.value == pytest.approx(2 * plain.value - 1)
    scale.to_unit(root)
    assert [n.value_sum for n in root.descendants()] == [n.value_sum for n in plain.descendants()]
    check_tree(root)


@pytest.fixture
def explorer():
    return CExplorer(budget=50, seeds=2, c=(0.2, 1.5))


@pytest.mark.parametrize("rewards", list(RANGES)[1:])
def test_c_stretched_along_changes_no_picture(explorer, rewards):
    before = (
        [tree.value for tree in explorer.trees],
        explorer.curves["A"].value,
        explorer.shares.value,
    )
    send(explorer.along, value=True)
    send(explorer.rewards, index=list(RANGES).index(rewards))
    assert (
        [tree.value for tree in explorer.trees],
        explorer.curves["A"].value,
        explorer.shares.value,
    ) == before
    assert (
        explorer.effective == [0.2, 1.5]
        and "acts like c = 1.5 with rewards 0 to 1" in explorer.verdicts[1].value
    )


def test_rewards_stretched_alone_act_like_a_smaller_c(explorer):
    send(explorer.rewards, index=1)
    assert (
        explorer.effective == [0.1, 0.75]
        and "acts like c = 0.1 with rewards 0 to 1" in explorer.verdicts[0].value
    )
    halved = CExplorer(budget=50, seeds=2, c=(0.1, 0.75))
    pairs = zip(explorer.roots, halved.roots)
    assert all(
        a.children[move].visits == b.children[move].visits for a, b in pairs for move in b.children
    )
    send(explorer.rewards, index=0)
    visible = explorer.verdicts[0].value.partition("mcts-unseen")[0]
    assert "The tree chooses" in visible and "acts like" not in visible
    assert explorer.effective == [0.2, 1.5]
