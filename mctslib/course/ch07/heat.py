"""Draw a heat map of the share of searches that choose a right move.

The map has a row for each value of c and a column for each budget.  The rows that the reader has
chosen are framed.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mctslib.draw.charts import moved_apart
from mctslib.draw.look import ACT, INK, PAPER, SOFT, TITLE, WORDS, amount_colour, text_width
from mctslib.draw.svg import document, element, text
from mctslib.words import count, number, percent

CELL_HEIGHT = 21  # this number and the next two are in pixels
TOP = 48
BELOW = 56  # the space below the map, for the budgets and a note
DASHES = {"left": "", "right": "6 3"}


class Widths(NamedTuple):
    """The widths of the parts of a map, in pixels."""

    left: float  # to the left of the cells, for the values of c
    cell: float
    side: float  # to the right of the cells, for the names of the framed rows
    gap: float  # between a value of c and the cells


WIDE = Widths(50, 36, 78, 8)
PART = 0.6  # on a phone all widths are smaller by this factor, so that `area` holds for both maps
NARROW = Widths(PART * WIDE.left, PART * WIDE.cell, PART * WIDE.side, 2)

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
    widths: Widths = WIDE,
) -> str:
    """Draw the map with a row for each c, the largest at the top, and a column for each budget.

    The best cells of each column have frames.  Returns the SVG.

    counts   dict from each c to the numbers of searches that choose a right move, one number for
             each budget
    seeds    the number of seeds measured so far, 0 or more
    budgets  the numbers of iterations, one for each column
    at       dict from "left" or "right" to a value of c, whose row gets a frame
    budget   one of `budgets`; its column gets a frame
    widths   `WIDE` or `NARROW`
    """
    right, low = _ends(len(counts), len(budgets), widths)
    cells = [
        _boxes(counts, seeds, widths),
        _figures(counts, seeds, widths),
        _row_frames(counts, at, widths.left, right),
        _column_frame(budgets, budget, low, widths),
    ]
    if seeds:
        cells.append(_best_frames(counts, budgets, widths))
    note = (
        "iterations; framed: best of its column"
        if widths == WIDE
        else "iterations; underlined: best"
    )
    parts = [
        text(title, 8, 18, TITLE, font_weight="bold"),
        text("c", widths.left - widths.gap, TOP - 8, WORDS, text_anchor="end"),
        _row_labels(counts, widths.left - widths.gap),
        _column_labels(budgets, budget, low, widths),
        element("g", "".join(cells)),
        _line_names(counts, at, right + 8, whole=widths == WIDE),
        text(note, widths.gap, low + 46, WORDS, font_style="italic"),
    ]
    label = describe(title, counts, seeds, budgets)
    return document("".join(parts), right + widths.side, low + BELOW, label)


def area(rows: int, columns: int) -> tuple[float, float, float, float]:
    """Return the left edge, top edge, width and height of the table of cells.

    The numbers are fractions, from 0 to 1, of the width or the height of the map.

    rows     the number of values of c in the map
    columns  the number of budgets
    """
    right, low = _ends(rows, columns, WIDE)
    width = right + WIDE.side
    height = low + BELOW
    return WIDE.left / width, TOP / height, (right - WIDE.left) / width, (low - TOP) / height


def nearest(constants: Sequence[float], at: Sequence[float], row: int) -> int:
    """Return the index of the framed row that is nearest to a row of the map.

    If two are equally near, the index of the first one is returned.

    constants  the values of c in the map, in increasing order
    at         the values of c of the framed rows
    row        the index of the row; 0 is the top row
    """
    known = dict.fromkeys(constants, ())
    middle = TOP + CELL_HEIGHT * (row + 0.5)
    far = [abs(_y(c, known) - middle) for c in at]
    return far.index(min(far))


def _ends(rows: int, columns: int, widths: Widths) -> tuple[float, float]:
    """Return the x of the right edge and the y of the bottom edge of the cells, in pixels."""
    return _x(columns, widths), TOP + CELL_HEIGHT * rows


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


def _x(column: float, widths: Widths) -> float:
    """Return the x coordinate of the left edge of a column; column + ½ gives its middle."""
    return widths.left + widths.cell * column


def _y(c: float, counts: Counts) -> float:
    """Return the y coordinate of a value of c; the value may lie between two rows of the map."""
    known = list(counts)
    rows_up_to = [row for row, constant in enumerate(known) if constant <= c]
    below = max(rows_up_to, default=0)
    above = min(below + 1, len(known) - 1)
    gap = known[above] - known[below]
    part = min(1.0, (c - known[below]) / gap) if gap else 0.0
    return TOP + CELL_HEIGHT * (len(known) - 0.5 - below - part)


def _colour(share: float) -> str:
    """Return a colour for a share.

    White means that no search chooses a right move, and dark grey means that all searches do.  The
    cell also shows the share in figures.
    """
    return amount_colour(share)


def _boxes(counts: Counts, seeds: int, widths: Widths) -> str:
    """Draw the coloured cells."""
    boxes = []
    for c, row in counts.items():
        top = _y(c, counts) - CELL_HEIGHT / 2
        for column, seeds_right in enumerate(row):
            x = _x(column, widths)
            place = {"x": x, "y": top, "width": widths.cell, "height": CELL_HEIGHT}
            colour = _colour(_share(seeds_right, seeds))
            boxes.append(element("rect", "", **place, fill=colour, stroke=PAPER))
    return "".join(boxes)


def _figures(counts: Counts, seeds: int, widths: Widths) -> str:
    """Draw each cell's share in per cent, or "…" as long as nothing has been measured."""
    figures = []
    for c, row in counts.items():
        y = _y(c, counts) + 4
        for column, seeds_right in enumerate(row):
            share = _share(seeds_right, seeds)
            words = percent(share).removesuffix("%") if seeds else "…"
            style: dict[str, Any] = {
                "text_anchor": "middle",
                "stroke": _colour(share),
                "stroke_width": 5 if widths == WIDE else 1,
                "paint_order": "stroke",
            }
            figures.append(text(words, _x(column + 0.5, widths), y, WORDS, **style))
    return "".join(figures)


