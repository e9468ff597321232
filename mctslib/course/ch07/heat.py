"""Draw a map of the share of searches that choose a right move, and count these searches.

The map has a row for each value of c and a column for each budget.

    python -m mctslib.course.ch07.heat      counts again and writes map.json
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from mctslib.course.ch07.experiments import one_run
from mctslib.course.puzzles import A
from mctslib.course.stored import file_of, measured
from mctslib.draw.look import ACT, INK, PAPER, SOFT, WORDS, amount_colour, text_width
from mctslib.draw.svg import document, element, text
from mctslib.files import write_safely
from mctslib.words import count, number, percent

GRID = (0.0, 0.1, 0.18, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0, 1.2, 1.5, 2.0, 3.0)  # rows of the map
BUDGETS = (25, 50, 100, 200, 400, 800, 1600, 3200)  # columns of the map
SEEDS = 100
NAME = "ch07/map"
# In pixels: the height of a cell, and the space to the left of the cells and above.
HIGH, LEFT, TOP = 30, 34, 22
WIDE, MIDDLE, NARROW = 68, 50, 27  # the width of a cell in pixels, the last on a phone

Counts = Sequence[Sequence[int]]
"""For each value of c and each budget, the number of searches that choose a right move."""


def counted(c: float, seeds: Sequence[int]) -> list[int]:
    """Count, for each budget, the searches of position A with this c that choose a right move."""
    runs = [one_run(A, c, BUDGETS, seed) for seed in seeds]
    return [sum(column) for column in zip(*runs, strict=True)]


@cache
def stored() -> Counts:
    """Return the stored counts for `GRID`, with `SEEDS` searches for each number."""
    found: Counts = measured(NAME)["right"]
    return found


def heat_map(counts: Counts, at: tuple[float, int], wide: int = WIDE) -> str:
    """Draw the map as SVG, with the largest c at the top; each of its cells can be picked.

    counts  the counts of the first columns; the other cells have a question mark
    at      the value of c and the budget of the cell with a frame
    wide    the width of a cell in pixels
    """
    low = TOP + HIGH * len(GRID)
    end = low + (46 if wide == NARROW else 34)  # narrow columns have labels in two rows
    parts = [
        text("c", LEFT - 6, TOP - 6, WORDS, text_anchor="end"),
        *_column_labels(at[1], low, wide),
        text("iterations", LEFT + wide * len(BUDGETS) / 2, end, WORDS, text_anchor="middle"),
    ]
    cells = []
    for row, c in enumerate(reversed(GRID)):
        y = TOP + HIGH * row
        parts.append(text(number(c), LEFT - 6, y + 19, WORDS, text_anchor="end"))
        for column, (budget, right) in enumerate(zip_longest(BUDGETS, counts[GRID.index(c)])):
            cells.append(_cell(c, budget, right, (LEFT + wide * column, y, wide), at))
    parts.append(element("g", "".join(cells), data_slide="map"))
    x, y = LEFT + wide * BUDGETS.index(at[1]), TOP + HIGH * (len(GRID) - 1 - GRID.index(at[0]))
    look = {"fill": "none", "stroke": ACT, "stroke_width": 3, "pointer_events": "none"}
    parts.append(element("rect", x=x, y=y, width=wide, height=HIGH, **look))  # type: ignore[arg-type]
    width = LEFT + wide * len(BUDGETS) + 4
    return document("".join(parts), width, end + 6, describe(counts))


def name_of(c: float, budget: int) -> str:
    """Return the name of a cell, by which it is picked."""
    return f"{c:g} {budget}"


def _cell(
    c: float, budget: int, right: int | None, place: tuple[float, ...], at: tuple[float, int]
) -> str:
    """Draw a cell: white if no search chooses a right move, dark grey if all searches do.

    right  the number of right searches, or None if it is not shown yet
    place  the left end, the top and the width of the cell
    """
    x, y, wide = place
    colour = amount_colour((right or 0) / SEEDS)
    ground = element("rect", x=x, y=y, width=wide, height=HIGH, fill=colour, stroke=PAPER)
    halo = {"stroke": colour, "stroke_width": 4, "paint_order": "stroke"}
    shown = "?" if right is None else right
    figure = text(shown, x + wide / 2, y + 19, WORDS, text_anchor="middle", **halo)
    told = "not counted yet" if right is None else percent(right / SEEDS)
    return element(
        "g",
        ground + figure,
        data_pick=name_of(c, budget),
        aria_label=f"c = {number(c)}, {count(budget, 'iteration')}: {told}",
        aria_pressed=str((c, budget) == at).lower(),
    )


def _column_labels(chosen: int, low: float, wide: int) -> list[str]:
    """Return the budgets below their columns; a number that would touch another stands lower."""
    labels = []
    end = -math.inf
    for column, budget in enumerate(BUDGETS):
        middle = LEFT + wide * (column + 0.5)
        half = text_width(number(budget), WORDS) / 2 + 1
        touches = middle - half < end
        ink = INK if budget == chosen else SOFT
        y = low + (29 if touches else 15)
        labels.append(text(number(budget), middle, y, WORDS, text_anchor="middle", fill=ink))
        end = -math.inf if touches else middle + half
    return labels


def describe(counts: Counts) -> str:
    """Describe the map in words: the best c for each budget, with its share of right searches."""
    sentences = []
    for budget, column in zip(BUDGETS, zip(*counts, strict=True)):
        most = max(column)
        constants = [number(c) for c, right in zip(GRID, column, strict=True) if right == most]
        best = " or ".join(constants)
        sentences.append(f"{count(budget, 'iteration')}: c = {best} ({percent(most / SEEDS)})")
    return f"A map of the searches that are right. The best at {'; '.join(sentences)}."


def main() -> None:
    """Count the searches anew, and write the counts into the stored file."""
    rows = [counted(c, range(SEEDS)) for c in GRID]
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    write_safely(file_of(NAME), f'{{\n "right": [\n{lines}\n ]\n}}\n')


if __name__ == "__main__":
    main()
