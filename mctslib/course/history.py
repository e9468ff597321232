"""Where the ideas of the course come from: the sources, the chapters they belong to, and a line through time.

The sources stand in `history.toml`.
"""

import tomllib
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import NamedTuple

from mctslib.course.pages import CELL, Page, scrollable
from mctslib.draw import svg
from mctslib.draw.look import FAINT, INK
from mctslib.draw.show import Picture


class Source(NamedTuple):
    """One publication.

    idea      what it brought, in a few words
    chapters  the chapters it belongs to
    read      which part to read first
    turn      whether it stands on the line through time
    """

    year: int
    authors: str
    title: str
    place: str
    idea: str
    chapters: tuple[str, ...]
    read: str = ""
    turn: bool = False


_FILE = Path(__file__).with_suffix(".toml")
_ENTRIES = tomllib.loads(_FILE.read_text(encoding="utf-8"))["source"]
SOURCES = tuple(Source(**{**entry, "chapters": tuple(entry["chapters"])}) for entry in _ENTRIES)


def year_of(source: Source) -> int:
    """Its year: the order of everything here; within a year the order of `SOURCES`."""
    return source.year


def sources_table(chapter: str = "", sources: Iterable[Source] = SOURCES) -> Page:
    """The sources of one chapter (all if empty), the oldest first, as a table."""
    chosen = sorted((s for s in sources if not chapter or chapter in s.chapters), key=year_of)
    head = "".join(
        f'<th scope="col" {CELL}>{name}</th>'
        for name in ("year", "source", "idea", "read", "chapters")
    )
    text = "\n".join(f"{s.year} · {s.authors}, {s.title} · {s.idea}" for s in chosen)
    table = (
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, chosen))}</tbody></table>"
    )
    return Page(
        scrollable(table, f"Sources of chapter {chapter}" if chapter else "All sources"), text
    )


def _row(source: Source) -> str:
    what = f"{escape(source.authors)}, <i>{escape(source.title)}</i>. {escape(source.place)}"
    cells = (what, escape(source.idea), escape(source.read), ", ".join(source.chapters))
    return (
        f'<tr><th scope="row" {CELL}>{source.year}</th>'
        + "".join(f"<td {CELL}>{c}</td>" for c in cells)
        + "</tr>"
    )


ROW, TOP, YEAR = 40, 24, 21  # pixels: a label, the margin, a year


def timeline(sources: Iterable[Source] = SOURCES) -> Picture:
    """The turning points on a line from top to bottom, true to scale; each label is joined to its year."""
    turns = sorted((source for source in sources if source.turn), key=year_of)
    first, last = turns[0].year, turns[-1].year
    length = max(YEAR * (last - first), ROW * (len(turns) - 1))
    marks = [TOP + (turn.year - first) / max(1, last - first) * length for turn in turns]
    content = svg.element("line", x1=60, y1=TOP, x2=60, y2=TOP + length, stroke=INK, stroke_width=2)
    content += "".join(
        _turn(turn, mark, TOP + k * length / max(1, len(turns) - 1))
        for k, (turn, mark) in enumerate(zip(turns, marks))
    )
    alt = (
        "A line through time: "
        + "; ".join(f"{t.year} {short_names(t)}, {t.idea}" for t in turns)
        + "."
    )
    return Picture(svg.document(content, 780, 2 * TOP + length, alt), alt)


def _turn(turn: Source, mark: float, label: float) -> str:
    """A dot at the year, a line to the label, the label in two lines."""
    dot = svg.element("circle", cx=60, cy=mark, r=4, fill=INK)
    line = svg.element("line", x1=66, y1=mark, x2=118, y2=label, stroke=FAINT)
    year = svg.text(turn.year, 126, label + 1, 13, font_weight="bold")
    words = svg.text(short_names(turn), 166, label + 1, 13) + svg.text(
        turn.idea, 166, label + 16, 12
    )
    return dot + line + year + words


def short_names(source: Source) -> str:
    """The authors without initials; of more than three only the first."""
    names = [name.split(". ", 1)[-1].split(".")[-1].strip() for name in source.authors.split(", ")]
    if len(names) > 3:
        return f"{names[0]} and others"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
