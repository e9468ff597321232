"""Monte Carlo tree search, on one page.

An *iteration* walks through four phases: **select** a leaf, **expand** it by one node, **simulate** a
game to its end, **backpropagate** the result.  After many of them the most visited move is played.
The algorithm is UCT (Kocsis and Szepesvári, 2006); the phases' names follow Chaslot et al. (2008) and
the survey of Browne et al. (2012).
"""
from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import nan
from typing import NamedTuple, Protocol

from mctslib.game import Action, State
from mctslib.guard import guarded, guarded_policy
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.result import SearchResult


class Node:
    """One position in the tree.

    player      who moved into this node: its value is theirs.  (Nobody moved into the first root;
                it counts for the player to move there.)
    children    action → Node, one more an expansion; once complete, in the order of the legal actions
    visits      N, how many iterations passed through this node
    value_sum   W, the sum of the rewards that `player` got in them, 0 ≤ W ≤ N
    """

    __slots__ = ("state", "parent", "action", "player", "children", "visits", "value_sum")

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

    def path(self) -> tuple[Action, ...]:
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


class Iteration(NamedTuple):
    """What one iteration did: all there is to know to draw it, step through it or do it again."""

    path: tuple[Action, ...]  # the actions from the root to the node that was played out
    expanded: bool  # whether that node is new
    rollout: tuple[Action, ...]  # the actions of the playout
    rewards: tuple[float, ...]  # its result, one number a player


# ---------------------------------------------------------------------------- the four phases


def select(root: Node, tree_policy: TreePolicy) -> Node:
    """Phase 1: walk down by the tree policy, to a node that has an untried action or ends the game."""
    node = root
    while node.children and len(node.children) == len(node.state.legal_actions()):
        node = tree_policy(node)
    return node


def expand(node: Node, rng: random.Random) -> Node:
    """Phase 2: add the child of one untried action, picked at random; `node` itself if the game is over."""
    if not node.visits and node.parent is not None:
        return node  # an earlier iteration broke off here: it still lacks its first playout
    children = node.children
    untried = [action for action in node.state.legal_actions() if action not in children]
    if not untried:
        return node
    return attach(node, untried[int(rng.random() * len(untried))])


def attach(node: Node, action: Action) -> Node:
    """Give `node` the child of `action`; the last one puts them all in the order of the legal actions."""
    child = Node(node.state.apply(action), node, action)
    children = node.children
    if len(children) + 1 == len(node.state.legal_actions()):
        node.children = dict(sorted([*children.items(), (action, child)]))
    else:
        children[action] = child
    return child


def simulate(state: State, rng: random.Random, rollout_policy: RolloutPolicy) -> Playout:
    """Phase 3: play to the end by the rollout policy."""
    actions = []
    while not state.is_terminal():
        action = rollout_policy(state, rng)
        state = state.apply(action)
        actions.append(action)
    return Playout(tuple(actions), tuple(state.rewards()))


def backpropagate(node: Node | None, rewards: tuple[float, ...]) -> None:
    """Phase 4: on the way back to the root, count the visit and add the reward of who moved there."""
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[node.player]
        node = node.parent


@dataclass(frozen=True)
class Phases:
    """The four phases of a search, each replaceable by a function of one's own."""

    select: Callable[[Node, TreePolicy], Node] = select
    expand: Callable[[Node, random.Random], Node] = expand
    simulate: Callable[[State, random.Random, RolloutPolicy], Playout] = simulate
    backpropagate: Callable[[Node, tuple[float, ...]], None] = backpropagate


PHASES = Phases()


def iterate(
    root: Node,
    rng: random.Random,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    phases: Phases = PHASES,
) -> Iteration:
    """One iteration: the four phases in their order."""
    leaf = phases.select(root, tree_policy)
    child = phases.expand(leaf, rng)
    playout = phases.simulate(child.state, rng, rollout_policy)
    if len(playout.rewards) != child.state.num_players:
        raise ValueError(f"rewards() must give one number for each player; it gave {playout.rewards}.")
    path, expanded = child.path(), not child.visits
    phases.backpropagate(child, playout.rewards)
    return Iteration(path, expanded, *playout)


# ---------------------------------------------------------------------------- the search


class Stop(Protocol):
    """A stop button: any object with `is_set()`, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


def search(
    root: Node | State,
    limit: Limit | int = 1000,
    *,
    seed: random.Random | int | None = None,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    final_move: FinalMove = most_visited,
    phases: Phases = PHASES,
    trace: list[Iteration] | None = None,
    stop: Stop | None = None,
) -> SearchResult:
    """Grow a tree from a state, or go on growing one from its root node, until `limit` (or `stop`).

    limit   a `Limit`, or a number of iterations
    seed    the same whole number gives the same tree; a `random.Random` is used as it is, so that
            search(n) followed by search(m) with one generator equals search(n + m)
    trace   a list to which the record of every iteration is appended

    Raises ValueError if the game is over, `PhaseError` where a phase or a tree policy of one's own goes wrong.
    """
    if not isinstance(root, Node):
        root = Node(root)
    if root.state.is_terminal():
        raise ValueError(f"The game is over, there is nothing to search.\n{root.state}")
    limit, phases, tree_policy = as_limit(limit), guarded(phases), guarded_policy(tree_policy)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    nodes = root.size() if limit.nodes else 1
    start, done, stopped_by = time.perf_counter(), 0, None
    with deferred_interrupt() as interrupt:
        while not stopped_by:
            iteration = iterate(root, rng, tree_policy, rollout_policy, phases)
            done += 1
            nodes += iteration.expanded
            if trace is not None:
                trace.append(iteration)
            stopped_by = "interrupt" if interrupt.is_set() else "stop" if stop and stop.is_set() else None
            stopped_by = stopped_by or limit.reached(done, time.perf_counter() - start, nodes)
    return SearchResult(root, final_move(root), done, time.perf_counter() - start, stopped_by)


def reuse(root: Node, *actions: Action) -> Node:
    """The root of the next search after `actions` were played: what is known below them is kept.

    The new root is cut off from its old parent, else backpropagation would run past it.
    """
    node = root
    for action in actions:
        child = node.children.get(action)
        node = child if child is not None else Node(node.state.apply(action), node, action)
    node.parent = None
    node.action = None
    return node

