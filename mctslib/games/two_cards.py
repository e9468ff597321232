"""Two cards face down, one is the ace: take what is safe, or point at a card and win 1 if it is the ace.

Chance lays the ace: left (0) or right (1).  Then safe (0) or risk (1); who risks points: left (0) or right (1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over, whole

SIDES = ("left", "right")


class _Laid(NamedTuple):
    safe: float
    ace: int | None
    choices: tuple[int, ...]


class TwoCards(_Laid):
    """One position; `TwoCards(0.6)` pays 0.6 for what is safe.  Raises ValueError for a pay that is not 0 to 1."""

    __slots__ = ()
    num_players, chance_player = 2, 1

    def __new__(cls, safe: float = 0.6, ace: int | None = None) -> TwoCards:
        if isinstance(safe, bool) or not 0 <= safe <= 1:
            raise ValueError(f"What is safe pays a number from 0 to 1, not {safe!r}.")
        if ace not in (None, 0, 1):
            raise ValueError(
                f"The ace lies left (0), right (1) or nowhere yet (None), not {ace!r}."
            )
        return cls._make((safe, ace, ()))

    @property
    def current_player(self) -> int:
        """Chance lays the ace; all else is for player 0."""
        return 1 if self.ace is None else 0

    def legal_actions(self) -> Sequence[int]:
        """Two actions at each step; none at the end."""
        return () if self.is_terminal() else (0, 1)

    def apply(self, action: int) -> TwoCards:
        """The position after the ace is laid, after safe or risk, or after pointing."""
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        safe, ace, choices = self
        return TwoCards._make(
            (safe, action, ()) if ace is None else (safe, ace, (*choices, action))
        )

    def is_terminal(self) -> bool:
        """Whether the player took what is safe, or has pointed."""
        return self.choices[:1] == (0,) or len(self.choices) == 2

    def rewards(self) -> tuple[float, float]:
        """What is safe, or 1 for the ace and 0 for the other card; 0 for chance."""
        if not self.is_terminal():
            raise not_over(self)
        return (float(self.safe if self.choices == (0,) else self.choices[1] == self.ace), 0.0)

    def view(self, player: int) -> tuple[int, ...]:
        """What the player knows: their own choices, and not where the ace lies."""
        return self.choices

    def seen_by(self, player: int) -> str:
        """The position in words, as the player sees it."""
        return ", ".join([f"Two cards face down (safe pays {self.safe:g})", *self._chosen()])

    def _chosen(self) -> list[str]:
        chosen = [("safe", "risk")[choice] for choice in self.choices[:1]]
        return chosen + [f"points {SIDES[choice]}" for choice in self.choices[1:]]

    def determinizations(self) -> list[TwoCards]:
        """Both places of the ace, equally likely: the player cannot tell them apart."""
        return (
            [self]
            if self.ace is None
            else [TwoCards._make((self.safe, ace, self.choices)) for ace in (0, 1)]
        )

    def action_name(self, action: int) -> str:
        """An action in words."""
        if self.ace is None:
            return f"the ace lies {SIDES[action]}"
        return f"point {SIDES[action]}" if self.choices else ("safe", "risk")[action]

    def __reduce__(self) -> tuple:  # how to copy and pickle
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        if self.ace is None:
            return f"Two cards, not laid yet; safe pays {self.safe:g}."
        return ", ".join(
            [f"The ace lies {SIDES[self.ace]} (safe pays {self.safe:g})", *self._chosen()]
        )

    __repr__ = __str__
