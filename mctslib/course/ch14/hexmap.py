"""Draw the board of `BetaMap`: a Hex board with a number, a value and perhaps a ✓ in each cell."""

from collections.abc import Collection, Mapping

from mctslib.draw import hexagons
from mctslib.draw.boards import MARGIN
from mctslib.draw.look import INK, SOFT, TITLE, WORDS, value_colour
from mctslib.draw.show import board_svg
from mctslib.draw.svg import element, text
from mctslib.game import Action
from mctslib.games import Hex
from mctslib.words import hundredths

WIDTH = 290  # the width of the board, in pixels


def hex_map(
    size: int,
    values: Mapping[Action, float],
    framed: Collection[Action],
    winning: Collection[Action],
    label: str,
) -> str:
    """Draw an empty board of Hex with numbers in its cells; return the SVG text.

    values   a dictionary from each cell to X's mean reward, from 0 to 1; a cell without a value
             gets no colour and shows no number
    framed   the cells that get a thick frame
    winning  the cells that get a ✓
    label    a description of the picture
    """
    empty = board_svg(Hex(size), width=WIDTH, label=label)
    across, _ = hexagons.extent(size, size)
    unit = (WIDTH - 2 * MARGIN) / across
    parts = []
    for cell in range(size * size):
        x, y = hexagons.middle(cell, size)
        middle = (MARGIN + x * unit, MARGIN + y * unit)
        sign = " ✓" if cell in winning else ""
        parts.append(_cell(middle, unit, f"{cell}{sign}", values.get(cell), cell in framed))
    return empty.replace("</svg>", "".join(parts) + "</svg>")


def _cell(
    middle: tuple[float, float], unit: float, name: str, value: float | None, framed: bool
) -> str:
    x, y = middle
    parts = []
    if value is not None:
        way = hexagons.around(x, y, unit)
        parts.append(element("path", d=way, fill=value_colour(value), stroke=SOFT))
        parts.append(text(hundredths(value), x, y + 15, TITLE, text_anchor="middle"))
    parts.append(text(name, x, y - 4, WORDS, text_anchor="middle", font_weight="bold"))
    if framed:
        inner = hexagons.around(x, y, unit - 6)
        parts.append(element("path", d=inner, fill="none", stroke=INK, stroke_width=3))
    return "".join(parts)
