"""Read stored results: matches, points in lost positions, and right moves in tic-tac-toe.

The measurements take too long for a notebook.  `python -m tests.bench.solver` runs the measurements
and writes `matches.json`.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from mctslib.arena.intervals import mean_interval
from mctslib.course.stored import measured
from mctslib.words import percent

FILE = "ch13/matches"


class Gain(NamedTuple):
    """A match of the solver against plain UCT.

    iterations  the number of iterations that each player makes per move
    scores      the solver's mean points per game in each pair of games
    """

    iterations: int
    scores: Sequence[float]

    @property
    def games(self) -> int:
        return 2 * len(self.scores)

    @property
    def score(self) -> float:
        return fmean(self.scores)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the score, computed from the pairs of games."""
        return mean_interval(self.scores)


def matches() -> list[Gain]:
    """Return the matches in Connect Four, sorted by the number of iterations."""
    found = []
    for row in measured(FILE)["rows"]:
        scores: list[float] = []
        for score, times in row["scores"].items():
            scores += [float(score)] * times
        found.append(Gain(row["iterations"], scores))
    return found


def fall(one: Gain, other: Gain) -> tuple[float, float, float]:
    """Return the fall in the score from one match to the other, with its 95% interval.

    The two matches are independent, so the variances of their scores add up.
    """
    half_widths = [row.interval[1] - row.score for row in (one, other)]
    half = sqrt(sum(width**2 for width in half_widths))
    gap = one.score - other.score
    return gap, gap - half, gap + half


def empty_board() -> dict[str, list[int | None]]:
    """Return, for each seed, the number of iterations after which the empty 3×3 board was proved.

    The keys "awake" and "asleep" stand for two ways to score a known child.  None means that the
    search found no proof.  The key "most" holds the number of iterations after which a search
    without a proof ended.
    """
    return measured(FILE)["empty board"]


class Resistance(NamedTuple):
    """The points of one defender in lost positions.

    name      the name of the defender
    points    the mean points in each position; the positions and their order are the same for all
              defenders
    """

    name: str
    points: Sequence[float]

    @property
    def score(self) -> float:
        return fmean(self.points)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the score, computed from the positions."""
        return mean_interval(self.points)


def resistance() -> dict[str, Resistance]:
    """Return the points of each defender in lost positions against a weak opponent."""
    points = measured(FILE)["lost"]["points"]
    return {name: Resistance(name, row) for name, row in points.items()}


def gap(one: Resistance, other: Resistance) -> tuple[float, float, float]:
    """Return the lead of `one` over `other` in mean points, with its 95% interval.

    Both defenders have played from the same positions, so the interval is computed from the
    difference in each position.
    """
    differences = [a - b for a, b in zip(one.points, other.points, strict=True)]
    low, high = mean_interval(differences)
    return fmean(differences), low, high


def right_shares() -> dict[str, dict[int, list[float]]]:
    """Return the shares of right moves for each search and each number of iterations, one share for
    each seed.
    """
    stored: dict[str, Any] = measured(FILE)["right"]
    shares: dict[str, dict[int, list[float]]] = {}
    for name, rows in stored["counts"].items():
        shares[name] = {}
        for iterations, counts in rows.items():
            shares[name][int(iterations)] = [count / stored["positions"] for count in counts]
    return shares


def right_table() -> str:
    """Return lines of text with the mean shares of right moves, and with their ranges over the
    seeds.
    """
    lines = []
    for name, rows in right_shares().items():
        for iterations, shares in rows.items():
            lowest, highest = percent(min(shares), 2), percent(max(shares), 2)
            mean = percent(fmean(shares), 2)
            lines.append(f"{name:26} {iterations:5,} iterations: {mean} ({lowest} to {highest})")
    return "\n".join(lines)
