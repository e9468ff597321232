"""Check sudo tic-tac-toe in both modes: complete counts, and positions worked out by hand."""

import random
from functools import reduce

import pytest

from mctslib.checks import check_game, perft, perft_split
from mctslib.games import SudoTicTacToe

MODES = (1, 2)
EARLY = (0, 3, 27, 4, 36, 5, 46, 13, 37, 12, 28, 14)
LATE = (
    0,
    1,
    9,
    4,
    36,
    7,
    70,
    71,
    79,
    67,
    43,
    63,
    20,
    21,
    31,
    40,
    37,
    13,
    38,
    23,
    49,
    22,
    10,
    14,
    52,
    55,
    11,
    50,
    46,
    30,
    29,
    27,
    32,
    33,
    58,
    78,
    59,
    72,
    57,
)


def after(actions, mode=2):
    return reduce(SudoTicTacToe.apply, actions, SudoTicTacToe(mode))


@pytest.mark.parametrize(
    "played, mode, counts",
    [
        ((), 2, [1, 81, 720, 6_336, 55_080]),
        ((), 1, [1, 81, 720, 6_336, 55_080]),  # no player has three marks on one board before ply 5
        (EARLY, 2, [1, 8, 114, 1_730, 25_198]),
        (LATE, 2, [1, 6, 25, 100, 168, 312, 72, 0]),
    ],
    ids=["mode 2", "mode 1", "a board is won and moves are free", "to the end of the game"],
)
def test_perft(played, mode, counts):
    assert [perft(after(played, mode), depth) for depth in range(len(counts))] == counts


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "played, depth, count",
    [
        *(
            pytest.param(*deep, marks=pytest.mark.slow)
            for deep in [((), 5, 473_256), (EARLY, 5, 355_904)]
        ),
        *(
            pytest.param((), *deep, marks=pytest.mark.long)
            for deep in [(6, 4_020_960), (7, 33_782_544), (8, 281_067_408)]
        ),
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


@pytest.mark.parametrize("mode", MODES)
def test_who_is_sent_to_a_full_board_plays_anywhere_else(mode):
    """Board 4, X O X / X O O / O X ., has one free cell, and no player has a line on this board."""
    x, o = (sum(1 << 36 + k for k, mark in enumerate("XOXXOOOX.") if mark == one) for one in "XO")
    # X fills the free cell and sends O to board 8.
    state = SudoTicTacToe._make((mode, x, o, 0, (44,))).apply(44)
    assert state.legal_actions() == tuple(range(72, 81))
    state = state.apply(76)  # cell 4 of board 8 sends X to the full board
    assert list(state.legal_actions()) == [k for k in range(81) if k // 9 != 4 and k != 76]
    assert state.block_marks() == "........."


def test_the_action_lies_where_the_drawing_has_it():
    """The 81 actions have 81 drawn cells.

    Cell 0 of board 4 is drawn in row 4 and column 4, counted from 1.
    """
    state = SudoTicTacToe()
    assert sorted(map(state.cell_of, range(81))) == list(range(81))
    assert (
        state.cell_of(36) == 3 * 9 + 3 and state.cell_of(8) == 2 * 9 + 2 and state.cell_of(80) == 80
    )


def random_game(start, rng):
    """Yield the positions of a random game."""
    state = start
    yield state
    while not state.is_terminal():
        state = state.apply(rng.choice(list(state.legal_actions())))
        yield state


@pytest.mark.parametrize("mode", [1, 2])
def test_a_mark_that_would_win_in_sudo_is_on_an_empty_cell_of_an_open_board(mode):
    """The winning cells are the cells that win if the player may mark any open cell."""
    found = 0
    for seed in range(20):
        for state in random_game(SudoTicTacToe(mode), random.Random(seed)):
            if state.is_terminal():
                continue
            opened = SudoTicTacToe(mode)._replace(x=state.x, o=state.o)
            for player in (0, 1):
                wins = set()
                for board in range(9):
                    if any(marks >> 81 + board & 1 for marks in (state.x, state.o)):
                        continue
                    for cell in range(9 * board, 9 * board + 9):
                        if (state.x | state.o) >> cell & 1 == 0:
                            free = opened._replace(current_player=player, actions=(cell,))
                            wins |= {cell} if free.apply(cell).winner() == player else set()
                bits = state.winning_bits(player)
                assert {cell for cell in range(81) if bits >> cell & 1} == wins
                found += len(wins)
    assert found > 20
