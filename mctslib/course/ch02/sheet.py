"""The paper sheet of chapter 02, on which a student computes UCB1's scores and a regret."""

import random
from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from mctslib.course.teach.html import BLANK, UCB1, table
from mctslib.policies import ucb1
from mctslib.words import number, points, worked, worth

TITLE = "Choose between slot machines"
C = sqrt(2)
CLEAR = 0.03  # the best score leads by more than this, so two decimals are enough


class Arm(NamedTuple):
    """One arm of the machine on a sheet."""

    pulls: int
    wins: int  # number of pulls with reward 1


Arms = list[Arm]


class Problem(NamedTuple):
    """The numbers on one sheet."""

    arms: Arms
    paid: int  # reward of the next pull, 0 or 1
    tenths: list[int]  # the true mean of each arm, in tenths, all different


def handout(rng: random.Random) -> tuple[str, str]:
    """Return two pages as HTML: the questions for one student, and the answers."""
    problem = drawn(rng)
    return questions(problem), answers(problem)


# ---------------------------------------------------------- the problem


def drawn(rng: random.Random) -> Problem:
    """Return a random machine on which UCB1's next two choices are clear."""
    while True:
        number = 3 + int(2 * rng.random())
        arms = [drawn_arm(rng) for _ in range(number)]
        paid = int(2 * rng.random())
        if is_clear(arms) and is_clear(after_pull(arms, best(arms), paid)):
            return Problem(arms, paid, different_tenths(rng, number))


def drawn_arm(rng: random.Random) -> Arm:
    """Return a random arm with 2 to 10 pulls."""
    pulls = 2 + int(9 * rng.random())
    return Arm(pulls, int((pulls + 1) * rng.random()))


def different_tenths(rng: random.Random, number: int) -> list[int]:
    """Return different random whole numbers from 1 to 9.

    number  the length of the result, at most 9
    """
    left = list(range(1, 10))
    return [left.pop(int(len(left) * rng.random())) for _ in range(number)]


def scores(arms: Arms) -> list[float]:
    """Return UCB1's score of each arm, with c = √2."""
    total = sum(arm.pulls for arm in arms)
    return [ucb1(arm.wins / arm.pulls, arm.pulls, total, C) for arm in arms]


def best(arms: Arms) -> int:
    """Return the arm that UCB1 pulls next."""
    return scores(arms).index(max(scores(arms)))


def is_clear(arms: Arms) -> bool:
    """Return whether the best arm is so far ahead that rounding cannot change the choice."""
    second, first = sorted(scores(arms))[-2:]
    return first - second > CLEAR


def after_pull(arms: Arms, chosen: int, paid: int) -> Arms:
    """Return the arms after one more pull of the arm `chosen`, which pays `paid`."""
    later = list(arms)
    later[chosen] = Arm(arms[chosen].pulls + 1, arms[chosen].wins + paid)
    return later


def costs(problem: Problem) -> list[float]:
    """Return the cost of each arm's pulls, compared with as many pulls of the best arm."""
    most = max(problem.tenths)
    return [arm.pulls * (most - tenth) / 10 for arm, tenth in zip(problem.arms, problem.tenths)]


# ---------------------------------------------------------- the pages


def questions(problem: Problem) -> str:
    """Return the page with the questions, as HTML."""
    arms = problem.arms
    first = [(k, arm.pulls, arm.wins, BLANK, BLANK, BLANK) for k, arm in enumerate(arms)]
    again = [(k, BLANK, BLANK, BLANK) for k in range(len(arms))]
    truth = [(k, arms[k].pulls, f"0.{tenth}", BLANK) for k, tenth in enumerate(problem.tenths)]
    return (
        f"<h2>1 · Which arm is next?</h2><p>A machine has {len(arms)} arms, and a pull pays 0 or "
        f"1. UCB1 pulls the arm with the highest score, {UCB1}. Q is the arm’s mean, n is the "
        "number of its pulls, N is the number of pulls of all arms together, and c = √2 = 1.414. "
        "Compute with two decimals.</p>"
        f"{table(('arm', 'pulls n', 'paid', 'mean Q', 'bonus', 'score'), in_text(first))}"
        f"<p>Next is {BLANK}.</p>"
        f"<h2>2 · Which arm comes after that?</h2><p>UCB1 pulls this arm, which pays "
        f"{problem.paid}. Which numbers change? Compute the new scores:</p>"
        f"{table(('arm', 'mean Q', 'bonus', 'score'), in_text(again))}<p>Next is {BLANK}.</p>"
        "<h2>3 · What is the regret?</h2><p>The table below has the true mean of each arm. Compute "
        "the regret of the pulls <em>in the first table</em>. A pull costs the best true mean "
        "minus the true mean of its arm."
        f"</p>{table(('arm', 'pulls n', 'pays', 'costs'), in_text(truth))}"
        f"<p>The regret is {BLANK}.</p>"
    )


def answers(problem: Problem) -> str:
    """Return the page with the answers, as HTML."""
    later = after_pull(problem.arms, best(problem.arms), problem.paid)
    most = max(problem.tenths)
    rows = []
    for k, cost in enumerate(costs(problem)):
        cost_worked = f"{number(problem.arms[k].pulls)} × (0.{most} − 0.{problem.tenths[k]})"
        rows.append((k, cost_worked, points(cost)))
    return (
        f"<h2>1 · Which arm is next?</h2>{solved(problem.arms)}"
        f"<h2>2 · Which arm comes after that?</h2>{solved(later)}"
        "<p>All bonuses change, because N has grown. The arm that was pulled has a new mean and a "
        "smaller bonus. The other arms keep their means, and their bonuses grow.</p>"
        "<h2>3 · What is the regret?</h2>"
        f"{table(('arm', 'pulls × cost of one', 'costs'), in_text(rows))}"
        f"<p>The regret is {number(sum(costs(problem)), 1)}.</p>"
    )


def solved(arms: Arms) -> str:
    """Return, as HTML, a sentence that names the arm that UCB1 pulls next, and the table of
    scores.
    """
    total = sum(arm.pulls for arm in arms)
    chosen = best(arms)
    rows = []
    for k, (arm, score) in enumerate(zip(arms, scores(arms))):
        mean = arm.wins / arm.pulls
        rows.append(
            (
                k,
                arm.pulls,
                worth(mean),
                f"1.414 · √({worked(log(total))} / {number(arm.pulls)}) = {worth(score - mean)}",
                f"<b>{worth(score)} ◀</b>" if k == chosen else worth(score),
            )
        )
    head = ("arm", "pulls n", "mean Q", "bonus", "score")
    next_arm = f"Next is arm {chosen}, because its score is the highest."
    sums = f"<p>N = {number(total)}, ln N = {worked(log(total))}. {next_arm}</p>"
    return sums + table(head, in_text(rows))


def in_text(rows: Sequence[tuple[object, ...]]) -> list[list[str]]:
    """Return the cells of a table as strings."""
    return [[str(cell) for cell in row] for row in rows]
