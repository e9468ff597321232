"""The choices inside a search, as small replaceable functions.

- A **tree policy** scores the children of a node; selection walks to the highest score.
- A **rollout policy** picks the next action of a playout.
- A **final-move rule** picks the action to play when the search is over.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING

from mctslib.game import Action, State

if TYPE_CHECKING:
    from mctslib.search import Node

TreePolicy = Callable[["Node"], list[float]]
RolloutPolicy = Callable[[State, random.Random], Action]
FinalMove = Callable[["Node"], Action]


def ucb1(value: float, visits: int, parent_visits: int, c: float) -> float:
    """UCB1 of one child: exploitation + exploration (Auer, Cesa-Bianchi and Fischer, 2002).

    `value` is the child's mean reward in [0, 1]; a child without visits scores infinity.
    """
    return value + c * sqrt(log(parent_visits) / visits) if visits else inf


@dataclass(frozen=True)
class UCB1:
    """Tree policy of UCT: the UCB1 score of every child (Kocsis and Szepesvári, 2006).

    `c` ≥ 0 weighs exploration.  √2 is the value of the theory for rewards in [0, 1].
    """

    c: float = sqrt(2)

    def __post_init__(self) -> None:
        if not (isfinite(self.c) and self.c >= 0):
            raise ValueError(f"The exploration constant c must be a number ≥ 0, not {self.c}.")

    def __call__(self, node: Node) -> list[float]:
        c, log_visits = self.c, log(node.visits)
        return [
            child.value_sum / child.visits + c * sqrt(log_visits / child.visits) if child.visits else inf
            for child in node.children.values()
        ]


def uniform(state: State, rng: random.Random) -> Action:
    """Rollout policy: every legal action is equally likely."""
    actions = state.legal_actions()
    return actions[int(rng.random() * len(actions))]


def most_visited(root: Node) -> Action:
    """Final move with the most visits, then the best value ("robust child", Chaslot et al., 2008)."""
    return max(root.children.values(), key=lambda child: (child.visits, child.value)).action


def best_value(root: Node) -> Action:
    """Final move with the best mean value, then the most visits ("max child", Chaslot et al., 2008)."""
    return max(root.children.values(), key=lambda child: (child.value, child.visits)).action
