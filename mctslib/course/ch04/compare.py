"""Where two trees differ: the reader's, grown by functions of their own, and the reference on the same seed."""

import random
from typing import Any

from mctslib.game import Action, State
from mctslib.guard import guarded
from mctslib.search import PHASES, Phases, iterate
from mctslib.tree import Node, Path


def facts(root: Node) -> dict[Path, tuple[int, float, frozenset[Action]]]:
    """Path → (N, W, actions of the children), for every node; the path is the way down, not what a node claims."""
    found: dict[Path, tuple[int, float, frozenset[Action]]] = {}
    waiting: list[tuple[Path, Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        found[path] = (node.visits, node.value_sum, frozenset(node.children))
        waiting += [((*path, action), child) for action, child in node.children.items()]
    return found


def compare_trees(mine: Node, reference: Node) -> set[Path]:
    """The paths of the nodes of `mine` that are not as in `reference`.

    A node differs by its N, its W, a child it has or lacks, or by not being in the reference at all.
    An empty set means that the two trees are equal.
    """
    other = facts(reference)
    return {path for path, fact in facts(mine).items() if other.get(path) != fact}


def first_difference(
    state: State, phases: Phases, limit: int, seed: int, **options: Any
) -> int | None:
    """The first iteration after which the tree of `phases` is not the reference's; None if there is none.

    Both are grown from `state` for up to `limit` iterations; the options are those of `iterate`.
    """
    mine, reference, phases = Node(state), Node(state), guarded(phases)
    ours, theirs = random.Random(seed), random.Random(seed)
    for t in range(1, limit + 1):
        iterate(mine, ours, phases=phases, **options)
        iterate(reference, theirs, phases=PHASES, **options)
        if facts(mine) != facts(reference):
            return t
    return None


def explain_difference(path: Path, mine: Node, reference: Node) -> str:
    """One sentence: what is different at the node of `path`."""
    own, other = facts(mine)[path], facts(reference).get(path)
    name = f"node {path}" if path else "the root"
    if other is None:
        return f"{name} is not in the reference's tree."
    if own[0] != other[0]:
        return f"{name} has N = {own[0]}; the reference has {other[0]}."
    if own[1] != other[1]:
        return f"{name} has W = {own[1]:g}; the reference has {other[1]:g}."
    return f"{name} has the children {sorted(own[2])}; the reference has {sorted(other[2])}."
