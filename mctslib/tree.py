"""Define the search tree, and the records of its growth."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import NamedTuple

from mctslib.game import Action, State

Path = tuple[Action, ...]
"""A **path** is the tuple of actions from a root down to a node; the root's path is `()`."""


class Node:
    """One position in the tree.

    state       the position
    parent      the node above; None for a root
    action      the action that led from the parent to this node; None for a root
    player      the player who moved into this node, for whom the node's value counts.  Nobody moved
                into the first root, so the root's value counts for the player to move there
    children    action → Node.  Each expansion adds one child; once all children exist, they are in
                the order of the legal actions
    visits      N, the number of iterations that passed through this node
    value_sum   W, the sum of the rewards of `player` in these iterations, 0 ≤ W ≤ N
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
        """Q = W / N, the mean reward of `player`, from 0 to 1; nan if there are no visits."""
        if self.visits == 0:
            return nan
        return self.value_sum / self.visits

    def path(self) -> Path:
        """Return the actions from the root to this node."""
        actions = []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))

    def descendants(self) -> Iterator[Node]:
        """Yield all nodes of the subtree of this node, parents before their children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children.values()))

    def size(self) -> int:
        """Return the number of nodes in the subtree of this node, including this node."""
        return sum(1 for _ in self.descendants())

    def __repr__(self) -> str:
        rounded = round(self.value_sum, 3)
        return f"<Node path={self.path()} N={self.visits} W={rounded:.15g}>"


class Playout(NamedTuple):
    """The actions and the rewards of the game that phase 3 plays."""

    actions: tuple[Action, ...]
    rewards: tuple[float, ...]  # one number from 0 to 1 for each player


PHASE_NAMES = ("select", "expand", "simulate", "backpropagate")


class Iteration(NamedTuple):
    """The record of one iteration, with which the iteration can be drawn, replayed or repeated."""

    path: Path  # the actions from the root to the node that was played out
    expanded: bool  # whether the last node of the path is new
    rollout: tuple[Action, ...]  # the actions of the playout
    rewards: tuple[float, ...]  # the result of the playout, one number for each player


def attach(node: Node, action: Action) -> Node:
    """Add the child of `action` to `node`, and return the child.

    Once the last child has been added, the children are put in the order of the legal actions.
    """
    child = Node(node.state.apply(action), node, action)
    children = node.children
    if len(children) + 1 == len(node.state.legal_actions()):
        node.children = dict(sorted([*children.items(), (action, child)]))
    else:
        children[action] = child
    return child


def in_order(node: Node) -> list[tuple[Action, Node]]:
    """Return the children of `node`, each with its action, in the order of the legal actions."""
    rank = {}
    for number, action in enumerate(node.state.legal_actions()):
        if action in node.children:
            rank[action] = number
    return sorted(node.children.items(), key=lambda item: rank.get(item[0], len(rank)))
