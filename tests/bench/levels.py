"""Measure each level in matches against the next level, perfect play and random play.

    python -m tests.bench.levels      writes mctslib/arena/levels.json, in a few minutes

Sides are swapped after each game, and a game depends only on its number.  In these matches a level
makes all its iterations even on a busy machine, so all machines give the same counts.  In real
play, a level is weaker if its time limit of one second ends before all its iterations are made.
"""

import json
from collections.abc import Iterator
from math import inf

from mctslib import ConnectFour, TicTacToe
from mctslib.arena.levels import DATA, ITERATIONS, level
from mctslib.arena.matches import match
from mctslib.arena.players import PerfectPlayer, Player, RandomPlayer
from mctslib.files import write_safely

GAMES = {"3×3 tic-tac-toe": TicTacToe(), "Connect Four": ConnectFour()}
TOP = len(ITERATIONS)

Task = tuple[int, str, Player, int]


def plan() -> Iterator[Task]:
    """Yield the matches to play: level, game, opponent, and the number of games.

    The highest level plays a thousand games against perfect play and a thousand against random
    play.
    """
    for number in range(1, TOP + 1):
        games = 1_000 if number == TOP else 400
        for opponent in (PerfectPlayer(), RandomPlayer()):
            yield number, "3×3 tic-tac-toe", opponent, games
    for number in range(1, TOP):
        for game, games in (("3×3 tic-tac-toe", 400), ("Connect Four", 200)):
            yield number, game, level(number + 1, seconds=inf), games


def measure(task: Task) -> dict:
    """Play one match; return its row, with the wins, draws and losses of the level."""
    number, game, opponent, games = task
    result = match(level(number, seconds=inf), opponent, games, state=GAMES[game], progress=False)
    return {"level": number, "game": game, "against": opponent.name, "tally": list(result.total)}


def write(rows: list[dict]) -> None:
    """Write the rows, each on a line of its own."""
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    write_safely(DATA, f'{{"iterations": {list(ITERATIONS)}, "rows": [\n  {lines}\n]}}\n')


def main() -> None:
    rows = []
    for task in plan():
        rows.append(measure(task))
        print(rows[-1], flush=True)
    write(rows)


if __name__ == "__main__":
    main()
