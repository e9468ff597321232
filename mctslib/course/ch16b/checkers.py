"""Check the exercises of chapter 16b: priors with noise, the best of two, the best of a few.

The words and the common mistakes are in `exercises.toml`.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from mctslib.course.exercise import Wrong, alike, call
from mctslib.course.grading import Case, Graded

Shares = dict[int, float]
"""A dict: move → a number; the numbers add up to 1."""


# ---------------------------------------------------------------------------- noise


def noisy(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return (1 − part) · prior + part · chance for each move."""
    return {move: (1 - part) * prior + part * chance[move] for move, prior in priors.items()}


NOISES: list[tuple[Shares, Shares, float]] = [
    ({0: 0.9, 1: 0.1}, {0: 0.2, 1: 0.8}, 0.25),
    ({0: 0.5, 4: 0.25, 8: 0.25}, {8: 0.5, 0: 0.125, 4: 0.375}, 0.25),
    ({2: 0.9, 7: 0.1}, {7: 0.8, 2: 0.2}, 0.1),
    ({1: 0.0, 3: 0.4, 5: 0.6}, {1: 0.7, 3: 0.3, 5: 0.0}, 0.75),
    ({6: 1.0}, {6: 1.0}, 0.25),
]


def noises() -> list[Case]:
    """Return the cases of exercise 1."""
    return [
        Case((priors, chance, part), f"the priors are {priors} and chance is {chance}")
        for priors, chance, part in NOISES
    ]


def ask_for_shares(
    own: Callable[..., Any], priors: Shares, chance: Shares, part: float, shown: str
) -> Any:
    """Return the reader's dict with plain numbers."""
    answer = call(own, dict(priors), dict(chance), part, returns=dict, shown=shown)
    try:
        return {move: float(share) for move, share in answer.items()}
    except (TypeError, ValueError):
        raise Wrong(f"`{shown}` is {answer!r}; its values should be numbers.") from None


def same_shares(one: Any, other: Any) -> bool:
    """Return whether two dicts have the same numbers, up to rounding errors, in any order."""
    return set(one) == set(other) and all(abs(one[move] - other[move]) < 1e-9 for move in one)


check_noisy = Graded("16b", noisy, noises, ask=ask_for_shares, same=same_shares).checker()


# ---------------------------------------------------------------------------- the best of two


def best_of_two(priors: Sequence[float], values: Sequence[float]) -> float:
    """Return the mean value of the better one of two different moves drawn from the priors."""
    mean = 0.0
    for first, p in enumerate(priors):
        for second, q in enumerate(priors):
            if second != first:
                mean += p * q / (1 - p) * max(values[first], values[second])
    return mean


PAIRS: tuple[tuple[list[float], list[float]], ...] = (
    ([0.45, 0.35, 0.20], [0.2, 0.3, 1.0]),
    ([0.5, 0.5], [0.0, 1.0]),
    ([0.9, 0.1], [0.25, 0.75]),
    ([0.25, 0.25, 0.25, 0.25], [0.1, 0.9, 0.4, 0.0]),
    ([0.6, 0.3, 0.1], [1.0, 0.0, 0.5]),
    ([0.7, 0.2, 0.1, 0.0], [0.0, 0.2, 0.1, 1.0]),
)


def pairs() -> list[Case]:
    """Return the cases of exercise 2."""
    return [Case((list(priors), list(values))) for priors, values in PAIRS]


check_best_of_two = Graded("16b", best_of_two, pairs, same=alike, returns=float).checker()


# ---------------------------------------------------------------------------- a few drawn moves


def best_of(
    logits: Sequence[float], noise: Sequence[float], values: Sequence[float], looks: int
) -> int:
    """Return the best of the `looks` moves with the highest sums of logit and noise."""
    moves = range(len(logits))
    drawn = sorted(moves, key=lambda move: logits[move] + noise[move], reverse=True)[:looks]
    return max(drawn, key=lambda move: values[move])


def draws() -> list[Case]:
    """Return the cases of exercise 3; in two of them a move that is not drawn is just as good."""
    rows = [
        ([2.0, 1.0, 0.0, -1.0], [0.1, 0.2, 2.5, 0.3], [0.2, 0.6, 0.5, 0.9], 2),
        ([2.0, 1.0, 0.0, -1.0], [-1.0, 0.5, 0.0, 3.5], [0.7, 0.1, 0.9, 0.3], 2),
        ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.0], [0.3, 0.4, 0.9, 0.8], 2),
        ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.5], [0.3, 0.2, 0.9, 0.1], 3),
        ([1.0, 0.0, 0.0, 0.9], [1.5, 0.0, 2.0, 0.0], [0.4, 0.9, 0.2, 0.5], 1),
        ([1.0, 0.9, 0.0, -2.0], [0.1, 0.1, 0.2, 0.3], [0.1, 0.5, 0.9, 0.3], 3),
        ([-2.0, 1.0, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0], [0.8, 0.2, 0.8, 0.1], 2),
        ([0.0, 3.0, 2.0], [0.1, 0.2, 0.3], [0.6, 0.6, 0.5], 2),
    ]
    rng = random.Random(16)
    for _ in range(30):
        logits = [rng.uniform(-2, 2) for _ in range(6)]
        noise = [rng.uniform(-2, 2) for _ in range(6)]
        values = rng.sample([step / 20 for step in range(21)], 6)
        rows.append((logits, noise, values, rng.randrange(1, 6)))
    return [Case(row) for row in rows]


check_best_of = Graded("16b", best_of, draws, returns=int).checker()
