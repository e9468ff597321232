"""Draw a still picture of one moment of a search, for pages without a kernel."""

from typing import Any

from mctslib.course.ch13.spread import Box, Spreading
from mctslib.draw.look import (
    DARKEST_AMOUNT,
    INK,
    PAPER,
    RULE,
    TITLE,
    WORDS,
    text_width,
    value_colour,
)
from mctslib.draw.svg import document, element, text

WIDTH, ON_A_PHONE = 590, 240  # the width of all boxes side by side, in pixels
HEAD = 26  # height of the title
ROW, GAP = 26, 3  # the distance of two rows, and the space between them
ROW_ON_A_PHONE = 35
DEEPEST_ON_A_PHONE = 3  # below it the boxes are too narrow for a word
DRAWN = DARKEST_AMOUNT  # the colour of a draw elsewhere is nearly white, like a box not known yet
KEY = {
    "not known yet": PAPER,
    "= a draw": DRAWN,
    "X wins": value_colour(1.0),
    "O wins": value_colour(0.0),
}
SIGNS = "✓ won, ✗ lost, for", "whoever moved"
KEY_ROW, SWATCH = (
    18,
    14,
)  # the distance of two rows of the key, and the side of its squares, in pixels
NARROW = 3  # only boxes wider than this number of pixels have a frame
ROOM = 12  # only boxes wider than this number of pixels contain words


def still(spread: Spreading, t: int, title: str, *, narrow: bool = False) -> str:
    """Draw the boxes after `t` iterations as SVG text; if `narrow`, the first moves for a phone."""
    whole, row = (ON_A_PHONE, ROW_ON_A_PHONE) if narrow else (WIDTH, ROW)
    deepest = min(spread.depth, DEEPEST_ON_A_PHONE) if narrow else spread.depth
    parts = [text(title, 8, 18, TITLE, font_weight="bold")]
    for box in spread.boxes:
        if box.born <= t and box.depth <= deepest:
            parts += box_parts(spread, box, t, narrow)
    foot = HEAD + row * (deepest + 1)
    label = f"{title}, {t:,} iterations: {spread.words(t)}."
    return document("".join(parts), whole + 16, foot, label)


def legend() -> str:
    """Draw what the colours and the signs of the boxes mean."""
    parts = []
    for k, (words, fill) in enumerate(KEY.items()):
        y = 2 + KEY_ROW * k
        size: dict[str, Any] = {"x": 2, "y": y, "width": SWATCH, "height": SWATCH}
        parts.append(element("rect", fill=fill, stroke=RULE if fill == PAPER else INK, **size))
        parts.append(text(words, 2 + SWATCH + 6, y + 11, WORDS))
    for k, words in enumerate(SIGNS, len(KEY)):
        parts.append(text(words, 2, 13 + KEY_ROW * k, WORDS))
    high = KEY_ROW * (len(KEY) + len(SIGNS))
    return document("".join(parts), 132, high, "; ".join([*KEY, " ".join(SIGNS)]))


def box_parts(spread: Spreading, box: Box, t: int, narrow: bool) -> list[str]:
    """Draw one box and its words."""
    whole, row = (ON_A_PHONE, ROW_ON_A_PHONE) if narrow else (WIDTH, ROW)
    high = row - GAP
    x = 8 + whole * box.x
    y = HEAD + row * box.depth
    width = whole * box.width
    result = spread.result(box)
    known = box.is_known(t) and result is not None
    fill = PAPER
    if known and result is not None:
        fill = DRAWN if result == 1 / 2 else value_colour(result)
    frame: dict[str, Any] = {}
    if width > NARROW:
        frame = {"stroke": INK if known else RULE, "stroke_width": 1.2 if known else 0.6}
    parts = [element("rect", x=x, y=y, width=width, height=high, fill=fill, **frame)]
    words = label_of(spread, box, t, width)
    if words:
        parts.append(text(words, x + width / 2, y + high / 2 + 4, WORDS, text_anchor="middle"))
    return parts


def label_of(spread: Spreading, box: Box, t: int, width: float) -> str:
    """Return as much of the move and its badge as fits into the box."""
    if width <= ROOM:
        return ""
    name = "root" if box.node.parent is None else f"{box.node.action}"
    badge = spread.badge(box, t)
    for words in (f"{name} {badge}".strip(), f"{name}{badge[:1]}", badge[:1] or name):
        if text_width(words, WORDS) + 4 < width:
            return words
    return ""
