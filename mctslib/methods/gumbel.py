"""Gumbel AlphaZero: a search with few iterations, and its learner (Danihelka et al., 2022).

A **look** is an iteration of the search.  At the root the search draws several different actions
from the prior, gives each the same number of looks, and keeps the better half.  It repeats these
looks and this choice until two actions are left (*sequential halving*; Karnin, Koren and Somekh,
2013).  Below the root the search follows the *improved policy*, which is the prior changed by the
values found so far.  The network learns this policy instead of the shares of visits.
"""

import random
from math import ceil, exp, fsum, log, log2
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.door.limits import whole_number
from mctslib.game import Action
from mctslib.methods.actions import check_weight
from mctslib.methods.puct import Judge, Priors, Puct, even
from mctslib.methods.selfplay import Learner, Shares
from mctslib.tree import Node

CONSIDERED = 16  # the largest number of actions drawn at the root, as in the article
TINY = 1e-12  # added to a prior before its logarithm, so that the logarithm is finite


def gumbel_noise(rng: random.Random) -> float:
    """Draw a number from the Gumbel distribution: −log(−log u), with u drawn between 0 and 1."""
    return -log(-log(max(rng.random(), TINY)))


def halving_plan(considered: int, looks: int) -> list[int]:
    """Return, for each look, the number of visits that an action must have to get this look.

    considered  ≥ 1, the number of actions in the first round
    looks       ≥ 1, the total number of looks

    For example, `halving_plan(4, 8)` is [0, 0, 0, 0, 1, 1, 2, 2]: one look for each of four
    actions, then two more looks for each of the two best actions.
    """
    rounds = max(1, ceil(log2(considered)))
    plan: list[int] = []
    visits = 0
    left = considered
    while len(plan) < looks:
        for _ in range(max(1, looks // (rounds * left))):
            plan += [visits] * left
            visits += 1
        left = max(left // 2, min(2, considered))
    return plan[:looks]


def completed_values(priors: Priors, counted: dict[Action, Node], own: float) -> Priors:
    """Return a dict: action → Q.  An action without visits gets the mixed value v.

    priors   action → prior, for all legal actions
    counted  action → its child, for the actions with visits
    own      the judge's value of the position itself

    v = (own + N · mean) / (1 + N), where N is the total number of visits of all children, and
    `mean` is the mean of the visited children's values, weighted by their priors.
    """
    visits = sum(child.visits for child in counted.values())
    weight = fsum(priors[action] + TINY for action in counted)
    mixed = own
    if visits:
        total = fsum((priors[action] + TINY) * child.value for action, child in counted.items())
        mixed = (own + visits * total / weight) / (1 + visits)
    values = dict.fromkeys(priors, mixed)
    for action, child in counted.items():
        values[action] = child.value
    return values


class Gumbel(Puct):
    """A method: sequential halving at the root, and the improved policy below it.

    judge    state → (prior of each action, value for the player to move or None for a playout)
    looks    ≥ 1, the number of iterations that sequential halving plans; this number should equal
             the number of iterations of the search.  In further iterations the root also follows
             the improved policy
    rng      the random generator that draws the actions at the root.  With None nothing is drawn,
             and the actions with the highest priors take part; use None for matches
    c_visit  ≥ 0, a constant in the weight of the values; in the article it is 50
    c_scale  ≥ 0, a second constant in the weight of the values.  The logarithm of a prior is
             increased by (c_visit + largest visit count) · c_scale · q, where q is the value of the
             action

    For example, call `search(state, 8, **Gumbel(judge, 8).options())`.  Raises ValueError for a
    number out of range.
    """

    names = ("the prior's logarithm", "the value's weight")
    titles = ("log P", "+ σ(Q)")

    def __init__(
        self,
        judge: Judge = even,
        looks: int = 16,
        rng: random.Random | None = None,
        c_visit: float = 50,
        c_scale: float = 0.1,
    ) -> None:
        super().__init__(judge)
        check_weight("c_visit", c_visit)
        check_weight("c_scale", c_scale)
        self.looks = whole_number("looks", looks)
        self.rng = rng
        self.c_visit = c_visit
        self.c_scale = c_scale
        self.logits: WeakKeyDictionary[Node, Priors] = WeakKeyDictionary()
        self.plans: dict[int, list[int]] = {}  # number of actions that take part → `halving_plan`

    def pick(self, node: Node) -> Action:
        """Return the action that gets the next look."""
        if node.parent is None and node.visits < self.looks:
            return self.pick_by_plan(node)
        policy = self.improved(node)
        looked_at = 1 + sum(child.visits for child in node.children.values())

        def lag(action: Action) -> float:
            child = node.children.get(action)
            return policy[action] - (child.visits if child else 0) / looked_at

        return max(policy, key=lag)

    def pick_by_plan(self, root: Node) -> Action:
        """Return the best of the actions that are due in sequential halving."""
        logits = self.noisy_logits(root)
        considered = min(CONSIDERED, len(logits))
        if considered not in self.plans:
            self.plans[considered] = halving_plan(considered, self.looks)
        needed = self.plans[considered][root.visits]
        visits = self.visits(root)
        in_turn = [action for action in logits if visits[action] == needed]
        scores = self.scores(root)
        return max(in_turn or logits, key=scores.__getitem__)

    def visits(self, node: Node) -> dict[Action, int]:
        """Return a dict: legal action → the visits of its child, or 0 if there is no child."""
        found = dict.fromkeys(self.opinion(node).priors, 0)
        for action, child in node.children.items():
            found[action] = child.visits
        return found

    def noisy_logits(self, root: Node) -> Priors:
        """Return a dict: action → log of its prior + Gumbel noise, which is drawn once per root."""
        known = self.logits.get(root)
        if known is None:
            known = {}
            for action, prior in self.opinion(root).priors.items():
                noise = gumbel_noise(self.rng) if self.rng is not None else 0.0
                known[action] = log(prior + TINY) + noise
            self.logits[root] = known
        return known

    def weighed(self, node: Node) -> Priors:
        """Return a dict: action → σ(Q) = (c_visit + most visits) · c_scale · completed Q."""
        priors, own = self.opinion(node)
        counted = {action: child for action, child in node.children.items() if child.visits}
        most = max((child.visits for child in counted.values()), default=0)
        weight = (self.c_visit + most) * self.c_scale
        values = completed_values(priors, counted, own)
        return {action: weight * value for action, value in values.items()}

    def scores(self, root: Node) -> Priors:
        """Return a dict: action → logarithm of the prior + noise + σ(Q)."""
        logits, weighed = self.noisy_logits(root), self.weighed(root)
        return {action: logit + weighed[action] for action, logit in logits.items()}

    def improved(self, node: Node) -> Priors:
        """Return the improved policy: the softmax of the sum log P + σ(Q), where P is the prior.

        The network learns this policy.
        """
        priors = self.opinion(node).priors
        weighed = self.weighed(node)
        exponents = {
            action: log(prior + TINY) + weighed[action] for action, prior in priors.items()
        }
        top = max(exponents.values())
        powers = {action: exp(exponent - top) for action, exponent in exponents.items()}
        total = fsum(powers.values())
        return {action: power / total for action, power in powers.items()}

    def terms(self, node: Node, action: Action) -> tuple[float, float]:
        """Return both terms of the improved policy's exponent: log P and σ(Q)."""
        return log(self.prior(node, action) + TINY), self.weighed(node)[action]

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms."""
        return "log P", "σ(Q)"

    def final_move(self, root: Node) -> Action:
        """Return the most visited action; ties go to the action with the highest score."""
        scores = self.scores(root)
        visits = self.visits(root)
        return max(scores, key=lambda action: (visits[action], scores[action]))

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, in which the scores break ties in the final move."""
        return {**super().options(), "final_move": self.final_move}


class GumbelLearner(Learner):
    """A `Learner` whose search is `Gumbel`, and whose targets are improved policies.

    The options `noise` and `warm` have no effect, because the Gumbel noise makes the moves random.
    """

    def new_method(self) -> Gumbel:
        """Return the search for the next move of each game."""
        return Gumbel(self.brain, self.iterations, self.rng)

    def decided(self, root: Node) -> tuple[Action, Shares]:
        """Return the move that sequential halving chose, and the improved policy to learn."""
        return self.method.final_move(root), self.method.improved(root)
