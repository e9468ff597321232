"""MCTS-Solver: carry proved results up the tree, in addition to the estimated values.

The **fact** of a position consists of the rewards of all players if all of them play perfectly from
this position on.  The result of a finished game is a fact, and `conclude` derives the fact of a
node from the facts of its children.  Facts are kept outside the tree, in a dictionary whose keys
are nodes (Winands, Björnsson and Saito, 2008).
"""

import random
from collections.abc import Mapping, MutableMapping
from math import inf, nan
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action
from mctslib.guard import upwards
from mctslib.methods.refuse import refuse_chance
from mctslib.policies import UCB1, wins
from mctslib.search import Phases, expand
from mctslib.tree import Node, Playout, attach
from mctslib.words import number

Fact = tuple[Any, ...]
NAME = "MCTS-Solver"


# ---------------------------------------------------------------------------- facts


def conclude(node: Node, facts: Mapping[Node, Fact]) -> Fact | None:
    """Return the fact of `node` that follows from its children's facts, or None if none follows.

    facts  node → fact; nodes whose fact is not known have no entry

    If the fact of one child is a win for the player to move, this fact is also the fact of the
    node.  Otherwise every legal action must have a child whose fact is known; then the best of
    these facts is the fact of the node.  If the rewards add up to 1, the fact is the value of
    perfect play, for any number of players (`oracle.solve`).  If the rewards do not add up to 1, a
    player may be indifferent between two wins, and the fact is the value of one of these wins.  In
    a game with chance the result would be wrong, because chance does not choose the best action.
    """
    if node.state.is_terminal():
        return tuple(node.state.rewards())
    known = [facts[child] for child in node.children.values() if child in facts]
    if not known:
        return None
    player = node.state.current_player
    best = max(known, key=lambda fact: fact[player])
    complete = len(known) == len(node.state.legal_actions())
    return best if best[player] == 1 or complete else None


def proofs(root: Node) -> dict[Node, Fact]:
    """Return a dict of all facts that follow from a tree: node → fact.

    The tree may come from any search.  Raises `CannotSearch` if the game has chance or hidden
    cards.
    """
    refuse_chance(root.state, NAME)
    facts: dict[Node, Fact] = {}
    for node in reversed(list(root.descendants())):
        fact = conclude(node, facts)
        if fact is not None:
            facts[node] = fact
    return facts


def learn(node: Node | None, facts: MutableMapping[Node, Fact]) -> None:
    """Add to `facts` the fact of a leaf, and the facts that follow on the path up to the root.

    The walk up ends at the first node whose fact does not follow from its children.
    """
    while node is not None:
        fact = facts.get(node) or conclude(node, facts)
        if fact is None:
            return
        facts[node] = fact
        node = node.parent


def final_move(root: Node, facts: Mapping[Node, Fact]) -> Action:
    """Return the action to play at `root`.

    Compare the best action whose fact is known with the most visited action whose fact is not
    known.  Play the known action if it wins, or if its fact is better than the mean value of the
    other action.  If several known facts are equal, play the most visited of these actions.  In a
                   lost
    position, the most visited action is the one that took the most visits to refute, so it sets the
    opponent the hardest task.
    """
    children = root.children.values()
    known = [child for child in children if child in facts]
    others = [child for child in children if child not in facts]
    if not others:
        return max(known, key=lambda child: (facts[child][child.player], child.visits)).action
    usual = max(others, key=lambda child: (child.visits, child.value))
    if not known:
        return usual.action
    best = max(known, key=lambda child: (facts[child][child.player], child.visits))
    promise = facts[best][best.player]
    return best.action if promise == 1 or promise > usual.value else usual.action


def badge(node: Node, facts: Mapping[Node, Fact]) -> str:
    """Return the fact of a node as a word with a symbol, or "" if the fact is not known.

    Like the value of the node, the fact is given for the player who moved into the node.
    """
    fact = facts.get(node)
    if fact is None:
        return ""
    reward = fact[node.player]
    if reward == 1:
        return "✓ won"
    if reward == 0:
        return "✗ lost"
    if len(fact) > 1 and len(set(fact)) == 1:  # a player without an opponent cannot draw
        return "= drawn"
    return f"= {number(round(float(reward), 2))}"


