"""The script and the styles that pages with living widgets need: once, in a file beside them or
inside them.
"""

import re
from pathlib import Path

from mctslib.draw.look import stylesheet
from mctslib.widgets.atlas.canvas import SCRIPTS

LIBRARY = Path(__file__).parents[2]
# The page scripts of the widgets, as JupyterLab has them; a kind that is not here has its own, in
# this room.
PAGES = {
    "stepper": ["widgets/stepping/stepping.js"],
    "atlas": list(SCRIPTS),
    "question": ["course/asking.js"],
    "film": ["widgets/living/film_page.js"],
    "paper": ["widgets/living/paper_page.js"],
    "proofs": ["course/ch13/proofs.js"],
    "same_budget": ["course/ch19/same_budget.js"],
    "sliders": ["widgets/living/sliders_page.js"],
    "play": ["words.js", "widgets/living/uct.js", "widgets/living/play_page.js"],
}
STYLES = (
    "widgets/own_keys.css",
    "widgets/stepping/stepping.css",
    "widgets/atlas/atlas.css",
    "course/asking.css",
    "course/ch13/proofs.css",
    "course/ch19/same_budget.css",
    "widgets/living/living.css",
    "widgets/living/play_page.css",
)


def script() -> str:
    """One classic script: the page scripts, what answers in Python's place, and what brings both
    together.
    """
    pages = ",\n".join(f"{kind}: {_module(*files)}" for kind, files in PAGES.items())
    answers = ",\n".join(f"{kind}: {_module(f'widgets/living/{kind}.js')}" for kind in PAGES)
    search = _module("widgets/living/search.js")
    tables = (
        f"const PAGES = {{ {pages} }};\nconst ANSWERS = {{ {answers} }};\nconst SEARCH = {search};"
    )
    own = _read("widgets/wide.js") + _read("widgets/living/living.js")
    return f"(() => {{\n{tables}\n{own}}})();\n"


def styles() -> str:
    """The styles of those widgets, and the colours of every picture."""
    return "\n".join([stylesheet(), *map(_read, STYLES)])


def _module(*files: str) -> str:
    """The value that a module exports, its names kept to itself."""
    text, exported = re.subn(
        r"^export default ", "return ", "\n".join(map(_read, files)), flags=re.MULTILINE
    )
    if exported != 1:
        raise ValueError(f"{', '.join(files)}: a page script ends in one `export default`.")
    return f"(() => {{\n{text}}})()"


def _read(name: str) -> str:
    return (LIBRARY / name).read_text(encoding="utf-8")
