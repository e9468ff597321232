"""Kuhn poker: each of two players gets one of three cards, and may bet one coin (Kuhn, 1950).

Kuhn poker is a very small game in which good players have to bluff.  Jack < queen < king.  Chance
deals the cards (actions 0 to 5).  Then the players take turns.  The player to move passes (0) or
bets one more coin (1).  After a bet, the words for these actions are "give up" and "call".

pass pass, bet bet, pass bet bet      the cards are shown, and the higher card wins
bet pass, pass bet pass               the player who passed after the bet loses one coin
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.given import check_one_of, whole
from mctslib.words import count

CARDS = ("jack", "queen", "king")
DEALS = tuple(permutations(range(3), 2))
WORDS = ("pass", "bet")
ANSWERS = ("give up", "call")  # the same actions after a bet
LETTERS = "pb"  # the letters for pass and bet
STAKES = {"pp": 1, "bb": 2, "pbb": 2}  # the number of coins that are won if the cards are shown
FOLDED = {"bp": 0, "pbp": 1}  # the player who wins a coin because the other player passed
SPOKEN = ("", "p", "b", "pb", *STAKES, *FOLDED)  # all possible sequences of passes and bets


class KuhnFields(NamedTuple):
    """The data of one position."""

    cards: tuple[int, ...]  # the card of each player, 0 to 2; empty before the deal
    said: str  # the passes and bets so far, such as "pb"


class Kuhn(KuhnFields):
    """One position of the game, with the cards of both players.

    cards   two different cards from 0, 1 and 2; empty before the deal
    said    the passes and bets so far, such as "pb"

    `view(player)` returns the part of a position that a player may know.  Raises ValueError if the
    cards, or the sequence of passes and bets, cannot occur.
    """

    __slots__ = ()
    num_players = 3
    chance_player = 2

    def __new__(cls, cards: tuple[int, ...] = (), said: str = "") -> Kuhn:
        check_one_of("The cards", cards, ((), *DEALS))
        check_one_of("What was said", said, SPOKEN if cards else ("",))
        return cls._make((cards, said))

    @property
    def current_player(self) -> int:
        """The player to move: 2, which is chance, before the deal; then 0 and 1 in turn."""
        if not self.cards:
            return 2
        return len(self.said) % 2

    def legal_actions(self) -> Sequence[int]:
        """Return the six deals, or pass and bet after the deal, or () if the hand is over."""
        if not self.cards:
            return range(len(DEALS))
        return () if self.is_terminal() else (0, 1)

    def apply(self, action: int) -> Kuhn:
        """Return the position after a deal, a pass or a bet.

        Raises `IllegalAction` if the action is not legal, and TypeError if it is not a
        whole number.
        """
        action = whole(action)
        if action not in self.legal_actions():
            raise illegal(self, action)
        if not self.cards:
            return Kuhn._make((DEALS[action], ""))
        return Kuhn._make((self.cards, self.said + LETTERS[action]))

    def is_terminal(self) -> bool:
        """Return whether the hand is over: the cards are shown, or a player passed after a bet."""
        return self.said in STAKES or self.said in FOLDED

    def coins(self) -> int:
        """Return the number of coins that player 0 has won at the end, from −2 to 2.

        Raises ValueError while the hand is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        if self.said in FOLDED:
            return 1 if FOLDED[self.said] == 0 else -1
        stake = STAKES[self.said]
        return stake if self.cards[0] > self.cards[1] else -stake

    def rewards(self) -> tuple[float, float, float]:
        """Return each player's coins on a scale from 0 (two lost) to 1 (two won), and 0 for chance.

        Raises ValueError while the hand is still going on.
        """
        coins = self.coins()
        return ((2 + coins) / 4, (2 - coins) / 4, 0.0)

    def view(self, player: int) -> tuple[int, str]:
        """Return the knowledge of a player: the player's own card, and the passes and bets."""
        return self.cards[player], self.said

    def seen_by(self, player: int) -> str:
        """Describe the position as a player sees it, without the card of the other player."""
        cards = []
        for owner, card in enumerate(self.cards):
            cards.append(CARDS[card] if owner == player else "?")
        return self.in_words(cards)

    def determinizations(self) -> list[Kuhn]:
        """Return the equally likely positions that look like this one to the player to move."""
        if not self.cards:
            return [self]
        player = self.current_player
        possible = [deal for deal in DEALS if deal[player] == self.cards[player]]
        return [Kuhn._make((deal, self.said)) for deal in possible]

    def action_name(self, action: int) -> str:
        """Return the name of an action."""
        if self.cards:
            return self._word(self.said, action)
        first, second = DEALS[action]
        return f"{CARDS[first]} to player 0, {CARDS[second]} to player 1"

    def winnings(self) -> tuple[int, int, int]:
        """Return the number of coins that each player won, and 0 for chance; a loss is negative.

        Raises ValueError while the hand is still going on.
        """
        coins = self.coins()
        return (coins, -coins, 0)

    def picture_for(self, player: int | None, names: Sequence[str]) -> str:
        """Draw the cards and the pot as SVG text.

        player  the player who looks at the picture, in which the other card is hidden until the
                hand is over; with None, both cards are shown
        names   the names of the players
        """
        from mctslib.draw.cards import kuhn_svg

        return kuhn_svg(self, player, names)

    def _repr_svg_(self) -> str:
        return self.picture_for(None, ("player 0", "player 1"))

    def __str__(self) -> str:
        return self.in_words([CARDS[card] for card in self.cards])

    __repr__ = __str__

    def spoken(self) -> list[str]:
        """Return the words for the passes and bets so far, such as ["pass", "bet", "call"]."""
        said = self.said
        return [self._word(said[:turn], LETTERS.index(letter)) for turn, letter in enumerate(said)]

    @staticmethod
    def _word(said: str, action: int) -> str:
        """Return the word for a pass (0) or a bet (1) that follows the passes and bets `said`."""
        return (ANSWERS if said.endswith("b") else WORDS)[action]

    def in_words(self, cards: Sequence[str]) -> str:
        """Describe the position in words.

        cards   a string for each player's card
        """
        parts = [f"player {player}: {card}" for player, card in enumerate(cards)]
        if not parts:
            parts = ["not dealt yet"]
        parts += self.spoken()
        if self.is_terminal():
            coins = self.coins()
            winner = 0 if coins > 0 else 1
            parts.append(f"player {winner} wins {count(abs(coins), 'coin')}")
        return " · ".join(parts)
