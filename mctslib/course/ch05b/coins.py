"""The game of chapter 05b, in which two players take coins from either end of a row.

A move takes one coin.  A player who takes a coin with an odd value moves again.  At the end the
player with more money wins.
"""

from __future__ import annotations

from typing import NamedTuple

from mctslib.draw import svg
from mctslib.draw.boards import html
from mctslib.draw.look import FONT, INK, SURFACE, TITLE, TOLD
from mctslib.game import illegal, not_over

LEFT, RIGHT = "left", "right"
STEP = 31  # distance between neighbouring coins' centres in pixels; eight coins fit on a phone
RADIUS = 14  # radius of a coin in pixels


class CoinRowFields(NamedTuple):
    """The data of a position of the game."""

    coins: tuple[int, ...]  # the coins that are left, from left to right
    money: tuple[int, int] = (0, 0)  # the sum of the coins that each player has taken
    current_player: int = 0  # the player to move, 0 or 1


class CoinRow(CoinRowFields):
    """A position of the game.  `CoinRow((3, 2, 5))` is the start of a game with three coins."""

    __slots__ = ()
    num_players = 2
    player_names = ("X", "O")

    def legal_actions(self) -> list[str]:
        """Return the ends from which a coin can be taken; a single coin is at the left end."""
        if len(self.coins) > 1:
            return [LEFT, RIGHT]
        return [LEFT] * len(self.coins)

    def apply(self, action: str) -> CoinRow:
        """Return the position after the player to move takes the coin at one end.

        Raises `IllegalAction` if `action` is not a legal action.
        """
        if action not in self.legal_actions():
            raise illegal(self, action)
        if action == LEFT:
            coin, rest = self.coins[0], self.coins[1:]
        else:
            coin, rest = self.coins[-1], self.coins[:-1]
        money = list(self.money)
        money[self.current_player] += coin
        following = self.current_player if coin % 2 else 1 - self.current_player
        return type(self)(rest, (money[0], money[1]), following)

    def is_terminal(self) -> bool:
        """Return whether all coins are taken."""
        return not self.coins

    def rewards(self) -> tuple[float, float]:
        """Return the rewards of both players.

        The player with more money gets 1, and the other player gets 0.  If both have the same
        amount, each gets ½.

        Raises ValueError if coins are left.
        """
        if self.coins:
            raise not_over(self)
        first, second = self.money
        if first == second:
            return (0.5, 0.5)
        return (1.0, 0.0) if first > second else (0.0, 1.0)

    def action_name(self, action: str) -> str:
        """Return an action in words, such as "take the 3 at the left end"."""
        coin = self.coins[0] if action == LEFT else self.coins[-1]
        return f"take the {coin} at the {action} end"

    def __str__(self) -> str:
        row = " ".join(map(str, self.coins)) or "no coins left"
        return f"{row}   (X has {self.money[0]}, O has {self.money[1]})"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # JupyterLab does not read the description in an SVG picture, so the HTML repeats the
        # description.
        return html(self)

    def _repr_svg_(self) -> str:
        """Return a picture of the row, in which odd coins have a double rim."""
        width = max(252, STEP * len(self.coins) + 4)
        parts = []
        for place, coin in enumerate(self.coins):
            parts += coin_parts(place * STEP + STEP / 2 + 2, coin)
        money = f"X has {self.money[0]}, O has {self.money[1]}"
        parts.append(text(4, 66, money, "start", TITLE))
        return svg.document("".join(parts), width, 78, f"A row of coins: {self}")


def coin_parts(x: float, coin: int) -> list[str]:
    """Return the SVG elements of one coin.

    x     the x coordinate of the coin's centre, in pixels
    coin  the value of the coin
    """
    shapes = [circle(x, RADIUS)]
    if coin % 2:
        shapes.append(circle(x, RADIUS - 4))
    return [*shapes, text(x, 29, str(coin), "middle", TOLD)]


def circle(x: float, radius: float) -> str:
    """Return a circle as SVG text."""
    line = f'fill="{SURFACE}" stroke="{INK}" stroke-width="1.5"'
    return f'<circle cx="{x:g}" cy="23" r="{radius:g}" {line}/>'


def text(x: float, y: float, words: str, anchor: str, size: int) -> str:
    """Return a line of words as SVG text."""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    return f'<text {place} font-family="{FONT}" font-size="{size}" fill="{INK}">{words}</text>'
