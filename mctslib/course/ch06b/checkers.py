"""Checkers of chapter 06b: compute Q anew, and write `learn`.

The words and the common mistakes of `learn` are in `exercises.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mctslib.course.exercise import alike, close, demand, exercise, given, plain
from mctslib.course.grading import Case, Graded

Q_ANEW = 21 / 40
Q_MISTAKES: list[tuple[float, str]] = [
    (
        7 / 11,
        "7/11 takes all visits of the two positions. But 7 of C's visits came on other paths: weigh C with the 3 visits of this edge.",
    ),
    (
        1 / 2,
        "1/2 is the mean of the results that passed through here. The question is what is known *now*: C wins 7 of 10.",
    ),
    (
        7 / 20,
        "7/20 is the plain mean of 7/10 and 0. The edges have 3 visits and 1 visit: weigh them.",
    ),
    (21 / 10, "21/10 is W, the sum. Divide it by the visits of the edges."),
    (7 / 10, "7/10 is C's Q alone. One of the four visits went to D."),
    (
        21 / 110,
        "You divided by the visits of the two positions, 11. Only 4 visits went through these edges.",
    ),
    (
        7 / 4,
        "7/4 counts all seven wins of C for 4 visits. Three visits with Q = 7/10 are worth 2.1.",
    ),
]


@exercise("Right: 3 visits count 7/10 each, and 1 visit counts 0.")
def check_q_anew(answer: Any) -> None:
    """Check Q of a position that is computed from its edges."""
    number = float(given(answer, float, "q_anew"))
    for mistake, words in Q_MISTAKES:
        demand(abs(number - mistake) > 1e-3, words)
    close(number, Q_ANEW, "q_anew")


def learn(playouts: int, own: float, edges: Sequence[tuple[int, int, float]]) -> tuple[int, float]:
    """Return N and W of a position from its own playouts and its edges."""
    visits = playouts
    total = own
    for n, end_visits, end_total in edges:
        visits += n
        total += n * end_total / end_visits
    return visits, total


def learn_cases() -> list[Case]:
    """Return the cases of `check_learn`."""
    return [
        Case((1, 0.0, [(3, 10, 7.0), (1, 1, 0.0)]), "one playout was lost here"),
        Case((1, 1.0, [(4, 4, 3.0), (2, 2, 0.5)]), "no other path comes here, as in a tree"),
        Case((5, 5.0, []), "the game is over, and five iterations ended here"),
        Case((0, 0.0, [(2, 8, 6.0), (6, 6, 1.5)]), "the position is the root"),
        Case(
            (1, 0.5, [(1, 9, 9.0), (1, 1, 0.0), (7, 28, 7.0)]), "two edges lead to shared positions"
        ),
    ]


def same_pair(one: Any, other: Any) -> bool:
    """Return whether two answers are the same pair of numbers, up to rounding."""
    one, other = plain(one), plain(other)
    return len(one) == len(other) and all(map(alike, one, other))


LEARN = Graded("06b", learn, learn_cases, same=same_pair, returns=tuple)
check_learn = LEARN.checker()
