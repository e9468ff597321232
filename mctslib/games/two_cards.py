"""Two cards lie face down, and one of them is the ace: take a safe reward, or point at a card.

A player who points at the ace wins 1.  Chance lays the ace left (0) or right (1).  Then the player
chooses safe (0) or risk (1).  A player who has chosen risk points left (0) or right (1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.given import check_between, check_one_of, whole
from mctslib.words import number

SIDES = ("left", "right")
SAFE, RISK = 0, 1
CHOICES = ("safe", "risk")


class TwoCardsFields(NamedTuple):
    """The data of one position."""

    safe: float  # the reward for the action safe, from 0 to 1
    ace: int | None  # the place of the ace: 0 left, 1 right, None before it is laid
    choices: tuple[int, ...]  # the player's choices so far


class TwoCards(TwoCardsFields):
    """One position of the game.  `TwoCards(0.6)` pays 0.6 for the action safe.

    safe    the reward for the action safe, from 0 to 1
    ace     the place of the ace: 0 left, 1 right, None if chance has not laid it yet

    Raises ValueError for any other value.
    """

    __slots__ = ()
    num_players = 2
    chance_player = 1

    def __new__(cls, safe: float = 0.6, ace: int | None = None) -> TwoCards:
        check_between("The payment `safe`", safe, 0, 1)
        check_one_of("The ace", ace, (None, 0, 1))
        return cls._make((safe, ace, ()))

    @property
    def current_player(self) -> int:
        """The player to move: 1, which is chance, before the ace is laid; then 0."""
        return 1 if self.ace is None else 0

    def legal_actions(self) -> Sequence[int]:
        """Return the two actions of the current step, or () if the game is over."""
        return () if self.is_terminal() else (0, 1)

    def apply(self, action: int) -> TwoCards:
        """Return the position after the ace is laid, after safe or risk, or after pointing.

        Raises `IllegalAction` if the action is not legal, and TypeError if it is not a
        whole number.
        """
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        if self.ace is None:
            return TwoCards._make((self.safe, action, ()))
        return TwoCards._make((self.safe, self.ace, (*self.choices, action)))

    def is_terminal(self) -> bool:
        """Return whether the player has taken the safe reward, or has pointed."""
        return self.choices == (SAFE,) or len(self.choices) == 2

    def rewards(self) -> tuple[float, float]:
        """Return the player's reward (the safe reward, 1 or 0), and 0 for chance.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        if self.choices == (SAFE,):
            return (float(self.safe), 0.0)
        _, pointed_at = self.choices
        return (1.0, 0.0) if pointed_at == self.ace else (0.0, 0.0)

    def view(self, player: int) -> tuple[int, ...]:
        """Return the knowledge of the player: the choices so far, but not the place of the ace."""
        return self.choices

    def seen_by(self, player: int) -> str:
        """Describe the position as the player sees it, without the place of the ace."""
        return self.in_words(f"Two cards face down (safe pays {number(self.safe)})")

    def determinizations(self) -> list[TwoCards]:
        """Return the equally likely positions that look like this one to the player."""
        if self.ace is None:
            return [self]
        return [TwoCards._make((self.safe, ace, self.choices)) for ace in (0, 1)]

    def action_name(self, action: int) -> str:
        """Return the name of an action."""
        if self.ace is None:
            return f"the ace lies {SIDES[action]}"
        if self.choices:
            return f"point {SIDES[action]}"
        return CHOICES[action]

    def picture_for(self, player: int | None, names: Sequence[str]) -> str:
        """Draw the two cards as SVG text.

        player  the player who looks at the picture, in which the ace is hidden until the game is
                over; with None, the ace is shown
        names   the names of the players, which the picture does not show
        """
        from mctslib.draw.cards import two_cards_svg

        return two_cards_svg(self, player)

    def _repr_svg_(self) -> str:
        return self.picture_for(None, ())

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        if self.ace is None:
            return f"Two cards, not laid yet; safe pays {number(self.safe)}."
        return self.in_words(f"The ace lies {SIDES[self.ace]} (safe pays {number(self.safe)})")

    __repr__ = __str__

    def in_words(self, cards: str) -> str:
        """Describe the position in words.

        cards   a description of the cards, which comes first
        """
        parts = [cards]
        if self.choices:
            parts.append(CHOICES[self.choices[0]])
        for side in self.choices[1:]:
            parts.append(f"points {SIDES[side]}")
        return ", ".join(parts)
