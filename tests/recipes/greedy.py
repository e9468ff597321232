"""Greedy selection: the child with the highest mean reward, and a bonus that soon fades.

It explores little, so it serves as a control.
"""

from __future__ import annotations

from typing import Any

from mctslib.methods.refuse import refuse_hidden
from mctslib.more_policies import Highest
from mctslib.policies import TreePolicy
from mctslib.search import Phases, select
from mctslib.tree import Node


def score(parent: Node, child: Node) -> float:
    """Return the mean reward of a child plus 1 / N, where N is its number of visits."""
    return child.value + 1 / child.visits


class Greedy:
    """A method of search: selection takes the child with the highest score."""

    treats_chance = True  # a policy is asked only at the nodes of players

    def options(self) -> dict[str, Any]:
        """Return the options of `search` that make a search greedy."""
        return {"tree_policy": Highest(score), "phases": Phases(select=self.select)}

    def select(self, root: Node, tree_policy: TreePolicy) -> Node:
        """Select as a plain search does.  Raises CannotSearch if cards are hidden in the game."""
        refuse_hidden(root.state, "Greedy")
        return select(root, tree_policy)
