"""Set up a position: find moves that lead to a board, `moves_to(TicTacToe(), "XO..X....")`.

A position is reached by legal moves, so the rules themselves check whose turn it is, that no disc
hangs in the air, and that the game was not over earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mctslib.chance import chance_player, hides
from mctslib.game import Action
from mctslib.games.board import EMPTY, MARKS, block_size, cell_of, columns, is_grid, sides

MOST_POSITIONS = 20_000
CYCLE = {".": "X", "X": "O", "O": "."}  # what a click makes of a cell


class Unreachable(ValueError):
    """Raised when no moves lead to a board, as the message explains."""


@dataclass(frozen=True)
class Draft:
    """A board on which every cell can be clicked, for a board widget; it need not be reachable.

    start   the position in which the game begins
    marks   one character for each cell, row by row
    """

    start: Any
    marks: str
    num_players = 2
    current_player = 0

    @property
    def columns(self) -> int:
        """The number of cells in a row."""
        return columns(self.start)

    @property
    def sides(self) -> str:
        """The owners of the sides, for a board of hexagons."""
        return sides(self.start)

    def cells(self) -> str:
        """Return the marks."""
        return self.marks

    def legal_actions(self) -> list[int]:
        """Return every cell that the game leaves open at its start."""
        return [cell for cell, mark in enumerate(self.start.cells()) if mark == EMPTY]

    def apply(self, cell: int) -> Draft:
        """Return the board after a click: an empty cell gets X, X becomes O, O is removed."""
        return Draft(
            self.start, self.marks[:cell] + CYCLE[self.marks[cell]] + self.marks[cell + 1 :]
        )

    def is_terminal(self) -> bool:
        """Return False: a click is always possible."""
        return False

    def rewards(self) -> tuple[float, float]:
        """Raise ValueError: a draft is no game."""
        raise ValueError("A board that is being set up has no rewards.")

    def __str__(self) -> str:
        width = self.columns
        rows = [self.marks[k : k + width] for k in range(0, len(self.marks), width)]
        return "\n".join(" ".join(row) for row in rows)


def can_be_set_up(start: Any) -> bool:
    """Return whether a board stands for one position: each move adds one mark and removes none."""
    if not is_grid(start) or start.is_terminal() or block_size(start) or start.num_players != 2:
        return False
    if chance_player(start) is not None or hides(start) or not set(start.cells()) <= set("XO."):
        return False
    action = start.legal_actions()[0]
    before, after = start.cells(), start.apply(action).cells()
    changed = [cell for cell, (old, new) in enumerate(zip(before, after)) if old != new]
    return changed == [cell_of(start, action)] and before[changed[0]] == EMPTY


def moves_to(start: Any, cells: str) -> tuple[Action, ...]:
    """Return moves that lead from `start` to the position that shows `cells`.

    start  a position of a game in which each move adds one mark (`can_be_set_up`)
    cells  one character for each cell, row by row: "X", "O" or "."

    Raises `Unreachable` if there are no such moves, or if they were not found among
    `MOST_POSITIONS` positions.
    """
    before = start.cells()
    check_marks(start, before, cells)
    seen: set[str] = set()
    waiting: list[tuple[Any, tuple[Action, ...]]] = [(start, ())]
    while waiting and len(seen) < MOST_POSITIONS:
        state, moves = waiting.pop()
        shown = state.cells()
        if shown == cells:
            return moves
        if shown in seen or state.is_terminal():
            continue
        seen.add(shown)
        mark = MARKS[state.current_player]
        for action in reversed(state.legal_actions()):
            if cells[cell_of(state, action)] == mark:
                waiting.append((state.apply(action), (*moves, action)))
    if waiting:
        raise Unreachable(f"No moves to this board were found among {MOST_POSITIONS:,} positions.")
    raise Unreachable(
        "No moves lead to this board: a piece hangs in the air, or the game was over earlier."
    )


def check_marks(start: Any, before: str, cells: str) -> None:
    """Raise `Unreachable` unless the players can have made their marks in turn."""
    if len(cells) != len(before):
        raise Unreachable(f"The board has {len(before)} cells, not {len(cells)}.")
    strange = sorted(set(cells) - set("XO."))
    if strange:
        raise Unreachable(f"A cell is X, O or a dot, not {strange[0]!r}.")
    if any(old not in (EMPTY, new) for old, new in zip(before, cells, strict=True)):
        raise Unreachable("A mark of the first position is missing, and marks are never removed.")
    added = [cells.count(mark) - before.count(mark) for mark in MARKS]
    first = start.current_player
    if added[first] - added[1 - first] not in (0, 1):
        x, o = cells.count("X"), cells.count("O")
        raise Unreachable(f"The players move in turn, but X has {x} marks and O has {o}.")
