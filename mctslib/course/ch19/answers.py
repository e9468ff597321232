"""Correct answers to the exercises of chapter 19, which later cells use instead of the reader's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mctslib.game import State

Drawn = tuple[Sequence[Any], float]
"""The actions of a line and its reward, 0 or 1."""


def steps_until_solved(state: State, budget: int, draw: Callable[[State], Drawn]) -> int | None:
    """Count the steps generated up to the end of the first line that solves `state`; return None if
    no line solves it.

    budget  the number of generated steps; once this number is reached, no new line begins
    draw    a function that takes a state and returns the actions and the reward of a new line
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

    play  a function that plays a new playout from a state and returns its reward, 0 or 1
    """
    solved = 0.0
    for _ in range(playouts):
        solved += play(state)
    return solved / playouts


def keep(beginnings: Sequence[tuple[float, Any]], width: int) -> list[tuple[float, Any]]:
    """Return the `width` most likely beginnings with different positions, the most likely first.

    beginnings  pairs: the probability of a beginning, and the position to which the beginning leads
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
