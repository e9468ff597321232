"""Read the stored results of chapter 10: the matches with heavy playouts and with kept trees."""

from typing import Any

from mctslib.arena.matches import Tally
from mctslib.course.stored import measured
from mctslib.words import percent

BUDGETS = ("equal iterations", "equal time")


def share_of_points(tally: Tally) -> str:
    """Return the share of the points, with its 95% interval, as a string; a draw is worth ½."""
    low, high = tally.score_interval()
    return f"{percent(tally.score)} ({percent(low)} to {percent(high)})"


def heavy_rows() -> dict[str, dict[str, Any]]:
    """Return the measurements of heavy playouts, as a dict from the name of a game to its row."""
    return {row["game"]: row for row in measured("ch10/heavy_playouts")["rows"]}


def reuse_rows() -> dict[str, dict[str, Any]]:
    """Return the measurements of kept trees, as a dict from the name of a game to its row."""
    return {row["game"]: row for row in measured("ch10/tree_reuse")["rows"]}


def heavy_results(budget: str) -> dict[str, Tally]:
    """Return a dict from the name of a game to the tally of the side with heavy playouts.

    budget  the budget of both sides: "equal iterations" or "equal time"
    """
    return {game: Tally(**row[budget]) for game, row in heavy_rows().items()}


def reuse_results() -> dict[str, Tally]:
    """Return a dict from the name of a game to the tally of the side that keeps its tree."""
    tallies = {}
    for game, row in reuse_rows().items():
        tallies[game] = Tally(row["wins"], row["draws"], row["losses"])
    return tallies


def who_is_ahead(tally: Tally) -> str:
    """Return the side that is ahead, "heavy" or "light", or "no clear winner" if the 95% interval
    of the score contains ½.

    tally  the results of the side with heavy playouts
    """
    low, high = tally.score_interval()
    if low > 1 / 2:
        return "heavy"
    if high < 1 / 2:
        return "light"
    return "no clear winner"


def heavy_scores() -> str:
    """Return text with one line for each match of heavy against light playouts.

    A line contains the score, its interval, and the side that is ahead.
    """
    lines = []
    for each in BUDGETS:
        for game, tally in heavy_results(each).items():
            score = share_of_points(tally)
            lines.append(f"{each:16}  {game:16} {score}: {who_is_ahead(tally)}")
    return "\n".join(lines)
