"""Draw the pictures of chapter 20's widget: lines, ranked triples, and imagined boards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot
from typing import Any

from mctslib.course.ch20.learning import Dreamed, Glimpse
from mctslib.course.ch20.reading import Expectation
from mctslib.course.ch20.secrets import BY_DICE
from mctslib.draw.boards import drawn_mark
from mctslib.draw.look import (
    INK,
    PAPER,
    RIGHT,
    RULE,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
    WORDS,
    WRONG,
)
from mctslib.draw.show import Picture, gallery
from mctslib.draw.svg import dimensions, document, element, text
from mctslib.methods.line_boards import Line
from mctslib.words import percent

PAD = 184  # the width of the board on which lines are drawn, in pixels
# the secret lines on a page and on a phone: the width of all, the number in a row, and the width of
# a cell, in pixels
LISTS = ((184, 4, 13), (248, 8, 8.5))
LINE_CELL = 26  # the width of a cell of a board with one line, in pixels
NARROW = 240  # the width of the ranking, in pixels
ON_A_PHONE = 256  # the width of the ranking on a phone
ROW = 25  # the distance from one triple to the next, in pixels
# the width of a cell of an imagined board, in pixels: in a still, on a page, and on a phone
DREAM_UNIT, LARGE_UNIT, LAST_UNIT = 18, 33, 18
# the number of triples that are shown below the first n, where n is the number of lines
MORE_TRIPLES = 3
UNCOUNTED = 22  # the space between both, in pixels
MOST_ON_A_PHONE = 8


# ---------------------------------------------------------------------------- lines


def in_order(line: Line) -> list[tuple[float, float]]:
    """Return the centres of a line's three cells, in the order of the shortest path through these
    centres.
    """
    points = [(cell % 3 + 0.5, cell // 3 + 0.5) for cell in line]
    orders = ((0, 1, 2), (1, 0, 2), (0, 2, 1))
    ways = [[points[k] for k in order] for order in orders]
    return min(ways, key=length)


def length(way: Sequence[tuple[float, float]]) -> float:
    """Return the length of a path of straight segments."""
    steps = zip(way, way[1:])
    return sum(hypot(x - u, y - v) for (x, y), (u, v) in steps)


def stroke(
    line: Line, corner: tuple[float, float], unit: float, width: float, colour: str = INK
) -> str:
    """Draw a secret line through its three cells; return the SVG element.

    corner  the top left corner of the board, in pixels
    unit    the width of a cell, in pixels
    """
    left, top = corner
    points = [f"{left + x * unit:.1f} {top + y * unit:.1f}" for x, y in in_order(line)]
    return element(
        "path",
        d="M" + "L".join(points),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def grid(corner: tuple[float, float], unit: float, ground: str = PAPER) -> str:
    """Draw an empty board of 3 × 3 cells; return the SVG elements."""
    left, top = corner
    side = 3 * unit
    parts = [
        element("rect", x=left, y=top, width=side, height=side, fill=ground, stroke=RULE),
    ]
    for k in (1, 2):
        x, y = left + k * unit, top + k * unit
        parts.append(element("path", d=f"M{x:g} {top:g}v{side:g}", stroke=RULE))
        parts.append(element("path", d=f"M{left:g} {y:g}h{side:g}", stroke=RULE))
    return "".join(parts)


def pad_svg() -> str:
    """Draw the empty board on which a reader draws lines; return the SVG text."""
    return document(grid((2, 2), (PAD - 4) / 3), PAD, PAD, "the board for new lines")


def lines_svg(
    lines: Sequence[Line],
    width: int,
    in_a_row: int,
    unit: float,
    found: Collection[Line] | None = None,
) -> str:
    """Draw each secret line on a small board of its own as SVG text; `LISTS` has the sizes.

    found  the lines among the model's favourites, which are darker than the others; None for all
    """
    step = width / in_a_row
    parts = []
    for k, line in enumerate(lines):
        corner = step * (k % in_a_row) + 2, step * (k // in_a_row) + 2
        is_dark = found is None or line in found
        parts.append(one_line(line, corner, unit, INK if is_dark else SHADE))
    words = "; ".join(f"{a}, {b}, {c}" for a, b, c in lines) or "none yet"
    rows = max(1, -(-len(lines) // in_a_row))
    return document("".join(parts), width, step * rows, f"Secret lines: {words}")


def one_line(line: Line, corner: tuple[float, float], unit: float, colour: str = INK) -> str:
    """Draw a board with one line, and a dot in each of its cells, because the line may cross a cell
    that does not belong to it.
    """
    left, top = corner
    drawn = grid(corner, unit) + stroke(line, corner, unit, unit / 6.5, colour)
    for x, y in in_order(line):
        drawn += element("circle", cx=left + unit * x, cy=top + unit * y, r=unit / 4.3, fill=colour)
    return drawn


def show_lines(lines: Sequence[Line]) -> Picture:
    """Show each line on a board of its own, with the numbers of the line's cells below the
    board.
    """
    boards, captions = [], []
    for line in lines:
        cells = ", ".join(map(str, line))
        drawn = one_line(line, (2, 2), LINE_CELL)
        side = 3 * LINE_CELL + 4
        boards.append(document(drawn, side, side, f"a line through cells {cells}"))
        captions.append(cells)
    words = f"Winning lines, each of three cells: {'; '.join(captions)}."
    return Picture(gallery(boards, captions).svg, words)


# ---------------------------------------------------------------------------- ranked triples


def ranking_svg(snapshot: Glimpse, lines: Sequence[Line], *, phone: bool = False) -> str:
    """Draw the triples with the highest expectations, with a ✓ beside each triple that is a line;
    return the SVG text.

    phone  whether there are at most 8 triples, without those below the first n, where n is the
           number of lines
    """
    many = len(lines) or BY_DICE
    many = min(many, MOST_ON_A_PHONE) if phone else many
    width, more = (ON_A_PHONE, 0) if phone else (NARROW, MORE_TRIPLES)
    parts = []
    said = []
    for place, expected in enumerate(snapshot.top[: many + more]):
        is_below = place >= many
        true = expected.line in lines
        drawn = triple(expected, true, SHADE if is_below else SOFT, width)
        top = place * ROW + (UNCOUNTED if is_below else 0)
        parts.append(element("g", drawn, transform=f"translate(0 {top})"))
        cells = ", ".join(map(str, expected.line))
        said.append(f"{cells} {percent(expected.value)} {'✓' if true else '✗'}")
    if more:
        cut = f"M0 {many * ROW + 3}h{width}"
        parts.append(element("path", d=cut, stroke=SOFT, stroke_dasharray="4 3"))
        parts.append(text("not counted (bars from 50%):", 0, many * ROW + 17, WORDS, fill=SOFT))
    words = f"The model's values for filling three cells, highest first: {'; '.join(said)}"
    high = (many + more) * ROW + (UNCOUNTED + 4) * bool(more)
    return document("".join(parts), width, high, words)


def triple(expected: Expectation, true: bool, colour: str, width: float) -> str:
    """Draw one triple with its sign, the bar of its value from 50% on, and the value; return the SVG
    elements.

    true    whether the triple is a secret line
    colour  the colour of the bar
    width   the width of the whole, in pixels
    """
    left, right = 64, width - 46
    sign = {"text_anchor": "middle", "font_weight": "bold", "fill": RIGHT if true else WRONG}
    reach = max((right - left) * (expected.value - 0.5) * 2, 1)
    parts = [
        grid((3, 1), 7.8) + stroke(expected.line, (3, 1), 7.8, 2.5),
        text("✓" if true else "✗", 46, 18, TITLE, **sign),
        element("rect", x=left, y=5, width=reach, height=16, rx=2, fill=colour),
        text(percent(expected.value), width - 4, 18, WORDS, text_anchor="end"),
    ]
    return "".join(parts)


# ---------------------------------------------------------------------------- dreamed boards


def dream_svg(move: int, cells: str, dreamed: Dreamed, unit: float, *, phone: bool = False) -> str:
    """Draw one real board and, below it, the board that the probe reads from the imagined state;
    return the SVG text.

    unit   the width of a cell
    phone  whether a heading over the lower board has the sign
    """
    apart = 3 * unit + (22 if phone else 6)
    width, lower = 3 * unit + 4, 20 + apart
    left = 2
    name = f"move {move}" if move else "start"
    parts = [text(name, left + 1.5 * unit, 14, WORDS, text_anchor="middle", fill=SOFT)]
    if phone:
        parts.append(text("imagined", left, lower - 6, WORDS, fill=SOFT))
    parts += [grid((left, 20), unit), grid((left, lower), unit, SURFACE)]
    for cell in range(9):
        x = left + (cell % 3 + 0.5) * unit
        y = 20 + (cell // 3 + 0.5) * unit
        parts.append(drawn_mark(cells[cell], x, y, 0.27 * unit))
        share, mark = likeliest(dreamed, cell)
        drawn = drawn_mark(mark, x, y + apart, 0.27 * unit)
        parts.append(element("g", drawn, opacity=float(share)))
    true = read_right(cells, dreamed)
    foot = lower + 3 * unit
    sign: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    sign["fill"] = RIGHT if true else WRONG
    place = (width, lower - 5) if phone else (width / 2, foot + 17)
    parts.append(text("✓" if true else "✗", *place, TITLE, **sign))
    words = f"{name}: real {cells}, dreamed {'right' if true else 'wrong'}"
    return document("".join(parts), width + 10 * phone, foot + (2 if phone else 22), words)


def likeliest(dreamed: Dreamed, cell: int) -> tuple[float, str]:
    """Return the most likely content of an imagined cell, after its share."""
    x, o = dreamed.x[cell], dreamed.o[cell]
    return max((1 - x - o, "."), (x, "X"), (o, "O"), key=lambda one: one[0])


def read_right(cells: str, dreamed: Dreamed) -> bool:
    """Return whether the most likely content of each imagined cell is the cell's real content."""
    for mark, x, o in zip(cells, dreamed.x, dreamed.o, strict=True):
        shares = {"X": x, "O": o, ".": 1 - x - o}
        if shares[mark] < max(shares.values()):
            return False
    return True


