"""Greedy selection: always the child with the highest mean reward.

It explores nothing, so it serves as a control.
"""

from __future__ import annotations

from typing import Any

from mctslib.policies import Highest
from mctslib.tree import Node


def mean(parent: Node, child: Node) -> float:
    """Return the mean reward of a child, from 0 to 1."""
    return child.value


class Greedy:
    """A method of search: selection takes the child with the highest mean reward.

    A child with few visits gets no bonus.
    """

    def options(self) -> dict[str, Any]:
        """Return the options of `search` that make a search greedy."""
        return {"tree_policy": Highest(mean)}
