"""Check sudo tic-tac-toe in both modes: complete counts, and positions worked out by hand."""

from functools import reduce

import pytest

from mctslib.checks import check_game, perft, perft_split
from mctslib.games import SudoTicTacToe

MODES = (1, 2)
EARLY = (0, 3, 27, 4, 36, 5, 46, 13, 37, 12, 28, 14)


def after(actions, mode=2):
    return reduce(SudoTicTacToe.apply, actions, SudoTicTacToe(mode))


@pytest.mark.parametrize(
    "played, mode, counts",
    [
        ((), 2, [1, 81, 720, 6_336, 55_080]),
        ((), 1, [1, 81, 720, 6_336, 55_080]),  # no player has three marks on one board before ply 5
        (EARLY, 2, [1, 8, 114, 1_730, 25_198]),
    ],
    ids=["mode 2", "mode 1", "a board is won and moves are free"],
)
def test_perft(played, mode, counts):
    assert [perft(after(played, mode), depth) for depth in range(len(counts))] == counts


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "played, depth, count",
    [
        pytest.param(EARLY, 5, 355_904, marks=pytest.mark.slow),
        pytest.param((), 7, 33_782_544, marks=pytest.mark.long),
    ],
)
def test_deep_perft(played, depth, count):
    assert perft(after(played), depth) == count


def test_two_moves_have_720_continuations_in_both_modes_not_81_times_9():
    """Nine of the 81 first moves send the opponent to the board just played, with 8 free cells.

    There are therefore 72·9 + 9·8 pairs of moves.
    """
    for mode in MODES:
        split = perft_split(SudoTicTacToe(mode), 2)
        assert sum(split.values()) == 72 * 9 + 9 * 8 == 720
        assert [action for action, replies in split.items() if replies == 8] == [
            10 * k for k in range(9)
        ]


@pytest.mark.parametrize("games", [2, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", MODES)
def test_check_game(mode, games):
    report = check_game(SudoTicTacToe(mode), games=games)
    assert report.ok, report


def test_the_cell_played_sends_the_opponent_to_that_board():
    assert after([4]).legal_actions() == tuple(range(36, 45))  # cell 4 sends O to board 4
    # Cell 4 of board 4 sends O to this board itself.
    assert after([40]).legal_actions() == (
        36,
        37,
        38,
        39,
        41,
        42,
        43,
        44,
    )


def x_wins_board_0(mode):
    """Return the position in which X has taken cells 0, 1 and 2 of board 0.

    O has played cell 0 of each board to which X sent O, and so has sent X back to board 0.
    """
    return after([1, 9, 2, 18, 0], mode)


def test_a_board_won_ends_mode_1():
    state = x_wins_board_0(1)
    assert state.is_terminal() and state.winner() == 0 and state.rewards() == (1, 0)
    assert state.winning_cells() == (0, 1, 2) and state.block_marks() == "X........"


def test_the_cells_of_the_row_that_won():
    o = sum(1 << 36 + k for k in (0, 4, 8)) | 1 << 81 + 4
    # the diagonal of board 4
    assert SudoTicTacToe._make((1, 0, o, 0, ())).winning_cells() == (
        30,
        40,
        50,
    )
    boards = sum(1 << 81 + k for k in (2, 4, 6))
    # the middle cells of three boards
    assert SudoTicTacToe._make((2, 0, boards, 0, ())).winning_cells() == (
        16,
        40,
        64,
    )


def test_a_board_won_is_closed_in_mode_2_and_who_is_sent_there_plays_anywhere():
    state = x_wins_board_0(2)
    free = [k for k in range(9, 81) if k not in (9, 18)]
    assert not state.is_terminal() and list(state.legal_actions()) == free
