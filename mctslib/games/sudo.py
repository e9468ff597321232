"""Sudo tic-tac-toe: nine boards of nine cells; the cell you play sends your opponent to a board.

boards and their cells  0 1 2     Action 9 · board + cell.  Bit `action` of the integer `x` is set
are numbered alike:     3 4 5     if X has that cell, and the same bit of `o` if O has it.  Bits 81
                        6 7 8     to 89 are a tenth board: the local boards that the player has won.

In mode 1, the first local board that a player wins also wins the game.  In mode 2 (known as
ultimate tic-tac-toe), three won local boards in a row win.  A won or full board is closed.  A
player who is sent to a closed board may play in any open board.  `bits.py` explains why this game
uses bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.games.bits import BitGrid, with_bits
from mctslib.games.grid import square_lines
from mctslib.given import check_one_of, whole

BOARD = 0b111_111_111  # the nine cells of a local board
WON = 81  # the first bit of the tenth board
LINES = square_lines(3)
ALL_MARKS = range(512)  # every set of marks on a local board, as bits


def full_row(marks: int) -> tuple[int, ...]:
    """Return the cells of the first three in a row among the marks on a local board, or ()."""
    for line in LINES:
        if all(marks >> cell & 1 for cell in line):
            return line
    return ()


def without(marks: int) -> list[int]:
    """Return the cells of a local board that are not among the marks."""
    return [cell for cell in range(9) if not marks >> cell & 1]


def gaps(marks: int) -> int:
    """Return, as bits, the cells that would complete three in a row together with these marks."""
    return with_bits(cell for cell in without(marks) if full_row(marks | 1 << cell))


# These tables save time, because a playout looks up their values at every move.
# For every set of marks: the cells of the first three in a row that it contains, or ().
ROW = [full_row(marks) for marks in ALL_MARKS]
# For every set of marks: the cells, as bits, that would complete three in a row.
GAPS = [gaps(marks) for marks in ALL_MARKS]
# For every local board and every set of marks on it: the actions that are left.
LEFT = [
    [tuple(9 * board + cell for cell in without(marks)) for marks in ALL_MARKS]
    for board in range(9)
]


def drawn_cell(action: int) -> int:
    """Return the drawn cell of an action, on the board of 9 × 9 cells."""
    board, cell = divmod(action, 9)
    row = 3 * (board // 3) + cell // 3
    column = 3 * (board % 3) + cell % 3
    return 9 * row + column


# The drawn cell of each action.  The same table maps a drawn cell to its action.
DRAWN = [drawn_cell(action) for action in range(81)]


def open_actions(taken: int, board: int) -> tuple[int, ...]:
    """Return the actions in a local board, or () if the board is won or full.

    taken   all marks of both players, as bits, including the tenth board
    """
    if taken >> WON + board & 1:
        return ()
    return LEFT[board][taken >> 9 * board & BOARD]


def all_open_actions(taken: int) -> tuple[int, ...]:
    """Return the actions in all open local boards."""
    actions: tuple[int, ...] = ()
    for board in range(9):
        actions += open_actions(taken, board)
    return actions


class SudoFields(NamedTuple):
    """The data of one position."""

    mode: int  # 1 or 2
    x: int  # X's cells; from bit 81 on, the boards that X has won
    o: int  # O's cells; from bit 81 on, the boards that O has won
    current_player: int  # the player to move: 0 is X, 1 is O
    actions: tuple[int, ...]  # the legal actions; empty once the game is over


class SudoTicTacToe(BitGrid, SudoFields):
    """One position of the game.  `SudoTicTacToe(mode)` is the empty board, and X begins.

    mode    1: one local board wins; 2: three local boards in a row win

    Raises ValueError if the mode is neither 1 nor 2, and TypeError if it is not a whole number.
    """

    __slots__ = ()
    columns = 9  # for drawing: nine cells in a row
    block = 3  # for drawing: blocks of three by three cells

    def __new__(cls, mode: int = 1) -> SudoTicTacToe:
        mode = whole(mode, "The mode")
        check_one_of("The mode", mode, (1, 2))
        return cls._make((mode, 0, 0, 0, tuple(range(81))))

    def legal_actions(self) -> tuple[int, ...]:
        """Return the empty cells of the board to which the player was sent, or of all open boards.

        The tuple is empty if the game is over.
        """
        return self.actions

    def apply(self, action: int) -> SudoTicTacToe:
        """Return the position after the player to move marks cell `action % 9` of a local board.

        The board is `action // 9`.  Raises `IllegalAction` if the cell cannot be marked, and
        TypeError if `action` is not a whole number.
        """
        mode, x, o, player, actions = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        board, cell = divmod(action, 9)
        marks = (o if player else x) | 1 << action
        over = False
        if ROW[marks >> 9 * board & BOARD]:
            marks |= 1 << WON + board
            over = mode == 1 or bool(ROW[marks >> WON])
        if player == 0:
            x = marks
        else:
            o = marks
        if over:
            actions = ()
        else:
            actions = open_actions(x | o, cell) or all_open_actions(x | o)
        return type(self)._make((mode, x, o, 1 - player, actions))

    def winner(self) -> int | None:
        """Return the player who has won the game, or None."""
        for player in (0, 1):
            boards = self.marks_of(player) >> WON
            if ROW[boards] or (self.mode == 1 and boards):
                return player
        return None

    def winning_bits(self, player: int) -> int:
        """Return the cells, as bits, in which a mark of `player` would win the game at once.

        All open boards count, even if the player to move was sent to a particular board.
        """
        marks = self.marks_of(player)
        taken = self.x | self.o
        found = 0
        for board in range(9):
            is_won = taken >> WON + board & 1
            would_win = self.mode == 1 or ROW[marks >> WON | 1 << board]
            if would_win and not is_won:
                found |= GAPS[marks >> 9 * board & BOARD] << 9 * board
        return found & ~taken

    def winning_actions(self, player: int) -> list[int]:
        """Return the legal actions that would win at once for `player` if `player` were to move."""
        wins = self.winning_bits(player)
        return [action for action in self.actions if wins >> action & 1]

    def decisive_actions(self) -> Sequence[int]:
        """Return the actions that win at once, or else the safe actions, or else all actions.

        After a safe action the opponent cannot win at once.
        """
        wins = self.winning_actions(self.current_player)
        if wins:
            return wins
        threats = self.winning_bits(1 - self.current_player)
        if threats == 0:
            return self.actions
        safe = [action for action in self.actions if not self.invites(action, threats)]
        return safe or self.actions

    def invites(self, action: int, threats: int) -> bool:
        """Return whether the opponent could play one of the `threats` after this action.

        threats   the cells, as bits, in which a mark of the opponent would win at once
        """
        board, sent_to = divmod(action, 9)
        if board != sent_to and open_actions(self.x | self.o, sent_to):
            return threats >> 9 * sent_to & BOARD != 0
        replies = self.apply(action).actions
        return any(threats >> reply & 1 for reply in replies)

    def cell_of(self, action: int) -> int:
        """Return the drawn cell of an action, on the board of 9 × 9 cells."""
        return DRAWN[action]

    def cells(self) -> str:
        """Return one character for each drawn cell, row by row across all the boards."""
        return self.letters(DRAWN)

    def block_marks(self) -> str:
        """Return one character for each local board: its winner's mark, or `.` if it is not won."""
        return self.letters(range(WON, WON + 9))

    def winning_cells(self) -> tuple[int, ...]:
        """Return the drawn cells of the winning row; in mode 2, the middle cells of its three
        boards.

        If no player has won, the tuple is empty.
        """
        winner = self.winner()
        if winner is None:
            return ()
        marks = self.marks_of(winner)
        boards = marks >> WON
        if self.mode == 2:
            return tuple(DRAWN[9 * board + 4] for board in ROW[boards])
        board = boards.bit_length() - 1  # the only board that is won
        return tuple(DRAWN[9 * board + cell] for cell in ROW[marks >> 9 * board & BOARD])


MENU = {
    "sudo1": (SudoTicTacToe(1), "nine boards in one: the first won board wins"),
    "sudo2": (SudoTicTacToe(2), "nine boards in one: three boards in a row win"),
}
