"""Where the actions of a game lie on its board, and what they are called: for whoever draws, plays or reads it out.

A game says as much as it likes (`boards.Board` lists the members); for one that says nothing an action is only
itself, and a person picks it from a list.
"""
from __future__ import annotations

from typing import Any

from mctslib import boards
from mctslib.game import Action, illegal


def landing(state: Any) -> dict[int, Action]:
    """Drawn cell → the legal action that lies there; empty where the actions do not lie on a board."""
    cells = len(state.cells()) if boards.columns(state) else 0
    found = {boards.cell_of(state, action): action for action in state.legal_actions()} if cells else {}
    on_the_board = all(isinstance(cell, int) and 0 <= cell < cells for cell in found)
    return found if on_the_board and len(found) == len(state.legal_actions()) else {}


def is_grid(state: Any) -> bool:
    """Whether the state is drawn as cells, and each of its actions lies in one of them."""
    return bool(boards.columns(state)) and (bool(landing(state)) or state.is_terminal())


def by_column(state: Any) -> bool:
    """Whether an action is a column, wherever in it one clicks: pieces fall."""
    return bool(getattr(state, "by_column", False))


def targets(state: Any) -> list[int]:
    """For each drawn cell the cell of the action that a click on it means; −1 for none."""
    lands, side = landing(state), boards.columns(state)
    if by_column(state):
        columns = {cell % side: cell for cell in lands}
        return [columns.get(cell % side, -1) for cell in range(len(state.cells()))]
    return [cell if cell in lands else -1 for cell in range(len(state.cells()))]


def block_of(state: Any, cell: int) -> int:
    """The number of the block, from 0, in which a drawn cell lies."""
    side, block = boards.columns(state), state.block
    return cell // side // block * (side // block) + cell % side // block


def cell_name(state: Any, cell: int) -> str:
    """A drawn cell in words: "row 2, column 3", and its board where there are several."""
    side = boards.columns(state)
    board = f" (board {block_of(state, cell) + 1})" if getattr(state, "block", 0) else ""
    return f"row {cell // side + 1}, column {cell % side + 1}{board}"


def action_name(state: Any, action: Action) -> str:
    """An action of this position in words; a game may know better by its own `action_name(action)`."""
    if hasattr(state, "action_name"):
        return str(state.action_name(action))
    if by_column(state):
        return f"column {action + 1}"
    cell = boards.cell_of(state, action)
    known = boards.columns(state) and isinstance(cell, int) and 0 <= cell < len(state.cells())
    return cell_name(state, cell) if known else f"action {action}"


def player_name(start: Any, player: int) -> str:
    """What a player is called: X or O where two put such marks on a board, else by number, as in `rewards()`."""
    marked = boards.columns(start) and start.num_players == 2 and set(start.cells()) <= set("XO.")
    return "XO"[player] if marked else f"player {player}"


def where(state: Any) -> str:
    """In which part of the board one must play, in words; "" where that is anywhere."""
    if not getattr(state, "block", 0) or not boards.columns(state) or not boards.shaded(state):
        return ""
    numbers = sorted({block_of(state, cell) + 1 for cell in landing(state)})
    return f"Play in board {numbers[0]}." if len(numbers) == 1 else "Play in any open board."


def why_not(state: Any, cell: int) -> str:
    """Why nothing can be played in a drawn cell, in words.  Raises `IllegalAction` for one that is not there."""
    if cell not in range(len(state.cells())):
        raise illegal(state, f"cell {cell}")
    name = cell_name(state, cell).capitalize()
    if by_column(state):
        return f"Column {cell % boards.columns(state) + 1} is full; choose another."
    if state.cells()[cell] != ".":
        return f"{name} is taken; choose an empty cell."
    return f"{name} is closed to you now; choose another cell."


def result(state: Any, start: Any) -> str:
    """How a finished game ended, in words."""
    rewards = tuple(state.rewards())
    winners = [player_name(start, player) for player, reward in enumerate(rewards) if reward == 1]
    if winners:
        return f"The game is over: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
    return "The game is over: a draw." if set(rewards) == {0.5} else f"The game is over: rewards {rewards}."
