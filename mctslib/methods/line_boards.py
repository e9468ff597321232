"""Play games in which a full line of cells wins, on many boards at once, with numpy arrays.

A board is one row of numbers with two numbers for each cell.  The first half of the row shows the
marks of the player to move, and the second half shows the marks of the opponent.  `network.encode`
uses the same encoding, so the same network can read these boards and the output of `encode`.
"""

from collections.abc import Sequence

import numpy as np

from mctslib.games.grid import square_lines

Line = tuple[int, ...]

TIC_TAC_TOE: tuple[Line, ...] = tuple(square_lines(3))

SQUARES: tuple[Line, ...] = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8), (0, 2, 6, 8))
"""The four blocks of 2 × 2 cells, and the square of the four corners."""


class LineRules:
    """The true rules of a game on a board: the first player to fill one of the lines wins.

    lines  the cells of each line; all lines have the same length ≥ 1
    cells  the number of cells of the board

    A full board without a line is a draw.  Raises ValueError if there are no lines, if they have
    different lengths, or if a cell is not on the board.
    """

    def __init__(self, lines: Sequence[Line] = TIC_TAC_TOE, cells: int = 9) -> None:
        if not lines:
            raise ValueError("A game of lines needs at least one line.")
        self.lines = tuple(tuple(line) for line in lines)
        if not any(self.lines):
            raise ValueError("The lines go through no cell: give each line at least one cell.")
        self.cells = cells
        self.length = len(self.lines[0])
        self.on_line = np.zeros((cells, len(self.lines)), np.float32)
        for number, line in enumerate(self.lines):
            if len(set(line)) != self.length or not set(line) <= set(range(cells)) or not line:
                raise ValueError(
                    f"A line of this game must be {self.length} different cells from 0 to"
                    f" {cells - 1}, not {line!r}."
                )
            self.on_line[list(line), number] = 1

    def start(self, count: int) -> np.ndarray:
        """Return an array of `count` empty boards."""
        return np.zeros((count, 2 * self.cells), np.float32)

    def legal(self, boards: np.ndarray) -> np.ndarray:
        """Return, for each board, which cells are free."""
        return (boards[:, : self.cells] + boards[:, self.cells :]) == 0

    def play(
        self, boards: np.ndarray, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Make one move on each board.

        actions  the cell of each move; the caller makes sure that the cells are free

        Returns the boards after the moves, whether each game is over, and the reward of the player
        who would move next.  The reward is 0 if the move completed a line, and ½ for a draw.  If a
        game is not over, its reward is also ½, which has no meaning.
        """
        mine = boards[:, : self.cells].copy()
        theirs = boards[:, self.cells :]
        mine[np.arange(len(boards)), actions] = 1
        won = ((mine @ self.on_line) == self.length).any(1)
        after = np.concatenate([theirs, mine], 1)
        over = won | (after.sum(1) >= self.cells)
        return after, over, np.where(won, 0.0, 0.5)


class MisereRules(LineRules):
    """The rules of `LineRules`, except that the player who fills a line loses."""

    def play(
        self, boards: np.ndarray, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Make one move on each board; after a full line, the next player's reward is 1."""
        after, over, next_gets = super().play(boards, actions)
        return after, over, 1 - next_gets


class GravityRules(LineRules):
    """The rules of `LineRules` on an upright board: a mark rests on another mark or the floor."""

    def legal(self, boards: np.ndarray) -> np.ndarray:
        """Return, for each board, which cells are free and have a mark or the floor below them."""
        free = super().legal(boards)
        width = round(self.cells**0.5)
        floor = np.ones((len(boards), width), bool)
        has_support = np.concatenate([~free[:, width:], floor], 1)
        return free & has_support


def turns(cells: int = 9) -> list[np.ndarray]:
    """Return the eight symmetries of a square board: for each cell, its cell in the original."""
    size = round(cells**0.5)
    board = np.arange(cells).reshape(size, size)
    return [np.rot90(way, k).ravel() for way in (board, board.T) for k in range(4)]
