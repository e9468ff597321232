"""Progressive widening: a node has few children at first, and more as its visits grow.

Plain UCT tries every action of a node once before it goes deeper.  With thousands of actions its
tree therefore stays one move deep for a long time.  With widening, a node with N visits has room
for about N^α children.  The name is from Coulom (2007), the power from Couëtoux et al. (2011).  "Progressive unpruning" (Chaslot et al., 2008) is similar.
Double progressive widening (Couëtoux et al., 2011) also limits the outcomes of chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import fsum, inf, isnan
from numbers import Real
from typing import Any

from mctslib.chance import chance_outcomes, chance_to_move, has_probabilities
from mctslib.door.guard import counted_actions
from mctslib.game import Action
from mctslib.methods.refuse import refuse_hidden
from mctslib.policies import UCB1, TreePolicy
from mctslib.search import Phases
from mctslib.tree import Node, attach

Draw = Callable[[Node, random.Random], Action]
"""A function that draws a new action for a node: a legal action that has no child yet."""

REPLAYS = ("even", "by count")


class Widening:
    """A method: UCT in which a node with N visits has room for factor · N^exponent children.

    exponent         above 0 and at most 1; a larger exponent makes the tree wider.  With
                     exponent 1 and factor `inf` the method is plain UCT
    factor           above 0, the factor in the formula above
    chance_exponent  the exponent for the outcomes of chance, whose factor is 1; with None every
                     outcome gets a node, as in UCT
    replay           the outcome to visit again if there is no room for a new one: "even" takes the
                     outcome with the fewest visits relative to its probability; "by count" draws an
                     outcome in proportion to its visits so far
    draw             (node, rng) → a new action for the node; by default all untried actions are
                     equally likely
    c                ≥ 0, the exploration constant of UCB1

    Coulom (2007) and Chaslot et al. (2008) widen actions; Couëtoux et al. (2011) also widen
    outcomes.  Raises ValueError for a number out of range.
    """

    treats_chance = True

    def __init__(
        self,
        exponent: float = 0.5,
        factor: float = 1.0,
        *,
        chance_exponent: float | None = None,
        replay: str = "even",
        draw: Draw | None = None,
        c: float = 1.0,
    ) -> None:
        check_exponent("exponent", exponent)
        if not is_number(factor) or factor <= 0:
            raise ValueError(f"The factor of widening must be a number above 0, not {factor!r}.")
        if chance_exponent is not None:
            check_exponent("chance_exponent", chance_exponent)
        if replay not in REPLAYS:
            raise ValueError(f'replay must be "even" or "by count", not {replay!r}.')
        self.exponent = exponent
        self.factor = factor
        self.chance_exponent = chance_exponent
        self.replay = replay
        self.draw = draw or draw_untried
        self.tree_policy = UCB1(c)
        # `Phases.select` gets no random generator, so the method keeps the generator of the last
        # expansion.
        self.rng: random.Random | None = None

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, `record` and `StepperView`.

        For example, call `search(state, 1000, **Widening(0.5).options())`.
        """
        phases = Phases(select=self.select, expand=self.expand)
        return {"tree_policy": self.tree_policy, "phases": phases}

    def limit(self, node: Node) -> float:
        """Return the limit, ≥ 1, on the number of children that `node` may have at present."""
        visits = max(node.visits, 1)
        if not chance_to_move(node.state):
            return max(1, self.factor * visits**self.exponent)
        if self.chance_exponent is None:
            return inf
        return visits**self.chance_exponent

    def room(self, node: Node) -> bool:
        """Return whether the node may get one more child now."""
        children = len(node.children)
        return children < self.limit(node) and children < len(counted_actions(node.state))

    def select(self, root: Node, tree_policy: TreePolicy) -> Node:
        """Phase 1: walk down to a node that has room for a new child, or whose game is over."""
        refuse_hidden(root.state, "Widening")
        node = root
        while node.children and not self.room(node):
            if self.chance_exponent is not None and chance_to_move(node.state):
                node = self.kept_outcome(node)
            else:
                node = tree_policy(node)
        return node

    def expand(self, node: Node, rng: random.Random) -> Node:
        """Phase 2: add the child of one new action and return it, or `node` if the game is over."""
        self.rng = rng
        if not node.visits and node.parent is not None:
            return node  # an earlier iteration was interrupted here, before the first playout
        if len(node.children) == len(counted_actions(node.state)):
            return node
        if not chance_to_move(node.state):
            return attach(node, self.draw(node, rng))
        if self.chance_exponent is None:
            return attach(node, draw_untried(node, rng))
        return attach(node, draw_new_outcome(node, rng))

    def kept_outcome(self, node: Node) -> Node:
        """Return the child of a chance node that selection visits again."""
        if self.replay == "by count" and self.rng is not None:
            return drawn_by_count(node, self.rng)
        return least_visited(node)


# ---------------------------------------------------------------------------- drawing


def draw_untried(node: Node, rng: random.Random) -> Action:
    """Draw one of the untried actions of a node; all are equally likely.

    One number is drawn from `rng`.  If the actions are a `range`, no list of them is made, so there
    may be millions of actions.
    """
    legal = node.state.legal_actions()
    if not isinstance(legal, range):
        untried = [action for action in legal if action not in node.children]
        return untried[int(rng.random() * len(untried))]
    place = int(rng.random() * (len(legal) - len(node.children)))
    for tried in sorted(legal.index(action) for action in node.children):
        if tried <= place:
            place += 1
    return legal[place]


def draw_new_outcome(node: Node, rng: random.Random) -> Action:
    """Draw an outcome of chance that has no child yet, in proportion to its probability."""
    if not has_probabilities(node.state):
        return draw_untried(node, rng)
    untried = []
    for action, probability in chance_outcomes(node.state):
        if action not in node.children:
            untried.append((action, float(probability)))
    number = rng.random() * fsum(probability for _, probability in untried)
    for action, probability in untried:
        number -= probability
        if number < 0:
            return action
    return untried[-1][0]


def drawn_by_count(node: Node, rng: random.Random) -> Node:
    """Draw a child in proportion to its visits."""
    children = list(node.children.values())
    number = rng.random() * sum(child.visits for child in children)
    for child in children:
        number -= child.visits
        if number < 0:
            return child
    return children[-1]


def least_visited(node: Node) -> Node:
    """Return the child of a chance node with the fewest visits relative to its probability.

    Ties go to the first child.
    """
    children = list(node.children.values())
    if not has_probabilities(node.state):
        return min(children, key=lambda child: child.visits)
    probabilities = dict(chance_outcomes(node.state))

    def measured(child: Node) -> float:
        probability = float(probabilities[child.action])
        return child.visits / probability if probability else inf

    return min(children, key=measured)


# ---------------------------------------------------------------------------- refusals


def check_exponent(name: str, number: Any) -> None:
    """Raise ValueError unless a number is above 0 and at most 1."""
    if not is_number(number) or not 0 < number <= 1:
        raise ValueError(
            f"The {name} of widening must be above 0 and at most 1, not {number!r}:"
            " with 0 the number of children would not grow with the visits, and above 1 it would"
            " hardly be limited."
        )


def is_number(number: Any) -> bool:
    """Return whether a value is a number other than True, False and nan."""
    return isinstance(number, Real) and not isinstance(number, bool) and not isnan(number)
