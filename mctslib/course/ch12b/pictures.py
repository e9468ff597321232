"""Draw a picture of chapter 12b: the scores of both engines against alpha-beta."""

from mctslib.arena.matches import Tally
from mctslib.course.scores import score_picture
from mctslib.course.stored import measured
from mctslib.draw.show import Picture

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
    return score_picture(against_alpha_beta(), TITLE)
