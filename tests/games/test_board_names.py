"""A game's description of its board says what a click means, and what cells and moves are called."""

import re
from functools import reduce
from typing import NamedTuple

import pytest

from mctslib import ConnectFour, Nim, SudoTicTacToe, TicTacToe
from mctslib.games.board import block_of, landing, shaded, targets
from mctslib.games.names import action_name, cell_name, result, where
from mctslib.terminal.options import STARTS

# X has won board 1 and is sent to board 4.
WON = reduce(SudoTicTacToe.apply, (1, 9, 2, 18, 0, 12), SudoTicTacToe(2))


@pytest.mark.parametrize(
    "state, action, cell, words",
    [
        (TicTacToe(), 5, 5, "cell 5"),
        (TicTacToe(), 0, 0, "cell 0"),
        (ConnectFour(), 3, 38, "column 3"),
        (SudoTicTacToe(), 36, 30, "cell 36 (board 4)"),
        (Nim(3, 4, 5), 6, 6, "take 3 from heap 2"),
    ],
)
def test_where_an_action_lies_and_what_it_is_called(state, action, cell, words):
    assert landing(state)[cell] == action and action_name(state, action) == words


# The three omitted games have their own names for their actions.
@pytest.mark.parametrize("name", sorted({*STARTS} - {"nim", "pig", "twentyfour"}))
def test_words_call_an_action_by_the_number_that_code_and_trees_use(name):
    state = STARTS[name][0]
    assert [int(re.search(r"\d+", action_name(state, a))[0]) for a in state.legal_actions()] == [
        *state.legal_actions()
    ]


def test_a_click_on_any_cell_of_a_column_means_it():
    state = reduce(ConnectFour.apply, [0, 2, 2, 2, 2, 2, 2], ConnectFour())
    assert {targets(state)[cell] for cell in range(0, 42, 7)} == {28}
    # The third column is full.
    assert targets(state)[:7] == targets(state)[35:] == [28, 36, -1, 38, 39, 40, 41]
    assert targets(TicTacToe().apply(4)) == [0, 1, 2, 3, -1, 5, 6, 7, 8]


def test_blocks_are_counted_like_the_boards_of_the_game():
    state = SudoTicTacToe()
    for action in range(81):
        assert block_of(state, state.cell_of(action)) == action // 9
        # A cell is named after its legal action, or after its number if it has no legal action.
        for late in (state, WON):
            assert cell_name(late, state.cell_of(action)) == f"cell {action} (board {action // 9})"
    assert (
        cell_name(ConnectFour(), 38) == "column 3, row 0"
        and cell_name(Nim(3, 4, 5), 6) == "row 2, column 2"
    )


def test_where_one_must_play():
    assert shaded(WON) == sorted(9 * row + column for row in (3, 4, 5) for column in (0, 1, 2))
    assert where(WON) == "Play in board 3."
    assert {where(state) for state in (SudoTicTacToe(), TicTacToe(), ConnectFour())} == {""}
    assert (
        where(reduce(SudoTicTacToe.apply, (1, 9, 2, 18, 0), SudoTicTacToe(2)))
        == "Play in any open board."
    )


class Over(NamedTuple):
    """A finished game with the given players and rewards."""

    shares: tuple
    chance_player: int | None = None

    @property
    def num_players(self):
        return len(self.shares)

    def rewards(self):
        return self.shares


def test_results_in_words():
    for over, told in [
        (Over((1, 0)), "player 0 wins."),
        (Over((1, 1, 0)), "player 0 and player 1 win."),
        (Over((1, 1, 1)), "player 0, player 1 and player 2 win."),
        (Over((0.5, 0.5)), "a draw."),
        (Over((0.25, 0.75)), "rewards 0.25 for player 0 and 0.75 for player 1."),
        (Over((1,)), "player 0 wins."),
        (Over((0.5,)), "the reward is ½."),  # a player without an opponent cannot draw
        (Over((0.5, 0.5, 0), chance_player=2), "a draw."),
        (Over((0, 1, 0), chance_player=2), "player 1 wins."),
        (Over((0, 1, 1), chance_player=2), "player 1 wins."),
        (Over((0.5, 0), chance_player=1), "the reward is ½."),
    ]:
        assert result(over, over) == f"The game is over: {told}"


@pytest.mark.parametrize("cell_of", [lambda state, action: action + 1, lambda state, action: 0])
def test_actions_off_the_board_or_in_one_cell_cannot_be_clicked(cell_of):
    own = type("Own", (TicTacToe,), {"__slots__": (), "cell_of": cell_of})
    assert landing(own._make(TicTacToe())) == {}
