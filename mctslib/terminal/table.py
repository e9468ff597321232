"""Show positions as text in the terminal, and read typed moves.

A player may type a move as a coordinate (`b2`: column b, row 2), as the name of the action in the
list of moves, or as the number of a cell or column, counted from 0 as in the chapters.
"""

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
NO_COLOUR = "\033[0m"


def drawn(game: Game, colours: bool = False) -> str:
    """Return the position as text, with the last move in [ ] and the winning line in * *."""
    if not columns(game.start):
        return str(game.state)
    last = cell_of(game.before(), game.last) if game.actions else None
    return grid(game.state, last, colours)


# ---------------------------------------------------------------------------- the board as text


def grid(state: Any, last: int | None = None, colours: bool = False) -> str:
    """Return the board with coordinates; a board of hexagons slants.

    last     the cell of the last move, if there is one
    colours  whether to colour the marks

    On a board with blocks, `_` marks the cells in which the player to move may play, unless the
    player may play in all empty cells.
    """
    slanted = bool(sides(state))
    side = columns(state)
    block = 1 if slanted else block_size(state)
    stroke = " " if slanted else "|"
    faces = cell_faces(state, last, colours)
    number_of_rows = len(faces) // side
    lines = ["   " + _joined(column_names(state), block, " ").rstrip()]
    for row in range(number_of_rows):
        edge = _edge(row, slanted, not by_column(state))
        lines.append((edge + _joined(faces[row * side : (row + 1) * side], block, stroke)).rstrip())
        ends_a_block = block > 1 and (row + 1) % block == 0
        if ends_a_block and row + 1 < number_of_rows:
            lines.append("   " + _joined(["---"] * side, block, "+"))
    return "\n".join([*lines, *_legend(state)])


def column_names(state: Any) -> list[str]:
    """Return the names of the columns, three characters each: letters, or numbers from 0."""
    side = columns(state)
    names = [str(k) for k in range(side)] if by_column(state) else list(ascii_lowercase[:side])
    return [f"{name:^3}" for name in names]


def _edge(row: int, slanted: bool, numbered: bool) -> str:
    """Return the text to the left of a row: the row's number, counted from 1, or three spaces.

    On a slanting board the number is indented.
    """
    if not numbered:
        return "   "
    indent = "  " * row if slanted else ""
    return f"{indent}{row + 1:2} "


def _joined(parts: list[str], block: int, stroke: str) -> str:
    """Return the cells of a row as one string, with lines between blocks."""
    size = block or len(parts)
    blocks = ["".join(parts[k : k + size]) for k in range(0, len(parts), size)]
    return stroke.join(blocks)


def cell_faces(state: Any, last: int | None, colours: bool) -> list[str]:
    """Return a string of three visible characters for each cell, as shown by `grid`."""
    won = set(board.winning_cells(state))
    to_be_shown_open = set(board.shaded(state)) if block_size(state) else set()
    faces = []
    for cell, mark in enumerate(state.cells()):
        shown = "_" if cell in to_be_shown_open else mark
        if colours and mark in COLOURS:
            shown = f"{COLOURS[mark]}{shown}{NO_COLOUR}"
        if cell in won:
            faces.append(f"*{shown}*")
        elif cell == last:
            faces.append(f"[{shown}]")
        else:
            faces.append(f" {shown} ")
    return faces


def _legend(state: Any) -> list[str]:
    """Return the lines below the board: the owners of the sides, and the winners of the blocks."""
    lines = []
    if sides(state):
        lines.append(f"   The {whose_sides(sides(state))}.")
    won = []
    for number, mark in enumerate(block_marks(state)):
        if mark != ".":
            won.append(f"{mark} has board {number}")
    if won:
        lines.append(f"   {', '.join(won)}.")
    return lines


# ---------------------------------------------------------------------------- moves as typed


