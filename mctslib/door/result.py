"""Define the result of a search, whose numbers are computed from the root of the tree."""

from dataclasses import dataclass
from math import fsum, nan

from mctslib.game import Action
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.words import observed, worked


@dataclass(frozen=True)
class SearchResult:
    """The result of a search."""

    root: Node  # the whole tree
    action: Action  # the action to play, by the final-move rule
    iterations: int  # the iterations of this search, not of earlier searches of the tree
    seconds: float
    stopped_by: str  # "iterations", "seconds", "nodes", "interrupt", "stop" or the reason of `stop`

    @property
    def value(self) -> float:
        """The mean reward of the player to move at the root, from 0 to 1.

        The mean is taken over the root's children, because their values count for the player to
        move.  The value is nan if no child has been visited.
        """
        children = self.root.children.values()
        rewards = fsum(child.value_sum for child in children)
        visits = sum(child.visits for child in children)
        return rewards / visits if visits else nan

    def distribution(self) -> dict[Action, float]:
        """Return each legal action's share of the visits to the root's children.

        The shares add up to 1.  If no child has been visited, all shares are nan.
        """
        visits = dict.fromkeys(self.root.state.legal_actions(), 0)
        for action, child in self.root.children.items():
            visits[action] = child.visits
        total = sum(visits.values())
        return {action: count / total if total else nan for action, count in visits.items()}

    def principal_variation(self) -> list[Action]:
        """Return the line of most visited actions, which is the play expected by the search."""
        line = []
        node = self.root
        while any(child.visits for child in node.children.values()):
            action = most_visited(node)
            line.append(action)
            node = node.children[action]
        return line

    def table(self) -> str:
        """Return a table of the root's actions with N, their share of the visits, and Q.

        The most visited action comes first.
        """
        rows = ["action      N   share      Q"]
        shares = self.distribution()
        for child in sorted(self.root.children.values(), key=lambda child: -child.visits):
            action = f"{child.action!s:>6}"
            share = observed(shares[child.action])
            numbers = f"{child.visits:6,} {share:>7} {worked(child.value):>6}"
            mark = " ← played" if child.action == self.action else ""
            rows.append(f"{action} {numbers}{mark}")
        return "\n".join(rows)
