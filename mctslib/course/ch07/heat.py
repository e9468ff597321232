"""Draw a heat map of the share of searches that choose a right move.

The map has a row for each value of c and a column for each budget.  The values of c that the reader
has chosen are marked.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mctslib.draw.charts import moved_apart
from mctslib.draw.look import INK, PAPER, SOFT, TITLE, WORDS, amount_colour
from mctslib.draw.svg import document, element, text
from mctslib.words import count, number, percent

CELL_WIDTH = 29.5  # this number and the next five are in pixels
CELL_HEIGHT = 21
LEFT = 28
TOP = 48
SIDE = 76  # the space to the right of the map, for the names of the lines; it fits on a phone
BELOW = 44  # the space below the map, for the budgets and a note
DASHES = {"left": "", "right": "6 3"}

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
) -> str:
    """Draw the map with a row for each c, the largest at the top, and a column for each budget.

    The best cells of each column have frames.  Returns the SVG.

    counts   dict from each c to the numbers of searches that choose a right move, one number for
             each budget
    seeds    the number of seeds measured so far, 0 or more
    budgets  the numbers of iterations, one for each column
    at       dict from "left" or "right" to a value of c, which is drawn as a line across the map
    budget   one of `budgets`; its column gets a frame
    """
    right, low = _ends(len(counts), len(budgets))
    cells = [
        _boxes(counts, seeds),
        _lines_across(counts, at, right),  # drawn before the figures, which are therefore on top
        _figures(counts, seeds),
        _column_frame(budgets, budget, low),
    ]
    if seeds:
        cells.append(_best_frames(counts, budgets))
    note = "iterations; shares in %; framed: best of its column"
    parts = [
        text(title, 8, 18, TITLE, font_weight="bold"),
        text("c", LEFT - 8, TOP - 8, WORDS, text_anchor="end"),
        _row_labels(counts),
        _column_labels(budgets, budget, low),
        element("g", "".join(cells)),
        _line_names(counts, at, right + 4),
        text(note, 8, low + 34, WORDS, font_style="italic"),
    ]
    label = describe(title, counts, seeds, budgets)
    return document("".join(parts), right + SIDE, low + BELOW, label)


def area(rows: int, columns: int) -> tuple[float, float, float, float]:
    """Return the left edge, top edge, width and height of the table of cells.

    The numbers are fractions, from 0 to 1, of the width or the height of the map.

    rows     the number of values of c in the map
    columns  the number of budgets
    """
    right, low = _ends(rows, columns)
    width = right + SIDE
    height = low + BELOW
    return LEFT / width, TOP / height, (right - LEFT) / width, (low - TOP) / height


def nearest(constants: Sequence[float], at: Sequence[float], row: int) -> int:
    """Return the index of the line that is nearest to a row of the map.

    If two lines are equally near, the index of the first one is returned.

    constants  the values of c in the map, in increasing order
    at         the values of c of the lines
    row        the index of the row; 0 is the top row
    """
    known = dict.fromkeys(constants, ())
    middle = TOP + CELL_HEIGHT * (row + 0.5)
    far = [abs(_y(c, known) - middle) for c in at]
    return far.index(min(far))


def _ends(rows: int, columns: int) -> tuple[float, float]:
    """Return the x of the right edge and the y of the bottom edge of the cells, in pixels."""
    return LEFT + CELL_WIDTH * columns, TOP + CELL_HEIGHT * rows


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


def _x(column: int) -> float:
    """Return the x coordinate of the left edge of a column."""
    return LEFT + CELL_WIDTH * column


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


def _boxes(counts: Counts, seeds: int) -> str:
    """Draw the coloured cells."""
    boxes = []
    for c, row in counts.items():
        top = _y(c, counts) - CELL_HEIGHT / 2
        for column, seeds_right in enumerate(row):
            place = {"x": _x(column), "y": top, "width": CELL_WIDTH, "height": CELL_HEIGHT}
            colour = _colour(_share(seeds_right, seeds))
            boxes.append(element("rect", "", **place, fill=colour, stroke=PAPER))
    return "".join(boxes)


def _figures(counts: Counts, seeds: int) -> str:
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
                "stroke_width": 5,
                "paint_order": "stroke",
            }
            figures.append(text(words, LEFT + CELL_WIDTH * (column + 0.5), y, WORDS, **style))
    return "".join(figures)


def _lines_across(counts: Counts, at: Mapping[str, float], right: float) -> str:
    """Draw a line for each chosen c: solid for the left tree, and dashed for the right tree."""
    lines = []
    for name, c in at.items():
        y = _y(c, counts)
        ends = {"x1": LEFT, "x2": right, "y1": y, "y2": y}
        line = element("line", "", **ends, stroke=INK, opacity=0.6, stroke_dasharray=DASHES[name])
        lines.append(line)
    return "".join(lines)


def _line_names(counts: Counts, at: Mapping[str, float], x: float) -> str:
    """Draw the names of the lines beside the map."""
    heights = moved_apart([_y(c, counts) for c in at.values()])
    names = []
    for (name, c), y in zip(at.items(), heights):
        names.append(text(f"{name} {number(c)}", x, y + 4, WORDS, font_weight="bold"))
    return "".join(names)


def _column_frame(budgets: Sequence[int], budget: int, low: float) -> str:
    """Draw the frame around the column of the chosen budget."""
    x = _x(list(budgets).index(budget))
    place = {"x": x, "y": TOP, "width": CELL_WIDTH, "height": low - TOP, "stroke_width": 2.5}
    return element("rect", "", **place, fill="none", stroke=INK)


def _best_frames(counts: Counts, budgets: Sequence[int]) -> str:
    """Draw a frame around each of the best cells of each column."""
    frames = []
    for column in range(len(budgets)):
        for c in best(counts, column):
            frames.append(_cell_frame(_x(column), _y(c, counts)))
    return "".join(frames)


def _cell_frame(x: float, middle: float) -> str:
    width = CELL_WIDTH - 4
    height = CELL_HEIGHT - 4
    place = {"x": x + 2, "y": middle - height / 2, "width": width, "height": height, "rx": 4}
    return element("rect", "", **place, fill="none", stroke=INK, stroke_width=1.8)


def _row_labels(counts: Counts) -> str:
    labels = []
    for c in counts:
        labels.append(text(number(c), LEFT - 8, _y(c, counts) + 4, WORDS, text_anchor="end"))
    return "".join(labels)


def _column_labels(budgets: Sequence[int], budget: int, low: float) -> str:
    """Draw the budgets below their columns, the chosen budget darker than the others.

    The numbers have no comma, because the columns are narrow.
    """
    labels = []
    for column, iterations in enumerate(budgets):
        ink = INK if iterations == budget else SOFT
        middle = LEFT + CELL_WIDTH * (column + 0.5)
        label = text(str(iterations), middle, low + 15, WORDS, text_anchor="middle", fill=ink)
        labels.append(label)
    return "".join(labels)
