"""The sheets of a `Paper` on a page, with what is said about each number."""

from math import isfinite
from typing import Any

SHEETS = 12


def data(paper: Any) -> dict[str, Any]:
    """Return the sheet on show and the sheets that "Another iteration" brings."""
    count = len(paper.trace)
    numbers = [(paper.sheet.t + k - 1) % count + 1 for k in range(min(SHEETS, count))]
    return {"sheets": [_sheet(paper, type(paper.sheet)(paper.trace, t)) for t in numbers]}


def _sheet(paper: Any, sheet: Any) -> dict[str, Any]:
    return {
        "story": sheet.story(),
        "tree": paper.drawn(sheet),
        "rows": [_row(row) for row in sheet.rows],
    }


def _row(row: Any) -> dict[str, Any]:
    """Return one node: its name, its numbers before, and the remarks on the new numbers.

    None stands for a bound without end.
    """
    remarks = {
        letter: [
            [*(bound if isfinite(bound) else None for bound in (low, high)), words]
            for low, high, words in row.remarks(letter)
        ]
        for letter in "NW"
    }
    return {"name": row.name, "given": row.given(), "after": row.after, "remarks": remarks}
