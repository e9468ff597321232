"""Define levels 1 to 10: the same engine with an increasing number of iterations.

`python -m tests.bench.levels` measures each level in games against the next level, against perfect
play and against random play.  The counts of wins, draws and losses are stored in `levels.json`,
which `strengths()` reads.
"""

import json
from pathlib import Path
from typing import NamedTuple

from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.door.limits import Limit
from mctslib.given import check_one_of
from mctslib.words import count, observed

ITERATIONS = (2, 5, 10, 20, 50, 100, 300, 1_000, 3_000, 10_000)  # for each move, at levels 1 to 10
LONGEST = 1.0  # the longest time, in seconds, for which the player of a level may search for a move
DATA = Path(__file__).with_name("levels.json")


def level(number: int, *, seconds: float = LONGEST) -> MCTSPlayer:
    """Return the player of a level.

    number   the level, from 1 to 10
    seconds  the longest time, in seconds, for which the player may search for a move

    The same seed gives the same game on every machine that is fast enough to run all iterations of
    the level in this time.
    Raises ValueError for a level that does not exist.
    """
    limit = Limit(iterations=iterations_of(number), seconds=seconds)
    return MCTSPlayer(limit, name=f"level {number}")


def iterations_of(number: int) -> int:
    """Return the largest number of iterations that the player of a level runs for each move.

    Raises ValueError for a level that does not exist.
    """
    check_one_of("A level", number, range(1, len(ITERATIONS) + 1))
    return ITERATIONS[int(number) - 1]


class Strength(NamedTuple):
    """The measured wins, draws and losses of one level; the sides were swapped after each game."""

    level: int
    game: str
    against: str
    tally: Tally

    def __str__(self) -> str:
        low, high = self.tally.score_interval()
        wins, draws, losses = self.tally
        counts = ", ".join(
            [count(wins, "win"), count(draws, "draw"), count(losses, "loss", "losses")]
        )
        score = f"{observed(self.tally.score)} ({observed(low)}–{observed(high)})"
        return f"level {self.level} against {self.against}, {self.game}: {counts}; {score}"


def strengths() -> list[Strength]:
    """Return the latest measured strengths of the levels.

    A strength is printed with its 95% interval (Wilson, 1927).
    """
    found = []
    for row in json.loads(DATA.read_text(encoding="utf-8"))["rows"]:
        tally = Tally(*row["tally"])
        found.append(Strength(row["level"], row["game"], row["against"], tally))
    return found
