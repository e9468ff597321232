"""Fit the model of Bradley and Terry (1952) to the results of a tournament.

In a game against a player of strength t, a player of strength s who moves first has an expected
score of 1 / (1 + e^(t − s − f)).  The advantage of moving first, f (Davidson and Beaver, 1977), is
the same for all players and is fitted together with the strengths.  A draw counts as half a win.

The likelihood is multiplied by the penalty of Firth (1993), which keeps the strengths of players
who win or lose every game finite.  The intervals come from the profile of this likelihood (Wilks,
1938; Heinze and Schemper, 2002).  A lead lies outside the interval if the results are too unlikely
even under the most likely strengths with exactly this lead.  Scores with draws vary less than wins
and losses with the same mean.  Therefore the limit for "too unlikely" is multiplied by the ratio of
the observed variance to the variance in the model (the quasi-likelihood of Wedderburn, 1974).

The intervals do not come from the bootstrap (Efron, 1979).  In simulated tournaments with few games
or with distant players, its intervals contain the true lead too seldom; `python -m
tests.bench.interval_coverage --bootstrap` measures how seldom.  Plain intervals, which end 1.96
standard errors from the fitted lead, need no profile.  In 300 simulated tournaments of each kind
(`--plain 300`) they do as well if the neighbours in rank are at most 400 Elo points apart.  But if
five players are 600 points apart and often draw, plain intervals contain the true lead in 85%, 91%,
92% and 95% of the cases with 4, 8, 16 and 50 games for each pair, and those of the profile in 96%
to 97%.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple

from mctslib.arena.intervals import Z95
from mctslib.arena.matches import MatchResult, Tally

FEWEST = 12  # a player with fewer games has no reliable interval
FEWEST_DECIDED = 5  # a player with fewer games that are not draws has no reliable interval
FEWEST_AGAINST = 4  # the same for games that the player who moved first did not win
FEWEST_OF_TWO = 400  # two players who are compared only by their own match need this many games
ONE_GAME = 0.25  # the squared deviation of a win (1) or a loss (0) from a mean score of ½
GAMES_OF_ALL = 1  # the number of imagined games, with the model's variance, for the tournament
GAMES_OF_MATCH = 0.5  # the number of imagined games, with the model's variance, for each match
GAMES_BORROWED = 4  # the number of imagined games, with the tournament's variance, for each match
LINK = 2e-4  # the number of imagined draws between each two players, also of those who never meet
LONGEST_STEP = 5.0  # the longest step of Newton's method, in units of strength
ENOUGH = 1e-9  # Newton's method ends at a step smaller than this
GAIN = 1e-11  # Newton's method also ends if the log-likelihood grows by less than this
MOST_STEPS = 200  # the largest number of Newton steps, of which fewer than ten are usually needed
ROUNDING = 1e-16  # the rounding error of the log-likelihood for each game
LARGEST = 700.0  # if a player is further behind than this, the exponential function overflows
PRECISION = 1e-4  # the precision of an interval's ends, in units of strength


class HalfMatch(NamedTuple):
    """The games of a match in which the same player moved first.

    a, b   the indices of the two players
    sign   +1 if player a moved first, −1 if player b moved first
    match  the index of the match
    tally  the results of player a
    """

    a: int
    b: int
    sign: int
    match: int
    tally: Tally

    def won_by_first_mover(self) -> int:
        """Return the number of games that the player who moved first won."""
        return self.tally.wins if self.sign > 0 else self.tally.losses


class Fit:
    """The strengths that best explain the results, with an interval for each contrast.

    names      the names of the players
    games      for each player, the number of games that this player has played
    decided    for each player, the number of these games that are not draws
    against    for each player, the number of these games that the first mover did not win
    strengths  the fitted strengths, in natural units, with mean 0
    first      the fitted advantage of moving first, in the same units.  This advantage is 0 if
               there is no match in which each of the two players moved first in some games,
               because strength and advantage cannot be told apart without such a match

    penalty    the power to which the penalty is raised: 1 in the article of Firth, and less if
               the scores vary less than in the model
    best       the strengths, followed by the advantage of moving first

    The penalty is the square root of the determinant of the information matrix, which is large if
    the games say much about the strengths.  In a match between two players who do not swap sides,
    it is the same as the half win that Haldane (1956) adds for each of them.  If a player wins all
    games against distant opponents, a fixed number of imagined half wins would pull all of these
    players together.  The penalty does not.

    A contrast is an array with a weight for each player; the weights add up to 0.
    """

    def __init__(self, results: Sequence[MatchResult], names: Sequence[str]) -> None:
        import numpy as np

        self.names = list(names)
        self.sides = sides_of(results, self.names)
        self.sides_swapped = any(one.first.games and one.second.games for one in results)
        self.games = np.zeros(len(names))
        self.decided = np.zeros(len(names))
        self.against = np.zeros(len(names))
        for side in self.sides:
            for player in (side.a, side.b):
                self.games[player] += side.tally.games
                self.decided[player] += side.tally.games - side.tally.draws
                self.against[player] += side.tally.games - side.won_by_first_mover()
        self._make_rows()
        self.fitted = directions_across(self._fixed())
        self.design = self.rows @ self.fitted
        self.penalty = 1.0
        start = self._best(self.fitted, np.zeros(len(names) + 1))
        self.penalty = min(1.0, self._mean_ratio(start))
        self.best = self._best(self.fitted, start)
        self.strengths = self.best[:-1]
        self.first = float(self.best[-1])

    def _make_rows(self) -> None:
        """Make the arrays of the model, with a row for each half of a match.

        Two more rows for each pair of players hold their imagined draws against each other.
        The columns of `rows` are the players; the last column is the advantage of moving first.
        """
        import numpy as np

        imagined = imagined_sides(len(self.names))
        every = [*self.sides, *imagined]
        self.rows = np.zeros((len(every), len(self.names) + 1))
        for row, side in enumerate(every):
            self.rows[row, side.a] = 1
            self.rows[row, side.b] = -1
            self.rows[row, -1] = side.sign
        played = [side.tally.games for side in self.sides]
        points = [side.tally.wins + side.tally.draws / 2 for side in self.sides]
        self.weights = np.array([*played, *(LINK / 2 for _ in imagined)], dtype=float)
        self.points = np.array([*points, *(LINK / 4 for _ in imagined)], dtype=float)

    def _fixed(self, *contrasts: Any) -> Any:
        """Return, as rows, the quantities that must not change.

        These quantities are the mean strength, the advantage of moving first if the results do not
        determine it, and `contrasts`.
        """
        import numpy as np

        fixed = [np.append(np.ones(len(self.names)), 0)]
        if not self.sides_swapped:
            fixed.append(np.append(np.zeros(len(self.names)), 1))
        for contrast in contrasts:
            fixed.append(np.append(contrast, 0))
        return np.array(fixed)

    def contrast(self, name: str, zero: str | None) -> Any:
        """Return the weights of the contrast "strength of `name` minus strength of `zero`".

        zero  the name of the other player, or None for the mean of all players
        """
        import numpy as np

        weights = np.zeros(len(self.names))
        weights[self.names.index(name)] += 1
        if zero is None:
            weights -= 1 / len(self.names)
        else:
            weights[self.names.index(zero)] -= 1
        return weights

    def has_interval(self, name: str, zero: str | None) -> bool:
        """Return whether the games are enough for an interval of "`name` minus `zero`".

        A single match has few possible results.  Therefore the share of its intervals that contain
        the true lead may differ much between two leads that are close.  So if nothing but their own
        match compares the two players, this match needs at least `FEWEST_OF_TWO` games.

        zero  the name of the other player, or None for the mean of all players
        """
        if not self.has_enough_games(name, zero):
            return False
        player = self.names.index(name)
        if zero is not None:
            others = [self.names.index(zero)]
        else:
            others = [other for other in range(len(self.names)) if other != player]
        if len(others) > 1 or others[0] in self._reached_from(player, others[0]):
            return True
        pair = {player, others[0]}
        return sum(one.tally.games for one in self.sides if {one.a, one.b} == pair) >= FEWEST_OF_TWO

    def _reached_from(self, player: int, other: int) -> set[int]:
        """Return all players that matches link to `player`.

        Its own match against `other` does not count.
        """
        reached = {player}
        to_visit = [player]
        while to_visit:
            now = to_visit.pop()
            for side in self.sides:
                ends = {side.a, side.b}
                if now not in ends or not side.tally.games or ends == {player, other}:
                    continue
                found = ends - reached
                reached |= found
                to_visit += found
        return reached

    def has_enough_games(self, *names: str | None) -> bool:
        """Return whether each of these players has played enough games to be compared.

        If nearly all games are draws, or if the first mover wins nearly all games, an interval is
        too wide.  So each player also needs some games that are not draws.  If the players have
        taken turns to move first, each player also needs some games that the first mover did not
        win.

        names  the names of the players; None means all players
        """
        varied = self.decided >= FEWEST_DECIDED
        if self.sides_swapped:
            varied &= self.against >= FEWEST_AGAINST
        enough = (self.games >= FEWEST) & varied
        for name in names:
            if not (enough.all() if name is None else enough[self.names.index(name)]):
                return False
        return True

    def interval(self, contrast: Any) -> tuple[float, float]:
        """Return the 95% interval of a contrast of the strengths, in natural units."""
        limit = self.limit(contrast)
        best = float(contrast @ self.strengths)

        def fits(value: float) -> bool:
            return self.deviance(contrast, value) <= limit

        return last_that_fits(fits, best, -1), last_that_fits(fits, best, +1)

    def limit(self, contrast: Any) -> float:
        """Return the largest deviance of a value in the 95% interval of a contrast."""
        return Z95**2 * self.variance_ratio(contrast)

    # ------------------------------------------------------------------------ likelihood

    def deviance(self, contrast: Any, value: float) -> float:
        """Return twice the log-likelihood that is lost if the contrast must have this value.

        The log-likelihood includes the penalty.
        """
        import numpy as np

        free = directions_across(self._fixed(contrast))
        start = np.append(contrast * value / (contrast @ contrast), 0)
        constrained = self._best(free, start + free @ (free.T @ self.best))
        return 2 * (self._log_likelihood(self.best) - self._log_likelihood(constrained))

    def _log_likelihood(self, found: Any) -> float:
        """Return the logarithm of the likelihood times the penalty."""
        import numpy as np

        leads = self.rows @ found
        lost = self.weights - self.points
        of_wins = self.points * np.logaddexp(0, -leads)
        of_losses = lost * np.logaddexp(0, leads)
        information, _ = self._information(found)
        of_penalty = self.penalty / 2 * float(np.linalg.slogdet(information)[1])
        return of_penalty - float((of_wins + of_losses).sum())

    def expected_scores(self, found: Any) -> Any:
        """Return, for each row, the expected score of the row's player a."""
        import numpy as np

        return 1 / (1 + np.exp(-np.maximum(self.rows @ found, -LARGEST)))

    def _information(self, found: Any) -> tuple[Any, Any]:
        """Return the information matrix of the fitted quantities, and the information of each row.

        The matrix is the negative of the second derivatives of the log-likelihood without penalty.
        """
        scores = self.expected_scores(found)
        variances = self.weights * scores * (1 - scores)
        return self.design.T @ (variances[:, None] * self.design), variances

    def _leverages(self, found: Any) -> Any:
        """Return, for each row, its share of the information.

        The shares add up to the number of fitted quantities.
        """
        information, of_rows = self._information(found)
        return of_rows * (self.design * solved(information, self.design.T).T).sum(axis=1)

    def _best(self, free: Any, start: Any) -> Any:
        """Return the most likely strengths that can be reached from `start` in the free directions.

        free   the directions in which the strengths may change, as columns
        start  the strengths at which Newton's method starts

        Newton's method finds the most likely strengths.  In its equations, the penalty is the same
        as imagined draws in each row, of which there are as many as the row's leverage.  A step
        that makes the results less likely is halved.
        With 10⁹ games the rounding errors of the log-likelihood are larger than the gains from the
        last steps.  Therefore the number of steps is limited, and a gain within the rounding errors
        ends the method.
        """
        import numpy as np

        found = start
        if not free.shape[1]:
            return found
        columns = self.rows @ free
        rounding = ROUNDING * float(self.weights.sum())
        likelihood = self._log_likelihood(found)
        for _ in range(MOST_STEPS):
            imagined = self.penalty * self._leverages(found)
            weights = self.weights + imagined
            points = self.points + imagined / 2
            scores = self.expected_scores(found)
            variances = weights * scores * (1 - scores)
            information = columns.T @ (variances[:, None] * columns)
            step = free @ solved(information, columns.T @ (points - weights * scores))
            step /= max(1.0, np.abs(step).max() / LONGEST_STEP)
            while (
                np.abs(step).max() >= ENOUGH
                and self._log_likelihood(found + step) < likelihood - ENOUGH - rounding
            ):
                step /= 2
            found = found + step
            before, likelihood = likelihood, self._log_likelihood(found)
            if np.abs(step).max() < ENOUGH or likelihood - before < rounding + GAIN:
                break
        return found

    # ------------------------------------------------------------------------ variance

    def variance_ratio(self, contrast: Any) -> float:
        """Return the observed variance of a contrast, divided by its variance in the model.

        The ratio is usually below 1 if some games are draws.
        """
        import numpy as np

        information, _ = self._information(self.best)
        influence = self.fitted @ solved(information, self.fitted.T @ np.append(contrast, 0))
        scores = self.expected_scores(self.best)
        variances = scores * (1 - scores)
        ratios = variance_ratios(self.sides, variances)
        by_model = 0.0
        observed = 0.0
        for side, row, variance, ratio in zip(self.sides, self.rows, variances, ratios):
            share = float((row @ influence) ** 2) * side.tally.games * float(variance)
            by_model += share
            observed += share * ratio
        return observed / by_model if by_model else 1.0

    def _mean_ratio(self, found: Any) -> float:
        """Return the mean of the variance ratios of the rows, weighted by their leverages."""
        import numpy as np

        scores = self.expected_scores(found)
        of_sides = variance_ratios(self.sides, scores * (1 - scores))
        ratios = np.ones(len(self.rows))
        ratios[: len(of_sides)] = of_sides
        return float(np.average(ratios, weights=self._leverages(found)))


