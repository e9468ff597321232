"""Answers that test the checkers of chapter 06, and tests of the chapter's snapshots of trees."""

import numpy as np
import pytest
from solved import answers

from mctslib import UCB1, Node, TicTacToe, search
from mctslib.checks import perft
from mctslib.course.ch06.checkers import check_missing
from mctslib.course.ch06.growing import all_paths, recent_value, snapshot, snapshots
from mctslib.course.puzzles import A, S
from mctslib.tree import attach

OWN = answers("06")
CHECKS = {"06": {"missing": check_missing}}
RIGHT = [
    ("recent_value", lambda b, a: np.divide(*np.subtract(a, b)[::-1])),
]


def plays_on(state, free=None):
    """Count the nodes of a tree whose games go on after a win until no cell is free."""
    free = str(state).count(".") if free is None else free
    return 1 + free * plays_on(state, free - 1) if free else 1


def grown(root):
    return [node.path() for node in root.descendants()]


def free_orders(root):
    """Return the missing paths as if games went on after a win until no cell is free."""
    cells = [k for k, mark in enumerate(root.state.cells()) if mark == "."]
    waiting, paths = [()], []
    while waiting:
        path = waiting.pop()
        paths.append(path)
        waiting += [(*path, cell) for cell in cells if cell not in path]
    return [path for path in paths if path not in set(grown(root))]


def growing(root):
    """Add the missing nodes to the tree of a root, and return the root."""
    for path in all_paths(root.state):
        node = root
        for action in path:
            node = node.children[action] if action in node.children else attach(node, action)
    return root


def short(root, moves=4):
    """Return the missing paths of at most `moves` moves; a path from S has at most 4 moves."""
    return [path for path in OWN["missing"](root) if len(path) <= moves]


def shallow(root, top=OWN["missing"]):
    paths = set(top(root))
    return [path for path in paths if path[:-1] not in paths]


WRONG = [
    ("count_nodes", plays_on, "until the game is over"),
    (
        "missing",
        grown,
        "it should have 1. You returned the paths of the nodes that *are* in the tree",
    ),
    ("missing", lambda root: list(all_paths(root.state)), "is already in the tree"),
    ("missing", free_orders, "the game is over earlier"),
    (
        "missing",
        lambda root: [(a,) for a in root.state.legal_actions() if a not in root.children],
        "your list lacks it",
    ),
    ("missing", short, "is missing from the tree, but your list lacks it"),
    ("missing", lambda root: OWN["missing"](growing(root)), "changed the tree"),
    ("missing", shallow, "If a node is missing, all nodes below it are missing"),
    (
        "missing",
        lambda root: ["".join(map(str, path)) for path in OWN["missing"](root)],
        "tuple of actions",
    ),
    ("missing", lambda root: OWN["missing"](root) * 2, "more than once"),
]


def test_the_complete_trees():
    """The tree of S has 1 + 4 + 12 + 18 + 16 = 51 nodes, because wins end some games early."""
    assert [perft(S.state, depth) for depth in range(5)] == [1, 4, 12, 18, 16]
    assert len(list(all_paths(S.state))) == 51 == OWN["count_nodes"](S.state)
    assert OWN["count_nodes"](A.state) == sum(perft(A.state, depth) for depth in range(10))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
def test_on_S_with_the_theorys_c_one_node_is_missing_after_24_000(seed):
    root = search(S.state, 24_000, seed=seed, tree_policy=UCB1(2**0.5)).root
    assert set(OWN["missing"](root)) == {(6, 1, 3, 7)}


def test_snapshots_are_those_of_one_growing_tree():
    marks = [10, 60, 200]
    for moment, mark in zip(snapshots(A.state, marks, seed=4, c=0.6), marks, strict=True):
        alone = search(A.state, mark, seed=4, tree_policy=UCB1(0.6))
        assert moment == snapshot(alone.root) and moment.value == alone.value


def test_recent_value_by_hand():
    """W is 1 after 4 visits and 4 after 10, so the recent value is 3 points in 6 visits, or ½."""
    first, second = Node(TicTacToe()), Node(TicTacToe())
    first.visits, first.value_sum, second.visits, second.value_sum = 4, 1.0, 10, 4.0
    assert recent_value(snapshot(first), snapshot(second)) == 0.5


@pytest.mark.parametrize("marks", [[5, 5], [9, 3]])
def test_marks_must_grow(marks):
    with pytest.raises(ValueError, match="increasing order"):
        list(snapshots(TicTacToe(), marks))


UNDRAWN = {
    ("missing", "tuple of actions"),
    ("missing", "more than once"),
}
DRAWN = {(name, words) for name, _, words in WRONG if name == "missing"} - UNDRAWN
SLOW = {"missing"}  # these checkers take seconds
