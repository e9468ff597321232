"""A map of the knob: the share of seeds that move right, for many c and budgets at once, the reader's own marked."""

from collections.abc import Mapping, Sequence

from mctslib.draw.charts import moved_apart
from mctslib.draw.look import INK, PAPER, SKY, mix
from mctslib.draw.svg import document, element, text

CELL, LEFT, TOP, SIDE = (37, 21), 40, 48, 92  # pixels
DASHES = {"left": "", "right": "6 3"}

Counts = Mapping[float, Sequence[int]]
"""c → how many of the seeds move right, for each budget; the c in increasing order."""


def best(counts: Counts, column: int) -> list[float]:
    """Every c with which the most seeds move right, at one budget."""
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
    """A row for each c, the largest on top, a column for each budget; the best of each column stand in frames.

    at      "left" and "right" → c: lines across; budget: a frame around its column
    """
    width, low = LEFT + CELL[0] * len(budgets) + SIDE, TOP + CELL[1] * len(counts)
    parts = [
        text(title, 8, 18, 13, font_weight="bold"),
        text("c", LEFT - 10, TOP - 8, 12, text_anchor="end"),
    ]
    shares = {
        (c, n): count / seeds if seeds else 0.0
        for c, row in counts.items()
        for n, count in enumerate(row)
    }
    cells = [_box(share, LEFT + CELL[0] * n, _y(c, counts)) for (c, n), share in shares.items()]
    cells.append(_across(counts, at, width - SIDE))  # below the figures
    parts += [text(f"{c:g}", LEFT - 10, _y(c, counts) + 4, 12, text_anchor="end") for c in counts]
    for (c, n), share in shares.items():
        words = f"{share:.0%}" if seeds else "…"
        x, halo = (
            LEFT + CELL[0] * (n + 0.5),
            {"stroke": _colour(share), "stroke_width": 5, "paint_order": "stroke"},
        )
        cells.append(text(words, x, _y(c, counts) + 4, 10.5, text_anchor="middle", **halo))
    x = LEFT + CELL[0] * list(budgets).index(budget)
    column = {"x": x, "y": TOP, "width": CELL[0], "height": low - TOP, "stroke_width": 2.5}
    cells.append(element("rect", "", **column, fill="none", stroke=INK))
    for n, number in enumerate(budgets):
        weight = {"font_weight": "bold"} if number == budget else {}
        parts.append(
            text(
                f"{number:,}",
                LEFT + CELL[0] * (n + 0.5),
                low + 15,
                11,
                text_anchor="middle",
                **weight,
            )
        )
        cells += [
            _frame(LEFT + CELL[0] * n, _y(c, counts)) for c in (best(counts, n) if seeds else [])
        ]
    parts += [element("g", "".join(cells), class_="valued"), _names(counts, at, width - SIDE + 8)]
    parts.append(
        text(
            "iterations; in frames the best of each column", LEFT, low + 34, 11, font_style="italic"
        )
    )
    return document("".join(parts), width, low + 44, describe(title, counts, seeds, budgets))


def describe(title: str, counts: Counts, seeds: int, budgets: Sequence[int]) -> str:
    """The map in words: the best of each column."""
    if not seeds:
        return f"{title}. Nothing measured yet."
    words = [
        f"{budget:,} iterations: c = {' or '.join(f'{c:g}' for c in best(counts, n))} "
        f"({max(row[n] for row in counts.values()) / seeds:.0%})"
        for n, budget in enumerate(budgets)
    ]
    return f"{title}. The best at {'; '.join(words)}."


def _box(share: float, x: float, middle: float) -> str:
    box = {"x": x, "y": middle - CELL[1] / 2, "width": CELL[0], "height": CELL[1]}
    return element("rect", "", **box, fill=_colour(share), stroke=PAPER)


def _colour(share: float) -> str:
    """From white (none moves right) to blue (all); the share stands there in figures, too."""
    return mix(PAPER, SKY, 0.8 * share)


def _frame(x: float, middle: float) -> str:
    width, height = CELL[0] - 4, CELL[1] - 4
    box = {"x": x + 2, "y": middle - height / 2, "width": width, "height": height, "rx": 4}
    return element("rect", "", **box, fill="none", stroke=INK, stroke_width=1.8)


def _y(c: float, counts: Counts) -> float:
    """The middle of the row of c; of a c between two rows, between them."""
    known = list(counts)
    below = max((k for k, one in enumerate(known) if one <= c), default=0)
    above = min(below + 1, len(known) - 1)
    gap = known[above] - known[below]
    part = min(1.0, (c - known[below]) / gap) if gap else 0.0
    return TOP + CELL[1] * (len(known) - 0.5 - below - part)


def _across(counts: Counts, at: Mapping[str, float], right: float) -> str:
    """The cross-hair's lines: solid for the left tree's c, dashed for the right one's."""
    parts = []
    for name, c in at.items():
        ends = {"x1": LEFT, "x2": right, "y1": _y(c, counts), "y2": _y(c, counts)}
        parts.append(
            element("line", "", **ends, stroke=INK, opacity=0.6, stroke_dasharray=DASHES[name])
        )
    return "".join(parts)


def _names(counts: Counts, at: Mapping[str, float], x: float) -> str:
    """Whose lines these are, beside the map."""
    heights = moved_apart([_y(c, counts) for c in at.values()])
    words = (f"◀ {name} {c:g}" for name, c in at.items())
    return "".join(text(word, x, y + 4, 11, font_weight="bold") for word, y in zip(words, heights))
