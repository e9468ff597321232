"""Checkers of chapter 16b: priors with noise, the best of the drawn moves, and the improved
policy.
"""

import random
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    same,
    typed,
)
from mctslib.words import count

# ---------------------------------------------------------------------------- noise

Shares = dict[int, float]
"""A dict: move → a number; the numbers add up to 1."""


def noisy(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return (1 − part) · prior + part · chance for each move."""
    return {move: (1 - part) * prior + part * chance[move] for move, prior in priors.items()}


def added(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return the priors with the noise added instead of mixed in."""
    return {move: prior + part * chance[move] for move, prior in priors.items()}


def parts_swapped(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return the mixture with the two weights swapped."""
    return {move: part * prior + (1 - part) * chance[move] for move, prior in priors.items()}


def chance_alone(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return the random shares alone."""
    return {move: chance[move] for move in priors}


def unchanged(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return the priors unchanged."""
    return dict(priors)


def multiplied(priors: Shares, chance: Shares, part: float) -> Shares:
    """Return the products of priors and chance."""
    return {move: prior * chance[move] for move, prior in priors.items()}


NOISES: list[tuple[Shares, Shares, float]] = [
    ({0: 0.5, 4: 0.25, 8: 0.25}, {0: 0.125, 4: 0.375, 8: 0.5}, 0.25),
    ({2: 0.9, 7: 0.1}, {2: 0.2, 7: 0.8}, 0.1),
    ({1: 0.0, 3: 0.4, 5: 0.6}, {1: 0.7, 3: 0.3, 5: 0.0}, 0.75),
    ({6: 1.0}, {6: 1.0}, 0.25),
]
NOISE_MISTAKES: Mistakes = [
    (
        added,
        "Your numbers do not add up to 1: noise replaces a part of the prior, so keep 1 − part of "
        "the prior.",
    ),
    (parts_swapped, "The two weights are swapped: `part` is the weight of `chance`."),
    (chance_alone, "You return `chance` alone: keep 1 − part of each prior."),
    (unchanged, "You return the priors unchanged: add part · chance to (1 − part) · prior."),
    (multiplied, "Do not multiply priors by chance: add (1 − part) · prior and part · chance."),
]
NOISE_RULE = "For each move: (1 − part) · prior + part · chance."


@exercise(
    "Right: each move keeps a part of its prior, and even a move with prior 0 may get a share."
)
def check_noisy(own: Callable[..., Any]) -> None:
    """Check that `own(priors, chance, part)` returns a dict with the priors mixed with noise."""
    answers = []
    for case in NOISES:
        shown = f"noisy{case}"
        answer = call(own, *case, returns=dict, shown=shown)
        message = f"`{shown}` should have a number for each move of `priors`."
        demand(set(answer) == set(case[0]), message)
        answers.append(rounded(answer, shown))
    mistakes = [(rounding(mistake), words) for mistake, words in NOISE_MISTAKES]
    why = explained(mistakes, NOISES, answers, NOISE_RULE)
    for case, answer in zip(NOISES, answers, strict=True):
        same(answer, rounded(noisy(*case), ""), f"noisy{case}", why)


def rounded(shares: dict[Any, Any], shown: str) -> dict[Any, float]:
    """Return the shares rounded to nine decimals, so that they can be compared.

    Raises `Wrong` if a share is not a number.
    """
    try:
        return {move: round(float(share), 9) for move, share in shares.items()}
    except (TypeError, ValueError):
        raise Wrong(f"`{shown}` is {shares!r}; its values should be numbers.") from None


def rounding(function: Callable[..., Shares]) -> Callable[..., Shares]:
    """Return a function that applies `rounded` to the results of another function."""

    def with_rounding(*case: Any) -> Shares:
        return rounded(function(*case), "")

    return with_rounding


# ---------------------------------------------------------------------------- a few drawn moves


def highest(scores: Sequence[float], count: int = 1) -> list[int]:
    """Return the indices of the `count` highest scores, the highest first."""
    return sorted(range(len(scores)), key=scores.__getitem__, reverse=True)[:count]


def sums(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the sums of two lists, element by element."""
    return [a + b for a, b in zip(one, other, strict=True)]


def favourites(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the best of the moves with the highest logits, and ignore the noise."""
    return max(highest(logits, looks), key=values.__getitem__)


def by_noise(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the best of the moves with the highest noise, and ignore the logits."""
    return max(highest(noise, looks), key=values.__getitem__)


def of_all(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the best of all moves, whether they are drawn or not."""
    return max(range(len(values)), key=values.__getitem__)


def first_drawn(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the first move that is drawn."""
    return highest(sums(logits, noise))[0]


def all_added(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the move with the highest sum of all three numbers."""
    return highest(sums(sums(logits, noise), values))[0]


def worst_drawn(logits: list[float], noise: list[float], values: list[float], looks: int) -> int:
    """Return the worst of the moves that are drawn."""
    return min(highest(sums(logits, noise), looks), key=values.__getitem__)


def draws() -> list[tuple[list[float], list[float], list[float], int]]:
    """Return the cases of the check: tuples of logits, noise, values and looks.

    There are enough cases to distinguish each mistake from the others.
    """
    cases = [
        ([2.0, 1.0, 0.0, -1.0], [0.1, 0.2, 2.5, 0.3], [0.2, 0.6, 0.5, 0.9], 2),
        ([2.0, 1.0, 0.0, -1.0], [-1.0, 0.5, 0.0, 3.5], [0.7, 0.1, 0.9, 0.3], 2),
        ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.0], [0.3, 0.4, 0.9, 0.8], 2),
        ([0.0, 0.5, 1.0, 1.5], [2.0, 1.0, -1.0, -2.5], [0.3, 0.2, 0.9, 0.1], 3),
        ([1.0, 0.0, 0.0, 0.9], [1.5, 0.0, 2.0, 0.0], [0.4, 0.9, 0.2, 0.5], 1),
        ([1.0, 0.9, 0.0, -2.0], [0.1, 0.1, 0.2, 0.3], [0.1, 0.5, 0.9, 0.3], 3),
    ]
    rng = random.Random(16)
    for _ in range(30):
        logits = [rng.uniform(-2, 2) for _ in range(6)]
        noise = [rng.uniform(-2, 2) for _ in range(6)]
        values = rng.sample([step / 20 for step in range(21)], 6)
        cases.append((logits, noise, values, rng.randrange(1, 6)))
    return cases


DRAWS = draws()
DRAW_MISTAKES: Mistakes = [
    (
        favourites,
        "You take the moves with the highest priors. Draw by logit + noise instead.",
    ),
    (by_noise, "You draw by the noise alone, without the prior: draw by logit + noise."),
    (of_all, "You compare all moves. Compare only the `looks` moves that were drawn."),
    (
        first_drawn,
        "You return the first drawn move. Return the drawn move with the highest value.",
    ),
    (
        all_added,
        "First draw by logit + noise, without the values; only then compare the values of the "
        "drawn moves.",
    ),
    (worst_drawn, "You return the worst of the drawn moves."),
]
DRAW_RULE = (
    "Take the `looks` moves with the highest logit + noise, and return the one with the best value."
)


@exercise("Right: `best_of` draws different moves from the prior and returns the best one.")
def check_best_of(own: Callable[..., Any]) -> None:
    """Check that `own(logits, noise, values, looks)` returns the best of the drawn moves."""
    from mctslib.course.ch16b.gumbel import best_of  # needs numpy; `progress()` does not

    answers = [call(own, *case, returns=int, shown=f"best_of{case}") for case in DRAWS]
    why = explained(DRAW_MISTAKES, DRAWS, answers, DRAW_RULE)
    for case, answer in zip(DRAWS, answers, strict=True):
        same(answer, best_of(*case), f"best_of{case}", why)


# ---------------------------------------------------------------------------- the improved policy


def proportions(powers: Sequence[float]) -> list[float]:
    """Return the numbers divided by their sum."""
    total = sum(powers)
    return [power / total for power in powers]


def improved_policy(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return priors · exp(weight · values), divided by their sum."""
    pairs = zip(priors, values, strict=True)
    return proportions([prior * exp(weight * value) for prior, value in pairs])


def without_priors(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return the softmax of the values alone."""
    return proportions([exp(weight * value) for value in values])


def without_weight(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return the improved policy with weight 1."""
    return improved_policy(priors, values, 1.0)


def not_divided(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return priors · exp(weight · values) without the division by their sum."""
    return [p * exp(weight * q) for p, q in zip(priors, values, strict=True)]


def products(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return priors · weight · values, divided by their sum."""
    found = [p * weight * q for p, q in zip(priors, values, strict=True)]
    return proportions(found) if sum(found) else found


def exp_of_priors(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return the softmax of prior + weight · value, without the logarithm."""
    return proportions([exp(p + weight * q) for p, q in zip(priors, values, strict=True)])


def exponents(priors: list[float], values: list[float], weight: float) -> list[float]:
    """Return log prior + weight · value, without the softmax."""
    return [log(p) + weight * q for p, q in zip(priors, values, strict=True)]


POLICIES: list[tuple[list[float], list[float], float]] = [
    ([0.45, 0.35, 0.2], [0.2, 0.3, 1.0], 5.0),
    ([0.6, 0.1, 0.3], [0.5, 0.5, 0.5], 5.2),
    ([0.25, 0.25, 0.25, 0.25], [0.0, 0.4, 0.8, 0.6], 2.0),
    ([0.9, 0.1], [0.1, 0.7], 8.0),
]
POLICY_MISTAKES: Mistakes = [
    (without_priors, "The priors are missing: multiply each power by its prior."),
    (without_weight, "The weight is missing: the exponent is weight · value."),
    (not_divided, "Your numbers do not add up to 1: divide them by their sum."),
    (products, "The exponential function is missing: prior · exp(weight · value)."),
    (
        exp_of_priors,
        "Use the logarithm of the prior inside `exp`, or the prior itself outside `exp`.",
    ),
    (exponents, "You return the exponents. Take `exp` of each exponent, and divide by the sum."),
]
POLICY_RULE = "For each move: prior · exp(weight · value), divided by the sum over all moves."


@exercise(
    "Right: high values raise priors, low values lower priors, and equal values change nothing."
)
def check_improved_policy(own: Callable[..., Any]) -> None:
    """Check that `own(priors, values, weight)` returns the improved policy, as a list."""
    answers = []
    for case in POLICIES:
        shown = f"improved_policy{case}"
        answer = call(own, *case, returns=list, shown=shown)
        entries = count(len(answer), "entry", "entries")
        message = f"`{shown}` has {entries}; it should have {len(case[0])}."
        demand(len(answer) == len(case[0]), message)
        numbers = [typed(one, float, f"{shown}[{place}]") for place, one in enumerate(answer)]
        answers.append(numbers)
    pairs = list(zip(POLICIES, answers, strict=True))
    why = POLICY_RULE
    for mistake, words in POLICY_MISTAKES:
        if all(close_lists(mistake(*case), answer) for case, answer in pairs):
            why = words
            break
    for case, answer in pairs:
        for place, (one, other) in enumerate(zip(answer, improved_policy(*case), strict=True)):
            close(one, other, f"improved_policy{case}[{place}]", why, tolerance=1e-6)


def close_lists(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two lists contain the same numbers, up to rounding errors."""
    try:
        return all(abs(a - b) < 1e-9 for a, b in zip(one, other, strict=True))
    except (TypeError, ValueError):
        return False
