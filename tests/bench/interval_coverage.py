"""Simulate tournaments to measure how often 95% intervals of ratings contain the true value.

    python -m tests.bench.interval_coverage        1,000 tournaments of each kind, in a few minutes
    python -m tests.bench.interval_coverage 300    the given number of tournaments of each kind
    python -m tests.bench.interval_coverage --bootstrap 100
                                                   the same for intervals of the bootstrap
    python -m tests.bench.interval_coverage --plain 300
                                                   the same for plain intervals

Each row of the table belongs to one kind of tournament.  For several numbers of games per pair of
players, the row shows the share of the intervals that contain the true difference between two
ratings.  The numbers in brackets are the lowest and the highest share of a single pair of players.
"Too few" means that the library gives no intervals.  A tournament does not count for a pair of
players if their games give too little information for an interval.

A bootstrap (Efron, 1979) draws new tournaments from the games of each half of a match, with
replacement, and rates the players in each of them.  The interval contains the middle 95% of the
leads.  A plain interval ends 1.96 standard errors below and above the fitted lead.
"""

import random
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import mean
from typing import Any, NamedTuple

import numpy as np

from mctslib.arena.bradley_terry import FEWEST, FEWEST_OF_TWO, Fit, solved
from mctslib.arena.intervals import Z95
from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.ratings import ELO, expected_score

GAMES = (4, 8, 16, 50, 400)  # the numbers of games per pair of players
SAMPLES = 199  # the number of tournaments that the bootstrap draws
OUTSIDE = 4  # the number of these tournaments beyond each end of the interval, 2.5%


class Kind(NamedTuple):
    """A kind of tournament.

    elos   the true ratings of the players
    draws  the share of draws between equal players: one number for all pairs, or one for each pair;
           unequal players draw less often
    first  the advantage of moving first, in Elo points
    """

    elos: Sequence[float]
    draws: float | Mapping[tuple[int, int], float] = 0.0
    first: float = 0.0

    def draws_between(self, i: int, j: int) -> float:
        """Return the share of draws that two players would have if they were equal."""
        return self.draws if isinstance(self.draws, float) else self.draws[i, j]


STRONG_DRAW = {(0, 1): 0.2, (0, 2): 0.2, (0, 3): 0.2, (1, 2): 0.5, (1, 3): 0.5, (2, 3): 0.9}

STEPS = (0, 600, 1200, 1800, 2400)

KINDS = {
    "three equal players": Kind((0, 0, 0)),
    "three equal players, half of the games drawn": Kind((0, 0, 0), draws=0.5),
    "three equal players, moving first helps a lot": Kind((0, 0, 0), draws=0.2, first=300),
    "three players, 150 and 250 points apart": Kind((0, 150, 400)),
    "the same, with draws and a first move": Kind((0, 150, 400), draws=0.3, first=150),
    "three players, 400 points apart": Kind((0, 400, 800)),
    "four players, 300, 200 and 50 points apart": Kind((0, 300, 500, 550), draws=0.3),
    "the same, moving first helps": Kind((0, 300, 500, 550), draws=0.3, first=200),
    "the same, and the strong draw most games": Kind((0, 300, 500, 550), STRONG_DRAW, 150),
    "five equal players, draws": Kind((0, 0, 0, 0, 0), draws=0.3),
    "three equal players, four of five drawn": Kind((0, 0, 0), draws=0.8),
    "three players, 300 apart, draws, a first move": Kind((0, 300, 600), draws=0.8, first=300),
    "five players, 600 apart, draws, a first move": Kind(STEPS, draws=0.8, first=400),
    "five players, 600 apart, few draws": Kind(STEPS, draws=0.2),
}

MATCHES = {  # the kinds with two players
    "two equal players": Kind((0, 0)),
    "two equal players, moving first helps": Kind((0, 0), draws=0.2, first=200),
    "two equal players, moving first helps a lot": Kind((0, 0), draws=0.2, first=300),
    "two players, 300 points apart": Kind((0, 300)),
    "two players, 400 points apart": Kind((0, 400)),
    "two players, 600 points apart": Kind((0, 600)),
    "two players, 300 apart, draws, a first move": Kind((0, 300), draws=0.8, first=300),
    "two players, 600 apart, draws, a first move": Kind((0, 600), draws=0.8, first=300),
}


