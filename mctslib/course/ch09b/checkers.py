"""Checkers of chapter 09b: dice in a circle, the expected score, and one step of a rating.

The words and the common mistakes of the last two are in `exercises.toml`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

from mctslib.course.ch09b.tournaments import DICE, Row
from mctslib.course.exercise import Pending, Wrong, call, demand, exercise, plain, typed
from mctslib.course.grading import Case, Graded

# ------------------------------------------------------------ exercise 1: dice of one's own

NUMBERS = list(range(1, 10))
Die = tuple[int, ...]


@exercise("Right: a circle. Let your friends choose first.")
def check_dice(dice: Any) -> None:
    """Check that three dice use the numbers 1 to 9 once each, and beat each other in a circle."""
    dice = [plain(die) for die in dice] if isinstance(dice, list | tuple) else dice
    is_list = isinstance(dice, list | tuple)
    if dice in (None, ...) or (is_list and any(die in (None, ...) for die in dice)):
        raise Pending(
            "Nothing here yet: write three dice such as (1, 2, 3), then run both cells again."
        )
    shape = f"Write a list of three dice with three numbers each, not {dice!r}."
    demand(is_list and len(dice) == 3, shape)
    demand(all(isinstance(die, list | tuple) for die in dice), shape)
    demand(all(len(die) == 3 for die in dice), shape)
    a, b, c = (tuple(map(plain, die)) for die in dice)
    demand(
        sorted([*a, *b, *c], key=str) == NUMBERS,
        "Each of the numbers 1 to 9 should stand on exactly one die.",
    )
    pairs = {"A against B": (a, b), "B against C": (b, c), "C against A": (c, a)}
    wins = {words: beaten(one, other) for words, (one, other) in pairs.items()}
    if all(won < 5 for won in wins.values()):
        raise Wrong("This circle goes the other way round: write the dice in the opposite order.")
    for words, won in wins.items():
        demand(won >= 5, f"{words}: the first is higher in {won} of 9 pairs; 5 are needed.")
    ours = {frozenset(die) for die in DICE.values()}
    demand(
        {frozenset(die) for die in (a, b, c)} != ours,
        "These are the dice of the text. Find others.",
    )


def beaten(one: Die, other: Die) -> int:
    """Count the pairs of numbers in which the first die is higher."""
    return sum(x > y for x in one for y in other)


# ------------------------------------------------------------ exercise 2: the expected score


def expected(lead: float) -> float:
    """Return the expected score of a player who leads by `lead` Elo points."""
    return 1 / (1 + 10 ** (-lead / 400))


def leads() -> list[Case]:
    """Return the cases of exercise 2."""
    others = [Case((lead,)) for lead in (-400, 100, -250, 1200, -1200)]
    return [Case((0,)), Case((400,), prose="A leads B by 400 points"), *others]


check_expected = Graded("09b", expected, leads, returns=float).checker()


# ------------------------------------------------------------ exercise 3: better ratings


def improve(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> dict[str, float]:
    """Return ratings that fit the results of the matches better."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def tournaments_to_try() -> list[Case]:
    """Return the cases of exercise 3; in the third, one player has played no match."""
    tried: list[tuple[dict[str, float], list[Row], float]] = [
        ({"A": 0.0, "B": 0.0}, [("A", "B", 15.0, 20)], 2.0),
        ({"A": 100.0, "B": 0.0}, [("A", "B", 5.5, 10)], 4.0),
        ({"A": 0.0, "B": 50.0, "C": -70.0}, [("A", "B", 3.0, 10)], 2.0),
    ]
    rng = random.Random(0)
    for players in (3, 4):
        names = "PQRS"[:players]
        ratings = {name: float(rng.randrange(-300, 300)) for name in names}
        rows: list[Row] = []
        for a, b in permutations(names, 2):
            if rng.random() < 0.7:
                games = rng.randrange(2, 30)
                rows.append((a, b, rng.randrange(2 * games + 1) / 2, games))
        tried.append((ratings, rows, 1.5))
    return [
        Case((ratings, rows, step), f"the ratings are {ratings} and the matches {rows}")
        for ratings, rows, step in tried
    ]


def ask_for_ratings(
    own: Callable[..., Any], ratings: dict[str, float], rows: list[Row], step: float, shown: str
) -> dict[str, float]:
    """Return the reader's ratings as plain numbers; they must be those of all the players."""
    answer = call(own, ratings, rows, step, returns=dict, shown=shown)
    demand(
        set(answer) == set(ratings),
        f"`{shown}` has the players {sorted(answer)}; it should have {sorted(ratings)}.",
    )
    return {name: typed(answer[name], float, f"{shown}[{name!r}]") for name in ratings}


def same_ratings(one: Any, other: Any) -> bool:
    """Return whether two dicts have the same ratings, up to rounding errors."""
    return set(one) == set(other) and all(abs(one[name] - other[name]) < 1e-6 for name in one)


check_improve = Graded(
    "09b", improve, tournaments_to_try, ask=ask_for_ratings, same=same_ratings
).checker()
