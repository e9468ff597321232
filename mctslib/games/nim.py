"""Nim: take sticks from one heap; the player who takes the last stick wins (Bouton, 1901).

0 1 2 . .     The sticks of the first heap, the second heap, … are numbered row by row; each row is
5 6 7 8 .     as long as the largest heap at the start.  Action k takes stick k and all sticks to
…             its right.  So in a game with one heap the action is the number of sticks that remain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.games.drawn import Drawn
from mctslib.given import whole


class NimFields(NamedTuple):
    """The data of one position."""

    heaps: tuple[int, ...]  # the number of sticks in each heap
    columns: int  # the number of sticks in the largest heap at the start
    most: int  # the largest number of sticks that may be taken in one move
    current_player: int  # the player to move, 0 or 1


class Nim(Drawn, NimFields):
    """One position of the game.

    heaps   the number of sticks in each heap, as in `Nim(3, 4, 5)`
    most    the largest number of sticks that may be taken in one move; by default there is no
            limit.  `Nim(21, most=3)` has one heap, from which a player takes 1 to 3 sticks

    Raises ValueError if there are no sticks or if `most` is below 1, and TypeError for numbers that
    are not whole.
    """

    __slots__ = ()
    num_players = 2

    def __new__(cls, *heaps: int, most: int | None = None) -> Nim:
        heaps = tuple(whole(heap, "The size of a heap") for heap in heaps)
        largest = max(heaps, default=0)
        if largest < 1 or min(heaps) < 0 or (most is not None and whole(most, "most") < 1):
            raise ValueError(
                f"Nim needs at least one stick, and `most` must be at least 1 if it is given,"
                f" but the heaps are {list(heaps)} and `most` is {most}."
            )
        return cls._make((heaps, largest, whole(most or largest), 0))

    def legal_actions(self) -> Sequence[int]:
        """Return the action of each move: row · columns + the number of sticks that stay in the
        row.

        Rows are counted from 0. The list is empty if the game is over.
        """
        actions = []
        for row, sticks in enumerate(self.heaps):
            fewest = max(0, sticks - self.most)
            actions += [row * self.columns + stay for stay in range(fewest, sticks)]
        return actions

    def apply(self, action: int) -> Nim:
        """Return the position after stick `action` and all sticks to its right are taken.

        Raises `IllegalAction` if these sticks cannot be taken, and TypeError if `action` is not a
        whole number.
        """
        heaps, columns, most, player = self
        row, stay = divmod(whole(action), columns)
        if not (0 <= row < len(heaps) and heaps[row] - most <= stay < heaps[row]):
            raise illegal(self, action)
        heaps = (*heaps[:row], stay, *heaps[row + 1 :])
        return type(self)._make((heaps, columns, most, 1 - player))

    def is_terminal(self) -> bool:
        """Return whether all sticks are taken."""
        return not any(self.heaps)

    def rewards(self) -> tuple[float, float]:
        """Return 1 for the player who took the last stick, and 0 for the other player.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        if self.current_player == 0:
            return (0.0, 1.0)
        return (1.0, 0.0)

    def decisive_actions(self) -> Sequence[int]:
        """Return the actions that win at once, or else the safe actions, or else all actions.

        After a safe action the opponent cannot win at once.
        """
        wins = []
        safe = []
        for action in self.legal_actions():
            after = self.apply(action)
            if after.is_terminal():
                wins.append(action)
            elif not after.one_left():
                safe.append(action)
        return wins or safe or self.legal_actions()

    def one_left(self) -> bool:
        """Return whether the player to move can take all remaining sticks."""
        all_in_one_heap = sum(self.heaps) == max(self.heaps)
        return all_in_one_heap and max(self.heaps) <= self.most

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return type(self)._make, (tuple(self),)

    def action_name(self, action: int) -> str:
        """Return the name of an action; heaps are counted from 1."""
        row, stay = divmod(action, self.columns)
        return f"take {self.heaps[row] - stay} from heap {row + 1}"

    def cells(self) -> str:
        """Return one character for each stick, row by row: `|`, or `.` if the stick was taken."""
        return "".join(self.rows())

    def rows(self) -> list[str]:
        """Return each heap as a row of characters."""
        return ["|" * sticks + "." * (self.columns - sticks) for sticks in self.heaps]

    def __str__(self) -> str:
        lines = []
        for number, sticks in enumerate(self.heaps, 1):
            lines.append(f"heap {number}: {'| ' * sticks}({sticks})")
        return "\n".join(lines)

    __repr__ = __str__


MENU = {"nim": (Nim(3, 4, 5), "taking the last stick wins; --size 3,4,5 (sticks in each heap)")}
