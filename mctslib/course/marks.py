"""Grow one tree, and stop at several numbers of iterations, called marks.

A continued search gives the same tree as one longer search, so a single tree is enough.
"""

import random
from collections.abc import Iterator, Sequence

from mctslib.fast.choice import grow
from mctslib.game import State
from mctslib.policies import UCB1
from mctslib.tree import Node


def grown(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> Iterator[Node]:
    """Grow one tree, and yield its root after each number of iterations in `marks`.

    c  the exploration constant of UCB1

    If the engine is changed during the search, the root belongs to a copy of the tree.  Raises
    ValueError if the marks do not increase.
    """
    root = Node(state)
    rng = random.Random(seed)
    for missing in steps(marks):
        root = grow(root, missing, seed=rng, tree_policy=UCB1(c)).root
        yield root


def steps(marks: Sequence[int]) -> list[int]:
    """Return the numbers of iterations up to the first mark and from each mark to the next.

    Raises ValueError if the marks do not increase.
    """
    if list(marks) != sorted(set(marks)):
        raise ValueError(f"marks must be in increasing order: {list(marks)}.")
    return [mark - before for before, mark in zip((0, *marks), marks)]
