"""The right answers to the exercises of chapter 19, to which the reader's are compared."""

from collections.abc import Sequence
from typing import Any

Drawn = tuple[Sequence[Any], float]
"""The actions of a line and its reward, 0 or 1."""


def steps_until_solved(lines: Sequence[Drawn], budget: int) -> int | None:
    """Return the steps generated up to the end of the first right line, or None.

    budget  the number of generated steps; once this number is reached, no new line begins
    """
    used = 0
    for actions, reward in lines:
        if used >= budget:
            return None
        used += len(actions)
        if reward == 1:
            return used
    return None


def keep(beginnings: Sequence[tuple[float, Any]], width: int) -> list[tuple[float, Any]]:
    """Return the `width` likeliest beginnings with different positions, the likeliest first.

    beginnings  pairs: the probability of a beginning, and the position to which it leads
    """
    kept = []
    met = set()
    for probability, position in sorted(beginnings, key=lambda pair: -pair[0]):
        if position not in met:
            met.add(position)
            kept.append((probability, position))
    return kept[:width]


def ceiling(right: float, fooled: float) -> float:
    """Return the share of a fallible judge's picks that are right, when very many lines are drawn.

    right   the share of right lines, above 0
    fooled  the share of wrong lines to which the judge says yes; right lines always get a yes
    """
    by_mistake = (1 - right) * fooled
    return right / (right + by_mistake)