def sides_of(results: Sequence[MatchResult], names: Sequence[str]) -> list[HalfMatch]:
    """Return the two halves of each match; the half in which player a moved first comes first."""
    sides = []
    for match, result in enumerate(results):
        a, b = names.index(result.a), names.index(result.b)
        sides.append(HalfMatch(a, b, +1, match, result.first))
        sides.append(HalfMatch(a, b, -1, match, result.second))
    return sides


def imagined_sides(players: int) -> list[HalfMatch]:
    """Return, for each pair of players, two halves of a match that represent the imagined draws."""
    sides = []
    for a in range(players):
        for b in range(a):
            sides.append(HalfMatch(a, b, +1, -1, Tally()))
            sides.append(HalfMatch(a, b, -1, -1, Tally()))
    return sides


def variance_ratios(sides: Sequence[HalfMatch], variances: Sequence[float]) -> list[float]:
    """Return, for each half of a match, the variance of its scores divided by that in the model.

    sides      the halves of all matches
    variances  for each half, the variance of the score of one game in the model

    Draws make scores vary less, but a player with a small expected score cannot draw many games.
    So for each match we compute which share of the variance that draws can take away is missing.
    The two halves of a match have the same share.

    The observed variance comes from the squared deviations from the mean score of each half.  A
    match has few games, so imagined games with the share of the whole tournament are added to the
    match.  Imagined games with the variance of the model are added to each match and to the
    tournament, because the observed variance would otherwise be 0 if all games were drawn.
    """
    missing: dict[int, float] = {}
    removable: dict[int, float] = {}
    for side, variance in zip(sides, variances):
        squares = squared_deviations(side.tally) if side.tally.games else 0.0
        expected = max(side.tally.games - 1, 0) * float(variance)
        missing[side.match] = missing.get(side.match, 0.0) + expected - squares
        most = expected * share_of_draws(float(variance))
        removable[side.match] = removable.get(side.match, 0.0) + most
    share_of_all = fsum(missing.values()) / (fsum(removable.values()) + GAMES_OF_ALL * ONE_GAME)
    borrowed = GAMES_BORROWED * ONE_GAME
    more = borrowed + GAMES_OF_MATCH * ONE_GAME
    shares = {}
    for match in missing:
        shares[match] = (missing[match] + borrowed * share_of_all) / (removable[match] + more)
    ratios = []
    for side, variance in zip(sides, variances):
        ratios.append(1 - shares[side.match] * share_of_draws(float(variance)))
    return ratios


