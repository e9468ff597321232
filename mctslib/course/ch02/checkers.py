"""Checkers of chapter 02 ("Choose between slot machines")."""

import random
from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from typing import Any

from mctslib.course.exercise import (
    call,
    demand,
    exercise,
    given,
    typed,
    whole,
)
from mctslib.course.grading import Case, Graded
from mctslib.course.paper_scores import check_paper_scores
from mctslib.policies import ucb1
from mctslib.words import number

COUNTS, SUMS = (8, 5, 3), (5, 3, 1)  # the machine of exercise 2, as in the table of chapter 02
C = sqrt(2)
NEAR = 0.006  # tolerance for a score that was rounded to two decimals


def ucb1_scores(counts: Sequence[int], sums: Sequence[float], c: float) -> list[float]:
    """Return the score of each arm; the score of an arm without pulls is infinity."""
    scores = []
    for n, total in zip(counts, sums):
        scores.append(ucb1(total / n, n, sum(counts), c) if n else inf)
    return scores


# ---------------------------------------------------------- exercise 1: regret

MACHINES: list[
    tuple[list[float], list[int]]
] = [  # for each machine, the true means of its arms and the number of pulls of each arm
    ([0.2, 0.5, 0.6, 0.3], [10, 20, 60, 10]),
    ([0.5, 0.5], [3, 4]),
    ([0.9, 0.1, 0.4], [0, 0, 7]),
    ([0.1234, 0.98765], [3, 1]),
    ([12.5, 80.0, 3.25], [2, 5, 9]),
    ([-1.0, -0.25, -0.5], [4, 1, 2]),
    ([k / 64 for k in range(12)], list(range(12))),
    ([1 / 3, 2 / 7, 5 / 9], [3, 5, 4]),  # means without an exact decimal form
]


