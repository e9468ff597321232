"""Kuhn poker: three cards, one each, one coin to bet; the smallest game in which one has to bluff (Kuhn, 1950).

jack < queen < king.  Chance deals (actions 0 to 5), then both in turn pass (0) or bet (1) one coin more:
pass pass, bet bet, pass bet bet: the cards are shown.  Bet pass, pass bet pass: who passed has lost one coin.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from mctslib.game import illegal, not_over, whole

CARDS = ("jack", "queen", "king")
DEALS = tuple(permutations(range(3), 2))
WORDS = ("pass", "bet")
STAKES = {"pp": 1, "bb": 2, "pbb": 2}  # coins, where the cards are shown
FOLDED = {"bp": 0, "pbp": 1}  # who wins a coin because the other one passed


class _Hand(NamedTuple):
    cards: tuple[int, ...]
    said: str


class Kuhn(_Hand):
    """One position, both cards in it: what a player may know of it is `view(player)`."""

    __slots__ = ()
    num_players, chance_player = 3, 2

    def __new__(cls, cards: tuple[int, ...] = (), said: str = "") -> Kuhn:
        if cards and cards not in DEALS:
            raise ValueError(f"The cards are two different ones of 0, 1 and 2, not {cards!r}.")
        return cls._make((cards, said))

    @property
    def current_player(self) -> int:
        """Chance deals; then the players in turn."""
        return len(self.said) % 2 if self.cards else 2

    def legal_actions(self) -> Sequence[int]:
        """The deals, then pass and bet; none once the hand is over."""
        if not self.cards:
            return range(len(DEALS))
        return () if self.is_terminal() else (0, 1)

    def apply(self, action: int) -> Kuhn:
        """The position after a deal, a pass or a bet."""
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Kuhn._make(
            (self.cards, self.said + "pb"[action]) if self.cards else (DEALS[action], "")
        )

    def is_terminal(self) -> bool:
        """Whether the cards are shown, or somebody passed after a bet."""
        return self.said in STAKES or self.said in FOLDED

    def coins(self) -> int:
        """What player 0 has won at the end, −2 to 2."""
        if not self.is_terminal():
            raise not_over(self)
        if self.said in FOLDED:
            return 1 - 2 * FOLDED[self.said]
        return STAKES[self.said] if self.cards[0] > self.cards[1] else -STAKES[self.said]

    def rewards(self) -> tuple[float, float, float]:
        """The coins on a scale from 0 (two lost) to 1 (two won); 0 for chance."""
        return ((2 + self.coins()) / 4, (2 - self.coins()) / 4, 0.0)

    def view(self, player: int) -> tuple[int, str]:
        """What this player knows: the card in their own hand, and what was said."""
        return self.cards[player], self.said

    def seen_by(self, player: int) -> str:
        """The position in words, as this player sees it."""
        return self._description(
            [CARDS[card] if p == player else "?" for p, card in enumerate(self.cards)]
        )

    def determinizations(self) -> list[Kuhn]:
        """All positions, equally likely, that the player to move cannot tell from this one."""
        if not self.cards:
            return [self]
        player = self.current_player
        return [
            Kuhn._make((deal, self.said)) for deal in DEALS if deal[player] == self.cards[player]
        ]

    def action_name(self, action: int) -> str:
        """An action in words."""
        if self.cards:
            return WORDS[action]
        first, second = DEALS[action]
        return f"{CARDS[first]} to player 0, {CARDS[second]} to player 1"

    def __str__(self) -> str:
        return self._description([CARDS[card] for card in self.cards])

    def _description(self, cards: Sequence[str]) -> str:
        parts = [f"player {player}: {card}" for player, card in enumerate(cards)] or [
            "not dealt yet"
        ]
        parts += [WORDS["pb".index(letter)] for letter in self.said]
        if self.is_terminal():
            coins = self.coins()
            parts.append(f"player {int(coins < 0)} wins {abs(coins)} coin{'s' * (abs(coins) > 1)}")
        return " · ".join(parts)

    __repr__ = __str__
