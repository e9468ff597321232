"""A board is reached by moves, or refused with the reason; `Play` goes on from it."""

import random

import pytest

from mctslib import ConnectFour, Hex, SudoTicTacToe, TicTacToe
from mctslib.games import Nim, Pig
from mctslib.games.set_up import Draft, Unreachable, can_be_set_up, moves_to
from mctslib.widgets import Play

BOARDS = [TicTacToe(), TicTacToe(5), ConnectFour(), Hex(5), Hex(11)]


@pytest.mark.parametrize(
    "start", BOARDS, ids=lambda state: f"{type(state).__name__} {len(state.cells())}"
)
def test_moves_are_found_to_random_positions(start):
    rng = random.Random(1)
    for _ in range(60):
        state = start
        for _ in range(rng.randrange(1, 20)):
            if not state.is_terminal():
                state = state.apply(rng.choice(state.legal_actions()))
        again = start
        for action in moves_to(start, state.cells()):
            again = again.apply(action)
        assert again == state


@pytest.mark.parametrize(
    ("start", "cells", "reason"),
    [
        (TicTacToe(), "XX.......", "in turn"),
        (TicTacToe(), "X.O", "cells"),
        (TicTacToe(), "XXXOOO...", "over earlier"),
        (TicTacToe(), "X?.......", "dot"),
        (TicTacToe().apply(0), ".........", "removed"),
        (ConnectFour(4, 4), "X...............", "in the air"),
    ],
)
def test_what_no_game_can_reach_is_refused_with_the_reason(start, cells, reason):
    with pytest.raises(Unreachable, match=reason):
        moves_to(start, cells)


def test_only_games_in_which_a_board_is_a_position_can_be_set_up():
    assert all(map(can_be_set_up, BOARDS))
    assert not any(map(can_be_set_up, (SudoTicTacToe(), Nim(3, 4, 5), Pig())))


def test_a_click_makes_x_then_o_then_empty():
    draft = Draft(TicTacToe(), ".........")
    seen = []
    for _ in range(3):
        draft = draft.apply(4)
        seen.append(draft.cells()[4])
    assert seen == ["X", "O", "."]


def click(board, cell):
    board.board._heard(board.board, {"command": "play", "cell": cell}, [])


def test_play_goes_on_from_a_position_that_was_clicked():
    play = Play(iterations=20, seed=1)
    play.set_up()
    board = play.children[1]
    for cell in (0, 4, 4, 8):
        click(board, cell)
    board.done.click()
    assert play.game.state == TicTacToe().apply(0).apply(4).apply(8)
    assert play.held and play.figure in play.children  # the engine waits for a click


def test_play_refuses_a_board_with_the_reason_and_cancel_keeps_the_game():
    play = Play(iterations=20, seed=1, moves=(4,), human="both")
    play.set_up()
    board = play.children[1]
    click(board, 0)
    board.done.click()
    assert "in turn" in board.line.value and board in play.children
    board.cancel.click()
    assert play.game.state == TicTacToe().apply(4) and play.figure in play.children
