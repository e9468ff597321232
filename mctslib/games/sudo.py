"""Sudo tic-tac-toe: nine boards of nine cells.  The cell you play sends your opponent to that board.

    boards and their cells  0 1 2     Action 9 · board + cell.  Bit `action` of the integer `x` is set
    are numbered alike:     3 4 5     where X has that cell, and of `o` where O has it.  Bits 81 to 89
                            6 7 8     are a tenth board: the local boards that the player has won.

Mode 1: the first local board won wins the game.  Mode 2: local boards won in a row win (known as ultimate
tic-tac-toe).  A won or full board is closed; sent to a closed one, play in any open board.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence

from mctslib.game import whole
from mctslib.games.bits import BitGrid
from mctslib.games.grid import square_lines

BOARD = 0b111_111_111
# For every set of marks on a local board the three in a row among them, if any.
ROW = [
    next((line for line in square_lines(3) if all(marks >> k & 1 for k in line)), ())
    for marks in range(512)
]
# And the cells, as bits, that would complete one.
GAPS = [
    sum(1 << k for k in range(9) if not marks >> k & 1 and ROW[marks | 1 << k])
    for marks in range(512)
]
# And the actions of each board that are left.
EMPTY = [
    [tuple(9 * board + k for k in range(9) if not marks >> k & 1) for marks in range(512)]
    for board in range(9)
]
DRAWN = [
    n // 27 * 27 + n // 3 % 3 * 9 + n // 9 % 3 * 3 + n % 3 for n in range(81)
]  # action → cell, and cell → action


def open_cells(taken: int, board: int) -> tuple[int, ...]:
    """The actions of a local board on the whole; none if it is won (tenth board) or full."""
    return () if taken >> 81 + board & 1 else EMPTY[board][taken >> 9 * board & BOARD]


class SudoTicTacToe(BitGrid, namedtuple("Fields", "mode x o current_player actions")):
    """One position.  `SudoTicTacToe(mode)` is the empty board, mode 1 or 2 (else ValueError); X, player 0, begins."""

    __slots__ = ()
    columns, block = 9, 3  # for drawing: 9 cells in a row, in blocks of 3 by 3

    def __new__(cls, mode: int = 1) -> SudoTicTacToe:
        if (mode := whole(mode, "The mode")) not in (1, 2):
            raise ValueError(
                f"The mode is 1 (one board wins) or 2 (three boards in a row win), not {mode}."
            )
        return cls._make((mode, 0, 0, 0, tuple(range(81))))

    def legal_actions(self) -> tuple[int, ...]:
        """9 · board + cell for the empty cells of the board one was sent to, or of all open boards."""
        return self.actions

    def apply(self, action: int) -> SudoTicTacToe:
        """The position after the player to move marks cell `action % 9` of board `action // 9`."""
        mode, x, o, player, actions = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        board, cell, over = action // 9, action % 9, False
        marks = (o if player else x) | 1 << action
        if ROW[marks >> 9 * board & BOARD]:
            marks |= 1 << 81 + board
            over = mode == 1 or bool(ROW[marks >> 81])
        x, o = (x, marks) if player else (marks, o)
        taken = x | o
        left = (
            ()
            if over
            else open_cells(taken, cell) or sum([open_cells(taken, k) for k in range(9)], ())
        )
        return tuple.__new__(type(self), (mode, x, o, 1 - player, left))

    def winner(self) -> int | None:
        """The player who has won the game, or None."""
        x, o = self.x >> 81, self.o >> 81
        won = (x, o) if self.mode == 1 else (ROW[x], ROW[o])
        return 0 if won[0] else 1 if won[1] else None

    def winning_bits(self, player: int) -> int:
        """The cells, as bits, that would win the game at once for `player`, were it their turn anywhere."""
        marks, taken, found = self.o if player else self.x, self.x | self.o, 0
        for board in range(9):
            gaps = GAPS[marks >> 9 * board & BOARD]
            if (
                gaps
                and not taken >> 81 + board & 1
                and (self.mode == 1 or ROW[marks >> 81 | 1 << board])
            ):
                found |= gaps << 9 * board
        return found & ~taken

    def decisive_actions(self) -> Sequence[int]:
        """The actions that win at once; else those after which the opponent cannot; else all of them."""
        wins, threats = (
            self.winning_bits(self.current_player),
            self.winning_bits(1 - self.current_player),
        )
        if wins and (best := [action for action in self.actions if wins >> action & 1]):
            return best
        return [
            a for a in self.actions if not (threats and self.invites(a, threats))
        ] or self.actions

    def invites(self, action: int, threats: int) -> bool:
        """Whether the opponent could play one of the `threats` after this action."""
        board, sent = action // 9, action % 9
        if board != sent and open_cells(self.x | self.o, sent):
            return bool(threats >> 9 * sent & BOARD)
        return any(threats >> reply & 1 for reply in self.apply(action).actions)

    def cell_of(self, action: int) -> int:
        """Where an action lies on the drawn board of nine rows of nine cells."""
        return DRAWN[action]

    def cells(self) -> str:
        """One character a drawn cell, row by row through all the boards."""
        return self.letters(DRAWN)

    def block_marks(self) -> str:
        """Who has won each local board."""
        return self.letters(range(81, 90))

    def winning_cells(self) -> tuple[int, ...]:
        """The drawn cells of the row that won: in mode 2 the middles of its boards."""
        if (winner := self.winner()) is None:
            return ()
        marks = self.o if winner else self.x
        if self.mode == 2:
            return tuple(self.cell_of(9 * board + 4) for board in ROW[marks >> 81])
        board = (marks >> 81).bit_length() - 1
        return tuple(self.cell_of(9 * board + cell) for cell in ROW[marks >> 9 * board & BOARD])


MENU = {
    "sudo1": (SudoTicTacToe(1), "nine boards in one: the first board won wins"),
    "sudo2": (SudoTicTacToe(2), "nine boards in one: three boards in a row win"),
}
