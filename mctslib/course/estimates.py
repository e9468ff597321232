"""Means of random rewards with their intervals and, where it may be shown, the truth: for chapters 01 and 02."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from mctslib.draw.charts import Interval, interval_chart

LEVELS = {level: f"{level:g}" for level in (0, 0.25, 0.5, 0.75, 1)}


@dataclass(frozen=True)
class Estimate:
    """A mean of `count` rewards, each in 0…1 (None if there is none yet), and the true value, if it may be shown."""

    label: str
    count: int
    mean: float | None
    true: float | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """mean ± 1/√count, within 0…1: holds the true value about 95 times in 100, or more often."""
        if self.mean is None or not self.count:
            return 0.0, 1.0
        reach = 1 / sqrt(self.count)
        return max(0.0, self.mean - reach), min(1.0, self.mean + reach)

    @property
    def holds(self) -> bool:
        """Whether the true value lies in the interval, ends included: decided by the fractions that were rounded."""
        if self.true is None or self.mean is None:
            return self.true is not None
        mean, true = (
            Fraction(value).limit_denominator(1_000_000) for value in (self.mean, self.true)
        )
        return self.count * (mean - true) ** 2 <= 1

    def words(self, truth: str) -> str:
        """The row in words: "0.520 ± 0.100, exact 0.500"; `truth` names the true value."""
        said = (
            "nothing yet" if self.mean is None else f"{self.mean:.3f} ± {1 / sqrt(self.count):.3f}"
        )
        return said if self.true is None else f"{said}, {truth} {self.true:.3f}"


def estimates_chart(
    rows: Sequence[Estimate], *, title: str, noun: str = "", truth: str = "exact"
) -> str:
    """The estimates from 0 to 1, one row each, with their numbers above the bar.

    noun   "pull": each row also says how many pulls it is the mean of
    truth  what the true value is called
    """
    counts = [f" ({row.count} {noun}{'s' * (row.count != 1)})" if noun else "" for row in rows]
    bars = [
        Interval(row.label, row.words(truth) + count, row.mean, *row.interval, row.true)
        for row, count in zip(rows, counts)
    ]
    return interval_chart(bars, LEVELS, title=title)
