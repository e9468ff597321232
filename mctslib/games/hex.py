"""Hex: X joins top and bottom by a chain of neighbouring cells, or O joins left and right; no draws, no swap rule.

    0 1 2      The cells of the 3×3 board, row by row, each row half a cell further right: the neighbours of cell 4
     3 4 5     are 1, 2, 3, 5, 6 and 7.  Bit k of the integer `x` is set where X has cell k, and of `o` where O has
      6 7 8    it.  In NEAR and `joined` four more bits are the sides: top, bottom, left and right.

Found by Piet Hein (1942) and by John Nash (1948), who proved that the first player can win.  Only a chain of one's own
stops the other's, so on a full board exactly one player has one (Gale, 1979).
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import lru_cache

from mctslib.game import whole
from mctslib.games.bits import BitGrid

SIZES = range(3, 12)
STEPS = (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)  # row, column


def around(size: int, cell: int) -> list[int]:
    """The six neighbours of a cell, sides among them."""
    places = [(cell // size + down, cell % size + along) for down, along in STEPS]
    beyond = [
        [row < 0, row == size, column < 0, column == size, True].index(True)
        for row, column in places
    ]
    return [size**2 + side if side < 4 else size * r + c for side, (r, c) in zip(beyond, places)]


NEAR = {
    size: [sum(1 << k for k in {*around(size, cell)}) for cell in range(size**2)] for size in SIZES
}


def spread(near: Sequence[int], marks: int, joined: int, cell: int) -> int:
    """`joined`, with a cell and all those of the marks that are joined to it."""
    new = 1 << cell
    while new:
        cell = new.bit_length() - 1
        joined |= 1 << cell
        new = (new | near[cell] & marks) & ~joined
    return joined


def bits(number: int) -> list[int]:
    """The places of the bits that are set."""
    return [k for k in range(number.bit_length()) if number >> k & 1]


@lru_cache(maxsize=1 << 12)
def chain(size: int, marks: int, player: int) -> tuple[int, ...]:
    """The cells of a shortest chain of the player's `marks` from side to side; none if there is none."""
    near, first = NEAR[size], size**2 + 2 * player
    chains: list[tuple[int, ...]] = [(cell,) for cell in bits(marks) if near[cell] >> first & 1]
    seen = 0
    for cells in chains:  # shorter ones first; more come in on the way
        around = near[cells[-1]]
        if around >> first + 1 & 1:
            return cells
        chains += [(*cells, cell) for cell in bits(around & marks & ~seen)]
        seen |= around | 1 << cells[-1]
    return ()


class Hex(BitGrid, namedtuple("Fields", "size x o current_player actions joined")):
    """One position.  `Hex(size)` is the empty board, 3 to 11 cells a side (else ValueError); X, player 0, begins.

    `joined` holds, for each player, each side with the marks joined to it, as bits.  It is there for speed: to follow
    the marks round each new one instead takes half as long again on 11×11.
    """

    __slots__ = ()
    sides = "XXOO"  # for drawing: whose are top, bottom, left and right
    columns = property(lambda self: self.size)

    def __new__(cls, size: int = 7) -> Hex:
        if (size := whole(size, "The size")) not in SIZES:
            raise ValueError(
                f"The board can be {SIZES[0]} to {SIZES[-1]} cells a side, not {size}."
            )
        top, bottom, left, right = (1 << size**2 + side for side in range(4))
        return cls._make((size, 0, 0, 0, tuple(range(size**2)), ((top, bottom), (left, right))))

    def legal_actions(self) -> tuple[int, ...]:
        """The empty cells, numbered row by row from 0; none once a chain is complete."""
        return self.actions

    def apply(self, action: int) -> Hex:
        """The board after the player to move marks cell `action`."""
        size, x, o, player, actions, joined = self
        if type(action) is not int or action not in actions:
            action = self.accepted(action)
        marks, near, (first, second) = (
            (o if player else x) | 1 << action,
            NEAR[size],
            joined[player],
        )
        if near[action] & first:
            first = spread(near, marks, first, action)
        if near[action] & second:
            second = spread(near, marks, second, action)
        place = actions.index(action)
        left = () if first & second else actions[:place] + actions[place + 1 :]
        if player:
            return tuple.__new__(
                type(self), (size, x, marks, 0, left, (joined[0], (first, second)))
            )
        return tuple.__new__(type(self), (size, marks, o, 1, left, ((first, second), joined[1])))

    def winner(self) -> int | None:
        """The player whose chain is complete, or None.  Only the last to move can have one."""
        return None if self.actions else 1 - self.current_player

    def winning_cells(self) -> tuple[int, ...]:
        """The cells of a shortest chain that won, from side to side; none if nobody has won."""
        marks = self.x if self.current_player else self.o
        return () if self.actions else chain(self.size, marks, 1 - self.current_player)

    def cells(self) -> str:
        """One character a cell, row by row."""
        return self.letters(range(self.size**2))

    def winning_actions(self, player: int) -> list[int]:
        """The empty cells that complete a chain of `player`'s."""
        near, (first, second) = NEAR[self.size], self.joined[player]
        return [action for action in self.actions if near[action] & first and near[action] & second]


MENU = {"hex": (Hex(), "a chain from side to side wins; --size 3 to 11 (cells a side)")}
