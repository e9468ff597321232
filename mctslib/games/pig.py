"""Pig: roll as often as you dare; a 1 loses all points of this turn (Scarne, 1945).

The first player to reach 100 points wins.

0  hold: the points of this turn are yours, and the other player begins a turn
1  roll: the die is in the air, and player 2, which is chance, decides which face it shows
1 … 6  the face that the die shows
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.games.drawn import Drawn
from mctslib.given import check_between, whole

HOLD, ROLL = 0, 1
NAMES = ("player 0", "player 1")
FACES = (1, 2, 3, 4, 5, 6)
LARGEST = 1000


class PigFields(NamedTuple):
    """The data of one position."""

    goal: int  # the number of points that wins
    scores: tuple[int, int]  # the points of each player
    turn: int  # the points of this turn so far
    mover: int  # the player whose turn it is, 0 or 1
    rolling: bool  # whether the die is in the air


class Pig(Drawn, PigFields):
    """One position of the game.  `Pig()` is played to 100 points, `Pig(20)` to 20.

    goal    the number of points that wins, from 2 to 1,000
    scores  the points of each player, below the goal
    turn    the points that player 0, who is to move, has rolled so far in this turn

    A player wins as soon as the player's points and the points of this turn together reach the
    goal; there is no need to hold.
    Raises ValueError for numbers out of range, and TypeError for numbers that are not whole.
    """

    __slots__ = ()
    num_players = 3
    chance_player = 2

    def __new__(cls, goal: int = 100, scores: tuple[int, int] = (0, 0), turn: int = 0) -> Pig:
        goal = whole(goal, "The goal")
        turn = whole(turn, "The turn total")
        if not isinstance(scores, tuple | list) or len(scores) != 2:
            raise ValueError(
                f"The points must be a pair, one number for each player, not {scores!r}."
            )
        first, second = (whole(score, "A score") for score in scores)
        check_between("The goal of Pig", goal, 2, LARGEST)
        if min(first, second, turn) < 0 or max(first + turn, second) >= goal:
            raise ValueError(
                f"The points must be from 0 to {goal - 1}, not {first} and {turn} against {second}."
            )
        return cls._make((goal, (first, second), turn, 0, False))

    @property
    def current_player(self) -> int:
        """The player whose turn it is, or 2, which is chance, while the die is in the air."""
        return 2 if self.rolling else self.mover

    def legal_actions(self) -> Sequence[int]:
        """Return hold (if there are points to keep) and roll.

        While the die is in the air, return the six faces.  If the game is over, return ().
        """
        if self.is_terminal():
            return ()
        if self.rolling:
            return FACES
        return (HOLD, ROLL) if self.turn > 0 else (ROLL,)

    def apply(self, action: int) -> Pig:
        """Return the position after holding, after rolling, or after the die shows a face.

        Raises `IllegalAction` if the action is not legal, and TypeError if it is not a
        whole number.
        """
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        if self.rolling:
            return self.after_face(action)
        if action == ROLL:
            return self._replace(rolling=True)
        return self.after_holding()

    def after_face(self, face: int) -> Pig:
        """Return the position after the die shows a face."""
        if face == 1:
            return self._replace(turn=0, mover=1 - self.mover, rolling=False)
        return self._replace(turn=self.turn + face, rolling=False)

    def after_holding(self) -> Pig:
        """Return the position after the player to move has kept the points of this turn."""
        first, second = self.scores
        if self.mover == 0:
            first += self.turn
        else:
            second += self.turn
        return self._replace(scores=(first, second), turn=0, mover=1 - self.mover)

    def is_terminal(self) -> bool:
        """Return whether the player whose turn it is has reached the goal."""
        return self.scores[self.mover] + self.turn >= self.goal

    def rewards(self) -> tuple[float, float, float]:
        """Return 1 for the winner, 0 for the other player, and 0 for chance.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        if self.mover == 0:
            return (1.0, 0.0, 0.0)
        return (0.0, 1.0, 0.0)

    def action_name(self, action: int) -> str:
        """Return the name of an action."""
        if self.rolling:
            return f"the die shows {action}"
        return "roll" if action == ROLL else "hold"

    def picture_for(self, player: int | None, names: Sequence[str]) -> str:
        """Draw the points of both players as SVG text.

        player  the player who looks at the picture, which is the same for both players
        names   the names of the players
        """
        from mctslib.draw.pig import pig_svg

        return pig_svg(self, names)

    def _repr_svg_(self) -> str:
        return self.picture_for(None, NAMES)

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        return self.in_words(NAMES)

    __repr__ = __str__

    def in_words(self, names: Sequence[str]) -> str:
        """Describe the position in words, using these names for the players."""
        lines = []
        for player, score in enumerate(self.scores):
            lines.append(f"{names[player]}: {score:3} of {self.goal}")
        lines[self.mover] += f"  + {self.turn} in this turn"
        if self.rolling:
            lines[self.mover] += ", the die is in the air"
        return "\n".join(lines)


MENU = {"pig": (Pig(50), "roll or hold; a 1 loses the turn; --size 100 (the points that win)")}
