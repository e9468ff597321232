"""What the games of X and O on a grid share, so that their files hold rules only: result, text and picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mctslib.game import illegal, not_over, whole
from mctslib.games.board import MARKS, block_size, sides
from mctslib.games.drawn import Drawn
from mctslib.games.names import grid_text


def square_lines(size: int) -> list[tuple[int, ...]]:
    """The rows, columns and diagonals of a square board, as the numbers of their cells, row by row from 0."""
    side = range(size)
    rows = [tuple(range(size * row, size * (row + 1))) for row in side]
    diagonals = [tuple((size + 1) * k for k in side), tuple((size - 1) * (k + 1) for k in side)]
    return [*rows, *zip(*rows), *diagonals]


class Grid(Drawn):
    """A game's tuple of fields has integers `x` and `o` (their bits are marks) and the legal `actions`.

    For the picture it has `columns`, `cells()` and `winning_cells()`; the whole list is in `Board`.

    Two habits of these games are for speed (what they save was measured in searches with random playouts):
    the legal actions are a field, worked out once a position, else a search takes more than twice as long; and `apply`
    ends in `tuple.__new__`, as `_make` would count the fields again: 4 to 5 % of an iteration.
    """

    __slots__ = ()
    num_players = 2
    x: int
    o: int
    current_player: int
    columns: int
    actions: tuple[int, ...]

    def accepted(self, action: int) -> int:
        """The action as an `int`, such as numpy's numbers.  Raises what `apply` raises where it is not legal."""
        if whole(action) not in self.actions:
            raise illegal(self, whole(action))  # type: ignore[arg-type]
        return whole(action)

    def winner(self) -> int | None:
        """The player who has won, or None."""
        raise NotImplementedError

    def cells(self) -> str:
        """One character a drawn cell, row by row: `X`, `O` or `.`"""
        raise NotImplementedError

    def winning_actions(self, player: int) -> list[int]:
        """The actions that would win at once for `player`, were it their turn."""
        raise NotImplementedError

    def decisive_actions(self) -> Sequence[int]:
        """The actions that win at once; else those after which the opponent cannot; else all of them.

        It holds for games in which one's own mark opens no cell to the opponent.
        """
        if best := self.winning_actions(self.current_player):
            return best
        threats = self.winning_actions(1 - self.current_player)
        return threats if len(threats) == 1 else self.actions

    def letters(self, bits: Iterable[int]) -> str:
        """One character for each of the bits 0, 1, …: `X`, `O` or `.`"""
        return "".join(
            MARKS[0] if self.x >> k & 1 else MARKS[1] if self.o >> k & 1 else "." for k in bits
        )

    def is_terminal(self) -> bool:
        """Whether somebody has won or nobody can move."""
        return not self.actions

    def rewards(self) -> tuple[float, float]:
        """(X's reward, O's reward): 1 for the winner, 0 for the loser, ½ each for a draw."""
        if self.actions:
            raise not_over(self)  # type: ignore[arg-type]
        return {0: (1.0, 0.0), 1: (0.0, 1.0), None: (0.5, 0.5)}[self.winner()]

    def __reduce__(self) -> tuple:  # how to copy and pickle
        return self._make, (tuple(self),)  # type: ignore[attr-defined, arg-type]

    def __str__(self) -> str:
        return grid_text(self.cells(), self.columns, block_size(self), bool(sides(self)))

    __repr__ = __str__
