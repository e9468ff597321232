"""What the terminal shows and understands: the position as text with coordinates, and how a typed move is read.

A move is a coordinate (`b2`: column b, row 2), a row and a column (`2 2`), the number of a cell or a column as in
the chapters, from 0, or the name of the action.
"""

import re
from string import ascii_lowercase
from typing import Any

from mctslib.arena.session import Game
from mctslib.draw.svg import shorten
from mctslib.game import Action, State
from mctslib.games import board
from mctslib.games.board import (
    block_marks,
    block_size,
    by_column,
    cell_of,
    columns,
    is_grid,
    names_actions,
    sides,
)
from mctslib.games.names import action_name, cell_number, whose_sides, why_not

COLOURS = {"X": "\033[1;34m", "O": "\033[1;33m"}
PLAIN = "\033[0m"


def drawn(game: Game, colours: bool = False) -> str:
    """The position as text: the last move in [ ], the winning line in * *."""
    if not columns(game.start):
        return str(game.state)
    last = cell_of(game.before(), game.last) if game.actions else None
    return grid(game.state, last, colours)


def width(picture: str) -> int:
    """How many columns it takes on the screen."""
    return max(map(len, re.sub("\033.*?m", "", picture).splitlines()), default=0)


# ---------------------------------------------------------------------------- the board as text


def grid(state: Any, last: int | None = None, colours: bool = False) -> str:
    """The board with coordinates, of hexagons slanting; where only some cells may be played, those are shown as `_`."""
    slanted = bool(sides(state))
    side, block = columns(state), 1 if slanted else block_size(state)
    rows = [range(k, k + side) for k in range(0, len(state.cells()), side)]
    faces = _faces(state, last, colours)
    names = [str(k) for k in range(side)] if by_column(state) else list(ascii_lowercase[:side])
    lines = ["   " + _joined([f"{name:^3}" for name in names], block, " ").rstrip()]
    for number, row in enumerate(rows, 1):
        edge = "   " if by_column(state) else "  " * (number - 1) * slanted + f"{number:2} "
        lines.append(
            (edge + _joined([faces[cell] for cell in row], block, " " if slanted else "|")).rstrip()
        )
        if block > 1 and number % block == 0 and number < len(rows):
            lines.append("   " + _joined(["---"] * side, block, "+"))
    return "\n".join([*lines, *_legend(state)])


def _joined(parts: list[str], block: int, stroke: str) -> str:
    width = block or len(parts)
    return stroke.join("".join(parts[k : k + width]) for k in range(0, len(parts), width))


def _faces(state: Any, last: int | None, colours: bool) -> list[str]:
    """Three characters a cell."""
    won = set(board.winning_cells(state))
    open_cells = set(board.shaded(state)) if block_size(state) else set()
    faces = []
    for cell, mark in enumerate(state.cells()):
        before, after = ("*", "*") if cell in won else ("[", "]") if cell == last else (" ", " ")
        shown = "_" if cell in open_cells else mark
        shown = f"{COLOURS[mark]}{shown}{PLAIN}" if colours and mark in COLOURS else shown
        faces.append(before + shown + after)
    return faces


def _legend(state: Any) -> list[str]:
    """Who has won which of the boards, where there are several; whose are the sides, where they are somebody's."""
    marks = block_marks(state)
    won = [f"{mark} has board {number}" for number, mark in enumerate(marks) if mark != "."]
    whose = [f"The {whose_sides(sides(state))}"] if sides(state) else []
    return [f"   {words}." for words in [*whose, ", ".join(won)] if words]


# ---------------------------------------------------------------------------- moves as typed


def example(state: Any) -> str:
    """How a move of this game may be typed, in words."""
    if not is_grid(state):
        return "its number in the list of moves, or the action itself"
    if by_column(state):
        return "the number of a column, 0 at the left"
    numbers = f"its number, that of the action ({cell_number(state, 0)} is a1)"
    cell = f"a cell: its column and row (b2), its row and column (2 2), or {numbers}"
    names = (
        [action_name(state, action) for action in state.legal_actions()]
        if names_actions(state)
        else []
    )
    return f"a move in words, as “{names[0]}”; or {cell}" if names else cell


def move_name(state: Any, action: Action) -> str:
    """An action as one would type it, where it has a coordinate ("b2"), else in words."""
    if names_actions(state) or by_column(state) or not is_grid(state):
        return action_name(state, action)
    return coordinate(state, cell_of(state, action))


def coordinate(state: Any, cell: int) -> str:
    """A drawn cell by its column and its row, "b2"."""
    row, column = divmod(cell, columns(state))
    return f"{ascii_lowercase[column]}{row + 1}"


def as_typed(words: str) -> str:
    """Return words in small letters, with single spaces and without commas.

    What is listed and what is typed are compared in this form.
    """
    return " ".join(words.lower().replace(",", " ").split())


def read_move(state: Any, words: str) -> Action:
    """The legal action that the words mean.  Raises ValueError with what is wrong and what to type."""
    words = as_typed(words)
    if names_actions(state) or by_column(state) or not is_grid(state):
        for action in state.legal_actions():
            if as_typed(action_name(state, action)) == words:
                return action
    if not is_grid(state):
        return _from_list(state, words)
    cell = _cell(state, words)
    if cell is None:
        raise ValueError(
            f"I do not understand “{shorten(words)}”.  Type {example(state)}; or help."
        )
    meant = board.targets(state)[cell]
    if meant < 0:
        over = "The game is over; type undo, new or quit."
        raise ValueError(
            over if state.is_terminal() else why_not(state, cell, coordinate(state, cell))
        )
    return board.landing(state)[meant]


def _from_list(state: State, words: str) -> Action:
    """An action by its text, or by its place in the list of legal actions, from 1."""
    legal = list(state.legal_actions())
    for action in legal:
        if as_typed(str(action)) == words:
            return action
    if words.isdecimal() and 1 <= int(words) <= len(legal):
        return legal[int(words) - 1]
    raise ValueError(f"“{shorten(words)}” is no legal move.  Type moves to see them all.")


def _cell(state: Any, words: str) -> int | None:
    """The drawn cell that the words name; None if there is none."""
    side, size = columns(state), len(state.cells())
    if by_column(state):
        return int(words) if words.isdecimal() and int(words) < side else None
    if words.isdecimal():
        return {
            cell_number(state, cell): cell for cell in [*range(size), *board.landing(state)]
        }.get(int(words))
    first, _, second = words.partition(" ") if " " in words else (words[:1], "", words[1:])
    if first.isdecimal() and second.isdecimal():
        row, column = int(first) - 1, int(second) - 1
    elif len(first) == 1 and first in ascii_lowercase and second.isdecimal():
        row, column = int(second) - 1, ascii_lowercase.index(first)
    else:
        return None
    return row * side + column if 0 <= row < size // side and 0 <= column < side else None
