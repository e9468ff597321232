"""Read the board of a state: its cells, its columns, and the cells in which its actions lie.

A game may have any of the members that `Board` lists.  In a game without these members, people pick
an action from a list.  All code that draws, plays or describes a position calls the functions in
this file.  The file contains neither drawing code nor rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from mctslib.game import Action


@runtime_checkable
class Board(Protocol):
    """A state that can be drawn as a board, because it has a character for each of its cells.

    The number of cells in a row is `columns`, or `size` if the board is square.  A game may have
    more members:

    cell_of(action)       the cell in which an action of this position lies; without this method the
                          action is the number of the cell
    winning_cells()       the cells of the winning line, through which a stroke is drawn
    block                 the number of cells along the side of a block; thicker lines
                          separate the blocks
    block_marks()         one character for each block: the mark of the player who won the block;
                          this mark is drawn large
    sides                 if this string is not empty, the cells are hexagons, and each row begins
                          half a cell to the right of the row above.  The string has one character
                          for each of the top, bottom, left and right sides: the mark of the player
                          who owns the side, or `.`
    by_column             whether an action is a column, so that a click on any cell of the column
                          chooses it
    action_name(action)   the name of an action of this position
    _repr_svg_()          a picture of the position
    picture_for(player, names)  a picture of the position as a player may see it, with these names
                          for the players; if `player` is None, nothing is hidden
    """

    def cells(self) -> str:
        """Return one character for each cell, row by row."""


WIDEST = 24  # the largest number of columns that can still be drawn
MARKS = "XO"  # the marks of player 0 and of player 1, in games where two players mark cells
EMPTY = "."  # a cell without a mark


def columns(state: object) -> int:
    """Return the number of cells in a row of the board, or 0 if there is no drawable board."""
    if not isinstance(state, Board):
        return 0
    side = getattr(state, "columns", getattr(state, "size", 0))
    if isinstance(side, int) and 0 < side <= WIDEST:
        return side
    return 0


def is_square(state: object) -> bool:
    """Return whether the state has a drawable board whose number of columns is its `size`."""
    return 0 < columns(state) == getattr(state, "size", 0)


def own_picture(state: Any) -> Callable[[], str] | None:
    """Return the state's own method for drawing the state as SVG, or None if it has none."""
    return getattr(state, "_repr_svg_", None)


def draws_for(state: Any) -> Callable[[int | None, Sequence[str]], str] | None:
    """Return the state's own method for drawing the state for one of the players, or None."""
    return getattr(state, "picture_for", None)


def names_actions(state: Any) -> bool:
    """Return whether the game has its own names for actions."""
    return hasattr(state, "action_name")


def cell_of(state: Any, action: Any) -> Any:
    """Return the cell in which an action of this position lies.

    If the game has no method `cell_of`, return the action itself.
    """
    if hasattr(state, "cell_of"):
        return state.cell_of(action)
    return action


def landing(state: Any) -> dict[int, Action]:
    """Return a dictionary: drawn cell → the legal action that lies in it.

    The dictionary is empty if the state has no board, if some action does not lie on the board, or
    if two actions lie in the same cell.
    """
    if not columns(state):
        return {}
    on_the_board = range(len(state.cells()))
    action_in = {}
    for action in state.legal_actions():
        cell = cell_of(state, action)
        if not isinstance(cell, int) or cell not in on_the_board:
            return {}
        action_in[cell] = action
    if len(action_in) < len(state.legal_actions()):  # two actions lie in the same cell
        return {}
    return action_in


def is_grid(state: Any) -> bool:
    """Return whether the state is drawn as cells, and whether each action lies in a cell."""
    return columns(state) > 0 and (state.is_terminal() or len(landing(state)) > 0)


def by_column(state: Any) -> bool:
    """Return whether an action is a column, so that a click anywhere in the column chooses it."""
    return bool(getattr(state, "by_column", False))


def targets(state: Any) -> list[int]:
    """Return, for each drawn cell, the cell of the action that a click there chooses, or −1."""
    action_in = landing(state)
    cells = range(len(state.cells()))
    if not by_column(state):
        return [cell if cell in action_in else -1 for cell in cells]
    width = columns(state)
    falls_into = {cell % width: cell for cell in action_in}
    return [falls_into.get(cell % width, -1) for cell in cells]


def winning_cells(state: Any) -> tuple[int, ...]:
    """Return the drawn cells of the winning line, or () if there is none."""
    if hasattr(state, "winning_cells"):
        return tuple(state.winning_cells())
    return ()


def sides(state: Any) -> str:
    """Return the owners of the top, bottom, left and right sides, or "" if the cells are square."""
    return getattr(state, "sides", "")


def block_size(state: Any) -> int:
    """Return the number of cells along the side of a block, or 0 if there are no blocks."""
    return getattr(state, "block", 0)


def block_marks(state: Any) -> str:
    """Return, for each block, its winner's mark or `.`; return "" if there are no blocks."""
    if hasattr(state, "block_marks"):
        return state.block_marks()
    return ""


def block_of(state: Any, cell: int) -> int:
    """Return the number, counted from 0, of the block in which a drawn cell lies."""
    width = columns(state)
    block = block_size(state)
    row, column = divmod(cell, width)
    blocks_in_a_row = width // block
    return row // block * blocks_in_a_row + column // block


def shaded(state: Any) -> list[int]:
    """Return the cells where the player to move may play, which are drawn on a grey background.

    The list is empty if the player may play in all empty cells.
    """
    cells = [cell_of(state, action) for action in state.legal_actions()]
    if len(cells) < state.cells().count(EMPTY):
        return sorted(cells)
    return []
