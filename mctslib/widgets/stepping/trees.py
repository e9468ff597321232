"""The stepper's drawn trees, made ahead of time.

Laying out a tree takes Graphviz longer than all the rest of a step.  So a thread of its own draws the tree
that is looked at and then those one step away, and keeps them: the next step finds its tree ready.  In a browser,
where there is no other thread, the page itself draws them one at a time, and is heard in between.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from html import escape

from mctslib.draw import wasm
from mctslib.machine import in_browser
from mctslib.stepper.model import Stepper
from mctslib.widgets.stepping.parts import tree_html

KEPT = 400  # drawn trees, some 40 kB each
NEAR = (0, 1, 4, -1, -4)  # positions around the one on show, in the order in which they are drawn
PAUSE = 0.1  # seconds before each that is not looked at yet: the page has to paint, too


class Trees:
    """Drawn trees by position.  `show(html)` is called with each one that is looked at, when it is ready.

    Whoever draws has a stepper for it, one after the other, and never touches the tree that the reader moves through.
    """

    def __init__(self, stepper: Stepper, max_nodes: int, show: Callable[[str], None]) -> None:
        self.stepper, self.max_nodes, self.show = stepper, max_nodes, show
        self.drawn: dict[int, str] = {}
        self.wanted: list[int] = []
        self.busy = False
        self.lock, self.pen = (
            threading.Lock(),
            threading.Lock(),
        )  # of what is wanted, and of who draws
        self.hurry = threading.Event()  # somebody looks at a tree that is not drawn yet
        self.thread = ThreadPoolExecutor(1, "draw-trees")
        self.turn: asyncio.Handle | None = None  # when the page draws next, in a browser
        self.survey()

    def survey(self) -> None:
        """Take note that the record has grown; what is drawn stays true."""
        self.ahead = Stepper(self.stepper.trace, self.stepper.phases, self.stepper.tree_policy)

    def look_at(self, position: int) -> None:
        """Show the tree of a position, now if it is drawn, else when it is; then draw its neighbours.

        Outside an event loop there is no "later": it is drawn here and now, and nothing ahead.
        """
        try:
            self.loop = (
                asyncio.get_running_loop()
            )  # not always the same: JupyterLab may call on other threads
        except RuntimeError:
            self.show(self.draw(position))
            return
        if picture := self.drawn.get(position):
            self.show(picture)
        with self.lock:
            self.wanted = [
                position + step for step in NEAR if 0 <= position + step <= 4 * self.ahead.last
            ]
            idle, self.busy = not self.busy, True
        if not picture:
            self.hurry.set()
        if in_browser():
            if self.turn:
                self.turn.cancel()
            self.turn = self.loop.call_soon(self._piecemeal)
        elif idle:
            self.thread.submit(self._work).add_done_callback(self._rest)

    def draw(self, position: int) -> str:
        """Draw a tree on the spot, unless it is drawn already."""
        with self.pen:
            if position not in self.drawn:
                ahead = self.ahead
                ahead.go(position)
                self.drawn[position] = tree_html(ahead, self.max_nodes)
                if len(self.drawn) > KEPT:
                    del self.drawn[next(iter(self.drawn))]
            return self.drawn[position]

    def _next(self) -> int | None:
        """The next position to draw; None, and no longer busy, if there is none."""
        with self.lock:
            position = next((p for p in self.wanted if p not in self.drawn), None)
            self.busy = position is not None
            if [position] != self.wanted[:1]:
                self.hurry.clear()
            return position

    def _work(self) -> None:
        """What the thread does until nothing is wanted."""
        while (position := self._next()) is not None:
            if [position] != self.wanted[:1] and self.hurry.wait(PAUSE):
                continue
            self.loop.call_soon_threadsafe(
                self._arrived, position, self._drawn_or_why_not(position)
            )

    def _piecemeal(self) -> None:
        """Draw one of those wanted, here, and come back for the next."""
        if not wasm.on_its_way() and (position := self._next()) is not None:
            self._arrived(position, self._drawn_or_why_not(position))
        if self.busy:
            self.turn = self.loop.call_later(PAUSE, self._piecemeal)

    def _drawn_or_why_not(self, position: int) -> str:
        try:
            return self.draw(position)
        except (
            Exception
        ) as error:  # the reader's own game may raise anything: say so where the tree stands
            self.drawn[position] = (
                f'<div role="alert">✖ No tree: {escape(type(error).__name__)}</div>'
            )
            return self.drawn[position]

    def _rest(self, work: Future[None]) -> None:
        """If the event loop was closed while the thread was drawing, another may start it again."""
        if work.exception() is not None:
            self.busy = False

    def _arrived(self, position: int, picture: str) -> None:
        if position == self.stepper.position:
            self.show(picture)
