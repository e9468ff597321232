"""What took too long for a notebook: the solver against plain UCT in Connect Four, and the empty board.

`python -m tests.bench.solver` has measured it, and writes `matches.json`.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from matplotlib.axes import Axes

from mctslib.arena.intervals import mean_interval
from mctslib.course.plots import GREY, value_lines
from mctslib.course.stored import measured

FILE = "ch13/matches"


class Gain(NamedTuple):
    """The solver against plain UCT, both with so many iterations a move; its points a game, for each pair of games."""

    iterations: int
    scores: Sequence[float]

    @property
    def games(self) -> int:
        return 2 * len(self.scores)

    @property
    def score(self) -> float:
        return fmean(self.scores)

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, the pairs being what varies."""
        return mean_interval(self.scores)


def matches() -> list[Gain]:
    """The matches, fewest iterations first."""
    return [
        Gain(
            row["iterations"],
            [float(score) for score, times in row["scores"].items() for _ in range(times)],
        )
        for row in measured(FILE)["rows"]
    ]


def empty_board() -> dict[str, list[int | None]]:
    """The iterations to the proof of the empty 3×3 board, a seed each, "awake" and "asleep"; None for no proof.

    "most" is where they ended at the latest.
    """
    return measured(FILE)["empty board"]


def gains(rows: Sequence[Gain]) -> Axes:
    """The points a game against the iterations a move, with their intervals."""
    marks = [row.iterations for row in rows]
    lows, highs = zip(*(row.interval for row in rows), strict=True)
    ax = value_lines({"solver against plain UCT": [row.score for row in rows]}, marks)
    ax.vlines(marks, lows, highs, lw=1.4)
    ax.axhline(1 / 2, color=GREY, ls=":")
    ax.set(
        xlabel="iterations a move, both sides",
        ylabel="points a game",
        ylim=(min(*lows, 0.4), max(*highs, 0.7)),
    )
    return ax
