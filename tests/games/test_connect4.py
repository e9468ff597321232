"""Connect Four has the right numbers of positions, and its lines end at the board's edges."""

from functools import reduce

import pytest

from mctslib import IllegalAction
from mctslib.checks import check_game, perft
from mctslib.games import ConnectFour
from mctslib.games.connect4 import columns_of, winning_lines
from mctslib.oracle import solve


def after(columns, state=None):
    return reduce(ConnectFour.apply, columns, state or ConnectFour())


@pytest.mark.parametrize("depth, count", [*enumerate([1, 7, 49, 343, 2_401, 16_807])])
def test_perft(depth, count):
    assert perft(ConnectFour(), depth) == count


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "depth, count",
    [
        *(pytest.param(*pair, marks=pytest.mark.slow) for pair in [(6, 117_649), (7, 823_536)]),
        *(
            pytest.param(*pair, marks=pytest.mark.long)
            for pair in [(8, 5_673_234), (9, 39_394_572), (10, 268_031_646)]
        ),
    ],
)
def test_deep_perft(depth, count):
    """At depth 7 there are 7⁷ − 7 sequences, because a column has room for only six discs.

    At depth 8 the count is lower than it would be without wins, because some games are won after 7
    moves.
    """
    assert perft(ConnectFour(), depth) == count


def distinct(plies):
    found = [{ConnectFour()}]
    for _ in range(plies):
        found.append({state.apply(a) for state in found[-1] for a in state.legal_actions()})
    return list(map(len, found))


def test_distinct_positions_per_ply():
    """The number of distinct positions after each number of moves agrees with OEIS A212693."""
    assert distinct(6) == [1, 7, 49, 238, 1_120, 4_263, 16_422]


@pytest.mark.slow
def test_distinct_positions_at_ply_eight():
    assert distinct(8)[7:] == [54_859, 184_275]


def test_there_are_69_lines_of_four():
    """There are 24 horizontal and 21 vertical lines, and 12 in each diagonal direction."""
    assert len(winning_lines(7, 6, 4)) == len(set(winning_lines(7, 6, 4))) == 24 + 21 + 12 + 12


def test_a_disc_is_asked_only_for_the_upright_line_it_lies_on_top_of():
    through = []
    for column in columns_of((7, 6, 4)):
        through += [landing.rests for landing in column.landings.values()]
    assert len(through) == 42 and sum(map(len, through)) == 69 * 4 - 21 * 3


@pytest.mark.parametrize(
    "shape", [(7, 6, 4), (5, 4, 3), (4, 4, 4), (4, 3, 2), (1, 5, 3), (9, 2, 3), (12, 12, 5)]
)
def test_check_game(shape):
    report = check_game(ConnectFour(*shape), games=10 if shape[0] < 12 else 3)
    assert report.ok, report


def test_lines_win():
    for columns, line in [
        ([0, 1, 0, 1, 0, 1, 0], "column 0 upright"),
        ([0, 0, 1, 1, 2, 2, 3], "level at the left edge"),
        ([6, 6, 5, 5, 4, 4, 3], "level at the right edge"),
        ([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], "slanting up"),
        ([6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], "slanting down"),
        ([3, 0, 3, 1, 3, 2, 6, 3, 6, 0, 1, 3], "no line yet"),
    ]:
        before, state = after(columns[:-1]), after(columns)
        assert not before.is_terminal()
        if line == "no line yet":
            assert not state.is_terminal() and state.winner() is None
        else:
            assert (
                state.winner() == 0
                and state.rewards() == (1, 0)
                and len(state.winning_cells()) == 4
            )


def test_no_line_wraps_round_the_edge():
    """The top of column 0 and the bottom of column 1 are neighbouring bits but distant cells."""
    state = after([1, 0, 0, 1, 0, 0, 0, 1, 0])
    assert state.cells()[0] == "X" and state.winner() is None and not state.is_terminal()
    assert all(line >> 6 & 1 == 0 for line in winning_lines(7, 6, 4))


def test_a_full_column_is_closed():
    state = after([0] * 6)
    assert state.legal_actions() == (1, 2, 3, 4, 5, 6)
    with pytest.raises(IllegalAction, match="(?s)Action 0 is illegal.*1, 2, 3, 4, 5, 6"):
        state.apply(0)


def test_a_full_board_is_a_draw_unless_the_last_disc_wins():
    drawn = after([0, 1, 2], ConnectFour(3, 1, 3))  # X O X
    assert drawn.is_terminal() and drawn.winner() is None and drawn.rewards() == (0.5, 0.5)
    won = after([0, 2, 1], ConnectFour(3, 1, 2))  # X X O, where the middle disc was played last
    assert won.is_terminal() and won.winner() == 0 and won.winning_cells() == (0, 1)


def test_a_disc_falls_to_the_lowest_free_cell():
    state = ConnectFour()
    assert state.cell_of(3) == 38 and state.apply(3).cell_of(3) == 31
    assert state.apply(3).cells()[38] == "X"


@pytest.mark.slow
def test_small_boards_have_their_known_values():
    """Four in a row on a board of 4 × 4 is a draw, as in Tromp's table of board sizes."""
    assert solve(ConnectFour(4, 4, 4)) == (0.5, 0.5)


@pytest.mark.parametrize("shape", [(0, 6, 4), (7, 0, 4), (7, 6, 1), (7, 6, 8), (13, 6, 4)])
def test_shapes_that_are_none(shape):
    with pytest.raises(ValueError, match="There is no board of"):
        ConnectFour(*shape)
