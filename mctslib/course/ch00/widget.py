"""`Trap`: beat an engine that has fallen into a trap, then let it think longer."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets as T

from mctslib.course.ch00.still import HEADLINE, OFFER, still_svg
from mctslib.course.ch00.trap import page_data
from mctslib.widgets.panel import Panel

HERE = Path(__file__).parent
LIBRARY = HERE.parents[1]
SCRIPTS = (  # joined into one script
    LIBRARY / "widgets/words.js",
    LIBRARY / "widgets/elements.js",
    LIBRARY / "widgets/noughts.js",
    HERE / "trap.js",
)
STYLES = (LIBRARY / "widgets/noughts.css", HERE / "trap.css")


class TrapView(anywidget.AnyWidget):
    """The visible part of the widget, which also works on a page without Python."""

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = "\n".join(style.read_text(encoding="utf-8") for style in STYLES)
    data = T.Dict().tag(sync=True)  # see `trap.page_data`


class Trap(Panel):
    """Play position A against an engine with 100 iterations, which has just made a mistake.

    Then the same engine thinks longer, move by move and with a thousand seeds, and the reader plays
    against it again.  All searches are stored (`trap.json`).
    """

    lives_as = "trap"

    def __init__(self) -> None:
        super().__init__("showing")
        self.view = TrapView(data=page_data())
        self.children = [self.view, self.status]

    def static_picture(self) -> str:
        return still_svg()

    def static_text(self) -> str:
        return f"{HEADLINE} {OFFER}"
