"""What `Tournament` shows: the ladder of ratings as SVG, and the table of results as HTML."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import floor

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Rating
from mctslib.draw.svg import document, element, text

LEFT, RIGHT, ROW, TOP, WIDTH = 110, 150, 30, 34, 640
BLUE, LINE = "#0072b2", "#dddddd"
STEPS = (20, 50, 100, 200, 500, 1000, 2000)


def ladder_svg(ratings: Sequence[Rating], anchor: str | None) -> str:
    """One row a player: the rating a dot, its interval a line, both in figures at the right."""
    low = min(r.low for r in ratings)
    high = max(max(r.high for r in ratings), low + 100)
    room, bottom = WIDTH - LEFT - RIGHT, TOP + ROW * len(ratings)

    def x(elo: float) -> float:
        return LEFT + room * (elo - low) / (high - low)

    zero = f"{anchor} is 0" if anchor else "the mean of all is 0"
    parts = [text(f"Elo points ({zero}), with 95 % intervals", LEFT, 18, 12, font_weight="bold")]
    for mark in _marks(low, high):
        parts.append(element("line", x1=x(mark), x2=x(mark), y1=TOP - 6, y2=bottom, stroke=LINE))
        parts.append(text(f"{mark:+d}" if mark else "0", x(mark), bottom + 14, 10, text_anchor="middle"))
    for row, rating in enumerate(ratings):
        parts.append(_step(rating, TOP + ROW * (row + 0.5), x))
    return document("".join(parts), WIDTH, bottom + 24, describe_ladder(ratings))


def _step(rating: Rating, y: float, x: Callable[[float], float]) -> str:
    ends = x(rating.low), x(rating.high)
    bar = element("line", x1=ends[0], x2=ends[1], y1=y, y2=y, stroke=BLUE, stroke_width=3)
    caps = "".join(element("line", x1=e, x2=e, y1=y - 5, y2=y + 5, stroke=BLUE, stroke_width=2) for e in ends)
    dot = element("circle", cx=x(rating.elo), cy=y, r=5, fill=BLUE)
    name = text(rating.name, LEFT - 14, y + 4, 12, text_anchor="end")
    return bar + caps + dot + name + text(in_figures(rating), WIDTH - RIGHT + 16, y + 4, 12)


def in_figures(rating: Rating) -> str:
    """The rating and its interval in words; only 0 for the player that all others are measured against."""
    if rating.low == rating.high:
        return f"{rating.elo:.0f}"
    return f"{rating.elo:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def describe_ladder(ratings: Sequence[Rating]) -> str:
    """The ladder in one sentence."""
    words = "; ".join(f"{r.name} {in_figures(r)}" for r in ratings)
    return f"Ratings from the strongest: {words}."


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
    verdict = f"✔ {result.a}" if low > 0.5 else f"✔ {result.b}" if high < 0.5 else "○ cannot tell yet"
    cells = [*map(str, result.total), f"{result.score:.0%}", f"{low:.0%} to {high:.0%}", verdict]
    body = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(result.a)} – {escape(result.b)}</th>{body}</tr>'
