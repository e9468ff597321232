"""The stepper's drawn trees, made ahead of time.

Laying out a tree takes Graphviz longer than all the rest of a step.  Therefore a thread of its own
draws the tree of the position on show, then those one step away, and keeps them: the next step
finds its tree ready.  In a browser, which has no other thread, the page's own thread draws one tree
at a time and handles messages after each.
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

KEPT = 400  # how many drawn trees are kept, some 40 kB each
NEAR = (0, 1, 4, -1, -4)  # positions around the one on show, in the order in which they are drawn
PAUSE = 0.1  # seconds before each tree that is drawn ahead: the page has to paint, too


class Trees:
    """Drawn trees by position.

    stepper    the stepper that the reader moves; a second one, on the same trace, is moved to draw
    max_nodes  how many nodes of a tree are drawn at most
    show       called with the HTML of the tree on show as soon as it is drawn
    """

    def __init__(self, stepper: Stepper, max_nodes: int, show: Callable[[str], None]) -> None:
        self.stepper = stepper
        self.max_nodes = max_nodes
        self.show = show
        self.drawn: dict[int, str] = {}
        self.wanted: list[int] = []
        self.busy = False
        self.closed = False
        self.lock = threading.Lock()  # of `wanted` and `busy`
        self.pen = threading.Lock()  # held by the thread that draws
        self.hurry = threading.Event()  # set while the tree on show is not drawn yet
        self.thread = ThreadPoolExecutor(1, "draw-trees")
        self.turn: asyncio.Handle | None = None  # when the page draws next, in a browser
        self.survey()

    def survey(self) -> None:
        """Prepare to draw a record that has grown; trees that are drawn stay valid."""
        self.ahead = Stepper(self.stepper.trace, self.stepper.phases, self.stepper.tree_policy)

    def close(self) -> None:
        """Draw nothing more, and let the thread end."""
        with self.lock:
            self.closed = True
            self.wanted = []
        self.hurry.set()
        if self.turn is not None:
            self.turn.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)

    def look_at(self, position: int) -> None:
        """Show the tree of a position, now if it is drawn, else as soon as it is; then draw its
        neighbours.

        Outside an event loop the tree is drawn before this method returns, and none is drawn ahead.
        """
        if self.closed:
            return
        try:
            # The loop is not the same at each call: JupyterLab may call on other threads.
            self.loop = asyncio.get_running_loop()
        except RuntimeError:
            self.show(self.draw(position))
            return
        picture = self.drawn.get(position)
        if picture:
            self.show(picture)
        with self.lock:
            around = [position + step for step in NEAR]
            self.wanted = [one for one in around if 0 <= one <= 4 * self.ahead.last]
            was_idle = not self.busy
            self.busy = True
        if not picture:
            self.hurry.set()
        if in_browser():
            if self.turn:
                self.turn.cancel()
            self.turn = self.loop.call_soon(self._draw_one_here)
        elif was_idle:
            self.thread.submit(self._draw_all).add_done_callback(self._ended)

    def draw(self, position: int) -> str:
        """Return the HTML of the tree of a position.

        It is drawn at once unless it is drawn already.
        """
        with self.pen:
            if position not in self.drawn:
                self.ahead.go(position)
                self.drawn[position] = tree_html(self.ahead, self.max_nodes)
                if len(self.drawn) > KEPT:
                    oldest = next(iter(self.drawn))
                    del self.drawn[oldest]
            return self.drawn[position]

    def _next(self) -> int | None:
        """Return the next position to draw.

        If there is none return None and note that nobody draws any more.
        """
        with self.lock:
            missing = [position for position in self.wanted if position not in self.drawn]
            self.busy = bool(missing)
            position = missing[0] if missing else None
            if not self._is_on_show(position):
                self.hurry.clear()
            return position

    def _is_on_show(self, position: int | None) -> bool:
        """Return whether the reader looks at this position: it is the first of those wanted."""
        return self.wanted[:1] == [position]

    def _draw_all(self) -> None:
        """Draw what is wanted, one tree after another: the work of the thread."""
        while (position := self._next()) is not None:
            if not self._is_on_show(position) and self.hurry.wait(PAUSE):
                continue  # meanwhile the reader has gone to a tree that is not drawn yet
            picture = self._drawn_or_failed(position)
            self.loop.call_soon_threadsafe(self._arrived, position, picture)

    def _draw_one_here(self) -> None:
        """Draw one of the trees that are wanted on this thread, and come back for the next."""
        if not wasm.on_its_way():
            position = self._next()
            if position is not None:
                self._arrived(position, self._drawn_or_failed(position))
        if self.busy:
            self.turn = self.loop.call_later(PAUSE, self._draw_one_here)

    def _drawn_or_failed(self, position: int) -> str:
        """Return the tree of a position as HTML, or the name of the error that the reader's own
        game raised.
        """
        try:
            return self.draw(position)
        except Exception as error:
            name = escape(type(error).__name__)
            self.drawn[position] = f'<div role="alert">✖ No tree: {name}</div>'
            return self.drawn[position]

    def _ended(self, work: Future[None]) -> None:
        """Let another loop start the drawing again.

        This is needed if the event loop was closed while the thread was drawing.
        """
        if work.cancelled() or work.exception() is not None:
            self.busy = False

    def _arrived(self, position: int, picture: str) -> None:
        if position == self.stepper.position and not self.closed:
            self.show(picture)
