"""A chart of shares with their intervals, one row an engine: what a trial found, at a glance."""
from collections.abc import Mapping

from mctslib.course.ch05.findings import Count
from mctslib.draw.charts import Interval, interval_chart

LEVELS = {level: f"{level:.0%}" for level in (0, 0.25, 0.5, 0.75, 1)}


def trial_chart(counts: Mapping[str, Count], title: str) -> str:
    """For each label a dot at the share and a bar over its 95 % interval, from 0 to 100 %."""
    rows = [
        Interval(name, str(count) if count.of else "nothing yet", count.share if count.of else None, *count.interval())
        for name, count in counts.items()
    ]
    return interval_chart(rows, LEVELS, title=title, width=540)
