"""Finding and running Graphviz: DOT text in, SVG text out.

The one that pip installed (`graphviz-pure`), else a `dot` on the PATH; in a browser that of `wasm.py`.
"""

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from html import unescape
from itertools import groupby
from pathlib import Path
from subprocess import SubprocessError

from mctslib.draw import boards, svg, wasm
from mctslib.draw.look import MARK_COLOURS
from mctslib.machine import in_browser

INSTALL = (
    "To see this tree as a picture: pip install graphviz graphviz-pure   (or install Graphviz)"
)

if in_browser():
    with suppress(OSError):
        wasm.start()  # so that the first picture finds it there


def find_dot() -> Path | None:
    """The program that draws: `graphviz-pure` beside this Python, else on the PATH, else the system's `dot`."""
    program = "graphviz-pure" + (".exe" if os.name == "nt" else "")
    for folder in (sysconfig.get_path("scripts"), Path(sys.executable).parent):
        if (Path(folder) / program).is_file():
            return Path(folder) / program
    found = shutil.which("graphviz-pure") or shutil.which("dot")
    return Path(found) if found else None


def use_found_dot() -> bool:
    """Let the `graphviz` package draw with `find_dot()`; False if there is nothing to draw with."""
    try:
        from graphviz.backend import dot_command
    except ImportError:
        return False
    dot = find_dot()
    if dot is not None:
        dot_command.DOT_BINARY = dot
    return dot is not None


@lru_cache(maxsize=256)
def render(dot: str) -> str:
    """DOT text to SVG text.  Raises OSError if Graphviz is missing or fails."""
    if in_browser():
        return wasm.render(dot)
    if not use_found_dot():
        raise FileNotFoundError(INSTALL)
    import graphviz

    try:
        return graphviz.Source(dot).pipe(format="svg", encoding="utf-8", quiet=True)
    except SubprocessError as error:
        raise OSError(f"Graphviz failed: {error}") from error


def finished(picture: str, label: str, heading: str = "", room: float = 0) -> str:
    """Graphviz' SVG made fit to stand beside others in a page: no prologue, no ids, words in the page's font.

    label    what a screen reader says
    heading  SVG to stand above it, `room` pixels wide, 40 high
    """
    width, height = svg.dimensions(picture)
    inside = picture[picture.index("<g ", picture.index("<svg")) : picture.rindex("</svg>")]
    inside = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?", "", inside, flags=re.DOTALL)
    inside = _raised(_wedges(_marked(_centred(re.sub(r'<g id="[^"]*"', "<g", inside)))))
    top, wide = 40 if heading else 0, max(width, room)
    return svg.document(
        heading + _moved(inside, (wide - width) / 2, top), wide, height + top, label
    )


def _moved(picture: str, right: float, down: float) -> str:
    """Graphviz' group moved, by the numbers of its own transform."""
    return re.sub(
        r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)",
        lambda old: f"translate({float(old[1]) + right:g} {float(old[2]) + down:g})",
        picture,
        count=1,
    )


_WORDS = re.compile(
    r'<text [^>]*text-anchor="start" x="([^"]*)" y="([^"]*)"([^>]*)font-size="([^"]*)"([^>]*)>([^<]*)</text>\n'
)


def _centred(picture: str) -> str:
    """Each line of words about the middle of the room that Graphviz measured, for no font is as wide as another."""
    picture = re.sub(r' font-family="[^"]*"', "", picture)
    return re.sub(
        rf"(?:{_WORDS.pattern})+", lambda lines: "".join(_lines(_WORDS.findall(lines[0]))), picture
    )


def _lines(spans: list[tuple[str, ...]]) -> Iterator[str]:
    """Spans of the same height as one element, set about the middle of all."""
    for y, line in groupby(spans, key=lambda span: span[1]):
        row = list(line)
        ends = [
            float(x) + 0.6 * float(size) * len(unescape(words).encode())
            for x, _, _, size, _, words in row
        ]
        parts = "".join(
            f'<tspan{look}font-size="{size}"{ink}>{words}</tspan>'
            for _, _, look, size, ink, words in row
        )
        yield f'<text text-anchor="middle" x="{(float(row[0][0]) + ends[-1]) / 2:.2f}" y="{y}">{parts}</text>\n'


def _marked(picture: str) -> str:
    """The letters X and O in the cells of a board as the marks that they are on every board."""
    colours = "|".join(MARK_COLOURS.values())
    return re.sub(
        rf'points="(\S+) (\S+) (\S+) \S+ \S+"/>\n<text [^>]*><tspan [^>]*fill="(?:{colours})">([XO])</tspan></text>',
        lambda cell: cell[0][: cell[0].index("<text")] + _in_cell(cell[4], cell[1], cell[3]),
        picture,
    )


def _in_cell(mark: str, corner: str, opposite: str) -> str:
    (x1, y1), (x2, y2) = (map(float, place.split(",")) for place in (corner, opposite))
    return boards.drawn_mark(mark, (x1 + x2) / 2, (y1 + y2) / 2, 0.27 * abs(x2 - x1))


def _wedges(picture: str) -> str:
    """The edges to what is hidden as triangles, from a point above to the edge's width below; under all else."""
    found = (
        r'<g class="edge wedge">\s*<path fill="none" stroke="([^"]*)" stroke-width="([^"]*)" '
        r'd="M([^"C]*)C([^"]*)"/>\s*</g>\n?'
    )
    drawn = "".join(_triangle(*edge) for edge in re.findall(found, picture))
    picture = re.sub(found, "", picture)
    first = picture.find('<g class="node')
    return picture[:first] + drawn + picture[first:]


def _triangle(colour: str, width: str, start: str, way: str) -> str:
    x, y = map(float, way.split()[-1].split(","))
    half = float(width) / 2
    points = f"{start} {x - half:.2f},{y:g} {x + half:.2f},{y:g}"
    return svg.element("polygon", class_="wedge", fill=colour, points=points)


def _raised(picture: str) -> str:
    """The edges of the path drawn last, over the others that they cross."""
    path = re.findall(r'<g class="edge path">.*?</g>\n?', picture, flags=re.DOTALL)
    for edge in path:
        picture = picture.replace(edge, "", 1)
    end = picture.rindex("</g>")
    return picture[:end] + "".join(path) + picture[end:]
