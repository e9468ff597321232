"""Measure the searches of chapter 19 on the 200 hands of its exam, with three seeds.

    python -m tests.bench.twentyfour           measures, in about five minutes of CPU time
    python -m tests.bench.twentyfour --train   first trains the judge again, in one more minute

The script writes mctslib/course/ch19/exam.json, and with --train mctslib/course/ch19/judge.npz.
"""

import random
import sys
from collections.abc import Callable
from itertools import product
from typing import Any

from mctslib import UCB1
from mctslib.course.ch19.judges import (
    FILE,
    learned_judge,
    lessons,
    likes_small,
    nearness,
    trained,
)
from mctslib.course.ch19.picking import picked
from mctslib.course.ch19.proposer import Proposer, exam
from mctslib.games.twentyfour import TwentyFour
from mctslib.methods.alone import (
    Alone,
    MeanAndMax,
    beam,
    best_first,
    best_of_n,
    grow,
    likeliest_first,
)
from mctslib.methods.puct import even
from tests.bench.keeping import keep

SEEDS = (0, 1, 2)
SHORT = (12, 30, 100, 300)  # budgets, in generated steps
LONG = (30, 100, 300, 1000)
CS = (0.3, 1.0)  # the values of c in searches in which a line is rewarded for coming near 24
LINES = (1, 3, 10, 30, 100, 300, 1000)  # the numbers of lines from which a judge picks one

Solver = Callable[[TwentyFour, int, int], int | None]
"""A function of a hand, a budget and a seed that returns the number of steps to a solution."""


def shares(solver: Solver, budgets: tuple[int, ...], seed: int) -> list[float]:
    """Return for each budget the share of the exam that is solved within this budget."""
    after = [solver(hand, budgets[-1], 1000 * seed + k) for k, hand in enumerate(exam())]
    found = []
    for most in budgets:
        found.append(sum(n is not None and n <= most for n in after) / len(after))
    return found


def beam_shares(budgets: tuple[int, ...], proposer: Proposer) -> list[float]:
    """Return for each budget the share of the exam that a beam of width budget / 3 solves."""
    found = []
    for most in budgets:
        solved = [beam(hand, most // 3, proposer).solved_after for hand in exam()]
        found.append(sum(n is not None for n in solved) / len(solved))
    return found


def by_proposer() -> dict[str, list[list[float]]]:
    """Return the table of searches in which only lines that solve the hand are rewarded."""
    learned = Proposer()
    drawn: dict[str, Solver] = {
        "best of n, random": lambda hand, steps, seed: best_of_n(hand, steps, seed).solved_after,
        "UCT": lambda hand, steps, seed: (
            grow(hand, steps, {"tree_policy": UCB1(1)}, seed).solved_after
        ),
        "PUCT, equal shares": lambda hand, steps, seed: (
            grow(hand, steps, Alone(even).options(), seed).solved_after
        ),
        "best of n, proposer": lambda hand, steps, seed: (
            best_of_n(hand, steps, seed, learned).solved_after
        ),
        "PUCT, proposer": lambda hand, steps, seed: (
            grow(hand, steps, Alone(learned).options(), seed).solved_after
        ),
    }
    rows = {}
    for name, solver in drawn.items():
        rows[name] = [shares(solver, SHORT, seed) for seed in SEEDS]
        print(name, rows[name], flush=True)
    rows["beam, proposer"] = [beam_shares(SHORT, learned)]
    rows["likeliest first, proposer"] = [
        shares(
            lambda hand, steps, seed: likeliest_first(hand, steps, learned).solved_after, SHORT, 0
        )
    ]
    return rows


def by_judge() -> dict[str, list[list[float]]]:
    """Return the table of searches that use a judge of unfinished lines."""
    judge = learned_judge()
    rows = {}
    fixed: dict[str, Solver] = {
        "best first, judge": lambda hand, steps, seed: (
            best_first(hand, steps, judge.value).solved_after
        ),
        "best first, likes small": lambda hand, steps, seed: (
            best_first(hand, steps, likes_small).solved_after
        ),
        "beam of 3, judge": lambda hand, steps, seed: beam(hand, 3, even, judge.value).solved_after,
        "beam of 10, judge": lambda hand, steps, seed: (
            beam(hand, 10, even, judge.value).solved_after
        ),
    }
    for name, solver in fixed.items():
        rows[name] = [shares(solver, LONG, 0)]
        print(name, rows[name], flush=True)

    def from_a_hat(hand: TwentyFour, steps: int, seed: int) -> int | None:
        rng = random.Random(seed)
        return best_first(hand, steps, lambda state: rng.random()).solved_after

    def judged(hand: TwentyFour, steps: int, seed: int) -> int | None:
        return grow(hand, steps, Alone(judge, 0.3).options(), seed).solved_after

    def played_out(hand: TwentyFour, steps: int, seed: int) -> int | None:
        return grow(hand, steps, {"tree_policy": UCB1(1)}, seed).solved_after

    rows["best first, from a hat"] = [shares(from_a_hat, LONG, seed) for seed in SEEDS]
    rows["PUCT, proposer and judge"] = [shares(judged, LONG, seed) for seed in SEEDS]
    rows["UCT, random playouts"] = [shares(played_out, LONG, seed) for seed in SEEDS]
    return rows


def by_backup() -> dict[str, list[list[float]]]:
    """Return the table of searches with rewards for coming near, for each backup and each c."""
    rows = {}
    weights = {"mean": 0.0, "half of each": 0.5, "maximum": 1.0}
    for c, (name, weight) in product(CS, weights.items()):

        def solver(
            hand: TwentyFour, steps: int, seed: int, c: float = c, weight: float = weight
        ) -> int | None:
            options = MeanAndMax(c, weight).options()
            return grow(hand, steps, options, seed, reward=nearness).solved_after

        key = f"{name}, c = {c:g}"
        rows[key] = [shares(solver, LONG, seed) for seed in SEEDS]
        print(key, rows[key], flush=True)
    return rows


def main(arguments: list[str]) -> None:
    """Measure everything and write the file."""
    if "--train" in arguments:
        net, _ = trained(*lessons())
        net.save(FILE)
    data: dict[str, Any] = {
        "short": SHORT,
        "long": LONG,
        "lines": LINES,
        "seeds": len(SEEDS),
        "hands": len(exam()),
        "proposer": by_proposer(),
        "judge": by_judge(),
        "backup": by_backup(),
        "picked": {
            name: [picked(name, n, SEEDS) for n in LINES]
            for name in ("likes small", "learned judge", "verifier")
        },
    }
    keep("ch19/exam", data)


if __name__ == "__main__":
    main(sys.argv[1:])
