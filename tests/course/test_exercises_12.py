"""Right and wrong answers that test the checkers of chapter 12."""

from copy import deepcopy
from itertools import permutations, product
from math import inf

import numpy as np
import pytest

from mctslib.course.ch12 import checkers as ch12
from mctslib.door.entrance import reuse
from mctslib.tree import Node

CHECKS = {"12": {"ordered": ch12.check_order}}


def fail_hard(tree, low, high):
    """Return a value within the bounds, as fail-hard alpha-beta does; leaves are numpy numbers."""
    if not isinstance(tree, list):
        return np.float64(tree)
    for one in tree:
        low = max(low, -fail_hard(one, -high, -low))
        if low >= high:
            return high
    return low


def window_ignored_at_the_top(tree, low, high):
    """Return the right value for open bounds, and a wrong value for any other bounds."""
    if (low, high) == (-inf, inf):
        return ch12.alpha_beta(tree, low, high)
    return ch12.alpha_beta(tree, low, high) + 1


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


def taken_off(tree, low, high):
    """Remove the moves from the list that the checker gave."""
    if not isinstance(tree, list):
        return tree
    best = -inf
    while tree and best < high:
        best = max(best, -taken_off(tree.pop(0), -high, -max(low, best)))
    return best


def none_if_unknown(root, *actions):
    for action in actions:
        root = root.children.get(action)
        if root is None:
            return None
    root.parent = None
    return root


def children_cut_too(root, *actions):
    node = reuse(root, *actions)
    for child in node.children.values():
        child.parent = None
    return node


def a_copy(root, *actions):
    """Return a copy of the subtree, so that the original tree stays uncut."""
    return deepcopy(reuse(root, *actions))


def one_by_one(root, *actions):
    """Cut the tree at one move after another, and remove each node from its parent's children."""
    root.parent = None
    if not actions:
        return root
    first, *others = actions
    below = root.children.pop(first, None) or Node(root.state.apply(first), root, first)
    return one_by_one(below, *others)


RIGHT = [
    ("alpha_beta", fail_hard),
    ("alpha_beta", two_kinds_of_node),
    ("alpha_beta", no_call_for_a_number),
    ("alpha_beta", null_windows),
    ("ordered", [[12, 3, 8], [2, 6, 4], [2, 5, 14]]),
    ("ordered", np.array([[8, 12, 3], [2, 14, 5], [2, 4, 6]])),
    ("keep", a_copy),
    ("keep", one_by_one),
]
WRONG = [
    ("alpha_beta", taken_off, "changed its argument"),
    ("alpha_beta", window_ignored_at_the_top, "should be"),
    ("ordered", ch12.NINE, "looks at 7 numbers: 3, 12, 8, 2, 14, 5, 2"),
    ("ordered", [[3, 12, 8], [2, 4, 6], [5, 14, 2]], "looks at 7 numbers: 3, 12, 8, 2, 5, 14, 2"),
    ("ordered", [[3, 12, 8], [2, 4, 6], [2, 2, 2]], "Keep the three rows"),
    ("ordered", 7, "a list of three lists"),
    ("keep", none_if_unknown, "returned None"),
    ("keep", children_cut_too, "a tree that does not add up"),
]


@pytest.mark.parametrize("tree", ch12.trees())
def test_alpha_beta_gives_the_values_of_minimax(tree):
    assert ch12.alpha_beta(tree, -inf, inf) == ch12.full_value(tree)


def test_no_order_needs_fewer_than_five_numbers():
    looked = {
        len(ch12.turned_over([list(row) for row in numbers]))
        for rows in permutations(ch12.NINE)
        for numbers in product(*(permutations(row) for row in rows))
    }
    assert looked == {5, 6, 7, 8, 9}


def test_an_order_that_is_half_there_waits():
    assert ch12.check_order([[3, 12, 8], [...], [...]]).status == "pending"


DRAWN = set()
SLOW = {"keep"}  # these checkers take seconds
