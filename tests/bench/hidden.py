"""Measure what takes too long for the notebook of chapter 17.

    python -m tests.bench.hidden [SEEDS]

Solves Pig to 100 points, and measures information-set search of Kuhn poker at many iterations, with
SEEDS seeds in each row (10, if not given).  Writes mctslib/course/ch17/hidden.json.
"""

import json
import random
import sys
from typing import Any

from mctslib.course.stored import file_of
from mctslib.games import Kuhn
from mctslib.methods.dice import solve_pig
from mctslib.methods.hidden import information_search
from mctslib.methods.poker import exploitability, most_visited_strategy, share_strategy

DATA = file_of("ch17/hidden")
BUDGETS = (100, 300, 1_000, 3_000, 10_000, 30_000)  # iterations
C = 0.7
STRATEGIES = {"shares": share_strategy, "most visited": most_visited_strategy}


def kuhn(iterations: int, seeds: int) -> dict[str, Any]:
    """Return one row: for each strategy made of a search its exploitability, seed by seed."""
    tables = []
    for seed in range(seeds):
        tables.append(information_search(Kuhn(), iterations, random.Random(seed), C))
    row: dict[str, Any] = {"iterations": iterations}
    for name, strategy_of in STRATEGIES.items():
        row[name] = [round(float(exploitability(strategy_of(table))), 6) for table in tables]
    print(row, flush=True)
    return row


def pig(goal: int) -> dict[str, Any]:
    """Return the first player's probability to win, and from how many points on they should hold.

    The latter is at the very start, where both players have 0 points.
    """
    solution = solve_pig(goal)
    hold = 1
    while hold < goal and solution.hold[0, 0, hold] <= solution.roll[0, 0, hold]:
        hold += 1
    return {
        "goal": goal,
        "first": round(float(solution.win[0, 0, 0]), 6),
        "hold": hold,
        "sweeps": solution.sweeps,
    }


def main(seeds: int = 10) -> None:
    """Measure everything and write the file."""
    rows = [kuhn(iterations, seeds) for iterations in BUDGETS]
    measured = {"c": C, "kuhn": rows, "pig": pig(100)}
    DATA.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
