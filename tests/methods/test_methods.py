"""Every class in `mctslib.methods` with `options()` keeps the contract of a method."""

import builtins
import importlib
import inspect
import pkgutil
import random
from math import fsum

import pytest
from all_games import classes_of, games_with
from toys import Script

from mctslib import Nim, Node, TicTacToe, methods, search
from mctslib.chance import chance_to_move, hides
from mctslib.door.guard import CannotSearch
from mctslib.games import Kuhn, Pig, Putting, TwentyFour, TwoCards
from mctslib.methods.actions import ActionPolicy
from mctslib.methods.hidden import determinized, information_search
from mctslib.methods.solver import proofs
from mctslib.oracle import optimal_actions
from mctslib.search import uct


def found_methods():
    """Return the classes of all files in `mctslib/methods` that have `options()`."""
    found = []
    for module in pkgutil.iter_modules(methods.__path__, "mctslib.methods."):
        for one in vars(importlib.import_module(module.name)).values():
            defined_here = inspect.isclass(one) and one.__module__ == module.name
            if defined_here and hasattr(one, "options") and one is not ActionPolicy:
                found.append(one)
    return found


METHODS = found_methods()
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
            with pytest.raises(CannotSearch, match="cannot search|Chance moves here"):
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


def correctly_rounded_sum(values, start=0):
    """Add numbers as in Python 3.12, which rounds sums of floats differently from Python 3.11."""
    values = list(values)
    if any(isinstance(value, float) for value in values):
        return fsum([start, *values])
    return ordinary_sum(values, start)


ordinary_sum = builtins.sum


def written(node):
    """Return the actions, visits and exact values of a tree."""
    below = [written(child) for child in node.children.values()]
    return node.action, node.visits, repr(node.value_sum), below


@pytest.mark.parametrize("method", METHODS, ids=named)
@pytest.mark.parametrize("state", [Nim(3, 4), TwentyFour(3, 5, 7, 2)], ids=["Nim", "24"])
def test_no_tree_depends_on_how_python_adds_floats(method, state, monkeypatch):
    here = search(state, 300, seed=1, **method().options()).root
    monkeypatch.setattr(builtins, "sum", correctly_rounded_sum)
    there = search(state, 300, seed=1, **method().options()).root
    assert written(here) == written(there)


def test_no_proofs_are_read_where_chance_moves():
    """`proofs` refuses games with chance.

    An earlier version "proved" a win for a bet that wins only one time in six.
    """
    for state in CHANCE:
        with pytest.raises(CannotSearch, match="MCTS-Solver cannot search"):
            root = Node(state)
            uct(root, 50, seed=0)
            proofs(root)


@pytest.mark.parametrize("method", [information_search, determinized])
def test_what_draws_hidden_cards_refuses_open_games(method):
    with pytest.raises(CannotSearch, match="TicTacToe, because nothing is hidden in it: use"):
        method(TicTacToe(), 10, random.Random(0))
    with pytest.raises(CannotSearch, match="The game is over"):
        method(TwoCards(0.6, 0).apply(0), 10, random.Random(0))
