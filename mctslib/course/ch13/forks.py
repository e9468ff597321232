"""A game of one move, written out: small enough to have every case of a proof by hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.game import illegal, not_over
from mctslib.tree import Node, attach

Rewards = tuple[float, ...]


class Fork(NamedTuple):
    """`mover` picks one of the `ends`, each one reward a player; then the game is over, with `paid`."""

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
        return () if self.paid else tuple(range(len(self.ends)))

    def is_terminal(self) -> bool:
        return bool(self.paid)

    def apply(self, action: int) -> "Fork":
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Fork((), (self.mover + 1) % self.num_players, self.ends[action])

    def rewards(self) -> Rewards:
        if not self.paid:
            raise not_over(self)
        return self.paid

    def __str__(self) -> str:
        end = f"over: {self.paid}"
        return end if self.paid else f"player {self.mover} picks one of {len(self.ends)}"


def planted(
    mover: int, *ends: tuple[Rewards, str], visits: Sequence[int] = ()
) -> tuple[Node, dict[Node, Any]]:
    """A node in which `mover` is to move, and what is known of its children.

    ends    of each action the rewards, and "known", "tried" or "untried"
    visits  of each child; its mean is its reward then
    """
    state = Fork(tuple(end for end, _ in ends), mover)
    above = Node(Fork(state.ends, (mover - 1) % state.num_players))
    node = above.children[0] = Node(state, above, 0)
    facts: dict[Node, Any] = {}
    for action, (end, status) in enumerate(ends):
        if status != "untried":
            child = attach(node, action)
            child.visits = visits[action] if visits else 1
            child.value_sum = child.visits * end[mover]
            facts |= {child: end} if status == "known" else {}
    node.visits = 1 + sum(child.visits for child in node.children.values())
    return node, facts
