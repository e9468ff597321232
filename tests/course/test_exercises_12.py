"""Right and wrong answers that test the checkers of chapter 12."""

from copy import deepcopy
from math import inf

import numpy as np
import pytest
from named_mistakes import declared

from mctslib.course.ch12 import checkers as ch12
from mctslib.door.entrance import reuse
from mctslib.tree import Node

CHECKS = {"12": {name: getattr(ch12, f"check_{name}") for name in ("alpha_beta", "keep")}}


def fail_hard(tree, low, high):
    """Return a value within the bounds, as fail-hard alpha-beta does; leaves are numpy numbers."""
    if not isinstance(tree, list):
        return np.float64(tree)
    for one in tree:
        low = max(low, -fail_hard(one, -high, -low))
        if low >= high:
            return high
    return low


def from_the_right(tree, low, high):
    """Try the moves from right to left."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    for place in reversed(range(len(tree))):
        best = max(best, -from_the_right(tree[place], -high, -max(low, best)))
        if best >= high:
            return best
    return best


def own_low_forgotten(tree, low, high):
    """Pass on the bounds from above without raising the lower bound to this node's best value."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    for one in tree:
        best = max(best, -own_low_forgotten(one, -high, -low))
        if best >= high:
            break
    return best


def window_ignored_at_the_top(tree, low, high):
    """Return the right value for open bounds, and a wrong value for any other bounds."""
    if (low, high) == (-inf, inf):
        return ch12.cut_value(tree, low, high)
    return ch12.cut_value(tree, low, high) + 1


def copied_first(tree, low, high):
    """Copy the list of moves, and negate with a helper; neither reads more numbers than needed."""
    if type(tree) is not list:
        return tree
    best = -inf
    for one in list(tree):
        best = max(best, negative(copied_first(one, negative(high), negative(max(low, best)))))
        if best >= high:
            break
    return best


def negative(number):
    return -number


def two_kinds_of_node(tree, low, high):
    """Take the maximum and the minimum in turn, in two functions, as textbooks usually do."""

    def largest(tree, low, high):
        if not isinstance(tree, list):
            return tree
        best = -inf
        for one in tree:
            best = max(best, smallest(one, low, high))
            low = max(low, best)
            if best >= high:
                break
        return best

    def smallest(tree, low, high):
        if not isinstance(tree, list):
            return -tree
        best = inf
        for one in tree:
            best = min(best, largest(one, low, high))
            high = min(high, best)
            if best <= low:
                break
        return best

    return largest(tree, low, high)


def no_call_for_a_number(tree, low, high):
    """Read the numbers in the lists directly, without a call for each number."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    for one in tree:
        if isinstance(one, list):
            value = -no_call_for_a_number(one, -high, -max(low, best))
        else:
            value = -one
        best = max(best, value)
        if best >= high:
            break
    return best


def null_windows(tree, low, high):
    """Search each later move with a null window, and better moves again with a wider window."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    for one in tree:
        sure = max(low, best)
        if sure == -inf:
            value = -null_windows(one, -high, -sure)
        else:
            value = -null_windows(one, -sure - 1, -sure)
            if sure < value < high:
                value = -null_windows(one, -high, -value)
        best = max(best, value)
        if best >= high:
            break
    return best


def looks_at_all(tree, low, high):
    """Read all numbers in the lists directly, without a call for each number, and skip none."""
    if not isinstance(tree, list):
        return tree
    return max(-looks_at_all(one, low, high) if isinstance(one, list) else -one for one in tree)


def taken_off(tree, low, high):
    """Remove the moves from the list that the checker gave."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    while tree and best < high:
        best = max(best, -taken_off(tree.pop(0), -high, -max(low, best)))
    return best


def uncut(root, *actions):
    for action in actions:
        root = root.children.get(action) or Node(root.state.apply(action), root, action)
    return root


def only_known(root, *actions):
    for action in actions:
        root = root.children[action]
    root.parent = None
    return root


def none_if_unknown(root, *actions):
    try:
        return only_known(root, *actions)
    except KeyError:
        return None


def cuts_the_top(root, *actions):
    node = uncut(root, *actions)
    root.parent = None
    return node


def cut_on_the_way(root, *actions):
    """Cut the tree at each step, so that an empty `actions` cuts nothing."""
    for action in actions:
        root = uncut(root, action)
        root.parent = None
    return root


def children_cut_too(root, *actions):
    node = reuse(root, *actions)
    for child in node.children.values():
        child.parent = None
    return node


def the_other_view(root, *actions):
    """Invert the values of the nodes below, as if the player to move had changed."""
    node = reuse(root, *actions)
    for below in node.descendants():
        if below is not node:
            below.value_sum = below.visits - below.value_sum
    return node


def one_level(root, *actions):
    """Return a copy of the node alone, without the nodes below it."""
    old = reuse(root, *actions)
    node = Node(old.state)
    node.visits, node.value_sum, node.player = old.visits, old.value_sum, old.player
    return node


def new_nodes_uncut(root, *actions):
    """Cut off a node that has visits, but not a new node that is created on the way."""
    node = uncut(root, *actions)
    if node.visits:
        node.parent = None
    return node


def a_copy(root, *actions):
    """Return a copy of the subtree, so that the original tree stays uncut."""
    node = deepcopy(uncut(root, *actions))
    node.parent = None
    return node


def one_by_one(root, *actions):
    """Cut the tree at one move after another, and remove each node from its parent's children."""
    root.parent = None
    if not actions:
        return root
    first, *others = actions
    below = root.children.pop(first, None) or Node(root.state.apply(first), root, first)
    return one_by_one(below, *others)


