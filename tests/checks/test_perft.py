"""Count tic-tac-toe completely; every number is known from two independent sources."""

from collections import Counter
from fractions import Fraction as F

import pytest
from bench.strength import classes

from mctslib import TicTacToe
from mctslib.checks import perft, perft_results, perft_split
from mctslib.oracle import expected_rewards, flat_values, optimal_actions, positions, solve

EMPTY = TicTacToe()


@pytest.fixture(scope="module")
def everything():
    return list(positions(EMPTY))


@pytest.fixture(scope="module")
def going_on(everything):
    return [state for state in everything if not state.is_terminal()]


def games_by_length_and_result(state, length=0):
    if state.is_terminal():
        return Counter({(length, state.rewards()): 1})
    return sum(
        (games_by_length_and_result(state.apply(a), length + 1) for a in state.legal_actions()),
        Counter(),
    )


@pytest.fixture(scope="module")
def games():
    return games_by_length_and_result(EMPTY)


@pytest.mark.parametrize("depths", [range(8), pytest.param(range(8, 11), marks=pytest.mark.long)])
def test_perft(depths):
    counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]
    assert [perft(EMPTY, depth) for depth in depths] == [counts[depth] for depth in depths]


def test_perft_splits_by_symmetry_into_corners_edges_and_centre():
    split = perft_split(EMPTY, 6)
    assert sum(split.values()) == 54_720
    assert len({split[k] for k in (0, 2, 6, 8)}) == len({split[k] for k in (1, 3, 5, 7)}) == 1


@pytest.mark.slow
def test_games_by_result():
    results = perft_results(EMPTY)
    assert list(results.items()) == [((1, 0), 131_184), ((0.5, 0.5), 46_080), ((0, 1), 77_904)]
    assert sum(results.values()) == 255_168


def test_games_by_result_of_at_most_six_moves():
    """X wins 1,440 games in 5 moves, and O wins 5,328 games in 6 moves."""
    assert perft_results(EMPTY, 6) == {(1, 0): 1_440, (0, 1): 5_328}


@pytest.mark.slow
def test_games_by_length(games):
    lengths = Counter()
    for (length, _), count in games.items():
        lengths[length] += count
    assert lengths == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}


def test_positions_by_ply(everything):
    plies = Counter(9 - state.cells().count(".") for state in everything)
    assert [plies[ply] for ply in range(10)] == [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]
    assert len(everything) == 5_478


def test_finished_positions(everything):
    ends = Counter(state.rewards() for state in everything if state.is_terminal())
    assert ends == {(1, 0): 626, (0, 1): 316, (0.5, 0.5): 16}


def test_marks_and_mover_agree_everywhere(everything):
    for state in everything:
        surplus = state.cells().count("X") - state.cells().count("O")
        assert surplus in (0, 1) and (state.is_terminal() or state.current_player == surplus)


def test_minimax_values(going_on):
    values = Counter(solve(state) for state in going_on)
    assert len(going_on) == 4_520
    assert values == {(1, 0): 2_310, (0, 1): 1_158, (F(1, 2), F(1, 2)): 1_052}
    assert solve(EMPTY) == (F(1, 2), F(1, 2))


@pytest.mark.slow
def test_positions_up_to_symmetry(going_on):
    groups = classes(going_on)
    with_a_choice = [g for g in groups if len(optimal_actions(g[0])) < len(g[0].legal_actions())]
    assert (len(groups), len(with_a_choice)) == (627, 431)


@pytest.mark.parametrize("action, balance", [(4, F(1, 2)), (0, F(12, 35)), (1, F(1, 5))])
def test_balance_of_random_play_after_one_move(action, balance):
    x, o = expected_rewards(EMPTY.apply(action))
    assert x - o == balance and x + o == 1


def test_balance_of_random_play_from_the_start():
    x, o = expected_rewards(EMPTY)
    assert x - o == (F(1, 2) + 4 * F(12, 35) + 4 * F(1, 5)) / 9  # centre, corners, edges
    assert round(float(x - o), 6) == 0.296825


def test_infinitely_many_playouts_still_blunder(going_on):
    """In 70 positions, all favourites of flat Monte Carlo are wrong moves.

    More playouts do not help in these positions.
    """
    blunders = [
        state for state in going_on if not set(favourites(state)) & set(optimal_actions(state))
    ]
    assert (len(blunders), len(classes(blunders))) == (70, 10)


def favourites(state):
    values = flat_values(state)
    return [action for action, value in values.items() if value == max(values.values())]
