"""Compute the positions of hexagonal cells.

Each row of cells begins half a cell to the right of the row above.  The unit of length is the
width of a cell.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

TALL = 2 / sqrt(3)  # the height of a hexagon of width 1; two rows are 3/4 of the height apart
CORNERS = [  # relative to the centre of a hexagon, clockwise from the top
    (0, -TALL / 2),
    (0.5, -TALL / 4),
    (0.5, TALL / 4),
    (0, TALL / 2),
    (-0.5, TALL / 4),
    (-0.5, -TALL / 4),
]
BAND = 0.11  # the distance by which the band of a side extends beyond the cells
ABOVE = 0.36  # the height of the space for bands and marks, above and below the cells

Point = tuple[float, float]


class Border(NamedTuple):
    """One side of the board, as data for drawing."""

    cells: range  # the cells along the side
    corners: tuple[int, ...]  # the outer corners of each of these cells
    beside: int  # the cell beside the mark of the side's owner
    mark: Point  # the position of the mark, relative to the centre of the cell `beside`


def extent(side: int, rows: int) -> Point:
    """Return the width and the height of the board, including its bands and their marks."""
    width = side + rows / 2 - 0.5 + 2 * BAND
    height = (0.75 * rows + 0.25) * TALL + 2 * ABOVE
    return width, height


def middle(cell: int, side: int) -> Point:
    """Return the centre of a cell; `side` is the number of cells in a row."""
    row, column = divmod(cell, side)
    return BAND + column + row / 2 + 0.5, ABOVE + (0.75 * row + 0.5) * TALL


def around(x: float, y: float, size: float = 1) -> str:
    """Return a hexagon as the attribute `d` of an SVG path.

    x, y   the centre of the hexagon
    size   the width of the hexagon
    """
    corners = [f"{x + size * dx:.2f} {y + size * dy:.2f}" for dx, dy in CORNERS]
    return f"M{'L'.join(corners)}z"


def borders(side: int, rows: int) -> Iterator[tuple[list[Point], Point]]:
    """Yield the top, the bottom, the left and the right side of the board.

    Each side is a pair: the outer corners of its cells, and the position of its mark.
    """
    cells = range(side * rows)
    last_row = side * (rows - 1)
    top = Border(cells[:side], (5, 0, 1), side // 2, (-0.5, -0.74))
    bottom = Border(cells[last_row:], (4, 3, 2), last_row + (side - 1) // 2, (0.5, 0.74))
    left = Border(cells[::side], (5, 4), rows // 2 * side + side, (-0.84, 0))
    right = Border(cells[side - 1 :: side], (1, 2), (rows - 1) // 2 * side - 1, (0.84, 0))
    for one in (top, bottom, left, right):
        x, y = middle(one.beside, side)
        yield outline(one, side), (x + one.mark[0], y + one.mark[1])


def outline(border: Border, side: int) -> list[Point]:
    """Return the outer corners of the cells along a side of the board, in order."""
    points = []
    for cell in border.cells:
        x, y = middle(cell, side)
        for corner in border.corners:
            dx, dy = CORNERS[corner]
            points.append((x + dx, y + dy))
    return points


def geometry(side: int, rows: int, owners: str) -> dict[str, Any] | None:
    """Return the geometry of a board as plain data for a page.

    Returns None if no player owns the sides, because the cells of such a board are squares.
    """
    if not owners:
        return None
    sides = [
        {"owner": owner, "corners": corners, "beside": beside}
        for owner, (corners, beside) in zip(owners, borders(side, rows))
    ]
    return {
        "extent": extent(side, rows),
        "corners": CORNERS,
        "middles": [middle(cell, side) for cell in range(side * rows)],
        "sides": sides,
    }
