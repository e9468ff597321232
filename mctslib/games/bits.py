"""The base class of the fast grid games: bitboards, with one integer for each player's marks.

Connect Four, Hex and Sudo tic-tac-toe use bits because bits are faster than strings.  Each of these
games was also written with strings, like `tictactoe.py`, and both versions were timed in searches
with random playouts.  The speed with strings, as a fraction of the speed with bits, was:

    Connect Four      0.41
    Sudo              0.55
    Hex               0.58 on 5×5, 0.62 on 7×7, 0.67 on 11×11

Two more things make these games faster:

- The legal actions are a field, which `apply` computes once.  Without this field a search takes
  more than twice as long.
- `apply` checks an `int` itself, and calls `accepted` only if the action is not plainly legal.
"""

from __future__ import annotations

from collections.abc import Iterable

from mctslib.games.board import EMPTY, MARKS
from mctslib.games.grid import Grid


def with_bits(places: Iterable[int]) -> int:
    """Return the integer in which these bits are set, such as 0b101 for bits 0 and 2."""
    number = 0
    for place in places:
        number |= 1 << place
    return number


def places_of(number: int) -> list[int]:
    """Return the places of the set bits in ascending order, such as [0, 2] for 0b101."""
    return [place for place in range(number.bit_length()) if number >> place & 1]


class BitGrid(Grid):
    """A `Grid` whose fields `x` and `o` are integers: bit k of `x` is set if X marked place k."""

    __slots__ = ()
    x: int
    o: int

    def marks_of(self, player: int) -> int:
        """Return the marks of a player as bits; `player` is 0 for X and 1 for O."""
        return self.o if player else self.x

    def letters(self, places: Iterable[int]) -> str:
        """Return one character for each of the places: `X`, `O` or `.`"""
        return "".join(self.letter(place) for place in places)

    def letter(self, place: int) -> str:
        """Return the mark at a place: `X`, `O` or `.`"""
        if self.x >> place & 1:
            return MARKS[0]
        if self.o >> place & 1:
            return MARKS[1]
        return EMPTY
