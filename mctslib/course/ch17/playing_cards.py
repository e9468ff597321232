"""Draw the line that groups the cards in the pictures of chapter 17."""

from mctslib.draw.look import ACT, NOTE
from mctslib.draw.svg import element, text


def brace(x: float, y: float, height: float, words: str) -> str:
    """Draw an upright line that groups the cards beside it, with a label to its right."""
    line = element("line", x1=x, x2=x, y1=y, y2=y + height, stroke=ACT, stroke_width=3)
    return line + text(words, x + 10, y + height / 2 + 4, NOTE, fill=ACT, font_weight="bold")
