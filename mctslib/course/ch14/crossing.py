"""Draw the table and the chart of `BetaMap`: the share of searches whose favourite move wins."""

from collections.abc import Sequence
from functools import cache
from math import log
from typing import Any

from mctslib.arena import wilson
from mctslib.course.ch14.maps import BETAS, BUDGETS
from mctslib.course.ch14.stored import favourites
from mctslib.draw.look import (
    ACT,
    DASHES,
    RULE,
    SERIES,
    SHADE,
    SOFT,
    WORDS,
    amount_colour,
)
from mctslib.draw.svg import HALO, document, element, text
from mctslib.words import hundredths, percent

CELL = 22  # the width of a cell of the table, in pixels
HIGH = 26
LEFT = 42  # the x coordinate of the left edge of the cells, in pixels
TOP = 8
CHART_WIDTH = 288
CHART_LEFT = 40
CHART_RIGHT = 192  # the x coordinate at which the lines end; their names stand to the right
WIDER = 292  # by how much the chart is wider if it has a row of its own
CHART_TOP = 10
CHART_LOW = 214
LOWEST, HIGHEST = 0.1, 1.0  # the shares at the ends of the vertical axis
LINES = {0.0: "Q alone", 0.5: "½ and ½", 1.0: "AMAF alone"}


@cache
def shares(playouts: int) -> dict[float, float]:
    """Return, for each β, the share of searches whose favourite wins after `playouts` playouts."""
    return {beta: sum(right) / len(right) for beta, right in favourites()[playouts].items()}


@cache
def interval(playouts: int, beta: float) -> tuple[float, float]:
    """Return the 95% interval of the share for one β."""
    right = favourites()[playouts][beta]
    return wilson(sum(right), len(right))


def searches() -> int:
    """Return the number of searches from which each share is computed."""
    return len(favourites()[BUDGETS[0]][0.0])


def table(playouts: int, beta: float) -> str:
    """Return the SVG text of the table, with a frame around the cell of `playouts` and `beta`."""
    parts = []
    for row, budget in enumerate(BUDGETS):
        y = TOP + row * HIGH
        weight = "bold" if budget == playouts else "normal"
        words = text(f"{budget:,}", LEFT - 6, y + 18, WORDS, text_anchor="end", font_weight=weight)
        parts.append(words)
        best = max(shares(budget).values())
        for column, step in enumerate(BETAS):
            share = shares(budget)[float(step)]
            chosen = budget == playouts and float(step) == beta
            parts.append(_cell(row, column, share, share == best, chosen))
    foot = TOP + len(BUDGETS) * HIGH
    for column, step in enumerate(BETAS):
        if column % 5 == 0:
            x = LEFT + (column + 0.5) * CELL
            parts.append(text(f"{float(step):g}", x, foot + 16, WORDS, text_anchor="middle"))
    width = LEFT + len(BETAS) * CELL + 4
    parts.append(text("β = 0: Q alone", LEFT, foot + 34, WORDS, fill=SOFT))
    end = text("β = 1: AMAF alone", width - 4, foot + 34, WORDS, fill=SOFT, text_anchor="end")
    parts.append(end)
    label = "Share of searches whose favourite wins, for each number of playouts and each β."
    return document("".join(parts), width, foot + 42, label)


def _cell(row: int, column: int, share: float, best: bool, chosen: bool) -> str:
    """Draw a cell of the table, darker for a larger share; the best share of a row is bold."""
    x = LEFT + column * CELL
    y = TOP + row * HIGH
    ground = element(
        "rect", x=x, y=y, width=CELL - 1, height=HIGH - 1, fill=amount_colour(share), rx=2
    )
    style: dict[str, Any] = {"font_weight": "bold", "text_decoration": "underline"} if best else {}
    number = text(hundredths(share), x + CELL / 2, y + 18, WORDS, text_anchor="middle", **style)
    frame = ""
    if chosen:
        place: dict[str, Any] = {"x": x, "y": y, "width": CELL - 1, "height": HIGH - 1, "rx": 3}
        frame = element("rect", fill="none", stroke=ACT, stroke_width=3, **place)
    playouts = BUDGETS[row]
    beta = float(BETAS[column])
    words = f"{playouts:,} playouts, β = {beta:g}: {percent(share)}"
    return element(
        "g",
        ground + number + frame,
        data_pick=f"{playouts} {beta:g}",
        aria_pressed="true" if chosen else "false",
        aria_label=words,
    )


