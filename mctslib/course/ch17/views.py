"""Draw how often an engine bets in each of the twelve views of Kuhn poker."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mctslib.draw.cards import LETTERS, open_card
from mctslib.draw.look import HEADLINE, INK, NOTE, PAPER, ROUND, RULE, SHADE, SOFT, SURFACE
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.games.kuhn import CARDS
from mctslib.methods.poker import VIEWS, View, nash, nearest_bluff
from mctslib.words import percent

SAID = {"": "first action", "p": "after a pass", "b": "after a bet", "pb": "after pass, bet"}
# Sizes in the picture, in pixels.
WIDTH, CELL_HEIGHT, HEAD = 560, 92, 34
LEFT, COLUMN = 52, 126
CARD, BAR = 34, 26  # the widths of a card and of a bar


def twelve_views(strategy: Mapping[View, Fraction]) -> Picture:
    """Draw a bar for the share of bets in each view, beside the perfect strategy nearest to it.

    strategy  the probability of a bet in each view, from 0 to 1
    """
    perfect = nash(nearest_bluff(strategy))
    parts = []
    for column, (said, words) in enumerate(SAID.items()):
        x = LEFT + COLUMN * column
        parts.append(text(words, x + 2, 22, NOTE, font_weight="bold"))
        for card in range(3):
            y = HEAD + CELL_HEIGHT * card
            view = (card, said)
            parts.append(_view(x, y, float(strategy[view]), float(perfect[view]), view))
    for card in range(3):
        parts.append(open_card(2, HEAD + CELL_HEIGHT * card + 14, CARD, LETTERS[card]))
    height = HEAD + 3 * CELL_HEIGHT + 24
    legend = "bar: share of bets · ◆ the nearest perfect player · │ all perfect players"
    parts.append(text(legend, LEFT, height - 9, NOTE, fill=SOFT))
    shares = []
    for (card, said), bet in strategy.items():
        both = f"{percent(float(bet))} (perfect: {percent(float(perfect[card, said]))})"
        shares.append(f"{CARDS[card]} {SAID[said]} {both}")
    told = f"Shares of bets: {', '.join(shares)}."
    return Picture(document("".join(parts), WIDTH, height, told), told)


def ranges() -> dict[View, tuple[float, float]]:
    """Return the lowest and the highest probability of a bet in perfect play, for each view."""
    least, most = nash(Fraction(0)), nash(Fraction(1, 3))
    return {view: (float(least[view]), float(most[view])) for view in VIEWS}


RANGES = ranges()


def _view(x: float, y: float, bet: float, perfect: float, view: View) -> str:
    """Draw one view: a bar for the share of bets, and marks for perfect play."""
    height = CELL_HEIGHT - 24
    low = y + height + 10
    ground: dict[str, Any] = {"width": COLUMN - 8, "height": CELL_HEIGHT - 6, "rx": ROUND}
    parts = [element("rect", x=x, y=y, fill=SURFACE, stroke=RULE, **ground)]
    bar: dict[str, Any] = {"x": x + 8, "width": BAR}
    parts.append(element("rect", y=low - height, height=height, fill=PAPER, stroke=RULE, **bar))
    parts.append(element("rect", y=low - height * bet, height=height * bet, fill=SOFT, **bar))
    parts.append(_perfect(x + 18 + BAR, low, height, perfect, view))
    end: dict[str, Any] = {"text_anchor": "end"}
    right = x + COLUMN - 16
    parts.append(text(percent(bet), right, y + 32, HEADLINE, font_weight="bold", **end))
    parts.append(text(f"◆ {percent(perfect)}", right, y + 54, NOTE, fill=SOFT, **end))
    return "".join(parts)


def _perfect(x: float, low: float, height: float, perfect: float, view: View) -> str:
    """Draw the mark of perfect play, and a line for the range of all perfect strategies."""
    least, most = RANGES[view]
    ends: dict[str, Any] = {"y1": low - height * most, "y2": low - height * least}
    line = element("line", x1=x, x2=x, stroke=SHADE, stroke_width=2, **ends)
    at = low - height * perfect
    return line + element("path", d=f"M{x:g} {at - 6:.1f}l6 6-6 6-6-6z", fill=INK)
