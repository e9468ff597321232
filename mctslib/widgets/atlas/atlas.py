"""Show every node of one search tree, or of two trees side by side, on a canvas (`Atlas`).

The picture is updated while the trees grow.
"""

import random
import time
from collections.abc import Iterator, Sequence
from html import escape
from math import inf
from typing import Any

import ipywidgets as W

from mctslib.door.entrance import search
from mctslib.door.guard import as_root
from mctslib.door.result import SearchResult
from mctslib.draw.look import STEPS
from mctslib.draw.show import gallery
from mctslib.fast.choice import LOADER, offered
from mctslib.fast.nodes import FastNode
from mctslib.fast.tree import FastTree
from mctslib.game import State
from mctslib.policies import UCB1
from mctslib.tree import Node
from mctslib.widgets.atlas.canvas import TreeCanvas
from mctslib.widgets.atlas.still import colours, drawn
from mctslib.widgets.atlas.view import View
from mctslib.widgets.bar import ActButton, ControlBar, Headline, framed
from mctslib.widgets.panel import Panel, safely, search_slices

ENGINES = ("compiled", "readable")
STOPPED = "Stopped: the tree is kept.  Search on continues from here."
# The minimum time between two pictures of a growing tree, in seconds.  If a picture takes longer to
# make, the pause after the picture is equally long.
FRAME = 0.04
PATIENCE = 0.5  # seconds that a page may take to draw a picture
SLICE = 0.03  # seconds of search in one slice
WAIT = 0.03  # seconds between two checks of whether the compiled engine is loaded
# The trees grow for at most this many seconds before the static picture is made.  When the
# notebooks are built, the environment variable MCTSLIB_PATIENCE replaces this number.
STATIC_SECONDS = 0.2
# A tree with more visits than this is drawn only after its search has ended, so that Stop reacts
# immediately.
LIVE = 1_000_000
HEADLINE = "Every node of a search tree, as wide as its visits."
HOW = "Point at a node to see its position; click to zoom in."
GRADIENT = ",".join(f"var(--mcts-value-{step})" for step in range(STEPS + 1))
SCALE = (
    '<span>Good for {} <span class="scale" style="background:'
    f'linear-gradient(90deg,{GRADIENT})"><b>½</b></span> good for {{}}</span>'
)
LEGEND = (
    '<div class="mcts-legend">{colours}<span><i class="main"></i>★ principal variation</span><span><i class="merged"></i>too narrow: '
    "merged</span>"
    "<span>A click or Enter zooms in, Escape out, arrow keys move; the wheel zooms after a click, "
    "or with Ctrl.</span>"
    "</div>"
)


def legend_of(view: View) -> str:
    """Return the legend of the colours and signs, with the players' names, as HTML."""
    ends = view.ends()
    darker = f"<span>{colours(None).capitalize()}</span>"
    return LEGEND.replace("{colours}", SCALE.format(*map(escape, ends)) if ends else darker)


