"""What the fast games on a grid share: bitboards, one integer for the marks of each player.

These games (Connect Four, Hex, Sudo tic-tac-toe) have two habits for speed.  What each habit saves
was measured in searches with random playouts:

- The legal actions are a field that `apply` works out once.  Without it a search takes more than
  twice as long.
- `apply` ends in `tuple.__new__`, because `_make` would count the fields again: 4 to 5 % of an
  iteration.

`tictactoe.py` shows the same game plan without tricks of this kind.
"""

from __future__ import annotations

from collections.abc import Iterable

from mctslib.games.board import EMPTY, MARKS
from mctslib.games.grid import Grid


class BitGrid(Grid):
    """A `Grid` whose fields `x` and `o` are integers: bit k of `x` is set where X has place k."""

    __slots__ = ()
    x: int
    o: int

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
