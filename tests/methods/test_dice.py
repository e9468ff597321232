"""Pig is solved exactly: the equations of its values hold."""

import pytest

from mctslib.methods.dice import solve_pig


def test_holding_in_pig_leaves_the_opponent_what_the_own_points_leave():
    goal = 6
    found = solve_pig.__wrapped__(goal)
    for own in range(goal):
        for other in range(goal):
            for turn in range(goal - own):
                after = 1 - found.win[other, own + turn, 0]
                assert found.hold[own, other, turn] == pytest.approx(after, abs=1e-8)
