"""Levels 1 to 10: the same engine with more and more iterations, so that everybody finds an opponent.

A level is measured, not named: `python -m tests.bench.levels` lets each play against the next, against
perfect play and against random, and keeps the counts in `levels.json`, which `strengths()` reads.
"""

import json
from pathlib import Path
from typing import NamedTuple

from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.limits import Limit

ITERATIONS = (2, 5, 10, 20, 50, 100, 300, 1_000, 3_000, 10_000)  # of level 1, 2, …, 10
LONGEST = 1.0  # seconds that any level thinks about a move
DATA = Path(__file__).with_name("levels.json")


def level(number: int, *, seconds: float = LONGEST) -> MCTSPlayer:
    """The player of level 1 to 10, which thinks for `seconds` a move at most.

    The same seed gives the same game wherever the iterations are done before the time is up.
    """
    return MCTSPlayer(
        Limit(iterations=iterations_of(number), seconds=seconds), name=f"level {number}"
    )


def iterations_of(number: int) -> int:
    """How many iterations a move the level makes.  Raises ValueError for a level that there is not."""
    if isinstance(number, bool) or number not in range(1, len(ITERATIONS) + 1):
        raise ValueError(f"There are levels 1 to {len(ITERATIONS)}, not {number!r}.")
    return ITERATIONS[int(number) - 1]


class Strength(NamedTuple):
    """What was counted of one level: its wins, draws and losses, sides swapped after each game."""

    level: int
    game: str
    against: str
    tally: Tally

    def __str__(self) -> str:
        low, high = self.tally.score_interval()
        counts = "{:,} wins, {:,} draws, {:,} losses".format(*self.tally)
        score = f"{self.tally.score:.1%} ({low:.1%}–{high:.1%})"
        return f"level {self.level} against {self.against}, {self.game}: {counts}; {score}"


def strengths() -> list[Strength]:
    """The measured strength of the levels, as last stored; each prints with its 95 % interval (Wilson, 1927)."""
    rows = json.loads(DATA.read_text(encoding="utf-8"))["rows"]
    return [
        Strength(row["level"], row["game"], row["against"], Tally(*row["tally"])) for row in rows
    ]
