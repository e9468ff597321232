"""Draw the line that groups the cards in the pictures of chapter 17."""

from mctslib.draw.look import ACT, NOTE, SOFT
from mctslib.draw.svg import element, text


def brace(x: float, y: float, height: float, words: str, is_now: bool) -> str:
    """Draw an upright line that groups the cards beside it, with a label to its right.

    is_now   whether the reader must decide now
    """
    colour = ACT if is_now else SOFT
    line = element("line", x1=x, x2=x, y1=y, y2=y + height, stroke=colour, stroke_width=3)
    return line + text(words, x + 10, y + height / 2 + 4, NOTE, fill=colour, font_weight="bold")
