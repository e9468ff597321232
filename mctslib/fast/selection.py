"""The child that selection walks to, compiled by numba: the same one as that of `policies.UCB1`, to the last bit.

Divisions and roots are slow, so for few children the scores are looked up in a table of 1/n, 1/√n and √(log n).
Those are right to about 1e-15.  Where no child with another number of visits comes so near the highest, that
decides: with the same visits, scores are equal, or half a visit's share apart.  Else the scores are worked out as
the readable engine does it.
"""

from math import log, sqrt

import numpy as np

from mctslib.fast.draws import part
from mctslib.fast.layout import FIRST, KIND, POINTS, VISITS

FEW = 9  # children whose scores are looked up
ALMOST, TINY, HUGE = (
    1 - 1e-12,
    1e-200,
    1e6,
)  # nearer to each other, smaller or larger, scores are worked out
ROW = 8  # children whose scores are worked out at once
KNOWN = 1 << 15  # visits up to here are in the table
ROOT_LOGS, LOGS = (
    2 * KNOWN,
    3 * KNOWN,
)  # where in the table: 1/2n and 1/√n side by side, then √(log n), then log n
_VISITS = np.maximum(np.arange(KNOWN), 1)
_LOGS = np.array([log(n) for n in _VISITS.tolist()])
_SHARES = np.column_stack([0.5 / _VISITS, 1 / np.sqrt(_VISITS)]).ravel()
TABLE = np.concatenate([_SHARES, np.sqrt(_LOGS), _LOGS])  # handed to the kernels


@part
def best_child(tree, node, c, scores, table):
    """The child with the highest UCB1 score; of equals the first."""
    visits, number = tree[VISITS, node], tree[KIND, node]
    first = np.uint64(
        tree[FIRST, node]
    )  # unsigned: else each place would be checked for being negative
    best, sure, known = np.uint64(0), False, visits < KNOWN
    if known and number <= FEW:
        best, sure = look_up(
            tree, first, np.uint64(number), c * table[np.uint64(ROOT_LOGS + visits)], table
        )
    if not sure:
        log_visits = table[np.uint64(LOGS + visits)] if known else log(visits)
        best = work_out(tree, first, number, log_visits, c, scores)
    return first + best


@part
def look_up(tree, first, number, weight, table):
    """The number of the best child by scores from the table; sure if none with other visits comes out almost equal."""
    best, highest, second, best_n = np.uint64(0), -1.0, -1.0, 0
    for k in range(number):
        n = tree[VISITS, first + k]
        share = np.uint64(2 * n)
        score = tree[POINTS, first + k] * table[share] + weight * table[share + np.uint64(1)]
        second = max(second, min(score, highest)) if n != best_n else second
        better = score > highest
        best = np.uint64(k) if better else best
        best_n = n if better else best_n
        highest = max(score, highest)
    return best, second < highest * ALMOST and TINY < highest < HUGE


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
