"""Hex: X wins with a chain of neighbouring cells from top to bottom, O with one from left to right.

0 1 2      These are the cells of the 3×3 board.  Each row begins half a cell to the right of the
 3 4 5     row above, so the neighbours of cell 4 are 1, 2, 3, 5, 6 and 7.  Bit k of the integer
  6 7 8    `x` is set if X has cell k, and bit k of `o` if O has it.  In NEAR and `joined` four more
           bits stand for the sides: top, bottom, left and right.

There are no draws, and there is no swap rule.  Piet Hein (1942) and John Nash (1948) invented the
game independently, and Nash proved that the first player can win.  A player is cut off only if the
opponent has a chain, so on a full board exactly one player has a chain (Gale, 1979).  `bits.py`
explains why this game uses bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mctslib.games.bits import BitGrid, places_of, with_bits
from mctslib.given import check_one_of, whole

SIZES = range(3, 12)
STEPS = (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)  # rows down, columns to the right

Ends = tuple[int, int]
"""For each of a player's two sides: the side and the marks joined to it, as bits."""


def place_of(size: int, row: int, column: int) -> int:
    """Return the number of the cell at a place, or of the side beyond which a place lies.

    The numbers of the sides follow the last cell's number: top, bottom, left, right.
    """
    top = size**2
    if row < 0:
        return top
    if row == size:
        return top + 1
    if column < 0:
        return top + 2
    if column == size:
        return top + 3
    return size * row + column


def around(size: int, cell: int) -> list[int]:
    """Return the six neighbours of a cell, which may be sides, in the order of `STEPS`."""
    row, column = divmod(cell, size)
    return [place_of(size, row + down, column + right) for down, right in STEPS]


def neighbours(size: int) -> list[int]:
    """Return each cell's neighbours on a board as bits; a side can also be a neighbour."""
    return [with_bits(around(size, cell)) for cell in range(size**2)]


NEAR = {size: neighbours(size) for size in SIZES}


def spread(near: Sequence[int], marks: int, joined: int, cell: int) -> int:
    """Return `joined` with an additional cell, and with all marks that are joined to the cell.

    near    the neighbours of each cell as bits, `NEAR[size]`
    marks   the marks of one player, as bits
    joined  the marks that are already known to be joined, as bits
    """
    new = 1 << cell
    while new:
        cell = new.bit_length() - 1
        joined |= 1 << cell
        new = (new | near[cell] & marks) & ~joined
    return joined


@lru_cache(maxsize=1 << 12)
def chain(size: int, marks: int, player: int) -> tuple[int, ...]:
    """Return the cells of a shortest chain of marks from side to side, or () if there is none.

    marks   the marks of one player, as bits
    player  0 joins top and bottom, 1 joins left and right
    """
    near = NEAR[size]
    first_side = size**2 + 2 * player
    second_side = first_side + 1
    chains: list[tuple[int, ...]] = []
    for cell in places_of(marks):
        if near[cell] >> first_side & 1:
            chains.append((cell,))
    seen = 0
    for cells in chains:  # a queue, in which shorter chains come before longer chains
        last = cells[-1]
        if near[last] >> second_side & 1:
            return cells
        for cell in places_of(near[last] & marks & ~seen):
            chains.append((*cells, cell))
        seen |= near[last]
    return ()


class HexFields(NamedTuple):
    """The data of one position."""

    size: int  # the number of cells in a row, 3 to 11
    x: int  # X's cells, as bits
    o: int  # O's cells, as bits
    current_player: int  # the player to move: 0 is X, 1 is O
    actions: tuple[int, ...]  # the empty cells; empty once a chain is complete
    joined: tuple[Ends, Ends]  # for each player: the two sides, each with the marks joined to it


class Hex(BitGrid, HexFields):
    """One position of the game.  `Hex(size)` is the empty board, and X begins.

    size    the number of cells in a row, from 3 to 11

    Raises ValueError if the size is outside this range, and TypeError if it is not a whole number.

    The field `joined` exists to save time.  Without this field, `apply` would follow the marks
    around each new mark, and a search on 11×11 would take one and a half times as long.
    """

    __slots__ = ()
    sides = "XXOO"  # for drawing: the owners of top, bottom, left and right

    def __new__(cls, size: int = 7) -> Hex:
        size = whole(size, "The size")
        check_one_of("The number of cells per side", size, SIZES)
        cells = size**2
        top, bottom, left, right = (1 << cells + side for side in range(4))
        return cls._make((size, 0, 0, 0, tuple(range(cells)), ((top, bottom), (left, right))))

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.size

    def legal_actions(self) -> tuple[int, ...]:
        """Return the empty cells in ascending order, or () if the game is over."""
        return self.actions

    def apply(self, action: int) -> Hex:
        """Return the position after the player to move has marked the cell `action`.

        Raises `IllegalAction` if the cell cannot be marked, and TypeError if `action` is not a
        whole number.
        """
        size, x, o, player, actions, joined = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        marks = (o if player else x) | 1 << action
        near = NEAR[size]
        first, second = joined[player]
        if near[action] & first:
            first = spread(near, marks, first, action)
        if near[action] & second:
            second = spread(near, marks, second, action)
        if first & second:
            actions = ()
        else:
            place = actions.index(action)
            actions = actions[:place] + actions[place + 1 :]
        ends = (first, second)
        if player == 0:
            return type(self)._make((size, marks, o, 1, actions, (ends, joined[1])))
        return type(self)._make((size, x, marks, 0, actions, (joined[0], ends)))

    def winner(self) -> int | None:
        """Return the player whose chain is complete, or None.

        Only the player who moved last can have completed a chain, and once a chain is complete
        there are no more actions.
        """
        if self.actions:
            return None
        return 1 - self.current_player

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of a shortest winning chain, or () if no player has won."""
        winner = self.winner()
        if winner is None:
            return ()
        return chain(self.size, self.marks_of(winner), winner)

    def cells(self) -> str:
        """Return one character for each cell, row by row."""
        return self.letters(range(self.size**2))

    def winning_actions(self, player: int) -> list[int]:
        """Return the empty cells that would complete a chain for `player` (0 is X, 1 is O)."""
        near = NEAR[self.size]
        first, second = self.joined[player]
        return [action for action in self.actions if near[action] & first and near[action] & second]


MENU = {"hex": (Hex(), "a chain from side to side wins; --size 3 to 11 (cells per side)")}
