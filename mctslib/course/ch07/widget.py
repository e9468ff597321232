"""`CExplorer`: change the exploration constant c, and see its effect on one tree and on many trees.

A map shows the share of searches that choose a right move, for many values of c and many budgets.
Beside the map are each move's share of the visits, and two trees with the same seed and different
values of c.  Below the trees, one chart for each position shows the share of searches that choose a
right move with each of the two values of c.
"""

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.course.budgets import in_full
from mctslib.course.ch07.dragging import Cell, DragMap
from mctslib.course.ch07.experiments import RewardRange, mean_of, one_run
from mctslib.course.ch07.heat import NARROW, WIDE, Widths, area, heat_map, nearest
from mctslib.course.chosen import MOST_ROWS, highest, of_all
from mctslib.course.puzzles import PUZZLES, Puzzle, choose
from mctslib.door.entrance import search
from mctslib.draw.charts import line_chart, share_chart
from mctslib.draw.show import board_svg, gallery, tree_svg
from mctslib.game import State
from mctslib.games.names import action_name
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node
from mctslib.widgets.bar import (
    ActButton,
    ControlBar,
    Headline,
    framed,
    room_for,
    three_widths,
    two_widths,
)
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, safely, search_slices
from mctslib.words import count, number

BUDGETS = (25, 50, 100, 200, 400, 800, 1600, 3200)
LARGEST_C = 3.0
GRID = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)  # rows of the map
PAUSE = 0.02  # seconds to wait after the last change of a control before a computation starts
WIDE_TREE = {"max_nodes": 9, "most_levels": 3}  # the largest part of each tree that is drawn
NARROW_TREE = {"max_nodes": 5, "most_levels": 2}  # the same part where the page is narrow
TREES_KEPT = 64
STATIC_SEEDS = 20 if in_full() else 2  # the number of seeds for the curves of a saved notebook
CHART = (272, 200)  # in pixels; the three charts fit side by side in JupyterLab
WIDER = ((312, 200), (372, 200))  # the same for a page with more room
SIDES = ("left", "right")
DRAG = "Drag on the map to move the nearer line and the framed column."
REDRAW_EVERY = 6  # the number of searches between two drawings of the curves
RANGES = {
    "0 to 1": RewardRange(),
    "−1 to 1": RewardRange(-1.0, 1.0),
    "0 to 100": RewardRange(0.0, 100.0),
}


class Setting(NamedTuple):
    """All settings on which a tree depends, so that equal settings give equal trees."""

    puzzle: str  # the name of the position
    iterations: int
    seed: int
    rewards: str  # a key of `RANGES`
    c: float


class Measurement(NamedTuple):
    """The settings of a search whose chosen move is checked."""

    puzzle: str
    c: float  # the exploration constant for rewards from 0 to 1
    seed: int


@lru_cache(maxsize=100_000)
def run(puzzle: Puzzle, c: float, seed: int) -> tuple[bool, ...]:
    """Return whether a search chooses a right move, for each number of iterations in `BUDGETS`.

    The result is cached.
    """
    return tuple(one_run(puzzle, c, BUDGETS, seed))


