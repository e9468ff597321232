"""`CExplorer`: choose two values of the exploration constant c, and see what each one does.

A map shows the share of searches that choose a right move, for many values of c and many budgets.
Beside the map, the trees of two of its cells stand back to back; both have the same seed.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.course.budgets import in_full
from mctslib.course.ch07.dragging import Cell, DragMap
from mctslib.course.ch07.experiments import one_run
from mctslib.course.ch07.heat import NARROW, WIDE, Size, area, heat_map, nearest
from mctslib.course.chosen import MOST_ROWS, highest
from mctslib.course.own_position import offer_set_up
from mctslib.course.puzzles import PUZZLES, Puzzle, choose
from mctslib.door.entrance import search
from mctslib.draw.charts import share_chart
from mctslib.draw.show import gallery
from mctslib.game import State
from mctslib.games.names import action_name
from mctslib.given import check_one_of
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node
from mctslib.widgets.bar import ActButton, ControlBar, Headline, choice, framed
from mctslib.widgets.menus import Menu, following
from mctslib.widgets.panel import Panel, push_button, safely, search_slices
from mctslib.widgets.twins.pairs import Branch
from mctslib.widgets.twins.view import Face, facing
from mctslib.words import count, number

BUDGETS = (25, 50, 100, 200, 400, 800, 1600, 3200)
GRID = (0.0, 0.1, 0.18, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0, 1.2, 1.5, 2.0, 3.0)  # rows of the map
PAUSE = 0.02  # seconds to wait after the last change of a control before a computation starts
TREES_KEPT = 64
STATIC_SEEDS = 20 if in_full() else 2  # the number of seeds for the map of a saved notebook
SIDES = ("left", "right")
ASK = "Let both think longer, or drag the frames."
STOPPED = "Stopped: the map shows the seeds so far."
REDRAW_EVERY = 12  # the number of searches between two drawings of the map
LONGEST = (
    "3,200 iterations: c = 0.18 chooses cell 8 ✓, c = 0.18 again cell 8 ✓.",
    ASK,
)


class Setting(NamedTuple):
    """All settings on which a tree depends, so that equal settings give equal trees."""

    puzzle: str  # the name of the position
    iterations: int
    seed: int
    c: float


@lru_cache(maxsize=100_000)
def run(puzzle: Puzzle, c: float, seed: int) -> tuple[bool, ...]:
    """Return whether a search chooses a right move, for each number of iterations in `BUDGETS`.

    The result is cached.
    """
    return tuple(one_run(puzzle, c, BUDGETS, seed))


class CExplorer(Panel):
    """Compare the trees of two values of c, which are chosen on a map.

    puzzle  the position: "A", "S" or "W"; or a position of your own game, if this game is small
            enough for exact values
    c       the two constants, each one of `GRID`
    budget  the number of iterations: 25, 50, 100, 200, 400, 800, 1,600 or 3,200
    seed    the seed of both trees
    seeds   the number of seeds for the map
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
        offer_set_up(self, self.puzzles, self.puzzle_box)
        self._grow_now()
        self._draw_trees()
        self.draw_map()
        self.work.start(self.measure(), self._measured)

    def _make_controls(self, puzzle: str, c: tuple[float, float], budget: int, seed: int) -> None:
        self.puzzle_box = Menu(options=list(self.puzzles), value=puzzle, description="position")
        self.budget = _slider("iterations", BUDGETS, budget)
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.c = [_slider(f"c {side}", GRID, value) for side, value in zip(SIDES, c)]
        for control in (self.puzzle_box, self.budget, self.seed, *self.c):
            control.observe(self.changed, "value")

    def _lay_out(self) -> None:
        size = len(GRID), len(BUDGETS)
        self.map = DragMap(area(*size), size[::-1], self.dragged)
        self.side = 0  # the index of the row that is dragged
        self.face = Face(layout=W.Layout(flex="1 1 320px", min_width="0"))
        self.headline = Headline(longest=[LONGEST])
        more = "Search on with both trees; after the largest number, begin again"
        act = ActButton(self.work, "Think longer", "play", more, self.more_iterations)
        anew = push_button("Other seed", "refresh", "Grow two other trees", self.other_seed)
        bar = ControlBar(act, [self.budget, anew], [self.puzzle_box], [*self.c, self.seed])
        bar.keep_together(self.puzzle_box)
        bar.fold(self, anew, self.budget, self.puzzle_box)
        self.switch = choice("On a phone, show the map or the trees", ("Map", "Two trees"), "Map")
        self.switch.add_class("mcts-only-more")
        self.switch.style.button_width = "122px"
        self.switch.observe(self._turned, "value")
        self.children = framed(self, self.headline, [self.switch, self.map, self.face], bar)
        self.status.add_class("mcts-spoken")  # for errors; the headline says everything else
        self.add_class("mcts-c-explorer")

    def _turned(self, change: Any) -> None:
        """Show on a phone what the reader has chosen; a wide page shows both."""
        trees = change["new"] != "Map"
        (self.add_class if trees else self.remove_class)("mcts-trees-on-a-phone")

    @property
    def puzzle(self) -> Puzzle:
        """The position that is searched."""
        return self.puzzles[self.puzzle_box.value]

    @property
    def constants(self) -> list[float]:
        """The two values of c."""
        return [slider.value for slider in self.c]

    @property
    def labels(self) -> list[str]:
        """The names of the two trees, such as "c = 0.18".

        If both values are equal, the second name ends in "again".
        """
        left, right = (f"c = {number(c)}" for c in self.constants)
        if right == left:
            right = f"{right} again"
        return [left, right]

    @property
    def settings(self) -> list[Setting]:
        """The current settings of the left tree and of the right tree."""
        shared = (self.puzzle.name, self.budget.value, self.seed.value)
        return [Setting(*shared, c) for c in self.constants]

    @safely
    def changed(self, change: object = None) -> None:
        """Grow and draw the trees after a control has moved, and then continue the measurements."""
        self.work.start(self._redraw(), self._measured, delay=PAUSE)

    @safely
    def dragged(self, cell: Cell) -> None:
        """Move a framed row and the framed column to the cell of the map under the pointer.

        The row that moves is the one that was nearer when the pointer was pressed.  The map
        changes at once, and the trees change a moment later.
        """
        if cell.begins:
            self.side = nearest(GRID, self.constants, cell.row)
        self.budget.value = BUDGETS[cell.column]
        self.c[self.side].value = GRID[-1 - cell.row]  # the top row has the largest c
        self.map.value = self._maps()

    @safely
    def more_iterations(self, button: object = None) -> None:
        """Go to the next column of the map, and from the last one to the first."""
        self.budget.value = following(BUDGETS, self.budget.value)

    @safely
    def other_seed(self, button: object = None) -> None:
        """Grow two new trees with the next seed."""
        self.seed.value = (self.seed.value + 1) % self.seed.max

    def _redraw(self) -> Iterator[float]:
        yield from (0.0 for _ in self._grow())
        self._draw_trees()
        self.draw_map()
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
        options: Any = {"engine": search, "tree_policy": UCB1(setting.c)}
        rng = random.Random(setting.seed)
        yield from search_slices(root, setting.iterations, rng, **options)
        self.grown[setting] = root

    def measure(self) -> Iterator[float]:
        """Run the missing searches of the map, and yield the fraction done after each search."""
        puzzle = self.puzzle
        new = 0
        for seed in range(self.seeds):
            for k, c in enumerate(GRID, 1):
                runs = self.measured.setdefault((puzzle.name, c), [])
                if seed < len(runs):
                    continue
                runs.append(run(puzzle, c, seed))
                new += 1
                if new % REDRAW_EVERY == 0:
                    self.draw_map()
                yield (seed + k / len(GRID)) / self.seeds
        self.draw_map()

    @safely
    def _measured(self, outcome: str) -> None:
        if outcome == "stop":
            self.draw_map()
            self.headline.say(self.static_text(), STOPPED)

    @property
    def roots(self) -> list[Node]:
        """The roots of the two trees of the current settings; both trees must be in the cache."""
        return [self.grown[setting] for setting in self.settings]

    def _draw_trees(self) -> None:
        seen = facing([(self.roots[0], self.roots[1])], self.labels)
        for tree in seen["pairs"][0]:
            self._mark_right_moves(tree)
        self.face.data = {**seen, "small": True, "story": self.puzzle.story}
        self._say()

    def _mark_right_moves(self, tree: Branch) -> None:
        """Write ✓ behind the names of the right first moves of a tree."""
        legal = self.puzzle.state.legal_actions()
        for rank, child in tree.below.items():
            if self.puzzle.solved_by(legal[rank]):
                tree.below[rank] = child._replace(name=f"{child.name}✓")

    def _say(self) -> None:
        """Name in the headline the move that each tree chooses."""
        self.headline.say(self.static_text(), ASK)

    def page_words(self) -> str:
        """Return the headline for a page without Python, where nothing can be dragged."""
        return self.static_text()

    def static_text(self) -> str:
        """Return the move that each tree chooses, and whether it is right."""
        first, second = (
            f"{action_name(self.puzzle.state, action)} {'✓' if self.puzzle.solved_by(action) else '✗'}"
            for action in map(most_visited, self.roots)
        )
        left, other = self.labels
        return f"{self.budget.value:,} iterations: {left} chooses {first}, {other} {second}."

    def draw_map(self) -> None:
        """Draw the map from the measurements so far."""
        self.map.value = self._maps()

    def _maps(self) -> str:
        """Return the map as HTML, in two widths; the page shows the one that fits."""
        wide, narrow = self._map(WIDE), self._map(NARROW)
        return f'<div class="mcts-if-wide">{wide}</div><div class="mcts-if-narrow">{narrow}</div>'

    def _map(self, size: Size = WIDE) -> str:
        name = self.puzzle.name
        runs = {c: self.measured.get((name, c), []) for c in GRID}
        seeds = min(map(len, runs.values()))
        counts = {}  # c → the number of seeds with a right move, for each budget
        for c, own in runs.items():
            by_budget = zip(*own[:seeds])
            counts[c] = [sum(column) for column in by_budget] if seeds else [0] * len(BUDGETS)
        title = f"{name}: searches that are right, in %"
        if size == WIDE:
            title += f" ({count(seeds, 'seed')})"
        at = dict(zip(SIDES, self.constants))
        budget = self.budget.value
        return heat_map(counts, seeds, BUDGETS, title=title, at=at, budget=budget, size=size)

    # -------------------- for readers without a kernel

    def static_picture(self) -> str:
        """Return the map, and each move's share of the visits of both trees, as SVG text."""
        self._grow_now()  # because a control may have been moved just before
        few = len(self.puzzle.state.legal_actions()) <= MOST_ROWS
        # To search a position with very many moves for each c would take minutes, so it is left out.
        for c in GRID if few else ():
            runs = self.measured.setdefault((self.puzzle.name, c), [])
            missing = range(len(runs), min(STATIC_SEEDS, self.seeds))
            runs += [run(self.puzzle, c, seed) for seed in missing]
        return gallery([self._map(), self._share_chart()], ["", ""], spoken=True).svg

    def _share_chart(self) -> str:
        visits = [
            {move: child.visits for move, child in root.children.items()} for root in self.roots
        ]
        legal = self.puzzle.state.legal_actions()
        moves = highest(legal, lambda move: sum(one.get(move, 0) for one in visits))
        shares = {
            label: [one.get(move, 0) / max(1, root.visits) for move in moves]
            for label, root, one in zip(self.labels, self.roots, visits)
        }
        names = [f"{move} ✓" if self.puzzle.solved_by(move) else f"{move}" for move in moves]
        title = f"Share of {self.budget.value:,} iterations"
        return share_chart(names, shares, title=title, width=272)


def _slider(name: str, values: Sequence[float], value: float) -> W.SelectionSlider:
    """Make a slider with a few positions."""
    options = [(f"{one:,}" if isinstance(one, int) else number(one), one) for one in values]
    look = W.Layout(flex="1 1 220px", max_width="340px")
    return W.SelectionSlider(options=options, value=value, description=name, layout=look)


def _check(c: tuple[float, float], budget: int, seeds: int) -> None:
    if len(c) != 2 or any(value not in GRID for value in c):
        known = ", ".join(map(number, GRID))
        raise ValueError(f"c must be two of {known}, not {c!r}.")
    check_one_of("budget", budget, BUDGETS)
    if seeds < 1:
        raise ValueError(f"seeds must be a whole number ≥ 1, not {seeds}.")
