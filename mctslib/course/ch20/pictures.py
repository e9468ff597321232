"""Draw the pictures of chapter 20's widget: lines, curves, ranked triples, and imagined boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import hypot, isnan, sqrt
from typing import Any

from mctslib.course.ch20.learning import AHEAD, Dreamed, Glimpse
from mctslib.course.ch20.reading import Expectation
from mctslib.course.ch20.secrets import BY_DICE
from mctslib.draw.boards import drawn_mark
from mctslib.draw.look import (
    ACT,
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
from mctslib.words import number, percent

PAD = 244  # the width of the board on which lines are drawn, in pixels
LINE_CELL = 26  # the width of a cell of a board with one line, in pixels
SMALL = 8  # the width of a cell of a small board, in pixels
WIDE = 256  # the width of the chart, in pixels; it fits on a phone
NARROW = 240  # the width of the ranking, in pixels
LEFT, RIGHT_EDGE, TOP, LOW = 34, 240, 16, 146  # the edges of the chart, in pixels
PHONE_COLUMN = 118  # the width of one of the ranking's two columns on a phone, in pixels
BETWEEN = 10  # the space between these columns, in pixels
ROW = 24  # the distance from one triple to the next, in pixels
DREAM_UNIT = 18  # the width of a cell of an imagined board, in pixels
DREAM_WIDTH = 3 * DREAM_UNIT + 4
# the number of triples that are shown below the first n, where n is the number of lines
MORE_TRIPLES = 3
MOST_ON_A_PHONE = 8
LANE = 11  # the distance of two lines that are drawn side by side, in pixels
Point = tuple[float, float]
CURVES = (  # for each curve: its name, its dashes, its colour and its width
    (f"boards {AHEAD} moves ahead", "2 4", SOFT, 2.5),
    ("secret lines among its first", "8 4", SOFT, 2.5),
    ("right moves", "", INK, 3),
)


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


def lines_svg(lines: Sequence[Line]) -> str:
    """Draw all secret lines on one large board, with a dot in each of their cells, as SVG text.

    Lines that share a cell or a part of their way are drawn side by side.
    """
    unit = (PAD - 4) / 3
    parts = [grid((2, 2), unit)]
    for line, (right, down) in zip(lines, side_by_side(lines), strict=True):
        corner = (2 + right, 2 + down)
        parts.append(stroke(line, corner, unit, 3.2))
        for x, y in in_order(line):
            cx, cy = corner[0] + unit * x, corner[1] + unit * y
            parts.append(element("circle", cx=cx, cy=cy, r=4, fill=INK))
    words = "; ".join(f"{a}, {b}, {c}" for a, b, c in lines) or "none yet"
    return document("".join(parts), PAD, PAD, f"Secret lines: {words}")


def side_by_side(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return how far to shift each line right and down, in pixels, so that no line covers another.

    Each line gets the smallest shift that keeps it apart from the lines before it.
    """
    steps = range(-3 * LANE, 3 * LANE + 1, LANE)
    shifts = sorted(product(steps, steps), key=lambda shift: hypot(*shift))
    found: list[tuple[int, int]] = []
    for line in lines:
        before = list(zip(lines, found))
        free = (shift for shift in shifts if all(apart(line, shift, *one) for one in before))
        found.append(next(free, shifts[len(found)]))
    return found


def apart(line: Line, shift: tuple[int, int], other: Line, its_shift: tuple[int, int]) -> bool:
    """Return whether two lines with these shifts can be told apart."""
    right, down = shift[0] - its_shift[0], shift[1] - its_shift[1]
    if set(line) & set(other) and not (right or down):
        return False
    ways = in_order(line), in_order(other)
    for (x, y), (u, v) in zip(ways[0], ways[0][1:]):
        aside = abs(right * (v - y) - down * (u - x)) / hypot(u - x, v - y)
        if aside < LANE / 2 and any(
            overlap((x, y), (u, v), *step) for step in zip(ways[1], ways[1][1:])
        ):
            return False
    return True


def overlap(start: Point, end: Point, other_start: Point, other_end: Point) -> bool:
    """Return whether two segments lie on one straight line and share more than a point."""
    along = end[0] - start[0], end[1] - start[1]
    shares = []
    for x, y in (other_start, other_end):
        across, down = x - start[0], y - start[1]
        if along[0] * down != along[1] * across:
            return False
        shares.append((along[0] * across + along[1] * down) / (along[0] ** 2 + along[1] ** 2))
    return min(1, max(shares)) > max(0, min(shares))


def show_lines(lines: Sequence[Line]) -> Picture:
    """Show each line on a board of its own, with the numbers of the line's cells below the
    board.
    """
    boards, captions = [], []
    for line in lines:
        cells = ", ".join(map(str, line))
        drawn = grid((2, 2), LINE_CELL) + stroke(line, (2, 2), LINE_CELL, 4, INK)
        for x, y in in_order(line):
            # Mark the line's cells, because the stroke may cross a cell that does not belong to the
            # line.
            middle_x, middle_y = 2 + LINE_CELL * x, 2 + LINE_CELL * y
            drawn += element("circle", cx=middle_x, cy=middle_y, r=6, fill=INK)
        side = 3 * LINE_CELL + 4
        boards.append(document(drawn, side, side, f"a line through cells {cells}"))
        captions.append(cells)
    words = f"Winning lines, each of three cells: {'; '.join(captions)}."
    return Picture(gallery(boards, captions).svg, words)


