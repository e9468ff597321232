"""Connect Four: drop a disc into a column; four in a row, upright, level or slanting, win.

5 12 19 …     Bit k of the integer `x` is set where X has a disc, and of `o` where O has one.  Bits run up each
…             column; that above its top, 6 here, is never set: its discs + 1 give its next free place.
0  7 14 …     The action is the column, from 0 on the left.
"""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache

from mctslib.game import whole
from mctslib.games.bits import BitGrid

SIDES = range(1, 13)


@lru_cache(maxsize=None)
def winning_lines(columns: int, rows: int, k: int) -> tuple[int, ...]:
    """Every row of `k` places as an integer with their bits set."""
    fits = {(column, row) for column in range(columns) for row in range(rows)}
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)]
    found = [
        [(c + n * dc, r + n * dr) for n in range(k)] for c, r in sorted(fits) for dc, dr in ways
    ]
    return tuple(
        sum(1 << c * (rows + 1) + r for c, r in line) for line in found if fits.issuperset(line)
    )


# For speed: to shift all marks in each direction instead takes half as long again; a cached function, 3 % longer.
class Landings(dict):
    """By shape, for each column its places and, by those taken: (where a disc falls, is it full then, its `rests`)."""

    def __missing__(self, shape: tuple[int, int, int]) -> list:
        (columns, rows, _), lines, found = shape, winning_lines(*shape), []
        for bottom in [1 << column * (rows + 1) for column in range(columns)]:
            places, falls = bottom * ((1 << rows) - 1), {}
            for bit in [bottom << row for row in range(rows)]:
                # the lines through it, without itself: of the upright ones that which it lies on top of
                rests = [
                    line ^ bit
                    for line in lines
                    if line & bit and (line & ~places or line < 2 * bit)
                ]
                falls[bit - bottom] = bit, 2 * bit & places == 0, rests
            found.append((places, falls))
        return self.setdefault(shape, found)


LANDINGS = Landings()


class ConnectFour(BitGrid, namedtuple("Fields", "shape x o current_player actions")):
    """One position.  `ConnectFour()` is empty, X, player 0, to move.  Sides 1 to 12, k from 2 to the longer one win."""

    __slots__ = ()
    by_column = True  # for playing: a click anywhere in a column means it
    columns = property(lambda self: self.shape[0])

    def __new__(cls, columns: int = 7, rows: int = 6, k: int = 4) -> ConnectFour:
        columns, rows, k = (whole(number, "A side, or k,") for number in (columns, rows, k))
        if not (columns in SIDES and rows in SIDES and 2 <= k <= max(columns, rows)):
            raise ValueError(
                f"No board has {columns} columns and {rows} rows (1 to {SIDES[-1]}) with {k} in a row."
            )
        return cls._make(((columns, rows, k), 0, 0, 0, tuple(range(columns))))

    def legal_actions(self) -> tuple[int, ...]:
        """The columns that are not full; none once somebody has won."""
        return self.actions

    def apply(self, action: int) -> ConnectFour:
        """The position after the player to move drops a disc into column `action`."""
        shape, x, o, player, actions = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        column, falls = LANDINGS[shape][action]
        bit, full, rests = falls[(x | o) & column]
        marks = (o if player else x) | bit
        if full:
            actions = tuple([other for other in actions if other != action])
        for rest in rests:
            if marks & rest == rest:
                actions = ()
        fields = (shape, x, marks, 0, actions) if player else (shape, marks, o, 1, actions)
        return tuple.__new__(type(self), fields)

    def winner(self) -> int | None:
        """The player with a full line, or None.  Only the last to move can have one, and then nobody moves."""
        last, full = (
            1 - self.current_player,
            (self.x | self.o).bit_count() == self.shape[0] * self.shape[1],
        )
        return None if self.actions or (full and not self.winning_cells()) else last

    def decisive_actions(self) -> tuple[int, ...] | list[int]:
        """The actions that win at once; else those after which the opponent cannot; else all of them."""
        mine, theirs = (self.o, self.x) if self.current_player else (self.x, self.o)
        actions, best, threats, below = (
            self.actions,
            [],
            [],
            [],
        )  # below: the opponent would win on top of the disc
        for action in actions:
            column, falls = LANDINGS[self.shape][action]
            bit, full, rests = falls[taken := (mine | theirs) & column]
            for rest in rests:
                if mine & rest == rest:
                    best.append(action)
                if theirs & rest == rest:
                    threats.append(action)
            for rest in () if full else falls[taken | bit][2]:
                if theirs & rest == rest:
                    below.append(action)
        bad = {*below, *(actions if len(set(threats)) > 1 else ())}
        return (
            sorted(set(best))
            or [a for a in sorted(set(threats)) or actions if a not in bad]
            or actions
        )

    def places(self) -> list[int]:
        """The number of the bit of each drawn cell, row by row from the top."""
        columns, rows, _ = self.shape
        return [c * (rows + 1) + r for r in reversed(range(rows)) for c in range(columns)]

    def cell_of(self, action: int) -> int:
        """The drawn cell into which a disc dropped into column `action` falls."""
        return self.columns * self.cells()[action :: self.columns].rindex(".") + action

    def cells(self) -> str:
        """One character a cell, row by row from the top."""
        return self.letters(self.places())

    def winning_cells(self) -> tuple[int, ...]:
        """The drawn cells of the first full line; none if nobody has won."""
        won = next(
            (line for line in winning_lines(*self.shape) if line in (line & self.x, line & self.o)),
            0,
        )
        return tuple(cell for cell, place in enumerate(self.places()) if won >> place & 1)


MENU = {"connect4": (ConnectFour(), "four in a row wins; --size 7x6 (columns x rows)")}
