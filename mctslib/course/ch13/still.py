"""Draw a still picture of one moment of a search, for pages without a kernel."""

from typing import Any

from mctslib.course.ch13.spread import Box, Spreading
from mctslib.draw.look import INK, PAPER, RULE, TITLE, WORDS, text_width, value_colour
from mctslib.draw.svg import document, element, text

WIDTH, ON_A_PHONE = 590, 240  # the width of all boxes side by side, in pixels
HEAD = 26  # height of the title
ROW, GAP = 26, 3  # the distance of two rows, and the space between them
ROW_ON_A_PHONE = 35
DEEPEST_ON_A_PHONE = 3  # below it the boxes are too narrow for a word
DRAWN = RULE  # darker than the colour of a draw elsewhere, which is nearly white
LEGEND = (
    "white: not known yet",
    "grey, =: a draw",
    "blue: X wins",
    "orange: O wins",
    "✓ won, ✗ lost, for",
    "whoever moved",
)
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
    lines = [text(words, 2, 12 + 16 * k, WORDS) for k, words in enumerate(LEGEND)]
    return document("".join(lines), 132, 16 * len(LEGEND), "; ".join(LEGEND))


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
