"""Show means of random rewards with intervals and, if permitted, with the exact values.

Chapters 01 and 02 use this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from mctslib.draw.charts import Interval, interval_chart
from mctslib.words import number

LEVELS = {
    level: number(level) for level in (0, 0.25, 0.5, 0.75, 1)
}  # value of each vertical line of the chart → its label
FINEST = 1_000_000  # the largest denominator of a fraction that was rounded to a float


@dataclass(frozen=True)
class Estimate:
    """A mean of random rewards.

    label  the name of the estimated quantity
    count  the number of rewards, each from 0 to 1
    mean   the mean of the rewards, or None if there is no reward yet
    true   the true value, or None if it must not be shown
    """

    label: str
    count: int
    mean: float | None
    true: float | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """The interval from mean − 1/√count to mean + 1/√count, cut off at 0 and 1.

        The interval contains the true value in about 95% of all cases or more.  If there are only
        a few rewards, each 0 or 1, this share may fall to 91%.
        """
        if self.mean is None or not self.count:
            return 0.0, 1.0
        reach = 1 / sqrt(self.count)
        return max(0.0, self.mean - reach), min(1.0, self.mean + reach)

    @property
    def holds(self) -> bool:
        """Whether the true value is shown and lies in the interval, ends included.

        The comparison is exact, because it uses the fractions that were rounded to `mean` and
        `true`.
        """
        if self.true is None:
            return False
        if self.mean is None:
            return True
        mean = Fraction(self.mean).limit_denominator(FINEST)
        true = Fraction(self.true).limit_denominator(FINEST)
        return self.count * (mean - true) ** 2 <= 1

    @property
    def words(self) -> str:
        """The estimate in words, such as "0.52, exact 0.50"."""
        estimate = "nothing yet" if self.mean is None else number(self.mean, 2)
        return estimate if self.true is None else f"{estimate}, exact {number(self.true, 2)}"


def estimates_chart(
    rows: Sequence[Estimate],
    *,
    title: str,
    width: float = 400,
    numbers: bool = True,
    parts: Sequence[str] = (),
    **look: Any,
) -> str:
    """Draw a row for each estimate on a scale from 0 to 1, with its numbers above, as SVG text.

    width  the minimum width of the chart, in pixels
    numbers  whether there are numbers above the rows
    parts  what each row is about, which lights with the row; see `Interval`
    look  `chosen`, `ringed` and `longest` of `interval_chart`
    """
    bars = []
    for row, part in zip(rows, parts or [""] * len(rows), strict=True):
        bars.append(Interval(row.label, row.words, row.mean, *row.interval, row.true, part))
    look |= {"words_at_dots": True, "numbers": numbers}
    return interval_chart(bars, LEVELS, title=title, width=width, **look)
