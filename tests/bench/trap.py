"""Search position A a thousand times, and look at each search while it runs.

    python -m tests.bench.trap

The script takes about a minute and writes mctslib/course/ch00/trap.json.  It also lets O answer in
each position that can follow, with 100 and with 1,000 iterations and the seed 0.
"""

import random
from typing import Any

from mctslib import search
from mctslib.course.ch00.trap import FILE, LONG, SHORT, TIMES, key
from mctslib.course.puzzles import A
from mctslib.game import Action, State
from mctslib.oracle import positions
from tests.bench.keeping import keep

SEARCHES = 1_000
SHOWN = 100  # the visits of so many searches are kept


def growth(seed: int) -> tuple[list[Action], list[list[int]]]:
    """Grow one search, and return its move and its visits after each of `TIMES`."""
    rng = random.Random(seed)
    tree: Any = A.state
    done = 0
    plays, visits = [], []
    for time in TIMES:
        result = search(tree, time - done, seed=rng)
        tree, done = result.root, time
        plays.append(result.action)
        visits.append(visits_of(result.root))
    return plays, visits


def visits_of(root: Any) -> list[int]:
    """Return the visits of each legal action, tried or not."""
    children = root.children
    return [children[a].visits if a in children else 0 for a in root.state.legal_actions()]


def answer(state: State, iterations: int) -> list[Any]:
    """Return O's move in a position, and the visits of each legal action."""
    result = search(state, iterations, seed=0)
    return [result.action, visits_of(result.root)]


def to_answer() -> list[State]:
    """Return the positions after A in which O has to answer."""
    later = [state for state in positions(A.state) if not state.is_terminal()]
    return [state for state in later if state.current_player == 1 and state != A.state]


def main() -> None:
    """Make the searches and write the file."""
    grown = [growth(seed) for seed in range(SEARCHES)]
    data = {
        "searches": SEARCHES,
        "fell": [sum(plays[k] not in A.correct for plays, _ in grown) for k in range(len(TIMES))],
        "plays": ["".join(map(str, plays)) for plays, _ in grown[:SHOWN]],
        "visits": [visits for _, visits in grown[:SHOWN]],
        "replies": {
            str(n): {key(state): answer(state, n) for state in to_answer()} for n in (SHORT, LONG)
        },
    }
    keep(FILE, data)


if __name__ == "__main__":
    main()
