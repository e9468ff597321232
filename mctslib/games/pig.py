"""Pig: roll as often as you dare, a 1 loses all you rolled in this turn; who first has 100 points wins (Scarne, 1945).

0  hold: the points of this turn are yours, and the other player begins a turn
1  roll: the die is in the air, and player 2, who is chance, says what it shows
1 … 6  what the die shows
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over, whole
from mctslib.games.drawn import Drawn

HOLD, ROLL = 0, 1
FACES = (1, 2, 3, 4, 5, 6)
LARGEST = 1000


class _Points(NamedTuple):
    goal: int
    scores: tuple[int, int]
    turn: int
    mover: int
    rolling: bool


class Pig(Drawn, _Points):
    """One position.  `Pig()` is played to 100 points, `Pig(20)` to 20.  Who would win by holding has won.

    Raises ValueError for a goal that is not from 2 to 1,000, or points that are not below it.
    """

    __slots__ = ()
    num_players, chance_player = 3, 2

    def __new__(cls, goal: int = 100, scores: tuple[int, int] = (0, 0), turn: int = 0) -> Pig:
        goal, turn = whole(goal, "The goal"), whole(turn, "The turn total")
        first, second = (whole(score, "A score") for score in scores)
        if not 2 <= goal <= LARGEST:
            raise ValueError(f"The goal of Pig is a number from 2 to {LARGEST:,}, not {goal}.")
        if min(first, second, turn) < 0 or max(first + turn, second) >= goal:
            raise ValueError(
                f"The points must be from 0 to {goal - 1}, not {first} and {turn} against {second}."
            )
        return cls._make((goal, (first, second), turn, 0, False))

    @property
    def current_player(self) -> int:
        """Who chooses; chance, 2, while the die is in the air."""
        return 2 if self.rolling else self.mover

    def legal_actions(self) -> Sequence[int]:
        """Hold and roll, with nothing to hold roll alone; the faces of the die while it is in the air."""
        if self.is_terminal():
            return ()
        if self.rolling:
            return FACES
        return (HOLD, ROLL) if self.turn else (ROLL,)

    def apply(self, action: int) -> Pig:
        """The position after holding, rolling, or what the die shows."""
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        goal, scores, turn, mover, rolling = self
        if rolling:
            passed = (0, 1 - mover) if action == 1 else (turn + action, mover)
            return type(self)._make((goal, scores, *passed, False))
        if action == ROLL:
            return type(self)._make((goal, scores, turn, mover, True))
        first, second = scores
        held = (first + turn, second) if mover == 0 else (first, second + turn)
        return type(self)._make((goal, held, 0, 1 - mover, False))

    def is_terminal(self) -> bool:
        """Whether the player whose turn it is has enough points."""
        return self.scores[self.mover] + self.turn >= self.goal

    def rewards(self) -> tuple[float, float, float]:
        """1 for the winner, 0 for the other, and 0 for chance, which does not care."""
        if not self.is_terminal():
            raise not_over(self)
        return (1.0, 0.0, 0.0) if self.mover == 0 else (0.0, 1.0, 0.0)

    def action_name(self, action: int) -> str:
        """An action in words."""
        return f"the die shows {action}" if self.rolling else ("hold", "roll")[action]

    def _repr_svg_(self) -> str:
        from mctslib.draw.pig import pig_svg

        return pig_svg(self)

    def __reduce__(self) -> tuple:  # how to copy and pickle
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        air = ", the die is in the air" if self.rolling else ""
        lines = [f"player {p}: {score:3} of {self.goal}" for p, score in enumerate(self.scores)]
        lines[self.mover] += f"  + {self.turn} in this turn{air}"
        return "\n".join(lines)

    __repr__ = __str__


MENU = {"pig": (Pig(50), "roll or hold; a 1 loses the turn; --size 100 (points that win)")}
