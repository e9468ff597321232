"""Measure how often the favourite of a mixture of Q and AMAF is a winning move, on Hex 4×4.

    python -m tests.bench.favourites

The script writes mctslib/course/ch14/favourites.json: one string for each number of playouts and
each β, with one character for each search.  "1" means that the favourite of this search really
wins, and "0" means that it loses.  A control has AMAF alone, from playouts that are random from the
first move.
"""

import random
from fractions import Fraction

from mctslib import simulate, uniform
from mctslib.course.ch14.maps import (
    BETAS,
    BUDGETS,
    SIZE,
    favourite,
    known,
    means,
    mixed,
    winning_openings,
)
from mctslib.games import Hex
from mctslib.tree import Iteration
from tests.bench.keeping import keep

SEARCHES = 300


def favourite_wins(seed: int, playouts: int, beta: Fraction) -> bool:
    """Return whether the favourite move of one search wins against every defence.

    seed      the seed of the search
    playouts  the number of playouts in the search, one of `BUDGETS`
    beta      the share of AMAF, from 0 (Q alone) to 1 (AMAF alone)
    """
    scores = mixed(*known(seed)[playouts], beta)
    return favourite(scores) in winning_openings()


def random_favourite_wins(seed: int) -> dict[int, bool]:
    """Return whether AMAF's favourite wins, after each number of playouts from the empty board.

    seed  the seed of the random playouts
    """
    rng = random.Random(seed)
    playouts = (simulate(Hex(SIZE), rng, uniform) for _ in range(BUDGETS[-1]))
    records = (Iteration((), False, one.actions, one.rewards) for one in playouts)
    found = means(Hex(SIZE), records, BUDGETS)
    return {number: favourite(amaf) in winning_openings() for number, (_, amaf) in found.items()}


def main() -> None:
    """Measure the favourites of all searches and write the file."""
    wins = {playouts: {float(beta): "" for beta in BETAS} for playouts in BUDGETS}
    for seed in range(SEARCHES):
        for playouts, row in wins.items():
            for beta in BETAS:
                row[float(beta)] += "01"[favourite_wins(seed, playouts, beta)]
        known.cache_clear()
    control = dict.fromkeys(BUDGETS, "")
    for seed in range(SEARCHES):
        for playouts, right in random_favourite_wins(seed).items():
            control[playouts] += "01"[right]
    table = {
        "command": "python -m tests.bench.favourites",
        "searches": SEARCHES,
        "wins": wins,
        "random": control,
    }
    keep("ch14/favourites", table)


if __name__ == "__main__":
    main()
