"""Run the experiments of chapter 09b.

The functions play small tournaments, fit ratings step by step, and compare three dice that beat
each other in a circle.
"""

import random
from collections.abc import Mapping, Sequence

from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.players import Player
from mctslib.arena.ratings import Rating, differences, expected_score, ladder
from mctslib.arena.tournament import round_robin

Row = tuple[str, str, float, int]
"""One match: player a, player b, the points of a, and the number of games."""

DICE = {"A": (2, 4, 9), "B": (1, 6, 8), "C": (3, 5, 7)}  # each number is on two faces


def rows_of(results: Sequence[MatchResult]) -> list[Row]:
    """Return the matches as rows: player a, player b, points of a, number of games."""
    return [(one.a, one.b, one.wins + one.draws / 2, one.games) for one in results]


def improved(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> dict[str, float]:
    """Return new ratings that fit the results of the matches better.

    ratings  dict from the name of each player to the rating in Elo points
    rows     the matches
    step     the change in a rating, in Elo points, for each game point above or below the expected
             score
    """
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def fitted(rows: Sequence[Row], rounds: int, step: float = 2.0) -> dict[str, float]:
    """Return the ratings after `rounds` rounds of `improved`; each rating starts at 0.

    step  the step of each round, as in `improved`
    """
    ratings = dict.fromkeys([name for row in rows for name in row[:2]], 0.0)
    for _ in range(rounds):
        ratings = improved(ratings, rows, step)
    return ratings


def small_tournaments(
    players: Sequence[Player], number: int, games: int
) -> list[list[MatchResult]]:
    """Play several tournaments with different seeds, and return their results.

    number  the number of tournaments
    games   the number of games for each pair of players
    """
    return [round_robin(players, games, seed=seed, progress=False) for seed in range(number)]


def leads_of_perfect(results: Sequence[MatchResult]) -> tuple[float, float]:
    """Return the lead of "perfect" over "MCTS 300" in Elo points, computed in two ways.

    The first lead is computed from all games, and the second without the games of "random".

    results  the results of a tournament in which all three players take part
    """
    without = [one for one in results if "random" not in (one.a, one.b)]
    pair = [("perfect", "MCTS 300")]
    return differences(results, pair)[0].elo, differences(without, pair)[0].elo


def told_apart(tournaments: Sequence[Sequence[MatchResult]], a: str, b: str) -> tuple[int, int]:
    """Count, for each of two tests, the tournaments in which the test distinguishes `a` from `b`.

    The first test distinguishes the players if the intervals of their leads over "random" do not
    overlap.  The second test distinguishes the players if the interval of their difference excludes
    0.
    """
    apart, settled = 0, 0
    for results in tournaments:
        steps = {step.name: step for step in ladder(results, anchor="random")}
        apart += not overlap(steps[a], steps[b])
        settled += differences(results, [(a, b)])[0].settled
    return apart, settled


def overlap(one: Rating, other: Rating) -> bool:
    """Return whether the intervals of two ratings overlap."""
    return one.low <= other.high and other.low <= one.high


def dice_tournament(games: int, seed: int = 0) -> list[MatchResult]:
    """Play a tournament between three dice, in which the higher number wins each game.

    games  the number of games for each pair of dice, an even number
    """
    rng = random.Random(seed)
    results = []
    for a, b in (("A", "B"), ("B", "C"), ("C", "A")):
        halves = []
        for _ in range(2):
            tally = Tally()
            for _ in range(games // 2):
                wins = rng.choice(DICE[a]) > rng.choice(DICE[b])
                tally = tally.add(float(wins), float(not wins))
            halves.append(tally)
        results.append(MatchResult(a, b, *halves))
    return results
