"""The right answers to the exercises of chapter 17, to which the reader's are compared."""

from collections.abc import Sequence
from typing import Any

Pay = Sequence[Sequence[float]]
"""The payment of each plan (column) in each deal (row)."""


def roll_value(win: Any, i: int, j: int, k: int) -> float:
    """Return the probability that the player to move wins, if they roll now.

    win   an array: win[i, j, k] is the probability that the player to move wins
    i, j  the points of the player to move and of the opponent
    k     the points of this turn
    """
    lost = 1 - win[j, i, 0]
    return (lost + sum(win[i, j, k + face] for face in range(2, 7))) / 6


def promise(pay: Pay) -> float:
    """Return the mean, over the deals, of the largest payment in each: what determinization finds."""
    return sum(max(row) for row in pay) / len(pay)


def honest(pay: Pay) -> float:
    """Return the largest of the plans' mean payments."""
    return max(sum(plan) for plan in zip(*pay, strict=True)) / len(pay)
