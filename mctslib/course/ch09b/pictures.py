"""The pictures of chapter 09b: the scores of a tournament, and its ladder."""

from collections.abc import Sequence

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Rating
from mctslib.course.ch09b.ladders import in_figures, ladder_svg
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import Picture
from mctslib.words import percent

MARKS = {0: "0", 0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1"}


def score_intervals(results: Sequence[MatchResult]) -> Picture:
    """Return a picture of the score of each match, with Wilson's interval.

    results  at least one match; each is seen from its first-named player
    """
    rows = []
    for result in results:
        low, high = result.total.score_interval()
        said = f"{percent(result.score)} ({percent(low)} to {percent(high)})"
        rows.append(Interval(f"{result.a} – {result.b}", said, result.score, low, high))
    title = "Score of the first-named player, with 95 % intervals"
    scores = "; ".join(f"{row.name} {row.said}" for row in rows)
    words = f"{title}: {scores}."
    return Picture(interval_chart(rows, MARKS, title=title, label=words, width=560), words)


def show_ladder(steps: Sequence[Rating], anchor: str | None) -> Picture:
    """Return the ladder as a picture.

    steps   the players, the strongest first
    anchor  the player whose rating is 0; None if the mean of all ratings is 0
    """
    players = "; ".join(f"{step.name} {in_figures(step)}" for step in steps)
    return Picture(ladder_svg(steps, anchor), f"Ratings from the strongest: {players}.")
