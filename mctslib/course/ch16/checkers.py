"""Checkers of chapter 16: the score of PUCT, a merciless prior, and the lessons of a game."""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from mctslib.course.exercise import Pending, Wrong, call, demand, exercise, given, whole
from mctslib.course.grading import Case, Graded

__all__ = ["lessons", "log", "puct_score"]  # a mistake of `puct_score` needs `log`

# ---------------------------------------------------------------------------- the score


def puct_score(value: float, prior: float, visits: int, parent_visits: int, c: float) -> float:
    """Return the PUCT score: value + c · prior · √parent_visits / (1 + visits)."""
    return value + c * prior * sqrt(parent_visits) / (1 + visits)


SCORES: list[tuple[float, float, int, int, float]] = [  # value, prior, visits, N of the parent, c
    (0.5, 0.2, 3, 16, 1.5),
    (0.25, 0.6, 0, 9, 2.0),
    (0.75, 0.05, 40, 100, 1.0),
    (0.0, 1.0, 1, 2, 0.5),
    (0.6, 0.0, 5, 25, 1.5),
]
check_puct_score = Graded(
    "16", puct_score, lambda: [Case(case) for case in SCORES], returns=float
).checker()

# ---------------------------------------------------------------------------- a merciless prior


@exercise(
    "Right: after 7 visits the bonus of move 7 is 1.5 · √7 / 8 = 0.496, below ½. And a bonus above 0 "
    "never falls below 0, so a move with the prior 0 in a lost position is never tried."
)
def check_merciless(visits: Any, ever: Any) -> None:
    """Check after how many visits a search leaves a move whose prior is 1, and whether it ever does.

    The estimate is ½ in the first question, and 0 in the second.
    """
    if visits in (None, ...) or ever in (None, ...):
        raise Pending("Nothing here yet: write a number and True or False, then run both cells.")
    number = whole(visits, "visits_of_7")
    score = 1.5 * sqrt(max(number, 0)) / (1 + max(number, 0))
    demand(number > 0, "Move 7 has the prior 1, so it is tried first. Count its visits.")
    if score >= 1 / 2:
        raise Wrong(
            f"After {number} visits move 7 has the score 1.5 · √{number} / {1 + number} = "
            f"{score:.3f}, which is still above ½."
        )
    if number > 7:
        raise Wrong(
            f"The score of move 7 is below ½ after {number} visits, but also earlier: try fewer."
        )
    if given(ever, bool, "ever"):
        raise Wrong(
            "With the estimate 0, the other moves have the score 0. Can the bonus of move 7, "
            "1.5 · √N / (1 + N), ever be smaller?"
        )


# ---------------------------------------------------------------------------- what a game teaches

Searches = list[tuple[int, dict[int, int]]]
"""For each search of a game: the player to move, and the visits of each move."""
Rewards = tuple[float, float]
Lessons = list[tuple[dict[int, float], float]]
"""For each search of a game: the shares of the visits, and the mover's final reward."""


def lessons(searches: Searches, rewards: Rewards) -> Lessons:
    """Return, for each search of a game, the shares of the visits and the mover's reward."""
    found = []
    for player, visits in searches:
        total = sum(visits.values())
        shares = {action: n / total for action, n in visits.items()}
        found.append((shares, rewards[player]))
    return found


GAME: Searches = [  # player 1 moves twice in a row, and the first player does not move last
    (0, {0: 5, 4: 15}),
    (1, {0: 16, 1: 2, 8: 2}),
    (1, {2: 4, 6: 12, 8: 0}),
    (0, {7: 1, 8: 3}),
    (1, {2: 4}),
]
ANOTHER: Searches = [(1, {3: 1, 4: 3}), (0, {8: 2, 5: 2})]
ENDS: list[Rewards] = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]


def lesson_cases() -> list[Case]:
    """Return the cases of `check_lessons`: one game with three results, and a shorter game."""
    cases = [Case((GAME, rewards), f"the rewards are {rewards}") for rewards in ENDS]
    return [*cases, Case((ANOTHER, (0.0, 1.0)), "the game has two moves, the first by player 1")]


def ask_for_lessons(own: Callable[..., Any], *arguments: Any, shown: str) -> list[Any]:
    """Return the reader's lessons, rounded and without the moves whose share is 0."""
    answer = call(own, *arguments, returns=list, shown=shown)
    return [entry_of(one, shown) for one in answer]


def entry_of(one: Any, shown: str) -> tuple[dict[int, float], float]:
    """Return an entry of an answer, rounded and without the moves whose share is 0.

    Raises `Wrong` if the entry is not a pair of a dict and a number.
    """
    try:
        shares, result = one
        visited = {}
        for action, share in shares.items():
            if round(float(share), 6):
                visited[action] = round(float(share), 6)
        return visited, round(float(result), 6)
    except (TypeError, ValueError, AttributeError):
        raise Wrong(
            f"An entry of `{shown}` is {one!r}; it should be a pair: a dict of shares, and a number."
        ) from None


def same_lessons(one: Any, other: Any) -> bool:
    """Return whether two lists of lessons are equal up to rounding."""
    return [entry_of(entry, "") for entry in one] == [entry_of(entry, "") for entry in other]


check_lessons = Graded(
    "16", lessons, lesson_cases, ask=ask_for_lessons, same=same_lessons
).checker()
