"""Checkers of chapter 09b ("Rate many players")."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from math import exp
from typing import Any

from mctslib.arena.ratings import expected_score
from mctslib.course.ch09b.tournaments import Row, circle_in, improved
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, typed
from mctslib.words import count, worth

# ------------------------------------------------------------ exercise 1: the expected score

LEADS = [(0,), (400,), (-400,), (100,), (-250,), (800,)]


@exercise(
    "Right: a lead of 400 Elo points means odds of ten to one, and a lead of 0 means even odds."
)
def check_expected(own: Callable[..., Any]) -> None:
    """Check that `own(lead)` is the expected score of a player who leads by `lead` Elo points."""
    answers = [call(own, *lead, returns=float, shown=f"expected({lead[0]})") for lead in LEADS]
    why = explained(EXPECTED_MISTAKES, LEADS, answers, "Compare with the formula, term by term.")
    for lead, answer in zip(LEADS, answers):
        close(answer, expected_score(*lead), f"expected({lead[0]})", why)


EXPECTED_MISTAKES: list[tuple[Callable[[float], float], str]] = [
    (
        lambda lead: 1 / (1 + 10 ** (lead / 400)),
        "This is the score of the other player. The exponent is −lead / 400.",
    ),
    (
        lambda lead: 1 / (1 + exp(-lead / 400)),
        "On the Elo scale the base is 10, not e.",
    ),
    (
        lambda lead: 10 ** (lead / 400),
        "These are the odds, for example 10 to 1. The score is odds / (1 + odds).",
    ),
    (
        lambda lead: 0.5 + lead / 800,
        "For large leads a straight line leaves the range from 0 to 1. Use the formula with a "
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
    """Yield examples of ratings, matches and a step; the first two examples are written by hand."""
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
    """Check `own(ratings, rows, step)`, which returns new ratings that fit the results better."""
    cases: list[tuple[Any, ...]] = []
    answers = []
    for ratings, rows, step in tournaments_to_try():
        shown = f"improve({ratings}, <{count(len(rows), 'match', 'matches')}>, {step})"
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
    "The surplus of a match is points − games × expected(lead of a over b). "
    "Add step × surplus to the rating of a, and subtract it from the rating of b."
)
Improve = Callable[[Mapping[str, float], Sequence[Row], float], dict[str, float]]


def only_the_first(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings: each match changes only the rating of its player a."""
    new = dict(ratings)
    for a, b, points, games in rows:
        new[a] += step * (points - games * expected_score(ratings[a] - ratings[b]))
    return new


