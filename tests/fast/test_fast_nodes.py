"""Both engines can continue the same tree.

Nodes of the compiled engine are read-only views.  Each engine continues a copy of the other
engine's tree.
"""

import copy
import gc
import pickle
import random
import threading

import pytest
from fast_games import GAMES, position
from small_games import Climb

from mctslib import ConnectFour, Highest, Nim, Node, TicTacToe, search
from mctslib.checks import check_tree
from mctslib.door.entrance import reuse
from mctslib.door.guard import TreeInUse
from mctslib.search import Phases, iterate, select
from mctslib.tree import attach

pytest.importorskip("numba", reason="the compiled engine needs numba")
from mctslib import fast
from mctslib.draw.outline import tree_text
from mctslib.draw.show import tree_svg
from mctslib.fast import choice
from mctslib.fast.choice import LOADER, for_engine, grow
from mctslib.fast.nodes import FastNode, compiled, plain

ENGINES = pytest.mark.parametrize("engine", [search, fast.search], ids=["readable", "compiled"])


def contents(root):
    """Return the contents of each node of a tree, in the order of `descendants`."""
    return [
        (repr(node), node.action, node.player, list(node.children), node.state)
        for node in root.descendants()
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "first, then", [(search, compiled), (fast.search, plain)], ids=["compiled", "plain"]
)
@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param([(1, 1), (3, 40), (90, 1)], id="small"),
        pytest.param([(1, 1), (30, 1), (200, 300), (601, 7)], id="large", marks=pytest.mark.slow),
    ],
)
def test_one_engine_goes_on_with_a_copy_of_what_the_other_did(name, first, then, sizes):
    for seed, (n, m) in enumerate(sizes):
        state, rng, trace = position(name, seed), random.Random(seed), []
        root = first(state, n, seed=rng, trace=trace).root
        before, result = contents(root), search(then(root), m, seed=rng, trace=trace)
        whole, own = [], random.Random(seed)
        wanted = search(state, n + m, seed=own, trace=whole)
        assert trace == whole and rng.getstate() == own.getstate()
        assert contents(result.root) == contents(wanted.root) and result.action == wanted.action
        assert isinstance(result.root, FastNode) == (then is compiled) and contents(root) == before
        check_tree(result.root, n + m)


@ENGINES
def test_either_search_grows_a_compiled_tree_where_it_is(engine):
    root = fast.search(TicTacToe(), 500, seed=1).root
    held = {node.path(): node for node in root.descendants()}
    assert engine(root, 500, seed=2).root is root and root.visits == 1000
    assert all(node is held[node.path()] for node in root.descendants() if node.path() in held)
    assert held[(4,)] is root.children[4] and held[(4,)].visits == root.children[4].visits > 0
    assert held[(4, 0)].parent is held[(4,)] and held[(4,)].parent is root


@pytest.mark.parametrize(
    "option",
    [
        {"phases": Phases(select=lambda root, policy: select(root, policy))},
        {"tree_policy": Highest(lambda node, child: child.value)},
        {"rollout_policy": lambda state, rng: state.legal_actions()[0]},
        {"seed": random.SystemRandom()},
    ],
)
def test_options_that_the_compiled_engine_lacks_want_a_copy(option):
    root = fast.search(TicTacToe(), 100, seed=1).root
    with pytest.raises(fast.NoKernel):
        search(root, 50, **option)
    check_tree(search(plain(root), 50, **option).root, 150)
    assert root.visits == 100


def test_a_view_can_only_be_read():
    for change in [
        lambda node: setattr(node, "visits", 1),
        lambda node: setattr(node, "value_sum", 1.0),
        lambda node: setattr(node, "children", {}),
        lambda node: node.children.pop(8, None),
        lambda node: node.children.update({}),
        lambda node: node.children.__setitem__(8, node),
        lambda node: iterate(node, random.Random(1)),
    ]:
        for path in [(), (4,), (4, 0)]:
            root = fast.search(TicTacToe(), 400, seed=1).root
            before, node = contents(root), root
            for action in path:
                node = node.children[action]
            with pytest.raises(AttributeError, match="is read-only"):
                change(node)
            assert contents(root) == before and {type(each) for each in root.descendants()} == {
                FastNode
            }


@pytest.mark.parametrize(
    "copied", [plain, copy.copy, copy.deepcopy, lambda node: pickle.loads(pickle.dumps(node))]
)
def test_a_plain_copy_may_be_changed_and_the_view_does_not_change(copied):
    root = fast.search(TicTacToe(), 400, seed=1).root
    for node in (root, root.children[4]):
        before, own = contents(node), copied(node)
        assert {type(each) for each in own.descendants()} == {Node} and own.parent is None
        assert [line[3:] for line in contents(own)] == [line[3:] for line in before]
        iterate(own, random.Random(1))
        assert own.visits == node.visits + 1 and contents(node) == before


