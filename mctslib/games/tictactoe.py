"""Tic-tac-toe on a square board of 3 to 6 cells per side; a full row, column or diagonal wins.

0 1 2      The cells are numbered row by row.  The number of a cell is also the action that marks
           it.
3 4 5      A board is a string with one character for each cell, such as "X.O.X...O".
6 7 8      A line is a slice of this string: board[0:3] is the top row, board[0:9:3] the left
           column, board[0:9:4] and board[2:8:2] are the diagonals.
"""

from __future__ import annotations

from typing import NamedTuple

from mctslib.game import whole
from mctslib.games.board import EMPTY, MARKS
from mctslib.games.grid import Grid, line_slices, lines_through

SIZES = range(3, 7)
LINES = {size: line_slices(size) for size in SIZES}
LINES_THROUGH = {size: lines_through(size) for size in SIZES}
FULL = {size: ["X" * size, "O" * size] for size in SIZES}  # the marks of a full line


class TicTacToeFields(NamedTuple):
    """The data of one position, as a tuple, so that a position cannot be changed by accident."""

    size: int  # the number of cells in a row, 3 to 6
    board: str  # one character for each cell, row by row: "X", "O" or "."
    current_player: int  # the player to move: 0 is X, 1 is O
    actions: tuple[int, ...]  # the empty cells; empty once a line is full


class TicTacToe(Grid, TicTacToeFields):
    """One position of the game.  `TicTacToe(size)` is the empty board, and X begins.

    size    the number of cells in a row, from 3 to 6

    Raises ValueError for another size, and TypeError for a size that is not a whole number.
    The methods `is_terminal` and `rewards` come from `Grid`, because all games on a grid share
    them.
    """

    __slots__ = ()

    def __new__(cls, size: int = 3) -> TicTacToe:
        size = whole(size, "The size")
        if size not in SIZES:
            raise ValueError(
                f"The board must have {SIZES[0]} to {SIZES[-1]} cells per side, not {size}."
            )
        return cls._make((size, EMPTY * size**2, 0, tuple(range(size**2))))

    @property
    def columns(self) -> int:
        """The number of columns, for pictures of the board."""
        return self.size

    def legal_actions(self) -> tuple[int, ...]:
        """Return the empty cells in ascending order, or () if the game is over."""
        return self.actions

    def apply(self, action: int) -> TicTacToe:
        """Return the position after the player to move has marked the cell `action`.

        Raises `IllegalAction` if the cell cannot be marked, and TypeError if `action` is not a
        whole number.
        """
        size, board, player, actions = self
        action = self.accepted(action)
        mark = MARKS[player]
        board = board[:action] + mark + board[action + 1 :]
        place = actions.index(action)
        actions = actions[:place] + actions[place + 1 :]
        full = mark * size
        for line in LINES_THROUGH[size][action]:  # the new mark can complete no other line
            if board[line] == full:
                actions = ()
        return type(self)._make((size, board, 1 - player, actions))

    def winner(self) -> int | None:
        """Return the player who has filled a line, or None if there is no such player."""
        line = full_line(self.board, self.size)
        if line is None:
            return None
        mark = self.board[line][0]
        return MARKS.index(mark)

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the first full line, or () if no player has won."""
        line = full_line(self.board, self.size)
        if line is None:
            return ()
        return tuple(range(self.size**2)[line])

    def winning_actions(self, player: int) -> list[int]:
        """Return the empty cells that would complete a line for `player`, in ascending order.

        player  0 for X, 1 for O
        """
        mark = MARKS[player]
        cells = range(self.size**2)
        found = set()
        for line in LINES[self.size]:
            marks = self.board[line]
            if marks.count(mark) == self.size - 1 and EMPTY in marks:
                found.add(cells[line][marks.index(EMPTY)])
        return sorted(found)

    def cells(self) -> str:
        """Return the board as a string, one character for each cell, row by row."""
        return self.board

    @classmethod
    def from_text(cls, board: str, to_move: str = "") -> TicTacToe:
        """Read a position from rows such as `"X.O/.X./..O"`, with `.` for an empty cell.

        board    the rows from top to bottom, separated by `/`
        to_move  "X" or "O"; by default X is to move, unless X has more marks than O

        Raises ValueError if the text is not a board of 3 to 6 cells per side, or if `to_move` is
        neither "X" nor "O".
        """
        rows = board.split("/")
        cells = "".join(rows)
        size = len(rows)
        square = size in SIZES and all(len(row) == size for row in rows)
        if not square or not set(cells) <= {*MARKS, EMPTY}:
            raise ValueError(
                f"Not a board: {board!r}.  Write rows of X, O and '.', like 'X.O/.X./..O'."
            )
        if to_move not in ("", *MARKS):
            raise ValueError(f"to_move must be 'X' or 'O', not {to_move!r}.")

        if to_move:
            player = MARKS.index(to_move)
        elif cells.count("X") > cells.count("O"):
            player = 1
        else:
            player = 0

        if full_line(cells, size) is None:
            actions = tuple(cell for cell, mark in enumerate(cells) if mark == EMPTY)
        else:
            actions = ()
        return cls._make((size, cells, player, actions))


def full_line(board: str, size: int) -> slice | None:
    """Return the first line that one player has filled, or None.

    board   one character for each cell, row by row
    size    the number of cells in a row
    """
    for line in LINES[size]:
        if board[line] in FULL[size]:
            return line
    return None


MENU = {"tictactoe": (TicTacToe(), "a full line wins; --size 3 to 6 (cells per side)")}
