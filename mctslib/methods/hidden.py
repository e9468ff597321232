"""Search where not everything can be seen: count actions by what the player to move can see.

An **information set** is all positions that a player cannot tell apart.  Information-set search
(Cowling, Powley and Whitehouse, 2012) draws the hidden cards anew in each iteration, and counts by
the *view* of the player to move, not by the position.  A **determinization** is one of the
positions of an information set.  The method of the same name searches each determinization by
itself, as if everything could be seen, and takes the mean.

Beside the members of `State` a game with hidden cards has `view(player)`, what the player can see,
and `determinizations()`, all positions, equally likely, that the player to move cannot tell from
this one.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import inf, log, nan, sqrt
from statistics import fmean
from typing import Any

from mctslib.game import Action, chance_to_move
from mctslib.limits import deferred_interrupt, whole_number
from mctslib.methods.refuse import refuse_chance_to_move, refuse_open
from mctslib.oracle import value
from mctslib.policies import UCB1, check_c, uniform
from mctslib.search import search, simulate
from mctslib.tree import Node


class Tried:
    """The counts of one action in one view.

    available  how many times it could be chosen
    visits     how many times it was chosen
    reward     the sum of the rewards that the player to move got then
    """

    __slots__ = ("available", "reward", "visits")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        self.reward = 0.0

    @property
    def mean(self) -> float:
        """The mean reward; nan before the first visit."""
        if not self.visits:
            return nan
        return self.reward / self.visits

    def score(self, c: float) -> float:
        """Return UCB1 with `available` in place of the visits of the parent.

        It is infinite without visits.  c ≥ 0 is the exploration constant.
        """
        if not self.visits:
            return inf
        return self.mean + c * sqrt(log(self.available) / self.visits)


Table = dict[Hashable, dict[Action, Tried]]
"""(player, view of the player) → action → its counts."""


# ---------------------------------------------------------------------------- information sets


def pick(
    counts: dict[Action, Tried], actions: Sequence[Action], rng: random.Random, c: float
) -> Action:
    """Return an untried action, at random; if there is none, the action with the highest score.

    counts   of the view; every legal action becomes available once more
    actions  the legal actions of the determinization
    c        ≥ 0, the exploration constant
    """
    for action in actions:
        counts.setdefault(action, Tried()).available += 1
    untried = [action for action in actions if not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried))]
    return max(actions, key=lambda action: counts[action].score(c))


def iterate(state: Any, table: Table, rng: random.Random, c: float = 1.0) -> None:
    """Make one iteration: draw a determinization, walk down by the views, play out, count.

    The walk ends after the first action that has not been tried in its view.
    """
    determinizations = state.determinizations()
    position = determinizations[int(rng.random() * len(determinizations))]
    path = []
    new = False
    while not new and not position.is_terminal():
        if chance_to_move(position):
            position = position.apply(uniform(position, rng))
            continue
        player = position.current_player
        counts = table.setdefault((player, position.view(player)), {})
        action = pick(counts, position.legal_actions(), rng, c)
        new = not counts[action].visits
        path.append((counts[action], player))
        position = position.apply(action)
    rewards = simulate(position, rng, uniform).rewards
    for count, player in path:
        count.visits += 1
        count.reward += rewards[player]


def information_search(state: Any, iterations: int, rng: random.Random, c: float = 1.0) -> Table:
    """Return for each (player, view) what was `Tried`, by action, after information-set search.

    state       the search uses only what the player to move can see of it
    iterations  ≥ 1; fewer are made after the stop button
    c           ≥ 0, the exploration constant

    Raises ValueError for iterations below 1 or a c below 0, and `CannotSearch` for a game without
    hidden cards or a game that is over.
    """
    refuse_open(state, "Information-set search")
    check_c(c)
    table: Table = {}
    with deferred_interrupt() as interrupt:
        for _ in range(whole_number("iterations", iterations)):
            iterate(state, table, rng, c)
            if interrupt.is_set():
                break
    return table


def counts_at(table: Table, state: Any) -> dict[Action, Tried]:
    """Return the counts of the actions of `state`; empty where the search never was."""
    player = state.current_player
    return table.get((player, state.view(player)), {})


def shares(counts: dict[Action, Tried]) -> dict[Action, Fraction]:
    """Return each action's share of the visits, exactly; empty without visits."""
    total = sum(count.visits for count in counts.values())
    if not total:
        return {}
    return {action: Fraction(count.visits, total) for action, count in counts.items()}


# ---------------------------------------------------------------------------- determinization

Beliefs = dict[Action, float]
"""Action → what it is believed to be worth to the player to move."""


def promised(state: Any) -> Beliefs:
    """Return what determinization believes if each determinization is solved exactly.

    Raises `CannotSearch` for a game without hidden cards, for a game that is over, and where chance
    moves.
    """
    refuse_open(state, "Determinization")
    refuse_chance_to_move(state, "Determinization")
    player = state.current_player
    beliefs = []
    for determinization in state.determinizations():
        worth = {}
        for action in determinization.legal_actions():
            worth[action] = value(determinization.apply(action), player)
        beliefs.append(worth)
    return mean_beliefs(beliefs)


def determinized(state: Any, iterations: int, rng: random.Random, c: float = 1.0) -> Beliefs:
    """Return what determinization believes if UCT searches each determinization.

    iterations  the total, ≥ 1; each determinization gets the same number, at least one
    c           ≥ 0, the exploration constant

    After the stop button these are the beliefs of the determinizations searched by then.  Raises
    ValueError for iterations below 1 or a c below 0, and `CannotSearch` for a game without hidden
    cards, for a game that is over, and where chance moves.
    """
    refuse_open(state, "Determinization")
    refuse_chance_to_move(state, "Determinization")
    determinizations = state.determinizations()
    share = max(1, whole_number("iterations", iterations) // len(determinizations))
    beliefs = []
    with deferred_interrupt() as interrupt:
        for determinization in determinizations:
            found = search(determinization, share, seed=rng, tree_policy=UCB1(c))
            beliefs.append(values_of_children(found.root))
            if interrupt.is_set():
                break
    return mean_beliefs(beliefs)


def values_of_children(root: Node) -> Beliefs:
    """Return for each action of `root` that was tried the mean value of its child."""
    return {action: child.value for action, child in root.children.items()}


def mean_beliefs(beliefs: Sequence[Beliefs]) -> Beliefs:
    """Return the mean belief of each action, over the beliefs that have the action."""
    actions = sorted(set().union(*beliefs))
    means = {}
    for action in actions:
        means[action] = fmean(belief[action] for belief in beliefs if action in belief)
    return means
