"""One tree, two engines: nodes of the compiled engine are nodes, and each engine goes on with the other's tree."""
from __future__ import annotations

import gc
import random

import pytest
from fast_games import GAMES, position
from small_games import Climb

from mctslib import UCB1, ConnectFour, Limit, Nim, Node, TicTacToe, search
from mctslib.checks.check import check_tree
from mctslib.search import Phases, backpropagate, expand, iterate, reuse, select, simulate
from mctslib.tree import attach

pytest.importorskip("numba", reason="the compiled engine needs numba")
from mctslib import fast
from mctslib.draw.outline import tree_text
from mctslib.draw.show import tree_svg
from mctslib.fast import choice as engines
from mctslib.fast.nodes import FastNode, freeze, melt, thaw

BOTH = (search, fast.search), (fast.search, search)
IDS = ("readable, then compiled", "compiled, then readable")


def told(root):
    """All that is to be said about a tree, in order."""
    return [(repr(node), node.action, node.player, list(node.children), node.state) for node in root.descendants()]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engines_in_turn", BOTH, ids=IDS)
def test_one_engine_goes_on_where_the_other_stopped(name, engines_in_turn):
    first, second = engines_in_turn
    for seed, (n, m) in enumerate([(1, 1), (3, 40), (30, 1), (200, 300), (601, 7)]):
        state, rng, trace = position(name, seed), random.Random(seed), []
        root = first(state, n, seed=rng, trace=trace).root
        result = second(root, m, seed=rng, trace=trace)
        whole, own = [], random.Random(seed)
        wanted = search(state, n + m, seed=own, trace=whole)
        assert trace == whole and result.root is root and rng.getstate() == own.getstate()
        assert told(root) == told(wanted.root) and result.action == wanted.action
        check_tree(root, n + m)


def test_to_and_fro_many_times():
    rng, root = random.Random(4), Node(ConnectFour())
    for turn, n in enumerate([5, 90, 1, 2, 300, 11, 64]):
        (search, fast.search)[turn % 2](root, n, seed=rng)
    assert told(root) == told(search(ConnectFour(), 473, seed=4).root)


@pytest.mark.parametrize("engines_in_turn", BOTH, ids=IDS)
def test_nodes_in_somebodys_hands_stay_who_they_are(engines_in_turn):
    first, second = engines_in_turn
    root = first(TicTacToe(), 500, seed=1).root
    held = {node.path(): node for node in root.descendants()}
    second(root, 500, seed=2)
    assert all(node is held[node.path()] for node in root.descendants() if node.path() in held)
    assert held[(4,)] is root.children[4] and held[(4,)].visits == root.children[4].visits > 0
    assert held[(4, 0)].parent is held[(4,)] and held[(4,)].parent is root


def test_every_phase_by_hand_on_a_compiled_tree():
    for name in ("tic-tac-toe 3", "Connect Four", "Sudo, mode 2"):
        root, rng = fast.search(GAMES[name], 300, seed=3).root, random.Random(8)
        other, same = search(GAMES[name], 300, seed=3).root, random.Random(8)
        leaf = select(root, UCB1())
        assert type(root) is FastNode and leaf.path() == select(other, UCB1()).path()
        child = expand(leaf, rng)
        backpropagate(child, simulate(child.state, rng, lambda state, rng: state.legal_actions()[0]).rewards)
        leaf = expand(select(other, UCB1()), same)
        backpropagate(leaf, simulate(leaf.state, same, lambda state, rng: state.legal_actions()[0]).rewards)
        assert type(root) is Node and told(root) == told(other)
        assert iterate(root, rng) == iterate(other, same)
        check_tree(root, 302)


def test_options_that_the_compiled_engine_lacks_are_the_readable_ones():
    root = fast.search(TicTacToe(), 100, seed=1).root
    search(root, 50, seed=2, phases=Phases(select=lambda root, policy: select(root, policy)))
    check_tree(root, 150)


@pytest.mark.parametrize("change", ["visits", "value_sum", "children"])
@pytest.mark.parametrize("path", [(), (4,), (4, 0)])
def test_any_change_from_outside_makes_plain_nodes(change, path):
    root = fast.search(TicTacToe(), 400, seed=1).root
    before, node = told(root), root
    for action in path:
        node = node.children[action]
    setattr(node, change, getattr(node, change))
    assert {type(each) for each in root.descendants()} == {Node} and told(root) == before
    check_tree(root, 400)


