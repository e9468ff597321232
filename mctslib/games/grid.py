"""The base class of the games of X and O on a grid, and functions for the lines of a board."""

from __future__ import annotations

from collections.abc import Sequence

from mctslib.game import illegal, not_over, whole
from mctslib.games.board import block_size, sides
from mctslib.games.drawn import Drawn
from mctslib.games.names import grid_text


def line_slices(size: int) -> list[slice]:
    """Return the rows, columns and diagonals of a square board as slices of its cells.

    size    the number of cells in a row

    On the 3×3 board, "XO.XO.X.."[slice(0, 9, 3)] is "XXX", the left column.
    """
    end = size**2
    rows = [slice(start, start + size) for start in range(0, end, size)]
    columns = [slice(start, end, size) for start in range(size)]
    falling = slice(0, end, size + 1)  # from the top left corner to the bottom right
    rising = slice(size - 1, end - 1, size - 1)  # from the top right corner to the bottom left
    return [*rows, *columns, falling, rising]


def square_lines(size: int) -> list[tuple[int, ...]]:
    """Return the rows, columns and diagonals of a square board as tuples of cell numbers."""
    cells = range(size**2)
    return [tuple(cells[line]) for line in line_slices(size)]


def lines_through(size: int) -> list[list[slice]]:
    """Return, for each cell of a square board, the two to four lines through it, as slices."""
    cells = range(size**2)
    through = []
    for cell in cells:
        through.append([line for line in line_slices(size) if cell in cells[line]])
    return through


class Grid(Drawn):
    """The base class of games in which two players put X and O on a grid.

    A subclass has these attributes:

    current_player  0 for X, 1 for O
    actions         the legal actions in ascending order; empty once the game is over
    columns         the number of cells in a row, for the picture

    A subclass also defines `legal_actions`, `apply`, `winner` and `cells`.  For playouts that win
    or block if possible, a subclass also needs `winning_actions`, or its own `decisive_actions`.
    `board.Board` lists further members that a picture can show.
    """

    __slots__ = ()
    num_players = 2
    current_player: int
    actions: tuple[int, ...]

    @property
    def columns(self) -> int:
        """The number of cells in a row, for the picture."""
        raise NotImplementedError

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.actions

    def rewards(self) -> tuple[float, float]:
        """Return X's reward and O's reward: 1 for a win, 0 for a loss, and ½ for a draw.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)  # type: ignore[arg-type]
        winner = self.winner()
        if winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def winner(self) -> int | None:
        """Return the player who has won, or None."""
        raise NotImplementedError

    def cells(self) -> str:
        """Return one character for each drawn cell, row by row: `X`, `O` or `.`"""
        raise NotImplementedError

    def accepted(self, action: int) -> int:
        """Return `action` as an `int`, even if the action is one of numpy's integers.

        Raises `IllegalAction` if the action is not legal here, and TypeError if it is not a whole
        number.
        """
        if type(action) is int and action in self.actions:
            return action
        number = whole(action)
        if number not in self.actions:
            raise illegal(self, number)  # type: ignore[arg-type]
        return number

    def winning_actions(self, player: int) -> list[int]:
        """Return the actions that would win at once for `player` if `player` were to move."""
        raise NotImplementedError

    def decisive_actions(self) -> Sequence[int]:
        """Return the decisive actions, or else the anti-decisive actions, or else all actions.

        A decisive action wins at once, and an anti-decisive action prevents the opponent from
        winning with the next move (Teytaud and Teytaud, 2010).  If the opponent cannot win with the
        next move, or cannot be prevented from winning, all actions are returned.  This method is
        correct for games in which a player's mark never opens a cell for the opponent.
        """
        wins = self.winning_actions(self.current_player)
        if wins:
            return wins
        threats = self.winning_actions(1 - self.current_player)
        if len(threats) == 1:
            return threats
        return self.actions

    def __str__(self) -> str:
        slanted = bool(sides(self))
        return grid_text(self.cells(), self.columns, block_size(self), slanted)

    __repr__ = __str__

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return self._make, (tuple(self),)  # type: ignore[attr-defined, arg-type]
