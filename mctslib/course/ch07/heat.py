"""Draw a heat map of the share of searches that choose a right move.

The map has a row for each value of c and a column for each budget.  The rows that the reader has
chosen are framed.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mctslib.draw.look import ACT, INK, PAPER, SOFT, TITLE, WORDS, amount_colour, text_width
from mctslib.draw.svg import document, element, text
from mctslib.words import count, number, percent

ABOVE, BELOW = 1.5, 1.6  # the space above and below the cells, in heights of a cell
DASHES = {"left": "", "right": "6 3"}


class Size(NamedTuple):
    """The sizes of the parts of a map, in pixels."""

    left: float  # to the left of the cells, for the values of c
    cell: float
    side: float  # to the right of the cells, for the signs of the framed rows
    gap: float  # between a value of c and the cells
    high: float  # the height of a cell
    words: float  # the size of the letters

    @property
    def top(self) -> float:
        """The y coordinate of the top edge of the cells."""
        return ABOVE * self.high


WIDE = Size(40, 36, 16, 8, 30, WORDS)
PART = 0.744  # on a phone all widths are smaller by this factor, so that `area` holds for both maps
NARROW = Size(PART * WIDE.left, PART * WIDE.cell, PART * WIDE.side, 2, 28, TITLE)

Counts = Mapping[float, Sequence[int]]
"""A dict from c, in increasing order, to the numbers of searches that choose a right move, one
number for each budget.
"""


def best(counts: Counts, column: int) -> list[float]:
    """Return the values of c with the largest number of right searches for one budget.

    column  the index of the budget
    """
    most = max(row[column] for row in counts.values())
    return [c for c, row in counts.items() if row[column] == most]


def heat_map(
    counts: Counts,
    seeds: int,
    budgets: Sequence[int],
    *,
    title: str,
    at: Mapping[str, float],
    budget: int,
    size: Size = WIDE,
) -> str:
    """Draw the map with a row for each c, the largest at the top, and a column for each budget.

    Returns the SVG.

    counts   dict from each c to the numbers of searches that choose a right move, one number for
             each budget
    seeds    the number of seeds measured so far, 0 or more
    budgets  the numbers of iterations, one for each column
    at       dict from "left" or "right" to a value of c, whose row gets a frame
    budget   one of `budgets`; its column gets a frame
    size     `WIDE` or `NARROW`
    """
    right, low = _ends(len(counts), len(budgets), size)
    cells = [
        _boxes(counts, seeds, size),
        _figures(counts, seeds, size),
        _row_frames(counts, at, right, size),
        _column_frame(budgets, budget, low, size),
    ]
    middle = (size.left + right) / 2
    parts = [
        text(title, 8, 18, TITLE, font_weight="bold"),
        text("c", size.left - size.gap, size.top - 8, WORDS, text_anchor="end"),
        _row_labels(counts, size),
        _column_labels(budgets, budget, low, size),
        element("g", "".join(cells)),
        _line_signs(counts, at, right + 2, size),
        text("iterations", middle, low + (34 if size == WIDE else 44), WORDS, text_anchor="middle"),
    ]
    label = describe(title, counts, seeds, budgets)
    return document("".join(parts), right + size.side, low + BELOW * size.high, label)


def area(rows: int, columns: int) -> tuple[float, float, float, float]:
    """Return the left edge, top edge, width and height of the table of cells.

    The numbers are fractions, from 0 to 1, of the width or the height of the map.

    rows     the number of values of c in the map
    columns  the number of budgets
    """
    right, low = _ends(rows, columns, WIDE)
    width = right + WIDE.side
    height = low + BELOW * WIDE.high
    high = low - WIDE.top
    return WIDE.left / width, WIDE.top / height, (right - WIDE.left) / width, high / height


def nearest(constants: Sequence[float], at: Sequence[float], row: int) -> int:
    """Return the index of the framed row that is nearest to a row of the map.

    If two are equally near, the index of the first one is returned.

    constants  the values of c in the map, in increasing order
    at         the values of c of the framed rows
    row        the index of the row; 0 is the top row
    """
    known = dict.fromkeys(constants, ())
    middle = WIDE.top + WIDE.high * (row + 0.5)
    far = [abs(_y(c, known, WIDE) - middle) for c in at]
    return far.index(min(far))


def _ends(rows: int, columns: int, size: Size) -> tuple[float, float]:
    """Return the x of the right edge and the y of the bottom edge of the cells, in pixels."""
    return _x(columns, size), size.top + size.high * rows


def describe(title: str, counts: Counts, seeds: int, budgets: Sequence[int]) -> str:
    """Describe the map in words: the best c for each budget, with its share of right searches.

    The parameters are those of `heat_map`.
    """
    if not seeds:
        return f"{title}. Nothing has been measured yet."
    sentences = []
    for column, budget in enumerate(budgets):
        constants = " or ".join(number(c) for c in best(counts, column))
        most = max(row[column] for row in counts.values())
        share = percent(most / seeds)
        sentences.append(f"{count(budget, 'iteration')}: c = {constants} ({share})")
    return f"{title}. The best at {'; '.join(sentences)}."


def _share(seeds_right: int, seeds: int) -> float:
    return seeds_right / seeds if seeds else 0.0


def _x(column: float, size: Size) -> float:
    """Return the x coordinate of the left edge of a column; column + ½ gives its middle."""
    return size.left + size.cell * column


def _y(c: float, counts: Counts, size: Size) -> float:
    """Return the y coordinate of a value of c; the value may lie between two rows of the map."""
    known = list(counts)
    rows_up_to = [row for row, constant in enumerate(known) if constant <= c]
    below = max(rows_up_to, default=0)
    above = min(below + 1, len(known) - 1)
    gap = known[above] - known[below]
    part = min(1.0, (c - known[below]) / gap) if gap else 0.0
    return size.top + size.high * (len(known) - 0.5 - below - part)


def _colour(share: float) -> str:
    """Return a colour for a share.

    White means that no search chooses a right move, and dark grey means that all searches do.  The
    cell also shows the share in figures.
    """
    return amount_colour(share)


def _boxes(counts: Counts, seeds: int, size: Size) -> str:
    """Draw the coloured cells."""
    boxes = []
    for c, row in counts.items():
        top = _y(c, counts, size) - size.high / 2
        for column, seeds_right in enumerate(row):
            x = _x(column, size)
            place = {"x": x, "y": top, "width": size.cell, "height": size.high}
            colour = _colour(_share(seeds_right, seeds))
            boxes.append(element("rect", "", **place, fill=colour, stroke=PAPER))
    return "".join(boxes)


def _figures(counts: Counts, seeds: int, size: Size) -> str:
    """Draw each cell's share in per cent, or "…" as long as nothing has been measured."""
    figures = []
    for c, row in counts.items():
        y = _y(c, counts, size) + 4
        for column, seeds_right in enumerate(row):
            share = _share(seeds_right, seeds)
            words = percent(share).removesuffix("%") if seeds else "…"
            style: dict[str, Any] = {
                "text_anchor": "middle",
                "stroke": _colour(share),
                "stroke_width": 5 if size == WIDE else 1,
                "paint_order": "stroke",
            }
            letters = min(size.words, WORDS) if len(words) > 2 else size.words
            figures.append(text(words, _x(column + 0.5, size), y, letters, **style))
    return "".join(figures)


