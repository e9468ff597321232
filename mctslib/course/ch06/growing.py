"""A growing tree, looked at now and then: how large it is, where its visits went, what it thinks.

    for moment in snapshots(TicTacToe(), [100, 1_000, 10_000], seed=0):
        print(moment.iterations, moment.nodes, moment.value)

Chapter 06 writes these few functions before the reader's eyes; its widget, `Growth`, draws them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mctslib.course.marks import grown
from mctslib.game import Action, State
from mctslib.oracle import expected_value
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
    children = {
        action: (child.visits, child.value)
        for action, child in root.children.items()
        if child.visits
    }
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


def snapshots(
    state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0
) -> Iterator[Snapshot]:
    """One growing tree, seen after each of the iteration counts `marks`.  Raises ValueError unless they grow."""
    return map(snapshot, grown(state, marks, seed, c))


@dataclass(frozen=True)
class Account:
    """What the moves in the tree brought a game, from one mark to the next, to the player to move at the root.

    iterations    at the second mark
    mine, theirs  points a game that this player's own moves added, and the other players' (often less than 0)
    """

    iterations: int
    mine: float
    theirs: float


def brought(root: Node) -> tuple[int, float, float]:
    """(N, points by the own moves, points by the others') of all iterations, for the player to move at the root.

    A move is worth the difference that it makes to what random play would give from there, and counts as often as
    it was visited: so the tree itself keeps these accounts.  Raises `TooLarge` as `expected_rewards`.
    """
    me, sums, known = root.state.current_player, [0.0, 0.0], dict[State, float]()
    waiting = [(root, _chance(root.state, me, known))]
    while waiting:
        node, before = waiting.pop()
        for child in node.children.values():
            after = _chance(child.state, me, known)
            sums[node.state.current_player != me] += child.visits * (after - before)
            waiting.append((child, after))
    return root.visits, sums[0], sums[1]


def _chance(state: State, player: int, known: dict[State, float]) -> float:
    """What random play would give the player."""
    if state not in known:
        known[state] = float(expected_value(state, player))
    return known[state]


def account(before: tuple[int, float, float], after: tuple[int, float, float]) -> Account:
    """What came between two looks, a game."""
    games = after[0] - before[0]
    return Account(after[0], (after[1] - before[1]) / games, (after[2] - before[2]) / games)


def ledger(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> list[Account]:
    """The accounts of one growing tree, one for each of the iteration counts `marks`: what came since the one before.

    Raises ValueError unless the marks grow.
    """
    looks = [(0, 0.0, 0.0), *map(brought, grown(state, marks, seed, c))]
    return [account(*pair) for pair in pairwise(looks)]


def all_paths(state: State) -> Iterator[Path]:
    """Every sequence of actions from `state`, the empty one first: the nodes of its complete tree."""
    waiting: list[tuple[State, Path]] = [(state, ())]
    while waiting:
        position, path = waiting.pop()
        yield path
        actions = position.legal_actions()
        waiting += [(position.apply(action), (*path, action)) for action in reversed(actions)]
