"""Choose the rows of a chart for a position with very many actions, and say how many are left out.

Some games have thousands of legal actions.  A chart with a row for each of them would be longer
than anybody reads, and a page would be slow to show it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from mctslib.words import number

MOST_ROWS = 20  # the most rows of a chart
Row = TypeVar("Row")


def highest(
    rows: Sequence[Row], worth: Callable[[Row], float], most: int = MOST_ROWS
) -> Sequence[Row]:
    """Return all rows; if there are more than `most`, return those of the highest worth, in order.

    worth  a row → a number.  Of rows with equal worth the first come into the chart
    """
    if len(rows) <= most:
        return rows
    places = sorted(range(len(rows)), key=lambda place: -worth(rows[place]))[:most]
    return [rows[place] for place in sorted(places)]


def of_all(shown: int, total: int) -> str:
    """Return words for the end of a title, such as "; 20 of 5,000 moves", or "" for all moves."""
    return f"; {number(shown)} of {number(total)} moves" if shown < total else ""
