"""Find the nodes in which the reader's tree differs from the library's tree.

Both trees are grown from the same seed.
"""

import random
from dataclasses import dataclass
from math import isclose
from typing import Any

from mctslib.game import Action, State
from mctslib.guard import guarded
from mctslib.search import PHASES, Phases, iterate
from mctslib.tree import Node, Path
from mctslib.words import distinct


@dataclass(frozen=True)
class NodeFacts:
    """The facts about a node that are compared.

    visits     N
    value_sum  W
    actions    the actions for which the node has a child
    """

    visits: int
    value_sum: float
    actions: frozenset[Action]

    def agrees_with(self, other: "NodeFacts") -> bool:
        """Return whether N, W and the actions are equal, up to rounding errors in W.

        The last digit of W may differ if the rewards were added up in a different order.
        """
        same_counts = self.visits == other.visits and self.actions == other.actions
        return same_counts and same_sum(self.value_sum, other.value_sum)


def same_sum(one: float, other: float) -> bool:
    """Return whether two sums of rewards are equal up to rounding errors."""
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def facts(root: Node) -> dict[Path, NodeFacts]:
    """Return a dictionary from the path of each node of a tree to its facts.

    The paths are found from the root downwards, because `Node.path` uses `parent`, which may be
    wrong in a reader's tree.
    """
    found: dict[Path, NodeFacts] = {}
    waiting: list[tuple[Path, Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        found[path] = NodeFacts(node.visits, node.value_sum, frozenset(node.children))
        for action, child in node.children.items():
            waiting.append(((*path, action), child))
    return found


def compare_trees(mine: Node, reference: Node) -> set[Path]:
    """Return the paths of the nodes in which the tree `mine` differs from the tree `reference`.

    mine       root of the tree whose paths are returned
    reference  root of the tree with which `mine` is compared

    A node differs if the reference lacks the node, if N differs, if W differs by more than a
    rounding error, or if the node has a child in one tree that it lacks in the other.
    """
    expected = facts(reference)
    different = set()
    for path, found in facts(mine).items():
        if path not in expected or not found.agrees_with(expected[path]):
            different.add(path)
    return different


def first_difference(
    state: State, phases: Phases, limit: int, seed: int, **options: Any
) -> int | None:
    """Return the first iteration after which two trees differ, or None if the trees stay equal.

    One tree is grown with `phases`, the other with the library's phases, both from the same seed.

    state    the position in which both trees start
    phases   the phases of the first tree
    limit    the largest number of iterations
    options  further arguments of `iterate`, for both trees
    """
    mine = Node(state)
    reference = Node(state)
    my_random_numbers = random.Random(seed)
    reference_random_numbers = random.Random(seed)
    phases = guarded(phases)
    for iteration in range(1, limit + 1):
        iterate(mine, my_random_numbers, phases=phases, **options)
        iterate(reference, reference_random_numbers, phases=PHASES, **options)
        if compare_trees(mine, reference):
            return iteration
    return None


def explain_difference(path: Path, mine: Node, reference: Node) -> str:
    """Return a sentence about the difference in a node of `mine`.

    path  the path of the node, one of the paths that `compare_trees` returns
    """
    found = facts(mine)[path]
    expected = facts(reference).get(path)
    name = f"node {path}" if path else "the root"
    if expected is None:
        return f"{name} is not in the reference's tree."
    if found.visits != expected.visits:
        return f"{name} has N = {found.visits:,}, but the reference has N = {expected.visits:,}."
    if not same_sum(found.value_sum, expected.value_sum):
        value_sum, expected_sum = distinct(found.value_sum, expected.value_sum)
        return f"{name} has W = {value_sum}, but the reference has W = {expected_sum}."
    children = sorted(found.actions)
    return f"{name} has the children {children}, but the reference has {sorted(expected.actions)}."
