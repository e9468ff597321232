"""Finding and running Graphviz: DOT text in, SVG text out.

The one that pip installed (`graphviz-pure`), else a `dot` on the PATH.
"""
import os
import re
import shutil
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from subprocess import SubprocessError

from mctslib.draw import svg

INSTALL = "To see this tree as a picture: pip install graphviz graphviz-pure   (or install Graphviz)"


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
    if not use_found_dot():
        raise FileNotFoundError(INSTALL)
    import graphviz

    try:
        return graphviz.Source(dot).pipe(format="svg", encoding="utf-8", quiet=True)
    except SubprocessError as error:
        raise OSError(f"Graphviz failed: {error}") from error


def finished(picture: str, label: str) -> str:
    """Graphviz' SVG made fit to stand beside others in a page: no prologue, no ids, pixels, words for alt."""
    picture = picture[picture.index("<svg") :]
    picture = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?", "", picture, flags=re.DOTALL)
    picture = _raised(re.sub(r'<g id="[^"]*"', "<g", picture))
    width, height = svg.dimensions(picture)
    head = (
        f'<svg width="{width:g}" height="{height:g}" role="img" aria-label="{svg.escape(label)}" '
        'style="max-width:100%;height:auto"'
    )
    return re.sub(r'^<svg width="[^"]*" height="[^"]*"', lambda _: head, picture)


def _raised(picture: str) -> str:
    """The edges of the path drawn last, over the others that they cross."""
    path = re.findall(r'<g class="edge path">.*?</g>\n?', picture, flags=re.DOTALL)
    for edge in path:
        picture = picture.replace(edge, "", 1)
    end = picture.rindex("</g>")
    return picture[:end] + "".join(path) + picture[end:]
