"""Compare light with heavy playouts in several games, at equal iterations and at equal time.

    python -m tests.bench.heavy [GAMES]     GAMES in each match (100 by default); writes
                                            mctslib/course/ch10/heavy_playouts.json

At equal time the light side gets more iterations.  The factor is the measured time of an iteration
with heavy playouts, divided by the time of an iteration with light playouts.  All other numbers can
be repeated exactly, because a game depends only on its number.
"""

import sys
import time
from collections.abc import Callable
from multiprocessing import Pool
from statistics import median

from mctslib import blocking, search, uniform
from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer
from mctslib.games import ConnectFour, SudoTicTacToe, TicTacToe
from tests.bench.keeping import keep

DATA = "ch10/heavy_playouts"
ITERATIONS = 200  # the iterations of the heavy side for each move
SEED = 0
STARTS = {
    "tic-tac-toe 3×3": TicTacToe(),
    "Connect Four": ConnectFour(),
    "sudo, mode 1": SudoTicTacToe(1),
    "sudo, mode 2": SudoTicTacToe(2),
}


def slowdown(game: str, repeats: int = 7, iterations: int = 300) -> float:
    """Return the time of a heavy iteration, divided by the time of a light iteration.

    Each of the two CPU times is a median, and the two kinds of search are timed in turn.
    """
    times: dict = {uniform: [], blocking: []}
    for repeat in range(repeats):
        for policy, taken in times.items():
            begun = time.process_time()
            search(STARTS[game], iterations, seed=repeat, rollout_policy=policy)
            taken.append(time.process_time() - begun)
    return median(times[blocking]) / median(times[uniform])


def duel(game: str, games: int, light_iterations: int = ITERATIONS) -> dict[str, int]:
    """Play heavy against light playouts; return the heavy side's wins, draws and losses."""
    heavy = MCTSPlayer(ITERATIONS, rollout_policy=blocking, name="heavy")
    light = MCTSPlayer(light_iterations, name="light")
    return played(heavy, light, game, games)


def played(a: MCTSPlayer, b: MCTSPlayer, game: str, games: int) -> dict[str, int]:
    """Play a match with sides swapped after each game; return the first player's results."""
    return match(a, b, games, state=STARTS[game], seed=SEED, progress=False).total._asdict()


def measure(task: tuple[str, int]) -> dict:
    """Play both matches of a game; return the row of the game."""
    game, games = task
    slower = round(slowdown(game), 2)
    many = round(ITERATIONS * slower)
    row = {"game": game, "games": games, "heavy iterations": ITERATIONS, "slowdown": slower}
    row |= {"equal iterations": duel(game, games)}
    return row | {"light iterations at equal time": many, "equal time": duel(game, games, many)}


def main(games: int = 100) -> None:
    write(DATA, measure, games)


def write(name: str, measure: Callable, games: int) -> None:
    """Measure the rows of all games in two processes, and write them."""
    with Pool(2) as pool:
        rows = list(pool.imap(measure, [(game, games) for game in STARTS]))
    print(keep(name, {"seed": SEED, "rows": rows}).read_text(encoding="utf-8"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
