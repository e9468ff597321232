"""Check the rules of tic-tac-toe with examples by hand and with properties of all positions."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctslib import IllegalAction, TicTacToe
from mctslib.checks import check_game


@pytest.mark.parametrize(
    "size", [3, 4, *(pytest.param(size, marks=pytest.mark.slow) for size in (5, 6))]
)
def test_check_game(size):
    report = check_game(TicTacToe(size), games=100 if size == 3 else 20)
    assert report.ok, report


def test_a_full_row_of_another_board_size_does_not_win():
    assert TicTacToe.from_text("XXX./OOO./..../....").winner() is None
    assert TicTacToe.from_text("XXXX/OOO./..../....").winner() == 0
    assert TicTacToe.from_text("X.X/OOO/X..").winning_cells() == (3, 4, 5)
    assert (
        TicTacToe.from_text("XOO/.X./..X").winning_cells() == (0, 4, 8)
        and TicTacToe().winning_cells() == ()
    )


def test_no_line_wraps_round_the_edge():
    assert TicTacToe.from_text(".XX/X.O/O.O").winner() is None  # cells 1, 2 and 3 are not a line
    assert TicTacToe.from_text("..XX/XX../OOO./O...").winner() is None


@pytest.mark.parametrize("action", [0, 9, -1])
def test_an_illegal_cell_is_named_with_the_legal_ones_and_the_board(action):
    with pytest.raises(IllegalAction, match=rf"(?s)Action {action} is illegal.*1, 2, 3.*X \. \."):
        TicTacToe().apply(0).apply(action)


def test_who_moves_can_be_said():
    assert TicTacToe.from_text("X../.../...").current_player == 1
    assert TicTacToe.from_text("O../.../...").current_player == 0
    assert TicTacToe.from_text("O.X/.OO/..X", to_move="X").current_player == 0
    with pytest.raises(ValueError):
        TicTacToe.from_text("X../.../...", to_move="Y")


@given(st.permutations(range(9)))
def test_from_text_reads_what_cells_writes(order):
    state = TicTacToe()
    for cell in order:
        if state.is_terminal():
            break
        before, written = state, str(state)
        state = state.apply(cell)
        assert str(before) == written  # apply leaves the old position unchanged
        again = TicTacToe.from_text("/".join(state.cells()[k : k + 3] for k in (0, 3, 6)))
        assert again == state and hash(again) == hash(state)
        assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
