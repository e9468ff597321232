"""Pig: a roll, a hold and the points of a turn."""

from functools import reduce

import pytest

from mctslib.chance import chance_to_move
from mctslib.games import Pig
from mctslib.games.pig import HOLD, ROLL


def test_a_position_of_pig_after_a_roll_is_the_one_made_from_its_numbers():
    rolled = Pig(20).apply(ROLL)
    assert repr(rolled.apply(3)) == repr(Pig(20, turn=3)) and rolled.apply(3) == Pig(20, turn=3)
    for face in range(1, 7):
        assert rolled.apply(face).rolling is False


def test_the_smallest_turn_total_can_be_held():
    assert Pig(20, turn=1).legal_actions() == (HOLD, ROLL)


def test_a_turn_of_pig_by_hand():
    state = Pig(20).apply(1)
    assert (
        state.current_player == state.chance_player == 2
        and chance_to_move(state)
        and str(state).count("in the air") == 1
    )
    state = state.apply(5).apply(1).apply(4)
    assert state.turn == 9 and state.legal_actions() == (0, 1)
    held = state.apply(0)
    assert held.scores == (9, 0) and held.current_player == 1 and held.legal_actions() == (1,)
    assert reduce(Pig.apply, (1, 6, 0), held).scores == (9, 6)
    lost = state.apply(1).apply(1)
    assert lost.scores == (0, 0) and lost.turn == 0 and lost.current_player == 1
    won = Pig(20, (12, 3), 4).apply(1).apply(6)
    assert won.is_terminal() and won.rewards() == (1, 0, 0) and not won.legal_actions()


def test_nobody_has_reached_the_goal_before_the_game_is_over():
    assert Pig(20, (15, 19), 4).turn == 4
    for points, turn in (((15, 0), 5), ((0, 20), 0), ((-1, 0), 1), ((0, 0), -1)):
        with pytest.raises(ValueError):
            Pig(20, points, turn)
