"""Evaluate the players' answers in the last exam and the results of their games, which are stored
in files.

The command `python -m tests.bench.last_exam` writes these files.  A **condition** names the budget
that all players have for each move, such as "iterations-100", or "ms-2" (2 CPU milliseconds).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, sqrt
from typing import Any, NamedTuple

from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Lead, ladder
from mctslib.course.ch21.answers import Z95, holm, lead, paired
from mctslib.course.ch21.exam import KINDS, questions
from mctslib.course.ch21.sitting import Sitting, whole
from mctslib.course.stored import measured
from mctslib.course.texts import Lines, aligned
from mctslib.words import count, number, observed, signed

POINTS = {"w": 1.0, "d": 0.5, "l": 0.0}
CONDITIONS = ("iterations-100", "iterations-1000", "ms-2", "ms-10")
GAMES_AT = "ms-2"  # the condition of the games
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


def marks_of(sheets: Sequence[str]) -> list[float]:
    """Return the mark of each question: the share of the sittings in which the answer is right.

    sheets  a player's answers, one string for each sitting
    """
    return [sum(column) / len(sheets) for column in zip(*map(rights, sheets), strict=True)]


def marks(condition: str, name: str) -> list[float]:
    """Return a player's mark of each question under a condition."""
    return marks_of(answers(condition, name))


def mark_of(sheets: Sequence[str]) -> float:
    """Return the share of right answers in all sittings."""
    right = sum(sum(rights(given)) for given in sheets)
    return right / sum(map(len, sheets))


def mark(condition: str, name: str) -> float:
    """Return a player's share of right answers over all sittings."""
    return mark_of(answers(condition, name))


def by_mark(condition: str) -> list[str]:
    """Return the names of the players, sorted by their marks under a condition, best first."""
    return sorted(names(), key=lambda name: (-mark(condition, name), names().index(name)))


def all_sheets(condition: str, own: Sitting | None = None) -> dict[str, list[str]]:
    """Return the answers of all players under a condition, one string for each sitting.

    own  a sitting of your own player, which took the whole exam once; it stands first
    """
    sheets = {name: answers(condition, name) for name in names()}
    if own is None:
        return sheets
    own = whole(own)
    return {f"{own.name} (yours)": [own.given] * len(sheets["UCT"]), **sheets}


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


def compared(one: Sequence[str], other: Sequence[str]) -> Comparison:
    """Compare two players by their answers in equally many sittings, without Holm's correction."""
    more = 0
    fewer = 0
    for own, beside in zip(one, other, strict=True):
        only_one, only_other = paired(rights(own), rights(beside))
        more += only_one
        fewer += only_other
    value, low, high = lead(marks_of(one), marks_of(other))
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


def comparisons(condition: str, own: Sitting | None = None) -> dict[str, Comparison]:
    """Compare all other players with UCT, and apply Holm's correction."""
    sheets = all_sheets(condition, own)
    found = {}
    for name, given in sheets.items():
        if name != "UCT":
            found[name] = compared(given, sheets["UCT"])
    counts = holm([row.chance for row in found.values()])
    for (name, row), does in zip(found.items(), counts, strict=True):
        found[name] = row._replace(counts=does)
    return found


def exam_table(condition: str, own: Sitting | None = None) -> Lines:
    """Return a table of the players' marks under a condition, best first, and of their differences
    from UCT's marks.

    own  a sitting of your own player, which is compared with UCT as well

    A filled dot marks a difference that counts after Holm's correction.
    """
    sheets = all_sheets(condition, own)
    found = comparisons(condition, own)
    rows: list[Sequence[str]] = [
        ("player", "iterations", "right", "points", "", "95% interval", "more", "fewer")
    ]
    for name in sorted(sheets, key=lambda name: -mark_of(sheets[name])):
        budget = iterations_of(name, condition)
        made = "" if budget is None else f"{budget:,}"
        difference = in_cells(found[name]) if name in found else [""] * 5
        rows.append((name, made, observed(mark_of(sheets[name])), *difference))
    title = f"{in_words(condition)} for each move; differences from UCT"
    return Lines(f"{title}\n{aligned(rows)}")


def in_cells(row: Comparison) -> list[str]:
    """Return the cells of a comparison in a table."""
    ends = f"{signed(100 * row.low, 1)} to {signed(100 * row.high, 1)}"
    dot = "●" if row.counts else "○"
    return [signed(100 * row.value, 1), dot, ends, str(row.more), str(row.fewer)]


def mark_in(condition: str, name: str, kind: str) -> float:
    """Return a player's share of right answers among the questions of one kind."""
    shares = zip(marks(condition, name), questions(), strict=True)
    chosen = [share for share, question in shares if question.kind == kind]
    return sum(chosen) / len(chosen)


def marks_by_kind(condition: str, *chosen: str) -> Lines:
    """Return a table of the marks of some players for each kind of question."""
    rows: list[Sequence[str]] = [("player", *KINDS)]
    for name in chosen:
        rows.append((name, *(observed(mark_in(condition, name, kind)) for kind in KINDS)))
    numbers = (str(sum(question.kind == kind for question in questions())) for kind in KINDS)
    return aligned([*rows, ("questions", *numbers)])


# ---------------------------------------------------------------------------- games


@cache
def games() -> dict[str, Any]:
    """Return the stored games, in which all players had the same time for a move."""
    return dict(measured("ch21/games"))


def tournaments() -> int:
    """Return the number of complete tournaments, in which all pairs have played."""
    return min(len(rows) for rows in games()["results"].values())


def results() -> list[MatchResult]:
    """Return the match result of each pair of players."""
    found = []
    for pair, rows in games()["results"].items():
        result = MatchResult(*pair.split("|"))
        for tournament in range(tournaments()):
            for pair, letter in enumerate(rows[tournament]):
                points = POINTS[letter]
                result = result.after(pair, (points, 1 - points))
        found.append(result)
    return found


def leads(other: str = "UCT") -> dict[str, Lead]:
    """Return each player's lead over `other` in all tournaments, in Elo points."""
    known = games()["leads"]
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


def leads_that_count(other: str = "UCT") -> dict[str, bool]:
    """Return, for each player, whether its lead over `other` counts after Holm's correction."""
    found = leads(other)
    chances = []
    for row in found.values():
        half = row.elo - row.low if row.elo > 0 else row.high - row.elo
        chances.append(p_value(row.elo, half))
    return dict(zip(found, holm(chances), strict=True))


def order() -> list[str]:
    """Return the names of the players, sorted by their ratings, strongest first."""
    return [step.name for step in ladder(results(), intervals=False)]


def ladder_table(other: str = "UCT") -> None:
    """Print the ladder: each player's lead over `other` with its interval."""
    found = leads(other)
    counts = leads_that_count(other)
    played = results()[0].games
    print(f"Elo points above {other}, {number(played)} games for each pair, equal time")
    for name in order():
        if name == other:
            print(f"{name:17}{0:>7}")
            continue
        row = found[name]
        dot = "●" if counts[name] else "○"
        ends = f"{signed(row.low, 0)} to {signed(row.high, 0)}"
        print(f"{name:17}{signed(row.elo, 0):>7} {dot} {ends}")
