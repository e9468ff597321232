"""Twenty-one: in turn two players add 1, 2 or 3 to one number, and whoever makes it 21 wins."""

from __future__ import annotations

from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.games.drawn import Drawn
from mctslib.given import whole

GOAL = 21
STEPS = (1, 2, 3)


class TwentyOneFields(NamedTuple):
    """The data of one position."""

    number: int  # what has been reached, 0 to 21
    current_player: int  # the player to move, 0 or 1


class TwentyOne(Drawn, TwentyOneFields):
    """One position of the game.  `TwentyOne()` is the start: number 0, and player 0 begins."""

    __slots__ = ()
    num_players = 2

    def __new__(cls, number: int = 0, current_player: int = 0) -> TwentyOne:
        return cls._make((number, current_player))

    def legal_actions(self) -> list[int]:
        """Return the steps that do not pass 21, in ascending order."""
        return [step for step in STEPS if self.number + step <= GOAL]

    def apply(self, action: int) -> TwentyOne:
        """Return the position after the player to move has added `action`.

        Raises `IllegalAction` if the step is not legal, TypeError if it is not a whole number.
        """
        step = whole(action)
        if step not in self.legal_actions():
            raise illegal(self, step)
        return TwentyOne(self.number + step, 1 - self.current_player)

    def is_terminal(self) -> bool:
        """Return whether 21 has been reached."""
        return self.number == GOAL

    def rewards(self) -> tuple[float, float]:
        """Return 1 for the player who reached 21 and 0 for the other.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)

    def __str__(self) -> str:
        return f"The number is {self.number}."

    __repr__ = __str__


MENU = {"twentyone": (TwentyOne(), "add 1, 2 or 3; whoever makes it 21 wins")}
