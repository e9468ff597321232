"""Check the secret lines that a reader draws, and draw random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from mctslib.course.ch20.reading import TRIPLES
from mctslib.methods.line_boards import (
    SQUARES,
    GravityRules,
    Line,
    LineRules,
    MisereRules,
)

MOST_LINES = 12
BY_DICE = 8
SECRET: tuple[Line, ...] = (
    (0, 1, 3),
    (1, 2, 5),
    (3, 6, 7),
    (5, 7, 8),
    (0, 4, 8),
    (2, 4, 6),
    (0, 2, 8),
    (3, 4, 5),
)
"""The lines that the widget shows when it opens."""
OTHER_RULES: dict[str, LineRules] = {
    "squares": LineRules(SQUARES),
    "misere": MisereRules(),
    "gravity": GravityRules(),
}
"""Games with other rules, which the chapter's learner has also learned."""


def checked_line(cells: Any, lines: Sequence[Line] = ()) -> Line:
    """Check a line that a reader has drawn, and return its cells in ascending order.

    lines  the lines that have been drawn already

    Raises ValueError if the line does not consist of three different cells of the board, if it
    exists already, or if there are already `MOST_LINES` lines.
    """
    numbers = list(cells) if isinstance(cells, Iterable) else [cells]
    on_board = all(type(cell) is int and 0 <= cell < 9 for cell in numbers)
    if not on_board or len(set(numbers)) != 3 or len(numbers) != 3:
        raise ValueError(
            f"A line consists of three different cells from 0 to 8, not {numbers}: drag over "
            "three cells."
        )
    line = tuple(sorted(numbers))
    if line in lines:
        raise ValueError(f"The line {line} exists already: drag over three other cells.")
    if len(lines) >= MOST_LINES:
        raise ValueError(f"There can be at most {MOST_LINES} lines: take back a line first.")
    return line


def checked_lines(lines: Any) -> tuple[Line, ...]:
    """Check all lines that a reader has given, and return these lines.

    Raises ValueError if `lines` is not a list, or if `checked_line` raises it for one of the lines.
    """
    if not isinstance(lines, Iterable):
        raise ValueError(f"lines must be a list of lines, such as [(0, 1, 2)], not {lines!r}.")
    found: tuple[Line, ...] = ()
    for cells in lines:
        found = (*found, checked_line(cells, found))
    return found


def lines_by_dice(seed: int) -> tuple[Line, ...]:
    """Return `BY_DICE` different random lines, drawn from the 84 triples of cells."""
    return tuple(sorted(random.Random(seed).sample(TRIPLES, BY_DICE)))
