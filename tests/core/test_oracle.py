"""The exact values and actions are right in positions small enough to be solved by hand."""

from fractions import Fraction as F
from itertools import islice
from typing import NamedTuple

import pytest
from small_games import Climb, Nim, ThreeWay

from mctslib import TicTacToe, oracle
from mctslib.more_policies import decisive_actions
from mctslib.oracle import (
    expected_rewards,
    expected_value,
    flat_values,
    optimal_actions,
    positions,
    solve,
    value,
)

ONE_LEFT = TicTacToe.from_text("XOX/OXO/OX.")  # X is to move and completes the diagonal
A = TicTacToe.from_text(".../O.X/.X.")
S = TicTacToe.from_text("O.X/.OO/..X", to_move="X")
W = TicTacToe.from_text("OO./.../XX.")


def test_last_move_wins():
    assert solve(ONE_LEFT) == expected_rewards(ONE_LEFT) == (1, 0)


def test_value_is_of_the_player_to_move_unless_said():
    assert value(W) == value(W, 0) == 1 and value(W, 1) == 0


def test_two_empty_cells_by_hand():
    # X to move, cells 6 and 8 empty: 8 wins at once; after 6, O takes 8, and the full board has no
    # line.
    state = TicTacToe.from_text("XOX/OXO/.O.", to_move="X")
    assert solve(state) == (1, 0)
    assert flat_values(state) == {6: F(1), 8: F(1)}  # X also has the other diagonal, 2-4-6
    state = TicTacToe.from_text("XXO/OOX/X..", to_move="X")
    assert flat_values(state) == {7: F(1, 2), 8: F(1, 2)} and expected_value(state) == F(1, 2)


def test_position_A_flat_takes_the_losing_corner():
    assert optimal_actions(A) == [2, 8] and value(A) == 0.5
    assert max(flat_values(A), key=flat_values(A).get) == 0 and value(A.apply(0), player=1) == 0


def test_position_S_is_an_exact_tie_for_flat():
    flat = flat_values(S)
    assert flat[3] == flat[7] == F(1, 3) == max(flat.values()) and optimal_actions(S) == [3]


def test_position_W_is_won_at_once():
    assert optimal_actions(W) == [2, 8]
    assert flat_values(W)[8] == 1 > max(v for a, v in flat_values(W).items() if a != 8)


def test_nim_is_lost_exactly_on_multiples_of_four():
    for sticks in range(1, 20):
        assert value(Nim(sticks)) == (sticks % 4 != 0)


@pytest.mark.slow
def test_long_games_need_no_recursion():
    assert value(Nim(4_000)) == 0 and 0 < expected_value(Nim(4_000)) < 1


def test_one_player_takes_the_best_and_three_players_their_own():
    assert solve(Climb()) == (1,)
    # The third player says a different number from the second.  The first player wants the last
    # number to be 0 and therefore says 0, and the second player says 1.
    assert solve(ThreeWay()) == (1, F(1, 2), 1)


def test_positions_are_listed_once_each():
    # (sticks, player to move): 4 at first; 3 to 1 after one move; 2 to 0 after two; and so on
    by_hand = {(4, 0), (3, 1), (2, 1), (1, 1), (2, 0), (1, 0), (0, 0), (0, 1)}
    assert next(positions(Nim(4))) == Nim(4)
    assert sorted(positions(Nim(4))) == sorted(Nim(*pair) for pair in by_hand)


def test_positions_are_listed_before_all_actions_are_tried():
    """One move per position is enough to list the first positions of a game with many actions.

    If all actions were tried, 50,000 positions with 10,000 actions each would take 500 million
    moves.
    """
    tried = []

    class Many(NamedTuple):
        last: int = 0

        def legal_actions(self):
            return range(1, 1_000_000)

        def apply(self, action):
            tried.append(action)
            return Many(action)

    assert [state.last for state in islice(positions(Many()), 100)] == list(range(100))
    assert len(tried) == 99


def test_too_large_a_game_is_refused(monkeypatch):
    monkeypatch.setattr("mctslib.oracle.MAX_POSITIONS", 1000)
    with pytest.raises(oracle.TooLarge):
        solve(TicTacToe(4))


# ---------------------------------------------------------------------------- by a policy


def first(state):
    return state.legal_actions()[:1]


def test_both_play_the_policy_by_hand():
    """If both players take one stick at a time, the second player takes the last of 4 sticks."""
    assert expected_rewards(Nim(4), first) == (0, 1) and expected_rewards(Nim(3), first) == (1, 0)
    # after action 1 the opponent takes the last of 3 sticks; after action 2 the first player takes
    # the last of 2 sticks
    assert flat_values(Nim(4), first) == {
        1: 0,
        2: 1,
        3: 0,
    }
    assert expected_rewards(S, TicTacToe.legal_actions) == expected_rewards(S)


def test_careful_playouts_prefer_the_losing_corner():
    corner = TicTacToe.from_text("X../.../...")
    careful, light = flat_values(corner, decisive_actions), flat_values(corner)
    assert (
        careful[8] == F(1153, 2520) > careful[4] == F(31, 70)
        and max(careful.values()) == careful[8]
    )
    assert max(light, key=light.get) == 4 and optimal_actions(corner) == [4]
