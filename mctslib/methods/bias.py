"""Progressive bias: a bonus for promising actions that fades as their visits grow."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import log, sqrt
from weakref import WeakKeyDictionary

from mctslib.game import Action, State
from mctslib.methods.actions import ActionPolicy, check_weight, visits_and_value
from mctslib.more_policies import decisive_actions
from mctslib.tree import Node


class ProgressiveBias(ActionPolicy):
    """A method: UCB1 plus weight · H / (n + 1); H is 1 for a promising action and 0 otherwise.

    weight  ≥ 0, the weight of the bonus
    c       ≥ 0, the exploration constant of UCB1
    hint    state → its promising actions; called once for each node

    An untried action gets the score of an action that was tried once and won.  Untried actions are
    therefore tried early, promising ones first (Chaslot et al., 2008).  Raises ValueError if
    `weight` or `c` is out of range.
    """

    names = ("exploitation", "exploration and bias")
    titles = ("Q = W / N", "+ explore + bias")

    def __init__(
        self,
        weight: float = 1.0,
        c: float = 1.0,
        hint: Callable[[State], Collection[Action]] = decisive_actions,
    ) -> None:
        check_weight("The weight of progressive bias", weight)
        check_weight("The c of progressive bias", c)
        self.weight = weight
        self.c = c
        self.hint = hint
        self.hints: WeakKeyDictionary[Node, Collection[Action]] = WeakKeyDictionary()

    def promising(self, node: Node) -> Collection[Action]:
        """Return the promising actions of `node`; `hint` is called only once for each node."""
        if node not in self.hints:
            self.hints[node] = self.hint(node.state)
        return self.hints[node]

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return the mean value of an action, and its exploration bonus plus its bias."""
        visits, value = visits_and_value(node.children.get(action), untried=1.0)
        exploration = self.c * sqrt(log(max(node.visits, 1)) / max(visits, 1))
        bias = 0.0
        if action in self.promising(node):
            bias = self.weight / (visits + 1)
        return value, exploration + bias