def test_a_tree_cut_off_does_not_care_what_becomes_of_the_old_one():
    old = fast.search(TicTacToe(), 2000, seed=1).root
    kept, reply = old.children[4], old.children[4].children[0]
    before, seen = contents(kept), reply.visits
    new = reuse(old, 4)
    assert [line[1:] for line in contents(new)][1:] == [line[1:] for line in before][1:]
    assert new.parent is None and reply.root is new and old.children[4] is not new
    fast.search(old, 500, seed=1)
    assert (
        new.visits == 1 + sum(child.visits for child in new.children.values())
        and reply.visits == seen
    )
    fast.search(new, 100, seed=1)
    check_tree(new)
    check_tree(old, 2500)


@ENGINES
def test_in_a_search_its_tree_is_neither_searched_nor_cut(engine):
    root, seen = engine(TicTacToe(), 50, seed=1).root, []

    def try_out(function, *arguments):
        try:
            seen.append(function(*arguments) is not None)
        except TreeInUse:
            seen.append(False)

    def look(root):
        try_out(engine, root, 5)
        try_out(search, plain(root), 5)
        try_out(reuse, root, 4)
        return 4

    assert engine(root, 5, seed=2, final_move=look).action == 4 and seen == [False, True, False]
    with pytest.raises(ZeroDivisionError):
        engine(root, 5, final_move=lambda root: 1 / 0)
    assert engine(root, 5, seed=2).root.visits == 65


@pytest.mark.parametrize("searches", [8, pytest.param(30, marks=pytest.mark.slow)])
def test_a_tree_is_read_while_it_grows(searches):
    """A thread that reads a growing tree sees consistent numbers.

    The root's visits are at least the sum of its children's visits, which the thread reads first.
    """
    root, stop, faults, looks = (
        fast.search(ConnectFour(), 50, seed=1).root,
        threading.Event(),
        [],
        [],
    )

    def read():
        while not stop.is_set():
            try:
                check_tree(plain(root))
                children = list(root.children.values())
                known = sum(child.visits + 0 * len(child.children) for child in children)
                assert known <= root.visits and root.size() <= root.visits + 1
                looks.append(sum(1 for _ in children[3].descendants()))
            except Exception as error:
                faults.append(error)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for seed in range(searches):
        fast.search(root, 200, seed=seed)
    stop.set()
    for thread in threads:
        thread.join()
    assert not faults and looks
    check_tree(root, 50 + searches * 200)


def test_size_is_the_number_of_nodes():
    for name in GAMES:
        root = fast.search(GAMES[name], 700, seed=2).root
        for node in [root, *root.children.values()]:
            assert node.size() == plain(node).size() == sum(1 for _ in node.descendants())
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


@pytest.mark.parametrize(
    "make", [stray, unvisited, lambda: Node(Climb()), lambda: search(Nim(5), 20, seed=1).root]
)
def test_a_tree_that_cannot_be_handed_over_stays_as_it_is(make):
    root = make()
    before = contents(root)
    with pytest.raises(fast.NoKernel):
        compiled(root)
    assert {type(node) for node in root.descendants()} == {Node} and contents(root) == before


@pytest.fixture
def asked_much(monkeypatch):
    monkeypatch.setattr(LOADER, "asked", 10**9)


def test_a_node_within_a_tree_is_not_copied(asked_much):
    """A node within a tree is not copied.

    A copy would have no parent, so new results would not reach the root.
    """
    root = search(TicTacToe(), 50, seed=1).root
    inner = root.children[4]
    assert for_engine(inner, 100, random.Random(1)) is inner
    with pytest.raises(fast.NoKernel):
        compiled(inner)
    assert grow(inner, 100, seed=random.Random(1)).root is inner and inner.parent is root


def test_what_is_not_copied(asked_much, monkeypatch):
    rng, own = random.Random(3), Phases(select=lambda root, policy: root)
    whole, odd = search(TicTacToe(), 50, seed=1).root, unvisited()
    for node in (whole.children[4], odd, Node(Nim(5))):
        assert for_engine(node, 100, rng) is node
    assert for_engine(whole, 100, rng, phases=own) is whole
    monkeypatch.setattr(choice, "LIGHT", 49)
    assert for_engine(whole, 100, rng) is whole
    monkeypatch.setattr(choice, "LIGHT", 50)
    other = for_engine(whole, 100, rng)
    assert type(other) is FastNode and for_engine(other, 100, rng) is other
    assert type(for_engine(other, 100, rng, phases=own)) is Node
