"""Search games with hidden cards: keep counts for each view of the player to move.

An **information set** is the set of all positions that a player cannot tell apart.  Information-set
search (Cowling, Powley and Whitehouse, 2012) draws the hidden cards anew in each iteration.  The
search keeps its counts for each *view* of the player to move, not for each position.  The view is
the part of the position that this player can see.  A **determinization** is one of the positions of
an information set.  The method of the same name searches each determinization separately, as if all
cards were open, and averages the results.

A game with hidden cards has two methods in addition to the methods of `State`.  `view(player)`
returns the view of the player.  `determinizations()` returns all positions that the player to move
cannot tell apart from the current position; these positions are equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import inf, log, nan, sqrt
from statistics import fmean
from typing import Any

from mctslib.chance import chance_to_move
from mctslib.door.contract import Simulate, check_position, first_look, simulate_to_an_end
from mctslib.door.entrance import search
from mctslib.door.limits import deferred_interrupt, whole_number
from mctslib.game import Action
from mctslib.given import check_c
from mctslib.methods.refuse import refuse_chance_to_move, refuse_open
from mctslib.oracle import value
from mctslib.policies import UCB1, uniform
from mctslib.tree import Node


class Tried:
    """The counts of one action in one view.

    available  the number of iterations that reached the view while the action was legal
    visits     the number of iterations that chose the action
    reward     the sum of the rewards of the player to move in the iterations that chose the action
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
        """Return the UCB1 score, with `available` in place of the parent's visits.

        c  ≥ 0, the exploration constant

        Without visits the score is infinite.
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
    """Return a random untried action; if all were tried, return the one with the highest score.

    counts   the counts of the view; `available` grows by one for every legal action
    actions  the legal actions in the determinization
    c        ≥ 0, the exploration constant
    """
    for action in actions:
        counts.setdefault(action, Tried()).available += 1
    untried = [action for action in actions if not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried))]
    return max(actions, key=lambda action: counts[action].score(c))


def iterate(
    state: Any,
    table: Table,
    rng: random.Random,
    c: float = 1.0,
    simulate: Simulate = simulate_to_an_end,
) -> None:
    """Run one iteration: draw a determinization, select by views, play out and update the counts.

    Selection ends after the first action that was untried in its view.
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
    """Search by information sets; return the counts as a dict: (player, view) → action → `Tried`.

    state       the position; the search uses only the part that the player to move can see
    iterations  ≥ 1, the number of iterations; the stop button can end the search earlier
    c           ≥ 0, the exploration constant

    Raises ValueError if `iterations` is below 1 or c is below 0, and `CannotSearch` if the game has
    no hidden cards or is over.
    """
    refuse_open(state, "Information-set search")
    check_c(c)
    table: Table = {}
    simulate = first_look(state, for_a_move=False)
    with deferred_interrupt() as interrupt:
        for _ in range(whole_number("iterations", iterations)):
            iterate(state, table, rng, c, simulate)
            simulate = simulate_to_an_end
            if interrupt.is_set():
                break
    return table


def counts_at(table: Table, state: Any) -> dict[Action, Tried]:
    """Return the counts of the actions of `state`, or {} if the search never reached its view."""
    player = state.current_player
    return table.get((player, state.view(player)), {})


def shares(counts: dict[Action, Tried]) -> dict[Action, Fraction]:
    """Return each action's share of the visits as an exact fraction; {} if there are no visits."""
    total = sum(count.visits for count in counts.values())
    if not total:
        return {}
    return {action: Fraction(count.visits, total) for action, count in counts.items()}


# ---------------------------------------------------------------------------- determinization

Beliefs = dict[Action, float]
"""Action → its estimated value for the player to move."""


def promised(state: Any) -> Beliefs:
    """Solve each determinization exactly; return the mean of the values for each action.

    Raises `CannotSearch` if the game has no hidden cards or is over, or if chance is to move.
    """
    refuse_open(state, "Determinization")
    refuse_chance_to_move(state, "Determinization")
    check_position(state)
    player = state.current_player
    beliefs = []
    for determinization in state.determinizations():
        worth = {}
        for action in determinization.legal_actions():
            worth[action] = value(determinization.apply(action), player)
        beliefs.append(worth)
    return mean_beliefs(beliefs)


def determinized(state: Any, iterations: int, rng: random.Random, c: float = 1.0) -> Beliefs:
    """Search each determinization by UCT; return the mean of the values for each action.

    iterations  ≥ 1, the total number of iterations; each determinization gets an equal share, but
                at least one iteration
    c           ≥ 0, the exploration constant

    If the stop button is pressed, the means include only the determinizations searched so far.
    Raises ValueError if `iterations` is below 1 or c is below 0, and `CannotSearch` if the game has
    no hidden cards or is over, or if chance is to move.
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
    """Return a dict: action → mean value of its child, for the tried actions of `root`."""
    children = root.children
    tried = [action for action in root.state.legal_actions() if action in children]
    return {action: children[action].value for action in tried}


def mean_beliefs(beliefs: Sequence[Beliefs]) -> Beliefs:
    """Return the mean value of each action over those `beliefs` that contain the action."""
    means = {}
    for action in dict.fromkeys(action for belief in beliefs for action in belief):
        means[action] = fmean(belief[action] for belief in beliefs if action in belief)
    return means
