"""What a best response wins from a search that plays Kuhn poker, against the iterations."""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from mctslib.draw.charts import line_chart
from mctslib.draw.show import Picture

TITLE = "Coins a hand that somebody wins who knows the strategy"


def gain_lines(rows: Sequence[Mapping[str, Any]], fused: float = 1 / 6) -> Picture:
    """A line each for the shares of the visits and for the most visited action; determinization's as a third."""
    marks = [row["iterations"] for row in rows]
    names = {"most visited": "most visited", "visit shares": "shares"}
    lines = {
        words: [(row["iterations"], mean(row[name])) for row in rows]
        for words, name in names.items()
    }
    lines["determinization"] = [(mark, fused) for mark in marks]
    values = "; ".join(
        f"{name}: " + ", ".join(f"{y:.3f}" for _, y in line) for name, line in lines.items()
    )
    chart = line_chart(lines, title=TITLE, marks=marks, size=(520, 260), levels=(0, 0.1, 0.2, 0.3))
    return Picture(chart, f"{TITLE}, after {', '.join(map(str, marks))} iterations. {values}.")
