"""Draw small SVG charts for the widgets, each in less than a millisecond.

Matplotlib (`plots`) draws the notebooks' figures, but is too slow to redraw a chart while a reader
drags a slider.  Lines differ in their dashes as well as in their colours.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mctslib.draw.look import (
    ACT,
    DASHES,
    FIGURE,
    INK,
    NOTE,
    ROUND,
    RULE,
    SHADE,
    TITLE,
    WORDS,
    text_width,
    widest,
    wrapped,
)
from mctslib.draw.look import SERIES as COLOURS
from mctslib.draw.plot import NAME_BESIDE, Margins, Plot, Points, Scale
from mctslib.draw.svg import HALO, document, element, shorten, text
from mctslib.words import number, percent, worth

LEFT, TOP, BOTTOM = 40, 30, 42  # the margins around the plotted area, in pixels
BARE_TOP, BARE_BOTTOM = 8, 22  # without a title, and without a label of the x axis
TITLE_LINE = 16  # the distance between two lines of the title, in pixels
INTERVAL_ROW = 38  # the distance between two rows of an interval chart, in pixels
SHARES = 330  # the least width of a chart of shares, in pixels

Place = tuple[float, float]  # x and y, in pixels
Position = Callable[[float], float]
"""The position of a number in the picture, in pixels."""


def line_chart(
    lines: Mapping[str, Points],
    *,
    title: str,
    x_label: str = "iterations",
    marks: Sequence[float],
    size: tuple[float, float] = (310, 220),
    levels: Sequence[float] = (0, 0.25, 0.5, 0.75, 1),
    colours: Mapping[str, str] | None = None,
    bare: bool = False,
    inside: bool = False,
) -> str:
    """Draw lines through points (x, y); the x axis is logarithmic.

    lines   label → the points of the line; a line without points has no label
    marks   the numbers written on the x axis, from the smallest x to the largest
    size    the width and the height, in pixels; each additional line of a long title adds to the
            height
    levels  the numbers written on the y axis, which extends from the smallest to the largest of
            these numbers
    colours label → the colour of the line; other lines have shades of grey
    bare    whether only a screen reader gets the title, and nobody the label of the x axis
    inside  whether the labels stand above or below the ends of their lines, not beside them
    """
    width, height = size
    heading = [] if bare else wrapped(title, width - LEFT, TITLE, bold=True)
    more = TITLE_LINE * (len(heading) - 1) if heading else 0
    last = text_width(f"{marks[-1]:,}", FIGURE) / 2  # half of the last number leaves the axis
    beside = max(16, last) if inside else NAME_BESIDE + widest(list(lines), NOTE, bold=True)
    x, y = Scale(marks[0], marks[-1], log=True), Scale(min(levels), max(levels))
    top, bottom = (BARE_TOP, BARE_BOTTOM) if bare else (TOP + more, BOTTOM)
    plot = Plot(width, height + more, x, y, Margins(LEFT, top, beside, bottom))
    numbers = {level: number(level).replace("-", "−") for level in levels}
    plot.grid(numbers, _that_fit(marks, plot), "" if bare else x_label)
    for k, line in enumerate(heading):
        plot.write(line, LEFT, 18 + TITLE_LINE * k, TITLE, font_weight="bold")
    for k, (label, points) in enumerate(lines.items()):
        if points:
            colour = (colours or {}).get(label, COLOURS[k % len(COLOURS)])
            look: dict[str, Any] = {"fill": colour, "font_weight": "bold", **HALO}
            plot.line(points, colour, label, dash=DASHES[k % len(DASHES)], **look)
    return plot.svg(describe_lines(title, lines), gap=13, inside=inside)


def _that_fit(marks: Sequence[float], plot: Plot) -> dict[float, str]:
    """Return the numbers of the x axis that do not touch the number before."""
    room = 8 + widest([f"{mark:,}" for mark in marks], FIGURE)
    fit: dict[float, str] = {}
    for mark in marks:
        if not fit or plot.x(mark) >= plot.x(list(fit)[-1]) + room:
            fit[mark] = f"{mark:,}"
    return fit


def _upright(x: float, high: float, low: float, **pen: Any) -> str:
    """Draw a vertical line from `high` down to `low`."""
    return element("line", x1=x, x2=x, y1=high, y2=low, **pen)


def _across(left: float, right: float, y: float, **pen: Any) -> str:
    """Draw a horizontal line."""
    return element("line", x1=left, x2=right, y1=y, y2=y, **pen)


def _title(title: str, size: float = TITLE) -> str:
    """Write a title of one line."""
    return text(title, 8, 18, size, font_weight="bold")


def describe_lines(title: str, lines: Mapping[str, Points]) -> str:
    """Describe a line chart in words by the last value of each line."""
    ends = []
    for label, points in lines.items():
        if points:
            last_x, last = points[-1]
            ends.append(f"{label}: {worth(last)} at {number(last_x)}")
    said = "; ".join(ends) or "Nothing has been measured yet"
    return f"{title}. {said}."


class Interval(NamedTuple):
    """A row of an interval chart.

    name  the name of the row
    said  the numbers of the row, as text
    at    the estimate; None if there is no estimate yet
    low   the lower end of the interval
    high  the upper end of the interval
    true  the exact value that is estimated; None if the chart does not show it
    part  the name of what the row is about, such as a cell of a board, which lights with the row
    """

    name: str
    said: str
    at: float | None
    low: float
    high: float
    true: float | None = None
    part: str = ""


def interval_chart(
    rows: Sequence[Interval],
    marks: Mapping[Any, str],
    *,
    title: str,
    label: str = "",
    width: float = 400,
    words_at_dots: bool = False,
    dotted: bool = False,
    numbers: bool = True,
    chosen: str | None = None,
    ringed: str | None = None,
    longest: str = "",
    title_size: float = TITLE,
) -> str:
    """Draw each row as a dot on a bar that spans its interval, with the numbers above the bar.

    If a row has a true value, a vertical line shows this value.

    marks  number → its text on the axis; the axis covers these numbers and every interval
    label  the text for a screen reader; by default the title and all rows
    width  the width in pixels; the chart is wider if the title or the text of a row needs more room
    words_at_dots  whether the numbers of a row are above its dot; otherwise they are at the left
    dotted  whether the words of a row without a dot are in the middle of a dotted line
    numbers  whether there are numbers above the bars
    chosen  the part of the row that the reader has chosen, which gets a frame
    ringed  the part of the row with a dashed frame, as a cell of a board has it
    longest  the longest name that a row may ever have, so that the axis stays where it is
    title_size  the height of the title's letters, for a chart that a page enlarges
    """
    left = _room_for([longest, *(row.name for row in rows)])
    low = TOP + INTERVAL_ROW * len(rows)
    room_for_words = left + widest([row.said for row in rows], WORDS) + 8
    width = max(width, room_for_words, _room_for_title(title))
    x = _even([*marks, *_ends(rows)], left, width - 20)
    parts = [_title(title, title_size)]
    for mark, word in marks.items():
        parts.append(_upright(x(mark), TOP, low, stroke=RULE, stroke_width=0.8))
        parts.append(text(word, x(mark), low + 15, NOTE, text_anchor="middle"))
    for k, row in enumerate(rows):
        y = TOP + INTERVAL_ROW * (k + 0.5) + 7.0
        own = [_name(row.name, left, y + 4)]
        start, above = left, 14
        long = text_width(row.said, WORDS)
        if words_at_dots and row.at is not None:
            start = min(max(left, x(row.at) - long / 2), width - 8 - long)
        elif dotted and row.at is None and row.said:  # words at no number
            own.append(_across(left, width - 20, y, stroke=SHADE, stroke_dasharray="2 4"))
            start, above = (left + width - 20 - long) / 2, -4
        if numbers:
            own.append(text(row.said, start, y - above, WORDS, **HALO))
        own.append(_interval(row, x, y))
        if row.part:
            pen = {"stroke": ACT, "stroke_width": 3} if row.part == chosen else {}
            if row.part == ringed and not pen:
                pen = {"stroke": INK, "stroke_width": 2, "stroke_dasharray": "5 3"}
            own = [_part(row, pen, y, width, "".join(own))]
        parts += own
    words = "; ".join(f"{row.name}: {row.said}" for row in rows)
    return document("".join(parts), width, low + 24, label or f"{title}. {words}.")


def _part(row: Interval, pen: Mapping[str, Any], y: float, width: float, content: str) -> str:
    """Return a row that lights together with what it is about, with a frame drawn by a pen."""
    box: dict[str, Any] = {"x": 2, "y": y - INTERVAL_ROW / 2 - 9, "width": width - 4}
    back = element("rect", **box, height=INTERVAL_ROW + 1, rx=ROUND, fill="transparent", **pen)
    return element("g", back + content, data_part=row.part)


def _ends(rows: Sequence[Interval]) -> list[float]:
    """Return both ends of each interval that has been computed."""
    ends = []
    for row in rows:
        if row.at is not None:
            ends += [row.low, row.high]
    return ends


def _interval(row: Interval, x: Position, y: float) -> str:
    """Draw an interval at height y, with its ends, the estimate and the true value."""
    parts = []
    if row.at is not None:
        low, high = x(row.low), x(row.high)
        parts.append(_across(low, high, y, stroke=COLOURS[0], stroke_width=5, opacity=0.4))
        for end in (low, high):
            parts.append(_upright(end, y - 6, y + 6, stroke=COLOURS[0], stroke_width=1.5))
        parts.append(element("circle", cx=x(row.at), cy=y, r=4.5, fill=COLOURS[0]))
    if row.true is not None:
        parts.append(_upright(x(row.true), y - 11, y + 11, stroke=INK, stroke_width=3))
    return "".join(parts)


def share_chart(names: Sequence[str], shares: Mapping[str, Sequence[float]], label: str) -> str:
    """Draw shares as bars, one bar for each name and series, with a key of the series.

    shares  series → its shares (0…1), in the order of the names
    label   the text for screen readers
    """
    thick = 13  # as high as its number, which stays clear of the bar above
    left = _room_for(names)
    room = max(90.0, SHARES - left - 50)
    parts = [_key(shares, 8)]
    y = 28
    for name, *own in zip(names, *shares.values(), strict=True):
        parts.append(_name(name, left, y + 4 + (thick + 1) * len(own) / 2))
        for k, share in enumerate(own):
            top = y + (thick + 1) * k
            parts.append(_box(left, top, max(0.5, room * share), thick, k))
            words = percent(share, 0)
            parts.append(text(words, left + 4 + room * share, top + thick - 2, FIGURE))
        y += (thick + 1) * len(shares) + 9
    return document("".join(parts), left + room + 50, y + 6, label)


def _key(series: Iterable[str], top: float) -> str:
    """Draw a box and a name for each series, side by side."""
    parts = []
    x = 8.0
    for k, name in enumerate(series):
        parts.append(_box(x, top - 1, 10, 10, k))
        parts.append(text(name, x + 14, top + 8, NOTE))
        x += 30 + text_width(name, NOTE)
    return "".join(parts)


def _box(x: float, y: float, width: float, height: float, k: int) -> str:
    """Draw a rectangle in the colour of series k; later series are paler."""
    opacity = str(1 - 0.35 * k)
    return element("rect", x=x, y=y, width=width, height=height, fill=COLOURS[k], opacity=opacity)


def _room_for(names: Iterable[str]) -> float:
    """Return the x coordinate at which the bars begin, to the right of the names."""
    return 20 + widest([shorten(name) for name in names], WORDS)


def _room_for_title(title: str) -> float:
    """Return the width that a title of one line needs."""
    return 16 + text_width(title, TITLE, bold=True)


def _name(name: str, left: float, y: float) -> str:
    """Write the name of a row to the left of its bars."""
    return text(shorten(name), left - 8, y, WORDS, text_anchor="end")


def _even(values: Sequence[float], start: float, end: float) -> Position:
    """Return a linear scale that maps the smallest value to `start` and the largest to `end`."""
    low, high = min(values), max(values)
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)