def chart(playouts: int, *, wide: bool = False) -> str:
    """Return the SVG text of the chart: the shares for three values of β, with 95% bands.

    wide  whether the chart has a row of its own, in which there is room for wider lines
    """
    more = WIDER if wide else 0
    right = CHART_RIGHT + more
    parts = []
    for level in (0.25, 0.5, 0.75, 1.0):
        y = _y(level)
        ink = SHADE if level == 0.25 else RULE
        parts.append(element("line", x1=CHART_LEFT, x2=right, y1=y, y2=y, stroke=ink))
        parts.append(text(percent(level), CHART_LEFT - 6, y + 4, WORDS, text_anchor="end"))
    for beta, colour in zip(LINES, SERIES):
        parts.append(_band(beta, colour, right))
    x = _x(playouts, right)
    parts.append(
        element("line", x1=x, x2=x, y1=CHART_TOP, y2=CHART_LOW, stroke=ACT, stroke_width=2)
    )
    ends = _ends()
    for (beta, words), colour, dash in zip(LINES.items(), SERIES, DASHES):
        points = [(_x(budget, right), _y(shares(budget)[beta])) for budget in BUDGETS]
        way = "L".join(f"{across:.1f} {down:.1f}" for across, down in points)
        line: dict[str, Any] = {"stroke": colour, "stroke_width": 2.4, "stroke_dasharray": dash}
        parts.append(element("path", d=f"M{way}", fill="none", **line))
        parts.append(text(words, right + 6, ends[beta], WORDS, font_weight="bold"))
    parts.append(text("guessing", CHART_LEFT + 4, _y(0.25) - 5, WORDS, fill=SOFT, **HALO))
    for budget in (10, 50, 200, 800, 3_200):
        x = _x(budget, right)
        parts.append(text(f"{budget:,}", x, CHART_LOW + 17, WORDS, text_anchor="middle"))
    centre = (CHART_LEFT + right) / 2
    parts.append(text("playouts", centre, CHART_LOW + 35, WORDS, fill=SOFT, text_anchor="middle"))
    return document("".join(parts), CHART_WIDTH + more, CHART_LOW + 44, described(playouts))


def described(playouts: int) -> str:
    """Return a sentence with the shares in the chart for one number of playouts."""
    row = shares(playouts)
    said = ", ".join(f"{words} {percent(row[beta])}" for beta, words in LINES.items())
    return (
        f"Share of {searches()} searches whose favourite wins after {playouts:,} playouts: {said}."
    )


def _band(beta: float, colour: str, right: float) -> str:
    """Draw the band of the 95% intervals around a line."""
    low = [(_x(budget, right), _y(interval(budget, beta)[0])) for budget in BUDGETS]
    high = [(_x(budget, right), _y(interval(budget, beta)[1])) for budget in BUDGETS]
    outline = [*low, *reversed(high)]
    way = " ".join(f"{across:.1f},{down:.1f}" for across, down in outline)
    return element("polygon", points=way, fill=colour, opacity=0.12)


def _ends() -> dict[float, float]:
    """Return the y coordinate of the name at the end of each line; the names do not overlap."""
    heights = {beta: _y(shares(BUDGETS[-1])[beta]) + 4 for beta in LINES}
    above = -100.0
    for beta in sorted(heights, key=lambda beta: heights[beta]):
        heights[beta] = max(heights[beta], above + 16)
        above = heights[beta]
    return heights


def _x(playouts: int, right: float) -> float:
    """Return the x coordinate of a number of playouts on a logarithmic axis up to `right`."""
    share = log(playouts / BUDGETS[0]) / log(BUDGETS[-1] / BUDGETS[0])
    return CHART_LEFT + (right - CHART_LEFT) * share


def _y(share: float) -> float:
    return CHART_LOW - (CHART_LOW - CHART_TOP) * (share - LOWEST) / (HIGHEST - LOWEST)


def best_betas(playouts: int) -> Sequence[float]:
    """Return the values of β with the largest share of winning favourites after `playouts`
    playouts.
    """
    row = shares(playouts)
    return [beta for beta, share in row.items() if share == max(row.values())]
