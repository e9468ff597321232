"""The findings of instruments, and intervals for the difference of two shares.

With 95% intervals, about five in a hundred comparisons of healthy engines would wrongly show a
bug.  Therefore chapter 05 uses 99.9% intervals for the *difference* from the healthy engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from mctslib.arena.intervals import wilson
from mctslib.draw.charts import Interval, interval_chart
from mctslib.words import number, observed, percent

CONFIDENCE = 0.999
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
CHART = 240  # the width of a chart, in pixels; a phone has room for it


class Count(NamedTuple):
    """The number of trials that went well (`hits`) and the number of all trials (`of`)."""

    hits: int
    of: int

    @property
    def share(self) -> float:
        """The share of trials that went well, from 0 to 1, or nan if there are no trials."""
        return self.hits / self.of if self.of else float("nan")

    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95% interval of the true share."""
        return wilson(self.hits, self.of)

    def __repr__(self) -> str:
        low, high = self.interval()
        return f"{self.in_short()} ({observed(low)} to {observed(high)})"

    def in_short(self) -> str:
        """Return the count without the interval, such as "595 of 1,000"."""
        return f"{number(self.hits)} of {number(self.of)}"


@dataclass(frozen=True)
class Finding:
    """The verdict of an instrument on an engine.

    guilty   whether the instrument finds a fault
    said     the reason for the verdict, in one or more sentences
    count    the numbers of good trials and of all trials, if the instrument counts trials
    """

    guilty: bool
    said: str
    count: Count | None = None

    @property
    def mark(self) -> str:
        """The sign in the table: ✗ if the instrument finds a fault, otherwise ·."""
        return "✗" if self.guilty else "·"

    def __repr__(self) -> str:
        return f"{self.mark} {self.said}"


def difference_interval(a: Count, b: Count, z: float = Z) -> tuple[float, float]:
    """Return a confidence interval for the difference of two true shares, a − b.

    z  the half-width of the interval in standard errors, for example 3.29 for 99.9%

    Source: R. G. Newcombe (1998), method 10.
    """
    low_a, high_a = wilson(a.hits, a.of, z)
    low_b, high_b = wilson(b.hits, b.of, z)
    difference = a.share - b.share
    below = sqrt((a.share - low_a) ** 2 + (high_b - b.share) ** 2)
    above = sqrt((high_a - a.share) ** 2 + (b.share - low_b) ** 2)
    return difference - below, difference + above


def compare(count: Count, healthy: Count, goal: str) -> Finding:
    """Return a finding about whether an engine's share is clearly below the healthy engine's share.

    count    the count of the engine
    healthy  the count of the healthy engine
    goal     words for the good trials, for example "Games won"
    """
    if not count.of or not healthy.of:
        return Finding(False, "No game has been played yet.", count)
    low, high = difference_interval(healthy, count)
    numbers = f"{goal}: {count}; the healthy engine {healthy}."
    if low > 0:
        return Finding(True, f"Worse than the healthy engine. {numbers}", count)
    if high < 0:
        return Finding(False, f"Better than the healthy engine. {numbers}", count)
    return Finding(False, f"Cannot tell it from the healthy engine. {numbers}", count)


def trial_chart(
    counts: Mapping[str, Count], title: str, hidden: str = "", width: float = CHART
) -> str:
    """Draw each count's share and 95% interval beside its label, as SVG text.

    hidden  the name of the row with a question mark in the place of its numbers
    """
    rows = []
    for name, count in counts.items():
        if name == hidden:
            rows.append(Interval(name, "?", None, 0, 0))
        else:
            rows.append(Interval(name, count.in_short(), count.share, *count.interval()))
    levels = {mark: percent(mark) for mark in (0, 0.5, 1)}
    look: dict[str, Any] = {"words_at_dots": True, "dotted": True}
    return interval_chart(rows, levels, title=title, width=width, **look)
