"""Show every node of a search tree on a canvas (`Atlas`), also while the tree grows."""

import random
import time
from collections.abc import Iterator
from html import escape
from typing import Any

import ipywidgets as W

from mctslib.door.entrance import search
from mctslib.door.guard import as_root
from mctslib.door.result import SearchResult
from mctslib.draw.look import STEPS
from mctslib.fast.choice import LOADER, offered
from mctslib.fast.nodes import FastNode
from mctslib.fast.tree import FastTree
from mctslib.game import State
from mctslib.given import check_one_of
from mctslib.policies import UCB1
from mctslib.tree import Node
from mctslib.widgets.atlas.canvas import TreeCanvas
from mctslib.widgets.atlas.still import colours, drawn
from mctslib.widgets.atlas.view import View
from mctslib.widgets.bar import ActButton, ControlBar, Headline, framed
from mctslib.widgets.panel import Panel, safely, search_slices
from mctslib.words import percent

ENGINES = ("compiled", "readable")
STOPPED = "Stopped: the tree is kept.  Go on continues from here."
# The minimum time between two pictures of a growing tree, in seconds.  If a picture takes longer to
# make, the pause after the picture is equally long.
FRAME = 0.04
PATIENCE = 0.5  # seconds that a page may take to draw a picture
SLICE = 0.03  # seconds of search in one slice
WAIT = 0.03  # seconds between two checks of whether the compiled engine is loaded
# The tree grows for at most this many seconds before the static picture is made.  When the
# notebooks are built, the environment variable MCTSLIB_PATIENCE replaces this number.
STATIC_SECONDS = 0.2
# A tree with more visits than this is drawn only after its search has ended, so that Stop reacts
# immediately.
LIVE = 1_000_000
HEADLINE = "Every node of a search tree, as wide as its visits."
GRADIENT = ",".join(f"var(--mcts-value-{step})" for step in range(STEPS + 1))
SCALE = (
    '<span>Good for {} <span class="scale" style="background:'
    f'linear-gradient(90deg,{GRADIENT})"><b>½</b></span> good for {{}}</span>'
)
LEGEND = (
    '<div class="mcts-legend">{colours}<span><i class="main"></i>★ moves it expects</span>'
    '<span><i class="described"></i>described</span>'
    '<span><i class="merged"></i>too narrow: merged</span>'
    '<span class="mcts-second">Escape zooms out, arrow keys move, F fills the screen.</span>'
    "</div>"
)


def legend_of(view: View) -> str:
    """Return the legend of the colours and signs, with the players' names, as HTML."""
    ends = view.ends()
    darker = f"<span>{colours(None).capitalize()}</span>"
    return LEGEND.replace("{colours}", SCALE.format(*map(escape, ends)) if ends else darker)


def told(now: tuple[str, float], before: tuple[str, float] | None, asks: bool) -> str:
    """Return what is new about the widest first move since the last headline, and a question.

    now, before  the move and its share of the visits
    asks         whether the reader can search on
    """
    (move, share), half = now, now[1] > 0.5
    if not asks:
        return f"{move} is the widest: {percent(share)} of the visits."
    if before is None:
        said = f"{move} has {percent(share)} of the visits."
    elif before[0] != move:
        said = f"Now {move} is the widest, no longer {before[0]}: {percent(share)}."
    elif half and before[1] <= 0.5:
        said = f"{move} has passed half: {percent(share)} of the visits."
    else:
        said = f"{move} has {percent(share)} of the visits, after {percent(before[1])}."
    return f"{said} {'Will it stay ahead?' if half else 'Will it pass half?'}"


