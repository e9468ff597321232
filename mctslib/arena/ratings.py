"""Rate each player with one number; these numbers explain the scores of a whole tournament.

`bradley_terry.py` fits the model.  The **Elo** scale multiplies its strengths by a factor, so that
a lead of 400 Elo points means an expected score of 10/11 if moving first is no advantage.

To compare two players, use the interval of their *difference* (`differences`), which takes both
players into account.  `python -m tests.bench.interval_coverage` measures in simulated tournaments
how often the intervals contain the true value.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, log
from typing import Any, NamedTuple

from mctslib.arena.bradley_terry import FEWEST as FEWEST
from mctslib.arena.bradley_terry import Fit
from mctslib.arena.matches import MatchResult
from mctslib.given import check_one_of

ELO = 400 / log(10)  # the number of Elo points in one unit of strength


class Rating(NamedTuple):
    """The rating of one player on the Elo scale, and its 95% interval.

    low, high  the ends of the interval; −inf and inf if there are too few games for an interval
    """

    name: str
    elo: float
    low: float
    high: float


class Lead(NamedTuple):
    """The lead of player `a` over player `b` in Elo points, with its 95% interval.

    low, high  the ends of the interval; −inf and inf if there are too few games for an interval
    settled    whether a lead of 0 is too unlikely, which shows that one of the two players is
               stronger.  If there is an interval, it then excludes 0.  A match of two players needs
               fewer games to settle this than for an interval
    """

    a: str
    b: str
    elo: float
    low: float
    high: float
    settled: bool


def expected_score(difference: float) -> float:
    """Return the expected score, from 0 to 1, of a player who leads by `difference` Elo points."""
    return 1 / (1 + 10 ** (-difference / 400))


def strengths(results: Sequence[MatchResult], names: Sequence[str]) -> list[float]:
    """Return the Elo ratings of `names` that fit these results best; the mean rating is 0."""
    return [float(ELO * strength) for strength in Fit(results, names).strengths]


def ladder(
    results: Sequence[MatchResult], *, anchor: str | None = None, intervals: bool = True
) -> list[Rating]:
    """Return the ratings of the players, from the strongest to the weakest, with intervals.

    results    the results of all matches
    anchor     the player whose rating and interval are fixed at 0; by default the mean of all
               ratings is 0
    intervals  whether to compute intervals; if not, `low` and `high` are −inf and inf

    Each interval says how far a player may be from the zero point of the scale.  To compare two
    players, use `differences`, not the overlap of their intervals in this list.
    Raises ValueError if there are no results, or if the anchor has not played.
    """
    names = players_of(results)
    if anchor is not None:
        check_one_of("anchor", anchor, names)
    fit = Fit(results, names)
    steps = []
    for name in names:
        contrast = fit.contrast(name, anchor)
        elo = ELO * float(contrast @ fit.strengths)
        if name == anchor:
            low, high = 0.0, 0.0
        elif intervals and fit.has_interval(name, anchor):
            low, high = interval_in_elo(fit, contrast)
        else:
            low, high = -inf, inf
        steps.append(Rating(name, elo, low, high))
    return sorted(steps, key=lambda step: -round(step.elo, 6))  # stable


def differences(
    results: Sequence[MatchResult], pairs: Iterable[tuple[str, str]] | None = None
) -> list[Lead]:
    """Return, for each pair, the lead of the first player over the second, with its interval.

    results  the results of all matches
    pairs    the names of the two players of each pair; by default all pairs are compared, and the
             stronger player comes first

    Raises ValueError if there are no results, or if a player has not played.
    """
    names = players_of(results)
    if pairs is None:
        pairs = combinations([step.name for step in ladder(results, intervals=False)], 2)
    fit = Fit(results, names)
    found = []
    for a, b in pairs:
        for name in (a, b):
            if name not in names:
                raise ValueError(
                    f"There is no player {name!r}; the players are {', '.join(names)}."
                )
        contrast = fit.contrast(a, b)
        low, high = -inf, inf
        if fit.has_interval(a, b):
            low, high = interval_in_elo(fit, contrast)
        settled = fit.has_enough_games(a, b) and fit.deviance(contrast, 0.0) > fit.limit(contrast)
        found.append(Lead(a, b, ELO * float(contrast @ fit.strengths), low, high, settled))
    return found


def moving_first(results: Sequence[MatchResult]) -> float:
    """Return the advantage of moving first, in Elo points, that fits these results best.

    The advantage is 0 if there is no match in which both players moved first at least once.
    Raises ValueError if there are no results.
    """
    return ELO * Fit(results, players_of(results)).first


def interval_in_elo(fit: Fit, contrast: Any) -> tuple[float, float]:
    """Return the 95% interval of a contrast of the strengths, in Elo points."""
    low, high = fit.interval(contrast)
    return ELO * low, ELO * high


def players_of(results: Sequence[MatchResult]) -> list[str]:
    """Return the names of the players in these results, without repetitions.

    Raises ValueError if there are no results, or if both players of a match have the same name.
    """
    if not results:
        raise ValueError("There must be at least one result.")
    names: dict[str, None] = {}
    for result in results:
        if result.a == result.b:
            raise ValueError(
                f"Both players of a match are called {result.a!r}: give them different names."
            )
        names.update(dict.fromkeys((result.a, result.b)))
    return list(names)
