"""Connect Four, for chapter 12: what more iterations buy, and three kinds of search at equal time.

    python -m tests.bench.connect_four [GAMES]     of UCT against alpha-beta (100, if not given), fewer of the others;
                                                   writes mctslib/course/ch12/connect_four.json

Games come in pairs that begin with the same two random moves, once with either side.  More iterations: both sides
are the compiled engine, and a game follows from its number alone.  Equal time: so many seconds of CPU time a move,
all in Python but for the last match; no two runs are equally fast, so those games are not repeatable to the move.
"""

import json
import random
import sys
import time
from multiprocessing import Pool
from typing import Any

from mctslib import fast, search
from mctslib.arena.matches import Tally, play_game
from mctslib.arena.players import flat_search
from mctslib.course.ch12.alphabeta import AlphaBetaPlayer
from mctslib.course.stored import file_of
from mctslib.fast.xorshift import Xorshift
from mctslib.games import ConnectFour

DATA = file_of("ch12/connect_four")
SECONDS, OPENING = 0.05, 2  # of CPU time a move; random moves at the beginning
CHUNK, FAST_CHUNK = 28, 2_000  # iterations between two looks at the clock
SHARE = 0.4  # of GAMES, for the matches that are clear sooner
STEPS = [(100, 1_000), (1_000, 10_000), (10_000, 100_000)]
PAIRS = [
    ("UCT", "alpha-beta"),
    ("UCT", "flat"),
    ("alpha-beta", "flat"),
    ("UCT, compiled", "alpha-beta"),
]


class Iterations:
    """The compiled engine with so many iterations a move, and a new tree for each."""

    def __init__(self, iterations: int) -> None:
        self.name, self.iterations = f"{iterations:,}", iterations

    def choose(self, state: Any, rng: random.Random) -> Any:
        return fast.search(state, self.iterations, seed=Xorshift(rng.getrandbits(64))).action


class Tree:
    """UCT for so many seconds of CPU time a move, by `engine`."""

    def __init__(self, name: str, engine: Any, chunk: int) -> None:
        self.name, self.engine, self.chunk = name, engine, chunk

    def choose(self, state: Any, rng: random.Random) -> Any:
        until, numbers = time.process_time() + SECONDS, Xorshift(rng.getrandbits(64))
        result = self.engine(state, self.chunk, seed=numbers)
        while time.process_time() < until:
            result = self.engine(result.root, self.chunk, seed=numbers)
        return result.action


class Flat:
    """Playouts without a tree, for so many seconds of CPU time a move."""

    name = "flat"

    def choose(self, state: Any, rng: random.Random) -> Any:
        until, numbers = time.process_time() + SECONDS, Xorshift(rng.getrandbits(64))
        found = flat_search(state, CHUNK, numbers)
        while time.process_time() < until:
            found = flat_search(state, CHUNK, numbers, start=found)
        return max(found, key=lambda action: found[action][1])


def player(name: str) -> Any:
    made: dict[str, Any] = {
        "flat": Flat,
        "alpha-beta": lambda: AlphaBetaPlayer(SECONDS),
        "UCT": lambda: Tree("UCT", search, CHUNK),
        "UCT, compiled": lambda: Tree("compiled", fast.search, FAST_CHUNK),
    }
    return made[name]()


def opening(number: int) -> ConnectFour:
    """The position from which pair `number` is played."""
    rng, state = random.Random(f"opening {number}"), ConnectFour()
    for _ in range(OPENING):
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def sides(row: dict[str, Any]) -> tuple[Any, Any]:
    """The two players of a row, the one that is counted first."""
    if row["kind"] == "more":
        return Iterations(row["many"]), Iterations(row["few"])
    return player(row["a"]), player(row["b"])


def two_games(task: tuple[int, dict[str, Any], int]) -> tuple[int, Tally]:
    """(the place of the row, what its first player got in pair `number` of games, one with either side)."""
    place, row, number = task
    a, b = sides(row)
    first, second = (
        play_game(players, opening(number), random.Random(f"pair {number}")).rewards
        for players in ((a, b), (b, a))
    )
    return place, Tally().add(*first).add(*second[::-1])


def new_rows(games: int) -> list[dict[str, Any]]:
    """What is to be measured, with so many pairs of games each."""
    fewer = round(games * SHARE / 2)
    time_rows = [
        {"kind": "time", "a": a, "b": b, "seconds": SECONDS, "pairs": fewer} for a, b in PAIRS
    ]
    time_rows[0]["pairs"] = games // 2
    return time_rows + [
        {"kind": "more", "few": few, "many": many, "pairs": fewer} for few, many in STEPS
    ]


def main(games: int = 100, workers: int = 2) -> None:
    fast.search(ConnectFour(), 10, seed=0)  # compiled before the clocks start
    rows = new_rows(games)
    tallies = [Tally() for _ in rows]
    pairs = [
        (place, row, n) for n in range(games) for place, row in enumerate(rows) if n < row["pairs"]
    ]
    with Pool(workers) as pool:
        for place, new in pool.imap_unordered(two_games, pairs):
            tallies[place] = Tally(*(a + b for a, b in zip(tallies[place], new)))
            write(rows, tallies)
    print(DATA.read_text(encoding="utf-8"))


def write(rows: list[dict[str, Any]], tallies: list[Tally]) -> None:
    """All that is known so far."""
    told = [
        {**{k: v for k, v in row.items() if k != "pairs"}, "games": tally.games, **tally._asdict()}
        for row, tally in zip(rows, tallies)
    ]
    DATA.write_text(
        json.dumps({"rows": told}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
