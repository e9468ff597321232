"""A player with a clock saves where a move is clear, spends where it is not, and never overdraws."""

import random

import pytest

from mctslib import ConnectFour, Node, TicTacToe
from mctslib.arena.clock import ClockPlayer, follows, two_most_visited
from mctslib.arena.players import RandomPlayer
from mctslib.games.twentyfour import TwentyFour
from mctslib.tree import attach


def board(cells):
    return TicTacToe.from_text(cells)


def test_it_moves_after_one_iteration_if_one_move_is_legal():
    player = ClockPlayer(100)
    last = board("XOX/XOO/OX.")
    assert player.choose(last, random.Random(0)) == 8
    assert player.used == 1 and player.saved == 99


def test_it_stops_when_the_second_move_cannot_catch_up():
    player = ClockPlayer(400)
    assert player.choose(board("XX./OO./..."), random.Random(0)) == 2
    first, second = two_most_visited(player.result.root)
    assert player.used < 400 and first - second > 400 - player.used


@pytest.mark.parametrize(
    "visits, made, enough",
    [
        ((60, 50), 110, False),  # two moves are close, so the savings are spent
        ((100, 55), 155, False),
        ((100, 45), 145, True),
        ((90, 10), 100, True),  # they are not, so the savings stay
        ((40, 10), 60, False),  # the second move could still catch up: 30 are left, and it needs 40
        ((50, 10), 61, True),
        ((150, 149), 299, False),
        ((150, 149), 300, True),  # three allowances are the most
    ],
)
def test_it_spends_its_savings_only_on_a_choice_between_two_close_moves(visits, made, enough):
    root = Node(TicTacToe())
    for action, count in enumerate(visits):
        attach(root, action).visits = count
    assert ClockPlayer(100).is_enough(root, made, available=400) == enough


def test_it_never_uses_more_than_its_allowance_so_far():
    player, other, rng = ClockPlayer(60), RandomPlayer(), random.Random(3)
    state, moves = ConnectFour(), 0
    while not state.is_terminal():
        if state.current_player == 0:
            state = state.apply(player.choose(state, rng))
            moves += 1
            assert player.used + player.saved == 60 * moves
        else:
            state = state.apply(other.choose(state, rng))


def test_a_new_game_begins_without_savings():
    player, rng = ClockPlayer(100), random.Random(0)
    player.choose(board("XOX/XOO/OX."), rng)
    assert player.saved
    player.choose(TicTacToe(), rng)
    assert player.saved <= 100 - 10
    assert not follows(None, TicTacToe()) and follows(TicTacToe(), TicTacToe().apply(4))
    alone, won = TwentyFour(1, 2, 3, 4), board("XXX/OO./...")
    assert follows(alone, alone) and not follows(won, won)
