"""Check the exercises of chapter 09: an interval, a number of games, peeking, and pairs.

The words and the common mistakes are in `exercises.toml`.
"""

import random
from collections.abc import Sequence
from math import floor, sqrt
from typing import Any

from mctslib.arena.intervals import first_look
from mctslib.arena.intervals import wilson as interval
from mctslib.course.grading import Case, Graded
from mctslib.words import count, number, worked

# ------------------------------------------------------------ exercise 1: Wilson's interval

SHARES: list[tuple[float, ...]] = [  # successes, games, z
    (40, 100, 2.5),
    (40, 100, 1.96),
    (8, 10, 2.0),
    (0, 50, 1.96),
    (50, 50, 1.96),
    (5, 5, 1.96),
    (1, 1, 1.0),
    (3, 7, 1.0),
    (55, 100),  # if no z is given, z is 1.96
]
NEAR = 1.001e-3  # the error allowed, so that an interval from the grid of thousandths passes


def wilson(successes: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return (low, high), Wilson's interval for the true share of successes."""
    s, w = successes / games, z * z / games
    root = sqrt(w * s * (1 - s) + w * w / 4)
    low, high = (s + w / 2 - root) / (1 + w), (s + w / 2 + root) / (1 + w)
    return max(0.0, low), min(1.0, high)  # rounding may move an end slightly outside


def share_cases() -> list[Case]:
    """Return the cases of exercise 1."""
    example = "Then $s = 0.8$ and $w = 0.4$."
    return [Case(share, prose=example if share == (8, 10, 2.0) else "") for share in SHARES]


def near(one: Any, other: Any) -> bool:
    """Return whether two pairs have nearly the same two numbers."""
    try:
        (a, b), (c, d) = one, other
        return abs(a - c) <= NEAR and abs(b - d) <= NEAR
    except (TypeError, ValueError):
        return False


check_wilson = Graded("09", wilson, share_cases, returns=tuple, same=near).checker()

# ------------------------------------------------------------ exercise 2: how many games

EDGES: list[tuple[float, ...]] = [  # share, z
    (0.6, 2.3),
    (0.6, 2.38),
    (0.55, 1.96),
    (0.51, 2.17),
    (0.7, 2.6),
    (0.75, 2),  # the interval of 16 games ends exactly at ½
    (0.75,),  # if no z is given, z is 1.96
]


def games_needed(share: float, z: float = 1.96) -> int:
    """Return the smallest number of games for which a score of `share` rules out ½."""
    return floor((z / 2 / (share - 0.5)) ** 2) + 1


check_games_needed = Graded(
    "09", games_needed, lambda: [Case(edge) for edge in EDGES], returns=float
).checker()

# ------------------------------------------------------------ exercise 3: peeking


def peeks(results: Sequence[int], every: int) -> bool:
    """Return True if `interval` excludes ½ after some multiple of `every` games."""
    for games in range(every, len(results) + 1, every):
        low, high = interval(sum(results[:games]), games)
        if not low <= 0.5 <= high:
            return True
    return False


def match_cases() -> list[Case]:
    """Return the cases of exercise 3: matches, and the number of games between two looks.

    In most of these matches the interval excludes ½ early, or only between looks.
    """
    matches = [
        ([1] * 20, 20),
        ([1, 0] * 10 + [1] * 20, 20),
        ([1] * 20 + [0, 1] * 60, 20),
        ([0] * 20 + [1, 0] * 60, 20),
        ([1, 0] * 50, 10),
        ([1] * 8 + [0] * 8 + [0, 1] * 20, 16),
        ([0, 1] * 30 + [1] * 40, 10),
        ([1, 0] * 10 + [1] * 15, 20),
        ([1, 0] * 10 + [0] * 9, 20),
        ([1] * 6, 7),  # this match is shorter than the distance between looks
    ]
    rng = random.Random(3)
    for _ in range(25):
        for every in (10, 50):
            matches.append(([int(rng.random() < 0.5) for _ in range(200)], every))
    matches += [([1] * 6, 1), ([1] * 9, 10)]
    return [Case(match, of_the_looks(*match)) for match in matches]


def of_the_looks(results: Sequence[int], every: int) -> str:
    """Return a clause about a match and what its looks find."""
    looks = len(results) // every
    played = f"there are {count(len(results), 'game')}"
    if not looks:
        return f"{played}, fewer than `every`, so that there is no look"
    games = first_look(results[: looks * every], every)
    if games is None:
        return f"{played}, and ½ is inside the interval at every look (`every` is {every})"
    wins = sum(results[:games])
    low, high = interval(wins, games)
    found = f"{number(wins)} wins in the first {count(games, 'game')}"
    return f"{played} with {found}, an interval of {worked(low)} to {worked(high)}"


check_peeks = Graded("09", peeks, match_cases, returns=bool).checker()

# ------------------------------------------------------------ exercise 4: pairs

DECIDED = (0.0, 0.5, 0.25, 0.75, 0.9, 1.0, 0.4)  # shares of openings that decide both games


def width_ratio(decided: float) -> float:
    """Return the width of the interval from pairs, divided by the width from single games."""
    return sqrt(2 * (1 - decided))


check_width_ratio = Graded(
    "09", width_ratio, lambda: [Case((share,)) for share in DECIDED], returns=float
).checker()
