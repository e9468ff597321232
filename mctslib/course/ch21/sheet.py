"""Make the printable sheet of chapter 21: paired answers, Holm's correction, and equal time."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from mctslib.course.ch21.answers import holm, paired
from mctslib.course.teach.html import BLANK, table
from mctslib.words import count, number, worked

TITLE = "The last exam"
QUESTIONS = 10
COMPARISONS = 5
THOUSANDTHS = range(2, 60)  # the p-values that can be drawn, in thousandths
LEVEL = 0.05
FEW, MANY = (50, 100, 200), (300, 400, 500)  # the numbers of iterations in the two measurements
COSTS = (1, 2, 4)  # milliseconds for 100 iterations
FIXED = (1, 2, 3)  # milliseconds before the first iteration
TIMES = (10, 20, 50)  # milliseconds for a move


class PlayerCost(NamedTuple):
    """The time that a player takes for a move, and the numbers of iterations in two measurements of
    this time.
    """

    fixed: int  # milliseconds before the first iteration
    each: int  # milliseconds for 100 iterations
    few: int  # the number of iterations in the first measurement
    many: int  # the number of iterations in the second measurement

    def milliseconds(self, iterations: int) -> float:
        """Return the time that a move with this many iterations takes, in milliseconds."""
        return self.fixed + self.each * iterations / 100

    def fitting(self, milliseconds: int) -> int:
        """Return the number of iterations that fit into a given time, computed exactly with whole
        numbers.
        """
        return 100 * (milliseconds - self.fixed) // self.each


class ExamProblem(NamedTuple):
    """The problems on one sheet."""

    one: list[int]  # 1 for each question that the first player has right, else 0
    other: list[int]
    chances: list[float]  # p-values
    cost: PlayerCost


def handout(rng: random.Random) -> tuple[str, str]:
    """Return the page for one student and the page with the answers, as HTML."""
    problem = drawn(rng)
    return questions(problem), answers(problem)


# ---------------------------------------------------------- the problem


def drawn(rng: random.Random) -> ExamProblem:
    """Draw the answers of two players, p-values, and two measurements.

    Each of the players has at least one question right that the other has wrong.
    """
    while True:
        one = [int(rng.random() < 0.6) for _ in range(QUESTIONS)]
        other = [int(rng.random() < 0.6) for _ in range(QUESTIONS)]
        if min(paired(one, other)) > 0:
            break
    return ExamProblem(one, other, drawn_chances(rng), drawn_cost(rng))


def drawn_chances(rng: random.Random) -> list[float]:
    """Draw different p-values, some of which count by Holm's correction and some of which do
    not.
    """
    while True:
        drawn_numbers = [chosen(THOUSANDTHS, rng) for _ in range(COMPARISONS)]
        chances = [number / 1000 for number in drawn_numbers]
        if len(set(chances)) == COMPARISONS and len(set(holm(chances, LEVEL))) == 2:
            return chances


def drawn_cost(rng: random.Random) -> PlayerCost:
    """Draw the time that a player takes for a move, and the numbers of iterations in the
    measurements.
    """
    return PlayerCost(chosen(FIXED, rng), chosen(COSTS, rng), chosen(FEW, rng), chosen(MANY, rng))


def chosen(numbers: Sequence[int], rng: random.Random) -> int:
    """Return one of the numbers, each with the same probability."""
    return numbers[int(len(numbers) * rng.random())]


def limits(chances: Sequence[float]) -> list[tuple[float, float]]:
    """Return the p-values in ascending order, each with its bound: the largest p-value that counts
    at its rank.
    """
    rows = []
    for place, chance in enumerate(sorted(chances)):
        rows.append((chance, LEVEL / (len(chances) - place)))
    return rows


# ---------------------------------------------------------- the pages


def questions(problem: ExamProblem) -> str:
    """Return the student's page as HTML."""
    rows = [(worked(chance), BLANK, BLANK) for chance in sorted(problem.chances)]
    times = [(f"{time} ms", BLANK) for time in TIMES]
    return (
        f"{first_part(problem)}<p>How many questions does only A have right, and how many does "
        "only B have right?</p>"
        f"{table(('', 'questions'), [('only A', BLANK), ('only B', BLANK)])}"
        f"{second_part()}{table(('p-value', 'at most', 'counts?'), rows)}"
        f"{third_part(problem)}{table(('time for a move', 'iterations'), times)}"
    )


def answers(problem: ExamProblem) -> str:
    """Return the page with the answers as HTML."""
    more, fewer = paired(problem.one, problem.other)
    counted = dict(zip(problem.chances, holm(problem.chances, LEVEL), strict=True))
    rows = []
    for chance, limit in limits(problem.chances):
        rows.append((worked(chance), number(limit, 4), "✓" if counted[chance] else "✗"))
    times = [(f"{time} ms", f"{problem.cost.fitting(time):,}") for time in TIMES]
    return (
        f"{first_part(problem)}"
        f"{table(('', 'questions'), [('only A', str(more)), ('only B', str(fewer))])}"
        f"{second_part()}{table(('p-value', 'at most', 'counts?'), rows)}"
        f"{third_part(problem)}{table(('time for a move', 'iterations'), times)}"
    )


def first_part(problem: ExamProblem) -> str:
    """Return the heading of the first question and the table of two players' answers, as HTML."""
    head = ("question", *map(str, range(1, QUESTIONS + 1)))
    rows = [("A", *map(sign, problem.one)), ("B", *map(sign, problem.other))]
    return f"<h2>1. The questions that count</h2>{table(head, rows)}"


def second_part() -> str:
    """Return the text of the second question as HTML."""
    return (
        "<h2>2. Holm's correction</h2><p>The level is 5%. The smallest of"
        f" {COMPARISONS} p-values may be at most 0.05 / {COMPARISONS}, the next one at most"
        f" 0.05 / {COMPARISONS - 1}, and so on. The first p-value that is too large does not "
        "count, nor does any larger p-value.</p>"
    )


def third_part(problem: ExamProblem) -> str:
    """Return the text of the third question as HTML."""
    cost = problem.cost
    short = f"{number(cost.milliseconds(cost.few))} ms for {count(cost.few, 'iteration')}"
    long = f"{number(cost.milliseconds(cost.many))} ms for {count(cost.many, 'iteration')}"
    return (
        f"<h2>3. Equal time</h2><p>A player takes {short}, and {long}. A move takes a fixed "
        "time plus the same time for each iteration. How many iterations fit into the times "
        "below?</p>"
    )


def sign(right: int) -> str:
    """Return ✓ for a right answer and ✗ for a wrong one."""
    return "✓" if right else "✗"
