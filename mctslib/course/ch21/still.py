"""Draw the still picture of `LastExam`: strips, marks, and the differences from a chosen player."""

from __future__ import annotations

from typing import Any

from mctslib.course.ch21.page import hardest_first, headline, told
from mctslib.course.ch21.results import by_mark, comparisons, mark, marks
from mctslib.course.ch21.sitting import Sitting
from mctslib.draw.look import (
    INK,
    PAGE,
    PAPER,
    RULE,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
    WORDS,
    text_width,
)
from mctslib.draw.svg import document, element, text
from mctslib.words import percent, signed

LEFT = 130
STRIP = 250
ROW = 34
TOP = 74
MIDDLE = 530  # the x coordinate of a difference of 0
SCALE = 380  # the width of a difference of 1, in pixels
HEIGHT = 20  # the height of a strip
FURTHEST = 0.25  # the largest difference that is drawn; larger ones are cut off


def still_svg(condition: str, beside: str, own: Sitting | None = None) -> str:
    """Draw all players' answers under a condition, and each player's difference from `beside`;
    return the SVG text.

    own   a sitting of the reader's player, whose row comes first and shows no difference
    """
    rows = comparisons(condition, beside)
    order = hardest_first(condition)
    parts = [
        text(headline(condition), 8, 20, TITLE, font_weight="bold"),
        text("Each stroke is a missed question, hardest first.", 8, 42, WORDS, fill=SOFT),
        text(
            f"points more than {beside} (to ±25)",
            MIDDLE,
            42,
            WORDS,
            fill=SOFT,
            text_anchor="middle",
        ),
    ]
    ordered = by_mark(condition)
    first = 1 if own else 0  # the row of the first player of the exam
    bottom = TOP + ROW * (first + len(ordered))
    parts.append(element("line", x1=MIDDLE, x2=MIDDLE, y1=50, y2=bottom - 8, stroke=SHADE))
    if own:
        right = tuple(map(float, own.rights))
        parts += answered(shortened(own.name), right, own.mark, order, TOP)
    for place, name in enumerate(ordered, first):
        y = TOP + ROW * place
        parts += answered(name, marks(condition, name), mark(condition, name), order, y)
        if name in rows:
            row = rows[name]
            parts.append(interval(row.value, row.low, row.high, row.counts, y - 5))
            end = MIDDLE + SCALE * max(min(row.high, FURTHEST), -FURTHEST) + 12
            is_twin = row.more + row.fewer == 0
            said = "the twin" if is_twin else signed(100 * row.value, 1)
            parts.append(text(said, end, y, WORDS, fill=INK if is_twin else SOFT))
    label = f"{headline(condition)} {told(condition)}"
    if own:
        label += f" {own.name} is right in {percent(own.mark)}."
    return document("".join(parts), PAGE, bottom + 4, label)


def shortened(name: str) -> str:
    """Shorten a name so that it fits to the left of a strip. An ellipsis replaces the end of a long
    name.
    """
    short = name
    while text_width(short, WORDS) > LEFT - 8:
        short = short.rstrip("…")[:-1] + "…"
    return short


def answered(
    name: str, marks_of: tuple[float, ...], share: float, order: list[int], y: float
) -> list[str]:
    """Return the row of one player: the name, the strip and the share of right answers.

    marks_of  the mark of each question, from 0 to 1
    share     the mean of these marks
    order     the indices of the questions, in the order of the strokes
    """
    return [
        text(name, LEFT - 8, y, WORDS, text_anchor="end"),
        strip(marks_of, order, y - 15),
        text(percent(share), LEFT + STRIP + 6, y, WORDS),
    ]


def strip(missed_by: tuple[float, ...], order: list[int], y: float) -> str:
    """Draw a strip with one stroke for each question that a player missed.

    Strokes of the same shade are drawn as a single path.
    """
    width = STRIP / len(order)
    frame = {"fill": SURFACE, "stroke": RULE}
    parts = [element("rect", x=LEFT, y=y, width=STRIP, height=HEIGHT, rx=3, **frame)]
    strokes: dict[float, str] = {}
    for place, number in enumerate(order):
        missed = round(1 - missed_by[number], 2)
        if missed > 0:
            x = round(LEFT + (place + 0.5) * width, 1)
            strokes[missed] = strokes.get(missed, "") + f"M{x:g} {y}v{HEIGHT}"
    for missed, path in strokes.items():
        shade = round(0.25 + 0.75 * missed, 2)
        pen: dict[str, Any] = {"stroke": INK, "stroke_width": round(width, 2), "opacity": shade}
        parts.append(element("path", d=path, **pen))
    return "".join(parts)


def interval(value: float, low: float, high: float, counts: bool, y: float) -> str:
    """Draw a difference with its interval. The dot is filled if the difference counts."""
    left = MIDDLE + SCALE * max(min(low, FURTHEST), -FURTHEST)
    right = MIDDLE + SCALE * max(min(high, FURTHEST), -FURTHEST)
    line = element("line", x1=left, x2=right, y1=y, y2=y, stroke=INK, stroke_width=2)
    dot: dict[str, Any] = {"fill": INK if counts else PAPER, "stroke": INK, "stroke_width": 2}
    place = MIDDLE + SCALE * max(-FURTHEST, min(FURTHEST, value))
    return line + element("circle", cx=place, cy=y, r=4, **dot)
