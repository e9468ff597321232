"""Searches that compare *actions*, whether tried or untried.

UCT tries every action of a node once before it compares them.  RAVE, progressive bias and PUCT can
also score an action that was never tried, so they may leave some actions untried.  These methods
keep their extra data (priors, counts) outside the tree, in dictionaries whose keys are nodes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import isnan
from numbers import Real
from sys import float_info
from typing import Any

from mctslib.game import Action
from mctslib.methods.refuse import refuse_chance
from mctslib.search import Phases
from mctslib.tree import Node, attach


def by_action(pick: Callable[[Node], Action], method: str = "This search") -> Phases:
    """Return the phases of a search in which `pick(node)` chooses each action, tried or untried.

    pick    node → one of its legal actions; if the action is untried, expansion adds its child
    method  the name of the search, for error messages

    The phases raise `CannotSearch` for a game with chance or hidden cards, because `pick` would
    also choose the moves of chance.
    """
    # the node where selection has just ended → the action to expand
    picked: dict[Node, Action] = {}

    def select(root: Node, tree_policy: Any = None) -> Node:
        refuse_chance(root.state, method)
        picked.clear()
        node = root
        while not node.state.is_terminal():
            action = pick(node)
            child = node.children.get(action)
            if child is None:
                picked[node] = action
                return node
            node = child
            if not node.visits:
                return node  # an earlier iteration was interrupted here, before its playout
        return node

    def expand(node: Node, rng: random.Random) -> Node:
        broken_off = not node.visits and node.parent is not None
        if broken_off or node.state.is_terminal():
            return node
        action = picked.pop(node) if node in picked else pick(node)
        return attach(node, action)

    return Phases(select=select, expand=expand)


class ActionPolicy:
    """A tree policy that picks the action with the highest sum of two terms; ties go to the first.

    A subclass defines the method `terms`, and the names of the terms for the pictures:

    names   the meaning of each term, shown below the bars
    titles  the heading of each term, shown above its column
    """

    names = ("exploitation", "exploration")
    titles = ("Q = W / N", "+ explore")

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return the two terms of the score of a legal action of `node`, tried or untried."""
        raise NotImplementedError

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms; the numbers that all actions share are filled in."""
        return self.titles

    def pick(self, node: Node) -> Action:
        """Return the action with the highest score.  Raises ValueError if a score is nan."""
        best = None
        best_score = None
        for action in node.state.legal_actions():
            score = sum(self.terms(node, action))
            if isnan(score):
                raise ValueError(f"The score of action {action!r} at {node!r} is nan.")
            if best_score is None or score > best_score:  # if scores are equal, the first wins
                best = action
                best_score = score
        return best

    def __call__(self, node: Node) -> Node:
        """Return the child of the picked action.  Raises KeyError if the action is untried."""
        return node.children[self.pick(node)]

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, `record` and `StepperView`.

        For example, call `search(state, 100, **policy.options())`.
        """
        return {"tree_policy": self, "phases": by_action(self.pick, type(self).__name__)}


def check_weight(what: str, number: Any) -> None:
    """Raise ValueError unless `number` is a finite number ≥ 0, and neither True nor False.

    what  the subject of the error message
    """
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if not is_number or not 0 <= number <= float_info.max:
        raise ValueError(f"{what} must be a number ≥ 0, not {number!r}.")


def visits_and_value(child: Node | None, untried: float) -> tuple[int, float]:
    """Return the visits and the mean value of a child.

    child    the child of an action, or None if the action has no child
    untried  the mean value to return if there are no visits
    """
    if child is None or not child.visits:
        return 0, untried
    return child.visits, child.value
