"""Draw the picture of `Hunches`: for each move the prior, which the reader can drag, the score, and
the visits.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.draw.bars import hatched_bar, solid_bar
from mctslib.draw.boards import RING
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    NOTE,
    RULE,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
    WORDS,
)
from mctslib.draw.svg import document, element, text
from mctslib.game import Action
from mctslib.words import count, percent, worth

TOP = 42  # the distance from the upper edge to the first row, in pixels
THICK = 13  # the height of a bar
KNOB = 12  # the width of the knob at the end of a prior's bar
STEPS = range(0, 101, 5)  # the percentages to which a prior can be dragged
APART = 1.1  # the distance between rows, as a multiple of the row height
MOST_SCORE = 0.8  # the score whose bar fills the column; longer bars are cut off


class MoveRow(NamedTuple):
    """The numbers in the row of one move."""

    action: Action
    right: bool  # whether the move keeps the exact value
    prior: float
    q: float
    bonus: float
    visits: int
    share: float  # the move's share of all visits

    @property
    def score(self) -> float:
        """Return the PUCT score."""
        return self.q + self.bonus


class Columns(NamedTuple):
    """The left edges and sizes of the columns of a picture, in pixels."""

    width: float
    row: float  # height of a row
    prior: float
    track: float  # length of the bar for a prior of 1
    score: float
    score_track: float  # length of the bar for `MOST_SCORE`
    visits: float
    visits_track: float  # length of the bar for all visits

    @property
    def second_line(self) -> float:
        """Return how far the score and the visits are below the prior."""
        return 19 if self.score == self.prior else 0

    @property
    def raised(self) -> float:
        """Return how much higher a bar is, and its knob shorter, if a second line is below it."""
        return 3 if self.second_line else 0


WIDE = Columns(600, 38, 44, 148, 250, 118, 424, 118)
NARROW = Columns(256, 46, 44, 160, 44, 70, 156, 64)
"""The columns on a phone: the score and the visits are below the prior."""


def bars_svg(
    rows: Sequence[MoveRow],
    next_action: Action,
    most: Action,
    columns: Columns,
    can_drag: bool = True,
) -> str:
    """Draw the rows of all moves, with headings; return the SVG text.

    next_action  the move that the search will try in the next iteration
    most         the most visited move
    columns      the layout of the picture, `WIDE` or `NARROW`
    can_drag     whether the bars can be dragged, as the heading then says
    """
    step = columns.row * APART
    y = TOP + (step - columns.row) / 2
    parts = []
    for row in rows:
        marks = row.action == next_action, row.action == most
        parts.append(row_svg(row, y, columns, *marks, can_drag))
        y += step
    parts += headings(columns, can_drag)
    height = y + 4
    said = [
        f"{row.action}: prior {percent(row.prior)}, {count(row.visits, 'visit')}" for row in rows
    ]
    return document("".join(parts), columns.width, height, "; ".join(said) + ".")


def headings(columns: Columns, can_drag: bool) -> list[str]:
    """Draw the headings of the columns."""
    second = 35 if columns.second_line else 16
    score = "■ Q + ▨ bonus" if columns.second_line else "Q + bonus"
    drag = (columns.prior + 84, 16) if columns.second_line else (columns.prior, 31)
    parts = [
        text("your prior", columns.prior, 16, TITLE, font_weight="bold"),
        text("drag" if can_drag else "", *drag, NOTE, fill=SOFT),
        text(score, columns.score, second, TITLE, font_weight="bold"),
        text("visits", columns.visits, second, TITLE, font_weight="bold"),
    ]
    if not columns.second_line:
        parts.append(text("■ Q  ▨ bonus", columns.score, 31, NOTE, fill=SOFT))
    return parts


def row_svg(
    row: MoveRow, y: float, columns: Columns, is_next: bool, is_most: bool, can_drag: bool
) -> str:
    """Draw the row of one move; y is the upper edge of the row."""
    bold: dict[str, Any] = {"font_weight": "bold"} if is_next or is_most else {}
    bar = y + 11 - columns.raised  # the upper edge of the bars
    base = bar + 11  # the baseline of the words
    parts = []
    if is_next:
        place: dict[str, Any] = {"x": 1, "y": y + 1, "rx": 6}
        place |= {"width": columns.width - 2, "height": columns.row - 3}
        look: dict[str, Any] = {"fill": ACT_PAPER, "stroke": ACT, "stroke_width": 1.5}
        parts.append(element("rect", **place, **look))
    mark = f"{row.action} ✓" if row.right else f"{row.action}"
    parts.append(text(mark, 8, base, TITLE, **bold))
    if is_most:  # as on the board
        look = {"x": 4, "y": base - 16, "width": 34, "height": 22, "rx": 5}
        parts.append(element("rect", **look, **RING))
    parts.append(prior_svg(row, bar, columns, can_drag))
    parts.append(text(percent(row.prior), columns.prior + columns.track + 12, base, WORDS))
    parts.append(score_svg(row, bar + columns.second_line, columns, is_next))
    parts.append(visits_svg(row, bar + columns.second_line, columns, is_most))
    return "".join(parts)


def prior_svg(row: MoveRow, y: float, columns: Columns, can_drag: bool) -> str:
    """Draw the bar of the prior with the knob at its end; y is the upper edge of the bar."""
    end = columns.prior + columns.track * row.prior
    at: dict[str, Any] = {"x": columns.prior, "y": y, "height": THICK, "rx": 2}
    track = element("rect", width=columns.track, fill=SURFACE, stroke=RULE, **at)
    bar = element("rect", width=columns.track * row.prior, fill=SOFT, **at)
    if not can_drag:
        return track + bar
    knob: dict[str, Any] = {"x": end - KNOB / 2, "y": y - 6 + columns.raised, "width": KNOB}
    knob |= {"height": THICK + 12 - 2 * columns.raised, "rx": 4, "fill": ACT}
    return track + bar + element("rect", **knob) + places(row, y, columns)


def places(row: MoveRow, y: float, columns: Columns) -> str:
    """Return the places along the track of a prior to which its end can be dragged."""
    step = columns.track / (len(STEPS) - 1)
    nearest = min(STEPS, key=lambda share: abs(share / 100 - row.prior))
    parts = []
    for number, share in enumerate(STEPS):
        look: dict[str, Any] = {"x": columns.prior + step * (number - 0.5), "y": y - 11}
        look |= {"width": step, "height": columns.row - 2, "fill": "transparent"}
        look |= {
            "data_pick": f"{row.action} {share}",
            "aria_pressed": str(share == nearest).lower(),
        }
        look["aria_label"] = f"prior of move {row.action}: {share}%"
        parts.append(element("rect", **look))
    return element("g", "".join(parts), data_slide=row.action)


def score_svg(row: MoveRow, y: float, columns: Columns, is_next: bool) -> str:
    """Draw the bar of the score, with Q on the left and the bonus on the right; y is the upper edge
    of the bar.
    """
    unit = columns.score_track / MOST_SCORE
    solid = min(row.q, MOST_SCORE) * unit
    hatched = min(row.bonus, MOST_SCORE - min(row.q, MOST_SCORE)) * unit
    words = worth(row.score)
    look: dict[str, Any] = {"fill": ACT, "font_weight": "bold"} if is_next else {}
    end = columns.score + solid + hatched
    parts = solid_bar(columns.score, y, solid) + hatched_bar(columns.score + solid, y, hatched)
    return parts + text(words, end + 6, y + 11, WORDS, **look)


def visits_svg(row: MoveRow, y: float, columns: Columns, is_most: bool) -> str:
    """Draw the bar of the visits; y is the upper edge of the bar."""
    length = columns.visits_track * row.share
    fill = INK if is_most else SHADE
    bar = element("rect", x=columns.visits, y=y, width=length, height=THICK, rx=2, fill=fill)
    look: dict[str, Any] = {"font_weight": "bold"} if is_most else {}
    return bar + text(percent(row.share), columns.visits + length + 6, y + 11, WORDS, **look)
