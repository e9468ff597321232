"""Boards as SVG and as text: what a game may say of its look, and the pictures made of that.

Any game whose state has `cells()` and a number of columns can be drawn; `Board` lists what else it
may say. Nothing here knows the rules of a game.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from math import isnan
from typing import Any

from mctslib.draw import harmless, hexagons, svg
from mctslib.draw.look import (
    FAINT,
    FIGURE,
    INK,
    LAST,
    LEAST,
    MARK_COLOURS,
    OPEN,
    PAGE,
    PAPER,
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
from mctslib.words import number, percent

ROOMY = 40  # pixels: a smaller cell has room for one number, or for a mark
NUMBERED = 34  # pixels: a smaller cell has no room for the number of a move beside its mark
BOLD = {"font_weight": "bold"}
APART = 2.5  # pixels from the edge of a cell to its ring: outside the bar at its foot
RING: dict[str, Any] = {"fill": "none", "stroke": INK, "stroke_width": 2, "stroke_dasharray": "5 3"}


def picture(state: Any, label: str | None = None) -> str:
    """A state as its game shows it: its own `_repr_svg_`, rewritten if it is `harmless`, else
    framed, else its text.

    What is wrong with the picture is said below the text; an exception of `str(state)` is said
    instead of it.
    """
    try:
        own, trouble = _safe(draw(), label) if (draw := own_picture(state)) else "", ""
    except Exception as error:  # whatever a learner's code may raise
        own, trouble = "", f"\n\n_repr_svg_(): {type(error).__name__}: {error}"
    try:
        return own or text_block(f"{state}{trouble}", label)
    except Exception as error:
        return text_block(f"{type(error).__name__}: {error}", label)


def _safe(own: str, label: str | None) -> str:
    """A game's own picture, with this label if there is one: in the page itself if that is
    harmless, else as an image.
    """
    image = svg.framed(
        own, label or ""
    )  # first, because it refuses what says no size in the better words
    copy = harmless.rewritten(own)
    if copy is not None and label in (None, svg.words(copy)):
        return copy
    return image


def html(state: Any) -> str:
    """The `_repr_html_` of a state that has a `_repr_svg_`: the same picture, with its `aria-label`
    in words.

    JupyterLab shows what `_repr_svg_` returns as an image without a text alternative, and prefers
    this.
    """
    own = state._repr_svg_()
    return svg.image(own, svg.words(own))


def board(
    cells: str,
    side: int,
    *,
    last: int | None = None,
    line: Sequence[int] = (),
    shares: Mapping[int, float] | None = None,
    values: Mapping[int, float] | None = None,
    highlight: Collection[int] = (),
    shade: Collection[int] = (),
    block: int = 0,
    block_marks: str = "",
    order: Mapping[int, int] | None = None,
    width: float = 150,
    label: str | None = None,
) -> str:
    """A board with `side` cells in a row, given row by row as one character each, `.` for empty.

    last       the cell just played: yellow, whatever its value, with a corner mark
    line       cells struck through by one line, such as the three in a row that won
    shares     cell → share of the visits, 0…1: a bar at the cell's foot, and the percentage if
               there is room
    values     cell → value Q, printed in the cell and colouring it; a mark makes room for numbers
    highlight  cells with a dashed ring
    shade      cells on a grey ground, such as those where one may play
    block      cells in blocks of `block` × `block`; block_marks has a character a block, drawn
               large
    order      cell → the number of the move played there, in its corner, if there is room
    """
    unit = (width - 12) / side
    height = 12 + len(cells) // side * unit
    ground: dict[str, Any] = {"width": unit, "height": unit, "fill": OPEN}
    places = ((6 + cell % side * unit, 6 + cell // side * unit) for cell in sorted(shade))
    parts = [element("rect", x=x, y=y, **ground) for x, y in places]
    low = (
        bool(line) and min(line) % side > max(line) % side
    )  # the line goes through the upper right corners
    for cell, mark in enumerate(cells):
        x, y = 6 + cell % side * unit, 6 + cell // side * unit
        ring = _ring(x, y, unit) if cell in highlight else ""
        share, value, turn = (
            (shares or {}).get(cell),
            (values or {}).get(cell),
            (order or {}).get(cell),
        )
        if (
            turn is not None
            and mark not in ". "
            and share is None
            and value is None
            and unit >= NUMBERED
        ):
            inside = _numbered(mark, turn, x, y, unit, low)
        else:
            inside = _contents(mark, x, y, unit, share, value)
        parts.append(_cell(inside + ring, x, y, unit, cell == last, value))
    rows = len(cells) // side
    grid = _grid(side, rows, unit, pen=0.5 if block else 1) + (
        _grid(side, rows, unit, block, 2.5) if block else ""
    )
    for place, mark in enumerate(block_marks):
        x, y = (
            6 + (k + 0.5) * block * unit
            for k in (place % (side // block), place // (side // block))
        )
        parts.append(
            element("g", drawn_mark(mark, x, y, unit * block * 0.36), opacity=0.4)
            if mark != "."
            else ""
        )
    strike = _strike(line, side, unit) if line else ""
    return document(
        "".join(parts) + grid + strike, width, height, label or describe_board(cells, side)
    )


def state_board(state: Any, *, line: bool = True, **options: Any) -> str:
    """The board of a state, with all that its game says of it, else its text; the options are those
    of `board`.
    """
    if not (side := columns(state)):
        return text_block(str(state), options.get("label"))
    look: dict[str, Any] = {"width": 150 if is_square(state) else 12 + 28 * max(side, 5)}
    look["line"] = winning_cells(state) if line else ()
    if owners := sides(state):
        options.pop("order", None)  # a hexagon has no corner for a number
        unit = 46 if options.get("shares") or options.get("values") else 30
        look["width"] = min(
            PAGE, max(150, 12 + unit * hexagons.extent(side, len(state.cells()) // side)[0])
        )
        return hexagon_board(state.cells(), side, owners, **{**look, **options})
    if block := block_size(state):
        look.update(block=block, block_marks=block_marks(state), shade=shaded(state))
    return board(state.cells(), side, **{**look, **options})


def hexagon_board(
    cells: str,
    side: int,
    owners: str,
    *,
    last: int | None = None,
    line: Sequence[int] = (),
    shares: Mapping[int, float] | None = None,
    values: Mapping[int, float] | None = None,
    highlight: Collection[int] = (),
    width: float = 150,
    label: str | None = None,
) -> str:
    """A board of hexagons, each row half a cell further right; as `board`, but `line` is struck
    through cell by cell.

    owners   whose are the top, the bottom, the left and the right side, as `Board` says: marked
             with their marks
    """
    across, down = hexagons.extent(side, len(cells) // side)
    unit = (width - 12) / across
    at = [
        (6 + x * unit, 6 + y * unit)
        for x, y in (hexagons.middle(cell, side) for cell in range(len(cells)))
    ]
    pen: dict[str, Any] = {
        "stroke": INK,
        "stroke_width": max(1.0, unit / 26),
        "stroke_linejoin": "round",
    }
    parts = _borders(side, owners, len(cells) // side, unit)
    parts.append(
        element("path", d="".join(hexagons.around(x, y, unit) for x, y in at), fill=PAPER, **pen)
    )
    for cell, (x, y) in enumerate(at):
        share, value = (shares or {}).get(cell), (values or {}).get(cell)
        inside = _contents(cells[cell], x - unit / 2, y - unit / 2, unit, share, value, 0.28 * unit)
        if cell in highlight:
            inside += element("path", d=hexagons.around(x, y, unit - 2 * APART), **RING)
        if ground := _ground(cell == last, value):
            inside = element("path", d=hexagons.around(x, y, unit), fill=ground, **pen) + inside
        parts.append(element("g", inside, class_="valued") if ground and cell != last else inside)
        if cell == last:
            parts.append(
                element(
                    "path",
                    d=hexagons.around(x, y, unit * 0.84),
                    fill="none",
                    stroke=INK,
                    stroke_width=1,
                )
            )
    if line:
        way = "L".join(f"{x:.2f} {y:.2f}" for x, y in map(at.__getitem__, line))
        strike: dict[str, Any] = {
            "stroke": INK,
            "stroke_width": max(2.0, unit / 12),
            "stroke_linecap": "round",
        }
        parts.append(element("path", d=f"M{way}", class_="line", fill="none", **strike))
    return document(
        "".join(parts), width, 12 + down * unit, label or describe_board(cells, side, owners)
    )


def _borders(side: int, owners: str, rows: int, unit: float) -> list[str]:
    """The sides as bands below the cells, one player's dashed, and beside each its owner's mark."""
    parts = []
    for owner, (points, (x, y)) in zip(owners, hexagons.borders(side, rows)):
        way = "L".join(f"{6 + x * unit:.2f} {6 + y * unit:.2f}" for x, y in points)
        dashes = {"stroke_dasharray": f"{unit / 4:.2f} {unit / 9:.2f}"} if owner == MARKS[1] else {}
        band: dict[str, Any] = {
            "stroke": MARK_COLOURS.get(owner, INK),
            "stroke_width": 2 * hexagons.BAND * unit,
        }
        parts.append(element("path", d=f"M{way}", class_="side", fill="none", **band, **dashes))
        parts.append(drawn_mark(owner, 6 + x * unit, 6 + y * unit, 0.14 * unit))
    return parts


def _grid(side: int, rows: int, unit: float, step: int = 1, pen: float = 1) -> str:
    upright = [f"M{6 + k * unit:.2f} 6v{rows * unit:.2f}" for k in range(step, side, step)]
    level = [f"M6 {6 + k * unit:.2f}h{side * unit:.2f}" for k in range(step, rows, step)]
    ways = [way for pair in zip_longest(upright, level, fillvalue="") for way in pair]
    width = pen * max(1.2, unit / 26)
    return element("path", d="".join(ways), stroke=INK, stroke_width=width, stroke_linecap="round")


def drawn_mark(mark: str, x: float, y: float, r: float) -> str:
    """The mark of a player: a blue cross, a vermilion ring, any other as a letter; `r` is half its
    height.
    """
    pen: dict[str, Any] = {
        "fill": "none",
        "stroke": MARK_COLOURS.get(mark, INK),
        "stroke_width": r / 2.6,
    }
    if mark == "X":
        d = f"M{x - r:.2f} {y - r:.2f}L{x + r:.2f} {y + r:.2f}M{x + r:.2f} {y - r:.2f}L{x - r:.2f} {y + r:.2f}"
        return element("path", d=d, stroke_linecap="round", **pen)
    if mark == "O":
        return element("circle", cx=x, cy=y, r=r * 1.05, **pen)
    return "" if mark in ". " else text(mark, x, y + r * 0.7, r * 2, text_anchor="middle")


def _cell(inside: str, x: float, y: float, unit: float, last: bool, value: float | None) -> str:
    """A square cell with its ground, and what is in it."""
    ground = _ground(last, value)
    parts = [element("rect", x=x, y=y, width=unit, height=unit, fill=ground)] if ground else []
    parts += [_corner(x, y, unit)] if last else []
    parts.append(inside)
    return element("g", "".join(parts), class_="valued") if ground and not last else "".join(parts)


def _numbered(mark: str, turn: int, x: float, y: float, unit: float, low: bool) -> str:
    """A mark, and the number of its move in the upper right corner, or the lower; neither touches
    the other.
    """
    drawn = drawn_mark(mark, x + unit * 0.45, y + unit * (0.4 if low else 0.6), unit * 0.22)
    return drawn + text(
        str(turn), x + unit - 3, y + (unit - 4 if low else LEAST + 2), LEAST, text_anchor="end"
    )


def _ground(last: bool, value: float | None) -> str:
    """The colour of a cell: that of the last one played, or that of its value; "" for none."""
    return LAST if last else "" if value is None or isnan(value) else value_colour(value)


def _contents(
    mark: str,
    x: float,
    y: float,
    unit: float,
    share: float | None,
    value: float | None,
    narrow: float = 4,
) -> str:
    """The mark and the numbers of a cell, none of them on another; the bar keeps so far from both
    its sides.
    """
    value = None if value is None or isnan(value) else value
    empty = mark in ". "
    rows = [f"{'Q ' if unit > ROOMY else ''}{number(value, 2)}"] if value is not None else []
    if share is not None and (unit > ROOMY or not rows):
        rows.append(percent(share))
    if unit <= ROOMY and not empty:
        rows = []  # too small for a mark and numbers
    middle, r = {0: (0.5 if share is None else 0.42, 0.29), 1: (0.26, 0.16), 2: (0.18, 0.1)}[
        len(rows)
    ]
    parts = [drawn_mark(mark, x + unit / 2, y + unit * middle, unit * r)]
    parts += [] if share is None else [_foot(x, y, unit, share, narrow)]
    return "".join([*parts, *_rows(rows, x + unit / 2, y, unit, empty)])


def _rows(rows: Sequence[str], middle: float, y: float, unit: float, empty: bool) -> list[str]:
    """The numbers of a cell, one below the other."""
    places = {0: (), 1: (0.61,) if empty else (0.7,), 2: (0.36, 0.67) if empty else (0.51, 0.72)}[
        len(rows)
    ]
    size = max(FIGURE, unit * (0.2 if len(rows) == 2 else 0.22))
    return [
        text(
            words,
            middle,
            y + unit * place,
            size,
            text_anchor="middle",
            **({} if "%" in words else BOLD),
        )
        for words, place in zip(rows, places)
    ]


def _corner(x: float, y: float, unit: float) -> str:
    """The mark of the cell that was played last."""
    corner = f"M{x + 2:.2f} {y + 2:.2f}h{unit / 5:.2f}l{-unit / 5:.2f} {unit / 5:.2f}z"
    return element("path", d=corner, fill=INK)


def _foot(x: float, y: float, unit: float, share: float, narrow: float) -> str:
    """The bar of a share at the foot of a cell."""
    room, height = unit - 2 * narrow, unit * 0.14
    foot: dict[str, Any] = {
        "x": x + narrow,
        "y": y + unit - height - 4,
        "height": height,
        "rx": 1.5,
    }
    whole = element("rect", width=room, fill="none", stroke=FAINT, stroke_width=0.6, **foot)
    return whole + element("rect", width=room * min(max(share, 0.0), 1.0), fill=INK, **foot)


def _ring(x: float, y: float, unit: float) -> str:
    side = unit - 2 * APART
    return element("rect", x=x + APART, y=y + APART, width=side, height=side, rx=unit / 8, **RING)


def _strike(line: Sequence[int], side: int, unit: float) -> str:
    ends = [
        (6 + (c % side + 0.5) * unit, 6 + (c // side + 0.5) * unit) for c in (min(line), max(line))
    ]
    (x1, y1), (x2, y2) = ends
    return element(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=INK,
        stroke_width=max(2.0, unit / 12),
        stroke_linecap="round",
    )
