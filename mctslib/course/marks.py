"""One growing tree, seen whenever it has reached a mark: going on with a search equals having searched longer."""

import random
from collections.abc import Iterator, Sequence

from mctslib.fast.choice import grow
from mctslib.game import State
from mctslib.policies import UCB1
from mctslib.tree import Node


def grown(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> Iterator[Node]:
    """The root of one tree after each of the iteration counts `marks`.  Raises ValueError unless they grow.

    The engine may change on the way; then it is the root of a copy.
    """
    root, rng = Node(state), random.Random(seed)
    for missing in steps(marks):
        root = grow(root, missing, seed=rng, tree_policy=UCB1(c)).root
        yield root


def steps(marks: Sequence[int]) -> list[int]:
    """How many iterations lead from each mark to the next, and from none to the first.  Raises ValueError likewise."""
    if list(marks) != sorted(set(marks)):
        raise ValueError(f"marks must grow from one to the next: {list(marks)}.")
    return [mark - before for before, mark in zip((0, *marks), marks)]