def of_nobody(root, *actions):
    """Create a missing child without a parent, so that the child counts for the wrong player."""
    for action in actions:
        root = root.children.get(action) or Node(root.state.apply(action))
    root.parent = None
    return root


def without_points(root, *actions):
    node = reuse(root, *actions)
    node.value_sum = 0.0
    return node


def already_visited(root, *actions):
    node = reuse(root, *actions)
    node.visits = max(1, node.visits)
    return node


RIGHT = [
    ("alpha_beta", ch12.cut_value),
    ("alpha_beta", fail_hard),
    ("alpha_beta", from_the_right),
    ("alpha_beta", copied_first),
    ("alpha_beta", two_kinds_of_node),
    ("alpha_beta", no_call_for_a_number),
    ("alpha_beta", null_windows),
    ("keep", reuse),
    ("keep", a_copy),
    ("keep", one_by_one),
]
WRONG = [
    *declared("alpha_beta", ch12.VALUE_MISTAKES),
    ("alpha_beta", ch12.full_value, "Nothing is skipped"),
    ("alpha_beta", ch12.cut_above, "use >="),
    ("alpha_beta", own_low_forgotten, "`-max(low, best)`, not `-low`"),
    ("alpha_beta", looks_at_all, "Nothing is skipped"),
    ("alpha_beta", ch12.own_best_only, "A bound is lost on the way down"),
    ("alpha_beta", ch12.high_forgotten, "A bound is lost on the way down"),
    ("alpha_beta", taken_off, "changed its argument"),
    ("alpha_beta", window_ignored_at_the_top, "should be"),
    ("alpha_beta", lambda tree, low, high: None, "Is a `return` missing?"),
    ("alpha_beta", lambda tree, low, high: tree, "it should be a number"),
    ("alpha_beta", lambda tree, low, high: 0.0, "minus the value of the tree after it"),
    ("keep", uncut, "still has a parent"),
    ("keep", cuts_the_top, "still has a parent"),
    ("keep", only_known, "raised KeyError"),
    ("keep", none_if_unknown, "is missing from the tree must be created"),
    ("keep", of_nobody, "counts rewards for X, but O made the last move"),
    ("keep", without_points, "has W = 0; in the tree it was 39"),
    ("keep", already_visited, "so it should have no visits"),
    (
        "keep",
        lambda root, *actions: Node(reuse(root, *actions).state),
        "has 0 visits and 1 node; this node of the tree had 67 visits and 67 nodes",
    ),
    ("keep", lambda root, *actions: reuse(root, *actions[:1]), "is a node of another position"),
    ("keep", lambda root, *actions: root, "is a node of another position"),
    ("keep", one_level, "Keep the node of the tree, with everything below it"),
    ("keep", new_nodes_uncut, "a new node, still has a parent"),
    (
        "keep",
        cut_on_the_way,
        "With no actions, the node that `keep(node)` returns still has a parent",
    ),
    ("keep", children_cut_too, "Change nothing but the parent"),
    ("keep", the_other_view, "the tree does not add up"),
]


def test_the_example_of_the_chapter():
    seen = []
    assert ch12.cut_value(ch12.Branch(ch12.SMALL, seen), -inf, inf) == ch12.full_value(ch12.SMALL)
    assert len(seen) < 9


@pytest.mark.parametrize("tree", ch12.trees())
def test_alpha_beta_gives_the_values_of_minimax(tree):
    assert ch12.cut_value(tree, -inf, inf) == ch12.full_value(tree)


DRAWN = set()
SLOW = {"keep"}  # these checkers take seconds
