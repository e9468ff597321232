"""Right and wrong answers that test the checkers of chapter 16."""

from math import exp

import numpy as np

from mctslib import TicTacToe
from mctslib.course.ch16.checkers import (
    check_merciless,
    lessons,
)
from mctslib.course.ch16.rare import as_one_image


def check_visits(visits):
    """Check the first answer of the exercise on paper, with the right second answer."""
    return check_merciless(visits, False)


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


def powers_of_visits(searches, rewards):
    found = []
    for player, visits in searches:
        powers = {move: exp(n) / exp(99) for move, n in visits.items()}
        found.append((powers, rewards[player]))
    return found


CHECKS = {"16": {"visits_of_7": check_visits}}
RIGHT = [
    ("puct_score", lambda q, p, n, total, c: total**0.5 * p / (n + 1) * c + q),
    ("visits_of_7", 7.0),
    ("visits_of_7", np.int64(7)),
    ("lessons", lists_for_tuples),
    ("lessons", numbers_of_numpy),
    ("lessons", without_unvisited_moves),
]
WRONG = [
    ("visits_of_7", 0, "so it is tried first"),
    ("visits_of_7", 6, "1.5 · √6 / 7 = 0.525"),
    ("visits_of_7", 100, "after 100 visits, but also earlier"),
    ("lessons", powers_of_visits, "For each pair (player, visits)"),
]


def test_the_second_answer_about_the_merciless_prior():
    assert "ever be smaller" in check_merciless(7, True).message
    assert check_merciless(7, np.bool_(False)).status == "correct"
    assert check_merciless(7, None).status == check_merciless(None, False).status == "pending"


def test_eight_images_of_a_board_are_one():
    corners = [TicTacToe().apply(cell) for cell in (0, 2, 6, 8)]
    assert len({as_one_image(state) for state in corners}) == 1
    assert as_one_image(TicTacToe().apply(4)) != as_one_image(corners[0])
