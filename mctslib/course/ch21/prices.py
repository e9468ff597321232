"""Measure how many milliseconds of CPU time a move takes on the questions of the exam."""

from __future__ import annotations

import random
import time

from mctslib.course.ch21.exam import questions
from mctslib.course.ch21.players import Candidate
from mctslib.machine import in_browser

# A browser has no CPU clock.
CPU_TIME = time.perf_counter if in_browser() else time.process_time
REPEATED = 3
PRICED = 60  # the number of questions on which a move is timed


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
