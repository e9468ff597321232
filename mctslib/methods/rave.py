"""RAVE: a playout tells of every move that was made in it, not only of the first one.

The *all moves as first* (AMAF) value of an action at a node is the mean reward of all playouts below the node in which
the player to move there took the action at any time, now or later (Brügmann, 1993; Gelly and Silver, 2007, 2011).
Much of it is known after few playouts, and it is about something else; so it fades as the node is visited.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import inf, log, sqrt
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action, State
from mctslib.methods.actions import ActionPolicy
from mctslib.tree import Node, Playout

UNSEEN = 1.0  # the AMAF value of an action that nobody has taken yet: let somebody take it


def fading(k: float, visits: int) -> float:
    """β = √(k / (3N + k)): 1 at first, ½ after k visits, then towards 0 (Gelly and Silver, 2011, by hand).

    N is the visits of the node whose actions are compared.
    """
    return 1 / sqrt(1 + 3 * visits / k) if k else 0.0


class Rave(ActionPolicy):
    """A method: the action with the highest (1−β)·Q + β·AMAF, and nothing else unless c > 0.

    k   how long AMAF is listened to: after k visits its weight is ½.  k = 0 is UCT that tries its untried actions in
        order, k = inf AMAF alone
    c   of UCB1's bonus; Gelly and Silver played best without
    An action without a visit of its own has AMAF alone to go by, and the bonus of one visit.  Raises ValueError for k
    or c below 0.
    """

    names = "its own playouts", "all playouts with it"
    titles = "(1−β)·Q", "+ β·AMAF"

    def __init__(self, k: float = 300, c: float = 0.0) -> None:
        for name, number in {"k": k, "c": c}.items():
            if isinstance(number, bool) or not number >= 0 or (number == inf and name == "c"):
                raise ValueError(f"RAVE's {name} must be a number ≥ 0, not {number}.")
        self.k, self.c = k, c
        self.counts: WeakKeyDictionary[Node, dict[Action, list[float]]] = WeakKeyDictionary()

    def beta(self, node: Node) -> float:
        """The weight of AMAF at this node."""
        return fading(self.k, node.visits)

    def seen(self, node: Node, action: Action) -> tuple[int, float]:
        """(playouts, mean reward) of the action, taken at this node or later, for the player to move here."""
        visits, total = self.counts.get(node, {}).get(action, (0, 0.0))
        return int(visits), total / visits if visits else UNSEEN

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        child, beta, amaf = node.children.get(action), self.beta(node), self.seen(node, action)[1]
        visits = child.visits if child else 0
        bonus = self.c * sqrt(log(node.visits or 1) / (visits or 1))
        if not child or not visits:
            return 0.0, amaf + bonus if beta else inf
        return (1 - beta) * child.value, beta * amaf + bonus

    def letters(self, node: Node) -> tuple[str, str]:
        beta = self.beta(node)
        bonus = f" + {self.c:g}·√(ln {node.visits}/n)" if self.c else ""
        return f"{1 - beta:.2f}·Q", f"{beta:.2f}·AMAF{bonus}"

    def pick(self, node: Node) -> Action:
        """The same as by `terms`, in less than half the time."""
        beta, counts, children = self.beta(node), self.counts.get(node, {}), node.children
        c, log_visits, best, best_score = self.c, log(node.visits or 1), None, -inf
        for action in node.state.legal_actions():
            visits, total = counts.get(action, (0, 0.0))
            score = total / visits if visits else UNSEEN
            child = children.get(action)
            if child is None or not child.visits:
                score = score + c * sqrt(log_visits) if beta else inf
            else:
                own = child.value_sum / child.visits
                score = (1 - beta) * own + (beta * score + c * sqrt(log_visits / child.visits))
            if score > best_score:  # of equals, the first
                best, best_score = action, score
        return best

    def learn(self, node: Node, playout: Playout) -> None:
        """Count the playout at every node on its way: the actions that the player to move there took from there on."""
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
        options = super().options()
        return {**options, "phases": replace(options["phases"], after=self.learn)}


def taken(state: State, actions: tuple[Action, ...]) -> defaultdict[int, set[Action]]:
    """player → the actions they took in this playout from `state`, each once."""
    found: defaultdict[int, set[Action]] = defaultdict(set)
    for action in actions:
        found[state.current_player].add(action)
        state = state.apply(action)
    return found
