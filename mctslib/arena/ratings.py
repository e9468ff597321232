"""Ratings: one number for each player that explains the scores of a whole tournament.

The model of Bradley and Terry (1952): a player of strength s scores on average 1 / (1 + e^(t − s))
in a game against a player of strength t; a draw counts as half a win.  On the **Elo** scale
strengths are stretched, so that a lead of 400 points means an expected score of ten to one.

The intervals are those of the profile likelihood (Wilks, 1938): a lead of d points is ruled out if
the results are too unlikely under the best strengths that have exactly this lead.  How much the
scores really vary is estimated beside it, because draws and the advantage of moving first make
them vary less than wins and losses do (the sandwich of White, 1982).
`python -m tests.bench.interval_coverage` simulates how often the intervals contain the truth.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import inf, log
from typing import Any, NamedTuple

from mctslib.arena.intervals import Z95
from mctslib.arena.matches import MatchResult, Tally

ELO = 400 / log(10)  # Elo points in one unit of strength
FEWEST = 10  # games of a player: with fewer games than these an interval covers too little
MODEL_SQUARES = 2.5  # of 10 games between equals: added to what is observed and to what is expected
PRECISION = 0.01 / ELO  # of the ends of an interval
ENOUGH = 1e-9  # a step of Newton's method so small ends it


class Rating(NamedTuple):
    """One step of the ladder: a rating on the Elo scale and its 95 % interval.

    low, high  the ends of the interval; −inf and inf if there are too few games for an interval
    """

    name: str
    elo: float
    low: float
    high: float


class Lead(NamedTuple):
    """The lead of player `a` over player `b` in Elo points, with its 95 % interval.

    low, high  the ends of the interval; −inf and inf if there are too few games for an interval
    """

    a: str
    b: str
    elo: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Whether the interval leaves out 0, so that one of the two is shown to be stronger."""
        return self.low > 0 or self.high < 0


