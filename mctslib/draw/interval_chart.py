"""A chart of estimates: one row each, a dot with a bar as wide as its interval, and the true value as a line.

Numbers in, SVG text out, in a millisecond; the widgets of chapters 01 and 02 draw with it.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from mctslib.draw.svg import document, element, text

DOT, TRUE = "#0072b2", "#b34a00"
WIDTH, LEFT, RIGHT, TOP, ROW = 420, 54, 16, 30, 42  # pixels: so narrow that half a window does not shrink the words


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
        """Whether the true value lies in the interval."""
        low, high = self.interval
        return self.true is not None and low <= self.true <= high

    def words(self, truth: str) -> str:
        """The row in words: "0.520 ± 0.100, exact 0.500"; `truth` names the true value."""
        said = "nothing yet" if self.mean is None else f"{self.mean:.3f} ± {1 / sqrt(self.count):.3f}"
        return said if self.true is None else f"{said}, {truth} {self.true:.3f}"


def interval_chart(rows: Sequence[Estimate], *, title: str, noun: str = "", truth: str = "exact") -> str:
    """The estimates from 0 to 1, one row each, with their numbers above the bar.

    noun   "pull": each row also says how many pulls it is the mean of
    truth  what the true value is called
    """
    words = [row.words(truth) + (f" ({row.count} {noun}{'s' * (row.count != 1)})" if noun else "") for row in rows]
    room, low = WIDTH - LEFT - RIGHT, TOP + ROW * len(rows)
    parts = [text(title, 8, 18, 14, font_weight="bold"), _axis(room, low)]
    for k, (row, said) in enumerate(zip(rows, words)):
        y = TOP + ROW * (k + 1) - 13
        parts += [_row(row, y, room), text(said, LEFT, y - 16, 12)]
    label = "; ".join(f"{row.label}: {said}" for row, said in zip(rows, words))
    return document("".join(parts), WIDTH, low + 24, f"{title}. {label}.")


def _axis(room: float, low: float) -> str:
    parts = []
    for level in (0, 0.25, 0.5, 0.75, 1):
        x = LEFT + room * level
        parts.append(element("line", x1=x, x2=x, y1=TOP, y2=low, stroke="#dddddd", stroke_width=0.8))
        parts.append(text(f"{level:g}", x, low + 16, 12, text_anchor="middle"))
    return "".join(parts)


def _row(row: Estimate, y: float, room: float) -> str:
    parts = [text(row.label, LEFT - 8, y + 4, 13, text_anchor="end")]
    if row.mean is not None:
        a, b = (LEFT + room * end for end in row.interval)
        parts.append(element("line", x1=a, x2=b, y1=y, y2=y, stroke=DOT, stroke_width=5, opacity=0.4))
        for end in (a, b):
            parts.append(element("line", x1=end, x2=end, y1=y - 6, y2=y + 6, stroke=DOT, stroke_width=1.5))
        parts.append(element("circle", cx=LEFT + room * row.mean, cy=y, r=4.5, fill=DOT))
    if row.true is not None:
        x = LEFT + room * row.true
        parts.append(element("line", x1=x, x2=x, y1=y - 11, y2=y + 11, stroke=TRUE, stroke_width=2.5))
    return "".join(parts)
