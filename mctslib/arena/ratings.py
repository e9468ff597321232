"""Ratings: one number a player that explains the scores of a whole tournament (Bradley and Terry, 1952).

The model: a player of strength s scores 1 / (1 + e^(t − s)) a game against one of strength t.  The strengths
that fit best are found by `choix`; on the **Elo** scale they are stretched so that 400 points are ten to one.
"""

import random
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from mctslib.arena.matches import MatchResult, Tally

ELO = 400 / log(10)  # Elo points in one unit of strength
MISSING = "Ratings are fitted by choix: pip install choix"
PRIOR = 0.5  # wins given to each player against each other one: nobody's rating is infinite


class Rating(NamedTuple):
    """One step of the ladder: a rating on the Elo scale and its 95 % interval."""

    name: str
    elo: float
    low: float
    high: float


def expected_score(difference: float) -> float:
    """The score a game, 0 to 1, of a player who is `difference` Elo points stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


def strengths(results: Sequence[MatchResult], names: Sequence[str]) -> list[float]:
    """The Elo ratings of `names`, with mean 0, that fit these results; a draw counts as half a win."""
    import numpy as np

    try:
        import choix
    except ImportError as error:
        raise ImportError(f"{MISSING} ({error})") from None

    points = PRIOR * (1 - np.eye(len(names)))
    for result in results:
        i, j = names.index(result.a), names.index(result.b)
        points[i, j] += result.wins + result.draws / 2
        points[j, i] += result.losses + result.draws / 2
    fitted = choix.ilsr_pairwise_dense(points, max_iter=10_000)
    return [float(ELO * (strength - fitted.mean())) for strength in fitted]


def ladder(
    results: Sequence[MatchResult], *, anchor: str | None = None, samples: int = 200, seed: int = 0
) -> list[Rating]:
    """The players of a tournament from the strongest to the weakest, with bootstrap intervals.

    anchor   the player whose rating is 0; if not given, the mean of all is 0
    samples  how often the tournament is played again from its own games, drawn with replacement (Efron,
             1979): the middle 95 % of the ratings are the interval.  0: no intervals.

    Raises ValueError without results, or if the anchor has not played.
    """
    names = players_of(results)
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor must be one of {', '.join(names)}, not {anchor!r}.")
    rng = random.Random(seed)
    fitted = _anchored(strengths(results, names), names, anchor)
    drawn = [
        _anchored(strengths([_drawn(r, rng) for r in results], names), names, anchor)
        for _ in range(samples)
    ]
    steps = [
        Rating(name, elo, *_middle(sorted(sample[k] for sample in drawn) or [elo]))
        for k, (name, elo) in enumerate(zip(names, fitted))
    ]
    return sorted(steps, key=lambda step: -round(step.elo, 6))  # equals in the order of their names


def players_of(results: Sequence[MatchResult]) -> list[str]:
    """The names in these results, each once.  Raises ValueError without results."""
    if not results:
        raise ValueError("There must be at least one result.")
    return list(dict.fromkeys(name for result in results for name in (result.a, result.b)))


def _anchored(elos: Sequence[float], names: Sequence[str], anchor: str | None) -> list[float]:
    zero = elos[names.index(anchor)] if anchor is not None else 0.0
    return [elo - zero for elo in elos]


def _drawn(result: MatchResult, rng: random.Random) -> MatchResult:
    """As many games, drawn with replacement from those of this match, for each side by itself."""
    return MatchResult(
        result.a, result.b, _redrawn(result.first, rng), _redrawn(result.second, rng)
    )


def _redrawn(tally: Tally, rng: random.Random) -> Tally:
    draws = [rng.random() * tally.games for _ in range(tally.games)]
    wins = sum(x < tally.wins for x in draws)
    losses = sum(x >= tally.wins + tally.draws for x in draws)
    return Tally(wins, tally.games - wins - losses, losses)


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of sorted values: its two ends."""
    last = len(values) - 1
    return values[round(0.025 * last)], values[round(0.975 * last)]
