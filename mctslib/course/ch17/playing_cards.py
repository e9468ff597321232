"""Draw playing cards and coins for the pictures of chapter 17."""

from typing import Any

from mctslib.draw.look import ACT, HEADLINE, HUGE, INK, NOTE, PAPER, RULE, SHADE, SOFT, SURFACE
from mctslib.draw.svg import element, text

LETTERS = "JQK"  # the letters of the cards 0, 1 and 2


def open_card(x: float, y: float, width: float, letter: str, mine: bool = False) -> str:
    """Draw a card with its face up, 1.4 times as high as it is wide.

    mine  whether the card belongs to the reader
    """
    height = 1.4 * width
    look: dict[str, Any] = {
        "stroke": INK,
        "stroke_width": 2.5 if mine else 1.2,
        "fill": PAPER,
        "rx": 6,
    }
    frame = element("rect", x=x, y=y, width=width, height=height, **look)
    size = HUGE if width > 40 else HEADLINE
    at = x + width / 2, y + height / 2 + size * 0.36
    return frame + text(letter, *at, size, text_anchor="middle", font_weight="bold")


def hidden_card(x: float, y: float, width: float) -> str:
    """Draw a card with its face down, 1.4 times as high as it is wide."""
    height = 1.4 * width
    look: dict[str, Any] = {"stroke": SHADE, "stroke_width": 1.2, "fill": SURFACE, "rx": 6}
    parts = [element("rect", x=x, y=y, width=width, height=height, **look)]
    for share in (0.22, 0.44, 0.66):
        line: dict[str, Any] = {"x1": x + 8, "x2": x + width - 8}
        rise: dict[str, Any] = {"y1": y + height * (share + 0.1), "y2": y + height * share}
        parts.append(element("line", stroke=RULE, stroke_width=2, **line, **rise))
    at = x + width / 2, y + height / 2 + HUGE * 0.36
    parts.append(text("?", *at, HUGE, text_anchor="middle", font_weight="bold"))
    return "".join(parts)


def coins(x: float, y: float, count: int, of_you: bool) -> str:
    """Draw a row of coins in the pot: discs for the reader's coins, or rings for the engine's
    coins.
    """
    parts = []
    for place in range(count):
        look: dict[str, Any] = {
            "fill": SOFT if of_you else PAPER,
            "stroke": SOFT,
            "stroke_width": 3,
        }
        parts.append(element("circle", cx=x + 22 * place, cy=y, r=8, **look))
    return "".join(parts)


def brace(x: float, y: float, height: float, words: str) -> str:
    """Draw an upright line beside things that belong together, with a label to the right of the
    line.
    """
    line = element("line", x1=x, x2=x, y1=y, y2=y + height, stroke=ACT, stroke_width=3)
    return line + text(words, x + 10, y + height / 2 + 4, NOTE, fill=ACT, font_weight="bold")
