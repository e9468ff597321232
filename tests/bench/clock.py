"""Measure the gain from managing the time, at equal numbers of iterations for a game.

    python -m tests.bench.clock [GAMES]     GAMES in each match (400 by default); writes
                                            mctslib/course/ch21/clock.json

`ClockPlayer` plays against a player with the same number of iterations for each move.  `used` is
its number of iterations, as a share of what the other player would have made for the same moves.
A game depends only on its number.
"""

import random
import sys
from multiprocessing import Pool
from typing import Any

from mctslib import ConnectFour, Hex
from mctslib.arena.clock import ClockPlayer
from mctslib.arena.matches import play_game
from mctslib.arena.players import MCTSPlayer
from tests.bench.keeping import keep

ALLOWANCE = 100
SEED = "clock"
FIRST = 10  # the results of so many games are stored one by one
STARTS = {"Connect Four": ConnectFour(), "Hex 7": Hex(7)}


def game(name: str, number: int) -> tuple[float, int, int]:
    """Play a game; return the points of the player with a clock, its iterations, and its allowance.

    The player with a clock moves first in the games with an even number.
    """
    clock, fixed = ClockPlayer(ALLOWANCE), MCTSPlayer(ALLOWANCE)
    mine = number % 2
    players = (fixed, clock) if mine else (clock, fixed)
    record = play_game(players, STARTS[name], random.Random(f"{SEED}/{number}"))
    moves = len(record.actions[mine::2])
    return record.rewards[mine], clock.used, ALLOWANCE * moves


def measure(task: tuple[str, int]) -> dict[str, Any]:
    """Play a match; return its row of the table."""
    name, games = task
    results = [game(name, number) for number in range(games)]
    points = [point for point, _, _ in results]
    return {
        "game": name,
        "games": games,
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "losses": points.count(0.0),
        "first": points[:FIRST],
        "used": round(sum(used for _, used, _ in results) / sum(of for _, _, of in results), 3),
    }


def main(games: int = 400) -> None:
    with Pool(2) as pool:
        rows = pool.map(measure, [(name, games) for name in STARTS])
    content = {"seed": SEED, "allowance": ALLOWANCE, "rows": rows}
    keep("ch21/clock", content)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
