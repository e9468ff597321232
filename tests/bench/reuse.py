"""What is it worth to keep the tree between moves?  With against without, at equal iterations, on every game.

    python -m tests.bench.reuse [GAMES]     GAMES a match (200, if not given); writes
                                            mctslib/course/ch10/tree_reuse.json

A game follows from its number alone.  `kept` is the mean number of visits that were already in the root when
the search of a move began, in the first games of the side that keeps its tree.
"""

import random
import sys
from statistics import mean
from typing import Any

from mctslib.arena.matches import play_game
from mctslib.arena.players import MCTSPlayer
from mctslib.course.stored import file_of

from .heavy import ITERATIONS, SEED, STARTS, played, write

REUSE = file_of("ch10/tree_reuse")
WATCHED = 10  # games in which the kept visits are counted


class Watched(MCTSPlayer):
    """A player that notes how many visits its root had at the beginning of each search."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.kept: list[int] = []

    def _root(self, state: Any) -> Any:
        root = super()._root(state)
        self.kept.append(root.visits if root else 0)
        return root


def duel(game: str, games: int) -> dict[str, int]:
    """With the tree kept against a new tree each move: wins, draws and losses of the first."""
    keeps, forgets = (
        MCTSPlayer(ITERATIONS, name="keeps"),
        MCTSPlayer(ITERATIONS, reuse=False, name="forgets"),
    )
    return played(keeps, forgets, game, games)


def kept(game: str, games: int = WATCHED) -> float:
    """The mean number of visits that a search of the keeping side began with."""
    counts: list[int] = []
    for number in range(games):
        keeps, forgets = Watched(ITERATIONS), MCTSPlayer(ITERATIONS, reuse=False)
        players = (forgets, keeps) if number % 2 else (keeps, forgets)
        play_game(players, STARTS[game], random.Random(f"{SEED}/{number}"))
        counts += keeps.kept
    return round(mean(counts), 1)


def measure(task: tuple[str, int]) -> dict:
    game, games = task
    return {
        "game": game,
        "games": games,
        "iterations": ITERATIONS,
        "kept": kept(game),
        **duel(game, games),
    }


def main(games: int = 200) -> None:
    write(REUSE, measure, games)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
