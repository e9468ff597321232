"""Every class in `mctslib.methods` with `options()` keeps the contract of a method."""

import random

import pytest
from all_games import classes_of, games_with, methods_of_search
from toys import Script

from mctslib import Nim, Node, TicTacToe, search
from mctslib.chance import chance_to_move, hides
from mctslib.door.guard import CannotSearch
from mctslib.games import Kuhn, Pig, Putting, TwoCards
from mctslib.methods.hidden import determinized, information_search
from mctslib.methods.solver import proofs
from mctslib.oracle import optimal_actions
from mctslib.search import uct

METHODS = methods_of_search()
WITHOUT_CHANCE = [one for one in METHODS if not getattr(one, "treats_chance", False)]
CHANCE = [Pig(20), Pig(20).apply(1), Kuhn(), Kuhn((0, 1)), TwoCards(), TwoCards(0.6, 0)]
CHANCE += [Putting(8, 2, noise=3), Putting(8, 2, noise=3).apply(1)]


def named(one):
    return getattr(one, "__name__", None) or type(one).__name__


def test_every_game_with_chance_is_among_them():
    assert classes_of(CHANCE) == games_with("chance_player")


@pytest.mark.parametrize("state", CHANCE, ids=str)
def test_chance_and_hidden_cards_are_refused(state):
    for method in METHODS:
        root = Node(state)
        if method in WITHOUT_CHANCE or hides(state) or chance_to_move(state):
            with pytest.raises(CannotSearch):
                search(root, 50, seed=0, **method().options())
            assert root.visits <= 1
        else:
            assert search(root, 50, seed=0, **method().options()).root.visits == 50


@pytest.mark.parametrize("method", METHODS, ids=named)
def test_one_player_finds_the_best_end(method):
    tree = {0: {3: (0.2,), 4: (0.4,)}, 1: {5: (0.3,), 6: (0.9,)}, 2: (0.5,)}
    game = Script.of(tree, [0, 0])
    assert search(game, 300, seed=0, **method().options()).action == 1


@pytest.mark.parametrize("method", METHODS, ids=named)
def test_of_three_players_each_takes_the_most(method):
    """Player 1's best reply gives player 0 reward 0 after action 0, and 0.6 after action 1."""
    tree = {
        0: {2: (1.0, 0.0, 0.0), 3: (0.0, 0.9, 0.1)},
        1: {4: (0.6, 0.3, 0.1), 5: (0.9, 0.1, 0.0)},
    }
    game = Script.of(tree, [0, 1, 2])
    assert optimal_actions(game) == [1]
    assert search(game, 400, seed=0, **method().options()).action == 1


@pytest.mark.parametrize("method", METHODS, ids=named)
def test_two_players_find_the_only_winning_move(method):
    state = Nim(1, 2)
    found = search(state, 300, seed=0, **method().options())
    assert found.action in optimal_actions(state)


def test_no_proofs_are_read_where_chance_moves():
    for state in CHANCE:
        with pytest.raises(CannotSearch):
            root = Node(state)
            uct(root, 50, seed=0)
            proofs(root)


@pytest.mark.parametrize("method", [information_search, determinized])
def test_what_draws_hidden_cards_refuses_open_games(method):
    with pytest.raises(CannotSearch):
        method(TicTacToe(), 10, random.Random(0))
    with pytest.raises(CannotSearch):
        method(TwoCards(0.6, 0).apply(0), 10, random.Random(0))
