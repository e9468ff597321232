"""Measure the gain from keeping the tree between moves, at equal numbers of iterations.

    python -m tests.bench.reuse [GAMES]     GAMES in each match (200 by default); writes
                                            mctslib/course/ch10/tree_reuse.json

A game depends only on its number.  `kept` is the mean number of visits that the root already had
when the search for a move began.  These visits are counted in `WATCHED` games of the side that
keeps its tree.
"""

import random
import sys
from statistics import mean
from typing import Any

from mctslib.arena.matches import play_game
from mctslib.arena.players import MCTSPlayer

from .heavy import ITERATIONS, SEED, STARTS, played, write

WATCHED = 10  # games in which the kept visits are counted


class Watched(MCTSPlayer):
    """A player that records how many visits its root has at the beginning of each search."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.kept: list[int] = []

    def known_root(self, state: Any) -> Any:
        root = super().known_root(state)
        self.kept.append(root.visits if root else 0)
        return root


def duel(game: str, games: int) -> dict[str, int]:
    """Play a match between a side that keeps its tree and a side that does not.

    The second side grows a new tree for each move.  Return the results of the first side.
    """
    keeps = MCTSPlayer(ITERATIONS, name="keeps")
    forgets = MCTSPlayer(ITERATIONS, reuse=False, name="forgets")
    return played(keeps, forgets, game, games)


def kept(game: str, games: int = WATCHED) -> float:
    """Return the mean number of visits that the root had before a search, if trees are kept."""
    counts: list[int] = []
    for number in range(games):
        keeps, forgets = Watched(ITERATIONS), MCTSPlayer(ITERATIONS, reuse=False)
        players = (forgets, keeps) if number % 2 else (keeps, forgets)
        play_game(players, STARTS[game], random.Random(f"{SEED}/{number}"))
        counts += keeps.kept
    return round(mean(counts), 1)


def measure(task: tuple[str, int]) -> dict:
    """Measure the reuse of trees in one game; return the game's row of the table."""
    game, games = task
    return {
        "game": game,
        "games": games,
        "iterations": ITERATIONS,
        "kept": kept(game),
        **duel(game, games),
    }


def main(games: int = 200) -> None:
    write("ch10/tree_reuse", measure, games)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
