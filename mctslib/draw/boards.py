"""Draw boards as SVG, with the look that each game defines.

A state can be drawn if it has `cells()` and a number of columns; the docstring of `State` lists the
other members that a picture uses.  This file contains no rules of any game.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from mctslib.draw import harmless, hexagons, svg
from mctslib.draw.look import (
    FIGURE,
    INK,
    LEAST,
    PAGE,
    PAPER,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
    mark_colour,
    value_colour,
)
from mctslib.draw.svg import document, element, text, text_block
from mctslib.games.board import (
    MARKS,
    block_marks,
    block_size,
    columns,
    is_square,
    own_picture,
    shaded,
    sides,
    winning_cells,
)
from mctslib.games.names import describe_board
from mctslib.words import percent, worth

MARGIN = 6  # pixels around the cells
ROOMY = 40  # pixels: a cell of this width or less has room for either one number or one mark
NUMBERED = 44  # pixels: a narrower cell has no room for the number of a move beside its mark
PALE = 0.55  # the opacity of the marks of a random game
APART = 0.05  # the distance from a cell's edge to its frame or ring, as a share of the cell
RING: dict[str, Any] = {"fill": "none", "stroke": INK, "stroke_width": 2, "stroke_dasharray": "5 3"}


# ---------------------------------------------------------------------------- any state


def picture(state: Any, label: str | None = None) -> str:
    """Return the picture of a state: its own `_repr_svg_`, or else its text.

    A picture that is not `harmless` is shown as an image in a frame.  If the picture cannot be
    shown, the function returns the text with the reason below.  If `str(state)` raises an
    exception, the exception takes the place of the text.
    """
    own = ""
    trouble = ""
    try:
        draw = own_picture(state)
        if draw is not None:
            own = _safe(draw(), label)
    except Exception as error:  # a learner's code may raise any exception
        trouble = f"\n\n_repr_svg_(): {type(error).__name__}: {error}"
    try:
        return own or text_block(f"{state}{trouble}", label)
    except Exception as error:
        return text_block(f"{type(error).__name__}: {error}", label)


def _safe(own: str, label: str | None) -> str:
    """Return a game's own picture, with the label `label` unless it is None.

    A harmless picture becomes part of the page; any other picture becomes an image.
    """
    # `framed` is called first, because its message about a wrong size is the clearest.
    image = svg.framed(own, label or "")
    copy = harmless.rewritten(own)
    if copy is not None and label in (None, svg.words(copy)):
        return copy
    return image


def html(state: Any) -> str:
    """Return the `_repr_html_` of a state with a `_repr_svg_`.

    The result is an image of the same picture, with the picture's `aria-label` as its text
    alternative.  JupyterLab shows the result of `_repr_svg_` without a text alternative, but
    prefers `_repr_html_` if a state has both methods.
    """
    own = state._repr_svg_()
    return svg.image(own, svg.words(own))


def state_board(state: Any, *, line: bool = True, **options: Any) -> str:
    """Draw the board of a state with everything that the game defines.

    line   whether to draw a line through the cells that won

    For a game without cells, the function returns a picture of the state's text.  The other options
    are the parameters of `board`.  By default `values` are given for the player to move; the option
    `player` changes this.
    """
    side = columns(state)
    if not side:
        return text_block(str(state), options.get("label"))
    look: dict[str, Any] = {"line": winning_cells(state) if line else ()}
    if options.get("values"):
        look["player"] = state.current_player
    owners = sides(state)
    if owners:
        options.pop("pale", None)
        options.pop("order", None)  # a hexagon has no corner for a number
        options.pop("numbers", None)
        look["width"] = _width_of_hexagons(state, side, options)
        return hexagon_board(state.cells(), side, owners, **{**look, **options})
    look["width"] = 150 if is_square(state) else 12 + 28 * max(side, 5)
    block = block_size(state)
    if block:
        look |= {"block": block, "block_marks": block_marks(state), "shade": shaded(state)}
    return board(state.cells(), side, **{**look, **options})


def _width_of_hexagons(state: Any, side: int, options: Mapping[str, Any]) -> float:
    has_numbers = options.get("shares") or options.get("values")
    unit = 46 if has_numbers else 30
    across, _ = hexagons.extent(side, len(state.cells()) // side)
    return min(PAGE, max(150, 2 * MARGIN + unit * across))


# ---------------------------------------------------------------------------- squares


@dataclass(frozen=True)
class Squares:
    """The positions of a board's cells.

    side   the number of cells in a row
    unit   the width and the height of a cell, in pixels
    """

    side: int
    unit: float

    def corner(self, cell: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        row, column = divmod(cell, self.side)
        return MARGIN + column * self.unit, MARGIN + row * self.unit

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell."""
        x, y = self.corner(cell)
        return x + self.unit / 2, y + self.unit / 2


