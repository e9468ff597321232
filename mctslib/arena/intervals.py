"""Compute intervals for a measured share or mean, and the number of games needed to rule out ½."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf, sqrt
from statistics import NormalDist, fmean, stdev

Z95 = NormalDist().inv_cdf(0.975)  # 1.96


def wilson(points: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval (1927) for a share of points.

    The interval contains all shares p with |p − points/games| ≤ z √(p (1 − p) / games).

    points  the number of wins, or of wins plus half the draws; from 0 to `games`
    games   the number of games; without games the interval is 0 to 1
    z       the half-width of the interval, in standard errors

    The coverage is the probability that the interval contains the true share.  For wins and losses
    the coverage is 95% on average.  For a single true share the coverage varies around 95%, and
    near 0 or 1 it may be as low as 84% (Brown, Cai and DasGupta, 2001).  If draws count as half
    points, the interval is usually wider than necessary, because such points vary less than wins
    and losses with the same mean.  Near 0 and 1 the coverage may still be too low.
    """
    if not games:
        return 0.0, 1.0
    share = points / games
    weight = z * z / games
    middle = share + weight / 2
    half = z * sqrt(share * (1 - share) / games + weight / (4 * games))
    low = max(0.0, (middle - half) / (1 + weight))
    high = min(1.0, (middle + half) / (1 + weight))
    # Rounding must not push the measured share out of the interval.
    return min(low, share), max(high, share)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval "mean ± 1.96 standard errors", which is meant for 30 values or more.

    For fewer than two values the interval is (−inf, inf).
    """
    if len(values) < 2:
        return -inf, inf
    half = Z95 * stdev(values) / sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def reward_interval(rewards: Sequence[float]) -> tuple[float, float]:
    """Return the `mean_interval` of rewards, cut off at 0 and at 1."""
    low, high = mean_interval(rewards)
    return max(0.0, low), min(1.0, high)


def games_needed(share: float, power: float = 0.5, z: float = Z95) -> int:
    """Return the number of games after which the interval excludes ½ with probability `power`.

    share  the true share of wins in games without draws, above ½ and below 1
    power  the probability that ½ is excluded, from ½ to below 1; 0.8 is usual in science
    z      the half-width of the interval, in standard errors

    The normal approximation is (z/2 + z' √(share (1 − share)))² / (share − ½)², where z' is the
    `power` quantile of the standard normal distribution.  For a `power` of ½ this is (z/2)² /
    (share − ½)². Raises ValueError if the share or the power is out of range.
    """
    if not (0.5 < share < 1 and 0.5 <= power < 1):
        raise ValueError(
            f"share must be between ½ and 1, and power from ½ to below 1, not {share} and {power}."
        )
    for_power = NormalDist().inv_cdf(power) * sqrt(share * (1 - share))
    standard_errors = Fraction(str(z)) / 2 + Fraction(for_power)
    exact = standard_errors / (Fraction(str(share)) - Fraction(1, 2))
    return floor(exact**2) + 1  # with exactly `exact²` games, ½ is an end of the interval


def first_look(results: Sequence[float], every: int) -> int | None:
    """Return the number of games after which ½ is first found outside the interval.

    At each look, Wilson's interval is computed for the games so far.

    results  the reward of each game, from 0 to 1, in the order of the games
    every    the number of games between two looks; there is always a look after the last game

    Returns None if ½ is in the interval at every look.
    """
    points = 0.0
    for games, reward in enumerate(results, 1):
        points += reward
        if games % every == 0 or games == len(results):
            low, high = wilson(points, games)
            if not low <= 0.5 <= high:
                return games
    return None
