"""Draw the table of bugs and instruments, whose cells the reader picks."""

from collections.abc import Set
from typing import Any

from mctslib.course.ch05.findings import Finding
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import CONTROL, PATIENTS, load_matrix
from mctslib.draw.look import ACT, INK, PAPER, RULE, SOFT, SURFACE, WORDS, wrapped
from mctslib.draw.svg import document, element, text
from mctslib.words import percent

Cell = tuple[str, str]  # an engine and an instrument
CELLS: dict[str, Cell] = {f"{p}/{i}": (p, i) for p in PATIENTS for i in INSTRUMENTS}
SHOWN_AT_FIRST = frozenset((CONTROL, name) for name in INSTRUMENTS)
HEAD = 66  # the height of the slanted names of the instruments
SLANT = -55  # their angle, in degrees
LINE = 12  # the distance between two lines of a name


def table(known: Set[Cell], chosen: Cell, *, narrow: bool = False) -> str:
    """Return SVG text with a row for each engine and a column for each instrument.

    known   the cells whose verdicts are shown; the others have a question mark
    chosen  the cell with a frame
    narrow  whether the cells are for a phone: marks without shares and without sums
    """
    left, wide, high = (58, 15, 23) if narrow else (104, 45, 27)
    patients = PATIENTS[1:] if narrow else PATIENTS  # the chart shows the healthy engine, too
    parts = []
    for k, name in enumerate(INSTRUMENTS):
        x = left + (k + 0.5) * wide + 3
        turn = f"rotate({SLANT} {x} {HEAD - 4})"
        bold = "bold" if name == chosen[1] else "normal"
        parts.append(text(name, x, HEAD - 4, WORDS, transform=turn, font_weight=bold))
    for row, patient in enumerate(patients):
        y = HEAD + row * high
        bold = "bold" if patient == chosen[0] else "normal"
        lines = wrapped(patient, left, WORDS) if narrow else [patient]
        for k, words in enumerate(lines):
            at = y + high / 2 + 4 + LINE * (k - (len(lines) - 1) / 2)
            look: dict[str, Any] = {"text_anchor": "end", "font_weight": bold}
            parts.append(text(words, left - 5, at, WORDS, **look))
        for column, instrument in enumerate(INSTRUMENTS):
            place = (left + column * wide, y, wide - 1, high - 1)
            cell = patient, instrument
            parts.append(_cell(cell, cell in known, cell == chosen, place, narrow))
    foot = HEAD + len(patients) * high
    if not narrow:
        foot += LINE + 3
        parts.append(text("found", left - 5, foot, WORDS, fill=SOFT, text_anchor="end"))
        for k, name in enumerate(INSTRUMENTS):
            found = sum(load_matrix().cell(*cell).guilty for cell in known if cell[1] == name)
            x = left + (k + 0.5) * wide
            parts.append(text(str(found), x, foot, WORDS, fill=SOFT, text_anchor="middle"))
    width = left + len(INSTRUMENTS) * wide + (15 if narrow else 2)
    label = "Which instrument finds which bug: a row for each engine, a column for each instrument."
    return document("".join(parts), width, foot + 6, label)


def _cell(
    cell: Cell, known: bool, chosen: bool, place: tuple[float, float, float, float], narrow: bool
) -> str:
    finding = load_matrix().cell(*cell)
    x, y, width, height = place
    size: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height, "rx": 2}
    guilty = known and finding.guilty
    paper = INK if guilty else PAPER if known else SURFACE
    ground = element("rect", fill=paper, stroke=RULE, **size)
    words = _words(finding, narrow) if known else "?"
    ink = PAPER if guilty else INK if known else SOFT
    look: dict[str, Any] = {"fill": ink, "text_anchor": "middle"}
    mark = text(words, x + width / 2, y + height / 2 + 4, WORDS, **look)
    frame = element("rect", fill="none", stroke=ACT, stroke_width=3, **size) if chosen else ""
    found = "finds the bug" if finding.guilty else "finds nothing"
    share = f", {percent(finding.count.share)}" if finding.count else ""
    return element(
        "g",
        ground + mark + frame,
        data_pick="/".join(cell),
        aria_pressed="true" if chosen else "false",
        aria_label=f"{cell[1]} on {cell[0]}: {found + share if known else 'not run yet'}",
    )


def _words(finding: Finding, narrow: bool) -> str:
    if finding.count is None or narrow:
        return finding.mark
    return f"{finding.mark} {percent(finding.count.share)}"
