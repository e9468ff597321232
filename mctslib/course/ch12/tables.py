"""Show scores of matches as text and as pictures, and read chapter 12's stored matches."""

from collections.abc import Iterable, Mapping
from typing import Any

from mctslib.arena.matches import Tally
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import Picture
from mctslib.words import percent

MARKS = {0: "0", 0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1"}


def match_intervals(matches: Mapping[str, Tally], title: str) -> Picture:
    """Draw the score of each match, with its 95% interval.

    matches  a dictionary from the label of a match to its results for the player named first
    """
    rows = []
    for label, tally in matches.items():
        low, high = tally.score_interval()
        said = f"{percent(tally.score)} ({percent(low)} to {percent(high)})"
        rows.append(Interval(label, said, tally.score, low, high))
    scores = "; ".join(f"{row.name} {row.said}" for row in rows)
    words = f"{title}: {scores}."
    return Picture(interval_chart(rows, MARKS, title=title, label=words, width=560), words)


def stronger(match: Tally, first: str, second: str) -> str:
    """Return the name of the stronger player, or "no clear winner" if the 95% interval contains
    ½.
    """
    low, high = match.score_interval()
    if low > 1 / 2:
        return first
    if high < 1 / 2:
        return second
    return "no clear winner"


def matches_at_equal_time(rows: Iterable[Mapping[str, Any]]) -> dict[str, Tally]:
    """Return the results of the matches at equal time, as a dictionary from label to tally."""
    matches = {}
    for row in rows:
        label = f"{row['a']} against {row['b']}"
        matches[label] = Tally(row["wins"], row["draws"], row["losses"])
    return matches
