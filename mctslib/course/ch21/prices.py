"""Measure how many milliseconds of CPU time a move takes on the questions of the exam."""

from __future__ import annotations

import random
import time

from mctslib.course.ch21.exam import questions
from mctslib.course.ch21.players import CANDIDATES, Candidate
from mctslib.course.ch21.results import prices
from mctslib.fast import NoNumba
from mctslib.machine import in_browser

# A browser has no CPU clock.
CPU_TIME = time.perf_counter if in_browser() else time.process_time
REPEATED = 3
PRICED = 60  # the number of questions on which a move is timed
ASKED = 20  # the number of questions on which the own machine is timed
SHOWN = ("UCT", "win or block", "compiled", "PUCT")
ITERATIONS = 100


def price(candidate: Candidate, iterations: int, count: int = PRICED) -> float:
    """Return the mean CPU time that a candidate takes for a move, in milliseconds.

    count  the number of questions

    The candidate answers each question three times. Only the shortest time counts, because
    disturbances can only make a measurement longer.
    """
    total = 0.0
    for number, question in enumerate(questions()[:count]):
        state = question.state
        times = []
        for _ in range(REPEATED):
            rng = random.Random(number)
            begun = CPU_TIME()
            candidate.think(state, iterations, rng)
            times.append(CPU_TIME() - begun)
        total += min(times)
    return 1000 * total / count


def machine_ratio() -> None:
    """Print the CPU time that a few players need for 100 iterations, on this machine and on the
    machine of the exam.
    """
    stored = prices()
    own: dict[str, float] = {}
    for candidate in CANDIDATES:
        if candidate.name in SHOWN:
            try:
                price(candidate, 1, 1)  # loads or compiles code before the time is measured
                own[candidate.name] = price(candidate, ITERATIONS, ASKED)
            except NoNumba:
                print(f"{candidate.name} is not measured, because it needs numba.")
    print("CPU time for a move of 100 iterations: in milliseconds, and as a multiple of UCT's time")
    print(f"{'player':14}{'stored':>8}{'times':>9}{'here':>10}{'times':>9}")
    for name, cost in own.items():
        then = stored[name]["ms for 100"]
        line = f"{name:14}{then:>8.2f}{then / stored['UCT']['ms for 100']:>9.2f}"
        print(f"{line}{cost:>10.2f}{cost / own['UCT']:>9.2f}")
