"""Connect the stepper to its page, and limit how often the page is redrawn.

Drawing more often than a reader can notice would waste time.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

HERE = Path(__file__).parent
PHASES = ("select", "expand", "simulate", "back up")


class Face(anywidget.AnyWidget):
    """The visible page of a stepper, with its controls.

    listener  a function that is called with each message of the page.  A message should be a dict
              with one key, but may be any value, because a page may send anything

    Each step sends one message to the page, which contains only the changed values.
    """

    _esm = (HERE / "stepping.js").read_text(encoding="utf-8")
    _css = (HERE / "stepping.css").read_text(encoding="utf-8")
    label = T.Unicode("Stepper through a search: arrow keys step").tag(sync=True)
    phases = T.List(list(PHASES)).tag(sync=True)
    place = T.Dict().tag(sync=True)  # see `parts.place`
    next = T.Unicode().tag(sync=True)  # what the filled button does
    headline = T.Unicode().tag(sync=True)
    words = T.Unicode().tag(sync=True)
    tree = T.Unicode().tag(sync=True)
    board = T.Unicode().tag(sync=True)
    scores = T.Unicode().tag(sync=True)
    code = T.Unicode().tag(sync=True)  # "" if the stepper shows no code
    sets_up = T.Bool().tag(sync=True)  # whether the reader can set up a position

    def __init__(self, listener: Callable[[Any], None], **options: Any) -> None:
        super().__init__(**options)
        self.on_msg(lambda widget, content, buffers: listener(content))


class Throttle:
    """Limits the calls of `draw` to a rate that a reader can notice.

    While a drawing is scheduled, further requests are dropped, because the drawing will show the
    latest state.
    """

    def __init__(self, draw: Callable[[], None]) -> None:
        self.draw = draw
        self.ended = float("-inf")
        self.waiting: asyncio.TimerHandle | None = None

    def request(self, gap: float = 0.0) -> None:
        """Draw now if the last drawing ended at least `gap` seconds ago; otherwise draw later.

        "Later" is the moment when `gap` seconds have passed since the end of the last drawing.
        Outside an event loop, as in a plain script, the method draws immediately.
        """
        if self.waiting is not None:
            return
        wait = self.ended + gap - time.monotonic()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            wait = 0
        if wait <= 0:
            self.now()
        else:
            self.waiting = loop.call_later(wait, self.now)

    def now(self) -> None:
        """Draw immediately."""
        self.cancel()
        try:
            self.draw()
        finally:
            self.ended = time.monotonic()

    def cancel(self) -> None:
        """Drop a drawing that has been scheduled."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = None
