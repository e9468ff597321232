"""Measure the searches of chapter 18 on the putting green, and compute the exact values.

    python -m tests.bench.putting        writes mctslib/course/ch18/putting.json, in an hour
    python -m tests.bench.putting exact  writes mctslib/course/ch18/exact.json, in half an hour

The times are CPU times.

Every run is determined by its seed.  Rows that are already in putting.json are kept.  To measure
all rows again, delete the file.
"""

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from mctslib import search
from mctslib.chance import chance_to_move, draw_outcome
from mctslib.course.ch18 import experiments as ex
from mctslib.course.ch18.exact import all_values, next_table, tables
from mctslib.game import Action
from mctslib.games import Putting
from tests.bench.keeping import keep, kept

DATA = "ch18/putting"
COMMAND = "python -m tests.bench.putting"
SEEDS = range(40)
NOISY_SEEDS = range(20)
ROUNDS = 1_000  # rounds played with each finished tree
REPLANNED = 100  # rounds with a new search before each stroke
NOISE = 3
BUDGETS = (300, 1_000, 3_000)
NOISY_BUDGETS = (1_000, 3_000, 10_000)
REPLANNED_BUDGETS = (3_000,)
EVEN_SEARCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "UCT": ex.uct,
    "0.3": partial(ex.widened, 0.3),
    "0.5": partial(ex.widened, 0.5),
    "0.7": partial(ex.widened, 0.7),
}
NOISY_SEARCHES = {"every": ex.every_roll, "count": ex.by_count, "even": ex.evenly}
REPLANNED_SEARCHES = (*NOISY_SEARCHES, "uct", "uct last")
NEAR_SHARES = (0.0, 0.5, 1.0)

Row = dict[str, Any]


def jobs() -> Iterator[tuple[Row, Callable[[], Row]]]:
    """Yield, for each row, its settings and the function that measures the row."""
    for iterations in BUDGETS:
        for angles in (24, 360):
            for name in EVEN_SEARCHES:
                row = {"what": "even", "angles": angles, "iterations": iterations, "search": name}
                yield row, partial(even, angles, iterations, name)
        for share in NEAR_SHARES:
            row = {"what": "near", "iterations": iterations, "share": share}
            yield row, partial(near, iterations, share)
    for iterations in NOISY_BUDGETS:
        for name in ("every", "count", "even"):
            row = {"what": "noisy", "iterations": iterations, "search": name}
            yield row, partial(noisy, iterations, name)
    for iterations in REPLANNED_BUDGETS:
        for name in REPLANNED_SEARCHES:
            row = {"what": "replanned", "iterations": iterations, "search": name}
            yield row, partial(replanned, iterations, name)
    yield {"what": "perfect"}, perfect


def even(angles: int, iterations: int, name: str) -> Row:
    """Measure in how many runs the most visited line holes the ball on an even green."""
    green = Putting(angles=angles)
    found = ex.holing_runs(EVEN_SEARCHES[name], iterations, SEEDS, green)
    return {"runs": len(found), "holed": [seed for seed in SEEDS if found[seed]]}


def near(iterations: int, share: float) -> Row:
    """Measure in how many runs the ball is holed if new strokes are drawn near the best stroke."""
    options = partial(ex.widened, 0.5, draw=ex.near_best(share))
    found = ex.holing_runs(options, iterations, SEEDS, Putting())
    return {"runs": len(found), "holed": [seed for seed in SEEDS if found[seed]]}


def noisy(iterations: int, name: str) -> Row:
    """Measure the values that trees estimate on an uneven green, and how often the ball is holed.

    `ROUNDS` rounds are played with each tree.
    """
    green = Putting(noise=NOISE)
    beliefs = []
    for seed in NOISY_SEEDS:
        root = search(green, iterations, seed=seed, **NOISY_SEARCHES[name]()).root
        found = ex.belief(root)._asdict()
        found["believed"] = round(found["believed"], 4)
        found["largest"] = round(found["largest"], 4)
        beliefs.append(found | {"holed": ex.paid_by_tree(root, ROUNDS)})
    return {"rounds": ROUNDS, "trees": beliefs}


def play_round(state: Putting, choose: Callable[[Putting], Action], rng: random.Random) -> bool:
    """Play one round in which `choose` chooses every stroke; return whether the ball is holed."""
    while not state.is_terminal():
        if chance_to_move(state):
            state = state.apply(draw_outcome(state, rng))
        else:
            state = state.apply(choose(state))
    return state.holed


def replanned_round(name: str, iterations: int, seed: int, green: Putting) -> bool:
    """Play one round with a new search before every stroke; return whether the ball is holed.

    name  a key of `NOISY_SEARCHES`, or "uct"; "uct last" widens the strokes, as "every" does, and
          uses UCT for the last stroke
    """
    rng = random.Random(seed)

    def choose(state: Putting) -> Action:
        by_uct = name == "uct" or (name == "uct last" and state.strokes == 1)
        options = ex.uct if by_uct else NOISY_SEARCHES.get(name, ex.every_roll)
        return search(state, iterations, seed=rng, **options()).action

    return play_round(green, choose, rng)


def best_stroke(state: Putting) -> Action:
    """Return the best stroke on the usual uneven green, according to the exact values."""
    return int(all_values(state, tables()).argmax())


def replanned(iterations: int, name: str) -> Row:
    """Measure how often a player with a new search before every stroke holes the ball."""
    green = Putting(noise=NOISE)
    holed = 0
    for seed in range(REPLANNED):
        holed += replanned_round(name, iterations, seed, green)
    return {"rounds": REPLANNED, "holed": holed}


def perfect() -> Row:
    """Measure how often the exact player holes the ball."""
    green = Putting(noise=NOISE)
    holed = 0
    for seed in range(ROUNDS):
        holed += play_round(green, best_stroke, random.Random(seed))
    return {"rounds": ROUNDS, "holed": holed}


def measure() -> None:
    """Measure the rows that are missing from the file; write the file after each row."""
    known = kept(DATA).get("rows", [])
    rows = []
    for settings, work in jobs():
        row = next((row for row in known if settings.items() <= row.items()), None)
        if row is None:
            row = settings | work()
            print(settings, flush=True)
        rows.append(row)
        keep(DATA, {"command": COMMAND, "rows": rows})


def work_out() -> None:
    """Compute the tables of exact values for one stroke left and for two strokes left."""
    green = Putting(noise=NOISE)
    one = next_table(green, None)
    two = next_table(green, one)
    content: dict[str, Any] = {"command": f"{COMMAND} exact"}
    for name, table in {"one": one, "two": two}.items():
        content[name] = (table * 1000).round().astype(int).tolist()
    keep("ch18/exact", content)


if __name__ == "__main__":
    if "exact" in sys.argv:
        work_out()
    else:
        measure()
