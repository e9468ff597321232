"""Show the sources of the course's ideas in a table and on a timeline.

The file `history.toml` contains the sources, with the chapters to which they belong.
"""

import tomllib
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mctslib.course.pages import CELL, Page, scrollable
from mctslib.draw import svg
from mctslib.draw.look import INK, SHADE, TITLE, WORDS
from mctslib.draw.show import Picture

FILE = Path(__file__).with_suffix(".toml")
COLUMNS = ("year", "source", "idea", "read", "chapters")
# In pixels: the line's x, the height of a label, the top margin, and the length of a year.
LINE, LABEL_ROW, TOP, YEAR = 60, 40, 24, 21
WIDTH = 780  # the width of the timeline in pixels


class Source(NamedTuple):
    """One publication.

    idea      the publication's new idea, in a few words
    chapters  the chapters to which the publication belongs
    read      the part of the publication that is worth reading first
    turn      whether the publication is a turning point, and so is shown on the timeline
    """

    year: int
    authors: str
    title: str
    place: str
    idea: str
    chapters: tuple[str, ...]
    read: str = ""
    turn: bool = False


def source_of(entry: dict[str, Any]) -> Source:
    """Make a source from an entry of the file."""
    chapters = tuple(entry.pop("chapters"))
    return Source(chapters=chapters, **entry)


SOURCES = tuple(map(source_of, tomllib.loads(FILE.read_text(encoding="utf-8"))["source"]))


def year_of(source: Source) -> int:
    """Return the year of a source, as the key for sorting."""
    return source.year


def short_names(source: Source) -> str:
    """Return the names of a source's authors without their initials.

    If there are more than three authors, the first author's name is followed by "and others".
    """
    names = []
    for author in source.authors.split(", "):
        without_initials = author.split(". ", 1)[-1]
        names.append(without_initials.split(".")[-1].strip())
    if len(names) > 3:
        return f"{names[0]} and others"
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


# ---------------------------------------------------------- a table


def sources_table(chapter: str = "") -> Page:
    """Return a table of sources, with the oldest source first.

    chapter  the chapter whose sources are shown, such as "03"; "" for all sources
    """
    chosen = [source for source in SOURCES if not chapter or chapter in source.chapters]
    chosen.sort(key=year_of)
    head = "".join(f'<th scope="col" {CELL}>{name}</th>' for name in COLUMNS)
    body = "".join(map(row_html, chosen))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    name = f"Sources of chapter {chapter}" if chapter else "All sources"
    lines = [f"{one.year} · {one.authors}, {one.title} · {one.idea}" for one in chosen]
    return Page(scrollable(table, name), "\n".join(lines))


def row_html(source: Source) -> str:
    """Return the row of a source as HTML."""
    title = f"{escape(source.authors)}, <i>{escape(source.title)}</i>. {escape(source.place)}"
    chapters = ", ".join(source.chapters)
    columns = ""
    for cell in (title, escape(source.idea), escape(source.read), chapters):
        columns += f"<td {CELL}>{cell}</td>"
    return f'<tr><th scope="row" {CELL}>{source.year}</th>{columns}</tr>'


# ---------------------------------------------------------- a line through time


def timeline() -> Picture:
    """Draw the turning points as dots on a vertical line.

    The distances between the dots are proportional to the years between the turning points.
    """
    turns = sorted((source for source in SOURCES if source.turn), key=year_of)
    first = turns[0].year
    years = turns[-1].year - first
    length = max(YEAR * years, LABEL_ROW * (len(turns) - 1))
    content = svg.element(
        "line", x1=LINE, y1=TOP, x2=LINE, y2=TOP + length, stroke=INK, stroke_width=2
    )
    for number, turn in enumerate(turns):
        mark = TOP + (turn.year - first) / max(1, years) * length
        label = TOP + number * length / max(1, len(turns) - 1)
        content += turn_svg(turn, mark, label)
    words = "; ".join(f"{turn.year} {short_names(turn)}, {turn.idea}" for turn in turns)
    alt = f"A timeline: {words}."
    return Picture(svg.document(content, WIDTH, 2 * TOP + length, alt), alt)


def turn_svg(turn: Source, mark: float, label: float) -> str:
    """Draw a turning point's dot, the line from the dot to the label, and the label in two lines.

    mark, label  the y coordinates of the dot and of the label, in pixels
    """
    dot = svg.element("circle", cx=LINE, cy=mark, r=4, fill=INK)
    line = svg.element("line", x1=66, y1=mark, x2=118, y2=label, stroke=SHADE)
    year = svg.text(turn.year, 126, label + 1, TITLE, font_weight="bold")
    names = svg.text(short_names(turn), 174, label + 1, TITLE)
    idea = svg.text(turn.idea, 174, label + 16, WORDS)
    return dot + line + year + names + idea
