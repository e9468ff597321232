"""Check Hex: perft counts, solved small boards, the board's edges, and the absence of draws."""

from fractions import Fraction
from functools import cache, reduce
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_games_naive import NEXT_TO, NaiveHex

from mctslib import Hex
from mctslib.checks import check_game, perft
from mctslib.games.hex import chain
from mctslib.oracle import expected_rewards, optimal_actions, solve


@cache
def naive_perft(cells, depth):
    """Return how many sequences of `depth` more moves the naive rules allow."""
    game = NaiveHex(3)
    game.board, game.mover = list(cells), "XO"[cells.count("X") > cells.count("O")]
    nexts = [cells[:k] + game.mover + cells[k + 1 :] for k in game.actions()]
    return sum(naive_perft(after, depth - 1) for after in nexts) if depth else 1


@pytest.mark.parametrize("depth", [5, pytest.param(9, marks=pytest.mark.slow)])
def test_perft_on_3x3(depth):
    assert perft(Hex(3), depth) == naive_perft("." * 9, depth)


def test_the_first_player_wins_on_3x3_and_by_which_moves():
    assert solve(Hex(3)) == (1, 0)
    assert len(optimal_actions(Hex(3))) == 5


@cache
def mover_wins(state):
    nexts = [state.apply(action) for action in state.decisive_actions()]
    return any(after.is_terminal() or not mover_wins(after) for after in nexts)


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_the_first_player_wins_as_nash_proved(size):
    """If the second player could always win, so could the first player.

    The reason is that an additional mark never harms its owner.
    """
    assert mover_wins(Hex(size))


@given(st.integers(3, 11), st.randoms(use_true_random=False))
def test_on_a_full_board_exactly_one_player_has_a_chain(size, rng):
    x = rng.getrandbits(size**2)
    chains = [chain(size, x, 0), chain(size, ~x & (1 << size**2) - 1, 1)]
    assert [bool(cells) for cells in chains].count(True) == 1
    assert len(max(chains)) >= size


@given(st.integers(3, 11), st.randoms(use_true_random=False))
def test_a_game_ends_with_a_chain_and_the_same_marks_are_the_same_position(size, rng):
    moves, state = [], Hex(size)
    while not state.is_terminal():
        moves.append(rng.choice(state.actions))
        before, state = state, state.apply(moves[-1])
    mine, cells = (state.o if state.current_player == 0 else state.x), state.winning_cells()
    assert (
        all(mine >> cell & 1 for cell in cells) and state.rewards()[1 - state.current_player] == 1
    )
    assert all(
        (b // size - a // size, b % size - a % size) in NEXT_TO for a, b in zip(cells, cells[1:])
    )
    ends = [divmod(cell, size)[state.current_player == 0] for cell in (cells[0], cells[-1])]
    assert ends == [0, size - 1] and before.winning_cells() == ()
    other = moves[:-1]
    for mover in (0, 1):
        other[mover::2] = rng.sample(other[mover::2], len(other[mover::2]))
    assert (
        reduce(Hex.apply, other, Hex(size)) == before
        and reduce(Hex.apply, [*other, moves[-1]], Hex(size)) == state
    )


def test_the_shortest_chain_is_the_one_that_is_shown():
    """X has the bottom row and the cells 1 and 3; the shortest chain is 1, 3, 6."""
    state = reduce(Hex.apply, (1, 4, 7, 5, 8, 2, 6, 0, 3), Hex(3))
    assert str(state) == "O X O\n X O O\n  X X X" and state.is_terminal()
    assert state.winning_cells() == (1, 3, 6)
    assert chain(4, (1 << 16) - 1, 1) and len(chain(4, (1 << 16) - 1, 1)) == 4


def test_the_rules_keep_all_laws_on_the_smallest_and_the_largest_board():
    assert check_game(Hex(3), games=30) and check_game(Hex(11), games=1)


def test_random_play_is_worth_what_filling_the_board_at_random_is():
    """Moves after the end of a game do not change the winner.

    On a full 3×3 board, X has five of the nine cells.
    """
    fillings = [sum(1 << cell for cell in five) for five in combinations(range(9), 5)]
    joined = [bool(chain(3, x, 0)) for x in fillings]
    assert expected_rewards(Hex(3))[0] == Fraction(joined.count(True), len(fillings))
