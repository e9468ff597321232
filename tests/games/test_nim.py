"""Check Nim, the smallest complete game, whose theory Bouton published in 1901."""

from functools import reduce
from operator import xor

import pytest

from mctslib import IllegalAction
from mctslib.checks import check_game, perft
from mctslib.games import Nim
from mctslib.oracle import value


@pytest.mark.parametrize(
    "state", [Nim(1), Nim(3, 4, 5), Nim(21, most=3), Nim(0, 2, 2)], ids=lambda s: str(s.heaps)
)
def test_check_game(state):
    report = check_game(state, games=20)
    assert report.ok, report


def test_the_player_to_move_wins_unless_the_nim_sum_is_zero():
    for heaps in [(1,), (2, 2), (1, 2, 3), (1, 2, 4), (3, 3, 2), (2, 3, 4), (1, 1, 1, 1)]:
        assert value(Nim(*heaps)) == (reduce(xor, heaps) != 0)


def test_one_heap_and_at_most_three_a_turn():
    for sticks in range(1, 14):
        assert value(Nim(sticks, most=3)) == (sticks % 4 != 0)


def test_perft_by_hand():
    """There are 2ⁿ⁻¹ ways to take n sticks.

    Three sticks can be taken in 1 way with one move, in 2 ways with two moves, and in 1 way with
    three moves.
    """
    assert [perft(Nim(3), depth) for depth in range(5)] == [1, 3, 3, 1, 0]
    # Heaps 1 and 2 become (0, 2), (1, 1) or (1, 0), where 2, 2 and 1 moves are possible.  Below the
    # three positions after one move there are 1, 2 and 0 moves, so 3 in all.
    assert [perft(Nim(1, 2), depth) for depth in range(4)] == [1, 3, 5, 3]


def test_an_action_takes_a_stick_and_all_to_the_right_of_it():
    state = Nim(3, 4, 5)
    assert state.legal_actions() == [0, 1, 2, 5, 6, 7, 8, 10, 11, 12, 13, 14]
    assert str(Nim(2, 1)) == "heap 1: | | (2)\nheap 2: | (1)"
    assert state.apply(6).heaps == (3, 1, 5) and state.apply(6).cells() == "|||..|....|||||"
    assert Nim(5, most=2).legal_actions() == [3, 4]


@pytest.mark.parametrize("action", [3, 4, 9, 15, -1])
def test_sticks_that_are_not_there(action):
    with pytest.raises(IllegalAction):
        Nim(3, 4, 5).apply(action)


def test_who_takes_the_last_stick_wins():
    assert Nim(2).apply(0).rewards() == (1, 0) and Nim(2).apply(1).apply(0).rewards() == (0, 1)
