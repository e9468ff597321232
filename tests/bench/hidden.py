"""Make the measurements that take too long for the notebook of chapter 17.

    python -m tests.bench.hidden [SEEDS]

The script solves Pig to 100 points, and measures information-set search of Kuhn poker with up to a
million iterations, with SEEDS seeds in each row (10 by default).  This takes about two minutes on
one core.  The results are written to mctslib/course/ch17/hidden.json.
"""

import sys
from collections.abc import Iterator
from typing import Any

from mctslib.games import Kuhn
from mctslib.methods.dice import solve_pig
from mctslib.methods.hidden import Table
from mctslib.methods.poker import (
    VIEWS,
    exploitability,
    most_visited_strategy,
    player_of,
    position_of,
    share_strategy,
)
from tests.bench.keeping import keep
from tests.bench.kuhn_kernel import KuhnSearch

BUDGETS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)  # iterations
C = 0.7


def growing(state: Kuhn, seed: int) -> Iterator[Table]:
    """Yield the table of an information-set search whenever the search reaches one of `BUDGETS`."""
    search = KuhnSearch(state, seed, C)
    done = 0
    for budget in BUDGETS:
        search.grow(budget - done)
        done = budget
        yield search.table()


def from_each_view(seed: int) -> Iterator[Table]:
    """Yield, for each of the `BUDGETS`, one table that is assembled from twelve searches.

    The counts of each view come from a separate search that begins at this view.
    """
    searches = [growing(position_of(view), seed) for view in VIEWS]
    for tables in zip(*searches, strict=True):
        found: Table = {}
        for view, table in zip(VIEWS, tables, strict=True):
            key = player_of(view), view
            found[key] = table[key]
        yield found


def exploitabilities(seeds: int) -> list[dict[str, Any]]:
    """Return one row for each budget: the exploitability of each kind of player, seed by seed.

    The players "shares" and "most visited" use one table of a search that begins before the deal.
    The player "from the view" runs a search from the player's current view, and bets with a
    probability that equals the bet's share of the visits.
    """
    names = ("shares", "most visited", "from the view")
    rows: list[dict[str, Any]] = []
    for budget in BUDGETS:
        rows.append({"iterations": budget} | {name: [] for name in names})
    for seed in range(seeds):
        for row, table in zip(rows, growing(Kuhn(), seed), strict=True):
            row["shares"].append(rounded(exploitability(share_strategy(table))))
            row["most visited"].append(rounded(exploitability(most_visited_strategy(table))))
        print(seed, [row["shares"][-1] for row in rows], flush=True)
    for seed in range(seeds):
        for row, table in zip(rows, from_each_view(seed), strict=True):
            row["from the view"].append(rounded(exploitability(share_strategy(table))))
        print(seed, [row["from the view"][-1] for row in rows], flush=True)
    return rows


def rounded(number: Any) -> float:
    """Return a number of coins rounded to six decimals."""
    return round(float(number), 6)


def pig(goal: int) -> dict[str, Any]:
    """Return the first player's probability of winning, and the turn total at which to hold.

    Both numbers are for the start of the game, when both players have 0 points.
    """
    solution = solve_pig(goal)
    hold = 1
    while hold < goal and solution.hold[0, 0, hold] <= solution.roll[0, 0, hold]:
        hold += 1
    return {"goal": goal, "first": round(float(solution.win[0, 0, 0]), 6), "hold": hold}


def main(seeds: int = 10) -> None:
    """Measure everything and write the file."""
    rows = exploitabilities(seeds)
    command = f"python -m tests.bench.hidden {seeds}"
    measured = {"command": command, "c": C, "kuhn": rows, "pig": pig(100)}
    keep("ch17/hidden", measured)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
