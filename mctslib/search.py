"""Run Monte Carlo tree search, with the four phases on one page.

An *iteration* has four phases: **select** a leaf of the tree, **expand** it by one node,
**simulate** a game from there to its end, and **backpropagate** the result.  After the last
iteration the most visited move is played.  The algorithm is UCT (Kocsis and Szepesvári, 2006); the
names of the phases follow Chaslot et al. (2008) and the survey of Browne et al. (2012).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mctslib.game import Action, State
from mctslib.guard import (
    alone,
    as_root,
    check_options,
    check_trace_and_stop,
    guarded,
    guarded_policy,
)
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.result import SearchResult
from mctslib.tree import Iteration, Node, Playout, attach

# ---------------------------------------------------------------------------- the four phases


def select(root: Node, tree_policy: TreePolicy) -> Node:
    """Phase 1: walk down to a node with an untried action or a finished game, and return it.

    tree_policy  picks the next child at a node whose actions have all been tried
    """
    node = root
    while node.children and len(node.children) == len(node.state.legal_actions()):
        node = tree_policy(node)
    return node


def expand(node: Node, rng: random.Random) -> Node:
    """Phase 2: add the child of one untried action, picked at random, and return it.

    Return `node` itself if the game is over there.
    """
    if not node.visits and node.parent is not None:
        return node  # an earlier iteration was interrupted here, before the first playout
    children = node.children
    untried = [action for action in node.state.legal_actions() if action not in children]
    if not untried:
        return node
    return attach(node, untried[int(rng.random() * len(untried))])


def simulate(state: State, rng: random.Random, rollout_policy: RolloutPolicy) -> Playout:
    """Phase 3: play to the end of the game, and return the actions and the rewards.

    rollout_policy  picks each action
    """
    actions = []
    while not state.is_terminal():
        action = rollout_policy(state, rng)
        state = state.apply(action)
        actions.append(action)
    return Playout(tuple(actions), tuple(state.rewards()))


def backpropagate(node: Node | None, rewards: tuple[float, ...]) -> None:
    """Phase 4: in each node up to the root, count a visit and add the reward of the node's player.

    rewards  one number from 0 to 1 for each player
    """
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[node.player]
        node = node.parent


@dataclass(frozen=True)
class Phases:
    """The four phases of a search, each of which your own function can replace.

    after   if given, a function that is called with the node and its playout at the end of each
            iteration.  With this function your own search can keep data outside the tree, such as
            proofs.
    """

    select: Callable[[Node, TreePolicy], Node] = select
    expand: Callable[[Node, random.Random], Node] = expand
    simulate: Callable[[State, random.Random, RolloutPolicy], Playout] = simulate
    backpropagate: Callable[[Node, tuple[float, ...]], None] = backpropagate
    after: Callable[[Node, Playout], None] | None = None


PHASES = Phases()


def iterate(
    root: Node,
    rng: random.Random,
    tree_policy: TreePolicy = UCB1(),
    rollout_policy: RolloutPolicy = uniform,
    phases: Phases = PHASES,
) -> Iteration:
    """Run the four phases of one iteration in order, and return the iteration's record.

    Raises ValueError if the playout does not give exactly one reward for each player.
    """
    leaf = phases.select(root, tree_policy)
    child = phases.expand(leaf, rng)
    playout = phases.simulate(child.state, rng, rollout_policy)
    if len(playout.rewards) != child.state.num_players:
        raise ValueError(
            f"rewards() must return one number for each player, not {playout.rewards}."
        )
    path = child.path()
    expanded = child.visits == 0
    phases.backpropagate(child, playout.rewards)
    if phases.after is not None:
        phases.after(child, playout)
    return Iteration(path, expanded, playout.actions, playout.rewards)


# ---------------------------------------------------------------------------- the search


class Stop(Protocol):
    """A stop button: any object with a method `is_set()`, such as a `threading.Event`.

    If the object has an attribute `reason`, such as "proved", the reason becomes the result's
    `stopped_by`.
    """

    def is_set(self) -> bool:
        """Return whether the search should end."""


# The type of a root → the engine that searches such roots.
ENGINES: dict[type[Node], Callable[..., SearchResult]] = {}


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
    """Grow a tree from a state or from the root of an earlier search, and return the result.

    limit           a `Limit`, or a number of iterations
    seed            a whole number or a `random.Random`.  The same number gives the same tree.  A
                    generator is used directly, so search(n) followed by search(m) with one
                    generator equals search(n + m)
    tree_policy     picks the next child in selection
    rollout_policy  picks the actions of a playout
    final_move      picks the action to play
    phases          your own functions in place of the four phases
    trace           a list to which the record of every iteration is appended
    stop            a stop button; the search ends when the button is set

    A tree of the compiled engine is searched by the compiled engine.  Raises ValueError if the game
    is over, `PhaseError` if your own phase or tree policy fails, and `TreeInUse` while another
    search grows this tree.  Raises `CannotSearch` if the number of legal actions is unknown, or if
    the usual expansion would have to try more than a million actions.
    """
    root = as_root(root, tries_every_action=getattr(phases, "expand", None) is expand)
    check_options(tree_policy=tree_policy, rollout_policy=rollout_policy, final_move=final_move)
    check_trace_and_stop(trace, stop)
    if type(root) in ENGINES:
        return ENGINES[type(root)](
            root,
            limit,
            seed=seed,
            tree_policy=tree_policy,
            rollout_policy=rollout_policy,
            final_move=final_move,
            phases=phases,
            trace=trace,
            stop=stop,
        )
    limit = as_limit(limit)
    phases = guarded(phases)
    tree_policy = guarded_policy(tree_policy)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    iterations = 0
    nodes = root.size() if limit.nodes else 1
    stopped_by = None
    start = time.perf_counter()
    with deferred_interrupt() as interrupt, alone(root):
        while stopped_by is None:
            iteration = iterate(root, rng, tree_policy, rollout_policy, phases)
            iterations += 1
            if iteration.expanded:
                nodes += 1
            if trace is not None:
                trace.append(iteration)
            stopped_by = limit.reached(iterations, time.perf_counter() - start, nodes)
            if stop is not None and stop.is_set():
                stopped_by = getattr(stop, "reason", "stop")
            if interrupt.is_set():
                stopped_by = "interrupt"
        action = final_move(root)
    return SearchResult(root, action, iterations, time.perf_counter() - start, stopped_by)


def reuse(root: Node, *actions: Action) -> Node:
    """Return the root of the next search after `actions` were played, with the tree below it.

    The new root is cut off from its old parent, because otherwise backpropagation would continue
    above the new root.  Raises `TreeInUse` while the tree is being searched.
    """
    node = root
    with alone(root):
        for action in actions:
            child = node.children.get(action)
            if child is None:
                child = Node(node.state.apply(action), node, action)
            node = child
    node.parent = None
    node.action = None
    return node
