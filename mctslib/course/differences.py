"""Compare two matches by the difference of their scores, with a 95% interval."""

from math import sqrt
from typing import NamedTuple, Protocol

from mctslib.words import signed

Z95 = 1.96  # the half-width of a 95% interval in standard errors


class Result(Protocol):
    """The counts of a match, for example an `arena.Tally`."""

    wins: int
    draws: int

    @property
    def games(self) -> int: ...

    @property
    def score(self) -> float: ...


class Difference(NamedTuple):
    """The difference of two scores in points per game, with its 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        low, high = signed(self.low, 2), signed(self.high, 2)
        return f"{signed(self.value, 2)} ({low} to {high})"


def difference(one: Result, other: Result) -> Difference:
    """Return the score of `one` minus the score of `other`, with its 95% interval.

    Each result needs at least one game.  The variances of the two scores are added, because the two
    matches are independent.
    """
    half = Z95 * sqrt(variance(one) + variance(other))
    value = one.score - other.score
    return Difference(value, value - half, value + half)


def variance(result: Result) -> float:
    """Return the variance of the score of a match in which each game is worth 0, ½ or 1."""
    mean_square = (result.wins + result.draws / 4) / result.games
    return (mean_square - result.score**2) / result.games
