"""Fit the model of Bradley and Terry (1952) to the results of a tournament.

In a game against a player of strength t, a player of strength s who moves first has an expected
score of 1 / (1 + e^(t − s − f)).  The advantage of moving first, f (Davidson and Beaver, 1977), is
the same for all players and is fitted together with the strengths.  A draw counts as half a win.

The intervals come from the profile likelihood (Wilks, 1938).  A lead lies outside the
interval if the results are too unlikely even under the most likely strengths with exactly this
lead.  Scores with draws vary less than wins and losses with the same mean.  Therefore the limit for
"too unlikely" is multiplied by the ratio of the observed variance to the variance in the model (the
quasi-likelihood of Wedderburn, 1974).
"""

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, NamedTuple

from mctslib.arena.intervals import Z95
from mctslib.arena.matches import MatchResult, Tally

FEWEST = 12  # a player with fewer games has no reliable interval
FEWEST_DECIDED = 5  # a player with fewer games than MANY needs this many games that are not draws
# A player with fewer games than MANY also needs this many games that the first mover did not win.
FEWEST_AGAINST = 4
MANY = 50  # with at least this many games, an interval is reliable even if nearly all are draws
ONE_GAME = 0.25  # the squared deviation of a win (1) or a loss (0) from a mean score of ½
GAMES_OF_ALL = 2  # the number of imagined games, with the model's variance, for the tournament
GAMES_OF_MATCH = 1  # the number of imagined games, with the model's variance, for each match
GAMES_BORROWED = 4  # the number of imagined games, with the tournament's variance, for each match
ENOUGH = 1e-9  # Newton's method ends at a step smaller than this
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

    Each of the m players is also credited with 1/m of an imagined win against each of the other
    players, so that no strength is infinite.  For two players this is the ½ that Haldane (1956)
    adds, which leaves hardly any bias.  With more players, each imagined win has a smaller weight.

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
        everything = directions_across(self._fixed())
        self.best = self._best(everything, np.zeros(len(names) + 1))
        self.strengths = self.best[:-1]
        self.first = float(self.best[-1])

    def _make_rows(self) -> None:
        """Make the arrays of the model, with a row for each half of a match.

        Two more rows for each pair of players hold their imagined wins against each other.
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
        share = 1 / len(self.names)  # a player's imagined win against one opponent, over two rows
        played = [side.tally.games for side in self.sides]
        points = [side.tally.wins + side.tally.draws / 2 for side in self.sides]
        self.weights = np.array([*played, *(share for _ in imagined)], dtype=float)
        self.points = np.array([*points, *(share / 2 for _ in imagined)], dtype=float)

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

    def has_enough_games(self, *names: str | None) -> bool:
        """Return whether each of these players has played enough games for an interval.

        If nearly all games are draws, or if the first mover wins nearly all games, an interval from
        few games is too wide.  So a player with fewer than `MANY` games also needs some games that
        are not draws.  If the players have taken turns to move first, the player also needs some
        games that the first mover did not win.

        names  the names of the players; None means all players
        """
        varied = self.decided >= FEWEST_DECIDED
        if self.sides_swapped:
            varied &= self.against >= FEWEST_AGAINST
        enough = (self.games >= FEWEST) & (varied | (self.games >= MANY))
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
        """Return twice the log-likelihood that is lost if the contrast must have this value."""
        import numpy as np

        free = directions_across(self._fixed(contrast))
        start = np.append(contrast * value / (contrast @ contrast), 0)
        constrained = self._best(free, start + free @ (free.T @ self.best))
        return 2 * (self._log_likelihood(self.best) - self._log_likelihood(constrained))

    def _log_likelihood(self, found: Any) -> float:
        import numpy as np

        leads = self.rows @ found
        lost = self.weights - self.points
        of_wins = self.points * np.logaddexp(0, -leads)
        of_losses = lost * np.logaddexp(0, leads)
        return -float((of_wins + of_losses).sum())

    def expected_scores(self, found: Any) -> Any:
        """Return, for each row, the expected score of the row's player a."""
        import numpy as np

        return 1 / (1 + np.exp(-np.maximum(self.rows @ found, -LARGEST)))

    def _information(self, found: Any) -> Any:
        """Return the negative of the matrix of second derivatives of the log-likelihood."""
        scores = self.expected_scores(found)
        variances = self.weights * scores * (1 - scores)
        return self.rows.T @ (variances[:, None] * self.rows)

    def _best(self, free: Any, start: Any) -> Any:
        """Return the most likely strengths that can be reached from `start` in the free directions.

        free   the directions in which the strengths may change, as columns
        start  the strengths at which Newton's method starts

        Newton's method finds the most likely strengths.  A step that makes the results less likely
        is halved.
        With 10⁹ games the rounding errors of the log-likelihood are larger than the gains from the
        last steps.  Therefore the number of steps is limited, and a gain within the rounding errors
        ends the method.
        """
        import numpy as np

        found = start
        if not free.shape[1]:
            return found
        rounding = ROUNDING * float(self.weights.sum())
        likelihood = self._log_likelihood(found)
        for _ in range(MOST_STEPS):
            surplus = self.rows.T @ (self.points - self.weights * self.expected_scores(found))
            information = free.T @ self._information(found) @ free
            step = free @ solved(information, free.T @ surplus)
            while (
                np.abs(step).max() >= ENOUGH
                and self._log_likelihood(found + step) < likelihood - ENOUGH - rounding
            ):
                step /= 2
            found = found + step
            before, likelihood = likelihood, self._log_likelihood(found)
            if np.abs(step).max() < ENOUGH or likelihood - before < rounding - ENOUGH:
                break
        return found

    # ------------------------------------------------------------------------ variance

    def variance_ratio(self, contrast: Any) -> float:
        """Return the observed variance of a contrast, divided by its variance in the model.

        The ratio is usually below 1 if some games are draws.
        """
        import numpy as np

        free = directions_across(self._fixed())
        information = free.T @ self._information(self.best) @ free
        influence = free @ solved(information, free.T @ np.append(contrast, 0))
        scores = self.expected_scores(self.best)
        variances = scores * (1 - scores)
        ratios = ratios_of_matches(self.sides, variances)
        by_model = 0.0
        observed = 0.0
        for side, row, variance in zip(self.sides, self.rows, variances):
            share = float((row @ influence) ** 2) * side.tally.games * float(variance)
            by_model += share
            observed += share * ratios[side.match]
        return observed / by_model if by_model else 1.0


