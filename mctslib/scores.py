"""Compute the scores that a tree policy gives to the children of a node, each with its two terms.

Pictures and explanations use these scores.  A search does not need this file, because the policy
that it calls returns a child.
"""

from __future__ import annotations

from math import inf, nan
from typing import Any, NamedTuple

from mctslib.game import Action, chance_outcomes, chance_to_move, has_probabilities
from mctslib.policies import TreePolicy
from mctslib.tree import Node, in_order


class Score(NamedTuple):
    """The score of one child: `total` = `value` (exploitation, Q) + `bonus` (exploration).

    A policy that compares actions (`methods/actions.py`) defines its own two terms, which are
    stored in `value` and `bonus`.  For such a policy, the `child` of an untried action is a node
    without visits that is not part of the tree.
    """

    child: Node
    value: float
    bonus: float
    total: float


def scores(node: Node, tree_policy: TreePolicy) -> list[Score]:
    """Return the score of each child of `node`, in the order of the legal actions.

    For a policy that compares actions, the function returns the score of each legal action instead.
    The total is

    - infinite if the child or the node has no visits yet,
    - −∞ if the policy never picks the child again, because the exact value of the child is known,
    - nan if the policy has no method `score`.

    If chance is to move with the game's own probabilities, no policy decides.  The score of a child
    is then the number of visits that the child lacks compared with its probability
    (`policies.due_child`).
    """
    if has_probabilities(node.state) and chance_to_move(node.state):
        return scores_of_outcomes(node)
    if compares_actions(tree_policy):
        return [score_of_action(node, action, tree_policy) for action in node.state.legal_actions()]
    return [score_of_child(node, child, tree_policy) for _, child in in_order(node)]


def compares_actions(tree_policy: TreePolicy) -> bool:
    """Return whether the policy has a method `pick`, which compares actions, tried or untried."""
    return hasattr(tree_policy, "pick")


def scores_of_outcomes(node: Node) -> list[Score]:
    """Return the scores of the children of a chance node: probability · N − the child's visits."""
    lags = []
    for action, probability in chance_outcomes(node.state):
        child = node.children.get(action)
        if child is not None:
            lag = float(probability) * node.visits - child.visits
            lags.append(Score(child, 0.0, lag, lag))
    return lags


def score_of_action(node: Node, action: Action, tree_policy: Any) -> Score:
    """Return the score of one legal action of `node` under a policy that compares actions."""
    child = node.children.get(action)
    if child is None:
        child = Node(node.state.apply(action), node, action)
    value, bonus = tree_policy.terms(node, action)
    return Score(child, value, bonus, value + bonus)


def score_of_child(node: Node, child: Node, tree_policy: Any) -> Score:
    """Return the score that a tree policy gives to one child of `node`."""
    if not hasattr(tree_policy, "score"):
        return Score(child, child.value, nan, nan)
    if node.visits == 0 or child.visits == 0:
        return Score(child, child.value, inf, inf)
    total = tree_policy.score(node, child)
    if hasattr(tree_policy, "terms"):
        value, bonus = tree_policy.terms(node, child)
    else:
        value = child.value
        bonus = total - child.value
    return Score(child, value, bonus, total)
