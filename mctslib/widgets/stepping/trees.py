"""Draw the stepper's trees ahead of time.

Graphviz's layout of a tree takes longer than all other work of a step.  Therefore a separate
thread draws the tree of the current position, and then the trees of nearby positions.  The drawn
trees are kept, so that the tree of the next step is usually ready.  In a browser there is no second
thread, so the main thread draws one tree at a time and handles messages in between.
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

KEPT = 400  # at most this many drawn trees are kept; each takes about 40 kB
NEAR = (0, 1, 4, -1, -4)  # offsets from the current position, in the order of drawing
PAUSE = 0.1  # seconds before each tree that is drawn ahead; in this time the page can be painted


class Trees:
    """The drawn trees, kept by position.

    stepper    the stepper that the reader moves; a second stepper on the same trace does the
               drawing
    max_nodes  the largest number of nodes in a drawn tree
    show       a function that is called with the HTML of the current tree once the tree has been
               drawn
    """

    def __init__(self, stepper: Stepper, max_nodes: int, show: Callable[[str], None]) -> None:
        self.stepper = stepper
        self.max_nodes = max_nodes
        self.show = show
        self.drawn: dict[int, str] = {}
        self.wanted: list[int] = []
        self.busy = False
        self.closed = False
        self.lock = threading.Lock()  # protects `wanted` and `busy`
        self.pen = threading.Lock()  # held by the thread that draws
        self.hurry = threading.Event()  # set while the current tree has not been drawn
        self.thread = ThreadPoolExecutor(1, "draw-trees")
        self.turn: asyncio.Handle | None = None  # the timer of the next drawing, in a browser
        self.survey()

    def survey(self) -> None:
        """Prepare to draw a record that has grown; trees drawn earlier remain valid."""
        self.ahead = Stepper(self.stepper.trace, self.stepper.phases, self.stepper.tree_policy)

    def close(self) -> None:
        """Stop drawing, and let the thread end."""
        with self.lock:
            self.closed = True
            self.wanted = []
        self.hurry.set()
        if self.turn is not None:
            self.turn.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)

    def look_at(self, position: int) -> None:
        """Show a position's tree as soon as it has been drawn; then draw nearby positions' trees.

        Outside an event loop the tree is drawn before this method returns, and no other tree is
        drawn.
        """
        if self.closed:
            return
        try:
            # The loop can differ between calls, because JupyterLab may call this method on other
            # threads.
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
        """Return the HTML of the tree of a position; if necessary, draw the tree first."""
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

        If no wanted tree is missing, return None and record that drawing has stopped.
        """
        with self.lock:
            missing = [position for position in self.wanted if position not in self.drawn]
            self.busy = bool(missing)
            position = missing[0] if missing else None
            if not self._is_on_show(position):
                self.hurry.clear()
            return position

    def _is_on_show(self, position: int | None) -> bool:
        """Return whether the page now shows this position, which is always the first wanted one."""
        return self.wanted[:1] == [position]

    def _draw_all(self) -> None:
        """Draw the wanted trees one after another; the thread runs this method."""
        while (position := self._next()) is not None:
            if not self._is_on_show(position) and self.hurry.wait(PAUSE):
                continue  # meanwhile the reader has moved to a tree that is not drawn yet
            picture = self._drawn_or_failed(position)
            self.loop.call_soon_threadsafe(self._arrived, position, picture)

    def _draw_one_here(self) -> None:
        """Draw one wanted tree on this thread, and schedule the next tree."""
        if not wasm.on_its_way():
            position = self._next()
            if position is not None:
                self._arrived(position, self._drawn_or_failed(position))
        if self.busy:
            self.turn = self.loop.call_later(PAUSE, self._draw_one_here)

    def _drawn_or_failed(self, position: int) -> str:
        """Return the tree of a position as HTML.

        If the reader's own game raises an error, return HTML with the name of the error.
        """
        try:
            return self.draw(position)
        except Exception as error:
            name = escape(type(error).__name__)
            self.drawn[position] = f'<div role="alert">✖ No tree: {name}</div>'
            return self.drawn[position]

    def _ended(self, work: Future[None]) -> None:
        """Make it possible to start the drawing again from another event loop.

        The thread calls this method just before it ends.  The method is needed if the event loop
        was closed while the thread was drawing.
        """
        if work.cancelled() or work.exception() is not None:
            self.busy = False

    def _arrived(self, position: int, picture: str) -> None:
        if position == self.stepper.position and not self.closed:
            self.show(picture)
