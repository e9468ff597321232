"""Provide three small games with which the checkers of several chapters test a reader's code.

`Chomp` has a poisoned square, `Stairs` has only one player, and in `TwoStones` a player places two
marks per turn.  Chapter 11 asks the reader to write Chomp and TwoStones.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over

# ---------------------------------------------------------- Chomp

ROWS, COLUMNS = 3, 4  # the size of the bar of chocolate in Chomp
SQUARES = ROWS * COLUMNS


class ChompFields(NamedTuple):
    """The data of one position of Chomp."""

    left: frozenset[int] = frozenset(range(SQUARES))  # the squares that have not been taken
    current_player: int = 0


class Chomp(ChompFields):
    """A game with a bar of 3 × 4 squares; the player who must take the poisoned square 0 loses.

    A bite takes a square, and every square that is neither above nor to the left of it.
    """

    num_players = 2

    def legal_actions(self) -> list[int]:
        return sorted(self.left)

    def apply(self, action: int) -> "Chomp":
        if action not in self.left:
            raise illegal(self, action)
        row, column = divmod(action, COLUMNS)
        left = set()
        for square in self.left:
            its_row, its_column = divmod(square, COLUMNS)
            if its_row < row or its_column < column:
                left.add(square)
        return Chomp(frozenset(left), 1 - self.current_player)

    def is_terminal(self) -> bool:
        return not self.left

    def rewards(self) -> tuple[float, float]:
        if self.left:
            raise not_over(self)
        return (1.0, 0.0) if self.current_player == 0 else (0.0, 1.0)

    def __str__(self) -> str:
        marks = ["#" if square in self.left else "." for square in range(SQUARES)]
        return rows_of(marks, COLUMNS)


# ---------------------------------------------------------- Stairs

STAIRS = ((2,), (6, 3), (1, 2, 7), (4, 1, 3, 9), (5, 8, 1, 2, 6))
"""The numbers on the stairs, row by row from the top; place k leads to places k and k + 1 of the
next row.
"""

MOST = 30  # the largest sum of the numbers on a path down the stairs


class StairsFields(NamedTuple):
    """The data of one position of Stairs."""

    row: int = 0
    place: int = 0
    total: int = STAIRS[0][0]  # the sum of the numbers on the path so far


class Stairs(StairsFields):
    """A game in which a single player walks down the stairs.

    The reward is the sum of the numbers on the path, divided by `MOST`.
    """

    num_players = 1
    current_player = 0

    def legal_actions(self) -> list[int]:
        return [] if self.is_terminal() else [0, 1]

    def apply(self, action: int) -> "Stairs":
        if action not in self.legal_actions():
            raise illegal(self, action)
        row = self.row + 1
        place = self.place + action
        return Stairs(row, place, self.total + STAIRS[row][place])

    def is_terminal(self) -> bool:
        return self.row == len(STAIRS) - 1

    def rewards(self) -> tuple[float]:
        if not self.is_terminal():
            raise not_over(self)
        return (self.total / MOST,)


# ---------------------------------------------------------- two stones

LINES_OF_THREE = (
    {0, 1, 2},
    {3, 4, 5},
    {6, 7, 8},
    {0, 3, 6},
    {1, 4, 7},
    {2, 5, 8},
    {0, 4, 8},
    {2, 4, 6},
)


class TwoStonesFields(NamedTuple):
    """The data of one position of TwoStones: the cells that each player has marked."""

    marks: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


class TwoStones(TwoStonesFields):
    """Tic-tac-toe with two marks in each turn except the first, as in Connect6 (Wu, 2005)."""

    num_players = 2

    @property
    def current_player(self) -> int:
        set_so_far = len(self.marks[0]) + len(self.marks[1])
        turn = (set_so_far + 1) // 2
        return turn % 2

    def winner(self) -> int | None:
        """Return the player who has a line, or None if neither player has a line."""
        for player in (0, 1):
            if any(self.marks[player] >= line for line in LINES_OF_THREE):
                return player
        return None

    def legal_actions(self) -> list[int]:
        if self.winner() is not None:
            return []
        taken = self.marks[0] | self.marks[1]
        return [cell for cell in range(9) if cell not in taken]

    def apply(self, action: int) -> "TwoStones":
        if action not in self.legal_actions():
            raise illegal(self, action)
        first, second = self.marks
        if self.current_player == 0:
            first = first | {action}
        else:
            second = second | {action}
        return TwoStones((first, second))

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> tuple[float, float]:
        if not self.is_terminal():
            raise not_over(self)
        winner = self.winner()
        if winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def __str__(self) -> str:
        board = ["."] * 9
        for cell in self.marks[0]:
            board[cell] = "X"
        for cell in self.marks[1]:
            board[cell] = "O"
        return rows_of(board, 3)


def rows_of(cells: Sequence[str], width: int) -> str:
    """Return a board as text, row by row."""
    rows = [cells[first : first + width] for first in range(0, len(cells), width)]
    return "\n".join(" ".join(row) for row in rows)
