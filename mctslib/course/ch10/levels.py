"""Provide the measured strength of the engine's levels, as a table and as `Tally` objects."""

from collections.abc import Sequence

from mctslib.arena.levels import ITERATIONS, Strength
from mctslib.arena.matches import Tally
from mctslib.words import percent


def share_of_points(tally: Tally) -> str:
    """Return the share of the points, with its 95% interval, as a string; a draw is worth ½."""
    low, high = tally.score_interval()
    return f"{percent(tally.score)} ({percent(low)} to {percent(high)})"


def against_next_level(strengths: Sequence[Strength], game: str) -> dict[str, Tally]:
    """Return the results of each level against the next level in one game.

    strengths  the measured results of all levels, from `mctslib.arena.strengths`
    game       the name of the game: "Connect Four" or "tic-tac-toe 3×3"

    The keys of the result are "1 against 2" and so on, and the values are the tallies of the lower
    level.
    """
    tallies = {}
    for row in strengths:
        if row.game == game and row.against.startswith("level "):
            tallies[f"{row.level} against {row.against.removeprefix('level ')}"] = row.tally
    return tallies


def levels_table(strengths: Sequence[Strength]) -> str:
    """Return a table of each level's share of the points in 3×3 tic-tac-toe and Connect Four."""
    small = strengths[0].game
    points = {(row.game, row.level, row.against): share_of_points(row.tally) for row in strengths}
    lines = [f"level iterations  {'random, 3×3':18} {'perfect, 3×3':18} the next, Connect Four"]
    for level, iterations in enumerate(ITERATIONS, 1):
        random = points[small, level, "random"]
        perfect = points[small, level, "perfect"]
        following = points.get(("Connect Four", level, f"level {level + 1}"), "")
        lines.append(f"{level:5} {iterations:10,}  {random:18} {perfect:18} {following}")
    return "\n".join(lines)
