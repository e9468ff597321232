"""Code that the versions of Connect Four in chapter 12b share, and comparisons of these
versions.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mctslib import fast
from mctslib.course.ch12b.timing import Task, each, moves_of
from mctslib.door.entrance import search
from mctslib.fast.xorshift import Xorshift
from mctslib.game import Action
from mctslib.tree import Iteration

COLUMNS = 7
ROWS = 6
WAYS = [(1, 0), (0, 1), (1, 1), (-1, 1)]  # the directions of lines: steps by column and by row


def line(column: int, row: int, across: int, up: int) -> list[int] | None:
    """Return the four cells of a line with a given first cell and direction, or None if the line
    leaves the board.

    Cells are numbered row by row from the bottom.
    """
    inside = 0 <= column + 3 * across < COLUMNS and row + 3 * up < ROWS
    if not inside:
        return None
    return [COLUMNS * (row + step * up) + column + step * across for step in range(4)]


def all_lines() -> list[list[int]]:
    """Return all lines of four cells on the board."""
    found = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for across, up in WAYS:
                cells = line(column, row, across, up)
                if cells is not None:
                    found.append(cells)
    return found


LINES = all_lines()


class Shared:
    """The methods that all versions of Connect Four share.

    Each version has three attributes.  `won` is true if the player who has just moved has four in a
    row.  `actions` contains the columns that are not full, or is empty when the game is over.
    `current_player` is the player to move.
    """

    num_players = 2
    won: Any
    actions: Any
    current_player: int

    def legal_actions(self) -> Any:
        """Return the columns that are not full."""
        return self.actions

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.legal_actions()

    def rewards(self) -> tuple[float, float]:
        """Return the rewards of both players.  Only the player who moved last can have won."""
        return rewards_after(1 - self.current_player, self.won)


def rewards_after(last: int, won: bool) -> tuple[float, float]:
    """Return the rewards at the end of a game.

    last  the player who moved last
    won   whether this player has won; if not, the game is drawn
    """
    if not won:
        return (0.5, 0.5)
    return (1.0, 0.0) if last == 0 else (0.0, 1.0)


def trace_of(
    start: Any,
    seed: int = 1,
    iterations: int = 200,
    engine: Callable[..., Any] = search,
    **options: Any,
) -> list[Iteration]:
    """Run a search with random numbers from `Xorshift`, and return the record of every iteration.

    start       the position from which to search
    seed        the seed of the random numbers, which are the same in every engine
    iterations  the number of iterations
    engine      `search` or `fast.search`
    options     further keyword arguments of the engine
    """
    trace: list[Iteration] = []
    engine(start, iterations, seed=Xorshift(seed), trace=trace, **options)
    return trace


def excerpt(first: str, until: str) -> str:
    """Return the source of the compiled engine's rules from `def first` up to the text `until`."""
    source = Path(fast.__file__).with_name("rules.py").read_text(encoding="utf-8")
    begin = source.index(f"def {first}")
    return source[begin : source.index(until, begin)].strip()


def parts_of_a_move(
    trace: list[Iteration], array: Any, bits: Any, **parts: Callable[..., Any]
) -> dict[str, tuple[Task, Task]]:
    """Return, for each part of a move, two tasks that do this part for all moves of a trace.

    trace  the iterations of a search
    array  the start position of the version with an array
    bits   the start position of the version with two integers
    parts  the functions of the chapter: `put`, `completed`, `land` and `test`

    The first task uses the version with an array, and the second task uses the version with two
    integers.
    """
    arrays = moves_of(trace, array)
    integers = moves_of(trace, bits)
    return {
        "place the disc": (
            each(parts["put"], [put_case(state, action) for state, action in arrays]),
            each(parts["land"], [(s.discs | s.other_discs, action) for s, action in integers]),
        ),
        "look for four": (
            each(parts["completed"], [parts["put"](*put_case(s, action)) for s, action in arrays]),
            each(parts["test"], [(s.apply(action).other_discs,) for s, action in integers]),
        ),
        "make the object": (
            each(type(array), [(s.cells, s.current_player) for s, _ in arrays]),
            each(type(bits), [(s.discs, s.other_discs, s.current_player) for s, _ in integers]),
        ),
    }


def put_case(state: Any, action: Action) -> tuple[Any, Action, int]:
    """Return the arguments of `put` for a move in the version with an array."""
    return state.cells, action, state.current_player
