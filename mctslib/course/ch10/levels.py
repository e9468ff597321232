"""Provide the measured strength of the engine's levels as `Tally` objects."""

from collections.abc import Sequence

from mctslib.arena.levels import Strength
from mctslib.arena.matches import Tally


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
