"""Film strips: several SVG pictures in one, with arrows between them and captions below.  Pure text in, text out."""
import re
from collections.abc import Iterable

from mctslib.draw.look import COMFORTABLE, INK, WORDS, wrapped
from mctslib.draw.svg import FIRST_TAG, dimensions, document, text

Frame = tuple[str, float, float, list[str]]
"""A **frame** is a picture, its width and height in the strip, and the lines of its caption."""
GAP = 44  # between two frames, room for the arrow
NARROWEST = 116.0  # pixels of a caption


def film_strip(
    pictures: Iterable[str], captions: Iterable[str], label: str, *, height: float | None = None,
    columns: int | None = None, arrow: str = "→",
) -> str:
    """Pictures side by side, an arrow between two neighbours, each with its caption below.

    height   scales every picture to that height; without it each keeps its own size
    columns  how many stand in a row; without it as many as fit a page
    arrow    the sign between two neighbours; "" where they do not follow from each other
    """
    frames = [_frame(picture, caption, height) for picture, caption in zip(pictures, captions, strict=True)]
    rows = _rows(frames, columns)
    parts, width, y, first = [], 20.0, 10.0, 0
    for row in rows:
        content, row_width, row_height = _row(row, y, first, bool(arrow) and len(rows) > 1, arrow)
        parts.append(content)
        width, y, first = max(width, row_width), y + row_height, first + len(row)
    return document("".join(parts), width, y, label)


def _rows(frames: list[Frame], columns: int | None) -> list[list[Frame]]:
    """The frames in rows of `columns`, or of what fits."""
    per_row = max(columns if columns else _fitting(frames), 1)
    return [frames[start : start + per_row] for start in range(0, len(frames), per_row)]


def _fitting(frames: list[Frame]) -> int:
    """How many frames of the widest kind fit beside each other; all rows hold about the same number."""
    if not frames:
        return 1
    fit = max(1, int(COMFORTABLE / (max(w for _, w, _, _ in frames) + GAP)))
    rows = -(-len(frames) // fit)
    return -(-len(frames) // rows)


def _frame(picture: str, caption: str, height: float | None) -> Frame:
    w, h = dimensions(picture)
    factor = height / h if height else 1.0
    return picture, w * factor, h * factor, wrapped(caption, max(NARROWEST, w * factor), WORDS)


def _row(frames: list[Frame], top: float, first: int, indent: bool, arrow: str) -> tuple[str, float, float]:
    """(content, width, height) of one row.  `first` counts the frames before it: an arrow comes from them."""
    tallest = max(h for _, _, h, _ in frames)
    lines = max(len(caption) for *_, caption in frames)
    parts, x = [], float(GAP) if indent else 10.0
    for k, (picture, w, h, caption) in enumerate(frames):
        room = max(w, NARROWEST)
        if arrow and first + k:
            parts.append(text(arrow, x - GAP / 2, top + 64, 26, fill=INK, text_anchor="middle"))
        parts.append(placed(picture, x + (room - w) / 2, top, w, h))
        parts += [
            text(line, x + room / 2, top + tallest + 20 + 17 * n, WORDS, text_anchor="middle")
            for n, line in enumerate(caption)
        ]
        x += room + GAP
    return "".join(parts), x - GAP + 10, tallest + 17 * lines + 20


def placed(picture: str, x: float, y: float, w: float, h: float) -> str:
    """The picture as a nested element at (x, y): only the attributes of its first tag change."""
    tag = FIRST_TAG.search(picture)
    assert tag is not None, "dimensions() has read it"
    head, close = (tag[0][:-2], "/>") if tag[0].endswith("/>") else (tag[0][:-1], ">")
    head = re.sub(r"""\s(width|height|style|role|aria-label|x|y)\s*=\s*("[^"]*"|'[^']*')""", "", head)
    return f'{head} x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}"{close}{picture[tag.end() :].rstrip()}'
