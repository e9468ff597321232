"""Draw the ladder of ratings as SVG."""

from collections.abc import Collection, Sequence
from math import ceil, floor, inf, isfinite
from typing import Any

from mctslib.arena.ratings import Rating
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.look import TITLE, WORDS
from mctslib.words import number, signed

# possible distances between two marks of the axis, in Elo points
STEPS = (20, 50, 100, 200, 400, 500, 1000, 2000)
LEAST_WIDTH = 100  # the smallest range of the axis, in Elo points
STEP = 62  # the least distance of two marks of the axis, in pixels
WIDTH = 680  # in pixels; a page enlarges it
AXES = {"perfect": (-800, 0)}  # ruler → the least axis, so that it stays while games are played


def ladder_svg(
    ratings: Sequence[Rating],
    anchor: str | None,
    width: float = WIDTH,
    guess: Sequence[str] = (),
    *,
    clear: Collection[str] = (),
    numbers: bool = True,
) -> str:
    """Return the ladder as SVG: a row for each player, with a dot for the rating and a bar for its
    interval.

    The bar of a player with too few games for an interval covers the whole axis.  Above each dot,
    the rating and its interval are written in figures.

    ratings  the players, the strongest first
    anchor   the player whose rating is 0; None if the mean of all ratings is 0
    width    the width of the picture, in pixels
    guess    a reader's order of the players, whose places stand beside the names
    clear    the players whose places are clear; the reader's place then has ✓ or ✗
    numbers  whether the rating and its interval are written
    """
    rows = []
    for place, rating in enumerate(ratings, 1):
        has_interval = isfinite(rating.high)
        low, high = (rating.low, rating.high) if has_interval else (rating.elo, rating.elo)
        name = rating.name
        if guess:
            guessed = guess.index(name) + 1
            sign = ("✓" if guessed == place else "✗") if name in clear else ""
            name += f" ({guessed} {sign}".rstrip() + ")"
        rows.append(Interval(name, in_figures(rating), rating.elo, low, high))
    least = AXES.get(anchor or "", ())
    lowest = min(*least, *(row.low for row in rows))
    highest = max(*least, *(row.high for row in rows))
    spare = max(0.0, LEAST_WIDTH - (highest - lowest))  # half of the spare range on either side
    marks = _marks(lowest - spare / 2, highest + spare / 2, int(width // STEP))
    if anchor in AXES:  # the axis ends where the intervals end, and has more room for them
        marks = {mark: words for mark, words in marks.items() if lowest <= mark <= highest}
    if numbers:  # too few games for an interval: a bar over the whole axis
        low, high = min(marks), max(marks)
        for k, rating in enumerate(ratings):
            if not isfinite(rating.high):
                rows[k] = rows[k]._replace(low=low, high=high)
    zero = f"{anchor} is 0" if anchor else "the mean rating is 0"
    title = f"Elo points ({zero})"
    if width >= WIDTH and any(rating.low < rating.high < inf for rating in ratings):
        title += ", with 95% intervals"
    players = "; ".join(f"{rating.name} {in_figures(rating)}" for rating in ratings)
    label = f"Ratings from the strongest: {players}."
    look: dict[str, Any] = {"words_at_dots": True, "numbers": numbers}
    look["title_size"] = WORDS if width >= WIDTH else TITLE
    return interval_chart(rows, marks, title=title, label=label, width=width, **look)


def in_figures(rating: Rating) -> str:
    """Return the rating and its interval as a string, such as "120 (80 to 160)".

    The interval is left out in two cases.  In the first case the interval is a single point,
    because all other players are measured against this player.  In the second case there are too
    few games for an interval.
    """
    elo = number(rating.elo, 0)
    if rating.low == rating.high or not isfinite(rating.high):
        return elo
    return f"{elo} ({number(rating.low, 0)} to {number(rating.high, 0)})"


def _marks(low: float, high: float, most: int) -> dict[float, str]:
    """Return the marks of an axis with at most `most` steps: their Elo points and their labels.

    The axis begins and ends at a mark, so that it rarely changes while games are played.
    """
    fitting = (step for step in STEPS if ceil(high / step) - floor(low / step) <= most)
    step = next(fitting, STEPS[-1])
    marks: dict[float, str] = {}
    for multiple in range(floor(low / step), ceil(high / step) + 1):
        mark = multiple * step
        marks[mark] = signed(mark)
    return marks
