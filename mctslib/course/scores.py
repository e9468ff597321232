"""Draw the scores of matches, each with its 95% interval."""

from collections.abc import Mapping

from mctslib.arena.matches import Tally
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import Picture
from mctslib.words import percent

MARKS = {0: "0", 0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1"}


def score_picture(matches: Mapping[str, Tally], title: str) -> Picture:
    """Draw the score of each match, with Wilson's interval.

    matches  dict from the label of a match to its results for the player named first, whose score
             is the share of the points
    """
    rows = []
    for label, tally in matches.items():
        low, high = tally.score_interval()
        said = f"{percent(tally.score)} ({percent(low)} to {percent(high)})"
        rows.append(Interval(label, said, tally.score, low, high))
    scores = "; ".join(f"{row.name} {row.said}" for row in rows)
    words = f"{title}: {scores}."
    return Picture(interval_chart(rows, MARKS, title=title, label=words, width=560), words)
