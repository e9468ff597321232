"""Turn DOT text into SVG text: find and run Graphviz, and prepare its pictures for a page.

The first choice is the Graphviz that is installed on the machine; the second is `graphviz-pure`, a
package installed with pip.  In a browser `wasm.py` runs Graphviz.
"""

import re
import shutil
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from html import unescape
from itertools import groupby
from pathlib import Path
from subprocess import SubprocessError
from typing import NamedTuple

from mctslib.draw import boards, svg, wasm
from mctslib.draw.look import HEADING_HEIGHT, LETTER_WIDTH
from mctslib.machine import in_browser

INSTALL = (
    "To see this tree as a picture: pip install graphviz graphviz-pure   (or install Graphviz)"
)
PROGRAMS = ("dot", "graphviz-pure")  # the first of these programs that exists draws the trees

if in_browser():
    with suppress(OSError):
        wasm.start()  # start early, so that Graphviz is ready for the first picture


# ---------------------------------------------------------------------------- running Graphviz


def find_dot() -> Path | None:
    """Return the program that draws trees: Graphviz, or else `graphviz-pure`, or None."""
    for name in PROGRAMS:
        program = find_program(name)
        if program is not None:
            return program
    return None


def find_program(name: str) -> Path | None:
    """Find a program of this Python's packages or on the PATH; return its file, or None.

    The programs of packages are beside the Python interpreter, or in the user's own folder after
    `pip install --user`.
    """
    file = f"{name}.exe" if sys.platform == "win32" else name
    of_user = sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))
    for folder in (sysconfig.get_path("scripts"), Path(sys.executable).parent, of_user):
        program = Path(folder, file)
        if program.is_file():
            return program
    found = shutil.which(name)
    return Path(found) if found else None


def use_found_dot() -> bool:
    """Make the package `graphviz` use the program from `find_dot()`; return whether this worked."""
    try:
        from graphviz.backend import dot_command
    except ImportError:
        return False
    dot = find_dot()
    if dot is None:
        return False
    dot_command.DOT_BINARY = dot
    return True


@lru_cache(maxsize=256)
def render(dot: str, engine: str = "dot") -> str:
    """Return the SVG text that Graphviz makes from DOT text.

    engine   "dot" finds a place for each node; "neato" draws each node at its own `pos`

    Raises OSError if Graphviz is missing or fails.
    """
    pinned = engine == "neato"
    if in_browser():
        return wasm.render(dot, "nop2" if pinned else engine)
    if not use_found_dot():
        raise FileNotFoundError(INSTALL)
    import graphviz

    try:
        source = graphviz.Source(dot, engine=engine)
        options = {"neato_no_op": 2} if pinned else {}
        return source.pipe(format="svg", encoding="utf-8", quiet=True, **options)
    except SubprocessError as error:
        raise OSError(f"Graphviz failed: {error}") from error


# ---------------------------------------------------------------------------- preparing the picture


class ToldNode(NamedTuple):
    """What the page shows about a drawn node, or about a wedge.

    place   its place in the tree
    words   the facts about it
    """

    place: str
    words: str


def finished(
    picture: str,
    label: str,
    heading: str = "",
    heading_width: float = 0,
    answers: Mapping[str, ToldNode] | None = None,
) -> str:
    """Return Graphviz's picture in the style of the library's pictures.

    The picture gets the library's paper, font and marks, and loses its ids.

    picture         the SVG text that `render` returned
    label           the text for a screen reader
    heading         SVG text to show above the tree, `HEADING_HEIGHT` pixels high, or ""
    heading_width   the width of the heading, in pixels
    answers         the name of a node in the DOT text → what the page says when a reader points at
                    the node
    """
    if answers:
        picture = with_answers(picture, answers)
    tree_width, tree_height = svg.dimensions(picture)
    drawing = without_names(
        picture[picture.index("<g ", picture.index("<svg")) : picture.rindex("</svg>")]
    )
    drawing = with_centred_words(drawing)
    drawing = with_marks(drawing)
    drawing = with_wedges(drawing)
    drawing = with_path_on_top(drawing)

    top = HEADING_HEIGHT if heading else 0
    width = max(tree_width, heading_width)
    drawing = moved(drawing, (width - tree_width) / 2, top)
    return svg.document(heading + drawing, width, tree_height + top, label)


TITLED = re.compile(r"<g ([^>]*)>\n<title>([^<]*)</title>")


def with_answers(picture: str, answers: Mapping[str, ToldNode]) -> str:
    """Give each node its place and words, and each edge the place of the node that it leads to."""

    def titled(group: re.Match[str]) -> str:
        start, _, end = unescape(group[2]).partition("->")
        answer = answers.get((end or start).partition(":")[0])
        if answer is None or "wedge" in group[1]:
            return group[0]
        more = f'data-to="{answer.place}"'
        if not end:
            more = f'data-node="{answer.place}" data-told="{svg.escape(answer.words)}"'
        return f"<g {group[1]} {more}>\n<title>{group[2]}</title>"

    return TITLED.sub(titled, picture)


