"""Checkers of chapter 02 ("Choose between slot machines")."""

import random
from collections.abc import Callable, Sequence
from math import inf, isclose, isnan, log, sqrt
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    given,
    same,
    typed,
    whole,
)
from mctslib.policies import ucb1
from mctslib.words import number, signed, worth

COUNTS, SUMS = (8, 5, 3), (5, 3, 1)  # the machine of exercise 2, as in the table of chapter 02
C = sqrt(2)
NEAR = 0.006  # tolerance for a score that was rounded to two decimals
Score = Callable[[float, int, int, float], float]
"""A function of an arm's sum of rewards, the arm's pulls n, the number N of all pulls, and c."""


def ucb1_scores(counts: Sequence[int], sums: Sequence[float], c: float) -> list[float]:
    """Return the score of each arm; the score of an arm without pulls is infinity."""
    scores = []
    for n, total in zip(counts, sums):
        scores.append(ucb1(total / n, n, sum(counts), c) if n else inf)
    return scores


def ucb1_arm(counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    """Return the arm that UCB1 pulls next, the first of the arms with the highest score."""
    scores = ucb1_scores(counts, sums, c)
    return scores.index(max(scores))


# ---------------------------------------------------------- exercise 1: regret

MACHINES = [  # for each machine, the true means of its arms and the number of pulls of each arm
    ([0.2, 0.5, 0.6, 0.3], [10, 20, 60, 10]),
    ([0.5, 0.5], [3, 4]),
    ([0.9, 0.1, 0.4], [0, 0, 7]),
    ([0.1234, 0.98765], [3, 1]),
    ([12.5, 80.0, 3.25], [2, 5, 9]),
    ([-1.0, -0.25, -0.5], [4, 1, 2]),
    ([k / 64 for k in range(12)], list(range(12))),
    ([1 / 3, 2 / 7, 5 / 9], [3, 5, 4]),  # means without an exact decimal form
]


@exercise("Your regret is right. A pull of a worse arm costs its gap. The best arm costs nothing.")
def check_regret(own: Callable[..., Any]) -> None:
    """Check that `own(means, counts)` returns Σ counts[i] · (best mean − means[i])."""
    answers = [
        call(own, means, counts, returns=float, shown=f"regret({means}, {counts})")
        for means, counts in MACHINES
    ]
    cases = []
    wrong = []
    for answer, (means, counts) in zip(answers, MACHINES):
        if not isclose(answer, regret(means, counts), rel_tol=1e-9, abs_tol=1e-9):
            cases.append((means, counts))
            wrong.append(answer)
    otherwise = "Add up count × (best mean − mean) over the arms."
    why = explained(REGRET_MISTAKES, cases, wrong, otherwise)
    for answer, (means, counts) in zip(answers, MACHINES):
        close(answer, regret(means, counts), f"regret({means}, {counts})", why)


def regret(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return the cost of counts[k] pulls of each arm k, compared with pulls of the best arm
    alone.
    """
    best = max(means)
    return sum(count * (best - mean) for mean, count in zip(means, counts))


def income(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return the expected sum of the rewards of all pulls."""
    return sum(mean * count for mean, count in zip(means, counts))


def regret_of_favourite(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return the cost of the pulls, compared with pulling the arm that was pulled most often."""
    favourite = means[list(counts).index(max(counts))]
    return sum(count * (favourite - mean) for mean, count in zip(means, counts))


def rounded(digits: int) -> Callable[..., float]:
    """Return a function that computes the regret and rounds it to `digits` decimals."""
    return lambda means, counts: round(regret(means, counts), digits)


REGRET_MISTAKES: Mistakes = [  # a wrong function of (means, counts), and the message
    (
        income,
        "You computed the expected sum of rewards. The regret is the amount by which this sum "
        "is *less* than the expected sum from the best arm alone.",
    ),
    (
        lambda means, counts: -regret(means, counts),
        "Your sign is wrong. The gap is the best mean minus the arm's own mean.",
    ),
    (
        lambda means, counts: regret(means, counts) / sum(counts),
        "You computed the average regret of one pull. Do not divide by the number of pulls.",
    ),
    (
        regret_of_favourite,
        "Compare with the arm that has the best true mean, not with the arm pulled most often.",
    ),
    (
        lambda means, counts: sum(max(means) - mean for mean in means),
        "You added each gap once. Multiply each gap by the number of pulls of its arm.",
    ),
    *[(rounded(digits), "You rounded the sum. Return the exact sum.") for digits in range(9)],
]


# ---------------------------------------------------------- exercise 2: on paper


@exercise("Your scores are right. The arm with the fewest pulls has the largest bonus.")
def check_scores(answers: Any, next_arm: Any) -> None:
    """Check the reader's UCB1 scores of the arms, and the arm that UCB1 pulls next.

    answers   dict from each arm to its UCB1 score with c = √2, rounded to two decimals
    next_arm  the arm with the highest score
    """
    given(answers, dict, "scores")
    next_arm = whole(next_arm, "next_arm")
    same(set(answers), {0, 1, 2}, "set(scores)", "Write one entry for each arm: 0, 1 and 2.")
    for arm, right in enumerate(ucb1_scores(COUNTS, SUMS, C)):
        answer = typed(answers[arm], float, f"scores[{arm}]")
        demand(not isnan(answer), f"`scores[{arm}]` is nan, which is not a number.")
        if abs(answer - right) > NEAR:
            off = f"it should be {worth(right)}, so it is off by {signed(answer - right, 2)}"
            why = score_mistake(answer, arm)
            raise Wrong(f"`scores[{arm}]` is {worth(answer)}; {off}. {why}")
    highest = "UCB1 pulls the arm with the highest *score*, not the arm with the highest mean."
    same(next_arm, ucb1_arm(COUNTS, SUMS, C), "next_arm", highest)


def score_mistake(answer: float, arm: int) -> str:
    """Return a message with the arm's numbers and the likely mistake in its score."""
    n = COUNTS[arm]
    total = SUMS[arm]
    N = sum(COUNTS)
    numbers = f"Here the mean is {number(total / n)}, n = {n}, N = {N}."
    for mistake, words in SCORE_MISTAKES:
        if abs(answer - mistake(total, n, N, C)) <= NEAR:
            return f"{numbers} {words}"
    return numbers


SCORE_MISTAKES: list[tuple[Score, str]] = [
    (lambda s, n, N, c: s / n, "Your score is the mean alone. Add the bonus."),
    (lambda s, n, N, c: c * sqrt(log(N) / n), "Your score is the bonus alone. Add the mean."),
    (lambda s, n, N, c: s / n + sqrt(log(N) / n), "Multiply the bonus by c = √2."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(n) / n),
        "The logarithm is taken of N, the pulls of *all* arms together.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N, 10) / n),
        "You took the logarithm to base 10. `ln` is the logarithm to base e.",
    ),
    (lambda s, n, N, c: s / n + c * log(N) / n, "The square root is missing."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N)) / n,
        "Take the square root of the whole fraction ln N / n.",
    ),
    (
        lambda s, n, N, c: s + c * sqrt(log(N) / n),
        "You added the bonus to the sum of the rewards. Divide the sum by n first.",
    ),
]


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


