"""The search that everybody calls: the loop of `search.uct`, with limits, checks and a stop button.

Before the first iteration the arguments and the game are checked.  Between two iterations the clock
and the stop buttons are read, so a stop never leaves a half-updated tree.  In a slow game they are
read inside playouts, too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from mctslib.door.contract import check_first_move, check_start, first_look, simulate_to_an_end
from mctslib.door.guard import (
    alone,
    as_root,
    check_options,
    check_trace_and_stop,
    guarded,
    guarded_policy,
)
from mctslib.door.limits import SLOW, BrokenOff, Hurry, Limit, as_limit, deferred_interrupt
from mctslib.door.luck import generator
from mctslib.door.result import SearchResult
from mctslib.game import Action, State
from mctslib.policies import UCB1, FinalMove, RolloutPolicy, TreePolicy, most_visited, uniform
from mctslib.search import PHASES, Phases, expand, iterate, simulate
from mctslib.tree import Iteration, Node


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

    The search is the loop of `search.uct` with a door in front of it.  From the same random numbers
    both make the same iterations, one by one.

    limit           a `Limit`, or a number of iterations
    seed            a whole number or a `random.Random`.  The same number gives the same tree.  A
                    generator is used directly, so with one generator search(n), followed by
                    search(m), grows the same tree as search(n + m)
    tree_policy     picks the next child in selection
    rollout_policy  picks the actions of a playout
    final_move      picks the action to play
    phases          your own functions in place of the four phases
    trace           a list to which the record of every iteration is appended
    stop            a stop button; the search ends when the button is set

    A tree of the compiled engine is searched by the compiled engine.  Raises ValueError if the game
    is over, `BrokenContract` if the game breaks the contract of `State`, `PhaseError` if your own
    phase or tree policy fails, and `TreeInUse` while another search grows this tree.  Raises
    `CannotSearch` if chance moves at the root, if the number of legal actions is unknown, or if the
    usual expansion would have to try more than a million actions.  An iteration that fails leaves
    no trace in the tree.  If not even one iteration ends in time, the rollout policy picks the
    action.
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
    if phases.simulate is simulate:
        phases = replace(phases, simulate=simulate_to_an_end)
    now_phases = phases
    if root.visits:
        check_start(root.state)
    else:
        now_phases = replace(phases, simulate=first_look(root.state, phases.simulate))
    rng = generator(seed)
    iterations = 0
    nodes = root.size() if limit.nodes else 1
    stopped_by = None
    start = time.perf_counter()
    seconds = 0.0
    with deferred_interrupt() as interrupt, alone(root), nothing_unplayed(root):
        hurry = Hurry(rollout_policy, start + limit.patience, interrupt, start)
        policy: RolloutPolicy = hurry
        try:
            while stopped_by is None:
                iteration = iterate(root, rng, tree_policy, policy, now_phases)
                now_phases = phases
                iterations += 1
                if iteration.expanded:
                    nodes += 1
                if trace is not None:
                    trace.append(iteration)
                begun, seconds = seconds, time.perf_counter() - start
                stopped_by = limit.reached(iterations, seconds, nodes)
                if stop is not None and stop.is_set():
                    stopped_by = getattr(stop, "reason", "stop")
                if interrupt.is_set():
                    stopped_by = "interrupt"
                policy = rollout_policy
                if seconds - begun > SLOW:
                    hurry.begun = start + seconds
                    policy = hurry
        except BrokenOff:
            remove_unplayed(root)
            stopped_by = "interrupt" if interrupt.is_set() else "seconds"
        if iterations or root.children:
            action = final_move(root)
        else:
            action = rollout_policy(root.state, rng)
    return SearchResult(root, action, iterations, time.perf_counter() - start, stopped_by)


class nothing_unplayed:  # noqa: N801 — called like a function
    """Context manager: if an iteration fails, remove the leaf that it has added.

    If the game is the reason, because a move leads to no position, `BrokenContract` says so.
    Such a leaf has no playout.  Only `backpropagate` changes statistics, and it is the last phase,
    so nothing else has to be undone.
    """

    __slots__ = ("root",)

    def __init__(self, root: Node) -> None:
        self.root = root

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            return
        remove_unplayed(self.root)
        if issubclass(kind, Exception):
            check_first_move(self.root.state)


def remove_unplayed(root: Node) -> None:
    """Remove the leaves below a root that have no visits."""
    for node in list(root.descendants()):
        for action, child in list(node.children.items()):
            if child.visits == 0 and not child.children:
                del node.children[action]


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
