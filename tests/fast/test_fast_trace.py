"""The compiled engine makes the same records as the readable engine, one by one."""

import random
from functools import cache
from math import log, sqrt

import numpy as np
import pytest
from all_games import classes_of
from fast_games import GAMES, options, position

from mctslib import ConnectFour, Limit, best_value, reuse, search
from mctslib.fast.games import PACK
from mctslib.fast.xorshift import Xorshift

pytest.importorskip("numba", reason="the compiled engine needs numba")
import numba

from mctslib import fast
from mctslib.fast import selection
from mctslib.fast.draws import FLAGS, NUMBERS, WORDS, mersenne_below


@cache
def again(kernel):
    """Compile a function separately; elsewhere it is compiled as a part of the kernels."""
    return numba.njit(**FLAGS)(kernel.py_func)


def nodes(root):
    """Return the path, the numbers and the children of each node of a tree."""
    return [
        (node.path(), node.visits, node.value_sum, node.player, node.state, list(node.children))
        for node in root.descendants()
    ]


def assert_same(state, limit, seed):
    """Check that both engines give the same records, tree and result.

    Both engines must also draw the same number of random numbers.
    """
    ours, theirs = options(seed), options(seed)
    readable, compiled = [], []
    a = search(state, limit, trace=readable, **ours)
    b = fast.search(state, limit, trace=compiled, **theirs)
    for k, (mine, yours) in enumerate(zip(readable, compiled)):
        assert mine == yours, f"iteration {k}"
    assert len(readable) == len(compiled) == a.iterations == b.iterations
    assert (a.action, a.stopped_by, a.value) == (b.action, b.stopped_by, b.value)
    assert (
        a.distribution() == b.distribution() and a.principal_variation() == b.principal_variation()
    )
    assert a.table() == b.table()
    assert ours["seed"].getstate() == theirs["seed"].getstate()
    return a.root, b.root


def test_every_game_with_a_kernel_is_among_them():
    assert classes_of(GAMES.values()) == set(PACK)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_trace_for_five_seeds(name):
    """Both engines agree for each constant of `options` and for both generators."""
    for seed in range(5):
        readable, compiled = assert_same(
            position(name, seed), 50 if name == "Hex 11" else 200, seed
        )
        assert nodes(readable) == nodes(compiled)


@pytest.mark.timeout(7200)
@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_same_trace_for_many_more_seeds(name):
    for seed in range(400):
        readable, compiled = assert_same(position(name, seed), 2000, seed)
        assert seed > 9 or nodes(readable) == nodes(compiled)


@pytest.mark.parametrize("name", GAMES)
def test_limits_mean_the_same(name):
    for limit in (Limit(iterations=1), Limit(nodes=1), Limit(200, nodes=77)):
        assert_same(position(name, 1), limit, 1)


@pytest.mark.parametrize("make", [random.Random, Xorshift])
def test_a_search_in_two_goes_equals_one(make):
    state = GAMES["Connect Four"]
    whole = fast.search(state, 700, seed=make(4)).root
    rng = make(4)
    part = fast.search(state, 300, seed=rng).root
    child = next(iter(part.children.values()))
    again = fast.search(part, 400, seed=rng)
    # The node held here is the root of the grown tree.
    assert again.root is part and child in part.children.values()
    assert nodes(part) == nodes(whole)
    assert child.visits == whole.children[child.action].visits > 40


@pytest.mark.parametrize("name", GAMES)
def test_reuse_keeps_the_part_that_was_played(name):
    """After each search, two moves are played, and each engine continues with the subtree below."""
    roots, rngs = [position(name, 2)] * 2, [random.Random(9), random.Random(9)]
    for _ in range(3):
        both = [
            engine(root, 200, seed=rng).root
            for engine, root, rng in zip((search, fast.search), roots, rngs)
        ]
        line = next(node.path() for node in both[0].descendants() if len(node.path()) == 2)
        roots = [reuse(root, *line) for root in both]
        assert nodes(roots[0]) == nodes(roots[1])
        if roots[0].state.is_terminal():
            break


def test_nodes_held_from_before_a_cut_are_those_of_the_new_tree():
    root = fast.search(GAMES["tic-tac-toe 4"], 2000, seed=3).root
    kept = root.children[5]
    below = next(iter(kept.children.values()))
    visits, seen = kept.visits, below.visits
    cut = reuse(root, 5)
    assert cut is kept and cut.visits == visits and below.visits == seen
    fast.search(cut, 1000, seed=4)
    assert cut.visits == visits + 1000 and below.visits == cut.children[below.action].visits


