"""The experiments of chapter 09: eight matches as a picture, the power of a match, and peeking."""

import random
from collections.abc import Sequence

from mctslib.arena.intervals import first_look, wilson
from mctslib.arena.matches import MatchResult
from mctslib.draw.charts import Interval, interval_chart
from mctslib.draw.show import Picture
from mctslib.words import number, worked

MARKS = {0.4: "0.4", 0.5: "0.5", 0.6: "0.6", 0.7: "0.7", 0.8: "0.8"}


def score_dots(results: Sequence[MatchResult]) -> Picture:
    """Draw the scores of several matches between the same two players as dots.

    results  one or more matches
    """
    rows = []
    for place, result in enumerate(results, 1):
        score = worked(result.score)
        rows.append(Interval(f"match {place}", score, result.score, result.score, result.score))
    first = results[0]
    title = f"Score of {first.a} against {first.b}, {number(first.games)} games per match"
    scores = ", ".join(row.said for row in rows)
    words = f"{title}: {scores}."
    return Picture(interval_chart(rows, MARKS, title=title, label=words, width=480), words)


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


def shares_fooled(matches: Sequence[Sequence[int]], every: int) -> float:
    """Return the share of the matches in which ½ is outside the interval at one of the looks.

    every  the number of games between two looks; the last look is at the end of a match
    """
    fooled = sum(first_look(match, every) is not None for match in matches)
    return fooled / len(matches)
