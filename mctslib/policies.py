"""The choices inside a search, as small replaceable functions.

- A **tree policy** picks the child that selection walks to.
- A **rollout policy** picks the next action of a playout.
- A **final-move rule** picks the action to play when the search is over.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, inf, isnan, log, nan, sqrt
from numbers import Real
from typing import Any, NamedTuple

from mctslib.game import Action, State
from mctslib.tree import Node, in_order

TreePolicy = Callable[[Node], Node]
RolloutPolicy = Callable[[State, random.Random], Action]
FinalMove = Callable[[Node], Action]


def ucb1(value: float, visits: int, parent_visits: int, c: float) -> float:
    """UCB1 of one child: exploitation + exploration (Auer, Cesa-Bianchi and Fischer, 2002).

    `value` is the child's mean reward in [0, 1]; a child without visits scores infinity.
    """
    return value + c * sqrt(log(parent_visits) / visits) if visits else inf


def check_c(c: Any) -> None:
    """Raise ValueError unless `c` is a finite number ≥ 0."""
    if not isinstance(c, Real) or isinstance(c, bool) or not 0 <= float(c) < inf:
        raise ValueError(f"The exploration constant c must be a number ≥ 0, not {c!r}.")


@dataclass(frozen=True)
class UCB1:
    """Tree policy of UCT: the child with the highest UCB1 score (Kocsis and Szepesvári, 2006).

    `c` ≥ 0 weighs exploration.  For rewards in [0, 1] the theory's value is √2; the default, 1, finds the
    right move in tic-tac-toe more often at 100 to 1,000 iterations (`python -m tests.bench.strength`).
    Raises ValueError for c < 0, and in a search when a score is nan or there is no child.
    """

    c: float = 1.0

    def __post_init__(self) -> None:
        check_c(self.c)

    def __call__(self, node: Node) -> Node:
        c, log_visits = self.c, log(node.visits or 1)
        best, best_score = None, -inf
        for child in node.children.values():
            visits = child.visits
            if not visits:
                return child
            score = child.value_sum / visits + c * sqrt(log_visits / visits)
            if score > best_score:  # of equals, the first
                best, best_score = child, score
        if best is None:
            raise no_choice(node, self.score)
        return best

    def terms(self, node: Node, child: Node) -> tuple[float, float]:
        """(exploitation, exploration): the two numbers whose sum is the score of `child`."""
        return child.value, ucb1(0.0, child.visits, node.visits, self.c)

    def score(self, node: Node, child: Node) -> float:
        """The UCB1 score of `child`; infinite without visits."""
        return sum(self.terms(node, child)) if child.visits else inf


@dataclass(frozen=True)
class Highest:
    """Tree policy made of a score of one's own: `score(node, child) -> float`, the highest wins; of equals, the first.

    Raises ValueError when a score is nan or there is no child.
    """

    score: Callable[[Node, Node], float]

    def __call__(self, node: Node) -> Node:
        scores = [self.score(node, child) for child in node.children.values()]
        if not scores or any(map(isnan, scores)):
            raise no_choice(node, self.score)
        return list(node.children.values())[scores.index(max(scores))]


class Score(NamedTuple):
    """What a tree policy says of one child: `total` = `value` (exploitation, Q) + `bonus` (exploration).

    Of a policy that compares actions, tried or not (`methods/actions.py`), `value` and `bonus` are its own two terms,
    and the child of an untried action is a node without visits that hangs in no tree.
    """

    child: Node
    value: float
    bonus: float
    total: float


def scores(node: Node, tree_policy: TreePolicy) -> list[Score]:
    """The children of `node` with both terms of their scores, in the order of the legal actions.

    Without visits to go by the total is infinite; it is nan if the policy does not tell its scores, and −∞ where it
    goes nowhere any more, because it knows what comes of it.
    """
    if compares_actions(tree_policy):
        return [_term_score(node, action, tree_policy) for action in node.state.legal_actions()]
    return [_score(node, child, tree_policy) for _, child in in_order(node)]


def compares_actions(tree_policy: TreePolicy) -> bool:
    """Whether the policy compares actions, tried or not: it has a `pick`, and `terms` of a node and an action."""
    return hasattr(tree_policy, "pick")


def _term_score(node: Node, action: Action, tree_policy: Any) -> Score:
    child = node.children.get(action) or Node(node.state.apply(action), node, action)
    value, bonus = tree_policy.terms(node, action)
    return Score(child, value, bonus, value + bonus)


def _score(node: Node, child: Node, tree_policy: TreePolicy) -> Score:
    if not hasattr(tree_policy, "score"):
        return Score(child, child.value, nan, nan)
    if not (node.visits and child.visits):
        return Score(child, child.value, inf, inf)
    total = tree_policy.score(node, child)
    if hasattr(tree_policy, "terms"):
        value, bonus = tree_policy.terms(node, child)
        return Score(child, value, bonus, total)
    return Score(child, child.value, total - child.value, total)


def no_choice(node: Node, score: Callable[[Node, Node], float]) -> ValueError:
    """The error that names the first child whose score is nan, or the node that has none."""
    if not node.children:
        return ValueError(f"There is no child to choose from: expand {node!r} first.")
    child = next(child for child in node.children.values() if isnan(score(node, child)))
    return ValueError(f"The tree policy gave nan to the child of action {child.action!r}: {child!r}.")


def uniform(state: State, rng: random.Random) -> Action:
    """Rollout policy: every legal action is equally likely."""
    actions = state.legal_actions()
    return actions[floor(rng.random() * len(actions))]


def blocking(state: State, rng: random.Random) -> Action:
    """Rollout policy "win at once, else block, else random": a **heavy** playout, where `uniform` is a light one.

    The action is picked, all equally likely, from those that win at once; else from those after which
    the opponent cannot win at once; else from all.  A game may know them faster: `careful_actions()`.
    """
    known = getattr(state, "careful_actions", None)
    actions = known() if known else careful_actions(state)
    return actions[floor(rng.random() * len(actions))]


def careful_actions(state: State) -> Sequence[Action]:
    """What `blocking` chooses from, for any game: by trying every action and every reply to it."""
    nexts = [(action, state.apply(action)) for action in state.legal_actions()]
    if best := [action for action, after in nexts if wins(after, state.current_player)]:
        return best
    safe = [action for action, after in nexts if not loses(after, state.current_player)]
    return safe or state.legal_actions()


def wins(state: State, player: int) -> bool:
    """Whether the game is over and nobody got more than `player`, who got 1."""
    return state.is_terminal() and state.rewards()[player] == 1


def loses(state: State, player: int) -> bool:
    """Whether the game is lost for `player`, or another player is to move and can win it at once."""
    if state.is_terminal():
        return state.rewards()[player] == 0
    mover = state.current_player
    return mover != player and any(wins(state.apply(reply), mover) for reply in state.legal_actions())


def most_visited(root: Node) -> Action:
    """Final move with the most visits, then the best value ("robust child", Chaslot et al., 2008)."""
    return max(root.children.values(), key=lambda child: (child.visits, child.value)).action


def best_value(root: Node) -> Action:
    """Final move with the best mean value, then the most visits ("max child", Chaslot et al., 2008)."""
    return max(root.children.values(), key=lambda child: (child.value, child.visits)).action
