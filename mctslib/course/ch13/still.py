"""Draw a still picture of one moment of a search, for pages without a kernel."""

from typing import Any

from mctslib.course.ch13.spread import Box, Spreading
from mctslib.draw.look import INK, RULE, SURFACE, TITLE, WORDS, text_width, value_colour
from mctslib.draw.svg import document, element, text

WIDTH, ON_A_PHONE = 384, 240  # the width of all boxes side by side, in pixels
HEAD = 26  # height of the title
ROW, HIGH = 34, 30
LOW_ROW, LOW = 26, 24  # on a phone
NARROW = 3  # only boxes wider than this number of pixels have a frame
ROOM = 12  # only boxes wider than this number of pixels contain words


def still(spread: Spreading, t: int, title: str, *, narrow: bool = False) -> str:
    """Draw the boxes after `t` iterations, small enough for a phone if `narrow`; return the SVG text."""
    whole, row = (ON_A_PHONE, LOW_ROW) if narrow else (WIDTH, ROW)
    parts = [text(title, 8, 18, TITLE, font_weight="bold")]
    for box in spread.boxes:
        if box.born <= t:
            parts += box_parts(spread, box, t, narrow)
    foot = HEAD + row * (spread.depth + 1) + 14
    parts.append(text("blue: X wins · grey: a draw · orange: O wins", 8, foot, WORDS))
    foot += 17
    parts.append(text("✓ won, ✗ lost: for the player who moved", 8, foot, WORDS))
    label = f"{title}, {t:,} iterations: {spread.words(t)}."
    return document("".join(parts), whole + 16, foot + 8, label)


def box_parts(spread: Spreading, box: Box, t: int, narrow: bool) -> list[str]:
    """Draw one box and its words."""
    whole, row, high = (ON_A_PHONE, LOW_ROW, LOW) if narrow else (WIDTH, ROW, HIGH)
    x = 8 + whole * box.x
    y = HEAD + row * box.depth
    width = whole * box.width
    result = spread.result(box)
    known = box.is_known(t) and result is not None
    fill = value_colour(result) if known and result is not None else SURFACE
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
