"""Check the UCB1 scores that a reader has computed on paper."""

from collections.abc import Callable, Mapping
from math import log, log10, sqrt
from typing import Any

from mctslib.course.exercise import Wrong, given, same, typed
from mctslib.policies import ucb1
from mctslib.words import number, worth

Score = Callable[[float, int, int, float], float]
"""A formula for a score, from Q and n of the child, N of its parent (or all pulls), and c."""

SLIPS: dict[str, Score] = {  # wrong formulas, in the order in which they are tried
    "Your score is the mean alone. Add the bonus.": lambda Q, n, N, c: Q,
    "Your score is the bonus alone. Add the mean Q.": lambda Q, n, N, c: c * sqrt(log(N) / n),
    "Multiply the bonus by c.": lambda Q, n, N, c: Q + sqrt(log(N) / n),
    "Take the logarithm of N, not of n.": lambda Q, n, N, c: Q + c * sqrt(log(n) / n),
    "You took the logarithm to base 10. `ln` is the logarithm to base e.": lambda Q, n, N, c: (
        Q + c * sqrt(log10(N) / n)
    ),
    "The square root is missing.": lambda Q, n, N, c: Q + c * log(N) / n,
    "Take the square root of the whole fraction ln N / n.": lambda Q, n, N, c: (
        Q + c * sqrt(log(N)) / n
    ),
    "c stands before the square root, not under it.": lambda Q, n, N, c: Q + sqrt(c * log(N) / n),
    "You added the bonus to the sum of the rewards. Divide the sum by n first.": (
        lambda Q, n, N, c: Q * n + c * sqrt(log(N) / n)
    ),
    "Your N is too small by 1.": lambda Q, n, N, c: Q + c * sqrt(log(N - 1) / n),
}


def check_paper_scores(
    answer: Any, arms: Mapping[Any, tuple[float, int]], N: int, c: float, near: float
) -> None:
    """Raise `Wrong`, naming the mistake that explains all scores, unless all scores are right.

    arms   the name of each arm or child → its mean Q and its n
    near   the largest difference that rounding explains
    """
    scores = given(answer, dict, "scores")
    same(set(scores), set(arms), "set(scores)", "Write one entry for each of them.")
    found = {arm: typed(scores[arm], float, f"scores[{arm}]") for arm in arms}

    def fits(formula: Score, arm: Any) -> bool:
        Q, n = arms[arm]
        return abs(found[arm] - formula(Q, n, N, c)) <= near

    for arm, (Q, n) in arms.items():
        if fits(ucb1, arm):
            continue
        way = "low" if found[arm] < ucb1(Q, n, N, c) else "high"  # not the right number itself
        wrong = [one for one in arms if not fits(ucb1, one)]
        slips = (words for words, slip in SLIPS.items() if all(fits(slip, one) for one in wrong))
        numbers = f"Here Q = {number(Q)}, n = {number(n)}, N = {number(N)}."
        said = f"`scores[{arm}]` is {worth(found[arm])}, which is too {way}. {numbers}"
        raise Wrong(f"{said} {next(slips, '')}".rstrip())
