"""Checkers of chapter 02, Choose between slot machines."""

import random
from collections.abc import Callable, Sequence
from math import inf, isclose, log, sqrt
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
from mctslib.words import number, signed

COUNTS, SUMS = (8, 5, 3), (5, 3, 1)  # the machine on paper; chapter 02 shows the same table
C = sqrt(2)
NEAR = 0.006  # two decimals, rounded
Score = Callable[[float, int, int, float], float]
"""A function of an arm's sum of rewards, its pulls n, all pulls N, and c."""


def ucb1_scores(counts: Sequence[int], sums: Sequence[float], c: float) -> list[float]:
    """Return the score of each arm; an arm without pulls has an infinite one."""
    scores = []
    for n, total in zip(counts, sums):
        scores.append(ucb1(total / n, n, sum(counts), c) if n else inf)
    return scores


def ucb1_arm(counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    """Return the arm that UCB1 pulls next, of equal scores the first."""
    scores = ucb1_scores(counts, sums, c)
    return scores.index(max(scores))


# ---------------------------------------------------------- exercise 1: regret

MACHINES = [  # true means, and how often each arm was pulled
    ([0.2, 0.5, 0.6, 0.3], [10, 20, 60, 10]),
    ([0.5, 0.5], [3, 4]),
    ([0.9, 0.1, 0.4], [0, 0, 7]),
    ([0.1234, 0.98765], [3, 1]),
    ([12.5, 80.0, 3.25], [2, 5, 9]),
    ([-1.0, -0.25, -0.5], [4, 1, 2]),
    ([k / 64 for k in range(12)], list(range(12))),
    ([1 / 3, 2 / 7, 5 / 9], [3, 5, 4]),  # no number of decimals is enough
]


@exercise("Right: each pull of a worse arm costs its gap, and pulls of the best arm cost nothing.")
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
    otherwise = "Add up, over the arms, count × (best mean − mean)."
    why = explained(REGRET_MISTAKES, cases, wrong, otherwise)
    for answer, (means, counts) in zip(answers, MACHINES):
        close(answer, regret(means, counts), f"regret({means}, {counts})", why)


def regret(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return what it costs to pull each arm so often, compared with always pulling the best."""
    best = max(means)
    return sum(count * (best - mean) for mean, count in zip(means, counts))


def income(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return what the pulls bring on average."""
    return sum(mean * count for mean, count in zip(means, counts))


def regret_of_favourite(means: Sequence[float], counts: Sequence[int]) -> float:
    """Return what the arms cost compared with the one that was pulled most."""
    favourite = means[list(counts).index(max(counts))]
    return sum(count * (favourite - mean) for mean, count in zip(means, counts))


def rounded(digits: int) -> Callable[..., float]:
    """Return the function that gives the regret rounded to so many decimals."""
    return lambda means, counts: round(regret(means, counts), digits)


REGRET_MISTAKES: Mistakes = [  # a function of (means, counts), and what to say
    (
        income,
        "That is what the pulls bring on average. Regret is what they bring *less* than the best "
        "arm would.",
    ),
    (
        lambda means, counts: -regret(means, counts),
        "The sign is the other way round: best mean − mean of the arm.",
    ),
    (
        lambda means, counts: regret(means, counts) / sum(counts),
        "That is the regret of one pull; do not divide.",
    ),
    (
        regret_of_favourite,
        "Compare with the arm that *is* best, not with the one pulled most.",
    ),
    (
        lambda means, counts: sum(max(means) - mean for mean in means),
        "Each gap counts as often as its arm was pulled.",
    ),
    *[(rounded(digits), "That is rounded: return the sum as it is.") for digits in range(9)],
]


# ---------------------------------------------------------- exercise 2: on paper


@exercise("Right: the arm that was pulled least gets the largest bonus, and here that decides.")
def check_scores(answers: Any, next_arm: Any) -> None:
    """Check the scores of the arms on paper, and which arm is next.

    answers   arm → its UCB1 score with c = √2, to two decimals
    next_arm  the arm with the highest score
    """
    given(answers, dict, "scores")
    next_arm = whole(next_arm, "next_arm")
    same(set(answers), {0, 1, 2}, "set(scores)", "One entry for each arm: 0, 1 and 2.")
    for arm, right in enumerate(ucb1_scores(COUNTS, SUMS, C)):
        answer = typed(answers[arm], float, f"scores[{arm}]")
        if not abs(answer - right) <= NEAR:
            off = f"it should be {number(right, 2)}, and is off by {signed(answer - right, 2)}"
            why = score_mistake(answer, arm)
            raise Wrong(f"`scores[{arm}]` is {number(answer, 2)}; {off}. {why}")
    highest = "The highest *score* is next, whatever its mean."
    same(next_arm, ucb1_arm(COUNTS, SUMS, C), "next_arm", highest)


def score_mistake(answer: float, arm: int) -> str:
    """Return the numbers of the arm, and the likely reason for its wrong score, as sentences."""
    n = COUNTS[arm]
    total = SUMS[arm]
    N = sum(COUNTS)
    numbers = f"Here the mean is {number(total / n)}, n = {n}, N = {N}."
    for mistake, words in SCORE_MISTAKES:
        if abs(answer - mistake(total, n, N, C)) <= NEAR:
            return f"{numbers} {words}"
    return numbers


SCORE_MISTAKES: list[tuple[Score, str]] = [
    (lambda s, n, N, c: s / n, "That is the mean alone: add the bonus."),
    (lambda s, n, N, c: c * sqrt(log(N) / n), "That is the bonus alone: add the mean."),
    (lambda s, n, N, c: s / n + sqrt(log(N) / n), "The bonus is to be multiplied by c = √2."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(n) / n),
        "Under the logarithm stand the pulls of *all* arms together.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N, 10) / n),
        "`ln` is the natural logarithm, base e, not base 10.",
    ),
    (lambda s, n, N, c: s / n + c * log(N) / n, "The square root is missing."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N)) / n,
        "The square root goes over the whole fraction ln N / n.",
    ),
    (
        lambda s, n, N, c: s + c * sqrt(log(N) / n),
        "That starts from the sum of the rewards: divide it by n.",
    ),
]


