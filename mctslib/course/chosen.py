"""Choose the rows of a chart for a position with very many actions, and say how many are shown.

Some games have thousands of legal actions.  A chart with a row for each action would be too long to
read, and slow to show.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from mctslib.words import number

MOST_ROWS = 20  # the largest number of rows in a chart
Row = TypeVar("Row")


def highest(
    rows: Sequence[Row], worth: Callable[[Row], float], most: int = MOST_ROWS
) -> Sequence[Row]:
    """Return the `most` rows of highest worth (all rows if there are fewer), in their given order.

    worth  a function from a row to its worth, a number; if several rows are equally good, the first
           are preferred
    """
    if len(rows) <= most:
        return rows
    places = sorted(range(len(rows)), key=lambda place: -worth(rows[place]))[:most]
    return [rows[place] for place in sorted(places)]


def of_all(shown: int, total: int) -> str:
    """Return words for the end of a title, such as "; 20 of 5,000 moves".

    Returns "" if all moves are shown.
    """
    return f"; {number(shown)} of {number(total)} moves" if shown < total else ""
