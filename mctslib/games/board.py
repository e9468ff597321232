"""What a board *is*, asked of any state: cells, columns, where its actions lie.  No pictures, no rules.

A game says as much as it likes (`Board` lists what it may say); for one that says nothing an action is only
itself, and a person picks it from a list.  Whoever draws, plays or reads out a position asks here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from mctslib.game import Action


@runtime_checkable
class Board(Protocol):
    """What can be drawn as a board: one character a cell, row by row, and how many cells make a row.

    `columns` says how many, or `size` where the board is square.  A game may say more:

    cell_of(action)   the cell in which an action of this position lies; else the action is the cell
    winning_cells()   the cells of the line that won, to strike it through
    block             cells in blocks of `block` × `block`, with thicker lines between them
    block_marks()     one character a block: who has won it, drawn large
    sides             the cells are hexagons, each row half a cell further right; one character each for the player
                      to whom the top, the bottom, the left and the right side belong, or `.`
    by_column         whether an action is a column, wherever in it one clicks
    action_name(action)   what an action of this position is called
    _repr_svg_()      a picture of its own
    """

    def cells(self) -> str: ...


WIDEST = 24  # columns that can still be drawn
MARKS = "XO"  # of player 0 and of player 1, where two players put marks on cells


def columns(state: object) -> int:
    """How many cells make a row of the state's board; 0 if it has none that can be drawn."""
    side = getattr(state, "columns", getattr(state, "size", 0)) if isinstance(state, Board) else 0
    return side if isinstance(side, int) and 0 < side <= WIDEST else 0


def is_square(state: object) -> bool:
    """Whether the state is a board that says its `size`: as many rows as columns."""
    return 0 < columns(state) == getattr(state, "size", 0)


def own_picture(state: Any) -> Callable[[], str] | None:
    """The function that draws the state, if its game has one."""
    return getattr(state, "_repr_svg_", None)


def names_actions(state: Any) -> bool:
    """Whether the game has names of its own for its actions."""
    return hasattr(state, "action_name")


def cell_of(state: Any, action: Any) -> Any:
    """The cell in which an action of this position lies: the action itself unless the game says otherwise."""
    return state.cell_of(action) if hasattr(state, "cell_of") else action


def landing(state: Any) -> dict[int, Action]:
    """Drawn cell → the legal action that lies there; empty where the actions do not lie on a board."""
    cells = len(state.cells()) if columns(state) else 0
    found = {cell_of(state, action): action for action in state.legal_actions()} if cells else {}
    on_the_board = all(isinstance(cell, int) and 0 <= cell < cells for cell in found)
    return found if on_the_board and len(found) == len(state.legal_actions()) else {}


def is_grid(state: Any) -> bool:
    """Whether the state is drawn as cells, and each of its actions lies in one of them."""
    return bool(columns(state)) and (bool(landing(state)) or state.is_terminal())


def by_column(state: Any) -> bool:
    """Whether an action is a column, wherever in it one clicks: pieces fall."""
    return bool(getattr(state, "by_column", False))


def targets(state: Any) -> list[int]:
    """For each drawn cell the cell of the action that a click on it means; −1 for none."""
    lands, side = landing(state), columns(state)
    if by_column(state):
        falls = {cell % side: cell for cell in lands}
        return [falls.get(cell % side, -1) for cell in range(len(state.cells()))]
    return [cell if cell in lands else -1 for cell in range(len(state.cells()))]


def winning_cells(state: Any) -> tuple[int, ...]:
    """The drawn cells of the line that won; none where there is none, or the game does not say."""
    return tuple(state.winning_cells()) if hasattr(state, "winning_cells") else ()


def sides(state: Any) -> str:
    """Whose are the top, the bottom, the left and the right side of a board of hexagons; "" where cells are squares."""
    return getattr(state, "sides", "")


def block_size(state: Any) -> int:
    """How many cells are a side of a block; 0 where the board is not made of blocks."""
    return getattr(state, "block", 0)


def block_marks(state: Any) -> str:
    """One character a block, who has won it, `.` for nobody; "" where the board is not made of blocks."""
    return state.block_marks() if hasattr(state, "block_marks") else ""


def block_of(state: Any, cell: int) -> int:
    """The number of the block, from 0, in which a drawn cell lies."""
    side, block = columns(state), block_size(state)
    return cell // side // block * (side // block) + cell % side // block


def shaded(state: Any) -> list[int]:
    """Where the player to move may play, if that is not every empty cell: to be shown by a grey ground."""
    cells = [cell_of(state, action) for action in state.legal_actions()]
    return sorted(cells) if len(cells) < state.cells().count(".") else []
