"""How often the 95 % intervals of ratings contain the truth, in simulated tournaments.

    python -m tests.bench.interval_coverage                   300 tournaments of each kind, minutes
    python -m tests.bench.interval_coverage 1000              so many of each kind

Every row is one kind of tournament.  It shows, for several numbers of games for each pair of
players, which share of the intervals contain the true difference of two players, and in brackets
the same for the lead over the weakest player, which is what the ladder shows with `anchor`.
"""

import random
import sys
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.ratings import FEWEST, differences, expected_score

GAMES = (4, 8, 16, 50)  # for each pair of players


class Kind(NamedTuple):
    """A kind of tournament.

    elos   the true ratings of the players, the weakest first
    draws  the share of draws between equals; between others there are fewer
    first  the advantage of moving first, in Elo points
    """

    elos: Sequence[float]
    draws: float = 0.0
    first: float = 0.0


KINDS = {
    "three equal players": Kind((0, 0, 0)),
    "three equal players, half of the games drawn": Kind((0, 0, 0), draws=0.5),
    "three equal players, moving first helps": Kind((0, 0, 0), draws=0.2, first=300),
    "three players, 150 and 250 points apart": Kind((0, 150, 400)),
    "three players, 400 points apart": Kind((0, 400, 800)),
    "four players as in chapter 09": Kind((0, 300, 500, 550), draws=0.3),
}


def simulated(kind: Kind, games: int, rng: random.Random) -> list[MatchResult]:
    """Return the results of one tournament in which every pair of players meets `games` times."""
    results = []
    for i, j in combinations(range(len(kind.elos)), 2):
        lead = kind.elos[i] - kind.elos[j]
        first = some_games(lead + kind.first, kind.draws, (games + 1) // 2, rng)
        second = some_games(lead - kind.first, kind.draws, games // 2, rng)
        results.append(MatchResult(str(i), str(j), first, second))
    return results


def some_games(lead: float, draws: float, games: int, rng: random.Random) -> Tally:
    """Return what a player who is `lead` Elo points stronger gets in this number of games."""
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
    """How many intervals there were, and how many of them contain the truth.

    of_pairs     of the differences of all pairs of players
    over_lowest  of the leads over the first player alone
    settled      how many differences were called settled
    """

    intervals: int
    of_pairs: int
    leads: int
    over_lowest: int
    settled: int


def coverage(kind: Kind, games: int, tournaments: int, seed: int = 0) -> Coverage:
    """Count how many of the intervals in simulated tournaments contain the true difference."""
    rng = random.Random(f"{seed}/{kind}/{games}")
    names = [str(number) for number in range(len(kind.elos))]
    intervals, of_pairs, leads, over_lowest, settled = 0, 0, 0, 0, 0
    for _ in range(tournaments):
        results = simulated(kind, games, rng)
        for found in differences(results, combinations(names, 2)):
            true = kind.elos[int(found.a)] - kind.elos[int(found.b)]
            contains = found.low <= true <= found.high
            intervals += 1
            of_pairs += contains
            settled += found.settled
            if found.a == names[0]:
                leads += 1
                over_lowest += contains
    return Coverage(intervals, of_pairs, leads, over_lowest, settled)


def main(tournaments: int = 300) -> None:
    print(f"{'games for each pair':48}" + "".join(f"{games:>16}" for games in GAMES))
    for name, kind in KINDS.items():
        cells = []
        for games in GAMES:
            if games * (len(kind.elos) - 1) < FEWEST:
                cells.append(f"{'too few':>16}")
                continue
            found = coverage(kind, games, tournaments)
            share = found.of_pairs / found.intervals
            over = found.over_lowest / found.leads
            cells.append(f"{f'{share:.1%} ({over:.1%})':>16}")
        print(f"{name:48}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