def regret(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return the cost of counts[k] pulls of each arm k, compared with pulls of the best arm
    alone.
    """
    best = max(means)
    return sum(count * (best - mean) for mean, count in zip(means, counts))


REGRET = Case(([0.5, 0.6], [3, 7]), prose="`regret([0.5, 0.6], [3, 7])` is 0.3")
check_regret = Graded(
    "02", regret, lambda: [*(Case(machine) for machine in MACHINES), REGRET], returns=float
).checker()


# ---------------------------------------------------------- exercise 2: on paper


@exercise("Your scores are right. The arm with the fewest pulls has the largest bonus.")
def check_scores(answers: Any, next_arm: Any) -> None:
    """Check the reader's UCB1 scores of the arms, and the arm that UCB1 pulls next.

    answers   dict from each arm to its UCB1 score with c = √2, rounded to two decimals
    next_arm  the arm with the highest score
    """
    next_arm = whole(next_arm, "next_arm")
    arms = {arm: (total / n, n) for arm, (n, total) in enumerate(zip(COUNTS, SUMS))}
    check_paper_scores(answers, arms, sum(COUNTS), C, NEAR)
    highest = "UCB1 pulls the arm with the highest *score*, not the arm with the highest mean."
    demand(next_arm == choose(COUNTS, SUMS, C), f"`next_arm` is not {next_arm}. {highest}")


# ---------------------------------------------------------- exercise 3: UCB1

Table = tuple[list[int], list[float], float]
"""The arguments of `choose`: the pulls of each arm, the sum of its rewards, and c."""

TABLES: list[Table] = [
    ([8, 4, 2], [5, 2, 1], C),
    ([8, 4, 2], [5, 2, 1], 0.0),
    ([3, 0, 5], [3, 0, 1], C),
    ([3, 0, 5], [3, 0, 1], 0.0),  # with c = 0, arm 1 comes first only if its score is infinite
    ([1, 0], [1, 0], C),  # here the same holds for any c, because ln 1 = 0
    ([1, 0], [5000.0, 0], 1.0),  # 1,000 is too small to stand for infinity
    ([1, 0], [1e15, 0], 1.0),  # 1e15 is too small as well
    ([1000, 1000], [500.0, 500.0001], 0.0),  # the means differ in the seventh decimal
    ([0, 0], [0, 0], C),
    ([0] * 9, [0] * 9, C),
    ([0] * 99, [0] * 99, C),
    ([1], [0], C),
    ([1, 1], [0, 0], 1.0),
    ([2, 2, 2], [1, 2, 2], 1.0),
    ([2, 4, 6], [1, 2, 3], 0.0),
    ([4, 4], [-30.0, -10.0], 0.5),  # rewards below 0
    ([9, 7, 8, 9, 7, 2], [300.0, 500.0, 100.0, 200.0, 400.0, 90.0], 100 * C),
]


def choose(counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    """Return the arm that UCB1 pulls next, the first of the arms with the highest score."""
    N = sum(counts)
    scores = [total / n + c * sqrt(log(N) / n) if n else inf for n, total in zip(counts, sums)]
    return scores.index(max(scores))


def tables() -> list[Case]:
    """Return the cases of exercise 3."""
    tables = [*TABLES, *random_tables(300, 2, 4), *random_tables(30, 5, 12)]
    return [Case(table, f"the scores are {in_decimals(ucb1_scores(*table))}") for table in tables]


def ask_for_arm(
    own: Callable[..., Any], counts: list[int], sums: list[float], c: float, shown: str
) -> int:
    """Return the arm that the reader's function chooses, which may be a float such as 2.0."""
    arm = whole(call(own, counts, sums, c, returns=float, shown=shown), shown)
    last = len(counts) - 1
    demand(0 <= arm <= last, f"`{shown}` is {arm}, but the arms are 0 to {last}.")
    return arm


check_choose = Graded("02", choose, tables, ask=ask_for_arm).checker()


def in_decimals(scores: Sequence[float]) -> str:
    """Return the scores as a string, with enough decimals to tell different scores apart."""
    different = len({round(score, 8) for score in scores})
    for decimals in range(3, 9):
        texts = [number(score, decimals) for score in scores]
        if len(set(texts)) == different:
            break
    return ", ".join(texts)


def random_tables(number: int, fewest: int, most: int) -> list[Table]:
    """Return random tables in which one arm is so far ahead that rounding cannot change the choice.

    number  the number of tables
    fewest  the smallest number of arms in a table
    most    the largest number of arms in a table
    """
    rng = random.Random(2)
    found: list[Table] = []
    while len(found) < number:
        arms = fewest + int((most - fewest + 1) * rng.random())
        counts = [1 + int(60 * rng.random() ** 4) for _ in range(arms)]
        sums = [float(int((n + 1) * rng.random())) for n in counts]
        c = round(3 * rng.random(), 2)
        second, first = sorted(ucb1_scores(counts, sums, c))[-2:]
        if first - second > 1e-6:
            found.append((counts, sums, c))
    return found


# ---------------------------------------------------------- exercise 4: a machine of one's own

RUNS = 1000
PULLS = 1000
SELDOM, OFTEN = 100, 900  # the runs in which greedy may, and UCB1 must, end with the best arm
MOST_ARMS = 50


@exercise("Right.")
def check_machine(machine: Any) -> str:
    """Check that greedy seldom ends with the best arm of a machine, while UCB1 mostly does."""
    from mctslib.course.ch02.bandit import UCB1Arm, greedy, play_runs  # needs numpy

    means = [typed(mean, float, "a mean of machine") for mean in given(machine, list, "machine")]
    demand(2 <= len(means) <= MOST_ARMS, f"Give the machine from 2 to {MOST_ARMS} arms.")
    demand(all(0 <= mean <= 1 for mean in means), "A true mean is a probability, from 0 to 1.")
    demand(means.count(max(means)) == 1, "Two arms have the highest mean: give a single best arm.")
    best = means.index(max(means))
    by_greedy, by_ucb1 = (
        play_runs(policy, means, [PULLS]).favourite(best) for policy in (greedy, UCB1Arm(C))
    )
    seen = f"Greedy pulled the best arm most in {by_greedy:,} of {RUNS:,} runs"
    demand(by_greedy <= SELDOM, f"{seen}, more than {SELDOM}. {lucky(means, best)}")
    seen = f"{seen}, and UCB1 in {by_ucb1:,}"
    close_by = "Give UCB1 fewer arms, or a best arm that stands out more."
    demand(by_ucb1 >= OFTEN, f"{seen}, fewer than {OFTEN}. {close_by}")
    return f"Right. {seen}. One bad first impression, and greedy never comes back."


def lucky(means: Sequence[float], best: int) -> str:
    """Return the reason why greedy finds the best arm of a machine too often."""
    if best == 0 and means[best] <= SELDOM / RUNS:
        return (
            "If every arm loses its first pull, all means are 0, and greedy takes the first arm. "
            "So which place should the best arm have?"
        )
    often = "Too often the best arm wins its first pull and has the mean 1"
    return f"{often}: the probability of this is {number(means[best])}."
