"""One growing tree, seen whenever it has reached a mark: going on with a search equals having searched longer."""
import random
from collections.abc import Iterator, Sequence

from mctslib.game import State
from mctslib.policies import UCB1
from mctslib.search import search
from mctslib.tree import Node


def grown(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> Iterator[Node]:
    """The root of one tree after each of the iteration counts `marks`.  Raises ValueError unless they grow."""
    root, rng = Node(state), random.Random(seed)
    for missing in to_marks(root, marks):
        search(root, missing, seed=rng, tree_policy=UCB1(c))
        yield root


def to_marks(root: Node, marks: Sequence[int]) -> Iterator[int]:
    """How many iterations the tree lacks to each mark; whoever asks makes them before asking on."""
    if list(marks) != sorted(set(marks)):
        raise ValueError(f"marks must grow from one to the next: {list(marks)}.")
    for mark in marks:
        yield mark - root.visits