@pytest.mark.parametrize("name", GAMES)
def test_the_final_move_may_be_any_rule(name):
    state = position(name, 4)
    a, b = (engine(state, 111, seed=2, final_move=best_value) for engine in (search, fast.search))
    assert a.action == b.action
    assert (
        fast.search(state, 50, seed=1, final_move=lambda root: max(root.children)).action
        in state.legal_actions()
    )


@pytest.mark.parametrize("words", [1, 623, 624])
def test_a_generator_that_stands_between_two_words(words):
    """random() takes two 32-bit words; if an odd number of them is taken first, a pair is split."""
    ours, theirs = random.Random(5), random.Random(5)
    for generator in (ours, theirs):
        for _ in range(words):
            generator.getrandbits(32)
        generator.gauss(0, 1)  # the generator keeps the second of a pair of normal numbers
    readable, compiled = [], []
    search(ConnectFour(), 100, seed=ours, trace=readable)
    fast.search(ConnectFour(), 100, seed=theirs, trace=compiled)
    assert readable == compiled and ours.getstate() == theirs.getstate()


def test_a_number_is_rounded_as_floats_are():
    """The kernels round the product random() · n as Python does, even just below a whole number."""
    draw, words, rounded = again(mersenne_below), np.zeros(WORDS, np.int64), 0
    for n in range(1, 82, 5):
        for number in {
            (whole << 53) // n - step for whole in range(1, n + 1) for step in range(3)
        } - {1 << 53}:
            words[1], words[NUMBERS] = 0, number
            assert draw(words, n) == int(number / 2**53 * n), (number, n)
            rounded += number * n >> 53 != int(number / 2**53 * n)
    assert rounded > 20


@pytest.mark.parametrize("c", [0.0, 5e-323, 1e-300, 1e-13, 0.5, 2**0.5, 1e9, 1e308])
def test_the_child_with_the_highest_score_to_the_last_bit(c):
    """The kernels choose the same child with scores from the table as with computed scores.

    Few visits and equal means make many scores equal, or nearly equal.
    """
    pick, rng = again(selection.best_child), random.Random(1)
    for number in (1, 2, 7, 8, 9, 10, 36):
        for most in (2, 6, 40, 4000, 100_000):
            for _ in range(20):
                visits = [rng.randint(1, most) for _ in range(number)]
                # half of the time all rewards are 0
                means = (0, 1, 2) if rng.random() < 0.5 else (0,)
                some = [
                    rng.choice(means) if rng.random() < 0.7 else rng.random() * means[-1]
                    for _ in visits
                ]
                points = [round(n * mean) for n, mean in zip(visits, some)]
                tree = np.ones((6, 64), np.int32)
                tree[selection.VISITS, 0], tree[selection.KIND, 0], tree[selection.FIRST, 0] = (
                    sum(visits),
                    number,
                    1,
                )
                tree[selection.VISITS, 1 : number + 1], tree[selection.POINTS, 1 : number + 1] = (
                    visits,
                    points,
                )
                log_visits = log(sum(visits))
                scores = [w / 2 / n + c * sqrt(log_visits / n) for n, w in zip(visits, points)]
                best = pick(tree, np.uint64(0), c, np.zeros(128), selection.TABLE)
                assert best == 1 + scores.index(max(scores)), (visits, points)


@pytest.mark.parametrize("visits", [selection.KNOWN + more for more in (-1, 0, 1)])
@pytest.mark.parametrize("number", [2, selection.FEW, selection.FEW + 1])
def test_the_table_ends_where_its_numbers_end(visits, number):
    """The first child has the better mean; the second, with few visits, has the higher score."""
    tree = np.ones((6, 64), np.int32)
    tree[selection.VISITS, 0] = visits
    tree[selection.KIND, 0] = number
    tree[selection.VISITS, 1] = visits - 2 * (number - 1)
    tree[selection.VISITS, 2 : number + 1] = 2
    tree[selection.POINTS, 1] = 2 * (visits - 2 * (number - 1))
    tree[selection.POINTS, 2 : number + 1] = 0
    tree[selection.POINTS, 2] = 1
    best = again(selection.best_child)(tree, np.uint64(0), 1.0, np.zeros(128), selection.TABLE)
    assert best == 2
