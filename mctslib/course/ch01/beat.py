"""`BeatFlat`: play on after the blunders of flat Monte Carlo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.course.ch01.fooled import fooled, page_data
from mctslib.course.ch01.pictures import show_fooled
from mctslib.widgets.panel import Panel

HERE = Path(__file__).parent
LIBRARY = HERE.parents[1]
SCRIPTS = (  # joined into one script
    LIBRARY / "widgets/words.js",
    LIBRARY / "widgets/elements.js",
    LIBRARY / "widgets/noughts.js",
    HERE / "beat.js",
)
STYLES = (LIBRARY / "widgets/noughts.css", HERE / "beat.css")


class BeatView(anywidget.AnyWidget):
    """The visible part of the widget, which also works on a page without Python."""

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = "\n".join(style.read_text(encoding="utf-8") for style in STYLES)
    puzzles: Any = T.List().tag(sync=True)  # see `fooled.page_data`


class BeatFlat(Panel):
    """Play on in each shape of position in which flat Monte Carlo blunders.

    The program always plays a move with the best exact value under random play, as flat Monte Carlo
    does with infinitely many playouts.
    """

    lives_as = "beat"

    def __init__(self) -> None:
        super().__init__("showing")
        self.view = BeatView(puzzles=page_data())
        self.children = [self.view, self.status]

    def static_headline(self) -> tuple[str, str]:
        """Return what all boards of the still picture have in common."""
        words = f"In each of these {len(self.view.puzzles)} positions flat Monte Carlo blunders."
        return words, "The right moves have a dashed frame."

    def static_picture(self) -> str:
        return show_fooled(fooled()).svg

    def static_text(self) -> str:
        return f"{len(page_data())} positions in which flat Monte Carlo blunders"
