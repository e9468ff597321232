"""Checkers of chapter 06b: count paths and positions, compute Q anew, and write `learn`.

The words and the common mistakes of `learn` are in `exercises.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mctslib.course.exercise import Pending, alike, close, demand, exercise, given, plain, whole
from mctslib.course.grading import Case, Graded

COUNTS = [504, 252, 3024, 756]
NAMES = ("paths of three moves", "positions after three", "paths of four", "positions after four")
COUNT_MISTAKES: list[tuple[list[int], str]] = [
    ([504, 84, 3024, 126], "84 and 126 count sets of cells, and forget whose marks are in them."),
    ([504, 504, 3024, 3024], "Two paths can end in one position: X's moves may change places."),
    (
        [504, 252, 3024, 1512],
        "After four moves O has two marks as well, and these may change places, too.",
    ),
    ([729, 252, 6561, 756], "A cell can be taken only once: the second move has eight cells left."),
    ([84, 252, 126, 756], "On a path the order matters: 9 · 8 · 7 for three moves."),
    (
        [252, 504, 756, 3024],
        "These are the right numbers in the wrong order: there are more paths than positions.",
    ),
    (
        [504, 168, 3024, 504],
        "Not all orders of the marks end in one position: X and O cannot change places.",
    ),
]


@exercise("Right: two paths for each position after three moves, and four after four.")
def check_counts(answer: Any) -> None:
    """Check the four counts of paths and positions in tic-tac-toe."""
    answer = plain(answer)
    if answer in (None, ...) or (
        isinstance(answer, list | tuple) and any(one in (None, ...) for one in answer)
    ):
        raise Pending("Nothing here yet: write four numbers in `counts`, then run both cells.")
    four = isinstance(answer, list | tuple) and len(answer) == 4
    demand(four, f"`counts` should be a list of four numbers, not {answer!r}.")
    numbers = [whole(one, "counts") for one in answer]
    for mistake, words in COUNT_MISTAKES:
        demand(numbers != mistake, words)
    for wanted, number, name in zip(COUNTS, numbers, NAMES, strict=True):
        demand(number == wanted, f"The number of {name} is not {number}. See the hint.")


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
        Case(
            (1, 0.0, [(3, 10, 7.0), (1, 1, 0.0)]),
            prose="So N = 5, and W = 0 + 3 · 7/10 + 1 · 0 = 2.1.",
        ),
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
