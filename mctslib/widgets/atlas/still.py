"""Draw a tree with a few hundred rectangles as SVG text, for readers without a kernel."""

from math import isnan
from typing import Any

from mctslib.draw import look
from mctslib.draw.svg import document, element, text
from mctslib.widgets.atlas.rectangles import MAIN, MERGED, Rectangles
from mctslib.widgets.atlas.view import View
from mctslib.words import worth

RECTANGLES = 400  # at most this many rectangles are drawn
WIDTH = 640.0  # pixels
LEFT = 46.0  # pixels to the left of the rectangles, for names of the levels such as "12 X"
TOP = 44.0  # pixels above the rectangles
ROW = 19.0  # pixels from one level to the next
ROWS = 24  # at most this many levels are drawn
NARROW = 8.0  # pixels: neighbours narrower than this are merged


def drawn(view: View) -> str:
    """Draw the part of the tree that the view shows, as SVG text."""
    seen, head = view.picture(most=RECTANGLES, levels=ROWS, narrow=NARROW)
    depth = len(seen.rows) - 1
    low = TOP + ROW * depth
    names = [f"{level} {head['movers'][level]}".strip() for level in range(1, depth)]
    left = max([LEFT, *(look.text_width(name, look.NOTE) + 14 for name in names)])
    parts = [
        text(heading(head), left, 18, look.TITLE, font_weight="bold"),
        text("depth", 6, TOP - 6, look.NOTE),
    ]
    for level in range(depth):
        name = names[level - 1] if level else "0 root"
        parts.append(text(name, 6, TOP + ROW * level + 14, look.NOTE))
        for k in range(seen.rows[level], seen.rows[level + 1]):
            parts.append(_rectangle(seen, head, k, level, left))
    legend, rows = _legend(view, left, low + 20)
    return document("".join(parts) + legend, WIDTH, low + 42 + 20 * rows, view.words())


def heading(head: dict[str, Any]) -> str:
    """Return the title and the size of the tree as one line of text."""
    size = f"{head['visits']:,} visits, {head['total']:,} nodes, {head['depth']:,} deep"
    if "cut" in head:
        size += f"; drawn down to depth {head['cut']}"
    return f"{head['title']}: {size}" if head["title"] else size


def _rectangle(seen: Rectangles, head: dict[str, Any], k: int, level: int, left: float) -> str:
    """Draw rectangle k, which is on level `level`; the rectangles begin at x = `left`.

    A merged rectangle has stripes.  Any other rectangle shows its move and value if there is room.
    A rectangle on the principal variation has a frame.
    """
    x = _place(seen, seen.start[k], left)
    width = _place(seen, seen.start[k] + seen.visits[k], left) - x
    y = TOP + ROW * level
    gap = 0.8 if width > 2.5 else 0.0
    value = seen.sums[k] / seen.visits[k] if seen.visits[k] else 0.5
    box: dict[str, Any] = {
        "x": float(x),
        "y": y,
        "width": float(max(width - gap, 0.2)),
        "height": ROW - 1,
    }
    parts = [element("rect", fill=_colour(head["scales"][level], value), **box)]
    if seen.move[k] == MERGED:
        stripes = "".join(f"M{x + at:.1f} {y}v{ROW - 1}" for at in range(2, int(width), 4))
        if stripes:
            parts.append(element("path", d=stripes, stroke=look.SOFT, stroke_width=0.7))
    elif level:
        words = _label(dict(head["moves"])[seen.move[k]], value, width)
        if words:
            parts.append(text(words, x + 3, y + 13, look.NOTE))
    if level and seen.flags[k] & MAIN:
        frame: dict[str, Any] = {
            "fill": "none",
            "stroke": look.INK,
            "stroke_width": 2,
            "height": ROW - 3,
        }
        inside = float(max(width - gap - 2, 0.5))
        parts.append(element("rect", x=float(x + 1), y=y + 1, width=inside, **frame))
    return "".join(parts)


def _place(seen: Rectangles, at: float, left: float) -> float:
    """Return the x coordinate of `at`, given in visits of the root and clipped to the window."""
    low, high = seen.window
    scale = (WIDTH - left - 6) / (high - low)
    return left + scale * (min(max(at, low), high) - low)


def _colour(scale: str, value: float) -> str:
    """Return the colour of a value on the colour scale of its level; nan gets the middle colour."""
    if isnan(value):
        return look.value_colour(0.5)
    if scale == "amount":
        return look.amount_colour(0.6 * value)
    return look.value_colour(value, 1 if scale == "turned" else 0)


def _label(move: str, value: float, width: float) -> str:
    """Return as much as there is room for: the move and its value, only the move, or ""."""
    for words in (move,) if isnan(value) else (f"{move}  Q {worth(value)}", move):
        if look.text_width(words, look.NOTE) + 5 < width:
            return words
    return ""


def _legend(view: View, left: float, y: float) -> tuple[str, int]:
    """Draw the legend of the colours, the frame and the stripes; return it and its number of rows.

    The words about the colours have a row of their own except between X and O.
    """
    words = colours(view.ends())
    is_short = view.ends() == ("O", "X")
    end = LEFT + 145 if is_short else left + look.text_width(words, look.NOTE) + 6
    parts = [text(words, left, y + 11, look.NOTE)]
    rows = 1
    if view.ends():
        for k in range(41):
            fill = look.value_colour(k / 40)
            parts.append(element("rect", x=end + 3.4 * k, y=y, width=3.6, height=14, fill=fill))
    place = LEFT
    if not is_short:
        rows, y, place = 2, y + 20, left - 300
    frame: dict[str, Any] = {"fill": "none", "stroke": look.INK, "stroke_width": 2}
    parts.append(element("rect", x=place + 300, y=y, width=16, height=14, **frame))
    parts.append(text("moves it expects", place + 322, y + 11, look.NOTE))
    stripes = "".join(f"M{place + 450 + 4 * k:.0f} {y}v14" for k in range(5))
    parts.append(element("path", d=stripes, stroke=look.SOFT, stroke_width=0.8))
    parts.append(text("too narrow: merged", place + 472, y + 11, look.NOTE))
    return "".join(parts), rows


def colours(ends: tuple[str, str] | None) -> str:
    """Return the words beside the scale of the values, or in place of a scale.

    ends   the players of both ends of the scale (`View.ends`)
    """
    if ends is None:
        return "the darker, the larger Q for the player who moved there"
    return f"good for {ends[0]}  …  good for {ends[1]}:"