# ---------------------------------------------------------------------------- curves


def curves_svg(snapshots: Sequence[Glimpse], lines: int, chosen: int, most: int) -> str:
    """Draw three curves up to the chosen snapshot, and its values; return the SVG text.

    lines   the number of secret lines
    chosen  the index of the snapshot whose values are shown
    most    the number of games at the right end of the axis
    """

    def x(games: float) -> float:
        return LEFT + sqrt(games / most) * (RIGHT_EDGE - LEFT)

    def y(share: float) -> float:
        return TOP + (1 - share) * (LOW - TOP)

    parts = []
    for share in (0, 0.5, 1):
        parts.append(element("line", x1=LEFT, x2=RIGHT_EDGE, y1=y(share), y2=y(share), stroke=RULE))
        parts.append(
            text(round(100 * share), LEFT - 6, y(share) + 4, WORDS, text_anchor="end", fill=SOFT)
        )
    for games in (0, most // 16, most // 4, most):
        anchor = "end" if games == most else "middle"
        parts.append(text(number(games), x(games), LOW + 18, WORDS, text_anchor=anchor, fill=SOFT))
    at = x(snapshots[chosen].games)
    marker: dict[str, Any] = {"stroke": ACT, "stroke_width": 1.5, "stroke_dasharray": "3 3"}
    parts.append(element("line", x1=at, x2=at, y1=TOP, y2=LOW, **marker))
    now = snapshots[chosen]
    snapshots = snapshots[: chosen + 1]
    told = (share_words(now.whole), f"{now.found} of {lines}", share_words(now.right))
    shares = [
        [snapshot.whole for snapshot in snapshots],
        [snapshot.found / max(lines, 1) for snapshot in snapshots],
        [snapshot.right for snapshot in snapshots],
    ]
    for k, (name, dashes, colour, width) in enumerate(CURVES):
        pen: dict[str, Any] = {
            "fill": "none",
            "stroke": colour,
            "stroke_width": width,
            "stroke_dasharray": dashes,
        }
        points = []
        for snapshot, share in zip(snapshots, shares[k], strict=True):
            if not isnan(share):
                points.append(f"{x(snapshot.games):.1f} {y(share):.1f}")
        if points:
            parts.append(element("path", d="M" + "L".join(points), **pen))
        row = LOW + 44 + 20 * k
        parts.append(element("path", d=f"M4 {row - 4}h20", **pen))
        parts.append(text(name, 32, row, WORDS))
        parts.append(text(told[k], WIDE - 4, row, TITLE, text_anchor="end", font_weight="bold"))
    said = f"After {number(now.games)} games: "
    said += ", ".join(f"{name} {value}" for (name, *_), value in zip(CURVES, told, strict=True))
    return document("".join(parts), WIDE, LOW + 92, said)


def share_words(share: float) -> str:
    """Return a share in percent, with one decimal if it is between 99% and 100%, or a dash for
    nan.
    """
    if isnan(share):
        return "–"
    return percent(share, 1 if 0.99 < share < 1 else 0)


# ---------------------------------------------------------------------------- ranked triples


def ranking_svg(snapshot: Glimpse, lines: Sequence[Line], *, phone: bool = False) -> str:
    """Draw the triples with the highest expectations, with a ✓ beside each triple that is a line;
    return the SVG text.

    phone  whether the triples stand in two columns, at most 8 and without those below the first n,
           where n is the number of lines
    """
    many = len(lines) or BY_DICE
    many = min(many, MOST_ON_A_PHONE) if phone else many
    columns, width, more = (2, PHONE_COLUMN, 0) if phone else (1, NARROW, MORE_TRIPLES)
    deep = -(-(many + more) // columns)  # the rows in a column
    parts = []
    said = []
    for place, expected in enumerate(snapshot.top[: many + more]):
        column, row = divmod(place, deep)
        is_below = place >= many
        true = expected.line in lines
        drawn = triple(expected, true, SHADE if is_below else SOFT, width)
        x, top = column * (width + BETWEEN), row * ROW + (8 if is_below else 0)
        parts.append(element("g", drawn, transform=f"translate({x} {top})"))
        cells = ", ".join(map(str, expected.line))
        said.append(f"{cells} {percent(expected.value)} {'✓' if true else '✗'}")
    if more:
        cut = f"M0 {many * ROW + 3}h{width}"
        parts.append(element("path", d=cut, stroke=SOFT, stroke_dasharray="4 3"))
    whole = columns * (width + BETWEEN) - BETWEEN
    words = f"The model's values for filling three cells, highest first: {'; '.join(said)}"
    return document("".join(parts), whole, deep * ROW + 12 * bool(more), words)


def triple(expected: Expectation, true: bool, colour: str, width: float) -> str:
    """Draw one triple with its sign, the bar of its value and the value; return the SVG elements.

    true    whether the triple is a secret line
    colour  the colour of the bar
    width   the width of the whole, in pixels; a narrow bar has no interval
    """
    wide = width == NARROW
    left, right = (64, width - 46) if wide else (48, width - 34)
    sign = {"text_anchor": "middle", "font_weight": "bold", "fill": RIGHT if true else WRONG}
    reach = max((right - left) * expected.value, 1)
    parts = [
        grid((4, 1), 6.6) + stroke(expected.line, (4, 1), 6.6, 2),
        text("✓" if true else "✗", 46 if wide else 37, 16, TITLE, **sign),
        element("rect", x=left, y=4, width=reach, height=14, rx=2, fill=colour),
        text(percent(expected.value), width - 4, 16, WORDS, text_anchor="end"),
    ]
    if wide:
        ends = []
        for s in (-1, 1):
            share = min(1.0, expected.value + s * 2 * expected.error)
            ends.append(left + (right - left) * share)
        whisker = f"M{ends[0]:.1f} 11H{ends[1]:.1f}M{ends[0]:.1f} 7v8M{ends[1]:.1f} 7v8"
        parts.append(element("path", d=whisker, stroke=PAPER, stroke_width=4, fill="none"))
        parts.append(element("path", d=whisker, stroke=INK, stroke_width=1.6, fill="none"))
    return "".join(parts)


# ---------------------------------------------------------------------------- dreamed boards


def dream_svg(move: int, cells: str, dreamed: Dreamed) -> str:
    """Draw one real board and, below it, the board that the probe reads from the imagined state;
    return the SVG text.
    """
    unit = DREAM_UNIT
    width, lower = DREAM_WIDTH, 20 + 3 * unit + 6
    left = (width - 3 * unit) / 2
    name = f"move {move}" if move else "start"
    parts = [text(name, width / 2, 14, WORDS, text_anchor="middle", fill=SOFT)]
    parts += [grid((left, 20), unit), grid((left, lower), unit, SURFACE)]
    for cell in range(9):
        x = left + (cell % 3 + 0.5) * unit
        y = 20 + (cell // 3 + 0.5) * unit
        parts.append(drawn_mark(cells[cell], x, y, 0.27 * unit))
        for mark, share in (("X", dreamed.x[cell]), ("O", dreamed.o[cell])):
            if share > 0.02:
                drawn = drawn_mark(mark, x, y + lower - 20, 0.27 * unit)
                parts.append(element("g", drawn, opacity=float(share)))
    true = read_right(cells, dreamed)
    foot = lower + 3 * unit
    middle = {"text_anchor": "middle"}
    sign = {**middle, "font_weight": "bold", "fill": RIGHT if true else WRONG}
    parts.append(text("✓" if true else "✗", width / 2, foot + 17, TITLE, **sign))
    words = f"{name}: real {cells}, dreamed {'right' if true else 'wrong'}"
    return document("".join(parts), width, foot + 22, words)


def read_right(cells: str, dreamed: Dreamed) -> bool:
    """Return whether the most likely content of each imagined cell is the cell's real content."""
    for mark, x, o in zip(cells, dreamed.x, dreamed.o, strict=True):
        shares = {"X": x, "O": o, ".": 1 - x - o}
        if shares[mark] < max(shares.values()):
            return False
    return True


def dream_row(boards: Sequence[str], snapshot: Glimpse) -> list[str]:
    """Return one picture for each board of the imagined game."""
    pairs = zip(boards, snapshot.dream, strict=False)
    return [dream_svg(move, cells, dreamed) for move, (cells, dreamed) in enumerate(pairs)]


def still_svg(parts: Sequence[str], boards: Sequence[str], words: str) -> str:
    """Join all pictures into one picture for a page without a kernel.

    parts   the pictures of the lines, the curves and the ranking, in this order
    boards  the pictures of the boards of the imagined game
    words   the description for screen readers
    """
    step, below = 66, PAD + 36
    placed: list[tuple[str, float, float]] = [
        (parts[0], 0, 0),
        (parts[1], PAD + 16, 0),
        (parts[2], 0, below + 12),
    ]
    foot: float = below
    for number_, board in enumerate(boards):
        x = NARROW + 16 + step * (number_ % 4)
        tall = dimensions(board)[1]
        y = below + tall * (number_ // 4)
        foot = max(foot, y + tall)
        placed.append((board, x, y))
    foot = max(foot, below + 12 + dimensions(parts[2])[1])
    content = [moved(picture, x, y) for picture, x, y in placed]
    return document("".join(content), NARROW + 16 + 4 * step, foot, words)


def moved(picture: str, x: float, y: float) -> str:
    """Return a picture as a part of a larger picture, with its upper left corner at (x, y)."""
    return picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
