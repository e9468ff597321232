"""Make the data of a `Paper` for a page: the sheets, and the remarks on possible entries."""

from math import isfinite
from typing import Any

from mctslib.draw.blanks import blanks_of
from mctslib.draw.dot import place
from mctslib.draw.svg import dimensions
from mctslib.tree import walk

PAGE = ("widgets/living/paper_page.js",)
SHEETS = 12


def data(paper: Any) -> dict[str, Any]:
    """Return the current sheet, and the sheets to which “Another iteration” leads."""
    count = len(paper.trace)
    make = type(paper.sheet)
    sheets = []
    for k in range(min(SHEETS, count)):
        iteration = (paper.sheet.t + k - 1) % count + 1
        sheets.append(_sheet(paper, make(paper.trace, iteration)))
    return {"sheets": sheets}


def _sheet(paper: Any, sheet: Any) -> dict[str, Any]:
    tree = paper.with_blanks(sheet)
    blanks = blanks_of(tree)
    width, height = dimensions(tree)
    rows = []
    for row in sheet.rows:
        where = place(walk(sheet.root, row.path), len(row.path))
        rows.append(_row(row, _shares(blanks.get(where, []), width, height)))
    return {"story": sheet.story(), "tree": tree, "size": [width, height], "rows": rows}


def _shares(blanks: list[Any], width: float, height: float) -> list[list[float]]:
    """Return the left, top, width and height of each blank, in % of the picture's size.

    The list is empty if the tree is drawn as text.
    """
    found = []
    for blank in blanks:
        across = [100 * share / width for share in (blank.left, blank.width)]
        down = [100 * share / height for share in (blank.top, blank.height)]
        parts = [across[0], down[0], across[1], down[1]]
        found.append([round(part, 3) for part in parts])
    return found


def _row(row: Any, blanks: list[list[float]]) -> dict[str, Any]:
    """Return a node's data: its name, old numbers, blanks, new numbers, and remarks on entries."""
    return {
        "name": row.name,
        "given": row.given(),
        "blanks": blanks,
        "after": row.after,
        "remarks": {letter: _remarks(row, letter) for letter in "NW"},
    }


def _remarks(row: Any, letter: str) -> list[list[Any]]:
    """Return the remarks on entries for one number, each as [lowest entry, highest entry, text]."""
    return [[_bound(low), _bound(high), words] for low, high, words in row.remarks(letter)]


def _bound(number: float) -> float | None:
    """Return a bound in a form that JSON can store, with None for infinity."""
    return number if isfinite(number) else None
