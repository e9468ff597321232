"""What a search found: `SearchResult` reads everything off the root of the tree."""

from dataclasses import dataclass
from math import fsum

from mctslib.game import Action
from mctslib.policies import most_visited
from mctslib.tree import Node


@dataclass(frozen=True)
class SearchResult:
    """What a search found.  `root` is the whole tree; the rest is read off it."""

    root: Node
    action: Action  # the move to play, by the final-move rule
    iterations: int  # made by this call; root.visits counts those of a reused tree too
    seconds: float
    stopped_by: str  # "iterations", "seconds", "nodes", "interrupt", "stop" or the reason of `stop`

    @property
    def value(self) -> float:
        """Mean reward, in [0, 1], of the player to move at the root: the mean over the root's children."""
        children = self.root.children.values()
        return fsum(child.value_sum for child in children) / sum(child.visits for child in children)

    def distribution(self) -> dict[Action, float]:
        """Share of the visits each legal action of the root got; the shares sum to 1."""
        visits = dict.fromkeys(self.root.state.legal_actions(), 0)
        visits.update({action: child.visits for action, child in self.root.children.items()})
        total = sum(visits.values())
        return {action: n / total for action, n in visits.items()}

    def principal_variation(self) -> list[Action]:
        """The line of most visits: what the search expects both sides to play."""
        line, node = [], self.root
        while node.children and max(child.visits for child in node.children.values()):
            node = node.children[most_visited(node)]
            line.append(node.action)
        return line

    def table(self) -> str:
        """One line an action of the root: visits N, share of the visits, value Q.  Most visits first."""
        rows = ["action      N   share      Q"]
        children = sorted(self.root.children.values(), key=lambda child: -child.visits)
        share = self.distribution()
        for child in children:
            mark = " ← played" if child.action == self.action else ""
            rows.append(
                f"{child.action!s:>6} {child.visits:6} {share[child.action]:7.1%} {child.value:6.3f}{mark}"
            )
        return "\n".join(rows)
