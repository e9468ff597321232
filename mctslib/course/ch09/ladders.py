"""What `Tournament` shows: the ladder of ratings as SVG, and the table of results as HTML."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import floor, isfinite

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import FEWEST, Rating, differences
from mctslib.draw.charts import Interval, interval_chart

STEPS = (20, 50, 100, 200, 500, 1000, 2000)


def ladder_svg(ratings: Sequence[Rating], anchor: str | None) -> str:
    """One row a player: the rating a dot, its interval a bar, both in figures above it."""
    zero = f"{anchor} is 0" if anchor else "the mean of all is 0"
    rows = []
    for rating in ratings:
        low, high = drawn_ends(rating)
        rows.append(Interval(rating.name, in_figures(rating), rating.elo, low, high))
    lowest = min(row.low for row in rows)
    highest = max([lowest + 100, *(row.high for row in rows)])
    marks = {mark: f"{mark:+d}" if mark else "0" for mark in _marks(lowest, highest)}
    title = f"Elo points ({zero}), with 95 % intervals"
    words = "; ".join(f"{r.name} {in_figures(r)}" for r in ratings)
    return interval_chart(
        rows, marks, title=title, label=f"Ratings from the strongest: {words}.", width=640
    )


def in_figures(rating: Rating) -> str:
    """Return the rating and its interval in words.

    Without the interval where that is one point, because all others are measured against this
    player, and where there are too few games for an interval.
    """
    if rating.low == rating.high or not isfinite(rating.high):
        return f"{rating.elo:.0f}"
    return f"{rating.elo:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def drawn_ends(rating: Rating) -> tuple[float, float]:
    """Return the ends of the bar of a rating; without an interval the rating itself."""
    if isfinite(rating.high):
        return rating.low, rating.high
    return rating.elo, rating.elo


def undecided(results: Sequence[MatchResult], ratings: Sequence[Rating]) -> str:
    """Return a sentence that names the neighbours on the ladder whose order is not settled.

    Two players are compared by the interval of their difference, not by whether the intervals on
    the ladder overlap.
    """
    neighbours = [(stronger.name, weaker.name) for stronger, weaker in pairwise(ratings)]
    leads = differences(results, neighbours)
    if not all(isfinite(lead.high) for lead in leads):
        return (
            f"These are too few games for intervals: each player needs at least {FEWEST}.  "
            "The order may be luck."
        )
    pairs = [f"{lead.a} and {lead.b}" for lead in leads if not lead.settled]
    if not pairs:
        return "Each player is shown to be stronger than the next one on the ladder."
    return f"Not settled who is stronger: {'; '.join(pairs)}.  More games would tell more."


def _marks(low: float, high: float) -> list[int]:
    step = next((step for step in STEPS if (high - low) / step <= 7), STEPS[-1])
    return [k * step for k in range(-floor(-low / step), floor(high / step) + 1)]


def results_table(results: Sequence[MatchResult]) -> str:
    """One row a pair: wins, draws, losses, score with its interval, and whether ½ is ruled out."""
    head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    rows = "".join(_row(result) for result in results if result.games)
    return (
        "<style>.mcts-results td, .mcts-results th {padding: 3px 8px; text-align: left; line-height: 1.3}</style>"
        '<div tabindex="0" role="region" aria-label="Results, pair by pair" style="overflow-x:auto">'
        f'<table class="mcts-results"><caption style="text-align:left">{CAPTION}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


COLUMNS = ("pair", "wins", "draws", "losses", "score", "95 % interval", "who is ahead?")
CAPTION = "Each pair, seen from the first-named player. The score counts a win 1 and a draw ½."


def _row(result: MatchResult) -> str:
    low, high = result.total.score_interval()
    verdict = (
        f"✔ {result.a}" if low > 0.5 else f"✔ {result.b}" if high < 0.5 else "○ cannot tell yet"
    )
    cells = [*map(str, result.total), f"{result.score:.0%}", f"{low:.0%} to {high:.0%}", verdict]
    body = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(result.a)} – {escape(result.b)}</th>{body}</tr>'
