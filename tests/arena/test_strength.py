"""In tic-tac-toe, plain UCT with 100 iterations chooses a right move in nearly all positions.

With 3,000 iterations, UCT chooses a right move in all of them.
"""

import pytest
from bench.strength import BUDGETS, CONSTANTS, kept, measure, open_positions, table

from mctslib import UCB1, search

SEEDS = 6
WANTED = {100: 0.98, 1000: 0.998, 3000: 1.0}


@pytest.fixture(scope="module")
def measured():
    return measure(SEEDS)


@pytest.mark.slow
def test_classes_stand_for_all_positions():
    assert sum(map(len, open_positions())) == 4_520


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("iterations", WANTED)
def test_moves_keep_the_value_at_the_default_constant(measured, iterations, capsys):
    with capsys.disabled():
        print("\n" + table(measured, SEEDS))
    default = next(name for name, c in CONSTANTS.items() if c == UCB1().c)
    assert measured[default][BUDGETS.index(iterations)] >= WANTED[iterations], table(
        measured, SEEDS
    )


@pytest.mark.long
def test_either_engine_gives_the_same_measurement():
    assert kept(1.0, seed=0) == kept(1.0, seed=0, engine=search)


@pytest.mark.slow
def test_measurement_can_tell_a_bad_search_from_a_good_one():
    assert kept(0.0, seed=0)[-1] < 0.99 < kept(0.7, seed=0)[-1]
