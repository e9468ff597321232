"""The search tree and the records of its growth: what selection walks through and expansion adds to."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import NamedTuple

from mctslib.game import Action, State

Path = tuple[Action, ...]
"""A **path** is the actions from a root down to a node; the root's own is `()`."""


class Node:
    """One position in the tree.

    player      who moved into this node: its value is theirs.  (Nobody moved into the first root;
                it counts for the player to move there.)
    children    action → Node, one more an expansion; once complete, in the order of the legal actions
    visits      N, how many iterations passed through this node
    value_sum   W, the sum of the rewards that `player` got in them, 0 ≤ W ≤ N
    """

    __slots__ = (
        "state",
        "parent",
        "action",
        "player",
        "children",
        "visits",
        "value_sum",
        "__weakref__",
    )

    def __init__(self, state: State, parent: Node | None = None, action: Action = None) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.player = state.current_player if parent is None else parent.state.current_player
        self.children: dict[Action, Node] = {}
        self.visits = 0
        self.value_sum = 0.0

    @property
    def value(self) -> float:
        """Q = W / N, the mean reward of `player`, in [0, 1]; nan without visits."""
        return self.value_sum / self.visits if self.visits else nan

    def path(self) -> Path:
        """The actions from the root to this node."""
        actions = []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))

    def descendants(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children.values()))

    def size(self) -> int:
        """How many nodes there are: this one and all below it."""
        return sum(1 for _ in self.descendants())

    def __repr__(self) -> str:
        return f"<Node path={self.path()} N={self.visits} W={self.value_sum:g}>"


class Playout(NamedTuple):
    """The random game of phase 3: its actions, and one reward in [0, 1] a player."""

    actions: tuple[Action, ...]
    rewards: tuple[float, ...]


PHASE_NAMES = ("select", "expand", "simulate", "backpropagate")


class Iteration(NamedTuple):
    """What one iteration did: all there is to know to draw it, step through it or do it again."""

    path: Path  # the actions from the root to the node that was played out
    expanded: bool  # whether that node is new
    rollout: tuple[Action, ...]  # the actions of the playout
    rewards: tuple[float, ...]  # its result, one number a player


def attach(node: Node, action: Action) -> Node:
    """Give `node` the child of `action`; the last one puts them all in the order of the legal actions."""
    child = Node(node.state.apply(action), node, action)
    children = node.children
    if len(children) + 1 == len(node.state.legal_actions()):
        node.children = dict(sorted([*children.items(), (action, child)]))
    else:
        children[action] = child
    return child


def in_order(node: Node) -> list[tuple[Action, Node]]:
    """The children in the order of the legal actions, however they were added."""
    rank = {action: k for k, action in enumerate(node.state.legal_actions())}
    return sorted(node.children.items(), key=lambda item: rank.get(item[0], len(rank)))