class Atlas(Panel):
    """Shows every node of a search tree.

    The width of a node's rectangle shows the node's visits, its level shows the node's depth, and
    its colour shows the node's value Q.

    trees       one or two trees, each given as a root node, as the result of a search, or as a
                position to search from
    titles      the headings above the trees
    iterations  ≥ 1, the number of iterations of each search from a position
    c           ≥ 0, the exploration constant of UCB1.  For a single position you may give two
                constants; the Atlas then grows one tree with each constant
    seed        the seed of the searches
    engine      "compiled" (the compiled engine, if it supports the game) or "readable"

    To search a shown tree further in a cell, call `search` inside `with atlas.lock:` and then call
    `atlas.redraw()`.  Raises ValueError or TypeError for an invalid setting.
    """

    lives_as = "atlas"

    def __init__(
        self,
        *trees: Node | State | SearchResult,
        titles: Sequence[str] = (),
        iterations: int = 20_000,
        c: float | Sequence[float] = 1.0,
        seed: int = 0,
        engine: str = "compiled",
    ) -> None:
        constants = _checked(trees, titles, iterations, c, engine)
        trees = trees * (len(constants) if len(trees) == 1 else 1)
        roots = [as_root(tree.root if isinstance(tree, SearchResult) else tree) for tree in trees]
        super().__init__("growing")
        self.iterations, self.engine = iterations, engine
        self.growing = [not isinstance(tree, Node | SearchResult) for tree in trees]
        self.c = constants * len(roots) if len(constants) == 1 else constants
        self.rngs = [random.Random(seed) for _ in roots]
        names = titles or [f"c = {c:g}" if more else "" for c, more in zip(self.c, self.growing)]
        self.views = [View(root, name) for root, name in zip(roots, names)]
        self.canvases = [TreeCanvas(self._asked) for _ in roots]
        self.levels = [0] * len(roots)
        self.due = [0.0] * len(roots)  # the time at which each tree's next picture may be sent
        self._lay_out()
        self.redraw()
        if any(self.growing):
            self.work.start(self._grow(), self._grown)

    def _lay_out(self) -> None:
        does = "Search for the same number of iterations again"
        words = f"Search on +{self.iterations:,}"
        self.more = ActButton(self.work, words, "forward", does, self.search_on)
        self.headline = Headline(HEADLINE, HOW, longest=[(HEADLINE, HOW)])
        side = W.Layout(flex="1 1 400px", min_width="0")
        sides = [W.VBox([canvas], layout=side) for canvas in self.canvases]
        legend = W.HTML(legend_of(self.views[0]), layout=W.Layout(flex="1 1 100%"))
        self.bar = ControlBar(self.more)
        self.bar.layout.display = "" if any(self.growing) else "none"  # no button to press
        self.children = framed(self, self.headline, [*sides, legend], self.bar)

    # -------------------- requests of the page

    @safely
    def _asked(self, canvas: TreeCanvas, command: str, argument: Any) -> None:
        number = self.canvases.index(canvas)
        view = self.views[number]
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
            self._show(number)

    @safely
    def redraw(self) -> None:
        """Show the trees as they are now."""
        for number in range(len(self.views)):
            self._show(number)

    @property
    def depths(self) -> list[int]:
        """Return the depth of each tree, in moves from the root to the deepest node."""
        with self.lock:
            return [view.depth() for view in self.views]

    def _show(self, number: int) -> None:
        begun = time.monotonic()
        seen, head = self.views[number].picture()
        self.levels[number] = head["levels"]
        # Both pictures have the same number of levels, so that equal depths are at the same height.
        self.canvases[number].show(seen, {**head, "levels": max(self.levels)})
        now = time.monotonic()
        self.due[number] = now + max(FRAME, now - begun)

    # -------------------- growing

    @safely
    def search_on(self, button: object = None) -> None:
        """Search each growing tree for `iterations` more iterations."""
        self.work.start(self._grow(), self._grown)

    def _grow(self) -> Iterator[float]:
        """Search the trees in turn, slice by slice, and show them; yield the fraction done."""
        chosen = [number for number, more in enumerate(self.growing) if more]
        done = dict.fromkeys(chosen, 0.0)
        runs = {number: self._slices(number) for number in chosen}
        while runs:
            for number, run in list(runs.items()):
                part = next(run, None)
                if part is None:
                    del runs[number]
                else:
                    done[number] = part
                    self._show_growing(number)
                    yield sum(done.values()) / len(done)

    def _slices(self, number: int) -> Iterator[float]:
        """Search one tree slice by slice, and yield the fraction done after each slice."""
        view = self.views[number]
        rng = self.rngs[number]
        policy = UCB1(self.c[number])
        while self._waits(view, rng, policy):
            time.sleep(WAIT)
            yield 0.0
        yield from search_slices(
            view.root, self.iterations, rng, engine=search, slice_seconds=SLICE, tree_policy=policy
        )

    def _waits(self, view: View, rng: random.Random, policy: UCB1) -> bool:
        """Return whether the compiled engine is still being loaded.

        Once the engine has been loaded, replace an empty tree with a compiled tree.
        """
        state = view.root.state
        worth = self.engine == "compiled" and not view.root.visits and LOADER.pays(self.iterations)
        if not worth or not offered(state, rng, tree_policy=policy):
            return False
        if LOADER.ready():
            view.use(FastNode(FastTree(state), state))
            return False
        return LOADER.error is None

    def _show_growing(self, number: int) -> None:
        """Redraw a tree if its next picture is due; allow a slow page more time."""
        canvas, now = self.canvases[number], time.monotonic()
        if self.views[number].root.visits > LIVE:
            self.status.say(
                f"With more than {LIVE:,} visits the tree is drawn when the search ends, or is "
                "stopped."
            )
        elif now >= self.due[number] + PATIENCE * (canvas.drawn < canvas.frame - 1):
            self._show(number)

    @safely
    def _grown(self, outcome: str) -> None:
        for number in range(len(self.views)):
            self._show(number)
        self.status.say(STOPPED if outcome == "stop" else "")

    # -------------------- for readers without a kernel

    def static_picture(self) -> str:
        self.work.catch_up(STATIC_SECONDS)
        pictures = [drawn(view) for view in self.views]
        if len(pictures) == 1:
            return pictures[0]
        return gallery(pictures, ["", ""], columns=1, spoken=True).svg

    def static_text(self) -> str:
        return "\n".join(view.words() for view in self.views)


def _is_constant(value: object) -> bool:
    """Return whether a value may be c, which is a finite number ≥ 0 but not True or False."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < inf


def _checked(
    trees: Sequence[object],
    titles: Sequence[str],
    iterations: int,
    c: float | Sequence[float],
    engine: str,
) -> list[float]:
    """Check the settings, and return the constants c.

    Raises ValueError or TypeError for an invalid setting.
    """
    if not 1 <= len(trees) <= 2:
        raise ValueError(f"An Atlas shows one or two trees, not {len(trees)}.")
    constants = [c] if isinstance(c, int | float) else list(c)
    if len(constants) not in (1, 2) or not all(map(_is_constant, constants)):
        raise ValueError(f"c must be a number ≥ 0, or a list of two such numbers, not {c!r}.")
    shown = max(len(trees), len(constants))
    if titles and len(titles) != shown:
        raise ValueError(
            f"There are {shown} trees and {len(titles)} titles: give each tree a title."
        )
    if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
        raise ValueError(f"iterations must be a whole number ≥ 1, not {iterations!r}.")
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}.")
    return constants
