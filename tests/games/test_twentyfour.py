"""The rules of the puzzle 24 agree with a short second program, and its answers are exact.

Bad input is refused.
"""

import pickle
import random

import pytest

from mctslib.checks import check_game
from mctslib.games.twentyfour import (
    TwentyFour,
    chance_to_make,
    count_lines,
    solution,
    solutions,
    solvable,
)
from mctslib.oracle import expected_rewards, solve


def results(numbers):
    """Return the last number of each line of play; this second program uses no positions."""
    if len(numbers) == 1:
        return [numbers[0]]
    found = []
    pairs = set()
    for i in range(len(numbers)):
        for j in range(len(numbers)):
            if i != j and numbers[i] >= numbers[j]:
                a, b = numbers[i], numbers[j]
                rest = tuple(sorted(n for k, n in enumerate(numbers) if k not in (i, j)))
                pairs.add((a, b, rest))
    for a, b, rest in pairs:
        made = [a + b, a * b]
        if a > b:
            made.append(a - b)
        if a % b == 0:
            made.append(a // b)
        for result in made:
            found += results((*rest, result))
    return found


@pytest.mark.parametrize(
    "numbers", [(1, 2, 7, 7), (2, 7, 8, 9), (1, 1, 1, 1), (4, 4, 10, 10), (3, 5)]
)
def test_a_second_program_counts_the_same_lines(numbers):
    ends = results(numbers)
    state = TwentyFour(*numbers)
    assert count_lines(state.numbers) == len(ends)
    assert len(solutions(state)) == ends.count(24)
    assert solvable(state) == (24 in ends)


@pytest.mark.parametrize("numbers", [(1, 2, 7, 7), (5, 5, 5, 9), (1, 1, 1, 1)])
def test_exact_answers_equal_those_of_the_oracle(numbers):
    state = TwentyFour(*numbers)
    assert float(expected_rewards(state)[0]) == pytest.approx(chance_to_make(state.numbers, 24))
    assert solve(state) == (float(solvable(state)),)


def test_the_contract_is_kept_also_where_nothing_solves():
    for start in (
        TwentyFour(),
        TwentyFour(1, 1, 1, 1),
        TwentyFour(2, 3),
        TwentyFour(5, 25, 2, 3, target=99),
    ):
        assert check_game(start, games=30)


def test_a_solution_is_a_line_to_the_target():
    state = TwentyFour(1, 2, 7, 7)
    for action in solution(state):
        state = state.apply(action)
    assert state.numbers == (24,) and state.rewards() == (1.0,)
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_hand_without_a_solution_is_played_and_the_solver_says_so():
    state = TwentyFour(1, 1, 1, 1)
    rng = random.Random(0)
    while not state.is_terminal():
        state = state.apply(rng.choice(state.legal_actions()))
    assert state.rewards() == (0.0,)
    with pytest.raises(ValueError):
        solution(TwentyFour(1, 1, 1, 1))