class CExplorer(Panel):
    """Compare two values of c, with sliders for both values and for the number of iterations.

    A menu sets the range of the rewards.  Dragging on the map moves the sliders.

    puzzle  the position: "A", "S" or "W"; or a position of your own game, if this game is small
            enough for exact values
    c       the two constants, each from 0 to 3
    budget  the number of iterations: 25, 50, 100, 200, 400, 800, 1,600 or 3,200
    seed    the seed of both trees
    seeds   the number of seeds for the curves
    """

    lives_as = "sliders"
    kept_slider = "budget"

    def __init__(
        self,
        puzzle: str | State = "A",
        *,
        c: tuple[float, float] = (0.18, 1.5),
        budget: int = 400,
        seed: int = 1,
        seeds: int = 30,
    ) -> None:
        _check(c, budget, seeds)
        self.puzzles, name = choose(PUZZLES, puzzle)
        super().__init__("measuring")
        self.seeds = seeds
        self.grown: dict[Setting, Node] = {}  # the least recently used tree first
        self.measured: dict[tuple[str, float], list[tuple[bool, ...]]] = {}
        self._make_controls(name, c, budget, seed)
        self._lay_out()
        self._grow_now()
        self._draw_trees()
        self.draw_curves()
        self.work.start(self.measure(), self._measured)

    def _make_controls(self, puzzle: str, c: tuple[float, float], budget: int, seed: int) -> None:
        self.puzzle_box = Menu(options=list(self.puzzles), value=puzzle, description="position")
        self.budget = W.SelectionSlider(
            options=[(f"{n:,}", n) for n in BUDGETS],
            value=budget,
            description="iterations",
            continuous_update=True,
            layout=W.Layout(flex="1 1 300px", max_width="420px"),
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.c = [
            W.FloatSlider(
                value=value,
                min=0,
                max=LARGEST_C,
                step=0.02,
                description=f"c {side}",
                layout=W.Layout(width="auto", max_width="300px"),
            )
            for side, value in zip(SIDES, c)
        ]
        self.rewards = Menu(options=list(RANGES), description="rewards")
        self.along = W.Checkbox(
            value=False, description="stretch c along with the rewards", indent=False
        )
        for control in (self.puzzle_box, self.budget, self.seed, *self.c, self.rewards, self.along):
            control.observe(self.changed, "value")

    def _lay_out(self) -> None:
        # The columns stand side by side if the page is at least about 600 pixels wide.
        column = W.Layout(flex="1 1 290px", min_width="0px")
        # The space for the trees and the words is fixed, so that nothing below them moves when they
        # change.
        self.trees = [W.HTML() for _ in SIDES]
        for tree in self.trees:
            tree.add_class("mcts-room-for-tree")
        self.verdicts = [W.HTML() for _ in SIDES]
        most_moves = max(len(one.state.legal_actions()) for one in self.puzzles.values())
        self.story = W.HTML()
        self.shares = W.HTML(layout=W.Layout(min_height=f"{70 + 37 * most_moves}px"))
        size = len(GRID), len(BUDGETS)
        self.map = DragMap(area(*size), size[::-1], DRAG, self.dragged)
        self.side = 0  # the index of the line that is dragged
        self.curves = {name: W.HTML() for name in self.puzzles}
        sides = [W.VBox(parts, layout=column) for parts in zip(self.c, self.verdicts, self.trees)]
        self.headline = Headline("Two trees grow from one seed, each with its own c.", brief=True)
        self.story.layout.flex = "1 1 150px"
        wrapped = {"flex": "1 1 100%", "flex_flow": "row wrap"}
        trees = W.HBox(sides, layout=W.Layout(grid_gap="8px 16px", **wrapped))
        trees.add_class("mcts-pair")
        curves = W.HBox(list(self.curves.values()), layout=W.Layout(**wrapped))
        curves.add_class("mcts-curves")
        # On a page of middle width, the first curve is beside the shares, so that none is alone.
        first, *others = self.curves.values()
        order = [self.map, self.story, self.shares, first, trees, *others]
        for place, part in enumerate(order):
            part.add_class(f"mcts-middle-{place}" if part not in others else "mcts-middle-last")
        figure = [self.map, self.shares, self.story, trees, curves]
        act = ActButton(self.work, "Other seed", "refresh", "Grow two other trees", self.other_seed)
        settings = [self.seed, self.rewards, self.along]
        bar = ControlBar(act, [self.budget], [self.puzzle_box], settings)
        bar.keep_together(self.puzzle_box)
        self.children = framed(self, self.headline, figure, bar)

    @property
    def puzzle(self) -> Puzzle:
        """The position that is searched."""
        return self.puzzles[self.puzzle_box.value]

    @property
    def constants(self) -> list[float]:
        """The values of the two sliders."""
        return [round(slider.value, 2) for slider in self.c]  # unrounded: 0.30000000000000004

    @property
    def labels(self) -> list[str]:
        """The names of the two lines, such as "c = 0.18".

        If both values are equal, the second name ends in "again".
        """
        left, right = (f"c = {number(c)}" for c in self.constants)
        if right == left:
            right = f"{right} again"
        return [left, right]

    @property
    def range(self) -> RewardRange:
        """The range of the rewards."""
        return RANGES[self.rewards.value]

    @property
    def effective(self) -> list[float]:
        """The constants that would have the same effect if the rewards ranged from 0 to 1."""
        if self.along.value:
            return self.constants
        return [round(c / self.range.width, 4) for c in self.constants]

    @property
    def settings(self) -> list[Setting]:
        """The current settings of the left tree and of the right tree."""
        stretch = self.range.width if self.along.value else 1.0
        shared = (self.puzzle.name, self.budget.value, self.seed.value, self.rewards.value)
        return [Setting(*shared, c * stretch) for c in self.constants]

    @safely
    def changed(self, change: object = None) -> None:
        """Grow and draw the trees after a control has moved, and then continue the measurements."""
        self.work.start(self._redraw(), self._measured, delay=PAUSE)

    @safely
    def dragged(self, cell: Cell) -> None:
        """Move a line and the framed column to the cell of the map under the pointer.

        The line that moves is the one that was nearer when the pointer was pressed.  The map
        changes at once, and the trees change a moment later.
        """
        if cell.begins:
            self.side = nearest(GRID, self.effective, cell.row)
        c = GRID[-1 - cell.row]  # the top row has the largest c
        stretch = 1.0 if self.along.value else self.range.width
        self.budget.value = BUDGETS[cell.column]
        self.c[self.side].value = min(LARGEST_C, c * stretch)
        self.map.value = self._maps()

    @safely
    def other_seed(self, button: object = None) -> None:
        """Grow two new trees with the next seed."""
        self.seed.value = (self.seed.value + 1) % self.seed.max

    def _redraw(self) -> Iterator[float]:
        yield from (0.0 for _ in self._grow())
        self._draw_trees()
        self.draw_curves()
        yield from self.measure()

    def _grow(self) -> Iterator[float]:
        """Grow those trees of the current settings that are not yet in the cache.

        Yields between slices of the work.
        """
        for setting in self.settings:
            if setting in self.grown:
                self.grown[setting] = self.grown.pop(setting)  # move the setting to the end
            else:
                yield from self._grow_tree(setting)
        while len(self.grown) > TREES_KEPT:
            oldest = next(iter(self.grown))
            del self.grown[oldest]

    def _grow_now(self) -> None:
        """Grow the trees of the current settings before this method returns."""
        for _ in self._grow():
            pass

    def _grow_tree(self, setting: Setting) -> Iterator[float]:
        """Grow the tree of one setting, and cache it.  Yields between slices of the work."""
        root = Node(self.puzzles[setting.puzzle].state)
        rewards = RANGES[setting.rewards]
        yield from search_slices(
            root,
            setting.iterations,
            random.Random(setting.seed),
            engine=search,
            tree_policy=UCB1(setting.c),
            phases=rewards.phases,
        )
        rewards.to_unit(root)  # makes the values in trees with different rewards comparable
        self.grown[setting] = root

    def _searches(self) -> list[Measurement]:
        """Return the list of all searches that must be measured.

        The searches for the curves of the chosen position come first, then the searches for the
        other curves, and then the searches for the map.
        """
        chosen = self.puzzle.name
        others = [name for name in self.puzzles if name != chosen]
        searches = []
        for name in [chosen, *others]:
            for seed in range(self.seeds):
                for c in self.effective:
                    searches.append(Measurement(name, c, seed))
        for seed in range(self.seeds):
            for c in GRID:
                searches.append(Measurement(chosen, c, seed))
        return searches

    def measure(self) -> Iterator[float]:
        """Run the missing searches, and after each search yield the fraction that is done."""
        searches = self._searches()
        new = 0
        for done, (name, c, seed) in enumerate(searches, 1):
            runs = self.measured.setdefault((name, c), [])
            if seed < len(runs):
                continue
            runs.append(run(self.puzzles[name], c, seed))
            new += 1
            if new % REDRAW_EVERY == 0:
                self.draw_curves()
            yield done / len(searches)
        self.draw_curves()

    @safely
    def _measured(self, outcome: str) -> None:
        if outcome == "stop":
            self.draw_curves()
            self.status.say("Stopped. The curves show the seeds that have been measured so far.")

    @property
    def roots(self) -> list[Node]:
        """The roots of the two trees of the current settings; both trees must be in the cache."""
        return [self.grown[setting] for setting in self.settings]

    def _draw_trees(self) -> None:
        self.story.value = self._story()
        for root, tree, verdict, c in zip(self.roots, self.trees, self.verdicts, self.effective):
            tree.value = two_widths(*(drawn_tree(root, one) for one in (WIDE_TREE, NARROW_TREE)))
            words = self._verdict(root)
            if self.range.width != 1:
                words += acts_like(c)
            verdict.value = room_for(words, [self._longest_verdict()])
        self.shares.value = self._share_chart()
        self._say()

    def _story(self) -> str:
        """Return the board with the numbers of the free cells, beside or above the words."""
        puzzle = self.puzzle
        words = room_for(puzzle.html(), (one.html() for one in self.puzzles.values()))
        board = board_svg(puzzle.state, width=146, numbers=puzzle.free_cells())
        return (
            '<div style="display:flex;flex-flow:row wrap;gap:8px 16px">'
            f'<div style="flex:none;max-width:100%">{board}</div>'
            f'<div style="flex:1 1 120px">{words}</div></div>'
        )

    def _say(self) -> None:
        """Name in the headline the move that each tree chooses."""
        chosen = [most_visited(root) for root in self.roots]
        first, second = (
            f"{action_name(self.puzzle.state, action)} ({self.puzzle.mark(action)})"
            for action in chosen
        )
        left, other = self.labels
        self.headline.say(
            f"With {left} the search chooses {first}, with {other} {second}.",
            f"{self.budget.value:,} iterations, seed {self.seed.value}",
        )

    def _verdict(self, root: Node) -> str:
        """Return the chosen move, whether it is right, and the size of the tree, as HTML."""
        nodes = list(root.descendants())
        depth = max(len(node.path()) for node in nodes)
        return verdict_html(self.puzzle.judged(most_visited(root)), len(nodes), depth)

    def _longest_verdict(self) -> str:
        """Return words at least as long as any that may stand above a tree, as HTML."""
        judged = max(
            (
                one.judged(move)
                for one in self.puzzles.values()
                for move in highest(one.state.legal_actions(), lambda move: len(str(move)))
            ),
            key=len,
        )
        return verdict_html(judged, BUDGETS[-1], BUDGETS[-1]) + acts_like(0.0018)

    def _share_chart(self) -> str:
        every = self.puzzle.state.legal_actions()
        trees = []
        for root in self.roots:
            trees.append({move: child.visits for move, child in root.children.items()})
        moves = highest(every, lambda move: sum(visits.get(move, 0) for visits in trees))
        shares = {}
        for label, root, visits in zip(self.labels, self.roots, trees):
            shares[label] = [visits.get(move, 0) / root.visits for move in moves]
        names = [f"{move} ✓" if self.puzzle.solved_by(move) else f"{move}" for move in moves]
        title = f"Share of visits, {self.budget.value:,} iterations{of_all(len(moves), len(every))}"
        return share_chart(names, shares, title=title, width=CHART[0])

    def _curve(self, name: str, size: tuple[float, float] = CHART) -> str:
        runs = [self.measured.get((name, c), []) for c in self.effective]
        least = min(map(len, runs))
        shares = [mean_of(own[:least]) if least else [] for own in runs]
        lines = {label: list(zip(BUDGETS, line)) for label, line in zip(self.labels, shares)}
        title = f"{name}: share right, {count(least, 'seed')}"
        return line_chart(lines, title=title, marks=BUDGETS, at=self.budget.value, size=size)

    def draw_curves(self) -> None:
        """Draw the curves and the map from the measurements so far."""
        for name, curve in self.curves.items():
            curve.value = three_widths(*(self._curve(name, size) for size in (CHART, *WIDER)))
        self.map.value = self._maps()

    def _maps(self) -> str:
        """Return the map as HTML, in two widths; the page shows the one that fits."""
        wide, narrow = self._map(WIDE), self._map(NARROW)
        return f'<div class="mcts-if-wide">{wide}</div><div class="mcts-if-narrow">{narrow}</div>'

    def _map(self, widths: Widths = WIDE) -> str:
        name = self.puzzle.name
        runs = {c: self.measured.get((name, c), []) for c in GRID}
        seeds = min(map(len, runs.values()))
        counts = {}  # c → the number of seeds with a right move, for each budget
        for c, own in runs.items():
            by_budget = zip(*own[:seeds])
            counts[c] = [sum(column) for column in by_budget] if seeds else [0] * len(BUDGETS)
        title = f"{name}: share right, c × iterations, {count(seeds, 'seed')}"
        at = dict(zip(SIDES, self.effective))
        budget = self.budget.value
        return heat_map(counts, seeds, BUDGETS, title=title, at=at, budget=budget, widths=widths)

    def static_picture(self) -> str:
        self._grow_now()  # because a control may have been moved just before
        few = len(self.puzzle.state.legal_actions()) <= MOST_ROWS
        # Fill the cache that the curves use.  With very many moves this would take minutes.  In
        # that case the picture shows only the measurements made so far.
        for c in (*self.effective, *GRID) if few else ():
            key = (self.puzzle.name, c)
            runs = self.measured.setdefault(key, [])
            runs += [
                run(self.puzzle, c, seed)
                for seed in range(len(runs), min(STATIC_SEEDS, self.seeds))
            ]
        trees = [drawn_tree(root, WIDE_TREE) for root in self.roots]
        charts = [self._share_chart(), self._curve(self.puzzle.name), self._map()]
        above, below = (
            gallery(trees, self.labels, columns=len(SIDES), spoken=True),
            gallery(charts, [""] * 3, spoken=True),
        )
        return f"{above._repr_html_()}<br>{below._repr_html_()}"

    def static_text(self) -> str:
        names = " and ".join(self.labels)
        return (
            f"Two trees on position {self.puzzle.name} from one seed, with {names} (run this "
            "cell to turn the knob)"
        )


def verdict_html(judged: str, nodes: int, depth: int) -> str:
    """Return sentences about the move that a tree chooses, and about the tree's size, as HTML."""
    size = f"It has {number(nodes)} nodes and is {number(depth)} deep."
    return f"The tree chooses {escape(judged)}. {size}"


def acts_like(c: float) -> str:
    """Return a sentence with the constant that has the same effect with rewards from 0 to 1."""
    return f" It acts like c = {number(c)} with rewards 0 to 1."


def drawn_tree(root: Node, part: Mapping[str, Any]) -> str:
    """Draw a part of a tree, which fits into the height of its space, as SVG text.

    A flat tree stays flat, because the reader compares the shapes of two trees.

    part   `WIDE_TREE` or `NARROW_TREE`
    """
    return tree_svg(root, boards=1, **part)


def _check(c: tuple[float, float], budget: int, seeds: int) -> None:
    if len(c) != 2 or not all(0 <= value <= LARGEST_C for value in c):
        raise ValueError(f"c must be two numbers from 0 to {number(LARGEST_C)}, not {c!r}.")
    if budget not in BUDGETS:
        raise ValueError(f"budget must be one of {', '.join(map(str, BUDGETS))}, not {budget!r}.")
    if seeds < 1:
        raise ValueError(f"seeds must be a whole number ≥ 1, not {seeds}.")
