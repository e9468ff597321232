"""Draw a row of coins whose two ends can be pressed, above a bar of the money that is taken."""

from __future__ import annotations

from typing import Any

from mctslib.course.ch05b.coins import LEFT, RIGHT, CoinRow
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    RULE,
    SOFT,
    SURFACE,
    TITLE,
    WORDS,
    end_colour,
)
from mctslib.draw.svg import document, element, text
from mctslib.widgets.bar import two_widths
from mctslib.widgets.picking import PickingPicture
from mctslib.widgets.play.board import Listener, Overlay, TextBoard

WIDE, PHONE = 590, 256  # the width of the picture, in pixels; the wide one grows with the page
LARGEST = 40  # the radius of the largest coin, in pixels
FINGER = 44  # the least width of what a finger presses, in pixels
BAR = 26  # the height of the bar of money, in pixels


class PressedCoins(TextBoard):
    """The row of coins as a board: a press on the coin at one end takes it."""

    def __init__(self, state: Any, listener: Listener, shown: Overlay = Overlay()) -> None:
        self.row = PickingPicture(self._pressed_end)
        self.most = len(CoinRow(*state).coins)
        super().__init__(state, listener, shown)
        self.children = [self.row, self.line]

    def _pressed_end(self, end: str) -> None:
        if end in (LEFT, RIGHT):
            self.listener("play", end)

    def show(self, state: Any, shown: Overlay = Overlay()) -> None:
        """Show a position."""
        super().show(state, shown)
        row = CoinRow(*state)
        self.most = max(self.most, len(row.coins))
        ends = row.legal_actions() if shown.playable and not shown.watched else []
        pictures = (drawn(row, ends, width, self.most) for width in (WIDE, PHONE))
        self.row.value = f'<div class="mcts-grows">{two_widths(*pictures)}</div>'


def drawn(row: CoinRow, ends: list[str], width: float, most: int) -> str:
    """Return the row as SVG text; the coins at `ends` can be pressed.

    most  the number of coins in the longest row, which fills the width
    """
    step = min(width / most, 2.5 * LARGEST)
    outer = max(step, FINGER)  # on a phone the two coins at the ends are larger
    if outer > step and most > 2:
        step = (width - 2 * outer) / (most - 2)
    last = len(row.coins) - 1
    x = (width - step * max(last - 1, 0) - outer * min(last + 1, 2)) / 2
    middle = min(LARGEST, outer / 2 - 2) + 4
    parts = []
    for place, coin in enumerate(row.coins):
        is_end = {LEFT: place == 0, RIGHT: place == last}
        end = next((one for one in ends if is_end[one]), "")
        own = outer if any(is_end.values()) else step
        parts.append(_coin(row, coin, (x + own / 2, middle), min(LARGEST, own / 2 - 1), end))
        x += own
    top = 2 * middle + 22
    parts.append(_money(row, width, top))
    return document("".join(parts), width, top + BAR + 24, f"A row of coins: {row}")


def _coin(row: CoinRow, coin: int, at: tuple[float, float], radius: float, end: str) -> str:
    """Draw a coin; an odd one has a double rim, and one that can be pressed is violet."""
    x, y = at
    pen: dict[str, Any] = {"stroke": ACT if end else INK, "stroke_width": 2.5 if end else 1.5}
    rims = [radius, radius - max(3, radius / 7)] if coin % 2 else [radius]
    paper = ACT_PAPER if end else SURFACE
    coins = "".join(element("circle", cx=x, cy=y, r=rim, fill=paper, **pen) for rim in rims)
    size = max(TITLE, round(0.6 * radius))
    look = {"fill": ACT, "font_weight": "bold"} if end else {"fill": INK}
    number = text(str(coin), x, y + size / 3, size, text_anchor="middle", **look)
    content = element("g", coins + number)
    if not end:
        return content
    half = max(radius, FINGER / 2)
    area: dict[str, Any] = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
    content += element("rect", fill="transparent", **area)
    return element("g", content, data_pick=end, aria_label=row.action_name(end))


def _money(row: CoinRow, width: float, top: float) -> str:
    """Draw the money of X from the left and of O from the right, each with a mark where it
    wins, beyond one half.
    """
    total = sum(row.coins) + sum(row.money)
    share = [width * money / max(total, 1) for money in row.money]
    y: dict[str, Any] = {"y": top, "height": BAR}
    parts = [
        text(f"X has {row.money[0]}", 0, top - 6, WORDS, font_weight="bold"),
        text(f"O has {row.money[1]}", width, top - 6, WORDS, font_weight="bold", text_anchor="end"),
        element("rect", x=0.5, width=width - 1, fill="none", stroke=RULE, **y),
        element("rect", x=0, width=share[0], fill=end_colour(0), **y),
        element("rect", x=width - share[1], width=share[1], fill=end_colour(1), **y),
    ]
    enough = total // 2 + 1
    far = width * enough / max(total, 1)
    for name, x, anchor in (("X", far, "start"), ("O", width - far, "end")):
        mark = f"M{x:.1f} {top - 4}v{BAR + 8}"
        parts.append(element("path", d=mark, stroke=INK, stroke_width=2))
        words = f"X → wins at {enough}" if name == "X" else f"wins at {enough} ← O"
        parts.append(text(words, x, top + BAR + 19, WORDS, text_anchor=anchor, fill=SOFT))
    return "".join(parts)
