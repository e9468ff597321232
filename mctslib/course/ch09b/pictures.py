"""Draw the pictures of chapter 09b: the scores of a tournament, the Elo curve, and a ladder."""

from collections.abc import Sequence

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Rating, expected_score
from mctslib.course.ch09b.ladders import in_figures, ladder_svg
from mctslib.course.scores import MARKS, score_picture
from mctslib.draw.look import FIGURE, INK, RULE, TITLE, WORDS
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.words import percent, signed

LEADS = (-800, -400, 0, 400, 800)  # in Elo points; these numbers are written below the curve
CURVE = (560, 260)  # width and height of the picture of the curve, in pixels


def score_intervals(results: Sequence[MatchResult]) -> Picture:
    """Draw the score of each match, with Wilson's interval."""
    matches = {f"{one.a} – {one.b}": one.total for one in results}
    return score_picture(matches, "Score of the first-named player, with 95% intervals")


def elo_curve() -> Picture:
    """Draw the expected score for each lead in Elo points."""
    left, right = LEADS[0], LEADS[-1]
    points = []
    for lead in range(left, right + 1, 20):
        points.append(_place(lead, expected_score(lead)))
    parts = []
    for score, name in MARKS.items():
        (start, y), (end, _) = _place(left, score), _place(right, score)
        parts.append(element("path", d=f"M{start:g} {y:g}H{end:g}", stroke=RULE))
        parts.append(text(name, start - 8, y + 4, FIGURE, text_anchor="end"))
    for lead in LEADS:
        x, low = _place(lead, 0)
        parts.append(text(signed(lead), x, low + 18, FIGURE, text_anchor="middle"))
    curve = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    parts.append(element("path", d=f"M{curve}", fill="none", stroke=INK, stroke_width=2.5))
    wide, high = CURVE
    parts.append(text("expected score", 8, 18, TITLE))
    parts.append(text("lead in Elo points", wide / 2, high - 8, WORDS, text_anchor="middle"))
    said = "; ".join(f"{signed(lead)}: {percent(expected_score(lead))}" for lead in LEADS)
    words = f"The expected score for a lead in Elo points: {said}."
    return Picture(document("".join(parts), wide, high, words), words)


def _place(lead: float, score: float) -> tuple[float, float]:
    """Return the point for a lead and a score in the picture of the curve, in pixels."""
    wide, high = CURVE
    share = (lead - LEADS[0]) / (LEADS[-1] - LEADS[0])
    return 44 + share * (wide - 68), high - 52 - score * (high - 88)


def show_ladder(steps: Sequence[Rating], anchor: str | None) -> Picture:
    """Draw the ladder of some players.

    steps   the players, the strongest first
    anchor  the player whose rating is 0, or None if the mean of all ratings is 0
    """
    players = "; ".join(f"{step.name} {in_figures(step)}" for step in steps)
    return Picture(ladder_svg(steps, anchor), f"Ratings from the strongest: {players}.")
