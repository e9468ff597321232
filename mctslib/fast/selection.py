"""The child that selection walks to, compiled by numba: the same one as that of `policies.UCB1`, to the last bit.

Divisions and roots are slow, so for few children the scores are looked up in a table of 1/n, 1/√n and √(log n).
Those are right to about 1e-15.  Where only one child comes so near the highest, or several with the same visits and
points, that decides; else the scores are worked out as the readable engine does it.
"""
from __future__ import annotations

from math import log, sqrt

import numpy as np

from mctslib.fast.draws import part

VISITS, POINTS, ACTION, KIND, FIRST, NEXT = ROWS = range(6)  # of `tree`, see `kernels.py`
FEW = 9  # children whose scores are looked up
ALMOST, TINY = 1 - 1e-12, 1e-200  # nearer to each other, or smaller, scores are worked out
ROW = 8  # children whose scores are worked out at once
HALF_SHARE, ROOT, ROOT_LOG, LOG = range(4)  # columns of the table: 1/2n, 1/√n, √(log n), log n
_VISITS = np.maximum(np.arange(1 << 15), 1)
_LOGS = np.array([log(n) for n in _VISITS.tolist()])
TABLE = np.column_stack([0.5 / _VISITS, 1 / np.sqrt(_VISITS), np.sqrt(_LOGS), _LOGS])  # handed to the kernels


@part
def best_child(tree, node, c, scores, table):
    """The child with the highest UCB1 score; of equals the first."""
    visits, number = tree[VISITS, node], tree[KIND, node]
    first = np.uint64(tree[FIRST, node])  # unsigned: else each place would be checked for being negative
    best, sure, known = np.uint64(0), False, visits < len(table)
    if known and number <= FEW:
        best, sure = look_up(tree, first, np.uint64(number), c * table[np.uint64(visits), ROOT_LOG], scores, table)
    if not sure:
        log_visits = table[np.uint64(visits), LOG] if known else log(visits)
        best = work_out(tree, first, number, log_visits, c, scores)
    return first + best


@part
def look_up(tree, first, number, weight, scores, table):
    """The number of the best child by scores from the table; sure if no different child comes out almost equal.

    One pass mostly does: it finds the two highest.  Only if they are close a second looks at who is equal to whom.
    """
    highest, second, best = -1.0, -1.0, np.uint64(0)
    for k in range(number):
        row = np.uint64(tree[VISITS, first + k])
        score = tree[POINTS, first + k] * table[row, HALF_SHARE] + weight * table[row, ROOT]
        scores[k] = score
        second = max(second, min(score, highest))
        best = np.uint64(k) if score > highest else best
        highest = max(score, highest)
    if second < highest * ALMOST:
        return best, highest > TINY
    best, n, points, sure = number, tree[VISITS, first], tree[POINTS, first], True
    for step in range(number):
        k = number - np.uint64(1) - step
        close, other_n, other_points = scores[k] >= highest * ALMOST, tree[VISITS, first + k], tree[POINTS, first + k]
        sure &= (not close) | (best == number) | ((other_n == n) & (other_points == points))
        best = k if close else best
        n = other_n if close else n
        points = other_points if close else points
    return best, sure and highest > TINY


@part
def work_out(tree, first, number, log_visits, c, scores):
    """The number of the best child by the scores themselves, in full rows of eight, some of them for nothing.

    Processors divide and take roots of four or eight numbers in the time of one.
    """
    for k in range(np.uint64(number + ROW - 1 & -ROW)):
        n = tree[VISITS, first + k]
        scores[k] = tree[POINTS, first + k] * 0.5 / n + c * sqrt(log_visits / n)
    best, highest = 0, scores[0]
    for k in range(1, number):
        better = scores[k] > highest
        best = k if better else best
        highest = scores[k] if better else highest
    return np.uint64(best)