@exercise("This is UCB1. It pulls each arm once, and then the arm with the highest score.")
def check_choose(own: Callable[..., Any]) -> None:
    """Check that `own(counts, sums, c)` returns the arm that UCB1 pulls next."""
    tables = [*TABLES, *random_tables(300, 2, 4), *random_tables(60, 5, 12)]
    answers = [choice(own, *table) for table in tables]
    for answer, (counts, sums, c) in zip(answers, tables):
        right = ucb1_arm(counts, sums, c)
        if answer != right:
            scores = in_decimals(ucb1_scores(counts, sums, c))
            why = f"The scores are {scores}. {choice_mistake(answers, tables)}"
            same(answer, right, choose_call(counts, sums, c), why)


def in_decimals(scores: Sequence[float]) -> str:
    """Return the scores as a string, with enough decimals to tell different scores apart."""
    different = len({round(score, 8) for score in scores})
    for decimals in range(3, 9):
        texts = [number(score, decimals) for score in scores]
        if len(set(texts)) == different:
            break
    return ", ".join(texts)


def choose_call(counts: Sequence[int], sums: Sequence[float], c: float) -> str:
    """Return a call to `choose` as it is written in a message."""
    return f"choose({list(counts)}, {list(sums)}, {number(round(c, 3))})"


