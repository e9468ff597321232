"""Right answers to the exercises of chapter 14; later cells use these, not the reader's."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from math import sqrt
from typing import Any

from mctslib.game import Action, State
from mctslib.tree import Node, Playout

Counts = defaultdict[Node, dict[Action, list[float]]]


def credited(state: State, actions: Sequence[Action]) -> set[Action]:
    """Return the set of actions chosen by the player to move in `state`.

    actions  the actions of both players after `state`, in order
    """
    player, found = state.current_player, set()
    for action in actions:
        if state.current_player == player:
            found.add(action)
        state = state.apply(action)
    return found


def learn(
    counts: Counts,
    node: Node | None,
    playout: Playout,
    credit: Callable[[State, Sequence[Action]], Collection[Action]] = credited,
) -> None:
    """Add a playout from `node` to the counts of this node and of all nodes above it."""
    actions = playout.actions
    while node is not None:
        player = node.state.current_player
        for action in credit(node.state, actions):
            count = counts[node].setdefault(action, [0, 0])
            count[0] += 1
            count[1] += playout.rewards[player]
        actions, node = (node.action, *actions), node.parent


def blend(own: float, shared: float, visits: int, k: float) -> float:
    """Return (1−β)·Q + β·AMAF with β = √(k / (3N + k)).

    visits  N, the number of visits of the node at which the actions are compared
    k       the constant of β, > 0
    """
    beta = sqrt(k / (3 * visits + k))
    return (1 - beta) * own + beta * shared


def win_only(state: Any) -> Sequence[Action]:
    """Return the actions that win at once, or all legal actions if no action wins at once."""
    return state.winning_actions(state.current_player) or state.legal_actions()


def block_only(state: Any) -> Sequence[Action]:
    """Return the actions with which the opponent would win at once, or all legal actions if there
    are no such actions.
    """
    return state.winning_actions(1 - state.current_player) or state.legal_actions()