# ---------------------------------------------------------------------------- the search


def winning_action(node: Node) -> Action | None:
    """Return the first action of `node` that wins at once, or None if there is none.

    Such an action is a **decisive move** (Teytaud and Teytaud, 2010).
    """
    player = node.state.current_player
    for action in node.state.legal_actions():
        if wins(node.state.apply(action), player):
            return action
    return None


class Solver:
    """A method: UCT that keeps facts, and stops when the fact of the root is known.

    c         ≥ 0, the exploration constant of UCB1, for nodes whose fact is not known
    revisit   whether selection still visits a child whose fact is known, with the fact as its
              score.  Such visits seem natural, but if a draw is known and all other actions look
              worse, the search keeps visiting the draw and learns nothing new
    decisive  whether an action that wins at once becomes the first child of its node, so that the
              fact of the node is known at once
    facts     node → fact, for all existing trees that this solver has grown or has seen replayed
    root      the root of the tree from which the solver learned last

    A search raises `CannotSearch` if the game has chance or hidden cards.
    """

    reason = "proved"  # the reason why a search stopped, in `SearchResult.stopped_by`
    titles = ("Q or fact", "+ explore")  # above the columns of the bars

    def __init__(self, c: float = 1.0, *, revisit: bool = False, decisive: bool = True) -> None:
        self.ucb1 = UCB1(c)
        self.revisit = revisit
        self.decisive = decisive
        self.facts: WeakKeyDictionary[Node, Fact] = WeakKeyDictionary()
        self.root: Node | None = None

    def options(self) -> dict[str, Any]:
        """Return the options for `search`, as in `search(state, 1000, **solver.options())`."""
        phases = Phases(after=self.after)
        if self.decisive:
            phases = Phases(expand=self.expand, after=self.after)
        return {
            "tree_policy": self,
            "phases": phases,
            "final_move": self.final_move,
            "stop": self,
        }

    def expand(self, node: Node, rng: random.Random) -> Node:
        """Add a child to `node`: for a winning action if there is one, else for a random action."""
        played_out = node.visits or node.parent is None
        if played_out and not node.children and not node.state.is_terminal():
            action = winning_action(node)
            if action is not None:
                return attach(node, action)
        return expand(node, rng)

    def after(self, node: Node, playout: Playout) -> None:
        """Learn the facts that follow from the node at which an iteration has ended."""
        self.root = list(upwards(node))[-1]
        refuse_chance(self.root.state, NAME)
        learn(node, self.facts)

    def is_set(self) -> bool:
        """Return whether the root's fact is known, in which case `search` stops."""
        return self.root in self.facts

    def final_move(self, root: Node) -> Action:
        """Return the action to play, chosen by facts and visits (see the function `final_move`)."""
        return final_move(root, self.facts)

    def __call__(self, node: Node) -> Node:
        """Return the child of `node` with the highest score; ties go to the first child."""
        usual = self.ucb1(node)
        if not self.revisit and usual not in self.facts and node not in self.facts:
            return usual  # the best child is also the best child without a known fact
        return max(node.children.values(), key=lambda child: self.score(node, child))

    def score(self, node: Node, child: Node) -> float:
        """Return the score of `child`: its UCB1 score if its fact is not known.

        If the fact is known, the score is −∞, with two exceptions.  If `revisit` is set, or if the
        fact of `node` is also known, the score is the reward in the child's fact.  In the latter
        case selection follows the proof.
        """
        fact = self.facts.get(child)
        if fact is None:
            return self.ucb1.score(node, child)
        if self.revisit or node in self.facts:
            return fact[child.player]
        return -inf

    def terms(self, node: Node, child: Node) -> tuple[float, float]:
        """Return both terms of the score of `child`; a fact has no exploration term."""
        if child not in self.facts:
            return self.ucb1.terms(node, child)
        score = self.score(node, child)
        if score == -inf:
            return child.value, nan
        return score, 0.0

    def letters(self, node: Node) -> tuple[str, str]:
        """Return the formulas of both terms of the score."""
        return "Q", f"{number(round(self.ucb1.c, 3))} · √(ln {node.visits:,} / n)"

    def badge(self, node: Node) -> str:
        """Return the fact of `node` as a word (see the function `badge`)."""
        return badge(node, self.facts)