def test_an_iteration_that_breaks_off_leaves_a_tree_to_go_on_with():
    for go_on in (search, fast.search):
        root, rng = fast.search(TicTacToe(), 60, seed=1).root, random.Random(2)
        leaf = select(root, UCB1())
        child = expand(leaf, rng)  # … and here the game raises an error
        assert child in leaf.children.values() and not child.visits
        go_on(root, 40, seed=rng)
        check_tree(root, 100, broken_off=go_on is search)
    assert child not in leaf.children.values()  # the compiled engine never heard of it
    assert all(type(node) is FastNode for node in root.descendants())


def test_a_tree_cut_off_does_not_care_what_becomes_of_the_old_one():
    old = fast.search(TicTacToe(), 2000, seed=1).root
    kept = old.children[4]
    before = told(kept)
    new = reuse(old, 4)
    assert new is kept and [line[1:] for line in told(new)][1:] == [line[1:] for line in before][1:]
    melt(old)
    assert type(old) is Node and type(new) is FastNode and type(old.children[0]) is Node
    fast.search(new, 100, seed=1)
    search(new, 100, seed=1)
    check_tree(new)


def test_deep_below_a_tree_cut_off_the_children_are_found_again():
    root = fast.search(ConnectFour(), 3000, seed=1).root
    new = reuse(root, 3, 3)
    search(fast.search(new, 500, seed=1).root, 50, seed=2)
    check_tree(new)


def test_size_is_the_number_of_nodes():
    for name in GAMES:
        root = fast.search(GAMES[name], 700, seed=2).root
        for node in [root, *root.children.values()]:
            assert node.size() == thaw(node).size() == sum(1 for _ in node.descendants())
    assert Node(TicTacToe()).size() == 1 and search(TicTacToe(), 20, seed=1).root.size() == 21


def test_drawings_of_both_engines_are_the_same():
    ours, theirs = (engine(ConnectFour(), 2000, seed=5).root for engine in (fast.search, search))
    assert tree_text(ours) == tree_text(theirs)
    assert tree_svg(ours, path=(3,), max_nodes=20) == tree_svg(theirs, path=(3,), max_nodes=20)


def test_a_drawing_makes_few_nodes():
    root = fast.search(ConnectFour(), 20_000, seed=5).root
    tree_svg(root, max_nodes=9)
    gc.collect()
    assert sum(type(thing) is FastNode and thing.root is root for thing in gc.get_objects()) < 200


def stray():
    root = search(TicTacToe(), 30, seed=1).root
    root.children[0].parent = None
    return root


def unvisited():
    root = search(TicTacToe(), 30, seed=1).root
    attach(root.children[0], 1)
    return root


@pytest.mark.parametrize("make", [stray, unvisited, lambda: Node(Climb()), lambda: search(Nim(5), 20, seed=1).root])
def test_a_tree_that_cannot_be_handed_over_stays_as_it_is(make):
    root = make()
    before = told(root)
    with pytest.raises(fast.NoKernel):
        freeze(root)
    assert {type(node) for node in root.descendants()} == {Node} and told(root) == before


# ---------------------------------------------------------------------------- who does it


@pytest.fixture
def asked_much(monkeypatch):
    monkeypatch.setattr(engines, "_asked", 10**9)


def test_a_tree_begun_by_the_readable_engine_is_handed_over(asked_much):
    root, rng = Node(TicTacToe()), random.Random(3)
    search(root, 150, seed=rng)
    engines.grow(root, 100, seed=rng)
    assert type(root) is FastNode and told(root) == told(search(TicTacToe(), 250, seed=3).root)


def test_what_is_not_handed_over(asked_much, monkeypatch):
    rng = random.Random(3)
    whole, odd = search(TicTacToe(), 50, seed=1).root, unvisited()
    for node in (whole.children[4], odd, Node(Nim(5))):
        engines.hand_over(node, 100, rng)
        assert type(node) is Node
    engines.hand_over(whole, 100, rng, phases=Phases(select=lambda root, policy: root))
    monkeypatch.setattr(engines, "LIGHT", 49)
    engines.hand_over(whole, 100, rng)
    assert type(whole) is Node
    monkeypatch.setattr(engines, "LIGHT", 50)
    engines.hand_over(whole, 100, rng)
    assert type(whole) is FastNode


def test_nodes_are_counted_before_a_readable_search_with_a_cap():
    root = fast.search(TicTacToe(), 100, seed=1).root
    search(root, Limit(nodes=120), seed=1)
    assert root.size() == 120
