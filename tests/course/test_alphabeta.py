"""Alpha-beta finds the minimax value with less work, and its player keeps to the time limit."""

import random
from math import inf

import pytest
from toys import Script

from mctslib.course.ch12.alphabeta import (
    WIN,
    AlphaBetaPlayer,
    alpha_beta,
    open_lines,
)
from mctslib.door.guard import CannotSearch
from mctslib.games import ConnectFour, Kuhn, Pig, TicTacToe, TwoCards
from mctslib.oracle import optimal_actions, positions, value


def minimax(state, depth, evaluate=open_lines):
    """Return the value of a position by plain minimax, which skips no position."""
    if state.is_terminal():
        return (2 * state.rewards()[state.current_player] - 1) * (WIN + depth)
    if not depth:
        return evaluate(state)
    return max(
        -minimax(state.apply(action), depth - 1, evaluate) for action in state.legal_actions()
    )


def some_positions(count, start=ConnectFour()):
    """Yield `count` unfinished positions of random games."""
    rng = random.Random(7)
    while count:
        state = start
        for _ in range(rng.randrange(2, 30)):
            if not state.is_terminal():
                state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            count -= 1
            yield state


class Clock:
    """A clock that advances by one tick each time it is read."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_the_value_is_minimax_s(depth):
    for state in some_positions(12):
        assert alpha_beta(state, depth) == minimax(state, depth)


def test_to_the_end_it_is_exact():
    for state in random.Random(0).sample(list(positions(TicTacToe())), 150):
        if not state.is_terminal():
            found = alpha_beta(state, 9, evaluate=lambda state: 0)
            assert (found > 0) - (found < 0) == (value(state) > 0.5) - (value(state) < 0.5)


def test_outside_of_the_window_it_is_a_bound():
    for state in some_positions(12):
        exact = minimax(state, 3)
        assert alpha_beta(state, 3, exact, inf) <= exact <= alpha_beta(state, 3, -inf, exact)


def test_it_looks_at_fewer_positions():
    seen = []
    alpha_beta(ConnectFour(), 4, look=lambda: seen.append(1))
    assert len(seen) == 189  # of 1 + 7 + 49 + 343 + 2,401


def test_a_sooner_win_is_worth_more():
    soon = ConnectFour().apply(3).apply(0).apply(3).apply(0).apply(3).apply(6)  # X can win at 3
    assert alpha_beta(soon, 5) == WIN + 4 and alpha_beta(soon, 1) == WIN


def test_the_evaluation_by_hand():
    """X's disc in a corner lies on three lines of four, so the value for O is −3."""
    state = ConnectFour().apply(0)
    assert open_lines(state) == -3  # O is to move
    assert open_lines(state.apply(6)) == 0  # O takes the other corner, so both have three lines
    # X has one line with two discs (4 points) and five lines with one disc; O has three lines and
    # is to move.
    two = state.apply(6).apply(0)
    assert open_lines(two) == 3 - (4 + 5)


def test_the_player_takes_a_win_and_blocks_one():
    win = ConnectFour().apply(3).apply(0).apply(3).apply(0).apply(3).apply(6)
    for state in (
        win,
        win.apply(2),
    ):  # X threatens to win at 3, so O must play 3 if X moves elsewhere
        assert AlphaBetaPlayer(0.02).choose(state, random.Random(0)) == 3


@pytest.mark.parametrize("seconds", [0, 1, 30, 1000])
def test_it_stops_when_the_time_is_over_and_answers_with_the_last_finished_depth(seconds):
    clock = Clock()
    player = AlphaBetaPlayer(seconds, clock=clock)
    for state in some_positions(5):
        begun = clock.now
        action = player.choose(state, random.Random(0))
        assert player.depth >= 1 and clock.now - begun <= seconds + 3
        if player.depth < 4:
            values = {a: -minimax(state.apply(a), player.depth - 1) for a in state.legal_actions()}
            assert values[action] == max(values.values())


def test_it_looks_no_further_once_all_is_decided():
    player = AlphaBetaPlayer(5000, clock=Clock())  # enough time for a deeper search
    win = ConnectFour().apply(3).apply(0).apply(3).apply(0).apply(3).apply(6)
    assert player.choose(win, random.Random(0)) == 3 and player.depth == 1


def test_in_a_small_game_it_is_perfect():
    player = AlphaBetaPlayer(0.5, evaluate=lambda state: 0)
    for state in random.Random(1).sample(list(positions(TicTacToe())), 25):
        if not state.is_terminal():
            assert player.choose(state, random.Random(0)) in optimal_actions(state)


@pytest.mark.parametrize("state", [Pig(20), Kuhn(), Kuhn((0, 1)), TwoCards()], ids=str)
def test_chance_and_hidden_cards_are_refused(state):
    """Alpha-beta refuses games with chance or hidden cards.

    An earlier version did not refuse such games, and gave Kuhn poker the value of a sure win.
    """
    with pytest.raises(CannotSearch, match="Alpha-beta cannot search .*, because .*: use"):
        AlphaBetaPlayer(0).choose(state, random.Random(0))


@pytest.mark.parametrize("movers, rewards", [([0], (1.0,)), ([0, 1, 2], (1.0, 0.0, 0.0))])
def test_games_not_of_two_players_are_refused(movers, rewards):
    game = Script.of({0: rewards, 1: rewards}, movers)
    with pytest.raises(CannotSearch, match=f"two players and this game has {len(movers)}: use"):
        AlphaBetaPlayer(0).choose(game, random.Random(0))
