"""Show a position of a game that draws no picture, as a board or list made from its text."""

from dataclasses import fields, is_dataclass
from html import escape
from typing import Any

from mctslib.draw.boards import board
from mctslib.draw.svg import shorten
from mctslib.games.board import WIDEST

EMPTY_SIGNS = "-_·"  # signs that mean an empty cell if the text has no dots
CELL = 44  # the width of a cell, in pixels, if there is room for all cells
MOST = 280  # the width of the widest board, in pixels
LONGEST = 120  # the value of a field is cut to this number of characters


def text_as_html(state: Any) -> str:
    """Return the text of a position as HTML.

    Rows of single characters, such as ". X .", become a board.  The fields of a `NamedTuple` or a
    dataclass without a text of its own become a list.  Any other text is shown unchanged.
    """
    words = str(state)
    rows = rows_of_cells(words)
    if rows:
        return as_board(rows, words)
    found = fields_of(state)
    if found:
        return as_list(found)
    return f"<pre>{escape(words)}</pre>"


def rows_of_cells(words: str) -> list[list[str]]:
    """Return the rows of a board that is written as text, or [] if the text is not a board."""
    rows = [line.split() for line in words.splitlines()]
    lengths = {len(row) for row in rows}
    if len(rows) < 2 or len(lengths) != 1 or not 2 <= lengths.pop() <= WIDEST:
        return []
    return rows if all(len(cell) == 1 for row in rows for cell in row) else []


def as_board(rows: list[list[str]], words: str) -> str:
    """Draw a board as SVG text.

    words   the text of the board, for a screen reader
    """
    cells = "".join("".join(row) for row in rows)
    if "." not in cells:
        cells = "".join("." if cell in EMPTY_SIGNS else cell for cell in cells)
    side = len(rows[0])
    label = f"The position as text: {', '.join(words.splitlines())}"
    return board(cells, side, width=min(12 + CELL * side, MOST), label=label)


def fields_of(state: Any) -> dict[str, Any]:
    """Return the fields of a `NamedTuple` or a dataclass that does not define its own text.

    Returns {} for any other state.
    """
    if isinstance(state, tuple):
        names = getattr(state, "_fields", ())
    else:
        names = [one.name for one in fields(state)] if is_dataclass(state) else []
    found = {name: getattr(state, name) for name in names}
    automatic = ", ".join(f"{name}={value!r}" for name, value in found.items())
    texts = {f"{name}({automatic})" for name in (type(state).__name__, type(state).__qualname__)}
    return found if str(state) in texts else {}


def as_list(found: dict[str, Any]) -> str:
    """Return the names and the values of the fields as an HTML table."""
    rows = []
    for name, value in found.items():
        words = escape(shorten(value, LONGEST))
        rows.append(f"<tr><th scope='row'>{escape(name)}</th><td>{words}</td></tr>")
    return f"<table class='mcts-fields'>{''.join(rows)}</table>"
