"""Right and wrong answers that test the checkers of chapter 06b."""

from fractions import Fraction

import numpy as np

from mctslib.course.ch06b.checkers import (
    COUNT_MISTAKES,
    Q_MISTAKES,
    check_counts,
    check_learn,
    check_q_anew,
)

CHECKS = {"06b": {"counts": check_counts, "q_anew": check_q_anew, "learn": check_learn}}


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
    ("counts", (504, 252, 3024, 756)),
    ("counts", np.array([504, 252, 3024, 756])),
    ("counts", [504.0, 252.0, 3024.0, 756.0]),
    ("q_anew", 0.525),
    ("q_anew", Fraction(21, 40)),
    ("learn", by_columns),
    ("learn", in_fractions),
]
WRONG = [
    *(("counts", numbers, words) for numbers, words in COUNT_MISTAKES),
    ("counts", [504, 252, 3024, 755], "positions after four"),
    ("counts", [504, 252], "a list of four numbers"),
    *(("q_anew", number, words) for number, words in Q_MISTAKES),
    ("q_anew", 0.9, "0.52"),
]


def test_without_an_answer_nothing_is_checked():
    for answer in (None, ..., [None] * 4):
        assert check_counts(answer).status == "pending"
    assert check_q_anew(...).status == "pending"
