"""The sheets of a `Paper` on a page, with what is said about each number."""

from math import isfinite
from typing import Any

PAGE = ("widgets/living/paper_page.js",)
SHEETS = 12


def data(paper: Any) -> dict[str, Any]:
    """Return the sheet on show and those that "Another iteration" brings."""
    count = len(paper.trace)
    make = type(paper.sheet)
    sheets = []
    for k in range(min(SHEETS, count)):
        iteration = (paper.sheet.t + k - 1) % count + 1
        sheets.append(_sheet(paper, make(paper.trace, iteration)))
    return {"sheets": sheets}


def _sheet(paper: Any, sheet: Any) -> dict[str, Any]:
    return {
        "story": sheet.story(),
        "tree": paper.drawn(sheet),
        "rows": [_row(row) for row in sheet.rows],
    }


def _row(row: Any) -> dict[str, Any]:
    """Return the name of a node, its numbers before, and the remarks on the new ones."""
    remarks = {letter: _remarks(row, letter) for letter in "NW"}
    return {"name": row.name, "given": row.given(), "after": row.after, "remarks": remarks}


def _remarks(row: Any, letter: str) -> list[list[Any]]:
    """Return the remarks on one number of a node: lowest, highest, words."""
    return [[_bound(low), _bound(high), words] for low, high, words in row.remarks(letter)]


def _bound(number: float) -> float | None:
    """Return a bound as JSON has it: None stands for a bound without end."""
    return number if isfinite(number) else None
