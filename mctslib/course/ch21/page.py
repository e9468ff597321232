"""Compute the data for the page of `LastExam`: all numbers, and sentences about the results."""

from __future__ import annotations

from functools import cache
from typing import Any

from mctslib.course.ch21.exam import COLUMNS, IN_WORDS, KINDS, ExamQuestion, questions
from mctslib.course.ch21.players import CANDIDATES
from mctslib.course.ch21.results import (
    CONDITIONS,
    DOUBLE,
    GAMES_AT,
    TWIN,
    answers,
    by_mark,
    comparisons,
    exact_marks,
    in_words,
    iterations_of,
    leads,
    leads_that_count,
    mark,
    names,
    order,
    results,
    rights,
    same_answers,
    sittings,
)
from mctslib.games.board import MARKS
from mctslib.words import count, listing, number, percent, signed

REASONS = {one.name: one.reason for one in CANDIDATES}
CHAPTERS = {one.name: one.chapter for one in CANDIDATES} | {"alpha-beta": "12"}
URGENT = {
    KINDS[0]: "A move wins at once.",
    KINDS[1]: "After a wrong move the opponent can win at once.",
    KINDS[2]: "No move wins at once, and no move lets the opponent win at once.",
}
ROUGH = 4  # the number of decimals of a number that the page draws


def headline(condition: str) -> str:
    """Return a sentence that states the main result under a condition."""
    unit, _, number = condition.partition("-")
    best = by_mark(condition)[0]
    result = f"“{best}” is right most often: {percent(mark(condition, best))}."
    if unit == "iterations":
        return f"With {count(int(number), 'iteration')} per move, {result}"
    return f"With {number} ms of CPU time per move, {result}"


def told(condition: str) -> str:
    """Return sentences about the results of the two controls under a condition."""
    same, total = same_answers(condition, TWIN, "UCT")
    if same == total:
        twin = f"{TWIN} gives the same {total:,} answers as UCT, as it must"
    else:
        more = iterations_of(TWIN, condition)
        twin = f"{TWIN} makes {count(more or 0, 'iteration')} in this time"
    double = percent(mark(condition, DOUBLE))
    own = percent(mark(condition, "UCT"))
    return f"The controls: {twin}; UCT with another seed is right in {double}, and UCT in {own}."


def question_told(question: ExamQuestion) -> str:
    """Return a sentence with the facts that a reader needs about a question."""
    state = question.state
    mover = MARKS[state.current_player]
    columns = listing(str(column) for column in question.right)
    value = {"w": "win", "d": "draw"}[question.best]
    return f"{mover} is to move and can {value}. Right: {columns}. {URGENT[question.kind]}"


def question_data(question: ExamQuestion) -> dict[str, Any]:
    """Return the data that the page needs to draw a question."""
    state = question.state
    return {
        "cells": "".join(state.cells()),
        "mover": MARKS[state.current_player],
        "results": question.results,
        "told": question_told(question),
    }


def hardest_first(condition: str) -> list[int]:
    """Return the indices of the questions, from the lowest total mark to the highest."""
    shares = [exact_marks(condition, name) for name in names()]
    total = [sum(column) for column in zip(*shares, strict=True)]
    return sorted(range(len(total)), key=lambda number: (total[number], number))


def rough(value: float) -> float:
    """Return a number rounded to `ROUGH` decimals, which is enough for drawing."""
    return round(value, ROUGH)


def rows_beside(condition: str, other: str) -> list[list[Any] | None]:
    """Return data about each player's comparison with `other`, in the order of `names()`."""
    found = comparisons(condition, other)
    rows: list[list[Any] | None] = []
    for name in names():
        if name not in found:
            rows.append(None)
            continue
        row = found[name]
        said = f"{signed(100 * row.value, 1)} points (+{row.more} -{row.fewer})"
        rows.append([rough(row.value), rough(row.low), rough(row.high), row.counts, said])
    return rows


def steps_beside(how: str, other: str) -> list[list[Any] | None]:
    """Return data about each player's lead over `other`, in the order of `names()`."""
    found = leads(how, other)
    counts = leads_that_count(how, other)
    rows: list[list[Any] | None] = []
    for name in names():
        if name not in found:
            rows.append(None)
            continue
        row = found[name]
        said = f"{signed(row.elo, 0)} ({signed(row.low, 0)} to {signed(row.high, 0)})"
        rows.append([rough(row.elo), rough(row.low), rough(row.high), counts[name], said])
    return rows


@cache
def page_data() -> dict[str, Any]:
    """Return all data that the page needs for its drawings."""
    everybody = names()
    place = {name: number for number, name in enumerate(everybody)}
    conditions = {}
    for condition in CONDITIONS:
        conditions[condition] = {
            "words": in_words(condition),
            "headline": headline(condition),
            "told": told(condition),
            "same": len(set(same_answers(condition, TWIN, "UCT"))) == 1,
            "order": [place[name] for name in by_mark(condition)],
            "hardest": hardest_first(condition),
            "answers": [answers(condition, name) for name in everybody],
            "shares": [sittings()["shares"].get(f"{condition}|{name}", "") for name in everybody],
            "marks": [percent(mark(condition, name)) for name in everybody],
            "iterations": [iterations_of(name, condition) for name in everybody],
            "beside": [rows_beside(condition, other) for other in everybody],
        }
    ladders = {}
    for how, condition in GAMES_AT.items():
        played = results(how)[0].games
        ladders[how] = {
            "condition": condition,
            "words": in_words(condition),
            "games": played,
            "order": [place[name] for name in order(how)],
            "beside": [steps_beside(how, other) for other in everybody],
            "headline": f"{order(how)[0]} leads the ladder, with {in_words(condition)} for each "
            f"move and {number(played)} games for each pair.",
        }
    return {
        "players": everybody,
        "chapters": [CHAPTERS[name] for name in everybody],
        "reasons": [REASONS.get(name, "no reason") for name in everybody],
        "twins": [place["UCT"], place[TWIN], place[DOUBLE]],
        "questions": [question_data(question) for question in questions()],
        "words": IN_WORDS,
        "columns": COLUMNS,
        "conditions": conditions,
        "ladders": ladders,
    }


def own_data(given: str) -> dict[str, Any]:
    """Return the data of the row for the reader's own player.

    given  the columns that the player chose, as digits
    """
    right = rights(given)
    return {"answers": given, "mark": percent(sum(right) / len(right))}
