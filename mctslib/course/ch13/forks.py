"""A one-move game in which every case of a proof can be constructed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.game import illegal, not_over
from mctslib.tree import Node, attach

Rewards = tuple[float, ...]


class Fork(NamedTuple):
    """A position of a game in which one player picks one of several final positions.

    ends   the rewards after each action: a tuple with one number for each player
    mover  the player who picks
    paid   the rewards if the game is over, else ()
    """

    ends: tuple[Rewards, ...]
    mover: int = 0
    paid: Rewards = ()

    @property
    def num_players(self) -> int:
        return len(self.paid or self.ends[0])

    @property
    def current_player(self) -> int:
        return self.mover

    def legal_actions(self) -> tuple[int, ...]:
        if self.paid:
            return ()
        return tuple(range(len(self.ends)))

    def is_terminal(self) -> bool:
        return bool(self.paid)

    def apply(self, action: int) -> "Fork":
        if action not in self.legal_actions():
            raise illegal(self, action)
        next_player = (self.mover + 1) % self.num_players
        return Fork((), next_player, self.ends[action])

    def rewards(self) -> Rewards:
        if not self.paid:
            raise not_over(self)
        return self.paid

    def __str__(self) -> str:
        if self.paid:
            return f"over: {self.paid}"
        return f"player {self.mover} picks one of {len(self.ends)}"


def planted(
    mover: int, *ends: tuple[Rewards, str], visits: Sequence[int] = ()
) -> tuple[Node, dict[Node, Any]]:
    """Return a node in which `mover` is to move, and the known facts of its children.

    ends    a pair for each action: the rewards after the action, and its status, which is "known",
            "tried" or "untried"
    visits  the number of visits of each action's child; by default each child has one visit.  The
            mean of each child is the reward of `mover` after the child's action
    """
    state = Fork(tuple(end for end, _ in ends), mover)
    above = Node(Fork(state.ends, (mover - 1) % state.num_players))
    node = Node(state, above, 0)
    above.children[0] = node
    facts: dict[Node, Any] = {}
    for action, (end, status) in enumerate(ends):
        if status == "untried":
            continue
        child = attach(node, action)
        child.visits = visits[action] if visits else 1
        child.value_sum = child.visits * end[mover]
        if status == "known":
            facts[child] = end
    node.visits = 1 + sum(child.visits for child in node.children.values())
    return node, facts
