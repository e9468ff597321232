"""Define a proposer that learns from solved hands: a softmax of eleven weighted features of each
step.

In this chapter the proposer takes the place of a language model: it computes the probabilities of
the next steps in a position.  Unlike a language model, it has only eleven weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import exp, fsum, log
from typing import Any

from mctslib.games.twentyfour import Step, TwentyFour, can_make, chance_to_make, steps

MOST = 13  # the numbers of a hand are drawn from 1 to 13, as on playing cards
HARD = 0.01  # a hand is hard if a random line solves it with a probability below this limit

FEATURES: dict[str, Callable[[Step, int], float]] = {
    "adds": lambda step, target: step.sign == "+",
    "multiplies": lambda step, target: step.sign == "*",
    "subtracts": lambda step, target: step.sign == "-",
    "divides": lambda step, target: step.sign == "/",
    "makes the target": lambda step, target: step.result == target,
    "makes a divisor of the target": lambda step, target: target % step.result == 0,
    "distance from the target": lambda step, target: distance(step.result, target),
    "above four times the target": lambda step, target: step.result > 4 * target,
    "multiplies or divides by 1": lambda step, target: step.second == 1 and step.sign in "*/",
    "subtracts early": lambda step, target: step.sign == "-" and len(step.left) >= 3,
    "leaves a divisor of the target": lambda step, target: any(
        target % number == 0 for number in step.left
    ),
}
"""Name of a feature → a function that computes the feature from a step and the target."""

SHIPPED = (-0.09, 0.12, 0.11, -0.15, 0.56, 0.76, -0.71, -0.15, -2.54, 0.49, 1.07)
"""The weights that `learned(hands_to_learn_from())` returns, rounded to two decimals."""


def distance(result: int, target: int) -> float:
    """Return the distance between two numbers on a logarithmic scale, but at most 3."""
    return min(abs(log((result + 1) / (target + 1))), 3.0)


@lru_cache(maxsize=100_000)
def described(numbers: tuple[int, ...], target: int) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the action and the features of each step that is possible with these numbers."""
    rows = []
    for action, step in steps(numbers).items():
        features = tuple(float(measure(step, target)) for measure in FEATURES.values())
        rows.append((action, features))
    return tuple(rows)


RATE = 0.1  # the learning rate


class Proposer:
    """A judge that returns the share of each step and, instead of a value, None."""

    def __init__(self) -> None:
        self.known: dict[TwentyFour, dict[str, float]] = {}

    def shares(self, state: TwentyFour) -> dict[str, float]:
        """Return the share of each step: the softmax of the weighted features."""
        found = self.known.get(state)
        if found is None:
            rows = described(state.numbers, state.target)
            found = self.known[state] = softmax(SHIPPED, rows)
        return found

    def __call__(self, state: Any) -> tuple[dict[str, float], None]:
        """Return the shares and, instead of a value, None, so that the search uses playouts."""
        return self.shares(state), None


def softmax(
    weights: Sequence[float], rows: Iterable[tuple[str, tuple[float, ...]]]
) -> dict[str, float]:
    """Return the share of each action: the softmax of the weighted sums of features."""
    powers = {}
    for action, features in rows:
        weighted = fsum(w * feature for w, feature in zip(weights, features, strict=True))
        powers[action] = exp(weighted)
    total = fsum(powers.values())
    return {action: power / total for action, power in powers.items()}


def learned(hands: Iterable[TwentyFour], rounds: int = 8) -> list[float]:
    """Learn weights that make the steps of solutions likely, and return these weights.

    hands   hands that have a solution
    rounds  the number of times that each lesson is used

    A lesson is a position on the way to a solution.  Its training target is an equal probability
    for each step after which the hand can still be solved, and 0 for all other steps.  Each lesson
    moves the weights one step against the gradient of the cross-entropy.
    """
    rng = random.Random(0)
    lessons = [lesson for hand in hands for lesson in lessons_of(hand, rng)]
    weights = [0.0] * len(FEATURES)
    for _ in range(rounds):
        rng.shuffle(lessons)
        for state, good in lessons:
            rows = described(state.numbers, state.target)
            shares = softmax(weights, rows)
            for action, features in rows:
                wanted = 1 / len(good) if action in good else 0.0
                error = wanted - shares[action]
                weights = [
                    w + RATE * error * feature for w, feature in zip(weights, features, strict=True)
                ]
    return weights


def lessons_of(hand: TwentyFour, rng: random.Random) -> list[tuple[TwentyFour, list[str]]]:
    """Return the positions of a random solution, each with the steps after which the hand can still
    be solved.
    """
    found = []
    state = hand
    while not state.is_terminal():
        good = []
        for action, step in steps(state.numbers).items():
            if can_make(step.left, state.target):
                good.append(action)
        found.append((state, good))
        state = state.apply(good[int(rng.random() * len(good))])
    return found


# --------------------------------------------------------------------------------- hands


def hard_hands(count: int, seed: int) -> list[TwentyFour]:
    """Return different hands that have a solution but that a random line solves with a probability
    below 1%.

    count  the number of hands
    seed   the seed from which the hands are drawn
    """
    rng = random.Random(seed)
    found: dict[TwentyFour, None] = {}
    while len(found) < count:
        numbers = tuple(sorted(1 + int(rng.random() * MOST) for _ in range(4)))
        if 0 < chance_to_make(numbers, 24) < HARD:
            found[TwentyFour(*numbers)] = None
    return list(found)


@lru_cache(maxsize=1)
def exam() -> tuple[TwentyFour, ...]:
    """Return the 200 hands on which the chapter's tables are based."""
    return tuple(hard_hands(200, seed=19))


def hands_to_learn_from() -> list[TwentyFour]:
    """Return 60 hard hands that are not in the exam."""
    asked = set(exam())
    return [hand for hand in hard_hands(120, seed=1) if hand not in asked][:60]