def simulated(kind: Kind, games: int, rng: random.Random) -> list[MatchResult]:
    """Return the results of one tournament in which every pair of players meets `games` times."""
    results = []
    for i, j in combinations(range(len(kind.elos)), 2):
        lead = kind.elos[i] - kind.elos[j]
        drawn = kind.draws_between(i, j)
        first = some_games(lead + kind.first, drawn, (games + 1) // 2, rng)
        second = some_games(lead - kind.first, drawn, games // 2, rng)
        results.append(MatchResult(str(i), str(j), first, second))
    return results


def some_games(lead: float, draws: float, games: int, rng: random.Random) -> Tally:
    """Return the results of a player in `games` random games against one opponent.

    lead   the player's lead over the opponent, in Elo points
    draws  the share of draws that the two players would have if they were equal
    """
    score = expected_score(lead)
    drawn = draws * 2 * min(score, 1 - score)
    won = score - drawn / 2
    tally = Tally()
    for _ in range(games):
        number = rng.random()
        if number < won:
            tally = tally.add(1, 0)
        elif number < won + drawn:
            tally = tally.add(0.5, 0.5)
        else:
            tally = tally.add(0, 1)
    return tally


class Coverage(NamedTuple):
    """The shares of the intervals in simulated tournaments that contain the true difference.

    share    the share of all intervals that contain the true difference.  For some differences
             there is no interval, because the games give too little information
    lowest   the lowest share of a single pair of players
    highest  the highest share of a single pair of players
    number   the number of intervals
    """

    share: float
    lowest: float
    highest: float
    number: int


def coverage(
    kind: Kind, games: int, tournaments: int, seed: int = 0, method: str = "profile"
) -> Coverage | None:
    """Simulate tournaments; return the shares of intervals that contain the true difference.

    Return None if no pair of players has played enough for an interval.

    method  "profile" for the intervals of the library, or "bootstrap" or "plain"
    """
    rng = random.Random(f"{seed}/{kind}/{games}")
    names = [str(number) for number in range(len(kind.elos))]
    pairs = list(combinations(range(len(names)), 2))
    given = dict.fromkeys(pairs, 0)
    right = dict.fromkeys(pairs, 0)
    for _ in range(tournaments):
        results = simulated(kind, games, rng)
        fit = Fit(results, names)
        samples = bootstrapped(results, names, rng) if method == "bootstrap" else []
        for i, j in pairs:
            if not fit.has_interval(names[i], names[j]):
                continue
            given[i, j] += 1
            contrast = fit.contrast(names[i], names[j])
            true = (kind.elos[i] - kind.elos[j]) / ELO
            if method == "bootstrap":
                leads = sorted(sample[i] - sample[j] for sample in samples)
                low, high = leads[OUTSIDE], leads[-1 - OUTSIDE]
                right[i, j] += low <= true <= high
            elif method == "plain":
                off = float(contrast @ fit.strengths) - true
                right[i, j] += abs(off) <= Z95 * standard_error(fit, contrast)
            else:
                right[i, j] += fit.deviance(contrast, true) <= fit.limit(contrast)
    shares = [right[pair] / given[pair] for pair in pairs if given[pair]]
    intervals = sum(given.values())
    if not intervals:
        return None
    share = sum(right.values()) / intervals
    return Coverage(share, min(shares), max(shares), intervals)


def standard_error(fit: Fit, contrast: Any) -> float:
    """Return the standard error of a contrast, from the information and the observed variance."""
    information, _ = fit._information(fit.best)
    weights = fit.fitted.T @ np.append(contrast, 0)
    variance = float(weights @ solved(information, weights))
    return sqrt(variance * fit.variance_ratio(contrast))


def bootstrapped(
    results: Sequence[MatchResult], names: Sequence[str], rng: random.Random
) -> list[Sequence[float]]:
    """Return the fitted strengths of tournaments that are drawn from the games of `results`."""
    found = []
    for _ in range(SAMPLES):
        sample = []
        for one in results:
            halves = redrawn(one.first, rng), redrawn(one.second, rng)
            sample.append(MatchResult(one.a, one.b, *halves))
        found.append(Fit(sample, names).strengths)
    return found


def redrawn(tally: Tally, rng: random.Random) -> Tally:
    """Return the results of as many games, drawn from the games of `tally` with replacement."""
    drawn = rng.choices(range(3), tally, k=tally.games) if tally.games else []
    return Tally(*(drawn.count(number) for number in range(3)))


def too_few(kind: Kind, games: int) -> bool:
    """Return whether the library gives no intervals for this number of games per pair."""
    if len(kind.elos) == 2:
        return games < FEWEST_OF_TWO
    return games * (len(kind.elos) - 1) < FEWEST


def main(tournaments: int = 1000, method: str = "profile") -> None:
    """Print the table for this number of tournaments of each kind."""
    shares: dict[int, list[float]] = {games: [] for games in GAMES}
    print(f"{'games for each pair':48}" + "".join(f"{games:>22}" for games in GAMES))
    for name, kind in (KINDS | MATCHES).items():
        cells = []
        for games in GAMES:
            found = None
            if not too_few(kind, games):
                found = coverage(kind, games, tournaments, method=method)
            if found is None:
                cells.append(f"{'too few':>22}")
                continue
            shares[games].append(found.share)
            cells.append(f"{found.share:>8.1%} ({found.lowest:.1%}, {found.highest:.1%})".rjust(22))
        print(f"{name:48}" + "".join(cells), flush=True)
    means = [f"{mean(found):>22.1%}" if found else f"{'':22}" for found in shares.values()]
    print(f"{'mean of the kinds':48}" + "".join(means))


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if not word.startswith("--")]
    methods = [name for name in ("bootstrap", "plain") if f"--{name}" in words]
    main(*numbers, method=(methods or ["profile"])[0])
