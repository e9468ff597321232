"""How sure is a measured share or mean?  Intervals, and the number of games it takes to tell two shares apart.

z is the number of standard errors on either side: 1.96 for 95 %.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, sqrt
from statistics import NormalDist, fmean, stdev

Z95 = NormalDist().inv_cdf(0.975)  # 1.96


def z_of(confidence: float) -> float:
    """The z of a two-sided interval; `confidence` between 0 and 1, as in 0.95."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(points: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval (1927): all shares p with |p − points/games| ≤ z √(p (1 − p) / games).

    For points with halves in them (draws) it is too wide, the more so the more draws, never too narrow: no
    rewards between 0 and 1 with the same mean vary more than wins and losses.  Without any game: 0 to 1.
    """
    if not games:
        return 0.0, 1.0
    share, weight = points / games, z * z / games
    half = z * sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, (share + weight / 2 - half) / (1 + weight)), min(
        1.0, (share + weight / 2 + half) / (1 + weight)
    )


def mean_interval(values: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """Mean ± z standard errors, for 30 values or more; (−inf, inf) for fewer than two."""
    if len(values) < 2:
        return float("-inf"), float("inf")
    half = z * stdev(values) / sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def games_needed(share: float, power: float = 0.5, z: float = Z95) -> int:
    """Games without draws until an interval around a true `share` leaves out ½ with probability `power`.

    share  above ½ and below 1
    power  from ½ (no better than a coin) to below 1; 0.8 is a habit in science.  Raises ValueError beyond these.

    The normal approximation: (z ½ + z' √(share (1 − share)))² / (share − ½)², z' the point of `power`; for
    `power` ½ simply (z/2)² / (share − ½)².
    """
    if not (0.5 < share < 1 and 0.5 <= power < 1):
        raise ValueError(
            f"share must be between ½ and 1, power from ½ to below 1, not {share} and {power}."
        )
    more = NormalDist().inv_cdf(power) * sqrt(share * (1 - share))
    exact = (Fraction(str(z)) / 2 + Fraction(more)) / (Fraction(str(share)) - Fraction(1, 2))
    return floor(exact**2) + 1  # at the number itself ½ still fits


def first_look(results: Sequence[float], every: int, z: float = Z95) -> int | None:
    """After how many games somebody who looks after every `every` of them sees ½ outside the interval.

    results  the reward of each game in turn, 0 to 1;  None: at no look, that after the last game included
    """
    points = 0.0
    for games, reward in enumerate(results, 1):
        points += reward
        if games % every == 0 or games == len(results):
            low, high = wilson(points, games, z)
            if not low <= 0.5 <= high:
                return games
    return None
