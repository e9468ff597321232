"""A player with a clock saves where a move is clear, spends where it is not, and never overdraws."""

import random

from mctslib import ConnectFour, TicTacToe
from mctslib.arena.clock import ClockPlayer, follows, two_most_visited
from mctslib.arena.players import RandomPlayer


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
