"""Right answers to the exercises of chapter 19; later cells use them, not the reader's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mctslib.game import State

Drawn = tuple[Sequence[Any], float]
"""The actions of a line, and its reward."""


def steps_until_solved(state: State, budget: int, draw: Callable[[State], Drawn]) -> int | None:
    """Return the steps generated up to the first line that solves `state`; None if none does.

    budget  after this number of steps no new line begins
    draw    a function from a state to the actions of a new line, and its reward
    """
    used = 0
    while used < budget:
        actions, reward = draw(state)
        used += len(actions)
        if reward == 1:
            return used
    return None


def step_label(state: State, playouts: int, play: Callable[[State], float]) -> float:
    """Return the share of playouts from `state` that solve it.

    play  a function from a state to the reward of a new playout, 0 or 1
    """
    solved = 0.0
    for _ in range(playouts):
        solved += play(state)
    return solved / playouts


def keep(beginnings: Sequence[tuple[float, Any]], width: int) -> list[tuple[float, Any]]:
    """Return the `width` likeliest beginnings with different positions, the likeliest first.

    beginnings  pairs of a probability and a position
    """
    kept: list[tuple[float, Any]] = []
    met = set()
    for probability, position in sorted(beginnings, key=lambda pair: -pair[0]):
        if position not in met and len(kept) < width:
            met.add(position)
            kept.append((probability, position))
    return kept


def mean_and_max(rewards: Sequence[float], weight: float) -> float:
    """Return (1 − weight) · mean + weight · maximum of the rewards."""
    mean = sum(rewards) / len(rewards)
    return (1 - weight) * mean + weight * max(rewards)
