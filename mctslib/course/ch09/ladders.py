"""What `Tournament` shows: the ladder of ratings as SVG, and the table of results as HTML."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import floor

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Rating
from mctslib.draw.charts import Interval, interval_chart

STEPS = (20, 50, 100, 200, 500, 1000, 2000)


def ladder_svg(ratings: Sequence[Rating], anchor: str | None) -> str:
    """One row a player: the rating a dot, its interval a bar, both in figures above it."""
    zero = f"{anchor} is 0" if anchor else "the mean of all is 0"
    rows = [Interval(r.name, in_figures(r), r.elo, r.low, r.high) for r in ratings]
    low = min(r.low for r in ratings)
    marks = {
        mark: f"{mark:+d}" if mark else "0"
        for mark in _marks(low, max([low + 100, *(r.high for r in ratings)]))
    }
    title = f"Elo points ({zero}), with 95 % intervals"
    words = "; ".join(f"{r.name} {in_figures(r)}" for r in ratings)
    return interval_chart(
        rows, marks, title=title, label=f"Ratings from the strongest: {words}.", width=640
    )


def in_figures(rating: Rating) -> str:
    """The rating and its interval in words; only 0 for the player that all others are measured against."""
    if rating.low == rating.high:
        return f"{rating.elo:.0f}"
    return f"{rating.elo:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def undecided(ratings: Sequence[Rating]) -> str:
    """Which neighbours on the ladder have overlapping intervals, as a sentence."""
    pairs = [f"{a.name} and {b.name}" for a, b in pairwise(ratings) if a.low <= b.high]
    if not pairs:
        return "No two neighbours on the ladder have overlapping intervals."
    return f"Overlapping intervals: {'; '.join(pairs)}.  More games would tell more."


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