def both_up(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings: both players of a match gain the surplus of player a."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] += step * surplus
    return new


def one_game(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings: a match's points are compared with the expectation for one game."""
    new = dict(ratings)
    for a, b, points, _games in rows:
        surplus = points - expected_score(ratings[a] - ratings[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def other_lead(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings: they are computed from the lead of b over a, not of a over b."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(ratings[b] - ratings[a])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def as_it_goes(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings: each match uses ratings that earlier matches have changed."""
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games * expected_score(new[a] - new[b])
        new[a] += step * surplus
        new[b] -= step * surplus
    return new


def wrong_way(ratings: Mapping[str, float], rows: Sequence[Row], step: float) -> Any:
    """Return wrong ratings, which fit the results worse: each change has the wrong sign."""
    return improved(ratings, rows, -step)


IMPROVE_MISTAKES: list[tuple[Improve, str]] = [
    (
        only_the_first,
        "Only the rating of a has changed. Subtract from b the points that you add to a.",
    ),
    (both_up, "You added the surplus to both ratings. Add it to a, and subtract it from b."),
    (
        one_game,
        "You used the expected points of one game. Multiply them by the number of games.",
    ),
    (other_lead, "The expected score of a needs the lead of a over b: rating of a − rating of b."),
    (
        as_it_goes,
        "The expected scores use ratings that have changed on the way. Compute all scores from "
        "the given ratings.",
    ),
    (wrong_way, "The ratings move away from the results. A surplus of points raises the rating."),
]


def of_name(mistake: Improve) -> Callable[..., float]:
    """Return a function of (ratings, rows, step, name) that returns one player's wrong rating."""
    return lambda ratings, rows, step, name: mistake(ratings, rows, step)[name]


IMPROVE_MISTAKES_BY_NAME = [(of_name(mistake), words) for mistake, words in IMPROVE_MISTAKES]

# ------------------------------------------------------------ exercise 3: a circle

Shares = dict[tuple[str, str], float]


def both_ways(shares: Shares) -> Shares:
    """Return the shares with an entry for each order of each pair."""
    return {**shares, **{(b, a): 1 - share for (a, b), share in shares.items()}}


def crosstables() -> list[Shares]:
    """Return examples of tournaments, with and without a circle.

    Each example gives the players' shares of the points against each other.
    """
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
    """Check `own(shares)`, which returns three players (a, b, c) in a circle, or None."""
    tables = crosstables()
    answers = [three_of(call(own, shares, shown=CALL)) for shares in tables]
    for shares, answer in zip(tables, answers, strict=True):
        if answer is None:
            demand_no_circle(shares, what_was_missed(tables, answers))
        else:
            demand_circle(answer, shares)


CALL = "beats_in_a_circle(shares)"
ORDERS = "Try every group of three players in every order."


def three_of(answer: Any) -> Circle:
    """Return the reader's three players as a tuple, or None; raise `Wrong` for any other answer."""
    if answer is None:
        return None
    three = typed(answer, tuple, CALL)
    three_players = f"The answer is {answer!r}; it should be three different players, or None."
    demand(len(three) == 3 and len(set(three)) == 3, three_players)
    return three


def what_was_missed(tables: Sequence[Shares], answers: Sequence[Circle]) -> str:
    """Return a sentence about the circles for which the reader's function has returned None.

    The sentence says whether the function has missed all circles, or all circles of one direction.
    """
    missed: list[bool] = []
    found: list[bool] = []
    for shares, answer in zip(tables, answers, strict=True):
        circle = circle_in(shares)
        if circle is not None:
            (found if answer else missed).append(goes_up(circle))
    if not found:
        return "Your function returns None for each tournament that has a circle."
    if len(set(missed)) == 1 and not set(missed) & set(found):
        return (
            "Your function finds circles in one direction only: if a, b, c is not a circle, "
            "a, c, b may be one."
        )
    return ORDERS


def goes_up(circle: Sequence[str]) -> bool:
    """Return whether the circle runs in alphabetical order.

    In such a circle the alphabetically first of the three players beats the second.
    """
    start = list(circle).index(min(circle))
    following = circle[(start + 1) % 3]
    last = circle[(start + 2) % 3]
    return following < last


def demand_no_circle(shares: Shares, missed: str) -> None:
    """Raise `Wrong` if there is a circle among the players.

    missed  a sentence about the circles for which the reader's function has returned None
    """
    found = circle_in(shares)
    if found is not None:
        circle = " beats ".join([*found, found[0]])
        raise Wrong(
            f"With the shares {in_words(shares)} the answer is None, but {circle}. {missed}"
        )


def demand_circle(three: Sequence[str], shares: Shares) -> None:
    """Raise `Wrong` unless each of three players beats the next, and the last beats the first."""
    steps = list(zip(three, (*three[1:], three[0]), strict=True))
    for one, following in steps:
        unknown = f"The answer {three!r} names a pair {one!r}, {following!r} that has not played."
        demand((one, following) in shares, unknown)
    lost = [step for step in steps if shares[step] <= 0.5]
    if not lost:
        return
    one, following = lost[0]
    share = shares[lost[0]]
    message = (
        f"With the shares {in_words(shares)} the answer is {three!r}, but {one} does not beat "
        f"{following}: the share is {worth(share)}."
    )
    if share == 0.5:
        why = "Equal points are not a win, because the share ½ is not above ½."
    elif len(lost) == 3:
        why = "This circle goes the wrong way round: each player should beat the next one."
    elif lost == steps[2:]:
        why = "The circle is not closed: the last of the three has to beat the first."
    else:
        why = "Each of the three must beat the next one."
    raise Wrong(f"{message} {why}")


def in_words(shares: Shares) -> str:
    """Return the shares as a string in which each pair occurs once."""
    return ", ".join(f"{a}–{b} {worth(share)}" for (a, b), share in shares.items() if a < b)
