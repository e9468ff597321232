"""Draw the first picture of chapter 11: dominoes on squared paper."""

from collections.abc import Sequence

from mctslib.draw.look import HEADLINE, INK, ROUND, SHADE, SURFACE, end_colour
from mctslib.draw.show import Picture
from mctslib.draw.svg import document, element, text
from mctslib.words import listing

SIDE = 4  # the number of cells in a row of the paper
CELL = 46  # the side of a cell, in pixels
EDGE = 3  # the margin around the paper, in pixels
GAP = 5  # the space between a domino and the edges of its cells, in pixels


def show_dominoes(standing: Sequence[int], lying: Sequence[int]) -> Picture:
    """Draw dominoes on 4 × 4 cells, with the number of its player on each domino.

    standing  the upper cells of player 0's dominoes, at least one cell; the cells are numbered row
              by row, from 0 to 15
    lying     the left cells of player 1's dominoes, at least one cell
    """
    parts = [_cell(cell) for cell in range(SIDE * SIDE)]
    for cell in standing:
        parts.append(_domino(cell, 0, 1, 2))
    for cell in lying:
        parts.append(_domino(cell, 1, 2, 1))
    words = (
        f"Squared paper of {SIDE} × {SIDE} cells. Player 0's standing dominoes begin at"
        f" {listing(standing)}, and player 1's lying dominoes begin at {listing(lying)}."
    )
    side = SIDE * CELL + 2 * EDGE
    return Picture(document("".join(parts), side, side, words), words)


def _corner(cell: int) -> tuple[int, int]:
    """Return the upper left corner of a cell, in pixels."""
    row, column = divmod(cell, SIDE)
    return EDGE + column * CELL, EDGE + row * CELL


def _cell(cell: int) -> str:
    x, y = _corner(cell)
    return element("rect", x=x, y=y, width=CELL, height=CELL, fill=SURFACE, stroke=SHADE)


def _domino(cell: int, player: int, columns: int, rows: int) -> str:
    """Draw a domino that covers the given numbers of columns and rows, starting at `cell`."""
    x, y = _corner(cell)
    width, height = columns * CELL, rows * CELL
    body = element(
        "rect",
        x=x + GAP,
        y=y + GAP,
        width=width - 2 * GAP,
        height=height - 2 * GAP,
        rx=ROUND,
        fill=end_colour(player),
        stroke=INK,
    )
    place = (x + width / 2, y + height / 2 + HEADLINE / 3)
    return body + text(player, *place, HEADLINE, text_anchor="middle")
