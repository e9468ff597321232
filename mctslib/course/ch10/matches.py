"""Read the stored results of chapter 10: the matches with heavy playouts and with kept trees."""

from collections.abc import Sequence
from math import atanh, sqrt, tanh
from statistics import correlation
from typing import Any

from mctslib.arena.intervals import Z95
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


def correlations() -> dict[str, dict[str, tuple[float, float, float]]]:
    """Return how well two samples of playouts agree, for each mode: a correlation, low and high.

    Both correlations are taken over the stored positions, with 95% intervals.  The first is between
    two samples of random playouts, the second between a random and a heavy sample.
    """
    found = {}
    for mode, rows in measured("ch10/agreement")["means"].items():
        random, again, heavy = zip(*rows, strict=True)
        found[mode] = {
            "random, random": _correlation(random, again),
            "random, heavy": _correlation(random, heavy),
        }
    return found


def _correlation(one: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """Return a correlation and its 95% interval by Fisher's transformation."""
    r = correlation(one, other)
    half = Z95 / sqrt(len(one) - 3)
    return r, tanh(atanh(r) - half), tanh(atanh(r) + half)


def agreement() -> str:
    """Return text with the correlations of `correlations`, one line for each mode and pair."""
    lines = []
    for mode, pairs in correlations().items():
        for name, (r, low, high) in pairs.items():
            lines.append(f"mode {mode}  {name:15} {r:.2f} ({low:.2f} to {high:.2f})")
    return "\n".join(lines)


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