def example(state: Any) -> str:
    """Return an explanation of how to type a move of this game."""
    if not is_grid(state):
        return "its number in the list of moves, or the action itself"
    if by_column(state):
        return "the number of a column, 0 at the left"
    numbers = f"the number of its action ({cell_number(state, 0)} is a1)"
    cell = f"a cell: its column and row (b2), or {numbers}"
    if names_actions(state) and state.legal_actions():
        name = action_name(state, state.legal_actions()[0])
        return f"a move in words, as “{name}”; or {cell}"
    return cell


def move_name(state: Any, action: Action) -> str:
    """Return an action in a form that a player may type, a coordinate ("b2") or a name."""
    if names_actions(state) or by_column(state) or not is_grid(state):
        return action_name(state, action)
    return coordinate(state, cell_of(state, action))


def coordinate(state: Any, cell: int) -> str:
    """Return the column and row of a drawn cell as a coordinate, such as "b2"."""
    row, column = divmod(cell, columns(state))
    return f"{ascii_lowercase[column]}{row + 1}"


def read_move(state: Any, words: str) -> Action:
    """Return the legal action that a typed text means.

    Raises ValueError with a message that explains the mistake and what to type.
    """
    legal = state.legal_actions()
    named = meant(words, [(move_name(state, action), action) for action in legal])
    if named is not None:
        return named
    if not is_grid(state):
        return action_from_list(state, words)
    words = as_typed(words)
    cell = cell_named(state, words)
    if cell is None:
        raise ValueError(
            f"“{shorten(words)}” is not a move or a command.  Type {example(state)}; or help."
        )
    target = board.targets(state)[cell]
    if target >= 0:
        return board.landing(state)[target]
    if state.is_terminal():
        raise ValueError("The game is over; type undo, new or quit.")
    raise ValueError(why_not(state, cell, coordinate(state, cell)))


def meant(words: str, named: list[tuple[str, Action]]) -> Action | None:
    """Return the action that a typed text names, or None.

    named   pairs of a name and its action

    Capital letters, additional spaces and commas make no difference, unless the text is exactly
    one of the names.
    """
    exactly = dict(named)
    if words in exactly:
        return exactly[words]
    typed = as_typed(words)
    return next((action for name, action in named if as_typed(name) == typed), None)


def as_typed(words: str) -> str:
    """Return a text in lower case with single spaces, without commas or unprintable characters.

    Typed texts and the names in the list of moves are compared in this form.
    """
    printable = "".join(character for character in words if character.isprintable())
    return " ".join(printable.lower().replace(",", " ").split())


def action_from_list(state: State, words: str) -> Action:
    """Return the legal action with the text `words`, or the action numbered `words` in the list.

    Raises ValueError for an action that is not legal.
    """
    legal = list(state.legal_actions())
    named = meant(words, [(str(action), action) for action in legal])
    if named is not None:
        return named
    words = as_typed(words)
    if words.isdecimal() and 1 <= int(words) <= len(legal):
        return legal[int(words) - 1]
    raise ValueError(
        f"“{shorten(words)}” is not a legal move.  Type “moves” to list all legal moves."
    )


def cell_named(state: Any, words: str) -> int | None:
    """Return the drawn cell that a typed text names, or None.

    If an action is a column, the result is the cell at the top of the column.
    """
    side = columns(state)
    if by_column(state):
        return int(words) if words.isdecimal() and int(words) < side else None
    if words.isdecimal():
        return _cell_numbered(state, int(words))
    letter, digits = words[:1], words[1:]
    if letter not in ascii_lowercase or not digits.isdecimal():
        return None
    row, column = int(digits) - 1, ascii_lowercase.index(letter)
    number_of_rows = len(state.cells()) // side
    if 0 <= row < number_of_rows and 0 <= column < side:
        return row * side + column
    return None


def _cell_numbered(state: Any, number: int) -> int | None:
    """Return the cell with a given number, if possible a cell that a legal action fills now."""
    for cell in board.landing(state):
        if cell_number(state, cell) == number:
            return cell
    for cell in range(len(state.cells())):
        if cell_number(state, cell) == number:
            return cell
    return None
