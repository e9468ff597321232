"""The numbers of chapter 17 that take too long for its notebook: Pig to 100 points, Kuhn poker at many iterations.

python -m tests.bench.hidden [SEEDS]     SEEDS a row (10, if not given); writes mctslib/course/ch17/hidden.json
"""

import json
import random
import sys

from mctslib.course.stored import file_of
from mctslib.games import Kuhn
from mctslib.methods.dice import solve_pig
from mctslib.methods.hidden import information_search
from mctslib.methods.poker import exploitability, most_visited_strategy, share_strategy

DATA = file_of("ch17/hidden")
BUDGETS, C = (100, 300, 1_000, 3_000, 10_000, 30_000), 0.7


def kuhn(iterations: int, seeds: int) -> dict:
    """One row: what a best response wins from the visit shares, and from the most visited action, seed by seed."""
    tables = [
        information_search(Kuhn(), iterations, random.Random(seed), C) for seed in range(seeds)
    ]
    made = {"shares": share_strategy, "most visited": most_visited_strategy}
    found = {
        name: [round(float(exploitability(make(table))), 6) for table in tables]
        for name, make in made.items()
    }
    print(iterations, found, flush=True)
    return {"iterations": iterations, **found}


def pig(goal: int) -> dict:
    """The chance of the first player, and from how many points on they hold at the very start."""
    found = solve_pig(goal)
    hold = next(
        k for k in range(1, goal + 1) if found.hold[0, 0, k] > found.roll[0, 0, k] or k == goal
    )
    return {
        "goal": goal,
        "first": round(float(found.win[0, 0, 0]), 6),
        "hold": hold,
        "sweeps": found.sweeps,
    }


def main(seeds: int = 10) -> None:
    found = {"c": C, "kuhn": [kuhn(budget, seeds) for budget in BUDGETS], "pig": pig(100)}
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