def sides_of(results: Sequence[MatchResult], names: Sequence[str]) -> list[HalfMatch]:
    """Return the two halves of each match; the half in which player a moved first comes first."""
    sides = []
    for match, result in enumerate(results):
        a, b = names.index(result.a), names.index(result.b)
        sides.append(HalfMatch(a, b, +1, match, result.first))
        sides.append(HalfMatch(a, b, -1, match, result.second))
    return sides


def imagined_sides(players: int) -> list[HalfMatch]:
    """Return, for each pair of players, two halves of a match that represent the imagined wins."""
    sides = []
    for a in range(players):
        for b in range(a):
            sides.append(HalfMatch(a, b, +1, -1, Tally()))
            sides.append(HalfMatch(a, b, -1, -1, Tally()))
    return sides


def ratios_of_matches(sides: Sequence[HalfMatch], variances: Sequence[float]) -> dict[int, float]:
    """Return, for each match, the variance of its scores divided by the variance in the model.

    sides      the halves of all matches
    variances  for each half, the variance of the score of one game in the model

    The observed variance comes from the squared deviations from the mean score of each half.  A
    match has few games, so imagined games with the variance of the whole tournament are added to
    the match.  Imagined games with the variance of the model are added to each match and to the
    tournament, because the observed variance would otherwise be 0 if all games were drawn.
    """
    observed: dict[int, float] = {}
    expected: dict[int, float] = {}
    for side, variance in zip(sides, variances):
        squares = squared_deviations(side.tally) if side.tally.games else 0.0
        degrees = max(side.tally.games - 1, 0)
        observed[side.match] = observed.get(side.match, 0.0) + squares
        expected[side.match] = expected.get(side.match, 0.0) + degrees * float(variance)
    of_all = GAMES_OF_ALL * ONE_GAME
    ratio_of_all = (fsum(observed.values()) + of_all) / (fsum(expected.values()) + of_all)
    of_match = GAMES_OF_MATCH * ONE_GAME
    borrowed = GAMES_BORROWED * ONE_GAME
    ratios = {}
    for match in observed:
        squares = observed[match] + of_match + borrowed * ratio_of_all
        ratios[match] = squares / (expected[match] + of_match + borrowed)
    return ratios


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
