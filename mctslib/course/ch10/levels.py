"""The table of what the levels of the engine are worth, as they have been measured."""

from collections.abc import Sequence

from mctslib.arena.levels import ITERATIONS, Strength
from mctslib.arena.matches import Tally
from mctslib.words import percent


def share_of_points(tally: Tally) -> str:
    """Return the share of the points, a draw being half a point, with its 95 % interval."""
    low, high = tally.score_interval()
    return f"{percent(tally.score)} ({percent(low)} to {percent(high)})"


def levels_table(strengths: Sequence[Strength]) -> str:
    """Return a line for each level: its points on 3×3, and against the next one in Connect Four."""
    small = strengths[0].game
    points = {(row.game, row.level, row.against): share_of_points(row.tally) for row in strengths}
    lines = [f"level iterations  {'random, 3×3':18} {'perfect, 3×3':18} the next, Connect Four"]
    for level, iterations in enumerate(ITERATIONS, 1):
        random = points[small, level, "random"]
        perfect = points[small, level, "perfect"]
        following = points.get(("Connect Four", level, f"level {level + 1}"), "")
        lines.append(f"{level:5} {iterations:10,}  {random:18} {perfect:18} {following}")
    return "\n".join(lines)
