"""Nim: take as many sticks as you like from one heap; who takes the last stick of all wins (Bouton, 1901).

0 1 2 . .     The sticks of the first heap, the second, … are numbered row by row, each row as long as the
5 6 7 8 .     largest heap was.  Action k takes stick k and all to the right of it: in one heap,
…             the action is how many sticks stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over, whole
from mctslib.games.drawn import Drawn


class _Fields(NamedTuple):
    heaps: tuple[int, ...]
    columns: int
    most: int
    current_player: int


class Nim(Drawn, _Fields):
    """One position.  `Nim(3, 4, 5)` has three heaps; `Nim(21, most=3)` one, of which one takes 1 to 3 sticks.

    Raises ValueError without sticks, or for `most` < 1.
    """

    __slots__ = ()
    num_players = 2

    def __new__(cls, *heaps: int, most: int | None = None) -> Nim:
        heaps = tuple(whole(heap, "The size of a heap") for heap in heaps)
        largest = max(heaps, default=0)
        if largest < 1 or min(heaps) < 0 or (most is not None and whole(most, "most") < 1):
            raise ValueError(
                f"Nim needs heaps of sticks, and most ≥ 1, not Nim{heaps} with most={most}."
            )
        return cls._make((heaps, largest, whole(most or largest), 0))

    def legal_actions(self) -> Sequence[int]:
        """Row · columns + the sticks that stay; none once all sticks are taken."""
        rows = enumerate(self.heaps)
        return [
            row * self.columns + stay for row, n in rows for stay in range(max(0, n - self.most), n)
        ]

    def apply(self, action: int) -> Nim:
        """The position after the player to move takes stick `action` and all to the right of it."""
        heaps, columns, most, player = self
        row, stay = divmod(whole(action), columns)
        if not (0 <= row < len(heaps) and heaps[row] - most <= stay < heaps[row]):
            raise illegal(self, action)
        return Nim._make(((*heaps[:row], stay, *heaps[row + 1 :]), columns, most, 1 - player))

    def is_terminal(self) -> bool:
        """Whether all sticks are taken."""
        return not any(self.heaps)

    def rewards(self) -> tuple[float, float]:
        """1 for the player who took the last stick, 0 for the other."""
        if any(self.heaps):
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)

    def decisive_actions(self) -> Sequence[int]:
        """The actions that win at once; else those after which the opponent cannot; else all of them."""
        actions = self.legal_actions()
        nexts = {action: self.apply(action) for action in actions}
        best = [action for action, state in nexts.items() if state.is_terminal()]
        return (
            best or [action for action, state in nexts.items() if not state.one_left()] or actions
        )

    def one_left(self) -> bool:
        """Whether the player to move can take all that is left."""
        return sum(self.heaps) == max(self.heaps) <= self.most

    def __reduce__(self) -> tuple:  # how to copy and pickle
        return Nim._make, (tuple(self),)

    def action_name(self, action: int) -> str:
        """An action in words, heaps counted from 1."""
        row, stay = divmod(action, self.columns)
        return f"take {self.heaps[row] - stay} from heap {row + 1}"

    def cells(self) -> str:
        """One character a stick, row by row: `|`, or `.` where there is none."""
        return "".join("|" * n + "." * (self.columns - n) for n in self.heaps)

    def __str__(self) -> str:
        return "\n".join(f"heap {row}: {'| ' * n}({n})" for row, n in enumerate(self.heaps, 1))

    __repr__ = __str__


MENU = {"nim": (Nim(3, 4, 5), "who takes the last stick wins; --size 3,4,5 (sticks in each heap)")}
