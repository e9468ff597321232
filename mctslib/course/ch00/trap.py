"""Read and complete the data of `Trap`: the searches of position A, from 10 to 1,000 iterations.

`python -m tests.bench.trap` makes the searches and writes `trap.json`.  A sentence for readers of
chapter 00 calls an iteration a game, because the chapter has not defined iterations yet.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from mctslib.arena.intervals import wilson
from mctslib.course.puzzles import A
from mctslib.course.stored import measured
from mctslib.game import Action, State
from mctslib.oracle import positions, value

FILE = "ch00/trap"
SHORT, LONG = 100, 1_000  # the iterations of the two engines of the chapter
TIMES = (
    *range(10, 100, 10),
    *range(SHORT, 200, 20),
    *range(200, 400, 25),
    *range(400, LONG + 1, 50),
)
"""The numbers of iterations after which each search is looked at."""


def falls(iterations: int) -> int:
    """Return how many of the stored searches choose a losing move after so many iterations."""
    fell: int = measured(FILE)["fell"][TIMES.index(iterations)]
    return fell


def searches() -> int:
    """Return the number of stored searches."""
    count: int = measured(FILE)["searches"]
    return count


def interval(iterations: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of the share of searches that choose a losing move."""
    return wilson(falls(iterations), searches())


@cache
def worth() -> dict[str, float]:
    """Return X's reward under perfect play in each position that can follow position A.

    The keys are the cells of a position, such as "O..O.X.X.".
    """
    return {key(state): value(state, 0) for state in positions(A.state)}


def key(state: State) -> str:
    """Return the nine cells of a board as one word."""
    return "".join(state.cells())  # type: ignore[attr-defined]


def replies(iterations: int) -> dict[str, tuple[Action, list[int]]]:
    """Return O's move in each position after A, and how often its search tried each legal move.

    iterations  `SHORT` or `LONG`
    """
    return {cells: tuple(row) for cells, row in measured(FILE)["replies"][str(iterations)].items()}


def games(first: Action, iterations: int) -> Iterator[float]:
    """Yield X's reward in each game that a reader can play after O's first move in position A.

    O answers with the stored moves of the engine with this number of iterations.
    """
    answers = replies(iterations)

    def played(state: State) -> Iterator[float]:
        if state.is_terminal():
            yield state.rewards()[0]
            return
        if state.current_player == 1:
            yield from played(state.apply(answers[key(state)][0]))
            return
        for action in state.legal_actions():
            yield from played(state.apply(action))

    return played(A.state.apply(first))


def page_data() -> dict[str, Any]:
    """Return everything that the page shows, from the first click to the last."""
    stored = measured(FILE)
    return {
        "board": key(A.state),
        "times": TIMES,
        "short": SHORT,
        "moves": A.state.legal_actions(),
        "good": sorted(A.correct),
        "searches": stored["searches"],
        "fell": stored["fell"],
        "bands": [[round(end, 4) for end in interval(time)] for time in TIMES],
        "visits": stored["visits"],
        "plays": stored["plays"],
        "replies": stored["replies"],
        "worth": worth(),
    }
