"""Check P-games: their rules by hand, their exact values by a second method, and their variety."""

import pytest

from mctslib.checks import check_game
from mctslib.course.ch08.pgame import (
    LARGEST,
    PGame,
    average,
    games_with_a_choice,
    minimax,
    move_value,
    right_moves,
)
from mctslib.oracle import expected_value, flat_values, optimal_actions, value


@pytest.mark.parametrize(
    "seed, branching, depth",
    [(0, 2, 6), (1, 3, 4), pytest.param(2, 8, 3, marks=pytest.mark.slow), (3, 1, 3)],
)
def test_it_keeps_the_rules_of_a_game(seed, branching, depth):
    assert check_game(PGame(seed, branching, depth))


def test_the_sum_by_hand():
    # Node numbers: the start is 0, its successors are 1 and 2, and those of node 2 are 5 and 6.
    game = PGame(7, branching=2, depth=2).apply(1).apply(0)
    total = move_value(7, 2) - move_value(7, 5)
    assert (game.node, game.total, game.is_terminal()) == (5, total, True)
    assert total != 0
    assert game.rewards() == ((1, 0) if total > 0 else (0, 1))


def test_the_numbers_are_evenly_spread_and_differ_from_game_to_game():
    numbers = [move_value(seed, node) for seed in range(20) for node in range(500)]
    assert min(numbers) == 0 and max(numbers) == LARGEST
    assert abs(sum(numbers) / len(numbers) - LARGEST / 2) < 1.5  # the standard error is 0.37
    assert [move_value(0, n) for n in range(9)] != [move_value(1, n) for n in range(9)]


@pytest.mark.parametrize("seed", range(8))
def test_exact_values_are_those_of_the_oracle(seed):
    game = PGame(seed, branching=3, depth=4)
    assert minimax(game) == value(game) and average(game) == float(expected_value(game))
    assert right_moves(game) == set(optimal_actions(game))
    means = flat_values(game)
    assert right_moves(game, average) == {a for a in means if means[a] == max(means.values())}


def test_games_with_a_choice_are_the_first_ones():
    games = games_with_a_choice(10, branching=3, depth=3)
    assert [game.seed for game, _ in games] == sorted({game.seed for game, _ in games})
    assert all(0 < len(right) < 3 and right == set(optimal_actions(game)) for game, right in games)
    passed_over = set(range(games[-1][0].seed)) - {game.seed for game, _ in games}
    assert all(len(right_moves(PGame(seed, 3, 3))) == 3 for seed in passed_over)
