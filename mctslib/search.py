"""Monte Carlo tree search, on one page.

An *iteration* walks through four phases: **select** a leaf, **expand** it by one node, **simulate** a
game to its end, **backpropagate** the result.  After many of them the most visited move is played.
The algorithm is UCT (Kocsis and Szepesvári, 2006); the phases' names follow Chaslot et al. (2008) and
the survey of Browne et al. (2012).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mctslib.game import Action, State
from mctslib.guard import alone, as_root, check_options, guarded, guarded_policy
from mctslib.limits import Limit, as_limit, deferred_interrupt
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.result import SearchResult
from mctslib.tree import Iteration, Node, Playout, attach

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
    """The four phases of a search, each replaceable by a function of one's own.

    after   if given, called with the node and its playout when they are over: for what a search of one's own keeps
            beside the tree (a proof, what a playout says of other moves)
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
    """One iteration: the four phases in their order."""
    leaf = phases.select(root, tree_policy)
    child = phases.expand(leaf, rng)
    playout = phases.simulate(child.state, rng, rollout_policy)
    if len(playout.rewards) != child.state.num_players:
        raise ValueError(
            f"rewards() must give one number for each player; it gave {playout.rewards}."
        )
    path, expanded = child.path(), not child.visits
    phases.backpropagate(child, playout.rewards)
    if phases.after is not None:
        phases.after(child, playout)
    return Iteration(path, expanded, *playout)


# ---------------------------------------------------------------------------- the search


class Stop(Protocol):
    """A stop button: any object with `is_set()`, such as a `threading.Event`.

    Where it has a `reason`, the result says that: "proved", for example.
    """

    def is_set(self) -> bool: ...


ENGINES: dict[
    type[Node], Callable[..., SearchResult]
] = {}  # other engines, each with its own kind of nodes


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

    A tree of the compiled engine stays with it.  Raises ValueError if the game is over, `PhaseError` where a phase
    or a tree policy of one's own goes wrong, `TreeInUse` while another search grows this tree.
    """
    root = as_root(root)
    check_options(tree_policy=tree_policy, rollout_policy=rollout_policy, final_move=final_move)
    if other := ENGINES.get(type(root)):
        policies = {
            "tree_policy": tree_policy,
            "rollout_policy": rollout_policy,
            "final_move": final_move,
        }
        return other(root, limit, seed=seed, phases=phases, trace=trace, stop=stop, **policies)
    limit, phases, tree_policy = as_limit(limit), guarded(phases), guarded_policy(tree_policy)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    nodes = root.size() if limit.nodes else 1
    start, done, stopped_by = time.perf_counter(), 0, None
    with deferred_interrupt() as interrupt, alone(root):
        while not stopped_by:
            iteration = iterate(root, rng, tree_policy, rollout_policy, phases)
            done += 1
            nodes += iteration.expanded
            if trace is not None:
                trace.append(iteration)
            stopped_by = "interrupt" if interrupt.is_set() else None
            if stop and stop.is_set():
                stopped_by = stopped_by or getattr(stop, "reason", "stop")
            stopped_by = stopped_by or limit.reached(done, time.perf_counter() - start, nodes)
        return SearchResult(root, final_move(root), done, time.perf_counter() - start, stopped_by)


def reuse(root: Node, *actions: Action) -> Node:
    """The root of the next search after `actions` were played: what is known below them is kept.

    The new root is cut off from its old parent, else backpropagation would run past it.  Raises `TreeInUse` while
    the tree is searched.
    """
    node = root
    with alone(root):
        for action in actions:
            child = node.children.get(action)
            node = child if child is not None else Node(node.state.apply(action), node, action)
    node.parent = None
    node.action = None
    return node
