"""How strong is each level?  Matches against the next level, against perfect play and against random.

    python -m tests.bench.levels            measures and writes mctslib/arena/levels.json (some minutes)
    python -m tests.bench.levels --quick    a tenth of the games, printed only

Sides are swapped after each game, and a game follows from its number alone.  Here a level makes all its iterations
however busy the machine is, so the counts are the same everywhere; a level that is cut off by its second is weaker.
"""

import argparse
import json
from collections.abc import Iterator
from math import inf

from mctslib import ConnectFour, TicTacToe
from mctslib.arena.levels import DATA, ITERATIONS, level
from mctslib.arena.matches import match
from mctslib.arena.players import PerfectPlayer, Player, RandomPlayer

GAMES = {"3×3 tic-tac-toe": TicTacToe(), "Connect Four": ConnectFour()}
TOP = len(ITERATIONS)

Task = tuple[int, str, Player, int]


def plan() -> Iterator[Task]:
    """Level, game, opponent, games.  The highest level plays a thousand games against perfect and random each."""
    for number in range(1, TOP + 1):
        for opponent in (PerfectPlayer(), RandomPlayer()):
            yield number, "3×3 tic-tac-toe", opponent, 1_000 if number == TOP else 400
    for number in range(1, TOP):
        for game, games in (("3×3 tic-tac-toe", 400), ("Connect Four", 200)):
            yield number, game, level(number + 1, seconds=inf), games


def measure(task: Task) -> dict:
    """One row: the wins, draws and losses of the level."""
    number, game, opponent, games = task
    result = match(level(number, seconds=inf), opponent, games, state=GAMES[game], progress=False)
    return {"level": number, "game": game, "against": opponent.name, "tally": list(result.total)}


def write(rows: list[dict]) -> None:
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    DATA.write_text(
        f'{{"iterations": {list(ITERATIONS)}, "rows": [\n  {lines}\n]}}\n', encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.levels", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, printed only")
    quick = parser.parse_args().quick
    tasks: list[Task] = [
        (*task, max(2, games // 10) if quick else games) for *task, games in plan()
    ]
    rows = []
    for task in tasks:
        rows.append(measure(task))
        print(rows[-1], flush=True)
    if not quick:
        write(rows)


if __name__ == "__main__":
    main()
