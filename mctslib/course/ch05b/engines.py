"""Provide a small search; its options give a correct engine or an engine with a common mistake.

To name the reader's mistake, `check_best_move` compares the reader's answers with the answers of
these engines.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import log, sqrt

from mctslib.game import Action, State
from mctslib.tree import Node

Reward = Callable[[Node, "list[float]", int], float]
"""A function of a node, the rewards and the player to move at the root, which returns the reward to
add to the node.
"""


def of_the_mover(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the player who moved into the node; this is the correct reward."""
    return rewards[node.player]


def by_depth(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the player who would have moved into the node if turns alternated."""
    return rewards[(root_player + len(node.path()) + 1) % 2]


def by_depth_from_x(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the player who would have moved into the node if X began at the root.

    Like `by_depth`, this assumes that the players take turns.
    """
    return rewards[(len(node.path()) + 1) % 2]


def of_the_next(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the player to move in the node."""
    return rewards[node.state.current_player]


def of_the_opponent(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the opponent of the player who moved into the node."""
    return rewards[1 - node.player]


def of_player_0(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of player 0, no matter who moved into the node."""
    return rewards[0]


def of_the_root(node: Node, rewards: list[float], root_player: int) -> float:
    """Return the reward of the player to move at the root, no matter who moved into the node."""
    return rewards[root_player]


def best_move(
    state: State,
    iterations: int,
    rng: random.Random,
    *,
    reward: Reward = of_the_mover,
    c: float = 1.0,
    deep: bool = True,
    flip: bool = False,
    least: bool = False,
) -> Action:
    """Return the action that a search chooses.

    reward  a function that returns the reward to add to a node
    c       the exploration constant
    deep    whether the tree grows below the children of the root
    flip    whether the search ignores `reward`.  If so, it adds r at the leaf, then 1 − r and r
            alternately on the way up, where r is the reward of the player who moved into the leaf
    least   whether the least visited child is chosen instead of the most visited child
    """
    root = Node(state)
    for _ in range(iterations):
        leaf = descend(root, c, deep)
        if deep or leaf is root:
            leaf = with_child(leaf, rng)
        rewards = played_out(leaf.state, rng)
        node: Node | None = leaf
        flipped = rewards[leaf.player]
        while node is not None:
            node.visits += 1
            node.value_sum += flipped if flip else reward(node, rewards, state.current_player)
            flipped = 1 - flipped
            node = node.parent
    choose = min if least else max
    return choose(root.children.values(), key=lambda child: child.visits).action


def best_move_by_depth(state: State, iterations: int, rng: random.Random) -> Action:
    """Return the action chosen by a search that adds rewards `by_depth`."""
    return best_move(state, iterations, rng, reward=by_depth)


def descend(root: Node, c: float, deep: bool) -> Node:
    """Return the node that selection reaches."""
    node = root
    while node.children and len(node.children) == len(node.state.legal_actions()):
        parent_log = log(max(node.visits, 1))
        node = max(node.children.values(), key=lambda child: score(child, parent_log, c))
        if not deep:
            break
    return node


def score(child: Node, parent_log: float, c: float) -> float:
    """Return the UCB1 score of a child.

    parent_log  the natural logarithm of the parent's visits
    """
    return child.value_sum / child.visits + c * sqrt(parent_log / child.visits)


def with_child(node: Node, rng: random.Random) -> Node:
    """Return a new child of a node for an untried action, or the node if the game is over."""
    untried = [action for action in node.state.legal_actions() if action not in node.children]
    if not untried:
        return node
    action = rng.choice(untried)
    child = Node(node.state.apply(action), node, action)
    node.children[action] = child
    return child


def played_out(state: State, rng: random.Random) -> list[float]:
    """Play a random game from a state, and return the rewards of the game."""
    while not state.is_terminal():
        state = state.apply(rng.choice(state.legal_actions()))
    return list(state.rewards())
