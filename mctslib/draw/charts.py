"""Small SVG charts for the widgets: numbers in, text out, in a millisecond.

The notebooks' figures are matplotlib's (`plots`); a slider that is being dragged cannot wait for
those. Lines differ by dashes and end marks as well as by colour.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import isnan, log2
from typing import Any, NamedTuple

from mctslib.draw.look import (
    ACT,
    DASHES,
    FIGURE,
    INK,
    NOTE,
    PAPER,
    RULE,
    SHADE,
    TITLE,
    WORDS,
    text_width,
    widest,
    wrapped,
)
from mctslib.draw.look import SERIES as COLOURS
from mctslib.draw.svg import HALO, document, element, shorten, text
from mctslib.words import count, number, percent

LEFT, TOP, BOTTOM = 40, 30, 42  # pixels around the plotted area
TRACK: dict[str, Any] = {"fill": "none", "stroke": SHADE, "stroke_width": 0.6}  # all of a share

Points = Sequence[tuple[float, float]]
Scale = Callable[[float], float]
"""A **scale** takes a number to its place in the picture, in pixels."""


def line_chart(
    lines: Mapping[str, Points],
    *,
    title: str,
    x_label: str = "iterations",
    marks: Sequence[float],
    guides: Mapping[str, float] | None = None,
    at: float | None = None,
    size: tuple[float, float] = (310, 220),
    levels: Sequence[float] = (0, 0.25, 0.5, 0.75, 1),
) -> str:
    """Lines of (x, y) with y from the first of the `levels`, which are written on its axis, to the
    last.

    Every doubling of x takes the same room.

    marks   the numbers written on the x axis, from the smallest to the largest x
    guides  label → y: a thin line across in the colour of the line with that label
    at      an x marked by an upright line
    """
    width, height = size
    heading = wrapped(title, width - LEFT, TITLE, bold=True)
    more = 16 * (len(heading) - 1) if heading else 0
    room, low = width - LEFT - 16 - widest(list(lines), NOTE, bold=True), height - BOTTOM
    x, y = doubling(marks, LEFT, room), _even(levels, low, TOP)
    parts = [_axes(x, y, marks, levels, room, low)]
    parts.append(text(x_label, LEFT + room / 2, height - 6, NOTE, text_anchor="middle"))
    if at is not None:
        parts.append(
            element(
                "line", x1=x(at), x2=x(at), y1=TOP, y2=low, stroke=SHADE, stroke_dasharray="3 3"
            )
        )
    names = list(lines)
    for label, value in (guides or {}).items():
        colour, level = COLOURS[names.index(label) % len(COLOURS)], y(value)
        parts.append(
            element(
                "line", x1=LEFT, x2=LEFT + room, y1=level, y2=level, stroke=colour, opacity=0.55
            )
        )
    ends = moved_apart([y(_last(points)) for points in lines.values()])
    for k, (label, points) in enumerate(lines.items()):
        parts.append(_line(k, points, x, y))
        ink = COLOURS[k % len(COLOURS)]
        parts.append(text(label, LEFT + room + 8, ends[k] + 4, NOTE, fill=ink, font_weight="bold"))
    chart = _headings(heading, LEFT) + element(
        "g", "".join(parts), transform=f"translate(0 {more})"
    )
    return document(chart, width, height + more, describe_lines(title, lines))


def _headings(lines: Sequence[str], x: float) -> str:
    """The title, in as many lines as it needs."""
    return "".join(
        text(line, x, 18 + 16 * k, TITLE, font_weight="bold") for k, line in enumerate(lines)
    )


def describe_lines(title: str, lines: Mapping[str, Points]) -> str:
    """The chart in words: where each line ends."""
    ends = [
        f"{label}: {number(_last(points), 2)} at {points[-1][0]:g}"
        for label, points in lines.items()
        if points
    ]
    return f"{title}. " + ("; ".join(ends) if ends else "Nothing measured yet") + "."


class Interval(NamedTuple):
    """A row of an interval chart: its name, its numbers in words, the estimate (None: not yet) and
    the interval's ends.

    true  the value that was to be estimated, if it may be shown
    """

    name: str
    said: str
    at: float | None
    low: float
    high: float
    true: float | None = None


def interval_chart(
    rows: Sequence[Interval],
    marks: Mapping[Any, str],
    *,
    title: str,
    label: str = "",
    width: float = 400,
) -> str:
    """A dot a row, a bar as wide as its interval, the numbers above it; the true value is an
    upright line.

    marks  number → how it is written below; the axis holds all of them and every interval
    label  what a screen reader says; the title and all rows, if it is not given
    """
    left, low = _room_for(row.name for row in rows), TOP + 38 * len(rows)
    width = max(
        width,
        left + widest([row.said for row in rows], WORDS) + 8,
        16 + text_width(title, TITLE, bold=True),
    )
    x = _even(
        [*marks, *(end for row in rows if row.at is not None for end in (row.low, row.high))],
        left,
        width - 20,
    )
    parts = [text(title, 8, 18, TITLE, font_weight="bold")]
    for mark, word in marks.items():
        parts.append(
            element("line", x1=x(mark), x2=x(mark), y1=TOP, y2=low, stroke=RULE, stroke_width=0.8)
        )
        parts.append(text(word, x(mark), low + 15, NOTE, text_anchor="middle"))
    for k, row in enumerate(rows):
        y = TOP + 38 * k + 26.0
        parts += [
            _name(row.name, left, y + 4),
            text(row.said, left, y - 14, WORDS, **HALO),
            _interval(row, x, y),
        ]
    words = "; ".join(f"{row.name}: {row.said}" for row in rows)
    return document("".join(parts), width, low + 24, label or f"{title}. {words}.")


def _interval(row: Interval, x: Scale, y: float) -> str:
    parts = []
    if row.at is not None:
        a, b = x(row.low), x(row.high)
        parts.append(
            element("line", x1=a, x2=b, y1=y, y2=y, stroke=COLOURS[0], stroke_width=5, opacity=0.4)
        )
        for end in (a, b):
            parts.append(
                element(
                    "line", x1=end, x2=end, y1=y - 6, y2=y + 6, stroke=COLOURS[0], stroke_width=1.5
                )
            )
        parts.append(element("circle", cx=x(row.at), cy=y, r=4.5, fill=COLOURS[0]))
    if row.true is not None:
        true = x(row.true)
        parts.append(
            element("line", x1=true, x2=true, y1=y - 11, y2=y + 11, stroke=ACT, stroke_width=2.5)
        )
    return "".join(parts)


def share_chart(
    names: Sequence[str],
    shares: Mapping[str, Sequence[float]],
    *,
    title: str = "",
    label: str = "",
    width: float = 330,
) -> str:
    """Shares (0…1): for each name a bar a series, the series told apart by the key above them.

    shares  series → its shares, in the order of the names; a single series has no key
    label   what a screen reader says; the title and where each series is highest, if it is not
            given
    """
    keys = list(shares) if len(shares) > 1 else []
    thick, digits = (10, 0) if keys else (15, 1)
    left, row, y = (
        _room_for(names),
        (thick + 1) * len(shares) + 9,
        8 + 20 * bool(title) + 20 * bool(keys),
    )
    width = max(width, 16 + text_width(title, TITLE, bold=True))
    room, parts = (
        max(90.0, width - left - 50),
        [text(title, 8, 18, TITLE, font_weight="bold")] if title else [],
    )
    at = 8.0
    for k, key in enumerate(keys):
        parts.append(_box(at, 27, 10, 10, k) + text(key, at + 14, 36, NOTE))
        at += 30 + text_width(key, NOTE)
    for name, *own in zip(names, *shares.values(), strict=True):
        parts.append(_name(name, left, y + 4 + (thick + 1) * len(own) / 2))
        for k, share in enumerate(own):
            at = y + (thick + 1) * k
            parts.append(
                "" if keys else element("rect", x=left, y=at, width=room, height=thick, **TRACK)
            )
            parts.append(_box(left, at, max(0.5, room * share), thick, k))
            words_at = left + 4 + (room * share if keys else room)
            parts.append(
                text(percent(share, digits), words_at, at + thick - 2, FIGURE if keys else WORDS)
            )
        y += row
    best = "; ".join(
        f"{key}: most visits to {names[own.index(max(own))]}" for key, own in shares.items() if own
    )
    return document("".join(parts), left + room + 50, y + 6, label or f"{title}. {best}.")


def _box(x: float, y: float, width: float, height: float, k: int) -> str:
    return element(
        "rect", x=x, y=y, width=width, height=height, fill=COLOURS[k], opacity=str(1 - 0.35 * k)
    )


def _room_for(names: Iterable[str]) -> float:
    """Where the bars begin so that the names before them have room."""
    return 20 + widest([shorten(name) for name in names], WORDS)


def _name(name: str, left: float, y: float) -> str:
    """The name of a row, before its bars."""
    return text(shorten(name), left - 8, y, WORDS, text_anchor="end")


def outcome_chart(
    rows: Mapping[str, tuple[int, int, int]], notes: Mapping[str, str], *, width: float = 620
) -> str:
    """Wins, draws and losses as one bar a row, the counts inside, a note below each bar."""
    left, parts = _room_for(rows), []
    room = width - left - 10
    width = max(width, left + widest(list(notes.values()), NOTE) + 8)
    for n, (label, counts) in enumerate(rows.items()):
        y, x = 10 + 48 * n, left
        parts.append(_name(label, left, y + 17))
        for games, name, fill, ink in zip(counts, "WDL", (INK, RULE, SHADE), (PAPER, INK, INK)):
            length, words = room * games / max(sum(counts), 1), f"{name} {games:,}"
            parts.append(
                element("rect", x=x, y=y, width=length, height=24, fill=fill, stroke=PAPER)
            )
            if length > text_width(words, NOTE) + 4:
                parts.append(
                    text(words, x + length / 2, y + 16, NOTE, fill=ink, text_anchor="middle")
                )
            x += length
        parts.append(text(notes.get(label, ""), left, y + 38, NOTE))
    words = "; ".join(
        f"{label}: {count(w, 'win')}, {count(d, 'draw')}, {count(l, 'loss', 'losses')}"
        for label, (w, d, l) in rows.items()
    )
    return document("".join(parts), width, 12 + 48 * len(rows), f"{words}.")


def _axes(
    x: Scale, y: Scale, marks: Sequence[float], levels: Sequence[float], room: float, low: float
) -> str:
    parts = []
    for level in levels:
        at = y(level)
        parts.append(
            element("line", x1=LEFT, x2=LEFT + room, y1=at, y2=at, stroke=RULE, stroke_width=0.8)
        )
        parts.append(text(f"{level:g}", LEFT - 6, at + 4, FIGURE, text_anchor="end"))
    room, free = 8 + widest([f"{mark:,}" for mark in marks], FIGURE), 0.0
    for mark in marks:
        if x(mark) >= free:
            parts.append(text(f"{mark:,}", x(mark), low + 15, FIGURE, text_anchor="middle"))
            free = x(mark) + room
    return "".join(parts)


def _line(k: int, points: Points, x: Scale, y: Scale) -> str:
    """One line, broken where a value is missing (nan)."""
    places = [None if isnan(value) else (x(at), y(value)) for at, value in points]
    strokes = [
        f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in pairwise(places) if a and b
    ]
    pen = {
        "stroke": COLOURS[k % len(COLOURS)],
        "stroke_dasharray": DASHES[k % len(DASHES)],
        "fill": "none",
    }
    path = element("path", d="".join(strokes), stroke_width=2, **pen) if strokes else ""
    dots = [
        element("circle", cx=p[0], cy=p[1], r=2.6, fill=COLOURS[k % len(COLOURS)])
        for p in places
        if p
    ]
    return path + "".join(dots[-1:])


def _even(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a scale from the smallest value to the largest; equal steps take equal room."""
    low, high = min(values), max(values)
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)


def doubling(marks: Sequence[float], start: float, room: float) -> Scale:
    low, high = log2(marks[0]), log2(marks[-1])
    return lambda value: start + room * (log2(max(value, 1)) - low) / max(high - low, 1e-9)


def _last(points: Points) -> float:
    return next((y for _, y in reversed(points) if not isnan(y)), 0.0)


def moved_apart(heights: Sequence[float], gap: float = 13) -> list[float]:
    """The heights moved as little as makes them `gap` apart, so that labels do not overlap."""
    placed, floor = list(heights), -1e9
    for k in sorted(range(len(heights)), key=heights.__getitem__):
        placed[k] = floor = max(heights[k], floor + gap)
    return placed
