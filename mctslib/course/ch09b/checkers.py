"""Checkers of chapter 09b, Rate many players."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from math import exp
from typing import Any

from mctslib.arena.ratings import expected_score
from mctslib.course.ch09b.tournaments import Row, circle_in, improved
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, typed

# ------------------------------------------------------------ exercise 1: the expected score

LEADS = [(0,), (400,), (-400,), (100,), (-250,), (800,)]


@exercise(
    "Right: a lead of 400 Elo points means odds of ten to one, and a lead of 0 means even odds."
)
def check_expected(own: Callable[..., Any]) -> None:
    """Check that `own(lead)` returns the expected score of a player who is `lead` Elo points
    stronger.
    """
    answers = [call(own, *lead, returns=float, shown=f"expected({lead[0]})") for lead in LEADS]
    why = explained(
        EXPECTED_MISTAKES, LEADS, answers, "Compare your code with the formula, term by term."
    )
    for lead, answer in zip(LEADS, answers):
        close(answer, expected_score(*lead), f"expected({lead[0]})", why)


EXPECTED_MISTAKES: list[tuple[Callable[[float], float], str]] = [
    (
        lambda lead: 1 / (1 + 10 ** (lead / 400)),
        "You returned the score of the other player. The exponent is −lead / 400.",
    ),
    (
        lambda lead: 1 / (1 + exp(-lead / 400)),
        "On the Elo scale the base is 10, not e.",
    ),
    (
        lambda lead: 10 ** (lead / 400),
        "You returned the odds, for example 10 for 10 to 1. The score is odds / (1 + odds).",
    ),
    (
        lambda lead: 0.5 + lead / 800,
        "For large leads a straight line goes below 0 or above 1. Use the formula with the "
        "power of 10.",
    ),
    (
        lambda lead: 1 / 1 + 10 ** (-lead / 400),
        "Brackets are missing. Divide 1 by the whole sum.",
    ),
]

# ------------------------------------------------------------ exercise 2: better ratings

Tournament = tuple[dict[str, float], list[Row], float]


def tournaments_to_try() -> Iterator[Tournament]:
    """Yield ratings, matches and a step: first two fixed examples, and then random examples."""
    yield {"A": 0.0, "B": 0.0}, [("A", "B", 15.0, 20)], 2.0
    yield {"A": 100.0, "B": 0.0}, [("A", "B", 5.5, 10)], 4.0
    rng = random.Random(0)
    for players in (3, 4):
        names = "PQRS"[:players]
        ratings = {name: float(rng.randrange(-300, 300)) for name in names}
        rows: list[Row] = []
        for a, b in permutations(names, 2):
            if rng.random() < 0.7:
                games = rng.randrange(2, 30)
                rows.append((a, b, rng.randrange(2 * games + 1) / 2, games))
        yield ratings, rows, 1.5


@exercise("Right: a rating rises if a player got more points than expected, and falls otherwise.")
def check_improve(own: Callable[..., Any]) -> None:
    """Check that `own(ratings, rows, step)` returns new ratings that fit the results better."""
    cases: list[tuple[Any, ...]] = []
    answers = []
    for ratings, rows, step in tournaments_to_try():
        shown = f"improve({ratings}, <{len(rows)} matches>, {step})"
        answer = call(own, ratings, rows, step, returns=dict, shown=shown)
        demand(
            set(answer) == set(ratings),
            f"`{shown}` has the players {sorted(answer)}; it should have {sorted(ratings)}.",
        )
        for name in ratings:
            cases.append((ratings, rows, step, name))
            answers.append(typed(answer[name], float, f"{shown}[{name!r}]"))
    why = explained(IMPROVE_MISTAKES_BY_NAME, cases, answers, SURPLUS)
    for (ratings, rows, step, name), found in zip(cases, answers):
        right = improved(ratings, rows, step)[name]
        matches = ", ".join(map(str, rows[:2])) + (", …" if len(rows) > 2 else "")
        close(found, right, f"improve({ratings}, [{matches}], {step})[{name!r}]", why)


SURPLUS = (
    "The surplus of a match is the points of a minus games × expected(lead of a over b). "
    "Add step × surplus to a, and subtract it from b."
)
Improve = Callable[[Mapping[str, float], Sequence[Row], float], dict[str, float]]


def only_the_first(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings in which each match has changed only the rating of its player a."""
    new = dict(ratings)
    for a, b, points, games in rows:
        new[a] += step * (points - games * expected_score(ratings[a] - ratings[b]))
    return new


