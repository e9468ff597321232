"""RAVE: learn about every action of a playout, not only about the first action.

The **AMAF value** (*all moves as first*) of an action at a node is a mean reward.  The mean is
taken over all playouts below the node in which the player to move at the node took the action,
immediately or later (Brügmann, 1993; Gelly and Silver, 2007, 2011).  After a few playouts many AMAF
values are known.  However, many of these playouts took the action in a later position, so the
weight of the AMAF values fades as the node's visit count grows.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import inf, log, sqrt
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action, State
from mctslib.methods.actions import ActionPolicy, check_weight
from mctslib.tree import Node, Playout
from mctslib.words import number, worth

# the AMAF value of an action that no playout has taken yet; this high value makes the search try it
UNSEEN = 1.0


def fading(k: float, visits: int) -> float:
    """Return the weight β = √(k / (3N + k)) of AMAF: 1 at first, ½ after k visits, then towards 0.

    k       ≥ 0, the number of visits after which the weight is ½
    visits  N, the number of visits to the node whose actions are compared

    Gelly and Silver (2011) call this formula the hand-selected schedule.
    """
    if k == 0:
        return 0.0
    return 1 / sqrt(1 + 3 * visits / k)


class Rave(ActionPolicy):
    """A method: pick the action with the highest (1−β)·Q + β·AMAF, plus UCB1's bonus if c > 0.

    k  ≥ 0, the number of visits after which the weight of AMAF is ½.  With k = 0 the
       method is UCT, but untried actions are tried in the order of `legal_actions`.  With k = inf,
       Q has no weight
    c  ≥ 0, the constant of UCB1's bonus; Gelly and Silver (2011) got their best results with 0

    The score of an action without visits is its AMAF value plus the bonus for one visit.  Raises
    ValueError if `k` or `c` is out of range.
    """

    names = ("its own playouts", "all playouts with it")
    titles = ("(1−β)·Q", "+ β·AMAF")

    def __init__(self, k: float = 300, c: float = 0.0) -> None:
        if k != inf:
            check_weight("RAVE's k", k)
        check_weight("RAVE's c", c)
        self.k = k
        self.c = c
        # node → action → [playouts, sum of rewards], for the player to move at the node
        self.counts: WeakKeyDictionary[Node, dict[Action, list[float]]] = WeakKeyDictionary()

    def beta(self, node: Node) -> float:
        """Return the weight of AMAF at this node, from 0 to 1."""
        return fading(self.k, node.visits)

    def seen(self, node: Node, action: Action) -> tuple[int, float]:
        """Return the number of playouts that took an action, here or later, and the action's AMAF
        value.

        The AMAF value is the mean reward of the player to move at `node`, or `UNSEEN` if no playout
        took the action.
        """
        visits, total = self.counts.get(node, {}).get(action, (0, 0.0))
        if not visits:
            return 0, UNSEEN
        return int(visits), total / visits

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return (1−β)·Q and β·AMAF + bonus; without visits, 0 and AMAF + bonus (∞ if β = 0)."""
        child = node.children.get(action)
        visits = child.visits if child is not None else 0
        beta = self.beta(node)
        _, amaf = self.seen(node, action)
        bonus = self.c * sqrt(log(node.visits or 1) / (visits or 1))
        if child is None or not visits:
            if not beta:
                return 0.0, inf
            return 0.0, amaf + bonus
        return (1 - beta) * child.value, beta * amaf + bonus

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms, with the node's β and N filled in."""
        beta = self.beta(node)
        bonus = ""
        if self.c:
            bonus = f" + {number(self.c)}·√(ln {node.visits:,}/n)"
        return f"{worth(1 - beta)}·Q", f"{worth(beta)}·AMAF{bonus}"

    def pick(self, node: Node) -> Action:
        """Return the action with the highest score; ties go to the first action.

        `ActionPolicy.pick` would return the same action, but this method takes less than half the
        time, because it computes only once the numbers that all actions share.
        """
        beta = self.beta(node)
        log_visits = log(node.visits or 1)
        counts = self.counts.get(node, {})
        best = None
        best_score = -inf
        for action in node.state.legal_actions():
            playouts, total = counts.get(action, (0, 0.0))
            amaf = total / playouts if playouts else UNSEEN
            child = node.children.get(action)
            if child is not None and child.visits:
                bonus = self.c * sqrt(log_visits / child.visits)
                value = child.value_sum / child.visits
                score = (1 - beta) * value + (beta * amaf + bonus)
            elif beta:
                score = amaf + self.c * sqrt(log_visits)
            else:
                score = inf
            if score > best_score:  # if scores are equal, the first wins
                best = action
                best_score = score
        return best

    def learn(self, node: Node, playout: Playout) -> None:
        """Count a playout at `node` and at every node above it.

        At each of these nodes, count the actions that the player to move there took in the rest of
        the game.
        """
        later = taken(node.state, playout.actions)
        above: Node | None = node
        while above is not None:
            player = above.state.current_player
            counts = self.counts.setdefault(above, {})
            for action in later[player]:
                count = counts.setdefault(action, [0, 0.0])
                count[0] += 1
                count[1] += playout.rewards[player]
            later[above.player].add(above.action)
            above = above.parent

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, in which `learn` counts every playout."""
        options = super().options()
        options["phases"] = replace(options["phases"], after=self.learn)
        return options


def taken(state: State, actions: tuple[Action, ...]) -> defaultdict[int, set[Action]]:
    """Return a dict: player → the set of actions that the player took in a playout from `state`."""
    found: defaultdict[int, set[Action]] = defaultdict(set)
    for action in actions:
        found[state.current_player].add(action)
        state = state.apply(action)
    return found