def board(
    cells: str,
    side: int,
    *,
    last: int | None = None,
    line: Sequence[int] = (),
    shares: Mapping[int, float] | None = None,
    values: Mapping[int, float] | None = None,
    player: int = 0,
    highlight: Collection[int] = (),
    numbers: Collection[int] = (),
    shade: Collection[int] = (),
    block: int = 0,
    block_marks: str = "",
    order: Mapping[int, int] | None = None,
    pale: Mapping[int, int] | None = None,
    width: float = 150,
    label: str | None = None,
) -> str:
    """Draw a board with `side` cells in each row.

    cells      one character for each cell, row by row; `.` is an empty cell
    last       the cell that was played last, which gets a frame
    line       the cells through which a line is drawn, such as the three in a row that won
    shares     cell → share of the visits, 0 to 1, drawn as a bar at the bottom of the cell and, if
               there is room, also as a percentage
    values     cell → value Q, which is written in the cell and shown by the cell's colour; the
               cell's mark moves up to make room
    player     the player from whose point of view the values are given: 0 for X, 1 for O
    highlight  cells that get a dashed ring
    numbers    empty cells in which their own numbers are written
    shade      cells that get a grey background, such as the cells in which the player may move
    block      the number of cells along the side of a block, or 0 if the board has no blocks
    block_marks  one character for each block, drawn large over the block; `.` means no mark
    order      cell → the number of the move played in the cell; the number is drawn in a corner of
               the cell if there is room
    pale       the same as `order`, for moves that are drawn pale, such as those of a random game
    """
    unit = (width - 2 * MARGIN) / side
    places = Squares(side, unit)
    rows = len(cells) // side
    shares, values, pale = shares or {}, values or {}, pale or {}
    order = {**(order or {}), **pale}
    rises = bool(line) and min(line) % side > max(line) % side
    parts = [_square(places.corner(cell), unit, SURFACE) for cell in sorted(shade)]
    for cell, mark in enumerate(cells):
        share, value = shares.get(cell), values.get(cell)
        colour = _ground(value, player)
        if colour:
            parts.append(_square(places.corner(cell), unit, colour))
        if cell in order and share is None and value is None and unit >= NUMBERED:
            opacity = PALE if cell in pale else 1
            drawn = _numbered(mark, order[cell], places.corner(cell), unit, rises, opacity)
            parts.append(drawn)
        elif cell in pale:
            inside = _contents(mark, places.corner(cell), unit, share, value)
            parts.append(element("g", inside, opacity=PALE))
        else:
            parts.append(_contents(mark, places.corner(cell), unit, share, value))
    parts.append(_grid(side, rows, unit, pen=0.5 if block else 1))
    if block:
        parts.append(_grid(side, rows, unit, step=block, pen=2.5))
        parts.extend(_large_marks(block_marks, block, places))
    for cell in highlight:
        parts.append(_frame(places.corner(cell), unit, RING))
    for cell in numbers:
        x, y = places.middle(cell)
        parts.append(text(str(cell), x, y + 5, TITLE, text_anchor="middle", fill=SOFT))
    if last is not None:
        parts.append(_frame(places.corner(last), unit, _look_of_last(unit)))
    if line:
        parts.append(_strike(places.middle(min(line)), places.middle(max(line)), unit))
    height = 2 * MARGIN + rows * unit
    return document("".join(parts), width, height, label or describe_board(cells, side))


def _square(corner: tuple[float, float], unit: float, colour: str) -> str:
    x, y = corner
    return element("rect", x=x, y=y, width=unit, height=unit, fill=colour)


def _frame(corner: tuple[float, float], unit: float, look: Mapping[str, Any]) -> str:
    """Draw a frame or a ring inside a cell."""
    x, y = corner
    apart = APART * unit
    size = unit - 2 * apart
    return element("rect", x=x + apart, y=y + apart, width=size, height=size, rx=unit / 8, **look)


def _look_of_last(unit: float) -> dict[str, Any]:
    """Return the style of the frame around the cell that was played last."""
    width = min(2.5, unit / 12)
    return {"fill": "none", "stroke": INK, "stroke_width": width, "class_": "last"}


def _grid(side: int, rows: int, unit: float, step: int = 1, pen: float = 1) -> str:
    """Draw the lines between the cells, or between blocks of `step` cells."""
    width = pen * max(1.2, unit / 40)
    ways = [f"M{MARGIN + k * unit:.2f} {MARGIN}v{rows * unit:.2f}" for k in range(step, side, step)]
    ways += [
        f"M{MARGIN} {MARGIN + k * unit:.2f}h{side * unit:.2f}" for k in range(step, rows, step)
    ]
    return element("path", d="".join(ways), stroke=SOFT, stroke_width=width, stroke_linecap="round")


