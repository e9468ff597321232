"""Evaluate the players' answers in the last exam and the results of their games, which are stored
in files.

The command `python -m tests.bench.last_exam` writes these files.  A **condition** names the budget
that all players have for each move, such as "iterations-100", or "ms-2" (2 CPU milliseconds).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import erfc, sqrt
from string import ascii_letters, digits
from typing import Any, NamedTuple

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Lead, ladder
from mctslib.course.ch21.answers import Z95, holm, lead, paired
from mctslib.course.ch21.exam import KINDS, questions
from mctslib.course.stored import measured
from mctslib.course.texts import Lines, aligned
from mctslib.words import count, number, observed, signed

# the first character stands for 0, and the last for 1, in steps of 2%
SCALE = (digits + ascii_letters)[:51]
NONE = "-"  # stands for a column that has no share
POINTS = {"w": 1.0, "d": 0.5, "l": 0.0}
CONDITIONS = ("iterations-100", "iterations-1000", "ms-2", "ms-10")
GAMES_AT = {"iterations": "iterations-100", "time": "ms-2"}  # maps a kind of games to its condition
TWIN = "compiled"
DOUBLE = "UCT, other seed"


class Comparison(NamedTuple):
    """The comparison of one player with another on the same questions.

    more, fewer   the number of questions that only this player has right, and the number that only
                  the other player has right
    value         the mean difference of the marks, from −1 to 1
    low, high     the ends of the 95% interval of this difference
    chance        the p-value: the probability that equally strong players would differ at least as
                  much
    counts        whether the difference counts after Holm's correction for all comparisons in
                  the table
    """

    more: int
    fewer: int
    value: float
    low: float
    high: float
    chance: float
    counts: bool = False


def shares_of(letters: str) -> dict[int, float]:
    """Return the shares in a string with one character for each column."""
    shares = {}
    for column, letter in enumerate(letters):
        if letter != NONE:
            shares[column] = SCALE.index(letter) / (len(SCALE) - 1)
    return shares


def in_words(condition: str) -> str:
    """Return a condition in words: "100 iterations" or "2 ms of CPU time"."""
    unit, _, number = condition.partition("-")
    if unit == "iterations":
        return count(int(number), "iteration")
    return f"{number} ms of CPU time"


# ---------------------------------------------------------------------------- answers


@cache
def sittings() -> dict[str, Any]:
    """Return the answers stored in `sittings.json`."""
    return dict(measured("ch21/sittings"))


@cache
def prices() -> dict[str, Any]:
    """Return the measurements stored in `prices.json`: for each player, the number of iterations
    that fit into each time.
    """
    return dict(measured("ch21/prices")["players"])


def iterations_of(name: str, condition: str) -> int | None:
    """Return the number of iterations that a player makes for a move, or None if the player does
    not search.
    """
    if name not in prices():
        return None
    unit, _, number = condition.partition("-")
    return int(number) if unit == "iterations" else int(prices()[name][condition])


def names() -> list[str]:
    """Return the names of the players, in the order in which the course introduces the players."""
    start = f"{CONDITIONS[0]}|"
    return [row.removeprefix(start) for row in sittings()["answers"] if row.startswith(start)]


def answers(condition: str, name: str) -> list[str]:
    """Return the columns that a player chose: one string of digits for each sitting (seed)."""
    return list(sittings()["answers"][f"{condition}|{name}"])


@cache
def rights(given: str) -> tuple[int, ...]:
    """Return the mark of each question: 1 if the answer is right, else 0.

    given  the columns that a player chose, as digits
    """
    return tuple(
        int(int(column) in question.right)
        for column, question in zip(given, questions(), strict=True)
    )


@cache
def exact_marks(condition: str, name: str) -> tuple[Fraction, ...]:
    """Return the mark of each question: the share of the player's sittings in which the answer is
    right.

    The marks are fractions, so that equal sums are exactly equal: sums of floats depend on the
    version of Python.
    """
    sheets = [rights(given) for given in answers(condition, name)]
    return tuple(Fraction(sum(column), len(sheets)) for column in zip(*sheets, strict=True))


@cache
def marks(condition: str, name: str) -> tuple[float, ...]:
    """Return the numbers of `exact_marks` as floats."""
    return tuple(float(share) for share in exact_marks(condition, name))


@cache
def mark(condition: str, name: str) -> float:
    """Return a player's share of right answers over all sittings."""
    shares = exact_marks(condition, name)
    return float(sum(shares) / len(shares))


def by_mark(condition: str) -> list[str]:
    """Return the names of the players, sorted by their marks under a condition, best first."""
    return sorted(names(), key=lambda name: (-mark(condition, name), names().index(name)))


def same_answers(condition: str, name: str, other: str) -> tuple[int, int]:
    """Return the number of questions to which two players give the same answer, and the total
    number of questions, both summed over the sittings.
    """
    same = 0
    total = 0
    for one, two in zip(answers(condition, name), answers(condition, other), strict=True):
        same += sum(a == b for a, b in zip(one, two, strict=True))
        total += len(one)
    return same, total


