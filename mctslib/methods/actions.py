"""Searches that compare *actions*, tried or not, instead of trying every action once before they compare.

RAVE, progressive bias and PUCT all have an opinion on an action before it was tried, so their trees may leave actions
out.  What such a search knows beside the tree (priors, counts of other playouts) it keeps by the node.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import isnan
from typing import Any

from mctslib.game import Action, chance_to_move
from mctslib.policies import due_outcome
from mctslib.search import Phases
from mctslib.tree import Node, attach


def by_action(pick: Callable[[Node], Action]) -> Phases:
    """Phases in which `pick(node)` names the action to go on with, tried or not: expansion adds the one it names."""

    def select(root: Node, tree_policy: Any = None) -> Node:
        node = root
        while not node.state.is_terminal():
            child = node.children.get(pick(node))
            if child is None:
                return node
            node = child
            if not node.visits:
                return node  # an earlier iteration broke off here: it still lacks its first playout
        return node

    def expand(node: Node, rng: random.Random) -> Node:
        broken_off = not node.visits and node.parent is not None
        return node if broken_off or node.state.is_terminal() else attach(node, pick(node))

    return Phases(select=select, expand=expand)


class ActionPolicy:
    """A tree policy that picks the action with the highest sum of two terms; of equals, the first.

    A subclass says `terms`; for the pictures also what they are called.

    names       what each term means, below the bars
    titles      what each term is called above its column
    """

    names = ("exploitation", "exploration")
    titles = ("Q = W / N", "+ explore")

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Both terms of the score of a legal action of `node`, tried or not."""
        raise NotImplementedError

    def letters(self, node: Node) -> tuple[str, str]:
        """Both terms in letters, with the numbers that all actions of `node` share."""
        return self.titles

    def pick(self, node: Node) -> Action:
        """The action with the highest score.  Raises ValueError where a score is nan.

        Where chance moves, the outcome that is due: the one that lags most behind its probability.
        """
        if chance_to_move(node.state):
            return due_outcome(node)
        scores = {action: sum(self.terms(node, action)) for action in node.state.legal_actions()}
        if wrong := [action for action, score in scores.items() if isnan(score)]:
            raise ValueError(f"The score of action {wrong[0]!r} at {node!r} is nan.")
        return max(scores, key=scores.__getitem__)

    def __call__(self, node: Node) -> Node:
        return node.children[self.pick(node)]

    def options(self) -> dict[str, Any]:
        """What `search`, `record` and `StepperView` are to be given: search(state, 100, **policy.options())."""
        return {"tree_policy": self, "phases": by_action(self.pick)}
