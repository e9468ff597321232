"""Plot the exploitability of searches of Kuhn poker for different numbers of iterations."""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from mctslib.draw.charts import line_chart
from mctslib.draw.show import Picture
from mctslib.words import number, worked

TITLE = "Coins per hand that a perfect opponent wins"
NAMES = {
    "most visited": "most visited",
    "from the current view": "from the view",
    "visit shares": "shares",
}


def gain_lines(rows: Sequence[Mapping[str, Any]]) -> Picture:
    """Plot exploitability against the number of iterations, for three players that use the same
    search.

    rows  the stored rows, one for each number of iterations

    Each point in the plot is a mean over the seeds.
    """
    marks = [row["iterations"] for row in rows]
    lines = {}
    for words, name in NAMES.items():
        lines[words] = [(row["iterations"], mean(row[name])) for row in rows]
    chart = line_chart(
        lines,
        title=TITLE,
        marks=[mark for mark in marks if str(mark).startswith("1")],
        size=(600, 280),
        levels=(0, 0.1, 0.2, 0.3),
    )
    values = []
    for words, line in lines.items():
        figures = ", ".join(worked(gain) for _, gain in line)
        values.append(f"{words}: {figures}")
    told = f"{TITLE}, after {', '.join(map(number, marks))} iterations. {'; '.join(values)}."
    return Picture(chart, told)
