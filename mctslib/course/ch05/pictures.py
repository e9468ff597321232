"""A chart of shares with their intervals, one row an engine: what a trial found, at a glance."""
from __future__ import annotations

from collections.abc import Mapping

from mctslib.course.ch05.findings import Count
from mctslib.draw.svg import FAINT, INK, document, element, text

LEFT, ROOM, ROW = 150, 330, 30  # pixels


def interval_chart(rows: Mapping[str, Count], title: str) -> str:
    """For each label a dot at the share and a bar over its 95 % interval, from 0 to 100 %."""
    low = 36 + ROW * len(rows)
    parts = [text(title, 10, 20, 13, font_weight="bold")]
    for level in (0, 0.25, 0.5, 0.75, 1):
        parts.append(element("line", x1=_x(level), x2=_x(level), y1=32, y2=low, stroke=FAINT, stroke_width=0.5))
        parts.append(text(f"{level:.0%}", _x(level), low + 15, 11, text_anchor="middle"))
    for k, (label, count) in enumerate(rows.items()):
        parts.append(_row(label, count, 32 + ROW * (k + 0.5)))
    words = "; ".join(f"{label}: {count}" for label, count in rows.items())
    return document("".join(parts), LEFT + ROOM + 60, low + 24, f"{title}. {words}.")


def _x(share: float) -> float:
    return LEFT + ROOM * share


def _row(label: str, count: Count, y: float) -> str:
    name = text(label, LEFT - 12, y + 4, 12, text_anchor="end")
    if not count.of:
        return name
    low, high = count.interval()
    bar = element("line", x1=_x(low), x2=_x(high), y1=y, y2=y, stroke=INK, stroke_width=3)
    ends = "".join(element("line", x1=_x(end), x2=_x(end), y1=y - 5, y2=y + 5, stroke=INK) for end in (low, high))
    dot = element("circle", cx=_x(count.share), cy=y, r=5, fill="#0072b2", stroke="#ffffff")
    return name + bar + ends + dot + text(f"{count.share:.1%}", _x(1) + 12, y + 4, 12)
