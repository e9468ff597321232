"""Right and wrong answers that test the checkers of chapter 16."""

from math import exp, sqrt

import numpy as np
from named_mistakes import declared

from mctslib.course.ch16 import checkers as ch16
from mctslib.course.ch16.checkers import (
    check_lessons,
    check_puct_score,
    check_whose,
    lessons,
    puct_score,
)


def whose(value, player):
    return (1 - value, value) if player else (value, 1 - value)


def whose_as_array(value, player):
    return np.array(whose(value, player))


def lists_for_tuples(searches, rewards):
    return [[shares, result] for shares, result in lessons(searches, rewards)]


def numbers_of_numpy(searches, rewards):
    found = []
    for shares, result in lessons(searches, rewards):
        found.append(({move: np.float32(share) for move, share in shares.items()}, result))
    return found


def without_unvisited_moves(searches, rewards):
    found = []
    for shares, result in lessons(searches, rewards):
        visited = {move: share for move, share in shares.items() if share}
        found.append((visited, result + 1e-12))
    return found


def divided_by_zero(q, p, n, total, c):
    return q + c * p * sqrt(total) / n


def divided_by_zero_for_untried(q, p, n, total, c):
    return puct_score(q, p, n, total, c) if n else 1 / n


def huge_for_untried(q, p, n, total, c):
    return puct_score(q, p, n, total, c) if n else 1e9


def reversed_lessons(searches, rewards):
    return lessons(searches, rewards)[::-1]


def results_alone(searches, rewards):
    return [result for _, result in lessons(searches, rewards)]


def without_the_last(searches, rewards):
    return lessons(searches[:-1], rewards)


def powers_of_visits(searches, rewards):
    found = []
    for player, visits in searches:
        powers = {move: exp(n) / exp(99) for move, n in visits.items()}
        found.append((powers, rewards[player]))
    return found


CHECKS = {
    "16": {
        "puct_score": check_puct_score,
        "whose": check_whose,
        "lessons": check_lessons,
    }
}
RIGHT = [
    ("puct_score", puct_score),
    ("puct_score", lambda q, p, n, total, c: total**0.5 * p / (n + 1) * c + q),
    ("puct_score", lambda *case: np.float32(puct_score(*case))),
    ("whose", whose),
    ("whose", whose_as_array),
    ("lessons", lessons),
    ("lessons", lists_for_tuples),
    ("lessons", numbers_of_numpy),
    ("lessons", without_unvisited_moves),
]
WRONG = [
    ("puct_score", divided_by_zero, "Divide the bonus by 1 + visits"),
    ("puct_score", divided_by_zero_for_untried, "raised ZeroDivisionError"),
    ("puct_score", huge_for_untried, "never been tried has a score, too"),
    *declared("puct_score", ch16.SCORE_MISTAKES),
    *declared("whose", ch16.WHOSE_MISTAKES),
    ("whose", lambda value, player: value, "should be a tuple"),
    ("whose", lambda value, player: (str(value), str(1 - value)), "a str; it should be a number"),
    ("whose", lambda value, player: (value,), "has 1 entry;"),
    *declared("lessons", ch16.LESSON_MISTAKES),
    ("lessons", reversed_lessons, "For each pair (player, visits)"),
    ("lessons", results_alone, "should be a pair"),
    ("lessons", without_the_last, "For each pair (player, visits)"),
    ("lessons", powers_of_visits, "For each pair (player, visits)"),
]


def test_what_a_checker_asks_is_not_changed_by_an_answer():
    """If an answer changes its arguments, the next answer still gets the original arguments."""

    def in_place(searches, rewards):
        for _, visits in searches:
            total = sum(visits.values())
            visits.update({action: n / total for action, n in visits.items()})
        return [(visits, rewards[player]) for player, visits in searches]

    assert "changed its argument" in str(ch16.check_lessons(in_place))
    assert not ch16.check_lessons(ch16.visits_for_shares)
    assert ch16.check_lessons(lessons)
