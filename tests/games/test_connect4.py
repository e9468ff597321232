"""Connect Four has the right numbers of positions, and its lines end at the board's edges."""

from functools import reduce

import pytest

from mctslib import IllegalAction
from mctslib.checks import check_game, perft
from mctslib.games import ConnectFour
from mctslib.games.connect4 import winning_lines
from mctslib.oracle import solve


def after(columns, state=None):
    return reduce(ConnectFour.apply, columns, state or ConnectFour())


def test_perft():
    counts = [perft(ConnectFour(), depth) for depth in range(6)]
    assert counts == [1, 7, 49, 343, 2_401, 16_807]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "depth, count",
    [
        pytest.param(7, 823_536, marks=pytest.mark.slow),
        pytest.param(9, 39_394_572, marks=pytest.mark.long),
    ],
)
def test_deep_perft(depth, count):
    """At depth 7 there are 7⁷ − 7 sequences, because a column has room for only six discs."""
    assert perft(ConnectFour(), depth) == count


def test_distinct_positions_per_ply():
    """The number of distinct positions after each number of moves agrees with OEIS A212693."""
    found = [{ConnectFour()}]
    for _ in range(6):
        found.append({state.apply(a) for state in found[-1] for a in state.legal_actions()})
    assert list(map(len, found)) == [1, 7, 49, 238, 1_120, 4_263, 16_422]


def test_there_are_69_lines_of_four():
    """There are 24 horizontal and 21 vertical lines, and 12 in each diagonal direction."""
    assert len(winning_lines(7, 6, 4)) == len(set(winning_lines(7, 6, 4))) == 24 + 21 + 12 + 12


@pytest.mark.parametrize("shape", [(7, 6, 4), (4, 3, 2), (1, 5, 3), (12, 12, 5)])
def test_check_game(shape):
    report = check_game(ConnectFour(*shape), games=10 if shape[0] < 12 else 3)
    assert report.ok, report


def test_no_line_wraps_round_the_edge():
    """The top of column 0 and the bottom of column 1 are neighbouring bits but distant cells."""
    state = after([1, 0, 0, 1, 0, 0, 0, 1, 0])
    assert state.cells()[0] == "X" and state.winner() is None and not state.is_terminal()
    assert all(line >> 6 & 1 == 0 for line in winning_lines(7, 6, 4))


def test_a_full_column_is_closed():
    state = after([0] * 6)
    assert state.legal_actions() == (1, 2, 3, 4, 5, 6)
    with pytest.raises(IllegalAction):
        state.apply(0)


def test_a_full_board_is_a_draw_unless_the_last_disc_wins():
    drawn = after([0, 1, 2], ConnectFour(3, 1, 3))  # X O X
    assert drawn.is_terminal() and drawn.winner() is None and drawn.rewards() == (0.5, 0.5)
    won = after([0, 2, 1], ConnectFour(3, 1, 2))  # X X O, where the middle disc was played last
    assert won.is_terminal() and won.winner() == 0 and won.winning_cells() == (0, 1)


@pytest.mark.slow
def test_small_boards_have_their_known_values():
    """Four in a row on a board of 4 × 4 is a draw, as in Tromp's table of board sizes."""
    assert solve(ConnectFour(4, 4, 4)) == (0.5, 0.5)


@pytest.mark.parametrize("shape", [(0, 6, 4), (7, 0, 4), (7, 6, 1), (7, 6, 8), (13, 6, 4)])
def test_shapes_that_are_none(shape):
    with pytest.raises(ValueError):
        ConnectFour(*shape)
