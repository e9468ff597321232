"""Connect Four: drop a disc into a column; four in a row, column or diagonal win.

5 12 19 …     Bit k of the integer `x` is set if X has a disc in place k, and bit k of `o` if O has
4 …           a disc there.  The places are numbered upwards in each column.  The place above the
0  7 14 …     top of a column (place 6 in the first column) is always empty, so that no line of
              places can run from one column into the next by mistake.
              The action is the column, counted from 0 on the left.

`bits.py` explains why this game uses bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mctslib.games.bits import BitGrid, with_bits
from mctslib.given import whole

SIDES = range(1, 13)
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # (columns to the right, rows up)

Shape = tuple[int, int, int]
"""The number of columns, the number of rows, and the number of discs in a row that win."""


@cache
def winning_lines(columns: int, rows: int, k: int) -> tuple[int, ...]:
    """Return every line of `k` places on a board, as an integer with the bits of these places set.

    columns, rows  the size of the board
    k              the number of discs in a row that win
    """
    lines = []
    for column in range(columns):
        for row in range(rows):
            for right, up in DIRECTIONS:
                last_column = column + (k - 1) * right
                last_row = row + (k - 1) * up
                if last_column < columns and 0 <= last_row < rows:
                    first = column * (rows + 1) + row
                    step = right * (rows + 1) + up
                    lines.append(with_bits(first + step * n for n in range(k)))
    return tuple(lines)


class Landing(NamedTuple):
    """The place in which a disc lands, and the lines that it may complete there."""

    bit: int  # the place, as a bit
    fills_column: bool  # whether the disc fills the column
    rests: list[int]  # the lines that the disc can complete, each without the place itself


class Column(NamedTuple):
    """The places of one column."""

    places: int
    landings: dict[int, Landing]  # discs in the column, as bits → where the next disc lands


@cache
def columns_of(shape: Shape) -> list[Column]:
    """Return the columns of a board; the result is cached, because `apply` needs it often."""
    columns, rows, _ = shape
    found = []
    for column in range(columns):
        foot = column * (rows + 1)
        places = with_bits(range(foot, foot + rows))
        landings = {}
        for row in range(rows):
            discs_below = with_bits(range(foot, foot + row))
            bit = 1 << foot + row
            landings[discs_below] = Landing(bit, row == rows - 1, rests_of(shape, bit, places))
        found.append(Column(places, landings))
    return found


def rests_of(shape: Shape, bit: int, places: int) -> list[int]:
    """Return the lines that a disc can complete in a given place, each without this place.

    bit     the place, as a bit
    places  the places of the same column, as bits.  A disc can complete a vertical line only as its
            topmost disc, because the places above the disc are empty.
    """
    rests = []
    for line in winning_lines(*shape):
        upright = line & ~places == 0
        bit_is_the_top = line < 2 * bit
        if line & bit and (bit_is_the_top or not upright):
            rests.append(line ^ bit)
    return rests


def completes(marks: int, rests: list[int]) -> bool:
    """Return whether the marks fill one of `rests`, so that one more disc completes a line."""
    for rest in rests:  # noqa: SIM110 - `any` with a generator takes twice as long
        if marks & rest == rest:
            return True
    return False


class ConnectFourFields(NamedTuple):
    """The data of one position."""

    shape: Shape
    x: int  # the places of X's discs, as bits
    o: int  # the places of O's discs, as bits
    current_player: int  # the player to move: 0 is X, 1 is O
    actions: tuple[int, ...]  # the columns that are not full; empty once a player has won


class ConnectFour(BitGrid, ConnectFourFields):
    """One position of the game.  `ConnectFour()` is the empty board, and X begins.

    columns, rows  the size of the board, each from 1 to 12
    k              the number of discs in a row that win, from 2 to the longer side

    Raises ValueError if a side or k is outside its range, and TypeError if a number is not whole.
    """

    __slots__ = ()
    by_column = True  # for playing: a click on any cell of a column chooses the column

    def __new__(cls, columns: int = 7, rows: int = 6, k: int = 4) -> ConnectFour:
        columns, rows, k = (whole(number, "A side, or k,") for number in (columns, rows, k))
        if not (columns in SIDES and rows in SIDES and 2 <= k <= max(columns, rows)):
            raise ValueError(
                f"There is no board of {columns} columns and {rows} rows with {k} in a row: a side"
                f" has 1 to {SIDES[-1]} cells, and k is at least 2 and at most the longer side."
            )
        return cls._make(((columns, rows, k), 0, 0, 0, tuple(range(columns))))

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.shape[0]

    def legal_actions(self) -> tuple[int, ...]:
        """Return the columns that are not full, or () if the game is over."""
        return self.actions

    def apply(self, action: int) -> ConnectFour:
        """Return the position after the player to move has dropped a disc into column `action`.

        Raises `IllegalAction` if the column is full or the game is over, and TypeError if `action`
        is not a whole number.
        """
        shape, x, o, player, actions = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        places, landings = columns_of(shape)[action]
        bit, fills_column, rests = landings[(x | o) & places]
        marks = (o if player else x) | bit
        if fills_column:
            actions = tuple([other for other in actions if other != action])
        for rest in rests:
            if marks & rest == rest:
                actions = ()
        if player == 0:
            return type(self)._make((shape, marks, o, 1, actions))
        return type(self)._make((shape, x, marks, 0, actions))

    def winner(self) -> int | None:
        """Return the player who has won, or None.

        Only the player who moved last can have won, and a position after a win has no actions.
        """
        if self.actions:
            return None
        columns, rows, _ = self.shape
        board_is_full = (self.x | self.o).bit_count() == columns * rows
        if board_is_full and not self.winning_cells():
            return None
        return 1 - self.current_player

    def winning_actions(self, player: int) -> list[int]:
        """Return the columns in which a disc of `player` (0 is X, 1 is O) would complete a line."""
        columns = columns_of(self.shape)
        marks = self.marks_of(player)
        discs = self.x | self.o
        wins = []
        for action in self.actions:
            places, landings = columns[action]
            _, _, rests = landings[discs & places]
            if completes(marks, rests):
                wins.append(action)
        return wins

    def decisive_actions(self) -> Sequence[int]:
        """Return the columns that win at once, or else the safe columns, or else all open columns.

        After a disc in a safe column the opponent cannot win at once.
        """
        wins = self.winning_actions(self.current_player)
        if wins:
            return wins
        threats = self.winning_actions(1 - self.current_player)
        if len(threats) > 1:
            return self.actions
        safe = [action for action in threats or self.actions if not self.lifts_opponent(action)]
        return safe or self.actions

    def lifts_opponent(self, action: int) -> bool:
        """Return whether a disc in column `action` would let the opponent win right above it."""
        places, landings = columns_of(self.shape)[action]
        discs = (self.x | self.o) & places
        bit, fills_column, _ = landings[discs]
        if fills_column:
            return False
        return completes(self.marks_of(1 - self.current_player), landings[discs | bit].rests)

    def places(self) -> list[int]:
        """Return the places of the drawn cells, row by row from the top."""
        columns, rows, _ = self.shape
        places = []
        for row in reversed(range(rows)):
            places += [column * (rows + 1) + row for column in range(columns)]
        return places

    def cell_of(self, action: int) -> int:
        """Return the drawn cell in which a disc dropped into column `action` lands."""
        column = self.cells()[action :: self.columns]
        row = column.rindex(".")
        return self.columns * row + action

    def cells(self) -> str:
        """Return one character for each drawn cell, row by row from the top."""
        return self.letters(self.places())

    def winning_cells(self) -> tuple[int, ...]:
        """Return the drawn cells of the first full line, or () if no player has won."""
        for line in winning_lines(*self.shape):
            if line & self.x == line or line & self.o == line:
                return tuple(cell for cell, place in enumerate(self.places()) if line >> place & 1)
        return ()


MENU = {"connect4": (ConnectFour(), "four in a row wins; --size 7x6 (columns x rows)")}