def compared(condition: str, name: str, other: str) -> Comparison:
    """Compare two players under a condition, without Holm's correction."""
    more = 0
    fewer = 0
    for one, two in zip(answers(condition, name), answers(condition, other), strict=True):
        only_one, only_two = paired(rights(one), rights(two))
        more += only_one
        fewer += only_two
    value, low, high = lead(marks(condition, name), marks(condition, other))
    return Comparison(more, fewer, value, low, high, p_value(value, high - value))


def p_value(value: float, half: float) -> float:
    """Return the probability that equally strong players would differ at least this much.

    value  the difference of the marks, or the lead in Elo points
    half   half the width of the 95% interval of `value`
    """
    if value == 0:
        return 1.0
    if half == 0:
        return 0.0
    return erfc(abs(value) / (half / Z95) / sqrt(2))


def comparisons(condition: str, other: str = "UCT") -> dict[str, Comparison]:
    """Compare all other players with `other`, and apply Holm's correction."""
    found = {name: compared(condition, name, other) for name in names() if name != other}
    counts = holm([row.chance for row in found.values()])
    for (name, row), does in zip(found.items(), counts, strict=True):
        found[name] = row._replace(counts=does)
    return found


def exam_table(condition: str, other: str = "UCT") -> None:
    """Print the players' marks under a condition, best first, and their differences from the marks
    of `other`.

    A filled dot marks a difference that counts after Holm's correction.
    """
    rows = comparisons(condition, other)
    print(f"{in_words(condition)} for each move; differences from {other}")
    print(
        f"{'player':17}{'iterations':>11}{'right':>8}{'points':>9}   95% interval      more  fewer"
    )
    for name in by_mark(condition):
        budget = iterations_of(name, condition)
        made = "" if budget is None else f"{budget:,}"
        line = f"{name:17}{made:>11}{observed(mark(condition, name)):>8}"
        if name in rows:
            row = rows[name]
            ends = f"{signed(100 * row.low, 1)} to {signed(100 * row.high, 1)}"
            dot = "●" if row.counts else "○"
            line += f"{signed(100 * row.value, 1):>8} {dot} {ends:16}{row.more:>5}{row.fewer:>7}"
        print(line)


def mark_in(condition: str, name: str, kind: str) -> float:
    """Return a player's share of right answers among the questions of one kind."""
    shares = zip(exact_marks(condition, name), questions(), strict=True)
    chosen = [share for share, question in shares if question.kind == kind]
    return float(sum(chosen) / len(chosen))


def marks_by_kind(condition: str, *chosen: str) -> Lines:
    """Return a table of the marks of some players for each kind of question."""
    rows: list[Sequence[str]] = [("player", *KINDS)]
    for name in chosen:
        rows.append((name, *(observed(mark_in(condition, name, kind)) for kind in KINDS)))
    numbers = (str(sum(question.kind == kind for question in questions())) for kind in KINDS)
    return aligned([*rows, ("questions", *numbers)])


# ---------------------------------------------------------------------------- games


@cache
def games(how: str) -> dict[str, Any]:
    """Return the stored games that were played with equal "iterations" or equal "time"."""
    return dict(measured(f"ch21/games-{how}"))


def tournaments(how: str) -> int:
    """Return the number of complete tournaments, in which all pairs have played."""
    return min(len(rows) for rows in games(how)["results"].values())


def results(how: str) -> list[MatchResult]:
    """Return the match result of each pair of players.

    how   the kind of budget that was equal for all players: "iterations" or "time"
    """
    found = []
    for pair, rows in games(how)["results"].items():
        result = MatchResult(*pair.split("|"))
        for tournament in range(tournaments(how)):
            for pair, letter in enumerate(rows[tournament]):
                points = POINTS[letter]
                result = result.after(pair, (points, 1 - points))
        found.append(result)
    return found


def leads(how: str, other: str = "UCT") -> dict[str, Lead]:
    """Return each player's lead over `other` in all tournaments, in Elo points."""
    known = games(how)["leads"]
    found = {}
    for name in names():
        if name == other:
            continue
        if f"{name}|{other}" in known:
            elo, low, high = known[f"{name}|{other}"]
        else:
            elo, high, low = (-points for points in known[f"{other}|{name}"])
        found[name] = Lead(name, other, elo, low, high, settled=low > 0 or high < 0)
    return found


def leads_that_count(how: str, other: str = "UCT") -> dict[str, bool]:
    """Return, for each player, whether its lead over `other` counts after Holm's correction."""
    found = leads(how, other)
    chances = []
    for row in found.values():
        half = row.elo - row.low if row.elo > 0 else row.high - row.elo
        chances.append(p_value(row.elo, half))
    return dict(zip(found, holm(chances), strict=True))


def order(how: str) -> list[str]:
    """Return the names of the players, sorted by their ratings, strongest first."""
    return [step.name for step in ladder(results(how), intervals=False)]


def ladder_table(how: str, other: str = "UCT") -> None:
    """Print the ladder: each player's lead over `other` with its interval."""
    found = leads(how, other)
    counts = leads_that_count(how, other)
    played = results(how)[0].games
    print(f"Elo points above {other}, {number(played)} games for each pair, equal {how}")
    for name in order(how):
        if name == other:
            print(f"{name:17}{0:>7}")
            continue
        row = found[name]
        dot = "●" if counts[name] else "○"
        ends = f"{signed(row.low, 0)} to {signed(row.high, 0)}"
        print(f"{name:17}{signed(row.elo, 0):>7} {dot} {ends}")