def without_names(drawing: str) -> str:
    """Remove comments and titles, and ids, which would collide if a page has several pictures."""
    drawing = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?", "", drawing, flags=re.DOTALL)
    return re.sub(r'<g id="[^"]*"', "<g", drawing)


def moved(drawing: str, right: float, down: float) -> str:
    """Move a drawing by changing its first `translate`, which moves Graphviz's outermost group."""

    def translated(old: re.Match[str]) -> str:
        return f"translate({float(old[1]) + right:g} {float(old[2]) + down:g})"

    return re.sub(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", translated, drawing, count=1)


# ---- words


class DrawnWords(NamedTuple):
    """A part of a line of text, in one style.  Graphviz writes each such part as a separate
    element.
    """

    x: str
    y: str
    look: str
    size: str
    ink: str
    words: str

    @property
    def end(self) -> float:
        """The x coordinate at which the words end in the font with which Graphviz measured them."""
        letters = len(unescape(self.words).encode())
        return float(self.x) + LETTER_WIDTH * float(self.size) * letters


SPAN = re.compile(
    r'<text [^>]*text-anchor="start" x="([^"]*)" y="([^"]*)"([^>]*)'
    r'font-size="([^"]*)"([^>]*)>([^<]*)</text>\n'
)


def with_centred_words(drawing: str) -> str:
    """Centre each line of words in the space that Graphviz has reserved for the line.

    The reader's font may be wider or narrower than Graphviz's font, so words that begin at the
    right place would end at the wrong place.
    """
    drawing = re.sub(r' font-family="[^"]*"', "", drawing)
    return re.sub(rf"(?:{SPAN.pattern})+", _as_lines, drawing)


def _as_lines(texts: re.Match[str]) -> str:
    """Join neighbouring elements, and return one element for each line of words."""
    spans = [DrawnWords(*found) for found in SPAN.findall(texts[0])]
    lines = groupby(spans, key=lambda span: span.y)
    return "".join(_line(list(line)) for _, line in lines)


def _line(spans: Sequence[DrawnWords]) -> str:
    """Return the spans of a line as one centred element."""
    middle = (float(spans[0].x) + spans[-1].end) / 2
    parts = [
        f'<tspan{span.look}font-size="{span.size}"{span.ink}>{span.words}</tspan>' for span in spans
    ]
    return f'<text text-anchor="middle" x="{middle:.2f}" y="{spans[0].y}">{"".join(parts)}</text>\n'


# ---- marks

CELL_WITH_MARK = re.compile(
    r'(points="(\S+) \S+ (\S+) \S+ \S+"/>\n)'
    r'<text [^>]*><tspan [^>]*fill="[^"]*">([XO|])</tspan></text>'
)


def with_marks(drawing: str) -> str:
    """Replace the letters in the cells of boards with the marks that the other pictures show."""
    return CELL_WITH_MARK.sub(_with_drawn_mark, drawing)


def _with_drawn_mark(cell: re.Match[str]) -> str:
    frame, corner, opposite, mark = cell.groups()
    x1, y1 = _point(corner)
    x2, y2 = _point(opposite)
    return frame + boards.drawn_mark(mark, (x1 + x2) / 2, (y1 + y2) / 2, 0.27 * abs(x2 - x1))


def _point(words: str) -> tuple[float, float]:
    """Return a point that Graphviz has written in the form "3,4"."""
    x, y = words.split(",")
    return float(x), float(y)


# ---- edges

WEDGE_EDGE = re.compile(
    r'<g class="edge wedge">\s*<path fill="none" stroke="([^"]*)" stroke-width="([^"]*)" '
    r'd="M([^"C]*)C([^"]*)"/>\s*</g>\n?'
)
PATH_EDGE = re.compile(r'<g class="edge path"[^>]*>.*?</g>\n?', re.DOTALL)


def with_wedges(drawing: str) -> str:
    """Draw the edges to hidden nodes as triangles, behind everything else.

    Each triangle points upwards, and its base is as wide as the edge.
    """
    triangles = [_triangle(*edge) for edge in WEDGE_EDGE.findall(drawing)]
    drawing = WEDGE_EDGE.sub("", drawing)
    first_node = drawing.find('<g class="node')
    return drawing[:first_node] + "".join(triangles) + drawing[first_node:]


def _triangle(colour: str, width: str, start: str, way: str) -> str:
    end_x, end_y = _point(way.split()[-1])
    half = float(width) / 2
    points = f"{start} {end_x - half:.2f},{end_y:g} {end_x + half:.2f},{end_y:g}"
    return svg.element("polygon", class_="wedge", fill=colour, points=points)


def with_path_on_top(drawing: str) -> str:
    """Draw the edges of the path last, over the edges that they cross."""
    path = PATH_EDGE.findall(drawing)
    drawing = PATH_EDGE.sub("", drawing)
    end = drawing.rindex("</g>")
    return drawing[:end] + "".join(path) + drawing[end:]
