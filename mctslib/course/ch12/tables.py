"""Read chapter 12's stored matches, and say who is stronger."""

from collections.abc import Iterable, Mapping
from typing import Any

from mctslib.arena.matches import Tally
from mctslib.course.scores import score_picture as score_picture


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