def _row_frames(counts: Counts, at: Mapping[str, float], right: float, size: Size) -> str:
    """Draw a frame around the row of each chosen c: solid for the left tree, dashed for the other."""
    frames = []
    for name, c in at.items():
        top = _y(c, counts, size) - size.high / 2
        place = {"x": size.left, "y": top, "width": right - size.left, "height": size.high}
        style = {"fill": "none", "stroke": ACT, "stroke_width": 2, "stroke_dasharray": DASHES[name]}
        frames.append(element("rect", "", **place, **style))
    return "".join(frames)


def _line_signs(counts: Counts, at: Mapping[str, float], x: float, size: Size) -> str:
    """Draw a sign beside each framed row."""
    rows = [_y(c, counts, size) for c in at.values()]
    return "".join(text("◀", x, y + 4, WORDS, fill=ACT) for y in rows)


def _column_frame(budgets: Sequence[int], budget: int, low: float, size: Size) -> str:
    """Draw the frame around the column of the chosen budget."""
    x = _x(list(budgets).index(budget), size)
    place = {"x": x, "y": size.top, "width": size.cell, "height": low - size.top}
    return element("rect", "", **place, fill="none", stroke=ACT, stroke_width=3)


def _row_labels(counts: Counts, size: Size) -> str:
    labels = []
    for c in counts:
        x, y = size.left - size.gap, _y(c, counts, size) + 4
        labels.append(text(number(c), x, y, size.words, text_anchor="end"))
    return "".join(labels)


def _column_labels(budgets: Sequence[int], budget: int, low: float, size: Size) -> str:
    """Draw the budgets below their columns, the chosen budget darker than the others.

    A number that would touch the number before it is written one line lower.
    """
    labels = []
    end = -math.inf
    for column, iterations in enumerate(budgets):
        words = number(iterations)
        middle = _x(column + 0.5, size)
        half = text_width(words, WORDS) / 2 + 1
        touches = middle - half < end - 3
        ink = INK if iterations == budget else SOFT
        y = low + (29 if touches else 15)
        labels.append(text(words, middle, y, WORDS, text_anchor="middle", fill=ink))
        end = -math.inf if touches else middle + half
    return "".join(labels)
