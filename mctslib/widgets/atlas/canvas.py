"""Draw one tree on a canvas: send pictures to the page, and receive its requests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.draw.look import stylesheet
from mctslib.widgets.atlas.rectangles import FIELDS, Rectangles
from mctslib.widgets.atlas.view import understood

LIBRARY = Path(__file__).parents[2]
SCRIPTS = (  # the files that are joined into one script, in this order
    "widgets/words.js",
    "widgets/atlas/rectangles.js",
    "widgets/atlas/drawing.js",
    "widgets/atlas/atlas.js",
)
Listener = Callable[["TreeCanvas", str, Any], None]


class TreeCanvas(anywidget.AnyWidget):
    """Draws `Rectangles` on a canvas that the reader controls with mouse and keyboard.

    Arrow keys move from a node to its parent, its children and its neighbours.  Enter zooms in;
    Escape or backspace zooms out.  For each valid request from the page, the canvas calls
    `listener(canvas, command, argument)`; see `view.understood`.
    """

    _esm = "\n".join((LIBRARY / name).read_text(encoding="utf-8") for name in SCRIPTS)
    _css = stylesheet() + (LIBRARY / "widgets/atlas/atlas.css").read_text(encoding="utf-8")
    head = T.Dict().tag(sync=True)
    data = T.Bytes().tag(sync=True)
    place = T.Dict().tag(sync=True)  # a picture of the position at a node

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.frame = 0  # the number of the last picture that was sent
        self.drawn = 0  # the number of the last picture that the page has drawn
        # The number of times that the page had zoomed when it sent its latest request.  If the page
        # has zoomed again before a picture arrives, the page drops the picture.
        self.turn = 0
        super().__init__()
        self.on_msg(self._heard)

    def show(self, seen: Rectangles, head: dict[str, Any]) -> None:
        """Send a picture to the page as one message."""
        self.frame += 1
        with self.hold_sync():
            self.head = {**head, "frame": self.frame, "turn": self.turn, "fields": FIELDS}
            self.data = seen.packed()

    def _heard(self, widget: object, message: Any, buffers: object) -> None:
        question = understood(message)
        if question is None:
            return
        turn = message.get("turn")
        if type(turn) is int:
            self.turn = turn
        command, argument = question
        self.listener(self, command, argument)
