"""Draw a map of the share of searches that choose a right move, and count these searches.

The map has a row for each value of c and a column for each budget.

    python -m mctslib.course.ch07.heat      counts again and writes map.json
"""

import json
from collections.abc import Sequence
from functools import cache

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
WIDE, MIDDLE, NARROW = 68, 50, 44  # the width of a cell in pixels, the last on a phone
PHONE_ROWS = (0.0, 0.18, 0.5, 1.0, 1.5)
PHONE_COLUMNS = (25, 100, 400, 800, 1600)

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
    wide    the width of a cell in pixels; on a phone the map has fewer rows and columns
    """
    phone = wide == NARROW
    rows = _phone_rows(at[0]) if phone else GRID
    budgets = _phone_columns(at[1]) if phone else BUDGETS
    high = NARROW if phone else HIGH
    low = TOP + high * len(rows)
    parts = [text("c", LEFT - 6, TOP - 6, WORDS, text_anchor="end")]
    for column, budget in enumerate(budgets):
        ink = INK if budget == at[1] else SOFT
        x = LEFT + wide * (column + 0.5)
        parts.append(text(number(budget), x, low + 15, WORDS, text_anchor="middle", fill=ink))
    middle = LEFT + wide * len(budgets) / 2
    parts.append(text("iterations", middle, low + 34, WORDS, text_anchor="middle"))
    cells = []
    best = dict(zip(BUDGETS, map(max, zip(*counts, strict=True))))  # of all rows, on a phone, too
    for row, c in enumerate(reversed(rows)):
        y = TOP + high * row
        parts.append(text(number(c), LEFT - 6, y + high / 2 + 4, WORDS, text_anchor="end"))
        found = dict(zip(BUDGETS, counts[GRID.index(c)]))
        for column, budget in enumerate(budgets):
            place = LEFT + wide * column, y, wide, high
            right = found.get(budget)
            is_best = right == best.get(budget)
            cells.append(_cell(c, budget, right, place, at, is_best=is_best))
    parts.append(element("g", "".join(cells), data_slide="map"))
    x, y = LEFT + wide * budgets.index(at[1]), TOP + high * (len(rows) - 1 - rows.index(at[0]))
    look = {"fill": "none", "stroke": ACT, "stroke_width": 3, "pointer_events": "none"}
    parts.append(element("rect", x=x, y=y, width=wide, height=high, **look))  # type: ignore[arg-type]
    return document("".join(parts), LEFT + wide * len(budgets) + 2, low + 40, describe(counts))


def _phone_rows(c: float) -> tuple[float, ...]:
    """Return the rows of the map on a phone; the chosen c takes the place of the nearest."""
    nearest = min(PHONE_ROWS, key=lambda row: abs(row - c))
    return tuple(c if row == nearest else row for row in PHONE_ROWS)


def _phone_columns(budget: int) -> tuple[int, ...]:
    """Return the columns of the map on a phone; the chosen budget takes the place of the nearest."""
    nearest = min(PHONE_COLUMNS, key=lambda column: max(column, budget) / min(column, budget))
    return tuple(budget if column == nearest else column for column in PHONE_COLUMNS)


def name_of(c: float, budget: int) -> str:
    """Return the name of a cell, by which it is picked."""
    return f"{c:g} {budget}"


def _cell(
    c: float,
    budget: int,
    right: int | None,
    place: tuple[float, ...],
    at: tuple[float, int],
    *,
    is_best: bool,
) -> str:
    """Draw a cell: white if no search chooses a right move, dark grey if all searches do.

    right  the number of right searches, or None if it is not shown yet
    place  the left end, the top, the width and the height of the cell
    is_best  whether no other row has more right searches with this budget; the number is then bold and
             underlined
    """
    x, y, wide, high = place
    colour = amount_colour((right or 0) / SEEDS)
    ground = element("rect", x=x, y=y, width=wide, height=high, fill=colour, stroke=PAPER)
    look = {"stroke": colour, "stroke_width": 4, "paint_order": "stroke", "text_anchor": "middle"}
    under = ""
    if is_best and right is not None:
        look["font_weight"] = "bold"
        middle, half = x + wide / 2, 4 + text_width(str(right), WORDS, bold=True) / 2
        line = {"y1": y + high / 2 + 8, "y2": y + high / 2 + 8, "stroke": INK, "stroke_width": 1.5}
        under = element("line", x1=middle - half, x2=middle + half, **line)  # type: ignore[arg-type]
    shown = "?" if right is None else right
    figure = text(shown, x + wide / 2, y + high / 2 + 4, WORDS, **look)
    told = "not counted yet" if right is None else percent(right / SEEDS)
    return element(
        "g",
        ground + figure + under,
        data_pick=name_of(c, budget),
        aria_label=f"c = {number(c)}, {count(budget, 'iteration')}: {told}",
        aria_pressed=str((c, budget) == at).lower(),
    )


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
