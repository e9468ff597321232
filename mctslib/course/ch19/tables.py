"""Make the tables and charts of chapter 19 from measurements by `tests.bench.twentyfour`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from mctslib.course.stored import measured
from mctslib.draw.charts import line_chart
from mctslib.draw.show import Picture, gallery
from mctslib.words import worth


@cache
def data() -> dict[str, Any]:
    """Return the measurements stored in `exam.json`."""
    return dict(measured("ch19/exam"))


def mean_of(table: str, name: str) -> list[float]:
    """Return a row of a table: for each budget, the mean share over the seeds."""
    seeds = data()[table][name]
    return [sum(shares) / len(seeds) for shares in zip(*seeds, strict=True)]


def cell(shares: Sequence[float]) -> str:
    """Return the range of the shares over the seeds as a string such as "0.63 to 0.66", or a single
    number if both ends are equal.
    """
    low, high = min(shares), max(shares)
    if worth(low) == worth(high):
        return worth(low)
    return f"{worth(low)} to {worth(high)}"


def budget_table(table: str) -> None:
    """Print the share of 200 hands that each search solves within each budget.

    table  the name of the table: "proposer", "judge" or "backup"

    Searches that depend on chance were run with three seeds.  For these searches the table shows
    the lowest and the highest share.
    """
    budgets = data()["short" if table == "proposer" else "long"]
    print(f"{'generated steps':26}" + "".join(f"{steps:>15,}" for steps in budgets))
    for name, seeds in data()[table].items():
        cells = [cell(shares) for shares in zip(*seeds, strict=True)]
        print(f"{name:26}" + "".join(f"{one:>15}" for one in cells))


def picking_charts() -> Picture:
    """Draw a chart for each judge: the mean value that the judge gives to the line picked from n
    lines, and the mean reward of this line.
    """
    judges = list(data()["picked"])
    charts = [picking_chart(judge) for judge in judges]
    return gallery(charts, judges, spoken=True)


def picking_chart(judge: str) -> str:
    """Draw the chart of one judge; return the SVG text."""
    lines = data()["lines"]
    pairs = data()["picked"][judge]
    believed = [(n, pair[0]) for n, pair in zip(lines, pairs, strict=True)]
    paid = [(n, pair[1]) for n, pair in zip(lines, pairs, strict=True)]
    return line_chart(
        {"believed": believed, "paid": paid},
        title="mean over the picks",
        x_label="lines to pick from",
        marks=lines,
        size=(260, 220),
    )