def _row_frames(counts: Counts, at: Mapping[str, float], left: float, right: float) -> str:
    """Draw a frame around the row of each chosen c: solid for the left tree, dashed for the other."""
    frames = []
    for name, c in at.items():
        place = {"x": left, "y": _y(c, counts) - CELL_HEIGHT / 2, "width": right - left}
        style = {"fill": "none", "stroke": ACT, "stroke_width": 2, "stroke_dasharray": DASHES[name]}
        frames.append(element("rect", "", **place, height=CELL_HEIGHT, **style))
    return "".join(frames)


def _line_names(counts: Counts, at: Mapping[str, float], x: float, *, whole: bool) -> str:
    """Draw the names of the framed rows beside the map, or only their signs unless `whole`."""
    heights = moved_apart([_y(c, counts) for c in at.values()])
    names = []
    for (name, c), y in zip(at.items(), heights):
        words = f"◀ {name} {number(c)}" if whole else "◀"
        names.append(text(words, x, y + 4, WORDS, fill=ACT))
    return "".join(names)


def _column_frame(budgets: Sequence[int], budget: int, low: float, widths: Widths) -> str:
    """Draw the frame around the column of the chosen budget."""
    x = _x(list(budgets).index(budget), widths)
    place = {"x": x, "y": TOP, "width": widths.cell, "height": low - TOP, "stroke_width": 3}
    return element("rect", "", **place, fill="none", stroke=ACT)


def _best_frames(counts: Counts, budgets: Sequence[int], widths: Widths) -> str:
    """Draw a frame around each of the best cells of each column; in narrow cells, a line below."""
    draw = _cell_frame if widths == WIDE else _cell_line
    frames = []
    for column in range(len(budgets)):
        for c in best(counts, column):
            frames.append(draw(_x(column, widths), _y(c, counts), widths.cell - 4))
    return "".join(frames)


def _cell_frame(x: float, middle: float, width: float) -> str:
    height = CELL_HEIGHT - 4
    place = {"x": x + 2, "y": middle - height / 2, "width": width, "height": height, "rx": 4}
    return element("rect", "", **place, fill="none", stroke=INK, stroke_width=1.8)


def _cell_line(x: float, middle: float, width: float) -> str:
    place = {"x": x + 2, "y": middle + 6, "width": width, "height": 2.5}
    return element("rect", "", **place, fill=INK)


def _row_labels(counts: Counts, x: float) -> str:
    labels = []
    for c in counts:
        labels.append(text(number(c), x, _y(c, counts) + 4, WORDS, text_anchor="end"))
    return "".join(labels)


def _column_labels(budgets: Sequence[int], budget: int, low: float, widths: Widths) -> str:
    """Draw the budgets below their columns, the chosen budget darker than the others.

    A number that would touch the number before it is written one line lower.
    """
    labels = []
    end = -math.inf
    for column, iterations in enumerate(budgets):
        words = number(iterations)
        middle = _x(column + 0.5, widths)
        half = text_width(words, WORDS) / 2 + 1
        touches = middle - half < end - 3
        ink = INK if iterations == budget else SOFT
        y = low + (29 if touches else 15)
        labels.append(text(words, middle, y, WORDS, text_anchor="middle", fill=ink))
        end = -math.inf if touches else middle + half
    return "".join(labels)
