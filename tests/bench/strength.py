"""Measure how often plain UCT keeps the minimax value in unfinished tic-tac-toe positions.

    python -m tests.bench.strength [seeds]

There are 4,520 such positions.  A position, its mirror images and its rotations are equally hard,
so they form a class.  If all actions of a position are equally good, no move can be wrong, so only
the classes in which the choice matters are searched.  For each seed, one position of such a class
is searched, and its result counts for the whole class.  In this way 431 searches represent 4,520
positions.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from statistics import mean

from mctslib import UCB1, Node, TicTacToe
from mctslib.door.result import SearchResult
from mctslib.fast.choice import grow
from mctslib.methods.line_boards import turns
from mctslib.oracle import optimal_actions, positions

BUDGETS = (100, 300, 1000, 3000)
CONSTANTS = {"√2": sqrt(2), "1": 1.0, "0.7": 0.7}


def image(state: TicTacToe, turn: Iterable[int]) -> TicTacToe:
    """Return the position whose cell k has the content of cell turn[k]."""
    cells = "".join(state.cells()[cell] for cell in turn)
    return TicTacToe.from_text("/".join(cells[k : k + 3] for k in (0, 3, 6)))


def classes(states: Iterable[TicTacToe]) -> list[list[TicTacToe]]:
    """Return the states in groups; the states of a group are mirror images of each other."""
    groups = defaultdict(list)
    for state in states:
        groups[min(image(state, turn) for turn in turns())].append(state)
    return list(groups.values())


@cache
def open_positions() -> list[list[TicTacToe]]:
    """Return the 4,520 unfinished positions, in their 627 classes."""
    return classes(state for state in positions(TicTacToe()) if not state.is_terminal())


def kept(c: float, seed: int, engine: Callable[..., SearchResult] = grow) -> list[float]:
    """Return, for each budget, the share of positions in which the move keeps the value."""
    groups = open_positions()
    lost = [0] * len(BUDGETS)
    for number, group in enumerate(groups):
        rng = random.Random(f"{seed}/{number}")
        state = rng.choice(group)
        best = optimal_actions(state)
        if len(best) == len(state.legal_actions()):
            continue
        root = Node(state)
        for column, budget in enumerate(BUDGETS):
            result = engine(root, budget - root.visits, seed=rng, tree_policy=UCB1(c))
            root = result.root
            if result.action not in best:
                lost[column] += len(group)
    total = sum(len(group) for group in groups)
    return [1 - share / total for share in lost]


def measure(seeds: int) -> dict[str, list[float]]:
    """Return the mean share over the seeds, for each c and each budget.

    Two processes share the work.
    """
    found = {}
    with ProcessPoolExecutor(2) as pool:
        for name, c in CONSTANTS.items():
            shares = pool.map(partial(kept, c), range(seeds))
            found[name] = [mean(column) for column in zip(*shares, strict=True)]
    return found


def table(measured: dict[str, list[float]], seeds: int) -> str:
    """Return the measured shares as a table, with one row for each c."""
    rows = [
        f"% of the 4,520 positions where the move keeps the minimax value, mean of {seeds} seeds",
        "c    " + "".join(f"{budget:>10}" for budget in BUDGETS),
    ]
    for name, shares in measured.items():
        rows.append(f"{name:5}" + "".join(f"{share:10.3%}" for share in shares))
    return "\n".join(rows)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(table(measure(count), count))