def share_of_draws(variance: float) -> float:
    """Return the largest share of the variance of a score that draws can take away.

    variance  the variance p (1 − p) of the score without draws

    With an expected score of p, at most 2 min(p, 1 − p) of the games are draws.  Each draw takes
    away ¼, so the share is at most 1 / (2 max(p, 1 − p)).
    """
    return 1 / (1 + sqrt(max(0.0, 1 - 4 * variance)))


def squared_deviations(tally: Tally) -> float:
    """Return the sum of the squared differences between the scores of the games and their mean."""
    return tally.wins + tally.draws / 4 - tally.games * tally.score**2


def solved(matrix: Any, right: Any) -> Any:
    """Return the solution x of the equation matrix · x = right.

    If the matrix is singular, the shortest least-squares solution is returned.
    """
    import numpy as np

    try:
        return np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(matrix, right, rcond=None)[0]


def directions_across(rows: Any) -> Any:
    """Return, as columns, unit vectors that are perpendicular to the rows and to each other."""
    import numpy as np

    rank = np.linalg.matrix_rank(rows)
    return np.linalg.svd(rows)[2][rank:].T


def last_that_fits(fits: Callable[[float], bool], start: float, direction: int) -> float:
    """Find by bisection the end of the interval around `start` in which `fits(value)` is true.

    direction  +1 for the upper end, −1 for the lower end
    """
    inside = start
    step = 0.01
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