# ---------------------------------------------------------- exercise 3: UCB1

Table = tuple[list[int], list[float], float]
"""What `choose` is given: the pulls of each arm, the sum of its rewards, and c."""

TABLES: list[Table] = [
    ([8, 4, 2], [5, 2, 1], C),
    ([8, 4, 2], [5, 2, 1], 0.0),
    ([3, 0, 5], [3, 0, 1], C),
    ([3, 0, 5], [3, 0, 1], 0.0),  # without c only infinity brings an arm without pulls to the front
    ([1, 0], [1, 0], C),  # ln 1 = 0: the same
    ([1, 0], [5000.0, 0], 1.0),  # 1,000 is not infinity
    ([1, 0], [1e100, 0], 1.0),  # and neither is any other number that one might write
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


@exercise("Right: UCB1, and every arm once before anything else.")
def check_choose(own: Callable[..., Any]) -> None:
    """Check that `own(counts, sums, c)` returns the arm UCB1 pulls next; of equals the first."""
    tables = [*TABLES, *random_tables(300, 2, 4), *random_tables(60, 5, 12)]
    answers = [choice(own, *table) for table in tables]
    for answer, (counts, sums, c) in zip(answers, tables):
        right = ucb1_arm(counts, sums, c)
        if answer != right:
            scores = ", ".join(number(score, 3) for score in ucb1_scores(counts, sums, c))
            why = f"The scores are {scores}. {choice_mistake(answers, tables)}"
            same(answer, right, choose_call(counts, sums, c), why)


def choose_call(counts: Sequence[int], sums: Sequence[float], c: float) -> str:
    """Return how a call is shown in a message."""
    return f"choose({list(counts)}, {list(sums)}, {number(round(c, 3))})"


def choice(own: Callable[..., Any], counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    """Call `own`; return the arm it chooses."""
    shown = choose_call(counts, sums, c)
    answer = call(own, list(counts), list(sums), c, returns=float, shown=shown)
    arm = whole(answer, shown)
    last = len(counts) - 1
    demand(0 <= arm <= last, f"`{shown}` is {arm}; the arms are 0 to {last}.")
    return arm


def random_tables(number: int, fewest: int, most: int) -> list[Table]:
    """Return tables with one arm clearly ahead, so that rounding decides nothing.

    fewest, most  arms in a table
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
    """Return the mistake that explains every answer, as a sentence."""
    first_of_equals = True
    for arm, (counts, _, _) in zip(answers, tables):
        if 0 in counts and counts[arm] > 0:
            return "An arm without pulls comes first: its mean is not known at all."
        if 0 in counts and arm != counts.index(0):
            first_of_equals = False
    if not first_of_equals:
        return "Of several arms without pulls take the first, as of all equal scores."
    for mistake, words in CHOICE_MISTAKES:
        if all(
            0 in table[0] or arm in best_arms(mistake, *table)
            for arm, table in zip(answers, tables)
        ):
            return words
    return "Compare with the formula, term by term."


def best_arms(score: Score, counts: Sequence[int], sums: Sequence[float], c: float) -> list[int]:
    """Return all the arms with the highest score."""
    scores = [score(total, n, sum(counts), c) for n, total in zip(counts, sums)]
    return [arm for arm, one in enumerate(scores) if isclose(one, max(scores))]


CHOICE_MISTAKES: list[tuple[Score, str]] = [
    (lambda s, n, N, c: s / n + c * sqrt(log(N) / n), "Of equal scores take the first."),
    (lambda s, n, N, c: s / n, "That is the best mean; where is the bonus?"),
    (
        lambda s, n, N, c: s / n + sqrt(2 * log(N) / n),
        "The bonus is to be multiplied by the `c` that was given.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(2 * log(N) / n),
        "There is a factor √2 too many: it belongs to c already.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(n) / n),
        "Under the logarithm stand the pulls of *all* arms together.",
    ),
    (
        lambda s, n, N, c: s + c * sqrt(log(N) / n),
        "Divide the sum by the count: the score starts with the *mean*.",
    ),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N)) / n,
        "The square root goes over the whole fraction ln N / n.",
    ),
    (lambda s, n, N, c: s / n + c * log(N) / n, "The square root is missing."),
    (
        lambda s, n, N, c: s / n + c * sqrt(log(N, 10) / n),
        "That is not ln, the logarithm to the base e.",
    ),
    (
        lambda s, n, N, c: -s / n - c * sqrt(log(N) / n),
        "That is the lowest score; UCB1 takes the highest.",
    ),
]


# ---------------------------------------------------------- exercise 4: rescale c

SCALES = {  # name of a machine → the right c, and what to say to another one
    "cents": (
        100 * C,
        "From 0…1 to 0…100 the means grow a hundredfold, so the bonus must grow a hundredfold too.",
    ),
    "win or lose": (2 * C, "Rewards −1 and 1 lie 2 apart, not 1: twice the width, twice the c."),
    "plus five": (
        C,
        "5 more on every reward lifts all scores alike, and changes no choice: the width is what "
        "counts.",
    ),
    "half": (C / 2, "Rewards from 0 to ½ are half as wide: half the c."),
}


@exercise("Right: c grows with the width of the rewards, and does not care where they begin.")
def check_rescaled(answers: Any) -> None:
    """Check `answers`: name of a machine → the c that makes the same pulls as √2 does on 0…1."""
    given(answers, dict, "rescaled_c")
    missing = [name for name in SCALES if name not in answers]
    demand(not missing, f"Still to be answered: {', '.join(missing)}.")
    for name, (right, why) in SCALES.items():
        answer = typed(answers[name], float, f'rescaled_c["{name}"]')
        close(answer, right, f'rescaled_c["{name}"]', why, tolerance=0.005)
