"""Where the cells of a board of hexagons lie, each row half a cell further right, in widths of a cell."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

TALL = 2 / sqrt(3)  # of a hexagon that is 1 wide; rows lie three quarters of it apart
CORNERS = [
    (0, -TALL / 2),
    (0.5, -TALL / 4),
    (0.5, TALL / 4),
    (0, TALL / 2),
    (-0.5, TALL / 4),
    (-0.5, -TALL / 4),
]
BAND, ABOVE = (
    0.11,
    0.36,
)  # how far a side's band reaches out; room above and below, where marks stand too
Point = tuple[float, float]


def extent(side: int, rows: int) -> Point:
    """Width and height of the board with the bands of its sides and their marks."""
    return side + rows / 2 - 0.5 + 2 * BAND, (0.75 * rows + 0.25) * TALL + 2 * ABOVE


def middle(cell: int, side: int) -> Point:
    """The middle of a cell."""
    row, column = divmod(cell, side)
    return BAND + column + row / 2 + 0.5, ABOVE + (0.75 * row + 0.5) * TALL


def around(x: float, y: float, size: float = 1) -> str:
    """A hexagon as the `d` of a path; `size` is its width, x and y its middle."""
    return "M" + "L".join(f"{x + size * dx:.2f} {y + size * dy:.2f}" for dx, dy in CORNERS) + "z"


def borders(side: int, rows: int) -> Iterator[tuple[list[Point], Point]]:
    """The top, the bottom, the left and the right side: its corners from cell to cell, and a place for a mark."""
    cells, last = range(side * rows), side * (rows - 1)
    ways = [
        (cells[:side], (5, 0, 1), side // 2, (-0.5, -0.74)),
        (cells[last:], (4, 3, 2), last + (side - 1) // 2, (0.5, 0.74)),
        (cells[::side], (5, 4), rows // 2 * side + side, (-0.84, 0)),
        (cells[side - 1 :: side], (1, 2), (rows - 1) // 2 * side - 1, (0.84, 0)),
    ]
    for along, corners, beside, (dx, dy) in ways:
        points = [(middle(cell, side), CORNERS[k]) for cell in along for k in corners]
        x, y = middle(beside, side)
        yield [(a + c, b + d) for (a, b), (c, d) in points], (x + dx, y + dy)


def geometry(side: int, rows: int, owners: str) -> dict[str, Any] | None:
    """All of it as plain data, for a page; None where nobody owns the sides, as the cells are squares then."""
    found = {
        "extent": extent(side, rows),
        "corners": CORNERS,
        "middles": [middle(cell, side) for cell in range(side * rows)],
        "sides": [
            {"owner": owner, "corners": corners, "beside": beside}
            for owner, (corners, beside) in zip(owners, borders(side, rows))
        ],
    }
    return found if owners else None
