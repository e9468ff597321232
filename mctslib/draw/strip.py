"""Film strips: several SVG pictures in one, with arrows between them and captions below.  Pure text in, text out."""

import re
from collections.abc import Iterable

from mctslib.draw.look import COMFORTABLE, INK, WORDS, wrapped
from mctslib.draw.svg import FIRST_TAG, dimensions, document, text

Frame = tuple[str, float, float, list[str]]
"""A **frame** is a picture, its width and height in the strip, and the lines of its caption."""
ARROW_GAP, GAP = 44.0, 24.0  # between two frames, with an arrow and without
NARROWEST = 116.0  # pixels of a caption


def film_strip(
    pictures: Iterable[str],
    captions: Iterable[str],
    label: str,
    *,
    height: float | None = None,
    columns: int | None = None,
    arrow: str = "→",
) -> str:
    """Pictures side by side, an arrow between two neighbours, each with its caption below.

    height   scales every picture to that height; without it each keeps its own size
    columns  how many stand in a row; without it as many as fit a page
    arrow    the sign between two neighbours; "" where they do not follow from each other
    """
    frames = [
        _frame(picture, caption, height)
        for picture, caption in zip(pictures, captions, strict=True)
    ]
    gap = ARROW_GAP if arrow else GAP
    per_row = max(columns or _fitting(frames, gap), 1)
    rows = [frames[start : start + per_row] for start in range(0, len(frames), per_row)]
    sign = "↓" if arrow and per_row == 1 else arrow  # from one row to the next
    parts, width, y, first = [], 20.0, 10.0, 0
    for row in rows:
        left = ARROW_GAP if arrow and len(rows) > 1 else 10.0
        content, row_width, row_height = _row(row, left, y, gap, sign if first else "", arrow)
        parts.append(content)
        width, y, first = max(width, row_width), y + row_height, first + len(row)
    return document("".join(parts), width, y, label)


def _fitting(frames: list[Frame], gap: float) -> int:
    """How many frames a row can hold so that every row fits a page; all rows hold about the same number."""
    wide = [max(w, NARROWEST) + gap for _, w, _, _ in frames]

    def fits(count: int) -> bool:
        return all(
            sum(wide[start : start + count]) <= COMFORTABLE for start in range(0, len(wide), count)
        )

    most = next((count for count in range(len(wide), 1, -1) if fits(count)), 1)
    return -(-len(wide) // -(-len(wide) // most)) if wide else 1


def _frame(picture: str, caption: str, height: float | None) -> Frame:
    w, h = dimensions(picture)
    factor = height / h if height else 1.0
    return picture, w * factor, h * factor, wrapped(caption, max(NARROWEST, w * factor), WORDS)


def _row(
    frames: list[Frame], left: float, top: float, gap: float, sign: str, arrow: str
) -> tuple[str, float, float]:
    """(content, width, height) of one row, an `arrow` between two frames, and a `sign` before the first."""
    tallest = max(h for _, _, h, _ in frames)
    lines = max(len(caption) for *_, caption in frames)
    parts, x = [], left
    for k, (picture, w, h, caption) in enumerate(frames):
        room = max(w, NARROWEST)
        parts.append(_sign(arrow if k else sign, x - gap / 2, top + 64))
        parts.append(placed(picture, x + (room - w) / 2, top, w, h))
        parts += [
            text(line, x + room / 2, top + tallest + 20 + 17 * n, WORDS, text_anchor="middle")
            for n, line in enumerate(caption)
        ]
        x += room + gap
    return "".join(parts), x - gap + 10, tallest + 17 * lines + 20


def _sign(arrow: str, x: float, y: float) -> str:
    return text(arrow, x, y, 26, fill=INK, text_anchor="middle") if arrow else ""


def placed(picture: str, x: float, y: float, w: float, h: float) -> str:
    """The picture as a nested element at (x, y): only the attributes of its first tag change."""
    tag = FIRST_TAG.search(picture)
    assert tag is not None, "dimensions() has read it"
    head, close = (tag[0][:-2], "/>") if tag[0].endswith("/>") else (tag[0][:-1], ">")
    head = re.sub(
        r"""\s(width|height|style|role|aria-label|x|y)\s*=\s*("[^"]*"|'[^']*')""", "", head
    )
    return f'{head} x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}"{close}{picture[tag.end() :].rstrip()}'
