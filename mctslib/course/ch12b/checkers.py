"""Checkers of chapter 12b ("From objects to machine code")."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from mctslib.course.exercise import Wrong, call, close, exercise, explained
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
    (0.75, 3.0),
    (0.9, 10.0),
    (0.2, 4.0),
    (0.6, 1000.0),
    (0.0, 5.0),
    (0.7, 1.0),
    (0.5, 1.25),
    (0.4, 0.5),
]
ALL_FASTER = [(1.0, 8.0)]  # this case comes last, because a wrong formula may divide by 0 here


@exercise("Right: the part that was not made faster sets the limit.")
def check_speedup(own: Callable[..., Any]) -> None:
    """Check that `own(share, factor)` returns the speed-up of the whole program.

    share   the share of the time that is spent in the part that becomes faster, from 0 to 1
    factor  how many times as fast this part becomes
    """
    for cases in (SPEEDUP_CASES, ALL_FASTER):
        answers = [call(own, *case, returns=float, shown=f"speedup{case}") for case in cases]
        why = explained(AMDAHL_MISTAKES, cases, answers, ADD_UP)
        for case, answer in zip(cases, answers):
            close(answer, amdahl(*case), f"speedup{case}", why)


def amdahl(share: float, factor: float) -> float:
    """Return the speed-up of the whole program by Amdahl's law (1967)."""
    return 1 / ((1 - share) + share / factor)


ADD_UP = (
    "Suppose that the program took 1 second. The rest still takes 1 − share seconds. How long "
    "does the faster part take now?"
)
AMDAHL_MISTAKES: list[tuple[Callable[[float, float], float], str]] = [
    (
        lambda share, factor: 1 - share + share / factor,
        "This is the new time, as a share of the old time. How many times does it fit into 1?",
    ),
    (
        lambda share, factor: share * factor,
        "Only a part becomes faster, and the rest takes the same time as before. Add up the new "
        "times first.",
    ),
    (
        lambda share, factor: 1 - share + share * factor,
        "This is the mean of the two speeds. Add the new times instead of the speeds.",
    ),
    (lambda share, factor: factor, "This would be right if the whole program became faster."),
    (
        lambda share, factor: 1 / (1 - share) + share / factor,
        "Brackets are missing. Divide 1 by the *sum* of both times.",
    ),
    (
        lambda share, factor: 1 / (share + (1 - share) / factor),
        "You swapped the two parts. The part with the share `share` becomes faster.",
    ),
]

# ------------------------------------------------------------ exercise 2: where does the disc land?


@exercise("Right: one addition finds the free place, because the carry moves up the column.")
def check_drop(own: Callable[..., Any]) -> None:
    """Check that `own(taken, column)` returns the bit of the lowest free place, or 0."""
    cases = list(columns_to_try())
    answers = []
    for taken, column in cases:
        answers.append(call(own, taken, column, returns=int, shown=f"drop(<below>, {column})"))
    why = explained(DROP_MISTAKES, cases, answers, "")
    for (taken, column), answer in zip(cases, answers):
        right = landing(taken, column)
        if answer != right:
            message = f"`drop(taken, {column})` is {_named(answer)}; it should be {_named(right)}."
            advice = why or _drop_advice(answer, taken, column)
            picture = partial(drawn, taken, f"a disc to be dropped into column {column}")
            raise Wrong(f"{message} {advice}", picture)


def landing(taken: int, column: int) -> int:
    """Return the bit of a column's lowest free place, or 0 if the column is full.

    The place is found row by row.
    """
    for row in range(ROWS):
        place = 1 << STRIDE * column + row
        if not taken & place:
            return place
    return 0


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


def _named(bits: int) -> str:
    """Describe a number by the bits that are 1, such as "bit 9 (column 1, row 2)"."""
    places = [k for k in range(64) if bits > 0 and bits >> k & 1]
    if not places:
        return f"{bits}"
    column, row = divmod(places[0], STRIDE)
    first = f"bit {places[0]} (column {column}, row {row})"
    if len(places) == 1:
        return first
    return f"{bits}, a number with {len(places)} bits, of which the lowest is {first}"


def bottom(column: int) -> int:
    """Return the bit of the lowest place of a column."""
    return 1 << STRIDE * column


def column_of_seven(column: int) -> int:
    """Return all seven bits of a column, including the top bit, which is not a place."""
    return 127 << STRIDE * column


def place_number(taken: int, column: int) -> int:
    """Return the number of the lowest free place instead of its bit, or 0 if the column is full."""
    return max(0, landing(taken, column).bit_length() - 1)


