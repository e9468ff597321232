"""Draw film strips: several SVG pictures in one picture, with captions and arrows.

The functions take SVG text and return SVG text.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mctslib.draw.look import COMFORTABLE, HUGE, INK, LINE_HEIGHT, WORDS, wrapped
from mctslib.draw.svg import FIRST_TAG, dimensions, document, text

# All sizes are in pixels.
ARROW_GAP = 44.0  # the gap between two frames with an arrow between them
GAP = 24.0  # the gap between two frames without an arrow
NARROWEST = 116.0  # the smallest width that is reserved for a caption
EDGE = 10.0  # the margin around all frames
ARROW_HEIGHT = 64  # the distance from the upper edge of a row to the baseline of its arrows


class Frame(NamedTuple):
    """A picture in the strip, with its size in the strip and the lines of its caption."""

    picture: str
    width: float
    height: float
    caption: list[str]

    @property
    def room(self) -> float:
        """The width that is reserved for the picture and its caption."""
        return max(self.width, NARROWEST)


def film_strip(
    pictures: Iterable[str],
    captions: Iterable[str],
    label: str,
    *,
    height: float | None = None,
    columns: int | None = None,
    arrow: str = "→",
) -> str:
    """Return pictures side by side, with captions below and an arrow between two neighbours.

    label     the text for a screen reader
    height    the height of every picture after scaling, in pixels; by default each picture keeps
              its size
    columns   the number of frames in a row; by default as many as fit on a page
    arrow     the sign between two neighbours; "" if the pictures are not a sequence
    """
    frames = [
        _frame(picture, caption, height)
        for picture, caption in zip(pictures, captions, strict=True)
    ]
    gap = ARROW_GAP if arrow else GAP
    in_a_row = max(columns or fitting_columns(frames, gap), 1)
    rows = [frames[start : start + in_a_row] for start in range(0, len(frames), in_a_row)]
    left = ARROW_GAP if arrow and len(rows) > 1 else EDGE  # with room for the previous row's arrow
    turn = "↓" if arrow and in_a_row == 1 else arrow  # the arrow from one row to the next

    parts = []
    width = 2 * EDGE
    y = EDGE
    for number, row in enumerate(rows):
        first_arrow = turn if number > 0 else ""
        parts.append(_row(row, left, y, gap, first_arrow, arrow))
        width = max(width, left + row_width(row, gap) + EDGE)
        y += row_height(row)
    return document("".join(parts), width, y, label)


def _frame(picture: str, caption: str, height: float | None) -> Frame:
    """Return a frame: the picture, scaled to `height` if given, and the lines of its caption."""
    own_width, own_height = dimensions(picture)
    factor = height / own_height if height else 1.0
    width = own_width * factor
    lines = wrapped(caption, max(NARROWEST, width), WORDS)
    return Frame(picture, width, own_height * factor, lines)


def fitting_columns(frames: Sequence[Frame], gap: float) -> int:
    """Return the number of frames in a row.

    With this number the rows have nearly equal numbers of frames, and every row fits on a page
    unless a single frame is too wide.
    """
    if not frames:
        return 1
    most = len(frames)
    while most > 1 and not _rows_fit(frames, gap, most):
        most -= 1
    rows = -(-len(frames) // most)
    return -(-len(frames) // rows)


def _rows_fit(frames: Sequence[Frame], gap: float, in_a_row: int) -> bool:
    """Return whether every row fits on a page with `in_a_row` frames in a row."""
    for start in range(0, len(frames), in_a_row):
        row = frames[start : start + in_a_row]
        if sum(frame.room + gap for frame in row) > COMFORTABLE:
            return False
    return True


def row_width(row: Sequence[Frame], gap: float) -> float:
    """Return the width of a row from its first frame to its last, in pixels."""
    return sum(frame.room for frame in row) + gap * (len(row) - 1)


def row_height(row: Sequence[Frame]) -> float:
    """Return the height of a row in pixels, including captions and the space below."""
    lines = max(len(frame.caption) for frame in row)
    return max(frame.height for frame in row) + LINE_HEIGHT * lines + 20


def _row(
    row: Sequence[Frame], left: float, top: float, gap: float, first_arrow: str, arrow: str
) -> str:
    """Draw a row: `arrow` between neighbouring frames, and `first_arrow` before the first frame."""
    tallest = max(frame.height for frame in row)
    parts = []
    x = left
    for number, frame in enumerate(row):
        sign = arrow if number > 0 else first_arrow
        middle = x - gap / 2, top + ARROW_HEIGHT
        parts.append(text(sign, *middle, HUGE, fill=INK, text_anchor="middle") if sign else "")
        inner = x + (frame.room - frame.width) / 2
        parts.append(placed(frame.picture, inner, top, frame.width, frame.height))
        for k, line in enumerate(frame.caption):
            y = top + tallest + 20 + LINE_HEIGHT * k
            parts.append(text(line, x + frame.room / 2, y, WORDS, text_anchor="middle"))
        x += frame.room + gap
    return "".join(parts)


def placed(picture: str, x: float, y: float, width: float, height: float) -> str:
    """Return a picture as a nested element at (x, y) with a given size, in pixels.

    Only attributes of the first tag change.
    """
    tag = FIRST_TAG.search(picture)
    assert tag is not None, "dimensions() has already found this tag"
    close = "/>" if tag[0].endswith("/>") else ">"
    head = tag[0].removesuffix(close)
    changing = r"""\s(width|height|style|role|aria-label|x|y)\s*=\s*("[^"]*"|'[^']*')"""
    head = re.sub(changing, "", head)
    place = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f"{head} {place}{close}{picture[tag.end() :].rstrip()}"
