"""Check the exercises of chapter 12b: Amdahl's law, the place of a disc, and four in a row.

The words and the common mistakes are in `exercises.toml`.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from mctslib.course.exercise import call, close
from mctslib.course.grading import Case, Graded
from mctslib.draw.boards import board as board_picture
from mctslib.games.connect4 import winning_lines

COLUMNS = 7
ROWS = 6
STRIDE = 7  # the place (column, row) is bit 7 · column + row; the seventh bit of a column stays 0
WHOLE = sum(((1 << ROWS) - 1) << STRIDE * column for column in range(COLUMNS))
LINES = winning_lines(COLUMNS, ROWS, 4)

# ------------------------------------------------------------ exercise 1: Amdahl's law

SPEEDUP_CASES = [  # share, factor
    (0.5, 2.0),
    (0.9, 10.0),
    (0.2, 4.0),
    (0.6, 1000.0),
    (0.0, 5.0),
    (0.7, 1.0),
    (0.5, 1.25),
    (0.4, 0.5),
]


def speedup(share: float, factor: float) -> float:
    """Return the speed-up of the whole program by Amdahl's law (1967).

    share   the share of the time that is spent in the part that becomes faster, from 0 to 1
    factor  how many times as fast this part becomes
    """
    return 1 / ((1 - share) + share / factor)


EXAMPLE = Case((0.75, 3.0), prose="`speedup(0.75, 3)` is 2")
SPEEDUP = Graded("12b", speedup, lambda: [*map(Case, SPEEDUP_CASES), EXAMPLE], returns=float)


@SPEEDUP.checked_by
def check_speedup(own: Callable[..., Any]) -> None:
    """Check that `own(share, factor)` returns the speed-up of the whole program."""
    SPEEDUP.grade(own)
    shown = "speedup(1.0, 8.0)"  # comes last, because a wrong formula may divide by 0 here
    close(call(own, 1.0, 8.0, returns=float, shown=shown), 8.0, shown, SPEEDUP.words["rule"])


# ------------------------------------------------------------ exercise 2: where does the disc land?


def drop(taken: int, column: int) -> int:
    """Return the bit of a column's lowest free place, or 0 if the column is full."""
    return taken + (1 << 7 * column) & 63 << 7 * column


def drops() -> list[Case]:
    """Return the cases of exercise 2, each with a picture of the board."""
    cases = []
    for taken, column in columns_to_try():
        picture = partial(drawn, taken, f"a disc to be dropped into column {column}")
        cases.append(Case((taken, column), "`taken` is the board below", picture))
    return cases


def columns_to_try() -> Iterator[tuple[int, int]]:
    """Yield (discs, column) for every height of every column, first without other discs and then
    with them.
    """
    rng = random.Random(0)
    for others in (False, True):
        for column in (
            3,
            5,
            1,
            6,
            2,
            4,
            0,
        ):  # begins with a column in which no bit equals the number of its place
            for height in range(ROWS + 1):
                heights = [rng.randrange(ROWS + 1) if others else 0 for _ in range(COLUMNS)]
                heights[column] = height
                taken = 0
                for number, high in enumerate(heights):
                    taken |= (1 << high) - 1 << STRIDE * number
                yield taken, column


def named(bits: int) -> str:
    """Describe a number by the bits that are 1, such as "bit 9 (column 1, row 2)"."""
    places = [k for k in range(64) if bits > 0 and bits >> k & 1]
    if not places:
        return f"{bits}"
    column, row = divmod(places[0], STRIDE)
    first = f"bit {places[0]} (column {column}, row {row})"
    if len(places) == 1:
        return first
    return f"{bits}, a number with {len(places)} bits, of which the lowest is {first}"


check_drop = Graded("12b", drop, drops, write=named, returns=int).checker()

# ------------------------------------------------------------ exercise 3: four in a row


def wins(bits: int) -> bool:
    """Return whether the discs contain four in a row, tested by shifting the whole board."""
    for step in (1, 6, 7, 8):
        pairs = bits & bits >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def boards_to_try() -> Iterator[tuple[int, str]]:
    """Yield (discs, words): no discs, lines, lines with a gap, lines round an edge, random boards."""
    yield 0, "no discs"
    for line in LINES:
        yield line, "a line"
    for line in LINES:
        for bit in _bits(line):
            yield line ^ bit, "three discs"
    for bits in _round_an_edge():
        yield bits, "discs that go round an edge"
    rng = random.Random(1)
    for _ in range(600):
        sparse = rng.getrandbits(49)
        if rng.random() < 0.6:
            sparse &= rng.getrandbits(49)
        yield WHOLE & sparse, "many random discs"


def _bits(number: int) -> list[int]:
    """Return the bits that are set in a number, with the lowest bit first."""
    return [1 << k for k in range(64) if number >> k & 1]


def _round_an_edge() -> list[int]:
    """Return all sets of four places with equally spaced numbers that are not a line of the board.

    Such sets of places continue beyond an edge of the board.
    """
    found = []
    for step in range(1, 17):
        for start in range(49 - 3 * step):
            bits = sum(1 << start + n * step for n in range(4))
            if bits & WHOLE == bits and not wins(bits):
                found.append(bits)
    return found


def boards() -> list[Case]:
    """Return the cases of exercise 3, each with a picture of the board."""
    where = "`bits` is the board below"
    return [Case((bits,), where, partial(drawn, bits, words)) for bits, words in boards_to_try()]


def drawn(bits: int, what: str) -> str:
    """Draw one player's discs on a board."""
    cells = ""
    for row in reversed(range(ROWS)):
        for column in range(COLUMNS):
            cells += "X" if bits >> STRIDE * column + row & 1 else "."
    return board_picture(cells, COLUMNS, width=230, label=f"Connect Four board with {what}")


check_wins = Graded("12b", wins, boards, returns=bool).checker()
