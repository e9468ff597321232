"""Tic-tac-toe on a square board of 3 to 6 cells a side: a full row, column or diagonal wins.

    0 1 2      The cells of the 3×3 board, row by row.  Bit k of the integer `x` is set
    3 4 5      where X has cell k, and of `o` where O has it: one integer a player holds
    6 7 8      all of that player's marks, and `x | o` all occupied cells.

A position never changes, so what was worked out about it once is remembered.
"""
from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from operator import index
from typing import Any

from mctslib import svg
from mctslib.game import illegal, not_over, remember

SIZES = range(3, 7)
MARKS = "XO"


@lru_cache(maxsize=None)
def winning_lines(size: int) -> tuple[int, ...]:
    """Every row, column and diagonal as an integer with the bits of its cells set."""
    side = range(size)
    rows = [[size * row + column for column in side] for row in side]
    columns = [list(column) for column in zip(*rows)]
    diagonals = [[rows[k][k] for k in side], [rows[k][size - 1 - k] for k in side]]
    return tuple(sum(1 << cell for cell in line) for line in rows + columns + diagonals)


@remember
def winning_line(size: int, marks: int) -> int:
    """The first line filled by `marks`, as bits; 0 if there is none."""
    return next((line for line in winning_lines(size) if line & marks == line), 0)


class TicTacToe(namedtuple("Fields", "size x o current_player")):
    """One position.  `TicTacToe()` is the empty 3×3 board with X, player 0, to move."""

    __slots__ = ()
    num_players = 2

    def __new__(cls, size: int = 3) -> TicTacToe:
        if index(size) not in SIZES:
            raise ValueError(f"The board can be 3 to 6 cells a side, not {size}.")
        return cls._make((size, 0, 0, 0))

    @classmethod
    def from_text(cls, board: str, to_move: str = "") -> TicTacToe:
        """Read `"X.O/.X./..O"`: rows from the top, `.` for an empty cell.

        Who moves next follows from the number of marks, X being first; `to_move` says it otherwise.
        """
        rows = board.split("/")
        cells = "".join(rows)
        if len(rows) not in SIZES or any(len(row) != len(rows) for row in rows) or set(cells) - set("XO."):
            raise ValueError(f"Not a board: {board!r}.  Write rows of X, O and '.', like 'X.O/.X./..O'.")
        if to_move not in ("", "X", "O"):
            raise ValueError(f"to_move is 'X' or 'O', not {to_move!r}.")
        x, o = (sum(1 << k for k, cell in enumerate(cells) if cell == mark) for mark in MARKS)
        player = MARKS.index(to_move) if to_move else int(cells.count("X") > cells.count("O"))
        return cls._make((len(rows), x, o, player))

    @remember
    def legal_actions(self) -> tuple[int, ...]:
        """The empty cells, numbered row by row from 0; none once a line is full."""
        if self.winner() is not None:
            return ()
        occupied = self.x | self.o
        return tuple(cell for cell in range(self.size**2) if not occupied >> cell & 1)

    @remember
    def apply(self, action: int) -> TicTacToe:
        """The board after the player to move marks cell `action`."""
        size, x, o, player = self
        if index(action) not in self.legal_actions():
            raise illegal(self, action)
        bit = 1 << index(action)
        fields = (size, x, o | bit, 0) if player else (size, x | bit, o, 1)
        return type(self)._make(fields)

    def winner(self) -> int | None:
        """The player with a full line, or None."""
        if winning_line(self.size, self.x):
            return 0
        return 1 if winning_line(self.size, self.o) else None

    def is_terminal(self) -> bool:
        """Whether a line or the whole board is full."""
        return not self.legal_actions()

    @remember
    def rewards(self) -> tuple[float, float]:
        """(X's reward, O's reward): 1 for the winner, 0 for the loser, ½ each for a draw."""
        if not self.is_terminal():
            raise not_over(self)
        return {0: (1.0, 0.0), 1: (0.0, 1.0), None: (0.5, 0.5)}[self.winner()]

    def __reduce__(self) -> tuple[Any, ...]:
        return self._make, (tuple(self),)  # how to copy and pickle

    def winning_cells(self) -> tuple[int, ...]:
        """The cells of the first full line; none if nobody has won."""
        line = winning_line(self.size, self.x) or winning_line(self.size, self.o)
        return tuple(cell for cell in range(self.size**2) if line >> cell & 1)

    def cells(self) -> str:
        """One character a cell, row by row: `X`, `O` or `.`"""
        return "".join("X" if self.x >> k & 1 else "O" if self.o >> k & 1 else "." for k in range(self.size**2))

    def __str__(self) -> str:
        cells, size = self.cells(), self.size
        return "\n".join(" ".join(cells[k : k + size]) for k in range(0, size * size, size))

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return svg.board(self.cells(), self.size, line=self.winning_cells())
