"""The right answers to the exercises of chapter 12, to which the reader's are compared."""

from math import inf
from typing import Any

from mctslib.game import Action
from mctslib.tree import Node

Tree = Any
"""A number, which is the value for the player to move, or a list of trees, one for each move."""


def alpha_beta(tree: Tree, low: float, high: float) -> float:
    """Return the value of a tree for the player to move (Knuth and Moore, 1975).

    low   what this player is sure of already; a result of at most `low` is only an upper bound
    high  what the opponent will not allow; a result of at least `high` is only a lower bound
    """
    if not isinstance(tree, list):
        value: float = tree
        return value
    best = -inf
    for branch in tree:
        best = max(best, -alpha_beta(branch, -high, -max(low, best)))
        if best >= high:
            break
    return best


def keep(root: Node, *actions: Action) -> Node:
    """Return the node after these actions, cut off from the tree above it; create missing nodes."""
    node = root
    for action in actions:
        child = node.children.get(action)
        node = child or Node(node.state.apply(action), node, action)
    node.parent = None
    return node
