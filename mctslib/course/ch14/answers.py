"""Functions of chapter 14 that several cells and checkers use."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from mctslib.game import Action


def blend(own: float, shared: float, visits: int, k: float) -> float:
    """Return (1−β)·Q + β·AMAF with β = √(k / (3N + k)).

    visits  N, the number of visits of the node at which the actions are compared
    k       the constant of β, > 0
    """
    beta = sqrt(k / (3 * visits + k))
    return (1 - beta) * own + beta * shared


def block_only(state: Any) -> Sequence[Action]:
    """Return the actions with which the opponent would win at once, or all legal actions if there
    are no such actions.
    """
    return state.winning_actions(1 - state.current_player) or state.legal_actions()