class Atlas(Panel):
    """Shows every node of a search tree.

    The width of a node's rectangle shows the node's visits, its level shows the node's depth, and
    its colour shows the node's value Q.

    tree        a root node, the result of a search, or a position to search from
    title       the heading above the tree
    iterations  ≥ 1, the number of iterations of the search from a position
    c           ≥ 0, the exploration constant of UCB1
    seed        the seed of the search
    engine      "compiled" (the compiled engine, if it supports the game) or "readable"

    To search a shown tree further in a cell, call `search` inside `with atlas.lock:` and then call
    `atlas.redraw()`.  `TwoTrees` shows two trees.  Raises ValueError or TypeError for an invalid
    setting.
    """

    lives_as = "atlas"

    def __init__(
        self,
        tree: Node | State | SearchResult,
        title: str = "",
        *,
        iterations: int = 20_000,
        c: float = 1.0,
        seed: int = 0,
        engine: str = "compiled",
    ) -> None:
        if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
            raise ValueError(f"iterations must be a whole number ≥ 1, not {iterations!r}.")
        check_one_of("engine", engine, ENGINES)
        root = as_root(tree.root if isinstance(tree, SearchResult) else tree)
        super().__init__("growing")
        self.iterations, self.engine = iterations, engine
        self.growing = not isinstance(tree, Node | SearchResult)
        self.policy = UCB1(c)
        self.rng = random.Random(seed)
        self.view = View(root, title)
        self.canvas = TreeCanvas(self._asked)
        self.told: tuple[str, float] | None = None  # the widest first move of the last headline
        self.due = 0.0  # the time at which the next picture may be sent
        self._lay_out()
        self.redraw()
        if self.growing:
            self.work.start(self._grow(), self._grown)
        else:
            self._name_the_widest()

    def _lay_out(self) -> None:
        does = "Search for the same number of iterations again"
        words = f"Go on +{self.iterations:,}"
        self.more = ActButton(self.work, words, "play", does, self.search_on)
        self.headline = Headline(HEADLINE, longest=[(HEADLINE, "")])
        side = W.VBox([self.canvas], layout=W.Layout(flex="1 1 400px", min_width="0"))
        legend = W.HTML(legend_of(self.view), layout=W.Layout(flex="1 1 100%"))
        self.bar = ControlBar(self.more)
        self.bar.fold(self)  # the legend itself names what a phone shows only after More
        if not self.growing:
            self.more.layout.display = "none"  # this tree has no search to go on with
            self.bar.add_class("mcts-only-more")
        self.children = framed(self, self.headline, [side, legend], self.bar)

    # -------------------- requests of the page

    @safely
    def _asked(self, canvas: TreeCanvas, command: str, argument: Any) -> None:
        view = self.view
        if command == "drawn":
            canvas.drawn = argument
        elif command == "look":
            canvas.place = view.look(argument)
        else:
            if command == "width":
                view.pixels = argument
            elif command == "window":
                view.path, view.window = (), argument
            else:
                view.path, view.window = view.actions(argument), None
            self._show()

    @safely
    def redraw(self) -> None:
        """Show the tree as it is now."""
        self._show()

    @property
    def depth(self) -> int:
        """Return the number of moves from the root to the deepest node."""
        with self.lock:
            return self.view.depth()

    def _show(self) -> None:
        begun = time.monotonic()
        self.canvas.show(*self.view.picture())
        now = time.monotonic()
        self.due = now + max(FRAME, now - begun)

    # -------------------- growing

    @safely
    def search_on(self, button: object = None) -> None:
        """Search for `iterations` more iterations."""
        self.work.start(self._grow(), self._grown)

    def _grow(self) -> Iterator[float]:
        """Search slice by slice, show the tree, and yield the fraction done after each slice."""
        while self._waits():
            time.sleep(WAIT)
            yield 0.0
        options: Any = {"engine": search, "slice_seconds": SLICE, "tree_policy": self.policy}
        for done in search_slices(self.view.root, self.iterations, self.rng, **options):
            self._show_growing()
            yield done

    def _waits(self) -> bool:
        """Return whether the compiled engine is still being loaded.

        Once the engine has been loaded, replace an empty tree with a compiled tree.
        """
        state = self.view.root.state
        worth = self.engine == "compiled" and not self.view.root.visits
        if not worth or not LOADER.pays(self.iterations):
            return False
        if not offered(state, self.rng, tree_policy=self.policy):
            return False
        if LOADER.ready():
            self.view.use(FastNode(FastTree(state), state))
            return False
        return LOADER.error is None

    def _name_the_widest(self) -> None:
        """Say in the headline which move got the most visits."""
        now, before = self.view.widest(), self.told
        self.told = now
        self.headline.say(told(now, before, self.growing) if now else HEADLINE)

    def _show_growing(self) -> None:
        """Redraw the tree if its next picture is due; allow a slow page more time."""
        now = time.monotonic()
        if self.view.root.visits > LIVE:
            self.status.say(
                f"With more than {LIVE:,} visits the tree is drawn when the search ends, or is "
                "stopped."
            )
        elif now >= self.due + PATIENCE * (self.canvas.drawn < self.canvas.frame - 1):
            self._show()

    @safely
    def _grown(self, outcome: str) -> None:
        self._show()
        self._name_the_widest()
        self.status.say(STOPPED if outcome == "stop" else "")

    # -------------------- for readers without a kernel

    def static_picture(self) -> str:
        self.work.catch_up(STATIC_SECONDS)
        return drawn(self.view)

    def static_text(self) -> str:
        return self.view.words()
