"""`CExplorer`: turn the exploration constant c and see what it does to one tree, and to many.

Above, two trees from the same seed, each with its own c.  Below, how the visits are spread over the moves,
the share of many seeds that move right after so many iterations, on three positions, and a map of it for many c.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

import ipywidgets as W

from mctslib.course.budgets import in_full
from mctslib.course.ch07.experiments import RewardRange, mean_of, one_run
from mctslib.course.ch07.heat import heat_map
from mctslib.course.puzzles import PUZZLES, Puzzle, choose
from mctslib.draw.charts import line_chart, share_chart
from mctslib.draw.show import gallery, tree_svg
from mctslib.game import State
from mctslib.policies import UCB1, most_visited
from mctslib.search import search
from mctslib.tree import Node
from mctslib.widgets.panel import Panel, safely, search_slices

BUDGETS = (25, 50, 100, 200, 400, 800, 1600, 3200)
LARGEST_C = 3.0
GRID = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)  # the c of the map
PAUSE = 0.02  # seconds without a new slider value before anything is computed
NODES = 9  # drawn of each tree
TREES_KEPT = 64
STATIC_SEEDS = 20 if in_full() else 2  # behind the curves of a saved notebook
CHART = (272, 200)  # pixels; the three curves stand side by side in JupyterLab
SIDES = ("left", "right")
RANGES = {
    "0 to 1": RewardRange(),
    "−1 to 1": RewardRange(-1.0, 1.0),
    "0 to 100": RewardRange(0.0, 100.0),
}


@lru_cache(maxsize=100_000)
def run(puzzle: Puzzle, c: float, seed: int) -> tuple[bool, ...]:
    """Whether the search of one seed moves right on a puzzle at each of `BUDGETS`; remembered."""
    return tuple(one_run(puzzle, c, BUDGETS, seed))


class CExplorer(Panel):
    """Sliders for two values of c and a budget of iterations, and a menu for the range of the rewards.

    puzzle  "A", "S" or "W", the position that is searched; or one of your own game, if it is small enough
    c       the two constants, each from 0 to 3
    budget  iterations, one of 25, 50, 100 … 3,200
    seed    the seed of both trees
    seeds   how many seeds the curves are made of
    """

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
        self.grown: dict[tuple[Any, ...], Node] = {}
        self.measured: dict[tuple[str, float], list[tuple[bool, ...]]] = {}
        self._make_controls(name, c, budget, seed)
        self._lay_out()
        for _ in self._grow():
            pass
        self._draw_trees()
        self._draw_curves()
        self.work.start(self._measure(), self._measured)

    def _make_controls(self, puzzle: str, c: tuple[float, float], budget: int, seed: int) -> None:
        self.puzzle_box = W.Dropdown(
            options=list(self.puzzles), value=puzzle, description="position"
        )
        self.budget = W.SelectionSlider(
            options=[(f"{n:,}", n) for n in BUDGETS],
            value=budget,
            description="iterations",
            continuous_update=True,
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.c = [
            W.FloatSlider(value=value, min=0, max=LARGEST_C, step=0.02, description=f"c {side}")
            for side, value in zip(SIDES, c)
        ]
        self.rewards = W.Dropdown(options=list(RANGES), description="rewards")
        self.along = W.Checkbox(
            value=False, description="stretch c along with the rewards", indent=False
        )
        for control in (self.puzzle_box, self.budget, self.seed, *self.c, self.rewards, self.along):
            control.observe(self.changed, "value")

    def _lay_out(self) -> None:
        column = W.Layout(
            flex="1 1 290px", min_width="0px"
        )  # side by side from about 600 pixels on
        self.trees, self.verdicts = [W.HTML(), W.HTML()], [W.HTML(), W.HTML()]
        self.story, self.shares, self.map = W.HTML(), W.HTML(), W.HTML()
        self.curves = {name: W.HTML() for name in self.puzzles}
        sides = [W.VBox(parts, layout=column) for parts in zip(self.c, self.verdicts, self.trees)]
        wrap = W.Layout(flex_flow="row wrap")
        self.children = [
            W.HBox([self.puzzle_box, self.budget, self.seed], layout=wrap),
            W.HBox([self.rewards, self.along], layout=wrap),
            self.story,
            self.status,
            W.HBox(sides, layout=wrap),
            self.work,
            W.HBox(list(self.curves.values()), layout=wrap),
            W.HBox([self.shares, self.map], layout=wrap),
        ]

    @property
    def puzzle(self) -> Puzzle:
        """The position that is searched."""
        return self.puzzles[self.puzzle_box.value]

    @property
    def labels(self) -> list[str]:
        """The names of the two lines: "c = 0.18", and a mark where both constants are equal."""
        left, right = (f"c = {round(slider.value, 2):g}" for slider in self.c)
        return [left, right if right != left else f"{right} again"]

    @property
    def range(self) -> RewardRange:
        """The range of the rewards."""
        return RANGES[self.rewards.value]

    @property
    def effective(self) -> list[float]:
        """The constants that do, with rewards from 0 to 1, what the two do with the chosen rewards."""
        width = 1.0 if self.along.value else self.range.width
        return [round(round(slider.value, 2) / width, 4) for slider in self.c]

    @safely
    def changed(self, change: object = None) -> None:
        """A control was moved: grow and draw the trees, then go on measuring the curves."""
        self.work.start(self._redraw(), self._measured, delay=PAUSE)

    def _redraw(self) -> Iterator[float]:
        yield from (0.0 for _ in self._grow())
        self._draw_trees()
        self._draw_curves()
        yield from self._measure()

    def _keys(self) -> list[tuple[Any, ...]]:
        shared = (self.puzzle.name, self.budget.value, self.seed.value, self.rewards.value)
        stretch = self.range.width if self.along.value else 1.0
        return [(*shared, round(slider.value, 2) * stretch) for slider in self.c]

    def _grow(self) -> Iterator[float]:
        """Grow those of the two trees that are not remembered, in slices."""
        for key in self._keys():
            if key not in self.grown:
                name, budget, seed, rewards, c = key
                root, scale = Node(self.puzzles[name].state), RANGES[rewards]
                rng, policy = random.Random(seed), UCB1(c)
                yield from search_slices(
                    root, budget, rng, engine=search, tree_policy=policy, phases=scale.phases
                )
                scale.to_unit(root)  # drawn with values from 0 to 1, so that trees can be compared
                self.grown[key] = root
            self.grown[key] = self.grown.pop(key)  # the one used last is forgotten last
        while len(self.grown) > TREES_KEPT:
            del self.grown[next(iter(self.grown))]

    def _measure(self) -> Iterator[float]:
        """Run seed after seed for both constants, the chosen position first; one search a slice."""
        names = sorted(self.puzzles, key=lambda name: name != self.puzzle.name)
        wanted = [(n, c, s) for n in names for s in range(self.seeds) for c in self.effective]
        wanted += [(self.puzzle.name, c, s) for s in range(self.seeds) for c in GRID]
        new = 0
        for count, (name, c, seed) in enumerate(wanted, 1):
            runs = self.measured.setdefault((name, c), [])
            if seed < len(runs):
                continue
            runs.append(run(self.puzzles[name], c, seed))
            new += 1
            if new % 6 == 0:
                self._draw_curves()
            yield count / len(wanted)
        self._draw_curves()

    @safely
    def _measured(self, outcome: str) -> None:
        if outcome == "stop":
            self._draw_curves()
            self.status.say("Stopped: the curves hold the seeds measured so far.")

    def _roots(self) -> list[Node]:
        return [self.grown[key] for key in self._keys()]

    def _draw_trees(self) -> None:
        self.story.value = self.puzzle.html()
        for root, tree, verdict, c in zip(self._roots(), self.trees, self.verdicts, self.effective):
            tree.value = tree_svg(root, max_nodes=NODES, boards=1)
            verdict.value = self._verdict(root) + f" · acts like c = {c:g} on 0 to 1" * (
                self.range.width != 1
            )
        self.shares.value = self._share_chart()

    def _verdict(self, root: Node) -> str:
        action = most_visited(root)
        word = "✓ right" if self.puzzle.solved_by(action) else "✗ wrong"
        depth = max(len(node.path()) for node in root.descendants())
        return f"plays <b>{escape(str(action))}</b> {word} · {sum(1 for _ in root.descendants()):,} nodes, {depth} deep"

    def _share_chart(self) -> str:
        moves = self.puzzle.state.legal_actions()
        shares = {
            label: [
                root.children[move].visits / root.visits if move in root.children else 0.0
                for move in moves
            ]
            for label, root in zip(self.labels, self._roots())
        }
        names = [f"{move} ✓" if move in self.puzzle.correct else f"{move}" for move in moves]
        title = f"Share of visits, {self.budget.value:,} iterations"
        return share_chart(names, shares, title=title, width=CHART[0])

    def _curve(self, name: str) -> str:
        runs = [self.measured.get((name, c), []) for c in self.effective]
        count = min(map(len, runs))
        shares = [mean_of(own[:count]) if count else [] for own in runs]
        lines = {label: list(zip(BUDGETS, line)) for label, line in zip(self.labels, shares)}
        title = f"{name}: share right, {count} seeds"
        return line_chart(lines, title=title, marks=BUDGETS, at=self.budget.value, size=CHART)

    def _draw_curves(self) -> None:
        for name, curve in self.curves.items():
            curve.value = self._curve(name)
        self.map.value = self._map()

    def _map(self) -> str:
        name = self.puzzle.name
        runs = {c: self.measured.get((name, c), []) for c in GRID}
        seeds = min(map(len, runs.values()))
        counts = {
            c: [sum(one[n] for one in own[:seeds]) for n in range(len(BUDGETS))]
            for c, own in runs.items()
        }
        title = f"{name}: share right, c × iterations, {seeds} seeds"
        at = dict(zip(SIDES, self.effective))
        return heat_map(counts, seeds, BUDGETS, title=title, at=at, budget=self.budget.value)

    def static_picture(self) -> str:
        for c in (*self.effective, *GRID):  # fills the memory that the live curves draw from
            key = (self.puzzle.name, c)
            runs = self.measured.setdefault(key, [])
            runs += [
                run(self.puzzle, c, seed)
                for seed in range(len(runs), min(STATIC_SEEDS, self.seeds))
            ]
        trees = [tree_svg(root, max_nodes=NODES, boards=1) for root in self._roots()]
        charts = [self._share_chart(), self._curve(self.puzzle.name), self._map()]
        above, below = (
            gallery(trees, self.labels, spoken=True),
            gallery(charts, [""] * 3, spoken=True),
        )
        return f"{above._repr_html_()}<br>{below._repr_html_()}"

    def static_text(self) -> str:
        names = " and ".join(self.labels)
        return f"Two trees on position {self.puzzle.name} from one seed, with {names} (run this cell to turn the knob)"


def _check(c: tuple[float, float], budget: int, seeds: int) -> None:
    if len(c) != 2 or not all(0 <= value <= LARGEST_C for value in c):
        raise ValueError(f"c must be two numbers from 0 to {LARGEST_C:g}, not {c!r}.")
    if budget not in BUDGETS:
        raise ValueError(f"budget must be one of {', '.join(map(str, BUDGETS))}, not {budget!r}.")
    if seeds < 1:
        raise ValueError(f"seeds must be a whole number ≥ 1, not {seeds}.")
