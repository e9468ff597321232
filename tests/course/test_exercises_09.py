"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 09.

One test checks that later cells of a chapter do not overwrite a reader's answer.
"""

import dis
from itertools import accumulate
from math import floor, sqrt

import numpy as np
import pytest
from solved import answers

import build
from mctslib.arena import intervals
from mctslib.course.ch09 import checkers as ch09
from mctslib.course.ch09 import coin_matches, first_proof
from mctslib.course.chapters import chapter_of

Z = 1.96


def on_a_grid(successes, games, z=Z):
    """Return the interval found by trying every thousandth, as the chapter does at first."""
    s = successes / games
    grid = [k / 1000 for k in range(1001)]
    fitting = [p for p in grid if abs(p - s) <= z * sqrt(p * (1 - p) / games)]
    return fitting[0], fitting[-1]


def as_the_formula_stands(successes, games, z=Z):
    """Return the interval that the formula gives, without a limit of 1.

    Because of rounding, its upper end for 5 successes in 5 games is 1.0000000000000002.
    """
    s, w = successes / games, z * z / games
    root = sqrt(w * s * (1 - s) + w * w / 4)
    return [(s + w / 2 - root) / (1 + w), np.float64((s + w / 2 + root) / (1 + w))]


def counts_up(share, z=Z):
    games = 1
    while z / 2 / sqrt(games) >= share - 0.5:
        games += 1
    return games


def by_the_distance_from_half(results, every):
    """Return whether the share is ever more than z standard errors (for p = ½) away from ½."""
    wins = list(accumulate(results))
    return any(
        abs(wins[n - 1] / n - 0.5) > Z / 2 / sqrt(n) for n in range(every, len(results) + 1, every)
    )


def without_the_last_return(results, every):
    if ch09.peeks(results, every):
        return True


RIGHT = [
    ("wilson", on_a_grid),
    ("wilson", as_the_formula_stands),
    ("games_needed", counts_up),
    ("games_needed", lambda s, z=Z: floor(z * z / (4 * (s - 0.5) ** 2)) + 1.0),
    ("peeks", by_the_distance_from_half),
    ("width_ratio", lambda decided: (1 - decided) ** 0.5 * 2**0.5),
]
WRONG = [
    ("wilson", lambda *a: intervals.wilson(*a)[:1], "it should be"),
    ("wilson", lambda k, n, z=Z: intervals.wilson(k, n, 1.02 * z), "term by term"),
    ("games_needed", lambda s, z=Z: round((z / 2 / (s - 0.5)) ** 2) + 1, "Solve z"),
    ("peeks", without_the_last_return, "returned None"),
    ("peeks", lambda results, every: True, "½ is inside the interval at every look"),
    ("peeks", lambda results, every: False, "20 wins in the first 20 games"),
]


def test_the_solution_s_interval_lies_between_0_and_1_whatever_is_rounded():
    """Without a limit, rounding would make the upper end for 5 wins in 5 games greater than 1."""
    assert as_the_formula_stands(5, 5)[1] > 1
    wilson = answers("09")["wilson"]
    for games in range(1, 200):
        assert wilson(0, games)[0] == 0 and wilson(games, games)[1] <= 1


def test_pairs_are_as_wide_as_the_exercise_says():
    """Both intervals are computed from pairs drawn at random."""
    rng = np.random.default_rng(0)
    for decided in (0.2, 0.5, 0.8):
        first = rng.integers(0, 2, 100_000)
        second = np.where(rng.random(100_000) < decided, 1 - first, first)
        pairs = np.std((first + second) / 2) / sqrt(100_000)
        single = np.std(np.concatenate([first, second])) / sqrt(200_000)
        assert pairs / single == pytest.approx(ch09.width_ratio(decided), abs=0.01)


def test_the_first_proof_is_a_look_at_which_the_interval_leaves_out_one_half():
    tosses = coin_matches(50, 100)
    wins, games, ends = first_proof(tosses, 10)
    assert any(sum(match[:games]) == wins and ch09.peeks(match[:games], 10) for match in tosses)
    assert games % 10 == 0 and ends == intervals.wilson(wins, games)


def bound(source):
    """Return the names that a cell binds at its top level by import, definition or assignment."""
    code = compile(source, "cell", "exec")
    return {
        i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_NAME", "STORE_GLOBAL")
    }


@pytest.mark.parametrize("source", build.sources(), ids=chapter_of)
def test_what_the_reader_wrote_is_never_overwritten(source):
    """No later cell binds the name of an exercise again.

    Otherwise a repeated check would test the library's function instead of the answer.
    """
    own = set()
    for cell in build.solution_notebook(source).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            names, exercise = bound(cell.source), "exercise" in cell.metadata.get("tags", [])
            assert exercise or not names & own, cell.source
            own |= names if exercise else set()
