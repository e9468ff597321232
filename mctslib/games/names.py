"""Where the actions of a game lie on its board, and what they are called: for whoever draws, plays or reads it out.

A game says as much as it likes (`Board` lists the members); for one that says nothing an action is only
itself, and a person picks it from a list.

A cell has one name everywhere but in the terminal: "cell 4", by the action that fills it, the number that code,
trees and chapters use.  Where pieces fall that is the column, from 0 on, and a cell is a place in it: "column 3, row
0" is at its bottom.  (Where actions have names of their own, a cell is only a place: "row 2, column 3".)
"""

from __future__ import annotations

from typing import Any

from mctslib.game import Action, chance_player, illegal
from mctslib.games.board import (
    MARKS,
    block_of,
    block_size,
    by_column,
    cell_of,
    columns,
    landing,
    names_actions,
    shaded,
)


def cell_name(state: Any, cell: int) -> str:
    """A drawn cell in words: "cell 4", and its board, counted from 0, where there are several."""
    row, column = divmod(cell, columns(state))
    if names_actions(state):
        return f"row {row + 1}, column {column + 1}"
    if by_column(state):
        return f"column {column}, row {len(state.cells()) // columns(state) - 1 - row}"
    board = f" (board {block_of(state, cell)})" if block_size(state) else ""
    return f"cell {cell_number(state, cell)}{board}"


def cell_number(state: Any, cell: int) -> int:
    """The number of a drawn cell: the action that lies there; where none does now, board by board, row by row."""
    side, block = columns(state), block_size(state)
    within = cell // side % block * block + cell % block if block else 0
    return landing(state).get(cell, block_of(state, cell) * block**2 + within if block else cell)


def action_name(state: Any, action: Action) -> str:
    """An action of this position in words; a game may know better by its own `action_name(action)`."""
    if names_actions(state):
        return str(state.action_name(action))
    if by_column(state):
        return f"column {action}"
    cell = cell_of(state, action)
    known = columns(state) and isinstance(cell, int) and 0 <= cell < len(state.cells())
    return cell_name(state, cell) if known else f"action {action}"


def player_name(start: Any, player: int) -> str:
    """What a player is called: X or O where two put such marks on a board, else by number, or chance."""
    marked = columns(start) and start.num_players == 2 and set(start.cells()) <= {*MARKS, "."}
    return (
        "chance"
        if player == chance_player(start)
        else MARKS[player]
        if marked
        else f"player {player}"
    )


def where(state: Any) -> str:
    """In which part of the board one must play, in words; "" where that is anywhere."""
    if not block_size(state) or not columns(state) or not shaded(state):
        return ""
    numbers = sorted({block_of(state, cell) for cell in landing(state)})
    return f"Play in board {numbers[0]}." if len(numbers) == 1 else "Play in any open board."


def why_not(state: Any, cell: int, name: str = "") -> str:
    """Why nothing can be played in a drawn cell (called `name`), in words.  Raises `IllegalAction` for no cell."""
    if cell not in range(len(state.cells())):
        raise illegal(state, f"cell {cell}")
    name = (name or cell_name(state, cell)).capitalize()
    if by_column(state):
        return f"Column {cell % columns(state)} is full; choose another."
    if state.cells()[cell] != ".":
        return f"{name} is taken; choose an empty cell."
    return f"{name} is closed to you now; choose another cell."


def result(state: Any, start: Any) -> str:
    """How a finished game ended, in words."""
    rewards = tuple(state.rewards())
    winners = [player_name(start, player) for player, reward in enumerate(rewards) if reward == 1]
    if winners:
        return (
            f"The game is over: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
        )
    return (
        "The game is over: a draw."
        if set(rewards) == {0.5}
        else f"The game is over: rewards {rewards}."
    )


def describe_board(cells: str, side: int, owners: str = "") -> str:
    """The board in words: "Board, row by row: X . O, . X ., . . O"; and whose its four sides are, if they are given."""
    rows = ", ".join(" ".join(cells[k : k + side]) for k in range(0, len(cells), side))
    slanting = ", each half a cell further right" if owners else ""
    return "; ".join(filter(None, [f"Board, row by row{slanting}: {rows}", whose_sides(owners)]))


def whose_sides(owners: str) -> str:
    """Whose the sides of a board are: "sides: top X, bottom X, left O, right O"; "" where they are nobody's."""
    whose = [f"{where} {owner}" for where, owner in zip(("top", "bottom", "left", "right"), owners)]
    return f"sides: {', '.join(whose)}" if whose else ""


def grid_text(cells: str, side: int, block: int = 0, slanted: bool = False) -> str:
    """The board as lines of text, its blocks set apart by strokes; slanted, each row half a cell further right."""
    rows, width = [cells[k : k + side] for k in range(0, len(cells), side)], block or side
    lines = [
        " | ".join(" ".join(row[k : k + width]) for k in range(0, side, width)) for row in rows
    ]
    if not block:
        return "\n".join(row * slanted * " " + line for row, line in enumerate(lines))
    stroke = "\n" + "+".join(["-" * (2 * block + 1)] * (side // block))[1:-1] + "\n"
    return stroke.join("\n".join(lines[k : k + block]) for k in range(0, len(lines), block))
