"""Right answers to the exercises of chapter 19; later cells use them, not the reader's answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mctslib.game import State

Drawn = tuple[Sequence[Any], float]
"""The actions of a line, and the reward of the line, 0 or 1."""


def steps_until_solved(state: State, budget: int, draw: Callable[[State], Drawn]) -> int | None:
    """Count the steps generated up to the end of the first line that solves `state`; return None if
    no line solves it.

    budget  the number of generated steps after which no new line begins
    draw    a function that takes a state and returns the actions of a new line, and the line's
            reward
    """
    used = 0
    while used < budget:
        actions, reward = draw(state)
        used += len(actions)
        if reward == 1:
            return used
    return None


def step_label(state: State, playouts: int, play: Callable[[State], float]) -> float:
    """Return the share of the playouts from `state` that solve the hand.

    play  a function that takes a state and returns the reward of a new playout, 0 or 1
    """
    solved = 0.0
    for _ in range(playouts):
        solved += play(state)
    return solved / playouts


def keep(beginnings: Sequence[tuple[float, Any]], width: int) -> list[tuple[float, Any]]:
    """Return the `width` most likely beginnings, the most likely first, without repeated positions.

    beginnings  pairs: the probability of a beginning, and the position to which it leads
    """
    kept: list[tuple[float, Any]] = []
    met = set()
    for probability, position in sorted(beginnings, key=lambda pair: -pair[0]):
        if position not in met and len(kept) < width:
            met.add(position)
            kept.append((probability, position))
    return kept


def mean_and_max(rewards: Sequence[float], weight: float) -> float:
    """Return (1 − weight) · mean + weight · maximum, for the mean and the maximum of the
    rewards.
    """
    mean = sum(rewards) / len(rewards)
    return (1 - weight) * mean + weight * max(rewards)
