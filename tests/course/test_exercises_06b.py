"""Right and wrong answers that test the checkers of chapter 06b."""

from fractions import Fraction

import numpy as np

from mctslib.course.ch06b.checkers import (
    check_trap,
)
from mctslib.course.ch06b.counted import Copies

CHECKS = {"06b": {"trap": check_trap}}


def by_columns(playouts, own, edges):
    """Add with numpy, column by column."""
    n, visits, total = np.array(edges, dtype=float).reshape(-1, 3).T
    return int(playouts + n.sum()), own + (n * total / visits).sum()


def in_fractions(playouts, own, edges):
    """Compute the values of the ends first, exactly."""
    means = [Fraction(total) / visits for _, visits, total in edges]
    total = Fraction(own) + sum(edge[0] * mean for edge, mean in zip(edges, means))
    return [playouts + sum(edge[0] for edge in edges), total]


def trap(bad, good, other, **more):
    """Return the chapter's small game with some bad moves, C's reward, and G's."""
    ends = {"C": good, "G": other, **dict.fromkeys(bad, 0)}
    return {"start": "X: A B", "A": f"X: C {' '.join(bad)}", "B": "O: C G", **ends, **more}


OTHER_WAY = {  # O begins, the names are others, and the paths meet at `Low`
    "start": "O: Left Right",
    "Left": "O: Low 1 2 3 4",
    "Right": "X: Low mid",
    "Low": np.float64(0.25),
    "mid": 0.4,
    **dict.fromkeys("1234", np.int64(1)),
}

RIGHT = [
    ("trap", trap("DEFH", 1, 0.8)),
    ("trap", OTHER_WAY),
    ("learn", by_columns),
    ("learn", in_fractions),
]
WRONG = [
    ("trap", trap("DEFHIJ", 0.75, 0.5), "has 11 positions"),
    ("trap", trap("DEFH", 0.75, 0.5), "The tree is right 10 of 10 times, the dictionary 3 times"),
    ("trap", trap("DE", 0.75, 0.6), "where does it get the visits"),
    ("trap", trap("DEFH", 1, 0.9), "must not catch the tree"),
    ("trap", trap("DE", 0.5, 0.5), "Every first move is right"),
    ("trap", {"start": "X: A B", "A": 1, "B": 0.5}, "No two paths meet"),
    ("trap", trap("D", 0.75, 0.5, D="X: A"), "comes back to A"),
    ("trap", trap("D", 0.75, 0.5, K=1), "leads to ['K']"),
    ("trap", trap("D", 0.75, 0.5, D="X: K"), "which the table lacks"),
    ("trap", trap("D", 0.75, 2), "a number from 0 to 1"),
    ("trap", trap("D", 0.75, "1/2"), "write it like"),
    ("trap", {"A": 1}, "has no line for"),
    ("trap", {"start": 1}, "nobody can choose"),
    ("trap", "MEET", "dict"),
]


def test_without_an_answer_nothing_is_checked():
    assert check_trap(...).status == "pending"


def test_of_eight_nodes_with_six_positions_a_quarter_are_repeated():
    assert Copies(nodes=8, positions=6, most=2).repeated == 0.25
