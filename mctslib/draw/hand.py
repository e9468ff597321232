"""Draw a position of the puzzle 24: the remaining numbers as cards, and the target."""

from typing import Any

from mctslib.draw.look import HEADLINE, INK, PAPER, RIGHT, ROUND, SOFT, TITLE, WRONG
from mctslib.draw.svg import document, element, text

# All sizes are in pixels.
CARD = 44  # the height and the smallest width of a card
GAP = 8
DIGIT = 11  # the width of a digit


def hand_svg(state: Any) -> str:
    """Draw a position as SVG text: a card for each remaining number, then the target."""
    parts = []
    x = GAP
    for number in state.numbers:
        width = max(CARD, DIGIT * len(str(number)) + 20)
        parts.append(card(x, width, number))
        x += width + GAP
    words, colour = verdict(state)
    parts.append(text(words, x + GAP, GAP + CARD / 2 + 5, TITLE, fill=colour))
    room = x + GAP + 9 * len(words)
    return document("".join(parts), room, CARD + 2 * GAP, f"The puzzle 24: {state}")


def card(x: float, width: float, number: int) -> str:
    """Draw a card with a number, as SVG text."""
    frame = element("rect", x=x, y=GAP, width=width, height=CARD, rx=ROUND, fill=PAPER, stroke=INK)
    middle = x + width / 2
    written = text(
        number, middle, GAP + CARD / 2 + 6, HEADLINE, text_anchor="middle", font_weight="bold"
    )
    return frame + written


def verdict(state: Any) -> tuple[str, str]:
    """Return the text beside the cards, and the colour of the text."""
    if not state.is_terminal():
        return f"→ {state.target}", SOFT
    if state.rewards() == (1.0,):
        return "✓", RIGHT
    return f"✗ not {state.target}", WRONG
