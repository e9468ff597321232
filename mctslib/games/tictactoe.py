"""Tic-tac-toe on a square board of 3 to 6 cells a side: a full row, column or diagonal wins.

    0 1 2      The cells of the 3×3 board, row by row.  Bit k of the integer `x` is set
    3 4 5      where X has cell k, and of `o` where O has it: one integer a player holds
    6 7 8      all of that player's marks, and `x | o` all occupied cells.

`actions` are the empty cells, or none once a line is full.
"""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache

from mctslib.game import whole
from mctslib.games.board import MARKS
from mctslib.games.grid import Grid, square_lines

SIZES = range(3, 7)


@lru_cache(maxsize=None)
def winning_lines(size: int) -> tuple[int, ...]:
    """Every row, column and diagonal as an integer with the bits of its cells set."""
    return tuple(sum(1 << cell for cell in line) for line in square_lines(size))


def lines_through(size: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the two to four lines on it."""
    return tuple(
        tuple(line for line in winning_lines(size) if line >> k & 1) for k in range(size**2)
    )


LINES = {size: lines_through(size) for size in SIZES}  # a new mark can complete no other


@lru_cache(maxsize=1 << 12)  # 2 % of an iteration
def winning_line(size: int, marks: int) -> int:
    """The first line filled by `marks`, as bits; 0 if there is none."""
    return next((line for line in winning_lines(size) if line & marks == line), 0)


class TicTacToe(Grid, namedtuple("Fields", "size x o current_player actions")):
    """One position.  `TicTacToe(size)` is the empty board, 3 to 6 cells a side (else ValueError); X begins."""

    __slots__ = ()
    columns = property(lambda self: self.size)

    def __new__(cls, size: int = 3) -> TicTacToe:
        if (size := whole(size, "The size")) not in SIZES:
            raise ValueError(
                f"The board can be {SIZES[0]} to {SIZES[-1]} cells a side, not {size}."
            )
        return cls._make((size, 0, 0, 0, tuple(range(size**2))))

    @classmethod
    def from_text(cls, board: str, to_move: str = "") -> TicTacToe:
        """Read `"X.O/.X./..O"`: rows from the top, `.` for an empty cell.

        Who moves next follows from the number of marks, X being first; `to_move` says it otherwise.  Raises
        ValueError for a text that is no board of 3 to 6 cells a side.
        """
        rows, cells = board.split("/"), board.replace("/", "")
        if (
            len(rows) not in SIZES
            or any(len(row) != len(rows) for row in rows)
            or set(cells) - {*MARKS, "."}
        ):
            raise ValueError(
                f"Not a board: {board!r}.  Write rows of X, O and '.', like 'X.O/.X./..O'."
            )
        if to_move not in ("", *MARKS):
            raise ValueError(f"to_move is 'X' or 'O', not {to_move!r}.")
        x, o = (sum(1 << k for k, cell in enumerate(cells) if cell == mark) for mark in MARKS)
        player = MARKS.index(to_move) if to_move else int(cells.count("X") > cells.count("O"))
        won = winning_line(len(rows), x) or winning_line(len(rows), o)
        empty = (k for k, cell in enumerate(cells) if cell == "." and not won)
        return cls._make((len(rows), x, o, player, tuple(empty)))

    def legal_actions(self) -> tuple[int, ...]:
        """The empty cells, numbered row by row from 0; none once a line is full."""
        return self.actions

    def apply(self, action: int) -> TicTacToe:
        """The board after the player to move marks cell `action`."""
        size, x, o, player, actions = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        marks = (o if player else x) | 1 << action
        place = actions.index(action)
        left = actions[:place] + actions[place + 1 :]
        for line in LINES[size][action]:
            if marks & line == line:
                left = ()
        fields = (size, x, marks, 0, left) if player else (size, marks, o, 1, left)
        return tuple.__new__(type(self), fields)

    def winner(self) -> int | None:
        """The player with a full line, or None."""
        size, x, o, _, _ = self
        return 0 if winning_line(size, x) else 1 if winning_line(size, o) else None

    def winning_cells(self) -> tuple[int, ...]:
        """The cells of the first full line; none if nobody has won."""
        line = winning_line(self.size, self.x) or winning_line(self.size, self.o)
        return tuple(cell for cell in range(self.size**2) if line >> cell & 1)

    def cells(self) -> str:
        """One character a cell, row by row."""
        return self.letters(range(self.size**2))

    def winning_actions(self, player: int) -> list[int]:
        """The empty cells that complete a line of `player`'s."""
        mine, theirs = (self.o, self.x) if player else (self.x, self.o)
        gaps = [line & ~mine for line in winning_lines(self.size) if not line & theirs]
        return sorted({gap.bit_length() - 1 for gap in gaps if gap.bit_count() == 1})


MENU = {"tictactoe": (TicTacToe(), "a row wins; --size 3 to 6 (cells a side)")}
