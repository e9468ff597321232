"""Right and wrong answers that test the checkers of chapter 06b."""

from fractions import Fraction

import numpy as np

from mctslib.course.ch06b.checkers import (
    Q_MISTAKES,
    check_learn,
    check_q_anew,
)
from mctslib.course.ch06b.counted import Copies

CHECKS = {"06b": {"q_anew": check_q_anew, "learn": check_learn}}


def by_columns(playouts, own, edges):
    """Add with numpy, column by column."""
    n, visits, total = np.array(edges, dtype=float).reshape(-1, 3).T
    return int(playouts + n.sum()), own + (n * total / visits).sum()


def in_fractions(playouts, own, edges):
    """Compute the values of the ends first, exactly."""
    means = [Fraction(total) / visits for _, visits, total in edges]
    total = Fraction(own) + sum(edge[0] * mean for edge, mean in zip(edges, means))
    return [playouts + sum(edge[0] for edge in edges), total]


RIGHT = [
    ("q_anew", 0.525),
    ("q_anew", Fraction(21, 40)),
    ("learn", by_columns),
    ("learn", in_fractions),
]
WRONG = [
    *(("q_anew", number, words) for number, words in Q_MISTAKES),
    ("q_anew", 0.9, "0.52"),
]


def test_without_an_answer_nothing_is_checked():
    assert check_q_anew(...).status == "pending"


def test_of_eight_nodes_with_six_positions_a_quarter_are_repeated():
    assert Copies(nodes=8, positions=6, most=2).repeated == 0.25