def dream_row(boards: Sequence[str], snapshot: Glimpse, unit: float = DREAM_UNIT) -> list[str]:
    """Return one picture for each board of the imagined game."""
    pairs = zip(boards, snapshot.dream, strict=False)
    return [dream_svg(move, cells, dreamed, unit) for move, (cells, dreamed) in enumerate(pairs)]


def last_dream(boards: Sequence[str], snapshot: Glimpse) -> str:
    """Return the picture of the imagined game's last board below the real one, for a phone."""
    move = len(boards) - 1
    return dream_svg(move, boards[-1], snapshot.dream[-1], LAST_UNIT, phone=True)


def still_svg(parts: Sequence[str], boards: Sequence[str], words: str) -> str:
    """Join all pictures into one picture for a page without a kernel.

    parts   the pictures of the lines and of the ranking
    boards  the pictures of the boards of the imagined game
    words   the description for screen readers
    """
    lines, ranking = parts
    placed = [(lines, 0.0, 0.0), (ranking, 0.0, dimensions(lines)[1] + 16)]
    step = 66
    for k, board in enumerate(boards):
        placed.append((board, NARROW + 16 + step * (k % 4), dimensions(board)[1] * (k // 4)))
    foot = max(y + dimensions(picture)[1] for picture, _, y in placed)
    content = [moved(picture, x, y) for picture, x, y in placed]
    return document("".join(content), NARROW + 16 + 4 * step, foot, words)


def moved(picture: str, x: float, y: float) -> str:
    """Return a picture as a part of a larger picture, with its upper left corner at (x, y)."""
    return picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
