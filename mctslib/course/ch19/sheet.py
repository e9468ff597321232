"""Make the printable sheet of chapter 19: generated steps, and one layer of a beam."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from mctslib.course.teach.html import BLANK, table
from mctslib.words import count, worth

TITLE = "Nobody plays against you"
LINES = 8
LONGEST = 4  # the largest number of steps in a line
BUDGETS = (5, 10, 15, 20)
BEGINNINGS = 6
WIDTH = 3


class CountedLine(NamedTuple):
    """A line that best-of-n has drawn."""

    steps: int
    solves: bool


class BeamBeginning(NamedTuple):
    """The probabilities, in tenths, of the beginning of a line (`before`) and of its next step
    (`step`).
    """

    before: int
    step: int

    @property
    def hundredths(self) -> int:
        """The probability of the beginning and its next step together, in hundredths."""
        return self.before * self.step


class StepsProblem(NamedTuple):
    """The problems on one sheet."""

    lines: list[CountedLine]
    beginnings: list[BeamBeginning]


def handout(rng: random.Random) -> tuple[str, str]:
    """Return the page for one student and the page with the answers, as HTML."""
    problem = drawn(rng)
    return questions(problem), answers(problem)


# ---------------------------------------------------------- the problem


def drawn(rng: random.Random) -> StepsProblem:
    """Draw the problems: lines of which at least the first two do not solve the hand, and
    beginnings with different products.
    """
    first = 2 + int((LINES - 3) * rng.random())
    lines = []
    for place in range(LINES):
        solves = place == first or (place > first and rng.random() < 0.3)
        lines.append(CountedLine(1 + int(LONGEST * rng.random()), solves))
    while True:
        beginnings = [
            BeamBeginning(1 + int(9 * rng.random()), 1 + int(9 * rng.random()))
            for _ in range(BEGINNINGS)
        ]
        if len({one.hundredths for one in beginnings}) == BEGINNINGS:
            return StepsProblem(lines, beginnings)


def lines_drawn(lines: Sequence[CountedLine], budget: int) -> int:
    """Count the lines that are begun before the budget of steps is spent."""
    spent = 0
    for drawn, line in enumerate(lines):
        if spent >= budget:
            return drawn
        spent += line.steps
    return len(lines)


def solved_after(lines: Sequence[CountedLine], budget: int) -> int | None:
    """Count the steps up to the end of the first line that solves the hand; return None if no line
    solves it.
    """
    spent = 0
    for line in lines[: lines_drawn(lines, budget)]:
        spent += line.steps
        if line.solves:
            return spent
    return None


def kept(beginnings: Sequence[BeamBeginning]) -> list[int]:
    """Return the numbers, counted from 1, of the beginnings that a beam keeps, likeliest first."""
    numbers = range(1, len(beginnings) + 1)
    likeliest = sorted(numbers, key=lambda number: -beginnings[number - 1].hundredths)
    return likeliest[:WIDTH]


# ---------------------------------------------------------- the pages


def questions(problem: StepsProblem) -> str:
    """Return the student's page as HTML."""
    budgets = [(count(budget, "step"), BLANK, BLANK) for budget in BUDGETS]
    rows = []
    for name, one in enumerate(problem.beginnings, start=1):
        rows.append((str(name), f"0.{one.before}", f"0.{one.step}", BLANK, BLANK))
    return (
        "<h2>1. Best of n</h2><p>Each line costs its steps. A new line is drawn as long as fewer"
        " steps are spent than the budget; a line that has begun is finished. These are the first"
        f" lines that would be drawn:</p>{lines_table(problem.lines)}"
        "<p>How many of these lines are drawn with each budget, if nothing stops the drawing? And"
        " after how many steps is the problem solved? Write – if it is not.</p>"
        f"{table(('budget', 'lines drawn', 'solved after'), budgets)}"
        f"<h2>2. A beam of width {WIDTH}</h2><p>The probability of a beginning is the product of"
        f" the shares of its steps. Which {WIDTH} does the beam keep?</p>"
        f"{table(BEAM, rows)}"
    )


BEAM = ("beginning", "so far", "next step", "product", "kept?")


def lines_table(lines: Sequence[CountedLine]) -> str:
    """Return a table of the lines as HTML, with one column for each line."""
    head = ("line", *map(str, range(1, len(lines) + 1)))
    steps = ("steps", *(str(line.steps) for line in lines))
    ends = ("end", *("✓" if line.solves else "✗" for line in lines))
    return table(head, [steps, ends])


def answers(problem: StepsProblem) -> str:
    """Return the page with the answers as HTML."""
    budgets = []
    for budget in BUDGETS:
        solved = solved_after(problem.lines, budget)
        said = "–" if solved is None else str(solved)
        drawn_lines = str(lines_drawn(problem.lines, budget))
        budgets.append((count(budget, "step"), drawn_lines, said))
    chosen = kept(problem.beginnings)
    rows = []
    for name, one in enumerate(problem.beginnings, start=1):
        product = worth(one.hundredths / 100)
        said = "✓" if name in chosen else "✗"
        rows.append((str(name), f"0.{one.before}", f"0.{one.step}", product, said))
    return (
        f"<h2>1. Best of n</h2>{lines_table(problem.lines)}"
        f"{table(('budget', 'lines drawn', 'solved after'), budgets)}"
        f"<h2>2. A beam of width {WIDTH}</h2>{table(BEAM, rows)}"
    )
