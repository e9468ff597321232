"""Draw a still picture of one moment of a search, for pages without a kernel."""

from typing import Any

from mctslib.course.ch13.spread import Box, Spreading
from mctslib.draw.look import INK, PAPER, RULE, TITLE, WORDS, text_width, value_colour
from mctslib.draw.svg import document, element, text

WIDTH, ON_A_PHONE = 346, 222  # the width of all boxes side by side, in pixels
HEAD = 26  # height of the title
ROW, HIGH = 34, 30
LOW_ROW, LOW = 20, 18  # on a phone
DRAWN = RULE  # darker than the colour of a draw elsewhere, which is nearly white
LEGEND = (
    "white: not known yet",
    "grey, =: a draw",
    "blue: X wins · orange: O wins",
    "✓ won, ✗ lost: for whoever moved",
)
NARROW = 3  # only boxes wider than this number of pixels have a frame
ROOM = 12  # only boxes wider than this number of pixels contain words


def still(spread: Spreading, t: int, title: str, *, narrow: bool = False) -> str:
    """Draw the boxes after `t` iterations, small enough for a phone if `narrow`; return the SVG text."""
    whole, row = (ON_A_PHONE, LOW_ROW) if narrow else (WIDTH, ROW)
    parts = [text(title, 8, 18, TITLE, font_weight="bold")]
    for box in spread.boxes:
        if box.born <= t:
            parts += box_parts(spread, box, t, narrow)
    foot = HEAD + row * (spread.depth + 1)
    label = f"{title}, {t:,} iterations: {spread.words(t)}."
    return document("".join(parts), whole + 16, foot, label)


def legend() -> str:
    """Draw what the colours and the signs of the boxes mean."""
    lines = [text(words, 8, 14 + 17 * k, WORDS) for k, words in enumerate(LEGEND)]
    return document("".join(lines), ON_A_PHONE + 16, 17 * len(LEGEND) + 4, "; ".join(LEGEND))


def box_parts(spread: Spreading, box: Box, t: int, narrow: bool) -> list[str]:
    """Draw one box and its words."""
    whole, row, high = (ON_A_PHONE, LOW_ROW, LOW) if narrow else (WIDTH, ROW, HIGH)
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
