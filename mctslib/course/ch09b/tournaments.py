"""The experiments of chapter 09b: small tournaments, fitting by hand, three dice in a circle."""

import random
from collections.abc import Mapping, Sequence
from itertools import permutations

from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.players import Player
from mctslib.arena.ratings import Rating, differences, expected_score, ladder
from mctslib.arena.tournament import round_robin

Row = tuple[str, str, float, int]
"""One match: player a, player b, the points of a, the number of games."""

DICE = {"A": (2, 4, 9), "B": (1, 6, 8), "C": (3, 5, 7)}  # each number stands on two faces


def rows_of(results: Sequence[MatchResult]) -> list[Row]:
    """Return the matches as rows: player a, player b, the points of a, the number of games."""
    return [(one.a, one.b, one.wins + one.draws / 2, one.games) for one in results]


def improved(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> dict[str, float]:
    """Return new ratings: each moves by `step` Elo points per point above what was expected.

    ratings  name → Elo points
    rows     the matches
    step     Elo points for each point
    """
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def fitted(rows: Sequence[Row], rounds: int, step: float = 2.0) -> dict[str, float]:
    """Return the ratings after some rounds of `improved`, from 0 for each player."""
    ratings = dict.fromkeys([name for row in rows for name in row[:2]], 0.0)
    for _ in range(rounds):
        ratings = improved(ratings, rows, step)
    return ratings


def small_tournaments(
    players: Sequence[Player], number: int, games: int
) -> list[list[MatchResult]]:
    """Return the results of several tournaments, each with a seed of its own.

    number  of tournaments
    games   for each pair of players
    """
    return [round_robin(players, games, seed=seed, progress=False) for seed in range(number)]


def leads_of_perfect(results: Sequence[MatchResult]) -> tuple[float, float]:
    """Return by how many Elo points "perfect" leads "MCTS 300": by all games, and without random's.

    results  of a tournament in which both take part
    """
    without = [one for one in results if "random" not in (one.a, one.b)]
    pair = [("perfect", "MCTS 300")]
    return differences(results, pair)[0].elo, differences(without, pair)[0].elo


def told_apart(tournaments: Sequence[Sequence[MatchResult]], a: str, b: str) -> tuple[int, int]:
    """Return in how many tournaments two players differ, by two tests.

    First by their intervals above random, which must not overlap.  Second by the interval of their
    difference, which must leave out 0.
    """
    apart, settled = 0, 0
    for results in tournaments:
        steps = {step.name: step for step in ladder(results, anchor="random")}
        apart += not overlap(steps[a], steps[b])
        settled += differences(results, [(a, b)])[0].settled
    return apart, settled


def overlap(one: Rating, other: Rating) -> bool:
    """Return whether the intervals of two ratings have a value in common."""
    return one.low <= other.high and other.low <= one.high


def dice_tournament(games: int, seed: int = 0) -> list[MatchResult]:
    """Return a tournament of three dice; the higher number wins.

    games  for each pair of dice, an even number
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


def circle_in(shares: Mapping[tuple[str, str], float]) -> tuple[str, str, str] | None:
    """Return three players of whom each beats the next one, and the last one beats the first.

    shares  (a, b) → the share of the points that a got against b, for each pair in both orders
    """
    names = sorted({name for pair in shares for name in pair})
    for a, b, c in permutations(names, 3):
        if min(shares[a, b], shares[b, c], shares[c, a]) > 0.5:
            return a, b, c
    return None
