"""How another library selects, as far as it is known: what the pictures of its tree may explain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.chance import chance_to_move
from mctslib.door.guard import CannotSearch
from mctslib.game import Action
from mctslib.given import check_c
from mctslib.methods.actions import ActionPolicy, visits_and_value
from mctslib.tree import Node
from mctslib.words import number

Their = Any
"""A node of the other library."""

Priors = WeakKeyDictionary[Node, Mapping[Action, float]]
"""Node → action → P, for the nodes whose priors the other library has told."""


@dataclass(frozen=True)
class Untold:
    """A tree policy that is not known: pictures show no scores and name no next move."""

    def note(self, node: Node) -> str:
        """Return the sentence below the table of the children of `node`."""
        if chance_to_move(node.state):
            return "Chance moves here.  How the other library draws its moves is not known."
        return "Another library has grown this tree.  How it selects is not known here."

    def __call__(self, node: Node) -> Node:
        """Raise `CannotSearch`, because a search would have to select."""
        raise CannotSearch(
            "How the library that grew this tree selects is not known, so the tree can be shown,"
            " but not grown with this policy.  Pass another tree_policy, such as UCB1()."
        )


class ToldPolicy(ActionPolicy):
    """The base of the policies of other libraries; where chance moves, nothing is explained."""

    def at(self, node: Node) -> ToldPolicy | Untold:
        """Return the policy that selects at `node`."""
        return Untold() if chance_to_move(node.state) else self


class ToldPuct(ToldPolicy):
    """Q + c · P · √N / (1 + n), with the priors that another library has told.

    priors   node → action → P; an action without a prior has P = 0
    c        ≥ 0, for values from 0 to 1: half the constant of a library whose values lie in [−1, 1]
    untried  Q of an action without visits, from 0 to 1.  Libraries differ: ½ stands for 0 in
             [−1, 1]
    """

    names = ("mean value", "the prior's bonus")
    titles = ("Q = W / N", "+ bonus")

    def __init__(self, priors: Priors, c: float, untried: float = 0.5) -> None:
        check_c(c)
        self.priors = priors
        self.c = c
        self.untried = untried

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms, with the node's N filled in."""
        return "Q", f"{number(self.c)}·P·√{node.visits:,}/(1 + n)"

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return Q and the bonus of a legal action of `node`, tried or untried."""
        visits, value = visits_and_value(node.children.get(action), self.untried)
        prior = self.priors.get(node, {}).get(action, 0.0)
        return value, self.c * prior * sqrt(node.visits) / (1 + visits)


class BotScores(ToldPolicy):
    """The scores of OpenSpiel's `MCTSBot`, as it computes them, on the scale from 0 to 1.

    theirs   each node → the bot's node
    c        the bot's `uct_c`
    puct     whether the bot selects by PUCT
    low      the lowest utility
    span     the highest utility minus the lowest

    A child whose result is known (a finished game, or a proof) has that result as its score,
    without a bonus.
    """

    def __init__(
        self, theirs: WeakKeyDictionary[Node, Their], c: float, puct: bool, low: float, span: float
    ) -> None:
        check_c(c)
        self.theirs = theirs
        self.c = c
        self.puct = puct
        self.low = low
        self.span = span

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms, with the node's N filled in."""
        c = number(self.c / self.span)
        if self.puct:
            return "Q", f"{c}·P·√{node.visits:,}/(1 + n)"
        return "Q", f"{c}·√(ln {node.visits:,}/n)"

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return the mean value, or the known result, and the bonus of an action."""
        above = self.theirs[node]
        child = next((each for each in above.children if each.action == action), None)
        if child is None:
            return 0.0, inf
        visits = child.explore_count
        bonus = 0.0
        if child.outcome is not None:
            mean = child.outcome[child.player]
        elif self.puct:
            mean = child.total_reward / visits if visits else 0.0
            bonus = self.c * child.prior * sqrt(above.explore_count) / (visits + 1)
        elif visits:
            mean = child.total_reward / visits
            bonus = self.c * sqrt(log(above.explore_count) / visits)
        else:
            return 0.0, inf
        return (mean - self.low) / self.span, bonus / self.span
