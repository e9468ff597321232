"""Draw the table of bugs and instruments, whose cells the reader picks, and its one row on a phone."""

from collections.abc import Set
from typing import Any

from mctslib.course.ch05.findings import Finding
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import CONTROL, PATIENTS, load_matrix
from mctslib.draw.look import ACT, HEADLINE, INK, PAPER, RULE, SOFT, SURFACE, TOLD, WORDS
from mctslib.draw.svg import document, element, text
from mctslib.words import percent

Cell = tuple[str, str]  # an engine and an instrument
CELLS: dict[str, Cell] = {f"{p}/{i}": (p, i) for p in PATIENTS for i in INSTRUMENTS}
SHOWN_AT_FIRST = frozenset((CONTROL, name) for name in INSTRUMENTS)
HEAD = 70  # the height of the slanted names of the instruments
SAMPLE = (  # a small cell, and what it means
    '<span style="display:inline-block;white-space:nowrap;margin-right:8px">'
    '<span style="display:inline-block;width:18px;text-align:center;border:1px solid {0};'
    'background:{1};color:{2};border-radius:2px">{3}</span> {4}</span>'
)
KEY = (
    SAMPLE.format(RULE, INK, PAPER, "✗", "finds the bug")
    + SAMPLE.format(RULE, PAPER, INK, "·", "finds nothing")
    + SAMPLE.format(RULE, SURFACE, SOFT, "?", "not asked yet")
    + "%: trials that went well"
)
SLANT = -55  # their angle, in degrees
LEFT, WIDE, HIGH = 104, 45, 28  # the width of the engines' names, and the size of a cell
FOOT = 15  # the height of the sums
COLUMNS, LARGE, TALL = 3, 85, 46  # the cells of one row on a phone, each large enough for a finger
STEP = 52  # the width of an arrow that leads to another engine on a phone
Place = tuple[float, float, float, float]  # x, y, width and height


def table(known: Set[Cell], chosen: Cell) -> str:
    """Return SVG text with a row for each engine and a column for each instrument.

    known   the cells whose verdicts are shown; the others have a question mark
    chosen  the cell with a frame
    """
    foot = HEAD + len(PATIENTS) * HIGH + FOOT
    parts = [text("found", LEFT - 5, foot, WORDS, fill=SOFT, text_anchor="end")]
    for k, name in enumerate(INSTRUMENTS):
        x = LEFT + (k + 0.5) * WIDE
        turn = f"rotate({SLANT} {x + 3} {HEAD - 4})"
        parts.append(text(name, x + 3, HEAD - 4, WORDS, transform=turn, **_named(name in chosen)))
        found = sum(load_matrix().cell(*cell).guilty for cell in known if cell[1] == name)
        parts.append(text(str(found), x, foot, WORDS, fill=SOFT, text_anchor="middle"))
    for row, patient in enumerate(PATIENTS):
        y = HEAD + row * HIGH
        look = {"text_anchor": "end", **_named(patient in chosen)}
        parts.append(text(patient, LEFT - 5, y + HIGH / 2 + 4, WORDS, **look))
        for column, instrument in enumerate(INSTRUMENTS):
            place = (LEFT + column * WIDE, y, WIDE - 1, HIGH - 1)
            parts.append(_cell((patient, instrument), known, chosen, place))
    width = LEFT + len(INSTRUMENTS) * WIDE + 2
    label = "Which instrument finds which bug: a row for each engine, a column for each instrument."
    return document("".join(parts), width, foot + 6, label)


def one_row(known: Set[Cell], chosen: Cell) -> str:
    """Return as SVG text, for a phone, the row of the chosen engine as a field of large cells.

    The engine's name stands above, between arrows that lead to the engine before and after.
    """
    patient, instrument = chosen
    wide, here = COLUMNS * LARGE, PATIENTS.index(patient)
    look: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    parts = [text(patient, wide / 2, TALL / 2 + 5, TOLD, **look)]
    for sign, step, x in (("‹", -1, 1), ("›", 1, wide - STEP - 1)):
        other = PATIENTS[(here + step) % len(PATIENTS)]
        ground = _ground((x, 1, STEP, TALL - 2), fill=PAPER, stroke=ACT)
        ground += text(sign, x + STEP / 2, TALL / 2 + 6, HEADLINE, fill=ACT, **look)
        part = {"data_pick": f"{other}/{instrument}", "aria_label": f"Go to “{other}”"}
        parts.append(element("g", ground, **part))
    for k, name in enumerate(INSTRUMENTS):
        parts.append(_cell((patient, name), known, chosen, _place(k), name))
    found = sum(load_matrix().cell(*cell).guilty for cell in known if cell[0] == patient)
    left, top, width, height = _place(len(INSTRUMENTS))
    words = f"found: {found} of {len(INSTRUMENTS)}"
    parts.append(text(words, left + width / 2, top + height / 2 + 4, WORDS, text_anchor="middle"))
    rows = 1 + (len(INSTRUMENTS) + COLUMNS) // COLUMNS
    label = f"The engine “{patient}”: a cell for each instrument."
    return document("".join(parts), COLUMNS * LARGE, rows * TALL + 2, label)


def _place(k: int) -> Place:
    """Return the place of cell `k` on a phone."""
    row, column = divmod(k, COLUMNS)
    return column * LARGE + 1, (row + 1) * TALL + 3, LARGE - 3, TALL - 3


def _weight(bold: bool) -> str:
    return "bold" if bold else "normal"


def _named(is_asked: bool) -> dict[str, Any]:
    """Return the look of the name of a row or a column; those of the question stand out."""
    return {"font_weight": _weight(is_asked), "fill": INK if is_asked else SOFT}


def _ground(place: Place, **look: Any) -> str:
    x, y, width, height = place
    return element("rect", x=x, y=y, width=width, height=height, rx=2, **look)


def _cell(cell: Cell, shown: Set[Cell], chosen: Cell, place: Place, name: str = "") -> str:
    """Return a cell with its mark; below the name of its instrument, if `name` is given."""
    finding, known = load_matrix().cell(*cell), cell in shown
    x, y, width, height = place
    guilty = known and finding.guilty
    paper = INK if guilty else PAPER if known else SURFACE
    ink = PAPER if guilty else INK if known else SOFT
    middle, base = x + width / 2, y + height / 2 + 4
    look: dict[str, Any] = {"fill": ink, "text_anchor": "middle"}
    parts = [_ground(place, fill=paper, stroke=RULE)]
    if name:
        weight = _weight(cell == chosen)
        parts.append(text(name, middle, base - 8, WORDS, font_weight=weight, **look))
        base += 10
    is_asked = cell[0] == chosen[0] or cell[1] == chosen[1]  # the others wait without a sign
    asked = "?" if is_asked else ""
    parts.append(text(_words(finding) if known else asked, middle, base, WORDS, **look))
    if cell == chosen:
        parts.append(_ground(place, fill="none", stroke=ACT, stroke_width=3))
    found = "finds the bug" if finding.guilty else "finds nothing"
    share = f", {percent(finding.count.share)}" if finding.count else ""
    return element(
        "g",
        "".join(parts),
        data_pick="/".join(cell),
        aria_pressed="true" if cell == chosen else "false",
        aria_label=f"{cell[1]} on {cell[0]}: {found + share if known else 'not run yet'}",
    )


def _words(finding: Finding) -> str:
    """Return a verdict: "✗ 0%", or the share alone if the instrument finds nothing; ✗ or · for an exam."""
    if not finding.count:
        return finding.mark
    return f"{'✗ ' if finding.guilty else ''}{percent(finding.count.share)}"
