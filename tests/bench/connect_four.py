"""Play Connect Four for chapter 12, with several kinds of search and equal time.

    python -m tests.bench.connect_four [GAMES]     GAMES of UCT against alpha-beta (100 by
                                                   default), and fewer in the other matches; writes
                                                   mctslib/course/ch12/connect_four.json

The two games of a pair begin with the same two random moves; the players swap sides in the second
game.  Each move gets the same CPU time.  All players are written in Python, except for one compiled
player.  No two runs are equally fast, so the games cannot be repeated exactly.
"""

import random
import sys
import time
from multiprocessing import Pool
from typing import Any

from mctslib import fast, search
from mctslib.arena.matches import Tally, play_game
from mctslib.arena.players import flat_search
from mctslib.course.ch12.alphabeta import AlphaBetaPlayer
from mctslib.fast.xorshift import Xorshift
from mctslib.games import ConnectFour
from tests.bench.keeping import keep, kept

DATA = "ch12/connect_four"
SECONDS = 0.05  # the CPU time for each move
OPENING = 2  # random moves at the beginning of a game
CHUNK = 28  # iterations between two readings of the clock
FAST_CHUNK = 2_000  # iterations of the compiled engine between two readings of the clock
SHARE = 0.4  # the number of games in the other matches, as a share of GAMES
PAIRS = [
    ("UCT", "alpha-beta"),
    ("UCT", "flat"),
    ("alpha-beta", "flat"),
    ("UCT, compiled", "alpha-beta"),
    ("UCT", "alpha-beta, blind"),
]


class Tree:
    """A player that searches by UCT with `engine`, using `SECONDS` of CPU time for each move."""

    def __init__(self, name: str, engine: Any, chunk: int) -> None:
        self.name, self.engine, self.chunk = name, engine, chunk

    def choose(self, state: Any, rng: random.Random) -> Any:
        until, numbers = time.process_time() + SECONDS, Xorshift(rng.getrandbits(64))
        result = self.engine(state, self.chunk, seed=numbers)
        while time.process_time() < until:
            result = self.engine(result.root, self.chunk, seed=numbers)
        return result.action


class Flat:
    """A player that makes playouts without a tree, using `SECONDS` of CPU time for each move."""

    name = "flat"

    def choose(self, state: Any, rng: random.Random) -> Any:
        until, numbers = time.process_time() + SECONDS, Xorshift(rng.getrandbits(64))
        found = flat_search(state, CHUNK, numbers)
        while time.process_time() < until:
            found = flat_search(state, CHUNK, numbers, start=found)
        return max(found, key=lambda action: found[action][1])


def player(name: str) -> Any:
    """Return the player with this name."""
    if name == "flat":
        return Flat()
    if name == "alpha-beta":
        return AlphaBetaPlayer(SECONDS)
    if name == "alpha-beta, blind":  # it knows no lines of four until they are complete
        return AlphaBetaPlayer(SECONDS, evaluate=lambda state: 0.0)
    if name == "UCT":
        return Tree("UCT", search, CHUNK)
    if name == "UCT, compiled":
        return Tree("compiled", fast.search, FAST_CHUNK)
    raise ValueError(f"There is no player {name!r}.")


def opening(number: int) -> ConnectFour:
    """Return the position in which the games of pair `number` begin."""
    rng, state = random.Random(f"opening {number}"), ConnectFour()
    for _ in range(OPENING):
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def two_games(task: tuple[int, dict[str, Any], int]) -> tuple[int, Tally]:
    """Play a pair of games; the players swap sides in the second game.

    task  the index of the row, the row, and the number of the pair

    Returns the index of the row, and the results of its first player.
    """
    place, row, number = task
    a, b = player(row["a"]), player(row["b"])
    first = play_game((a, b), opening(number), random.Random(f"pair {number}")).rewards
    second = play_game((b, a), opening(number), random.Random(f"pair {number}")).rewards
    return place, Tally().add(first[0], first[1]).add(second[1], second[0])


def new_rows(games: int) -> list[dict[str, Any]]:
    """Return the rows to measure; a row's entry `pairs` is its number of pairs of games."""
    fewer = round(games * SHARE / 2)
    rows: list[dict[str, Any]] = []
    for a, b in PAIRS:
        rows.append({"a": a, "b": b, "seconds": SECONDS, "pairs": fewer})
        if a == "UCT" and b.startswith("alpha-beta"):
            rows[-1]["pairs"] = games // 2
    return rows


def main(games: int = 100, workers: int = 2) -> None:
    fast.search(ConnectFour(), 10, seed=0)  # compiles the engine before the clocks start
    rows = new_rows(games)
    tallies = [Tally() for _ in rows]
    tasks = []
    for number in range(games):
        for place, row in enumerate(rows):
            if number < row["pairs"]:
                tasks.append((place, row, number))
    with Pool(workers) as pool:
        for place, new in pool.imap_unordered(two_games, tasks):
            old = tallies[place]
            tallies[place] = Tally(
                old.wins + new.wins, old.draws + new.draws, old.losses + new.losses
            )
            write(rows, tallies)
    print(kept(DATA))


def write(rows: list[dict[str, Any]], tallies: list[Tally]) -> None:
    """Write the results that are known so far."""
    found = []
    for row, tally in zip(rows, tallies):
        settings = {name: value for name, value in row.items() if name != "pairs"}
        found.append({**settings, "games": tally.games, **tally._asdict()})
    keep(DATA, {"rows": found})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
