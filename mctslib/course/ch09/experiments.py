"""The experiments of chapter 09: the power of a match, and peeking."""

import random
from collections.abc import Sequence

from mctslib.arena.intervals import first_look, wilson


def power(share: float, games: int) -> float:
    """Return the exact probability that the whole Wilson interval of a match lies above ½.

    share  the true share of wins, from 0 to 1; there are no draws
    games  the number of games in the match
    """
    from scipy.stats import binom

    noticed = [wins for wins in range(games + 1) if wilson(wins, games)[0] > 0.5]
    return float(sum(binom.pmf(noticed, games, share)))


def coin_matches(matches: int, games: int, seed: int = 0) -> list[list[int]]:
    """Return random matches between two equal players.

    Each match is a list with one number for each game: 1 for a win of the first player, and 0 for a
    loss.
    """
    rng = random.Random(seed)
    return [[int(rng.random() < 0.5) for _ in range(games)] for _ in range(matches)]


def first_proof(
    matches: Sequence[Sequence[int]], every: int
) -> tuple[int, int, tuple[float, float]]:
    """Return the wins, the games and the interval at the first look that excludes ½.

    The matches are tried one after another.  Raises StopIteration if there is no such look.
    """
    looks = ((match, first_look(match, every)) for match in matches)
    match, games = next((match, games) for match, games in looks if games)
    wins = sum(match[:games])
    return wins, games, wilson(wins, games)


def shares_fooled(matches: Sequence[Sequence[int]], every: int) -> float:
    """Return the share of the matches in which ½ is outside the interval at one of the looks.

    every  the number of games between two looks; the last look is at the end of a match
    """
    fooled = sum(first_look(match, every) is not None for match in matches)
    return fooled / len(matches)
