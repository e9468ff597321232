"""Right answers to the exercises of chapter 21; the chapter's own measurements use them, too."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.96  # standard errors on each side of a 95 % interval


def paired(own: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Return how many questions only the first player has right, and how many only the second.

    own, other  1 (right) or 0 (wrong) for each question, in the same order
    """
    more = 0
    fewer = 0
    for a, b in zip(own, other, strict=True):
        if a > b:
            more += 1
        if b > a:
            fewer += 1
    return more, fewer


def lead(own: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean difference of two players' marks and the ends of its 95 % interval.

    own, other  the marks of each player, from 0 to 1, for the same questions in the same order; at
                least two questions

    The interval is computed from the differences in single questions, because both players had the
    same questions.
    """
    differences = [a - b for a, b in zip(own, other, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    half = Z95 * sqrt(variance / n)
    return mean, mean - half, mean + half


def iterations_for(milliseconds: float, small: tuple[int, float], large: tuple[int, float]) -> int:
    """Return how many iterations fit into a time, at least 1.

    milliseconds  the time for a move, in milliseconds
    small, large  two measurements of the same player with different numbers of iterations: pairs of
                  the number of iterations and the milliseconds for a move

    A move takes a fixed time plus the same time for each iteration.  Two measurements determine
    both times.
    """
    (n, t), (more, longer) = small, large
    each = (longer - t) / (more - n)
    fixed = t - each * n
    return max(1, int((milliseconds - fixed) / each))


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Return for each comparison whether it shows a difference, by Holm's correction (1979).

    chances  the p-value of each comparison: the probability that equal players differ at least as
             much
    level    the largest allowed probability of one mistake or more, over all comparisons

    The smallest p-value must be at most level / m, where m is the number of comparisons, the next
    one at most level / (m − 1), and so on.  The first one that is larger ends the list.
    """
    counts = [False] * len(chances)
    left = len(chances)
    for k in sorted(range(len(chances)), key=chances.__getitem__):
        if chances[k] > level / left:
            break
        counts[k] = True
        left -= 1
    return counts