def both_up(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings in which the surplus of a player is added to the ratings of both players
    of a match.
    """
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] += step * surplus
    return new


def one_game(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings that compare the points with the expected points of a single game."""
    new = dict(ratings)
    for a, b, points, _games in rows:
        surplus = points - expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def other_lead(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings that use the lead of b over a instead of the lead of a over b."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[b] - ratings[a])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def as_it_goes(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings that are computed from ratings already changed by earlier matches."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(new[a] - new[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def wrong_way(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return new ratings that move away from the results."""
    return improved(ratings, rows, -step)


IMPROVE_MISTAKES: list[tuple[Improve, str]] = [
    (
        only_the_first,
        "You changed only the rating of player a of each match. What a gains, b loses.",
    ),
    (both_up, "You changed both ratings in the same direction. What a gains, b loses."),
    (
        one_game,
        "You used the expected points of one game. Multiply them by the number of games.",
    ),
    (other_lead, "The expected score of a needs the lead of a over b: rating of a − rating of b."),
    (
        as_it_goes,
        "The expected scores use ratings that have changed on the way. Compute all expected "
        "scores from the ratings that were given.",
    ),
    (wrong_way, "Your sign is wrong. A surplus of points raises the rating."),
]


def of_name(mistake: Improve) -> Callable[..., float]:
    """Return a function of (ratings, rows, step, name) that returns the mistaken rating of a single
    player.
    """
    return lambda ratings, rows, step, name: mistake(ratings, rows, step)[name]


IMPROVE_MISTAKES_BY_NAME = [(of_name(mistake), words) for mistake, words in IMPROVE_MISTAKES]

# ------------------------------------------------------------ exercise 3: a circle

Shares = dict[tuple[str, str], float]


def both_ways(shares: Shares) -> Shares:
    """Add the shares of each pair in the opposite order."""
    return {**shares, **{(b, a): 1 - share for (a, b), share in shares.items()}}


def crosstables() -> list[Shares]:
    """Return examples of shares of the points in tournaments, with and without a circle."""
    in_order = both_ways({("A", "B"): 0.6, ("B", "C"): 0.7, ("A", "C"): 0.8})
    around = both_ways({("A", "B"): 0.6, ("B", "C"): 0.7, ("C", "A"): 0.55})
    other_way = both_ways({("B", "A"): 0.6, ("C", "B"): 0.7, ("A", "C"): 0.55})
    even = both_ways({("A", "B"): 0.6, ("B", "C"): 0.7, ("C", "A"): 0.5})
    tables = [in_order, around, other_way, even]
    rng = random.Random(4)
    for _ in range(40):
        names = "PQRST"[: rng.randrange(3, 6)]
        strengths = {name: rng.random() for name in names}
        shares: Shares = {}
        for a, b in permutations(names, 2):
            if a < b:
                lead = strengths[a] - strengths[b] + rng.uniform(-0.25, 0.25)
                shares[a, b] = min(1.0, max(0.0, round(0.5 + lead / 2, 2)))
        tables.append(both_ways(shares))
    return tables


Circle = tuple[str, str, str] | None


@exercise("Right: no single number for each player can explain three players in a circle.")
def check_beats_in_a_circle(own: Callable[..., Any]) -> None:
    """Check that `own(shares)` returns three players (a, b, c) in a circle, or None."""
    for shares in crosstables():
        answer = call(own, shares, shown="beats_in_a_circle(shares)")
        found = circle_in(shares)
        table = ", ".join(f"{a}–{b} {share:.2f}" for (a, b), share in shares.items() if a < b)
        if found is None:
            demand(
                answer is None,
                f"With the shares {table} there is no circle, but the answer is {answer!r}. "
                "All three shares must be above ½, and exactly ½ is not above ½.",
            )
            continue
        if answer is None:
            circle = " beats ".join([*found, found[0]])
            raise Wrong(
                f"With the shares {table} the answer is None, but {circle}. "
                "Try all three players in every order."
            )
        three = typed(answer, tuple, "beats_in_a_circle(shares)")
        demand(
            len(three) == 3 and len(set(three)) == 3,
            f"The answer is {answer!r}; it should be a tuple of three different players, or None.",
        )
        for one, next_one in zip(three, (*three[1:], three[0])):
            share = shares.get((one, next_one))
            demand(
                share is not None,
                f"The answer {answer!r} names a pair {one!r}, {next_one!r} that has not played.",
            )
            demand(
                share is not None and share > 0.5,
                f"The answer is {answer!r}, but {one} does not beat {next_one}: the share is "
                f"{share}. Each of the three players must beat the next player, and the last "
                "player must beat the first.",
            )
