"""Pick the child that selection visits next, as `policies.UCB1` does; compiled by numba.

Divisions and roots are slow.  So the scores of a node with few children are computed from a table
of 1/n, 1/√n and √(log n), with errors of about 1e-15.  The child with the highest of these scores
is picked, unless a child with a different number of visits has almost the same score.  Between
children with the same number of visits these errors do not matter, because their scores are equal,
or differ by at least half a point divided by the visits, which is much more than the error.  In all
other cases the scores are computed as in the readable engine.
"""

from math import log, sqrt

import numpy as np

from mctslib.fast.draws import part
from mctslib.fast.layout import FIRST, KIND, POINTS, VISITS

FEW = 9  # the largest number of children whose scores are looked up
# Scores are computed exactly if the second-highest score is at least ALMOST times the highest
# score, or if the highest score is not between TINY and HUGE.
ALMOST = 1 - 1e-12
TINY = 1e-200
HUGE = 1e6
ROW = 8  # the number of children whose scores are computed together
KNOWN = 1 << 15  # the table covers visit counts below this number
# The table contains 1/2n and 1/√n side by side; √(log n) begins at ROOT_LOGS, and log n at LOGS.
ROOT_LOGS = 2 * KNOWN
LOGS = 3 * KNOWN
_VISITS = np.maximum(np.arange(KNOWN), 1)
_LOGS = np.array([log(n) for n in _VISITS.tolist()])
_SHARES = np.column_stack([0.5 / _VISITS, 1 / np.sqrt(_VISITS)]).ravel()
TABLE = np.concatenate([_SHARES, np.sqrt(_LOGS), _LOGS])  # passed to the kernels


@part
def best_child(tree, node, c, scores, table):
    """Return the place of the child with the highest UCB1 score; ties go to the first child."""
    visits = tree[VISITS, node]
    number = tree[KIND, node]
    # The place is unsigned; otherwise numba would check whether each place is negative.
    first = np.uint64(tree[FIRST, node])
    best = np.uint64(0)
    sure = False
    known = visits < KNOWN
    if known and number <= FEW:
        weight = c * table[np.uint64(ROOT_LOGS + visits)]
        best, sure = look_up(tree, first, np.uint64(number), weight, table)
    if not sure:
        log_visits = table[np.uint64(LOGS + visits)] if known else log(visits)
        best = work_out(tree, first, number, log_visits, c, scores)
    return first + best


@part
def look_up(tree, first, number, weight, table):
    """Find the best child with the table; return its number, and whether the choice is certain.

    The choice is certain if no child with a different number of visits has almost the same score.
    """
    best = np.uint64(0)
    highest = -1.0
    second = -1.0
    best_n = 0
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
    """Compute the scores exactly, and return the number of the best child.

    The scores are computed in full rows of eight, even if some of them are not needed.  A processor
    can divide, or take the roots of, four or eight numbers in the time that it needs for one.
    """
    for k in range(np.uint64(number + ROW - 1 & -ROW)):
        n = tree[VISITS, first + k]
        scores[k] = tree[POINTS, first + k] * 0.5 / n + c * sqrt(log_visits / n)
    best = 0
    highest = scores[0]
    for k in range(1, number):
        better = scores[k] > highest
        best = k if better else best
        highest = scores[k] if better else highest
    return np.uint64(best)
