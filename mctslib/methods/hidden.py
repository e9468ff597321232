"""Search where not everything can be seen: one table of counts by what the player to move knows.

An **information set** is all positions that a player cannot tell apart.  Information-set search (Cowling, Powley and
Whitehouse, 2012) deals the hidden cards anew in each iteration and counts by the *view*, not by the position.
**Determinization** instead searches each deal by itself, as if it were seen, and takes the mean.

Beside the members of `State` a game says `view(player)`, what a player knows, and `determinizations()`, all positions, equally
likely, that the player to move cannot tell from this one.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import inf, log, sqrt
from statistics import fmean
from typing import Any

from mctslib.game import Action, chance_to_move
from mctslib.limits import whole_number
from mctslib.oracle import value
from mctslib.policies import UCB1, uniform
from mctslib.search import search, simulate


class Tried:
    """What is known of an action in one view: how often it could be chosen, how often it was, and the rewards."""

    __slots__ = ("available", "reward", "visits")

    def __init__(self) -> None:
        self.available = self.visits = 0
        self.reward = 0.0

    @property
    def mean(self) -> float:
        """The mean reward; nan before the first visit."""
        return self.reward / self.visits if self.visits else float("nan")

    def score(self, c: float) -> float:
        """UCB1 with the times at which the action was available in place of the visits of the parent."""
        return self.mean + c * sqrt(log(self.available) / self.visits) if self.visits else inf


Table = dict[Hashable, dict[Action, Tried]]


def pick(
    counts: dict[Action, Tried], actions: Sequence[Action], rng: random.Random, c: float
) -> Action:
    """An untried one of the actions, at random; once there is none the one with the highest score."""
    for action in actions:
        counts.setdefault(action, Tried()).available += 1
    untried = [action for action in actions if not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried))]
    return max(actions, key=lambda action: counts[action].score(c))


def iterate(state: Any, table: Table, rng: random.Random, c: float = 1.0) -> None:
    """One iteration: deal, walk down by the views, add one action to the table, play out, count."""
    worlds = state.determinizations()
    world, path, new = worlds[int(rng.random() * len(worlds))], [], False
    while not new and not world.is_terminal():
        if chance_to_move(world):
            world = world.apply(uniform(world, rng))
            continue
        player = world.current_player
        counts = table.setdefault((player, world.view(player)), {})
        action = pick(counts, world.legal_actions(), rng, c)
        new = not counts[action].visits
        path.append((counts[action], player))
        world = world.apply(action)
    rewards = simulate(world, rng, uniform).rewards
    for count, player in path:
        count.visits += 1
        count.reward += rewards[player]


def information_search(state: Any, iterations: int, rng: random.Random, c: float = 1.0) -> Table:
    """(player, view) → action → `Tried`, after so many iterations from what the player to move knows of `state`."""
    table: Table = {}
    for _ in range(whole_number("iterations", iterations)):
        iterate(state, table, rng, c)
    return table


def counts_at(table: Table, state: Any) -> dict[Action, Tried]:
    """What the table says of the actions of `state`; empty where the search never came."""
    return table.get((state.current_player, state.view(state.current_player)), {})


def shares(counts: dict[Action, Tried]) -> dict[Action, Fraction]:
    """The share of the visits of each action, exactly."""
    total = sum(count.visits for count in counts.values())
    return (
        {action: Fraction(count.visits, total) for action, count in counts.items()} if total else {}
    )


# ---------------------------------------------------------------------------- determinization


def promised(state: Any) -> dict[Action, float]:
    """What determinization believes if each world is solved exactly: action → mean over the worlds."""
    player = state.current_player
    return _mean(
        [
            {a: value(w.apply(a), player) for a in w.legal_actions()}
            for w in state.determinizations()
        ]
    )


def determinized(
    state: Any, iterations: int, rng: random.Random, c: float = 1.0
) -> dict[Action, float]:
    """What determinization believes if UCT searches each world, `iterations` in all: action → mean over the worlds."""
    worlds = state.determinizations()
    each = max(1, whole_number("iterations", iterations) // len(worlds))
    return _mean([_q(search(world, each, seed=rng, tree_policy=UCB1(c)).root) for world in worlds])


def _q(root: Any) -> dict[Action, float]:
    return {action: child.value for action, child in root.children.items()}


def _mean(beliefs: list[dict[Action, float]]) -> dict[Action, float]:
    actions = sorted(set().union(*beliefs))
    known = {
        action: [belief[action] for belief in beliefs if action in belief] for action in actions
    }
    return {action: fmean(found) for action, found in known.items()}
