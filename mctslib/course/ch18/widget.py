"""`PuttingLab`: show two searches of one green side by side; the reader moves the hole and the
wall.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.course.ch18.experiments import holes, uct, widened
from mctslib.course.ch18.greens import green_picture, in_words, outcome, page_view, scene
from mctslib.door.entrance import search
from mctslib.draw import gallery
from mctslib.games.putting import LONGEST_WALL, RADIUS, Putting
from mctslib.given import check_one_of
from mctslib.methods.widening import check_exponent
from mctslib.tree import Node
from mctslib.widgets.moments import Moments
from mctslib.widgets.panel import Panel, safely
from mctslib.words import number

HERE = Path(__file__).parent
LIBRARY = HERE.parents[1]
SCRIPTS = (  # joined into one script
    LIBRARY / "widgets/words.js",
    LIBRARY / "widgets/elements.js",
    HERE / "green.js",
)
SEEDS = 8
SLICE = 100  # iterations of a search in one slice
MORE = 1_000
MOST = 4_000  # the largest number of iterations of each of the sixteen searches
STAGES = (100, 200, 400, 1_000, 2_000)  # numbers of iterations on a page without Python
PATIENCE = 120  # the largest number of seconds for the searches of one stage
NAMES = ("UCT", "Widened")
LIMITS = {"radius": RADIUS, "longest": LONGEST_WALL}


class LabFace(anywidget.AnyWidget):
    """The visible part of the widget: two greens, two charts, and the bar of controls.

    listener  a function that is called with each message from the page; a message is a dict with
              one key
    """

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = (HERE / "green.css").read_text(encoding="utf-8")
    scene = T.Dict().tag(sync=True)  # see `greens.scene` and `PuttingLab._draw`
    searches: T.List = T.List().tag(sync=True)  # two views, see `greens.page_view`
    bar = T.Dict().tag(sync=True)  # iterations, exponent, more, seed, working (None or a share)
    headline = T.Unicode().tag(sync=True)

    def __init__(self, listener: Callable[[Any], None], **options: Any) -> None:
        super().__init__(**options)
        self.on_msg(lambda widget, content, buffers: listener(content))


class PuttingLab(Panel):
    """Show UCT and a search with progressive widening on the same green, with 8 seeds each.

    iterations  the initial number of iterations of each search: a multiple of 100, from 100 to
                4,000
    exponent    the exponent of the widening, above 0 and at most 1
    seed        the seed of the searches that are drawn, from 0 to 7
    hole, wall  the hole and the wall, as in `Putting`
    """

    lives_as = "sliders"

    def __init__(
        self,
        iterations: int = 1000,
        exponent: float = 0.5,
        *,
        seed: int = 1,
        hole: tuple[float, float] = (0.35, 0.8),
        wall: float = 0.7,
    ) -> None:
        if iterations not in range(SLICE, MOST + 1, SLICE):
            raise ValueError(f"iterations must be 100, 200, … {MOST:,}, not {iterations!r}.")
        check_one_of("seed", seed, range(SEEDS))
        check_exponent("exponent", exponent)
        green = Putting(hole=hole, wall=wall)
        super().__init__("searching")
        self.green = green
        self.exponent = float(exponent)
        self.wanted = iterations
        self.seed = seed
        self.turn = 0
        self.heard = 0  # the number of messages about a new place of the hole or the wall
        self.face = LabFace(self.hear)
        self.status.add_class("mcts-below-lab")
        self.children = [self.face, self.status]
        self._start()
        self.work.catch_up(2)

    # ------------------------------------------------------------------------ searching

    def _start(self) -> None:
        """Start all searches from the beginning."""
        self.roots = [[Node(self.green) for _ in range(SEEDS)] for _ in NAMES]
        self.rngs = [[random.Random(seed) for seed in range(SEEDS)] for _ in NAMES]
        self.methods = [
            [uct() for _ in range(SEEDS)],
            [widened(self.exponent) for _ in range(SEEDS)],
        ]
        self._go_on()

    def _go_on(self) -> None:
        """Continue all searches up to the requested number of iterations, starting with those that
        are drawn.
        """
        self.turn += 1
        self.work.start(self._grow(), lambda outcome: self._draw())
        self._draw()

    def _grow(self) -> Iterator[float]:
        """Grow the trees in slices; after each slice, yield the share of the work done so far."""
        order = [self.seed, *(seed for seed in range(SEEDS) if seed != self.seed)]
        for turn, seed in enumerate(order):
            while any(roots[seed].visits < self.wanted for roots in self.roots):
                for kind in range(len(NAMES)):
                    self._grow_one(kind, seed)
                done = self.roots[0][seed].visits / self.wanted
                if turn == 0:
                    self._draw((turn + done) / SEEDS)
                yield (turn + done) / SEEDS
            self._draw((turn + 1) / SEEDS)

    def _grow_one(self, kind: int, seed: int) -> None:
        root = self.roots[kind][seed]
        if root.visits < self.wanted:
            search(root, SLICE, seed=self.rngs[kind][seed], **self.methods[kind][seed])

    # ------------------------------------------------------------------------ what the page sends

    @safely
    def hear(self, message: Any) -> None:
        """Carry out the request in a message from the page; ignore malformed messages."""
        if not isinstance(message, dict) or len(message) != 1:
            return
        [(what, value)] = message.items()
        if what == "press" and value in ("more", "stop", "seed"):
            {"more": self.more, "stop": self.work.stop, "seed": self.other_seed}[value]()
        elif what in ("hole", "wall", "exponent"):
            self.heard += what != "exponent"
            self._change(what, value)

    def _change(self, what: str, value: Any) -> None:
        """Change the hole, the wall or the exponent; show the old value if a new value is
        rejected.
        """
        try:
            if what == "exponent":
                check_exponent(what, value)
                self.exponent = float(value)
            elif what == "hole":
                self.green = Putting(hole=value, wall=self.green.green.wall)
            else:
                self.green = Putting(hole=self.green.green.hole, wall=value)
        except (TypeError, ValueError):
            self.turn += 1
            self._draw()
            raise
        self._start()

    def more(self) -> None:
        """Give each search 1,000 more iterations, up to `MOST` in total.

        If the searches were stopped, give them only the iterations that they have not yet made.
        """
        if self.is_finished():
            if self.wanted >= MOST:
                self.status.say(f"Each search can have at most {MOST:,} iterations here.")
                return
            self.wanted = min(self.wanted + MORE, MOST)
        self._go_on()

    def is_finished(self) -> bool:
        """Return whether each search has made all iterations that were requested."""
        return all(root.visits >= self.wanted for roots in self.roots for root in roots)

    def other_seed(self) -> None:
        """Show the searches with the next of the eight seeds."""
        self.seed = (self.seed + 1) % SEEDS
        self._go_on()

    # ------------------------------------------------------------------------ drawing

    def shown(self, kind: int) -> Node:
        """Return the root of the tree that is drawn: the tree of UCT (`kind` 0), or of the search
        with widening (`kind` 1).
        """
        return self.roots[kind][self.seed]

    def runs(self, kind: int) -> list[bool | None]:
        """Return, for each seed, whether the most visited line holes the ball.

        An entry is None if the search with this seed is not finished.
        """
        found: list[bool | None] = []
        for root in self.roots[kind]:
            found.append(holes(root) if root.visits >= self.wanted else None)
        return found

    def _draw(self, working: float | None = None) -> None:
        face = self.face
        with face.hold_sync():
            face.scene = scene(self.green) | {"turn": self.turn, "heard": self.heard, **LIMITS}
            face.searches = [
                page_view(self.shown(kind), name, self.runs(kind))
                for kind, name in enumerate(NAMES)
            ]
            face.headline = self.headline()
            face.bar = {
                "iterations": self.shown(1).visits,
                "exponent": self.exponent,
                "more": self.wanted < MOST or not self.is_finished(),
                "unfinished": not self.is_finished(),
                "seed": self.seed,
                "working": working if self.work.running else None,
            }

    def headline(self) -> str:
        """Return a sentence about the lines that the two searches have found."""
        left, right = (holes(self.shown(kind)) for kind in (0, 1))
        if left and right:
            return "Both searches found a line into the hole."
        if right:
            return "Only the widened search found the hole."
        if left:
            return "This time only UCT found the hole."
        return "Neither search has found a line into the hole yet."

    def page_moments(self) -> Moments:
        """Return the moments for a page without Python: both searches after increasing numbers of
        iterations.
        """
        numbers = sorted({*STAGES, self.wanted})

        def show(place: int) -> None:
            if numbers[place] < self.wanted:
                self.wanted = numbers[place]
                self._start()
            else:
                self.wanted = numbers[place]
                self._go_on()
            self.work.catch_up(PATIENCE)

        labels = [number(iterations) for iterations in numbers]
        return Moments("iterations", labels, numbers.index(self.wanted), show)

    def static_headline(self) -> tuple[str, str]:
        """Return the headline of the live panel."""
        return self.headline(), ""

    def static_picture(self) -> str:
        pictures = [green_picture(self.shown(kind)) for kind in (0, 1)]
        captions = [f"{name}: {self.score(kind)}" for kind, name in enumerate(NAMES)]
        return gallery(pictures, captions, spoken=True).svg

    def score(self, kind: int) -> str:
        """Return words that tell in how many runs the most visited line holes the ball."""
        known = [run for run in self.runs(kind) if run is not None]
        return f"holes the ball in {sum(known)} of {len(known)} runs"

    def static_text(self) -> str:
        parts = [self.headline()]
        for kind, name in enumerate(NAMES):
            root = self.shown(kind)
            parts.append(
                f"{name}: {in_words(root)} {outcome(root)} This search {self.score(kind)}."
            )
        return f"{' '.join(parts)} (Run this cell to move the hole and the wall.)"
