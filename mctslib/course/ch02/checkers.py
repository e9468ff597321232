"""Checkers of chapter 02, Choose between slot machines."""

import random
from collections.abc import Callable, Sequence
from math import inf, isclose, log, sqrt
from typing import Any

from mctslib.course.exercise import Wrong, call, close, demand, exercise, given, same, typed
from mctslib.policies import ucb1

COUNTS, SUMS = (8, 5, 3), (5, 3, 1)  # the machine on paper; chapter 02 shows the same table
C = sqrt(2)
NEAR = 0.006  # two decimals, rounded

# ---------------------------------------------------------------------------- exercise 2: on paper


@exercise("Right: the arm that was pulled least gets the largest bonus, and here that decides.")
def check_scores(answers: Any, next_arm: Any) -> None:
    """`answers`: arm → its UCB1 score with c = √2, to two decimals, for the arms of the table; the arm that is next."""
    given(answers, dict, "scores")
    given(next_arm, int, "next_arm")
    same(set(answers), {0, 1, 2}, "set(scores)", "One entry an arm: 0, 1 and 2.")
    for arm, right in enumerate(_scores(COUNTS, SUMS, C)):
        answer = typed(answers[arm], float, f"scores[{arm}]")
        if not abs(answer - right) <= NEAR:
            off = f"it should be {right:.2f}, and is off by {answer - right:+.2f}"
            raise Wrong(f"`scores[{arm}]` is {answer:.4g}; {off}. {_score_mistake(answer, arm)}")
    scores = _scores(COUNTS, SUMS, C)
    same(
        next_arm,
        scores.index(max(scores)),
        "next_arm",
        "The highest *score* is next, whatever its mean.",
    )


def _scores(counts: Sequence[int], sums: Sequence[float], c: float) -> list[float]:
    return [ucb1(s / n, n, sum(counts), c) if n else inf for n, s in zip(counts, sums)]


def _score_mistake(answer: float, arm: int) -> str:
    """The likely reason for a wrong score, as a sentence."""
    n, total, N = COUNTS[arm], SUMS[arm], sum(COUNTS)
    message = f"Here the mean is {total / n:g}, n = {n}, N = {N}."
    found = [words for slip, words in SCORE_MISTAKES if abs(answer - slip(total, n, N, C)) <= NEAR]
    return " ".join([message, *found[:1]])


Score = Callable[[float, int, int, float], float]
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

# ---------------------------------------------------------------------------- exercise 3: UCB1

Table = tuple[list[int], list[float], float]
TABLES: list[Table] = [
    ([8, 4, 2], [5, 2, 1], C),
    ([8, 4, 2], [5, 2, 1], 0.0),
    ([3, 0, 5], [3, 0, 1], C),
    ([0, 0], [0, 0], C),
    ([0] * 9, [0] * 9, C),
    ([0] * 99, [0] * 99, C),
    ([1, 1], [0, 0], 1.0),
    ([2, 2, 2], [1, 2, 2], 1.0),
]


@exercise("Right: UCB1, and every arm once before anything else.")
def check_choose(own: Callable[..., Any]) -> None:
    """`own(counts, sums, c)` → the arm UCB1 pulls next; of equals the first."""
    tables = [*TABLES, *_random_tables(300)]
    answers = [_choice(own, *table) for table in tables]
    for answer, (counts, sums, c) in zip(answers, tables):
        scores = _scores(counts, sums, c)
        if answer != scores.index(max(scores)):
            why = "The scores are " + ", ".join(f"{score:.3f}" for score in scores) + "."
            why = f"{why} {_choice_mistake(answers, tables)}"
            same(answer, scores.index(max(scores)), _shown(counts, sums, c), why)


def _shown(counts: Sequence[int], sums: Sequence[float], c: float) -> str:
    return f"choose({list(counts)}, {list(sums)}, {c:.4g})"


def _choice(own: Callable[..., Any], counts: Sequence[int], sums: Sequence[float], c: float) -> int:
    shown = _shown(counts, sums, c)
    answer = call(own, list(counts), list(sums), c, returns=int, shown=shown)
    demand(
        0 <= answer < len(counts), f"`{shown}` is {answer}; the arms are 0 to {len(counts) - 1}."
    )
    return answer


