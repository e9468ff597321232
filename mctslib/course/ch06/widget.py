"""`Growth`: watch one tree grow, from its first iterations to many thousands.

With a slider the reader chooses the number of iterations up to which the value curve and the tree
are shown.  The tree is its root and the moves from there, so each node keeps its place; where there
are few moves, their answers are drawn, too.  The search runs only once, in slices, and stores a picture at each mark.  When the slider moves, the widget
therefore only has to look up a picture.  Each part of the widget has a box of fixed size, so that
nothing moves while the tree grows.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Any

import ipywidgets as W

from mctslib.course.ch06.growing import Snapshot, recent_value, snapshot
from mctslib.course.marks import steps
from mctslib.course.puzzles import EMPTY, PUZZLES, Puzzle, choose
from mctslib.door.entrance import search
from mctslib.draw.charts import line_chart
from mctslib.draw.facts import Teller
from mctslib.draw.look import INK, SOFT
from mctslib.draw.outline import deep_path
from mctslib.draw.show import gallery, tree_svg
from mctslib.game import State
from mctslib.given import check_between, check_one_of
from mctslib.oracle import value
from mctslib.policies import UCB1
from mctslib.tree import Node
from mctslib.widgets.bar import ActButton, ControlBar, Headline, framed, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, safely, search_slices
from mctslib.widgets.walking import (
    LEVELS,
    WalkedTree,
    all_widths,
    versions,
    walked,
)
from mctslib.words import count, number, worth

POSITIONS: dict[str, Puzzle] = {EMPTY.name: EMPTY, **PUZZLES}
MARKS = (
    10,
    15,
    20,
    30,
    50,
    70,
    100,
    150,
    200,
    300,
    500,
    700,
    1_000,
    1_500,
    2_000,
    3_000,
    5_000,
    7_000,
    10_000,
    15_000,
    20_000,
    30_000,
    50_000,
    70_000,
    100_000,
)
LARGEST_C = 3.0
PAUSE = 0.02  # seconds to wait after the last change of a control before a computation starts
OPENS = 3_000  # branches can be opened up to this mark, because its tree grows again in a moment
NODES = 13  # the largest number of nodes that are drawn
MANY = 6  # from so many moves on, one level below the root fills the space
# In pixels: the size of the chart, and its size on a phone.
CHART, NARROW = (240, 310), (240, 139)
# On a phone the tree has one level, and only the root shows its board.
PHONE: dict[str, Any] = {"boards": 1, "most_levels": 1, "keep": ()}
BOX, LOW = 400, 310  # the height of the space for the tree, and for a tree of one level
ASKED = "Grow on: does Q come closer?"
LONGEST = (
    "After 100,000 iterations Q of the root is 0.53; perfect play gives 0.50.",
    "Its top was 0.73, after 100,000.",
)
SETTLED = 100  # before so many iterations Q of the root still jumps, and no mark counts as a top
FALLEN = 0.035  # below its top by so much, Q of the root has clearly fallen
GROW = ("Grow on", "play", "Show the tree a little later")
AGAIN = ("From the start", "play", "Show the tree as it was after its first iterations")
STATIC_SECONDS = 20.0  # the longest time for growing the tree of a saved notebook
STATIC = (30, 1_000)  # marks that a saved notebook shows in addition to the chosen mark


@dataclass(frozen=True)
class Moment:
    """The tree at one mark: its statistics and its pictures.

    tree       the SVG text for a saved notebook
    versions   the same tree for pages of several widths, with facts about its nodes
    """

    seen: Snapshot
    tree: str
    versions: dict[str, str]


def is_wide(state: State) -> bool:
    """Return whether one level below the root fills the space for the tree."""
    return len(state.legal_actions()) >= MANY


def room_for_tree(state: State) -> int:
    """Return the height of the space for the tree of a position, in pixels."""
    return LOW if is_wide(state) else BOX


class Growth(Panel):
    """Show how one search grows: the value of its root, and its tree, with a slider.

    position    "empty board", "A", "S" or "W"; or a position of your own game, if this game is
                small enough for exact values
    c           the exploration constant, from 0 to 3
    seed        the seed of the search
    iterations  the initial setting of the slider, one of `MARKS`
    longest     the number of iterations at which the search ends, one of `MARKS`
    """

    lives_as = "sliders"
    kept_slider = "slider"

    def __init__(
        self,
        position: str | State = "empty board",
        *,
        c: float = 1.0,
        seed: int = 0,
        iterations: int = 100,
        longest: int = MARKS[-1],
    ) -> None:
        _check(c, iterations, longest)
        self.puzzles, name = choose(POSITIONS, position, "position")
        super().__init__("growing")
        self.marks = tuple(mark for mark in MARKS if mark <= longest)
        self.moments: dict[int, Moment] = {}
        self.shows_all = False
        self.again: tuple[Any, Node] = (None, Node(self.puzzles[name].state))
        self._make_controls(name, c, seed, iterations)
        self._lay_out()
        self.work.start(self._grow(), self._grown)
        self._show()

    def _make_controls(self, position: str, c: float, seed: int, iterations: int) -> None:
        self.slider = W.SelectionSlider(
            options=[(f"{mark:,}", mark) for mark in self.marks],
            value=iterations,
            description="iterations",
            continuous_update=True,
            layout=W.Layout(flex="1 1 300px", max_width="620px"),
        )
        self.position_box = Menu(options=list(self.puzzles), value=position, description="position")
        self.c = W.FloatSlider(
            value=c, min=0, max=LARGEST_C, step=0.05, description="c", continuous_update=False
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.slider.observe(self.moved, "value")
        for control in (self.position_box, self.c, self.seed):
            control.observe(self.changed, "value")

    def _lay_out(self) -> None:
        self.headline = Headline(longest=[LONGEST])
        self.curve = W.HTML()
        self.curve.add_class("mcts-charts-beside")
        # A taller tree scrolls; if it were scaled, its letters would be too small to read.
        self.tree = WalkedTree(self, room_for_tree(self.puzzle.state))
        self.tree.add_class("mcts-growing-tree")
        self.act = ActButton(self.work, *GROW, self.grow_on, later=[AGAIN[0]])
        bar = ControlBar(self.act, [self.slider], [self.position_box], [self.c, self.seed])
        bar.keep_together(self.position_box)
        bar.fold(self, self.position_box)
        self.children = framed(self, self.headline, [self.curve, self.tree], bar)

    @property
    def puzzle(self) -> Puzzle:
        """The position that is searched."""
        return self.puzzles[self.position_box.value]

    @safely
    def changed(self, change: object = None) -> None:
        """Grow a new tree after the reader has changed the position, c or the seed."""
        self.status.say("")
        self.moments = {}
        self.tree.opened.clear()
        self.tree.height = room_for_tree(self.puzzle.state)
        self.work.start(self._grow(), self._grown, delay=PAUSE)
        self._show()

    @safely
    def grow_on(self, button: object = None) -> None:
        """Move the slider to the next power of ten, or to the last mark; the first one follows."""
        later = [mark for mark in self.marks if mark > self.slider.value]
        tens = [mark for mark in later if f"{mark}".rstrip("0") == "1"]
        self.slider.value = min(tens + later[-1:], default=self.marks[0])

    @safely
    def moved(self, change: object = None) -> None:
        """Show the tree at the mark to which the slider was moved."""
        self._show()

    def _grow(self) -> Iterator[float]:
        """Search up to the last mark in slices, and keep a `Moment` at each mark."""
        root, rng = Node(self.puzzle.state), random.Random(self.seed.value)
        policy = self._policy()
        for done, missing in enumerate(steps(self.marks), start=1):
            for part in search_slices(root, missing, rng, engine=search, tree_policy=policy):
                yield (done - 1 + part) / len(self.marks)
            mark = root.visits
            self.moments[mark] = self._moment_of(root)
            if mark == self.slider.value or done % 4 == 0:
                self._show()
            yield done / len(self.marks)

    def _moment_of(self, root: Node) -> Moment:
        """Return the statistics and both pictures of the tree as it is now."""
        look = self.look(root)
        still = tree_svg(root, **look)
        pictures = versions(root, teller=self._teller(), narrow=PHONE, **look)
        return Moment(snapshot(root), still, pictures)

    def look(self, root: Node) -> dict[str, Any]:
        """Return the options of a picture of the tree."""
        levels = 1 if is_wide(self.puzzle.state) else LEVELS - 1
        return {
            "max_nodes": NODES,
            "most_levels": levels,
            "keep": [deep_path(root, levels)],
        }

    def _teller(self) -> Teller:
        return Teller(self._policy())

    def _policy(self) -> UCB1:
        return UCB1(round(self.c.value, 2))

    @safely
    def _grown(self, outcome: str) -> None:
        self._show()
        if outcome == "stop" and self.moments:
            self.status.say("Stopped. The slider shows the tree up to its last snapshot.")

    def moment(self) -> Moment | None:
        """Return the moment at the slider's mark, or the last moment reached before that mark."""
        reached = [mark for mark in self.moments if mark <= self.slider.value]
        return self.moments[reached[-1]] if reached else None

    def _until_now(self) -> list[Moment]:
        """Return the moments up to the slider's mark; what comes later is not shown."""
        last = self.marks[-1] if self.shows_all else self.slider.value
        return [one for mark, one in self.moments.items() if mark <= last]

    def _show(self) -> None:
        moment = self.moment()
        self._show_tree(moment)
        self.headline.say(*(self.describe(moment.seen) if moment else self._before()))
        self.act.rename(*(AGAIN if self.slider.value == self.marks[-1] else GROW))
        self.curve.value = two_widths(self._chart(CHART), self._chart(NARROW))

    def _show_tree(self, moment: Moment | None) -> None:
        """Show the tree of a moment; before the first moment only the room for it is kept."""
        start = Node(self.puzzle.state)
        longest = self._teller().longest(start, self.marks[-1])
        if moment is None:
            self.tree.reserve(longest)
            return
        grow = partial(self._tree_at, moment.seen.iterations)
        can_open = moment.seen.iterations <= OPENS
        look = {
            "max_nodes": NODES,
            "teller": self._teller(),
            "most_levels": LEVELS - 1,
            "narrow": PHONE,
        }
        self.tree.show(grow if can_open else None, moment.versions, longest, **look)

    def _tree_at(self, mark: int) -> Node:
        """Return the tree at a mark; the tree of the search itself has grown on."""
        key = (self.position_box.value, self._policy().c, self.seed.value, mark)
        if self.again[0] != key:
            root = search(
                self.puzzle.state, mark, seed=self.seed.value, tree_policy=self._policy()
            ).root
            self.again = (key, root)
        return self.again[1]

    def _before(self) -> tuple[str, str]:
        """Return the headline before there is a tree to show."""
        if self.work.running:
            return "The tree is about to grow.", ""
        return "Stopped before the first picture.", "Change the seed under ⚙ to grow a tree."

    def describe(self, seen: Snapshot) -> tuple[str, str]:
        """Return the headline of one moment, and what follows in small type."""
        exact = worth(float(value(self.puzzle.state)))
        iterations = count(seen.iterations, "iteration")
        settled = [one.seen for one in self._until_now() if one.seen.iterations >= SETTLED]
        top = max(settled, key=lambda one: one.value, default=seen)
        more = "" if seen.iterations == self.marks[-1] else ASKED
        if seen.value < top.value - FALLEN:
            more = f"Its top was {worth(top.value)}, after {number(top.iterations)}."
        return (
            f"After {iterations} Q of the root is {worth(seen.value)}; perfect play gives {exact}.",
            more,
        )

    def page_words(self) -> str:
        """Return the headline for a page, which has a slider and no button."""
        words, more = self.headline.said
        return words if more == ASKED else f"{words} {more}".strip()

    def lines(self) -> dict[str, list[tuple[float, float]]]:
        """Return three curves: Q of the root, the recent mean reward, and perfect play."""
        seen = [moment.seen for moment in self._until_now()]
        late = [
            (float(after.iterations), recent_value(before, after))
            for before, after in pairwise(seen)
        ]
        exact = float(value(self.puzzle.state))
        return {
            "Q": [(one.iterations, one.value) for one in seen],
            "recent": late,
            "perfect": [(mark, exact) for mark in (self.marks[0], self.marks[-1])],
        }

    def _chart(self, size: tuple[int, int] = CHART) -> str:
        levels, bare = self._levels(), size == NARROW
        if bare:  # the headline and the slider of a phone name the axes
            levels = [levels[0], levels[len(levels) // 2], levels[-1]]
        return line_chart(
            self.lines(),
            title="Value of the root",
            marks=self._labelled(),
            at=self.slider.value,
            size=size,
            levels=levels,
            colours={"Q": INK, "recent": SOFT, "perfect": SOFT},
            names_inside=True,
            bare=bare,
        )

    def _levels(self) -> list[float]:
        """Return the tenths between which all values lie, whatever the slider shows.

        The lowest tenth is below all values, so that no name of a line touches the axis.
        """
        seen = [moment.seen for moment in self.moments.values()]
        late = [recent_value(before, after) for before, after in pairwise(seen)]
        values = [float(value(self.puzzle.state)), *(one.value for one in seen), *late]
        low, high = ceil(10 * min(values)) - 1, ceil(10 * max(values))
        return [tenth / 10 for tenth in range(max(0, low), max(high, low + 1) + 1)]

    def _labelled(self) -> tuple[int, ...]:
        """Return the marks that the chart labels: 10, 1,000, 100,000, and the last mark."""
        few = [mark for mark in self.marks if mark in (10, 1_000, 100_000)]
        return tuple(dict.fromkeys([*few, self.marks[-1]]))

    def static_picture(self) -> str:
        self.work.catch_up(STATIC_SECONDS)
        marks = sorted({mark for mark in (*STATIC, self.slider.value) if mark in self.moments})
        above = gallery(
            [self.moments[mark].tree for mark in marks],
            [f"{mark:,} iterations" for mark in marks],
            spoken=True,
        )
        self.shows_all = True  # a still picture has no slider that would bring the rest
        chart = self._spoken_chart()
        self.shows_all = False
        return f"{above._repr_html_()}<br>{chart}"

    def page_picture(self) -> str:
        """Return HTML for a page: the tree at the slider's mark, and the chart."""
        self.work.catch_up(STATIC_SECONDS)
        tree = walked(all_widths(self.tree.whole), self.tree.longest)
        return f"{tree}{self._spoken_chart()}"

    def _spoken_chart(self) -> str:
        return gallery(
            [self._chart((400, 240))], ["the value of the root"], spoken=True
        )._repr_html_()

    def static_text(self) -> str:
        return (
            f"A tree on {self.puzzle.name}, up to {self.marks[-1]:,} iterations (run this cell "
            "to move the slider)"
        )


def _check(c: float, iterations: int, longest: int) -> None:
    check_between("c", c, 0, LARGEST_C)
    check_one_of("longest", longest, MARKS)
    if iterations not in MARKS or iterations > longest:
        raise ValueError(
            f"iterations must be one of the marks up to {longest:,} (see `MARKS`), not "
            f"{iterations!r}."
        )
