"""A growing tree, looked at now and then: how large it is, where its visits went, what it thinks.

    for moment in snapshots(TicTacToe(), [100, 1_000, 10_000], seed=0):
        print(moment.iterations, moment.nodes, moment.value)

Chapter 06 writes these few functions before the reader's eyes; its widget, `Growth`, draws them.
"""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mctslib.course.marks import grown
from mctslib.game import Action, State
from mctslib.tree import Node, Path


@dataclass(frozen=True)
class Snapshot:
    """What is to be said of a tree at one moment.

    iterations  N of the root
    value_sum   W of the root, for the player to move there
    nodes       how many nodes at each depth, the root's first
    children    action → (N, Q) of the root's children
    """

    iterations: int
    value_sum: float
    nodes: tuple[int, ...]
    children: dict[Action, tuple[int, float]]

    @property
    def value(self) -> float:
        """Q of the root, the mean of all rewards so far, from 0 to 1."""
        return self.value_sum / self.iterations

    @property
    def favourite(self) -> Action:
        """The most visited action, of equals the one with the best value."""
        return max(self.children, key=self.children.__getitem__)


def snapshot(root: Node) -> Snapshot:
    """The tree of `root` as it is now; the root has been visited at least twice, and counts for its player to move."""
    children = {action: (child.visits, child.value) for action, child in root.children.items() if child.visits}
    return Snapshot(root.visits, root.value_sum, nodes_by_depth(root), children)


def nodes_by_depth(root: Node) -> tuple[int, ...]:
    """How many nodes the tree has at depth 0 (the root itself), 1, 2 and so on."""
    level, counts = [root], []
    while level:
        counts.append(len(level))
        level = [child for node in level for child in node.children.values()]
    return tuple(counts)


def recent_value(before: Snapshot, after: Snapshot) -> float:
    """The mean reward of the iterations between two snapshots of one tree, from 0 to 1."""
    return (after.value_sum - before.value_sum) / (after.iterations - before.iterations)


def snapshots(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> Iterator[Snapshot]:
    """One growing tree, seen after each of the iteration counts `marks`.  Raises ValueError unless they grow."""
    return map(snapshot, grown(state, marks, seed, c))


def all_paths(state: State) -> Iterator[Path]:
    """Every sequence of actions from `state`, the empty one first: the nodes of its complete tree."""
    waiting: list[tuple[State, Path]] = [(state, ())]
    while waiting:
        position, path = waiting.pop()
        yield path
        actions = position.legal_actions()
        waiting += [(position.apply(action), (*path, action)) for action in reversed(actions)]