def _large_marks(marks: str, block: int, places: Squares) -> Iterator[str]:
    """Yield a large mark for each block whose character in `marks` is not `.`."""
    across = places.side // block
    for place, mark in enumerate(marks):
        if mark == ".":
            continue
        row, column = divmod(place, across)
        size = block * places.unit
        x, y = MARGIN + (column + 0.5) * size, MARGIN + (row + 0.5) * size
        yield element("g", drawn_mark(mark, x, y, 0.36 * size), opacity=0.4)


def _strike(start: tuple[float, float], end: tuple[float, float], unit: float, **more: Any) -> str:
    (x1, y1), (x2, y2) = start, end
    pen: dict[str, Any] = {"stroke": INK, "stroke_linecap": "round"}
    pen["stroke_width"] = max(2.0, unit / 12)
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **pen, **more)


# ---------------------------------------------------------------------------- hexagons


def hexagon_board(
    cells: str,
    side: int,
    owners: str,
    *,
    last: int | None = None,
    line: Sequence[int] = (),
    shares: Mapping[int, float] | None = None,
    values: Mapping[int, float] | None = None,
    player: int = 0,
    highlight: Collection[int] = (),
    width: float = 150,
    label: str | None = None,
) -> str:
    """Draw a board of hexagons, in which each row begins half a cell to the right of the row above.

    owners   the marks of the owners of the top, bottom, left and right sides, as in the docstring
             of `State`; each side is drawn with its owner's mark
    line     the cells that a line connects, in the order of the line

    The other parameters are the same as in `board`.
    """
    across, down = hexagons.extent(side, len(cells) // side)
    unit = (width - 2 * MARGIN) / across
    middles = []
    for cell in range(len(cells)):
        x, y = hexagons.middle(cell, side)
        middles.append((MARGIN + x * unit, MARGIN + y * unit))
    shares, values = shares or {}, values or {}
    pen: dict[str, Any] = {"stroke": SOFT, "stroke_width": max(1.0, unit / 26)}
    within = unit * (1 - 2 * APART)
    all_cells = "".join(hexagons.around(x, y, unit) for x, y in middles)
    parts = _borders(side, owners, len(cells) // side, unit)
    parts.append(element("path", d=all_cells, fill=PAPER, stroke_linejoin="round", **pen))
    for cell, (x, y) in enumerate(middles):
        colour = _ground(values.get(cell), player)
        if colour:
            around = hexagons.around(x, y, unit)
            parts.append(element("path", d=around, fill=colour, stroke_linejoin="round", **pen))
        corner = (x - unit / 2, y - unit / 2)
        share, value = shares.get(cell), values.get(cell)
        parts.append(_contents(cells[cell], corner, unit, share, value, narrow=0.28 * unit))
        if cell in highlight:
            parts.append(element("path", d=hexagons.around(x, y, within), **RING))
        if cell == last:
            parts.append(element("path", d=hexagons.around(x, y, within), **_look_of_last(unit)))
    if line:
        parts.append(_chain([middles[cell] for cell in line], unit))
    words = label or describe_board(cells, side, owners)
    return document("".join(parts), width, 2 * MARGIN + down * unit, words)


def _chain(middles: Sequence[tuple[float, float]], unit: float) -> str:
    """Draw a line that connects the given centres of cells in their order."""
    way = "L".join(f"{x:.2f} {y:.2f}" for x, y in middles)
    pen: dict[str, Any] = {"stroke": INK, "stroke_linecap": "round"}
    pen["stroke_width"] = max(2.0, unit / 12)
    return element("path", d=f"M{way}", class_="line", fill="none", **pen)


def _borders(side: int, owners: str, rows: int, unit: float) -> list[str]:
    """Draw each side as a band behind the cells, with the mark of the side's owner.

    The bands of player O are dashed.
    """
    parts = []
    for owner, (points, (x, y)) in zip(owners, hexagons.borders(side, rows)):
        corners = [(MARGIN + x * unit, MARGIN + y * unit) for x, y in points]
        way = "L".join(f"{x:.2f} {y:.2f}" for x, y in corners)
        band: dict[str, Any] = {"stroke": mark_colour(owner), "fill": "none"}
        band["stroke_width"] = 2 * hexagons.BAND * unit
        if owner == MARKS[1]:
            band["stroke_dasharray"] = f"{unit / 4:.2f} {unit / 9:.2f}"
        parts.append(element("path", d=f"M{way}", class_="side", **band))
        parts.append(drawn_mark(owner, MARGIN + x * unit, MARGIN + y * unit, 0.14 * unit))
    return parts


# ---------------------------------------------------------------------------- contents of a cell


def drawn_mark(mark: str, x: float, y: float, r: float) -> str:
    """Draw a mark: a blue cross, an orange ring, a stick, or else the character itself.

    x, y   the centre of the mark
    r      half the height of the mark
    """
    if mark in ". ":
        return ""
    pen: dict[str, Any] = {
        "fill": "none",
        "stroke": mark_colour(mark),
        "stroke_width": r / 2.6,
    }
    if mark == "X":
        falling = f"M{x - r:.2f} {y - r:.2f}L{x + r:.2f} {y + r:.2f}"
        rising = f"M{x + r:.2f} {y - r:.2f}L{x - r:.2f} {y + r:.2f}"
        return element("path", d=falling + rising, stroke_linecap="round", **pen)
    if mark == "O":
        return element("circle", cx=x, cy=y, r=r * 1.05, **pen)
    if mark == "|":  # a stick, which as a letter would be too small in small cells
        return element("path", d=f"M{x:.2f} {y - r:.2f}v{2 * r:.2f}", stroke_linecap="round", **pen)
    return text(mark, x, y + r * 0.7, r * 2, text_anchor="middle")


def _numbered(
    mark: str,
    turn: int,
    corner: tuple[float, float],
    unit: float,
    lower: bool,
    opacity: float = 1,
) -> str:
    """Draw a mark, and the number of its move in the upper or the lower right corner.

    The mark is moved away from the centre of the cell, so that the mark does not touch the number.
    """
    if mark in ". ":
        return ""
    x, y = corner
    high = 0.4 if lower else 0.62
    drawn = drawn_mark(mark, x + unit * 0.42, y + unit * high, unit * 0.21)
    if opacity < 1:
        drawn = element("g", drawn, opacity=opacity)
    baseline = y + unit - 5 if lower else y + LEAST + 1
    return drawn + text(str(turn), x + unit - 5, baseline, LEAST, text_anchor="end")


def _ground(value: float | None, player: int) -> str:
    """Return the colour of a cell whose value for `player` is `value`, or "" without a value."""
    if value is None or isnan(value):
        return ""
    return value_colour(value, player)


# number of lines of text in a cell → the y coordinate of the centre of the cell's mark, and half
# the height of the mark, both as shares of the cell's height
PLACE_OF_MARK = {0: (0.5, 0.29), 1: (0.26, 0.16), 2: (0.18, 0.1)}
# number of lines of text in a cell → the baselines of these lines, in an empty cell or below a mark
BASELINES_ALONE: dict[int, Sequence[float]] = {0: (), 1: (0.61,), 2: (0.36, 0.67)}
BASELINES_BELOW: dict[int, Sequence[float]] = {0: (), 1: (0.7,), 2: (0.51, 0.72)}


def _contents(
    mark: str,
    corner: tuple[float, float],
    unit: float,
    share: float | None,
    value: float | None,
    narrow: float = 4,
) -> str:
    """Draw the mark and the numbers of a cell without overlap.

    narrow   the space to the left and right of the bar of the share, in pixels
    """
    x, y = corner
    empty = mark in ". "
    lines = _lines_in(unit, empty, share, value)
    high, r = PLACE_OF_MARK[len(lines)]
    if share is not None and not lines:
        high = 0.42
    parts = [drawn_mark(mark, x + unit / 2, y + unit * high, unit * r)]
    if share is not None:
        parts.append(_foot(corner, unit, share, narrow))
    size = max(FIGURE, unit * (0.2 if len(lines) == 2 else 0.22))
    baselines = BASELINES_ALONE if empty else BASELINES_BELOW
    for words, base in zip(lines, baselines[len(lines)]):
        narrow_or_share = unit <= ROOMY or "%" in words
        weight = {} if narrow_or_share else {"font_weight": "bold"}
        middle = x + unit / 2
        parts.append(text(words, middle, y + unit * base, size, text_anchor="middle", **weight))
    return "".join(parts)


def _lines_in(unit: float, empty: bool, share: float | None, value: float | None) -> list[str]:
    """Return the lines of text in a cell, which are the numbers for which the cell has room."""
    roomy = unit > ROOMY
    if not roomy and not empty:
        return []  # the cell is too small for numbers beside its mark
    lines = []
    if value is not None and not isnan(value):
        lines.append(f"Q {worth(value)}" if roomy else worth(value))
    if share is not None and (roomy or not lines):
        lines.append(percent(share))
    return lines


def _foot(corner: tuple[float, float], unit: float, share: float, narrow: float) -> str:
    """Draw the bar that shows a share, at the bottom of a cell."""
    x, y = corner
    room, height = unit - 2 * narrow, unit * 0.14
    place: dict[str, Any] = {
        "x": x + narrow,
        "y": y + unit - height - 4,
        "height": height,
        "rx": 1.5,
    }
    track = element("rect", width=room, fill="none", stroke=SHADE, stroke_width=0.6, **place)
    filled = room * min(max(share, 0.0), 1.0)
    return track + element("rect", width=filled, fill=INK, **place)
