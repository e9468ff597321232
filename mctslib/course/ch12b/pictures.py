"""Draw a picture of chapter 12b: the scores of both engines against alpha-beta."""

from mctslib.arena.matches import Tally
from mctslib.course.stored import measured
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import Picture
from mctslib.words import percent

MARKS = {0: "0", 0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1"}
TITLE = "Score of UCT against alpha-beta in Python, at equal CPU time"
NAMES = {"UCT": "UCT in Python", "UCT, compiled": "UCT compiled"}


def against_alpha_beta() -> dict[str, Tally]:
    """Return the measured results of UCT in Python and of compiled UCT against alpha-beta."""
    found = {}
    for row in measured("ch12/connect_four")["rows"]:
        if row["b"] == "alpha-beta" and row["a"] in NAMES:
            found[NAMES[row["a"]]] = Tally(row["wins"], row["draws"], row["losses"])
    return found


def scores_against_alpha_beta() -> Picture:
    """Draw the scores of the two matches, each with its 95% interval."""
    rows = []
    for name, tally in against_alpha_beta().items():
        low, high = tally.score_interval()
        said = f"{percent(tally.score)} ({percent(low)} to {percent(high)})"
        rows.append(Interval(name, said, tally.score, low, high))
    scores = "; ".join(f"{row.name} {row.said}" for row in rows)
    words = f"{TITLE}: {scores}."
    return Picture(interval_chart(rows, MARKS, title=TITLE, label=words, width=560), words)