def choice(own: Callable[..., Any], counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    """Call `own`, and return the arm that it chooses."""
    shown = choose_call(counts, sums, c)
    answer = call(own, list(counts), list(sums), c, returns=float, shown=shown)
    arm = whole(answer, shown)
    last = len(counts) - 1
    demand(0 <= arm <= last, f"`{shown}` is {arm}, but the arms are 0 to {last}.")
    return arm


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


def choice_mistake(answers: Sequence[int], tables: Sequence[Table]) -> str:
    """Return a message about the mistake that explains every answer."""
    first_of_equals = True
    for arm, (counts, _, _) in zip(answers, tables):
        if 0 in counts and counts[arm] > 0:
            return "An arm without pulls comes first, because its mean is unknown."
        if 0 in counts and arm != counts.index(0):
            first_of_equals = False
    if not first_of_equals:
        return "If several arms have no pulls, choose the first of them."
    for mistake, words in CHOICE_MISTAKES:
        if all(
            0 in table[0] or arm in best_arms(mistake, *table)
            for arm, table in zip(answers, tables)
        ):
            return words
    return "Compare your score with the formula, term by term."


def best_arms(score: Score, counts: Sequence[int], sums: Sequence[float], c: float) -> list[int]:
    """Return all the arms with the highest score."""
    scores = [score(total, n, sum(counts), c) for n, total in zip(counts, sums)]
    return [arm for arm, one in enumerate(scores) if isclose(one, max(scores))]


CHOICE_MISTAKES: list[tuple[Score, str]] = [
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N) / n),
        "If several scores are equal, choose the first.",
    ),
    (lambda s, n, N, c: s / n, "You chose the best mean. Add the bonus to each mean."),
    (
        lambda s, n, N, c: s / n + sqrt(2 * log(N) / n),
        "Multiply the bonus by the argument `c`.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(2 * log(N) / n),
        "Leave out the factor √2, because c already contains it.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(n) / n),
        "The logarithm is taken of N, the pulls of *all* arms together.",
    ),
    (
        lambda s, n, N, c: s + c * sqrt(log(N) / n),
        "The score starts with the *mean*. Divide the sum by the count.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N)) / n,
        "Take the square root of the whole fraction ln N / n.",
    ),
    (lambda s, n, N, c: s / n + c * log(N) / n, "The square root is missing."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N, 10) / n),
        "You took a logarithm to another base. `ln` is the logarithm to base e.",
    ),
    (
        lambda s, n, N, c: round(s / n + c * sqrt(log(N) / n), 3),
        "You rounded the scores. Compare the exact scores.",
    ),
    (
        lambda s, n, N, c: -s / n - c * sqrt(log(N) / n),
        "You chose the lowest score. UCB1 chooses the highest.",
    ),
]


# ---------------------------------------------------------- exercise 4: rescale c

SCALES = {  # name of a machine → the right c, and the message for a wrong answer
    "cents": (
        100 * C,
        "The means grow a hundredfold, so the bonus must grow a hundredfold too.",
    ),
    "win or lose": (
        2 * C,
        "The rewards −1 and 1 are 2 apart, not 1. Twice the width needs twice the c.",
    ),
    "plus five": (
        C,
        "Adding 5 to each reward raises all scores by the same amount, so the choices stay the "
        "same. Only the width of the rewards matters.",
    ),
    "half": (C / 2, "The rewards 0 and ½ are ½ apart, not 1. Half the width needs half the c."),
}


@exercise(
    "Right: c grows with the width of the range of rewards, no matter where this range begins."
)
def check_rescaled(answers: Any) -> None:
    """Check the constants c that the reader gives for the machines.

    With the right c, UCB1 pulls the same arms as it does with c = √2 and the rewards 0 and 1.

    answers  dict from the name of a machine to c
    """
    given(answers, dict, "rescaled_c")
    missing = [name for name in SCALES if name not in answers]
    demand(not missing, f"These machines have no answer yet: {', '.join(missing)}.")
    for name, (right, why) in SCALES.items():
        answer = typed(answers[name], float, f'rescaled_c["{name}"]')
        close(answer, right, f'rescaled_c["{name}"]', why, tolerance=0.005)
