"""Correct answers to the exercises of chapter 21, which the chapter's own measurements also use."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.96  # the number of standard errors on each side of a 95% interval


def paired(one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Count the questions that only the first player answered correctly, and the questions that
    only the second player answered correctly.

    one, other  the marks of the two players: 1 (right) or 0 (wrong) for each question, in the same
                order
    """
    more = sum(a > b for a, b in zip(one, other, strict=True))
    fewer = sum(a < b for a, b in zip(one, other, strict=True))
    return more, fewer


def lead(own: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean difference between two players' marks, and the ends of its 95% interval.

    own, other  the marks of each player, from 0 to 1, for the same questions in the same order; at
                least two questions

    The interval is computed from the difference in each question, because both players answered the
    same questions.
    """
    differences = [a - b for a, b in zip(own, other, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    half = Z95 * sqrt(variance / n)
    return mean, mean - half, mean + half


def needed(questions: int, lead: float, half: float) -> int:
    """Return the smallest number of questions whose interval excludes 0, if the lead stays.

    questions  the number of questions of the first exam
    lead       > 0, the lead that it has found
    half       > 0, half the width of the lead's interval
    """
    return int(questions * (half / lead) ** 2) + 1


def iterations_for(milliseconds: float, small: tuple[int, float], large: tuple[int, float]) -> int:
    """Return the number of iterations that fit into the given time, or 1 if none fits.

    milliseconds  the time available for a move, in milliseconds
    small, large  two measurements of the same player with different numbers of iterations, each a
                  pair: the number of iterations, and the time of a move in milliseconds

    A move takes a fixed time plus the same time for each iteration.  Two measurements determine
    both times.
    """
    (n, t), (more, longer) = small, large
    each = (longer - t) / (more - n)
    fixed = t - each * n
    return max(1, int((milliseconds - fixed) / each))


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Decide, with Holm's correction (1979), which comparisons show a difference.

    chances  the p-value of each comparison: the probability that two equally strong players would
             differ at least as much
    level    the largest allowed probability that one or more comparisons show a difference only by
             chance

    Let m be the number of comparisons.  To show a difference, the smallest p-value must be at most
    level / m, the next one at most level / (m − 1), and so on.  The first p-value above its bound,
    and all larger p-values, show no difference.
    """
    counts = [False] * len(chances)
    left = len(chances)
    for k in sorted(range(len(chances)), key=chances.__getitem__):
        if chances[k] > level / left:
            break
        counts[k] = True
        left -= 1
    return counts
