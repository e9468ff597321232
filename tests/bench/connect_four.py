"""Connect Four, for chapter 12: what more iterations buy, and three kinds of search at equal time.

    python -m tests.bench.connect_four [GAMES]     GAMES a match (100, if not given); writes data/connect_four.json

Each pair of games begins with the same two random moves, once with either side.  More iterations: both sides are
the compiled engine, and a game follows from its number alone.  Equal time: so many seconds of CPU time a move, all
sides in Python but for the last row; those games are not repeatable to the move, because no two runs are equally fast.
"""
from __future__ import annotations

import json
import random
import sys
import time
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from mctslib import fast, search
from mctslib.alphabeta import AlphaBetaPlayer
from mctslib.arena import Tally, play_game
from mctslib.games import ConnectFour
from mctslib.players import flat_search
from mctslib.xorshift import Xorshift

DATA = Path(__file__).resolve().parents[2] / "notebooks" / "data" / "connect_four.json"
SECONDS, OPENING = 0.1, 2  # of CPU time a move; random moves at the beginning
CHUNK, FAST_CHUNK = 28, 2_000  # iterations between two looks at the clock
STEPS = [(100, 1_000), (1_000, 10_000), (10_000, 100_000), (100, 10_000), (1_000, 100_000)]
PAIRS = [("UCT", "flat"), ("alpha-beta", "flat"), ("UCT", "alpha-beta"), ("UCT, compiled", "alpha-beta")]


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
    made = {
        "flat": Flat, "alpha-beta": lambda: AlphaBetaPlayer(SECONDS),
        "UCT": lambda: Tree("UCT", search, CHUNK), "UCT, compiled": lambda: Tree("compiled", fast.search, FAST_CHUNK),
    }  # fmt: skip
    return made[name]()


def opening(number: int) -> ConnectFour:
    """The position from which pair `number` is played."""
    rng, state = random.Random(f"opening {number}"), ConnectFour()
    for _ in range(OPENING):
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def duel(a: Any, b: Any, games: int) -> dict[str, Any]:
    """The wins, draws and losses of `a`, sides swapped after each game."""
    tally = Tally()
    for number in range(games):
        state = opening(number // 2)
        players = (b, a) if number % 2 else (a, b)
        rewards = play_game(players, state, random.Random(f"game {number}")).rewards
        tally = tally.add(*(rewards[::-1] if number % 2 else rewards))
    return tally._asdict()


def measure(task: tuple[str, Any, Any, int]) -> dict[str, Any]:
    kind, a, b, games = task
    if kind == "more":
        return {"kind": kind, "few": a, "many": b, "games": games, **duel(Iterations(b), Iterations(a), games)}
    return {"kind": kind, "a": a, "b": b, "seconds": SECONDS, "games": games, **duel(player(a), player(b), games)}


def main(games: int = 100) -> None:
    fast.search(ConnectFour(), 10, seed=0)  # compiled before the clocks start
    tasks = [("time", a, b, games) for a, b in PAIRS] + [("more", a, b, games) for a, b in STEPS]
    with Pool(2) as pool:
        rows = list(pool.imap(measure, tasks, chunksize=1))
    DATA.write_text(json.dumps({"rows": rows}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(DATA.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
