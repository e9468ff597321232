"""MCTS-Solver: what is certain is carried up the tree beside what is likely (Winands, Björnsson and Saito, 2008).

A **fact** is what every player gets from a position if all play perfectly from there on.  The end of a game is one; of
what follows from the children, `conclude` decides.  Facts are kept beside the tree, by the node.
"""

from collections.abc import Mapping, MutableMapping
from math import inf, nan
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action, chance_outcomes, chance_to_move
from mctslib.policies import UCB1
from mctslib.search import Phases
from mctslib.tree import Node, Playout

Fact = tuple[Any, ...]


def conclude(node: Node, facts: Mapping[Node, Fact]) -> Fact | None:
    """The fact of `node` that follows from those of its children; None while none does.

    One known win is enough; else every legal action has to be known, and an action without a child is not.  Where the
    rewards add up to 1 this is the value of perfect play, for any number of players (`oracle.solve`).  Where they do
    not, a player may not care which of two wins to take, and then it is the value for one of them.
    """
    if node.state.is_terminal():
        return tuple(node.state.rewards())
    known = [facts[child] for child in node.children.values() if child in facts]
    if not known:
        return None
    complete = len(known) == len(node.state.legal_actions())
    if chance_to_move(node.state):
        return mean_fact(node, facts) if complete else None
    player = node.state.current_player
    best = max(known, key=lambda fact: fact[player])
    return best if best[player] == 1 or complete else None


def mean_fact(node: Node, facts: Mapping[Node, Fact]) -> Fact:
    """Return the mean of the children's facts, of a node where chance moves and all are known."""
    means = [0.0] * node.state.num_players
    for action, probability in chance_outcomes(node.state):
        for player, reward in enumerate(facts[node.children[action]]):
            means[player] += float(probability) * reward
    return tuple(means)


def proofs(root: Node) -> dict[Node, Fact]:
    """All facts that a tree holds, whichever search has grown it: node → fact, from the leaves up."""
    facts: dict[Node, Fact] = {}
    for node in reversed(list(root.descendants())):
        if (fact := conclude(node, facts)) is not None:
            facts[node] = fact
    return facts


def learn(node: Node | None, facts: MutableMapping[Node, Fact]) -> None:
    """From a node that was played out go up, and keep what can be concluded, as long as something can."""
    while node is not None:
        fact = facts.get(node) or conclude(node, facts)
        if fact is None:
            return
        facts[node] = fact
        node = node.parent


def final_move(root: Node, facts: Mapping[Node, Fact]) -> Action:
    """The best of the known moves, if it wins or promises more than the most visited of the others; else that one."""
    known = {
        child: facts[child][child.player] for child in root.children.values() if child in facts
    }
    others = [child for child in root.children.values() if child not in facts]
    usual = max(others, key=lambda child: (child.visits, child.value), default=None)
    best = max(known, key=known.__getitem__, default=usual)
    sure = usual is None or (best in known and (known[best] == 1 or known[best] > usual.value))
    return best.action if sure else usual.action  # type: ignore[union-attr]


def badge(node: Node, facts: Mapping[Node, Fact]) -> str:
    """What is known of a node in a word, for who moved into it, as its value is; "" if nothing is."""
    fact = facts.get(node)
    if fact is None:
        return ""
    reward = fact[node.player]
    if reward in (0, 1):
        return "✓ won" if reward else "✗ lost"
    return "= drawn" if len(set(fact)) == 1 else f"= {float(reward):.2g}"


class Solver:
    """UCT that keeps facts, walks to no node whose fact it knows, and stops when it knows that of the root.

    c        the exploration constant of UCB1, for what is not known
    revisit  whether a known child stays in the race, its fact in place of its UCB1 score: the first thing one thinks
             of.  It falls asleep where a draw is known and all the rest looks worse
    facts    node → fact, of all trees that it has grown or seen replayed, as long as they live
    root     of the tree in which it learned last
    """

    reason = "proved"  # what a search says that it was stopped by
    titles = ("Q or fact", "+ explore")  # of the bars' columns

    def __init__(self, c: float = 1.0, *, revisit: bool = False) -> None:
        self.ucb1, self.revisit = UCB1(c), revisit
        self.facts: WeakKeyDictionary[Node, Fact] = WeakKeyDictionary()
        self.root: Node | None = None

    def options(self) -> dict[str, Any]:
        """What `search` and `record` are to be given: search(state, 1000, **Solver().options())."""
        return {
            "tree_policy": self,
            "phases": Phases(after=self.after),
            "final_move": self.final_move,
            "stop": self,
        }

    def after(self, node: Node, playout: Playout) -> None:
        """After each iteration: what follows from where it ended?"""
        learn(node, self.facts)
        while node.parent is not None:
            node = node.parent
        self.root = node

    def is_set(self) -> bool:
        """A stop button that presses itself: is the root known?"""
        return self.root in self.facts

    def final_move(self, root: Node) -> Action:
        """`final_move` by its facts."""
        return final_move(root, self.facts)

    def __call__(self, node: Node) -> Node:
        """The child to walk to; of equals the first."""
        usual = self.ucb1(node)
        if not self.revisit and usual not in self.facts and node not in self.facts:
            return (
                usual  # of those that are not known it is the best, too: the same as below, sooner
            )
        return max(node.children.values(), key=lambda child: self.score(node, child))

    def score(self, node: Node, child: Node) -> float:
        """UCB1; of a known child −∞, or its fact: on the way along a proof, and where it is to `revisit`."""
        fact = self.facts.get(child)
        if fact is None:
            return self.ucb1.score(node, child)
        return fact[child.player] if self.revisit or node in self.facts else -inf

    def terms(self, node: Node, child: Node) -> tuple[float, float]:
        """Both terms of the score, for the bars; what is known has no exploration."""
        if child not in self.facts:
            return self.ucb1.terms(node, child)
        score = self.score(node, child)
        return (child.value, nan) if score == -inf else (score, 0.0)

    def letters(self, node: Node) -> tuple[str, str]:
        """Both terms in letters."""
        return "Q", f"{self.ucb1.c:.4g} · √(ln {node.visits:,} / n)"

    def badge(self, node: Node) -> str:
        """What it knows of the node, in a word."""
        return badge(node, self.facts)