FULL = (
    "The column is full: the carry ends in the seventh bit, which is not a place. "
    "Keep only the six places."
)
WHOLE_SUM = "This is the whole sum with all columns. Keep only the six bits of this column."
DISCS_TOO = "This also contains the discs that were there before. Return only the new bit."
AT_THE_BOTTOM = "This is the place at the bottom. What happens if you *add* it to the discs there?"
DROP_MISTAKES: list[tuple[Callable[[int, int], int], str]] = [
    (lambda taken, column: taken + bottom(column) & column_of_seven(column), FULL),
    (lambda taken, column: taken + bottom(column), WHOLE_SUM),
    (lambda taken, column: taken | landing(taken, column), DISCS_TOO),
    (place_number, "This is the number of the place. The bit is `1 << number`."),
    (
        lambda taken, column: bottom(column),
        AT_THE_BOTTOM,
    ),
]


def _drop_advice(answer: int, taken: int, column: int) -> str:
    """Return advice about a wrong answer that `DROP_MISTAKES` does not explain."""
    right = landing(taken, column)
    lowest = STRIDE * column
    if not right:
        return FULL
    if 0 <= answer < 64 and 1 << answer == right:
        return "This is the number of the place. The bit is `1 << number`."
    if answer == taken | right:
        return DISCS_TOO
    if answer > 0 and not answer & column_of_seven(column):
        highest = lowest + ROWS - 1
        return f"This is not in column {column}. Its places are the bits {lowest} to {highest}."
    if answer == bottom(column):
        return AT_THE_BOTTOM
    if answer == 1 << lowest + ROWS - 1:
        return "This is the top of the column, but discs fall down."
    return (
        "Add the column's lowest bit, `1 << 7 * column`, to `taken`: the carry runs up the filled "
        "places. Then keep this column's bits."
    )


# ------------------------------------------------------------ exercise 3: four in a row


@exercise("Right: your function finds all 69 lines, and no line that goes round an edge.")
def check_wins(own: Callable[..., Any]) -> None:
    """Check that `own(bits)` returns whether the discs contain four in a row."""
    for board in boards_to_try():
        answer = call(own, board.bits, returns=bool, shown="wins(<below>)")
        if answer != board.right:
            message = f"`wins` is {answer}, and it should be {board.right}."
            advice = _wins_advice(own, board.what)
            raise Wrong(f"{message} {advice}", drawn(board.bits, board.what))


def holds_four(bits: int) -> bool:
    """Return whether the discs fill a line.  The function checks one line after another."""
    return any(bits & line == line for line in LINES)


class Discs(NamedTuple):
    """One player's discs, whether they contain four in a row, and a description in words."""

    bits: int
    right: bool
    what: str


def boards_to_try() -> Iterator[Discs]:
    """Yield an empty board, lines, lines with a gap, lines round an edge, and random boards."""
    yield Discs(0, False, "no discs")
    for line in LINES:
        yield Discs(line, True, _direction(line))
    for line in LINES:
        for bit in _bits(line):
            yield Discs(line ^ bit, False, THREE)
    for bits in _round_an_edge():
        yield Discs(bits, False, ROUND)
    rng = random.Random(1)
    for _ in range(600):
        sparse = rng.getrandbits(49)
        if rng.random() < 0.6:
            sparse &= rng.getrandbits(49)
        bits = WHOLE & sparse
        yield Discs(bits, holds_four(bits), "many random discs")


THREE = "three discs"
ROUND = "discs that go round an edge"
WAYS = {
    1: "an upright line",
    6: "a line falling to the right",
    7: "a horizontal line",
    8: "a line rising to the right",
}


def _direction(line: int) -> str:
    """Return the direction of a line in words, found from the step between its first two discs."""
    first, second, *_ = _bits(line)
    step = (second // first).bit_length() - 1
    return WAYS[step]


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
            if bits & WHOLE == bits and not holds_four(bits):
                found.append(bits)
    return found


def _wins_advice(own: Callable[..., Any], what: str) -> str:
    """Return advice that depends on the boards for which the reader's answer is wrong."""
    if what == THREE:
        return (
            "Three are not enough: `pairs` marks discs with a neighbour, so two *pairs* must be "
            "two steps apart."
        )
    if what == ROUND:
        return (
            "A column begins 7 bits after the column before it, because it has six places and a "
            "bit that stays 0. Is each step 1, 6, 7 or 8?"
        )
    wrong = set()
    for board in boards_to_try():
        if call(own, board.bits, returns=bool, shown="wins") != board.right:
            wrong.add(board.what)
    missing = []
    for step, way in WAYS.items():
        if way in wrong:
            missing.append(f"each {way.partition(' ')[2]} (step {step})")
    if 0 < len(missing) < len(WAYS):
        ways = ", ".join(missing)
        return f"Not found: {ways}. Does `wins` try every step before it returns False?"
    return (
        "Shift by the step: `pairs = bits & bits >> step`, then `pairs & pairs >> 2 * step`, "
        "for each of four steps."
    )


def drawn(bits: int, what: str) -> str:
    """Draw one player's discs on a board."""
    cells = ""
    for row in reversed(range(ROWS)):
        for column in range(COLUMNS):
            cells += "X" if bits >> STRIDE * column + row & 1 else "."
    return board_picture(cells, COLUMNS, width=230, label=f"Connect Four board with {what}")