def _random_tables(count: int) -> list[Table]:
    """Tables in which one arm is clearly ahead, so that rounding decides nothing."""
    rng = random.Random(2)
    found: list[Table] = []
    while len(found) < count:
        counts = [1 + int(60 * rng.random() ** 4) for _ in range(2 + int(3 * rng.random()))]
        sums = [float(int((n + 1) * rng.random())) for n in counts]
        c = round(3 * rng.random(), 2)
        first, second = sorted(_scores(counts, sums, c))[:-3:-1]
        if first - second > 1e-6:
            found.append((counts, sums, c))
    return found


def _choice_mistake(answers: Sequence[int], tables: Sequence[Table]) -> str:
    """The mistake that explains every answer, as a sentence."""
    if any(
        0 in counts and answer != counts.index(0) for answer, (counts, _, _) in zip(answers, tables)
    ):
        return "An arm without pulls comes first: its mean is not known at all."
    for mistake, words in CHOICE_MISTAKES:
        if all(
            0 in table[0] or answer in _best(mistake, *table)
            for answer, table in zip(answers, tables)
        ):
            return words
    return "Compare with the formula, term by term."


def _best(score: Score, counts: Sequence[int], sums: Sequence[float], c: float) -> list[int]:
    """All the arms with the highest score."""
    values = [score(s, n, sum(counts), c) for n, s in zip(counts, sums)]
    return [arm for arm, value in enumerate(values) if isclose(value, max(values))]


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

# ---------------------------------------------------------------------------- exercise 1: regret


@exercise("Right: each pull of a worse arm costs its gap, and pulls of the best arm cost nothing.")
def check_regret(own: Callable[..., Any]) -> None:
    """`own(means, counts)` → Σ counts[i] · (best mean − means[i])."""
    cases = [
        ([0.2, 0.5, 0.6, 0.3], [10, 20, 60, 10]),
        ([0.5, 0.5], [3, 4]),
        ([0.9, 0.1, 0.4], [0, 0, 7]),
    ]
    for means, counts in cases:
        shown = f"regret({means}, {counts})"
        answer = call(own, means, counts, returns=float, shown=shown)
        close(answer, _regret(means, counts), shown, _regret_mistake(answer, means, counts))


def _regret(means: Sequence[float], counts: Sequence[int]) -> float:
    return sum(count * (max(means) - mean) for mean, count in zip(means, counts))


def _regret_mistake(answer: float, means: Sequence[float], counts: Sequence[int]) -> str:
    """The likely reason for a wrong regret, as a sentence."""
    most = means[list(counts).index(max(counts))]
    if isclose(answer, sum(m * n for m, n in zip(means, counts))):
        return "That is what the pulls bring on average. Regret is what they bring *less* than the best arm would."
    if isclose(answer, -_regret(means, counts)):
        return "The sign is the other way round: best mean − mean of the arm."
    if isclose(answer, _regret(means, counts) / sum(counts)):
        return "That is the regret of one pull; do not divide."
    if isclose(answer, sum(n * (most - m) for m, n in zip(means, counts))):
        return "Compare with the arm that *is* best, not with the one pulled most."
    if isclose(answer, sum(max(means) - m for m in means)):
        return "Each gap counts as often as its arm was pulled."
    return "Add up, over the arms, count × (best mean − mean)."


# ---------------------------------------------------------------------------- exercise 4: rescale c

SCALES = {
    "cents": (
        100 * C,
        "From 0…1 to 0…100 the means grow a hundredfold, so the bonus must grow a hundredfold too.",
    ),
    "win or lose": (2 * C, "Rewards −1 and 1 lie 2 apart, not 1: twice the width, twice the c."),
    "plus five": (
        C,
        "5 more on every reward lifts all scores alike, and changes no choice: the width is what counts.",
    ),
    "half": (C / 2, "Rewards from 0 to ½ are half as wide: half the c."),
}


@exercise("Right: c grows with the width of the rewards, and does not care where they begin.")
def check_rescaled(answers: Any) -> None:
    """`answers`: name of a range → the c that makes the same pulls as c = √2 does on rewards from 0 to 1."""
    given(answers, dict, "rescaled_c")
    missing = [name for name in SCALES if name not in answers]
    demand(not missing, f"Still to be answered: {', '.join(missing)}.")
    for name, (right, why) in SCALES.items():
        answer = typed(answers[name], float, f'rescaled_c["{name}"]')
        close(answer, right, f'rescaled_c["{name}"]', why, tolerance=0.005)
