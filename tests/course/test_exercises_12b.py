"""Right and wrong answers that test the checkers of chapter 12b."""

import random
import re

import numpy as np
import pytest

from mctslib.course.ch12b.checkers import LINES, check_speedup, check_wins, drop, speedup, wins
from mctslib.games import ConnectFour


def right_on_an_empty_board(taken, column):
    return (
        taken + (1 << 7 * column) & 63 << 7 * column
        if not taken & ~(63 << 7 * column)
        else 1 << 7 * column
    )


def shifts(*steps, apart=2):
    """Return a test for four in a row in these steps: two pairs that are `apart` steps apart."""

    def wins(bits):
        return any(
            (bits & bits >> step) & (bits & bits >> step) >> apart * step != 0 for step in steps
        )

    return wins


def holds_four(bits):
    """Look at one line after another."""
    return any(bits & line == line for line in LINES)


def dropped_on_a_list(taken, column):
    """Find the first free place in a list of the column's six bits."""
    places = [1 << 7 * column + row for row in range(6)]
    return next((np.int64(place) for place in places if not taken & place), 0)


def by_shifting_down(taken, column):
    """Count the discs in the column; because no disc floats, the next place is above the discs."""
    discs = (taken >> 7 * column & 63).bit_count()
    return (1 << 7 * column + discs) * (discs < 6)


RIGHT = [
    ("drop", dropped_on_a_list),
    ("drop", by_shifting_down),
    ("wins", holds_four),
    ("wins", shifts(1, 6, 7, 8)),
    ("speedup", lambda share, factor: factor / (factor - share * factor + share)),
    ("drop", lambda taken, column: (taken + (1 << 7 * column)) % (1 << 7 * column + 6) & ~taken),
]
WRONG = [
    ("speedup", lambda share, factor: max(1, speedup(share, factor)), "(0.4, 0.5)` is 1;"),
    (
        "speedup",
        lambda share, factor: speedup(share, factor) if factor >= 2 else 1.0,
        "Suppose that the program took 1 second",
    ),
    (
        "speedup",
        lambda share, factor: 1 / (1 - share) / (1 + share / factor / (1 - share)),
        "`speedup(1.0, 8.0)` raised ZeroDivisionError",
    ),
    ("drop", lambda taken, column: 1 << 7 * column + 5, "discs fall down"),
    ("drop", right_on_an_empty_board, "`1 << 7 * column`, to"),
    ("wins", shifts(1, 7, 8), "(step 6)"),
    ("wins", shifts(1, 2, 6, 7, 8), "Shift by the step"),
    ("wins", lambda bits: int(holds_four(bits)), "it should be a bool"),
    ("wins", lambda bits: bits in LINES, "Shift by the step"),
    (
        "wins",
        lambda bits: holds_four(bits & ~(1 << 47)),
        "should be True",
    ),  # the board has a line through its highest bit
]


@pytest.mark.slow
def test_every_line_is_needed():
    """A test for four in a row that misses one line is refused, for each of 12 random lines."""
    for missed in random.Random(0).sample(LINES, 12):

        def own(bits, missed=missed):
            return any(bits & line == line for line in LINES if line != missed)

        assert check_wins(own).status == "wrong"


def test_what_we_compare_with_agrees_with_the_game():
    for seed in range(60):
        rng, state = random.Random(seed), ConnectFour()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            after = state.apply(action)
            assert drop(state.x | state.o, action) == (after.x | after.o) ^ (state.x | state.o)
            state = after
        assert (wins(state.x), wins(state.o)) == (
            state.winner() == 0,
            state.winner() == 1,
        )
    assert len(LINES) == 69 and drop(63, 0) == 0


def test_each_message_names_the_exercise_s_own_function():
    def faster(share, factor):
        return 0.0

    assert re.match(r"`faster\(0\.5, 2\)` is 0", check_speedup(faster).message)


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("drop", "discs fall down"),
    ("wins", "(step 6)"),
}
SLOW = set()
