"""Pig: a roll, a hold and the points of a turn."""

from mctslib.games import Pig
from mctslib.games.pig import HOLD, ROLL


def test_a_position_of_pig_after_a_roll_is_the_one_made_from_its_numbers():
    rolled = Pig(20).apply(ROLL)
    assert repr(rolled.apply(3)) == repr(Pig(20, turn=3)) and rolled.apply(3) == Pig(20, turn=3)
    for face in range(1, 7):
        assert rolled.apply(face).rolling is False


def test_the_smallest_turn_total_can_be_held():
    assert Pig(20, turn=1).legal_actions() == (HOLD, ROLL)
