"""Progressive bias: what one knows of an action beforehand, told to the search while it has seen little itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import inf, log, sqrt
from weakref import WeakKeyDictionary

from mctslib.game import Action, State
from mctslib.methods.actions import ActionPolicy
from mctslib.policies import decisive_actions
from mctslib.tree import Node


class ProgressiveBias(ActionPolicy):
    """A method: UCB1 plus weight · H / (n + 1), where H is 1 for a promising action, else 0 (Chaslot et al., 2008).

    hint(state) gives the promising actions; `decisive_actions` if not said.  An untried action counts as tried once,
    and won: so it comes early, and the promising ones first.
    """

    names = "exploitation", "exploration and bias"
    titles = "Q = W / N", "+ explore + bias"

    def __init__(
        self,
        weight: float = 1.0,
        c: float = 1.0,
        hint: Callable[[State], Collection[Action]] = decisive_actions,
    ) -> None:
        for name, number in {"weight": weight, "c": c}.items():
            if isinstance(number, bool) or not 0 <= number < inf:
                raise ValueError(f"The bias's {name} must be a number ≥ 0, not {number}.")
        self.weight, self.c, self.hint = weight, c, hint
        self.hints: WeakKeyDictionary[Node, Collection[Action]] = WeakKeyDictionary()

    def promising(self, node: Node) -> Collection[Action]:
        """What `hint` says of this node's position, asked once."""
        if node not in self.hints:
            self.hints[node] = self.hint(node.state)
        return self.hints[node]

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        child = node.children.get(action)
        visits = child.visits if child else 0
        value = child.value if child and visits else 1.0
        bias = self.weight * (action in self.promising(node)) / (visits + 1)
        return value, self.c * sqrt(log(max(node.visits, 1)) / max(visits, 1)) + bias