def expected_score(difference: float) -> float:
    """Return the expected score, 0 to 1, of a player who is `difference` Elo points stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


def strengths(results: Sequence[MatchResult], names: Sequence[str]) -> list[float]:
    """Return the Elo ratings of `names`, with mean 0, that fit these results."""
    return [float(ELO * strength) for strength in Fit(results, names).strengths]


def ladder(
    results: Sequence[MatchResult], *, anchor: str | None = None, intervals: bool = True
) -> list[Rating]:
    """Return the players of a tournament from the strongest to the weakest, with intervals.

    results    the results of all matches
    anchor     the player whose rating is 0, without an interval.  If none is given, the mean of
               all ratings is 0.
    intervals  whether intervals are worked out; without them `low` and `high` are −inf and inf

    An interval belongs to the distance between a player and the zero of the scale.  To compare two
    players, use `differences`: it is not enough that their intervals here overlap or do not.
    Raises ValueError without results, or if the anchor has not played.
    """
    names = players_of(results)
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor must be one of {', '.join(names)}, not {anchor!r}.")
    fit = Fit(results, names)
    steps = []
    for name in names:
        contrast = fit.contrast(name, anchor)
        elo = ELO * float(contrast @ fit.strengths)
        if name == anchor:
            low, high = 0.0, 0.0
        elif intervals and fit.has_enough_games(name, anchor):
            low, high = fit.interval(contrast)
        else:
            low, high = -inf, inf
        steps.append(Rating(name, elo, low, high))
    return sorted(steps, key=lambda step: -round(step.elo, 6))  # equals in the order of their names


def differences(
    results: Sequence[MatchResult], pairs: Iterable[tuple[str, str]] | None = None
) -> list[Lead]:
    """Return for each pair of players the lead of the first, with its interval.

    results  the results of all matches
    pairs    the names of the two players of each pair.  If none are given, all pairs are compared,
             the stronger player first.

    Raises ValueError without results, or for a player who has not played.
    """
    names = players_of(results)
    if pairs is None:
        pairs = combinations([step.name for step in ladder(results, intervals=False)], 2)
    fit = Fit(results, names)
    found = []
    for a, b in pairs:
        for name in (a, b):
            if name not in names:
                raise ValueError(f"There is no player {name!r}; there are {', '.join(names)}.")
        contrast = fit.contrast(a, b)
        low, high = fit.interval(contrast) if fit.has_enough_games(a, b) else (-inf, inf)
        found.append(Lead(a, b, ELO * float(contrast @ fit.strengths), low, high))
    return found


def players_of(results: Sequence[MatchResult]) -> list[str]:
    """Return the names in these results, each once.  Raises ValueError without results."""
    if not results:
        raise ValueError("There must be at least one result.")
    names: dict[str, None] = {}
    for result in results:
        names[result.a] = None
        names[result.b] = None
    return list(names)


class Fit:
    """The strengths that explain the results best, and how sure each contrast of them is.

    names      the players
    games      how many games each of them has played
    points     points[i, j]: the points of player i against player j.  Each player gets 1/m of a win
               against each of the m − 1 others besides, so that nobody's strength is infinite: for
               two players that is the ½ of Haldane (1956), which leaves hardly any bias; for more
               players the same weight is spread over their games.
    strengths  the fitted strengths, in natural units, with mean 0

    A contrast is an array with a weight for each player; the weights add up to 0.
    """

    def __init__(self, results: Sequence[MatchResult], names: Sequence[str]) -> None:
        import numpy as np

        self.names = list(names)
        self.results = [(self._numbers(result), result) for result in results]
        self.games = np.zeros(len(names))
        self.points = (1 - np.eye(len(names))) / len(names)
        for (i, j), result in self.results:
            self.games[i] += result.games
            self.games[j] += result.games
            self.points[i, j] += result.wins + result.draws / 2
            self.points[j, i] += result.losses + result.draws / 2
        self.strengths = self._best(directions_across(np.ones((1, len(names)))), 0.0)

    def _numbers(self, result: MatchResult) -> tuple[int, int]:
        return self.names.index(result.a), self.names.index(result.b)

    def contrast(self, name: str, zero: str | None) -> Any:
        """Return the weights of "the strength of `name` above that of `zero`".

        zero  the other player; None stands for the mean of all players
        """
        import numpy as np

        weights = np.zeros(len(self.names))
        weights[self.names.index(name)] += 1
        if zero is None:
            weights -= 1 / len(self.names)
        else:
            weights[self.names.index(zero)] -= 1
        return weights

    def has_enough_games(self, *names: str | None) -> bool:
        """Return whether each of these players has played enough games for an interval.

        names  the players; None stands for all of them
        """
        for name in names:
            games = self.games.min() if name is None else self.games[self.names.index(name)]
            if games < FEWEST:
                return False
        return True

    def interval(self, contrast: Any) -> tuple[float, float]:
        """Return the 95 % interval of a contrast of the strengths, in Elo points."""
        limit = Z95**2 * self.variance_ratio(contrast)
        best = float(contrast @ self.strengths)

        def fits(value: float) -> bool:
            return self.deviance(contrast, value) <= limit

        return ELO * last_that_fits(fits, best, -1), ELO * last_that_fits(fits, best, +1)

    # ------------------------------------------------------------------------ likelihood

    def deviance(self, contrast: Any, value: float) -> float:
        """Return twice the loss of log-likelihood if the contrast must have this value."""
        import numpy as np

        free = directions_across(np.array([np.ones(len(contrast)), contrast]))
        start = contrast * value / (contrast @ contrast)
        constrained = self._best(free, start + free @ (free.T @ self.strengths))
        return 2 * (self._log_likelihood(self.strengths) - self._log_likelihood(constrained))

    def _log_likelihood(self, strengths: Any) -> float:
        import numpy as np

        leads = strengths[:, None] - strengths[None, :]
        return -float((self.points * np.logaddexp(0, -leads)).sum())

    def _scores(self, strengths: Any) -> Any:
        """The expected score of each player against each other one."""
        import numpy as np

        return 1 / (1 + np.exp(-(strengths[:, None] - strengths[None, :])))

    def _information(self, strengths: Any) -> Any:
        """The matrix of second derivatives of the log-likelihood, with the sign changed."""
        import numpy as np

        scores = self._scores(strengths)
        variances = (self.points + self.points.T) * scores * (1 - scores)
        return np.diag(variances.sum(axis=1)) - variances

    def _best(self, free: Any, start: Any) -> Any:
        """Return the likeliest strengths that are reached from `start` along the free directions.

        Newton's method; a step that makes the results less likely is halved.
        """
        import numpy as np

        strengths = start + np.zeros(len(self.names))
        if not free.shape[1]:
            return strengths
        likelihood = self._log_likelihood(strengths)
        games = self.points + self.points.T
        while True:
            surplus = (self.points - games * self._scores(strengths)).sum(axis=1)
            information = free.T @ self._information(strengths) @ free
            step = free @ np.linalg.solve(information, free.T @ surplus)
            while self._log_likelihood(strengths + step) < likelihood - ENOUGH:
                step /= 2
            strengths = strengths + step
            likelihood = self._log_likelihood(strengths)
            if np.abs(step).max() < ENOUGH:
                return strengths

    # ------------------------------------------------------------------------ variance

    def variance_ratio(self, contrast: Any) -> float:
        """Return how much a contrast varies, as a multiple of what the model says.

        Below 1 with draws, or if it matters who moves first.
        """
        import numpy as np

        free = directions_across(np.ones((1, len(contrast))))
        information = free.T @ self._information(self.strengths) @ free
        weights = free @ np.linalg.solve(information, free.T @ contrast)
        scores = self._scores(self.strengths)
        by_model, observed = 0.0, 0.0
        for (i, j), result in self.results:
            variance = float(scores[i, j] * scores[j, i])
            share = float((weights[i] - weights[j]) ** 2) * result.games * variance
            by_model += share
            observed += share * ratio_within(result, variance)
        return observed / by_model if by_model else 1.0


def ratio_within(result: MatchResult, variance: float) -> float:
    """Return how much the scores of a match vary, as a multiple of `variance`.

    variance  of the score of a game, after the model

    The observed squares are the squared deviations from the mean score of each side.  Where few are
    expected, because there are few games or because one player nearly always wins, they say little.
    So `MODEL_SQUARES` are added to both, and the multiple comes out near 1 then.
    """
    observed, expected = 0.0, 0.0
    for tally in (result.first, result.second):
        if tally.games > 1:
            observed += squared_deviations(tally)
            expected += (tally.games - 1) * variance
    return (observed + MODEL_SQUARES) / (expected + MODEL_SQUARES)


def squared_deviations(tally: Tally) -> float:
    """Return the sum of the squared differences between the scores of the games and their mean."""
    return tally.wins + tally.draws / 4 - tally.games * tally.score**2


def directions_across(rows: Any) -> Any:
    """Return as columns the unit vectors that are at right angles to the rows and to each other."""
    import numpy as np

    rank = np.linalg.matrix_rank(rows)
    return np.linalg.svd(rows)[2][rank:].T


def last_that_fits(fits: Callable[[float], bool], start: float, direction: int) -> float:
    """Return the end of the interval of values around `start` that fit, by bisection.

    direction  +1 for the upper end, −1 for the lower one
    """
    inside, step = start, 1.0
    while fits(start + direction * step):
        inside = start + direction * step
        step *= 2
    outside = start + direction * step
    while abs(outside - inside) > PRECISION:
        middle = (inside + outside) / 2
        if fits(middle):
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2
