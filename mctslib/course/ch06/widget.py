"""`Growth`: watch one search grow, from its first iterations to many thousands.

With a slider the reader chooses the number of iterations up to which the value curve and the visits
of the first moves are shown.  The search runs only as far as somebody has asked, and stores a
snapshot at each mark.
"""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mctslib.arena.thinking import search_slices
from mctslib.course.ch06.growing import Snapshot, recent_value, snapshot
from mctslib.course.puzzles import POSITIONS, Puzzle
from mctslib.draw.charts import line_chart
from mctslib.draw.look import INK, SOFT
from mctslib.draw.show import board_svg, gallery, shares_in_words
from mctslib.oracle import value
from mctslib.policies import UCB1
from mctslib.tree import Node
from mctslib.widgets.bar import three_widths, two_widths
from mctslib.widgets.explorer import Explorer, Marks, OneOf, Slide, View, button
from mctslib.widgets.picking import titled
from mctslib.words import count, number, worth

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
TENS = (100, 1_000, 10_000, 100_000)
SEEDS = 8
VISITS = "Shares of the visits"
RECENT = "recent: mean of the newest iterations"
GROW_ON = "Grow on", "play", "Go to the next power of ten"
AGAIN = "From the start", "refresh", "Go back to the first mark"
LOW = {"empty board": 0.4, "W": 0.4}  # where the axis begins, if not at 0
HIGH = {"empty board": 0.8}  # where it ends if no value is higher; otherwise at 1
CHARTS = (425, 324), (570, 324), (800, 324)  # in pixels, beside the board
NARROW = (254, 236)  # on a phone
BOARDS = (324, 168)  # the widths of the board in pixels, the second on a phone
BESIDE = "display:flex;align-items:center;gap:12px"  # the title and the board, on a phone
SETTLED = 100  # before so many iterations Q of the root still jumps: no mark counts as a top
FALLEN = 0.035  # below its top by so much, Q of the root has clearly fallen


class Growth(Explorer):
    """Show how one search grows: the value of its root, and the visits of its first moves.

    position    "empty board", "A", "S" or "W"
    c           the exploration constant, from 0 to 3
    seed        the seed of the search, from 0 to 7
    iterations  the number of iterations that is shown at first, one of `MARKS`
    """

    lives_as = "sliders"
    kept = "iterations"
    headlines = (
        (
            "70,000 iterations: Q 0.53, recent 0.50. Has it passed its top?",
            "Perfect play gives 0.50. Its top was 0.73, after 70,000.",
        ),
    )
    folds = True

    iterations = Marks(MARKS, words="iterations")
    position = OneOf(tuple(POSITIONS), menu="position")
    c = Slide(0, 3, 0.05)
    seed = OneOf(range(SEEDS))

    def __init__(
        self,
        position: str = "empty board",
        *,
        c: float = 1.0,
        seed: int = 0,
        iterations: int = 20,
    ) -> None:
        self.grown: dict[tuple[str, float, int], list[Snapshot]] = {}  # settings → their snapshots
        self.now: Any = None  # the settings of the tree that is growing
        self.root: Any = None
        super().__init__(iterations=iterations, position=position, c=c, seed=seed)
        self.controls["iterations"].layout.flex = "9 1 190px"  # the bar fits in one row
        self.controls["c"].layout.flex = "1 1 170px"
        self.add_class("mcts-averages")

    @button(*GROW_ON, filled=True, again=AGAIN)
    def more(self) -> None:
        """Go to the next power of ten, and from the last one to the first mark."""
        later = [mark for mark in TENS if mark > self.iterations]
        self.set(iterations=min(later, default=MARKS[0]))

    @button("Other seed", "refresh", "Grow another tree")
    def other(self) -> None:
        """Show the search with the next seed."""
        self.set(seed=(self.seed + 1) % SEEDS)

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Search up to the mark of the new settings in slices, and keep a snapshot at each mark."""
        key = values["position"], values["c"], values["seed"]
        seen = self.grown.setdefault(key, [])
        needed = MARKS.index(values["iterations"]) + 1
        if len(seen) >= needed:
            return
        if self.now != key:  # another tree has grown since
            self.now, self.root = key, Node(POSITIONS[key[0]].state)
            self.rng = random.Random(key[2])
        for done, mark in enumerate(MARKS[:needed]):
            missing = mark - self.root.visits
            if missing > 0:
                options: Any = {"tree_policy": UCB1(key[1])}
                for part in search_slices(self.root, missing, self.rng, self._use, **options):
                    yield (done + part) / needed
            if done == len(seen):
                seen.append(snapshot(self.root))

    def _use(self, root: Node) -> None:
        self.root = root

    def close(self) -> None:
        """Close the panel, and drop the tree, because the notebook keeps closed widgets."""
        self.now = self.root = None
        super().close()

    @property
    def puzzle(self) -> Puzzle:
        """The position that is searched."""
        return POSITIONS[self.position]

    @property
    def seen(self) -> list[Snapshot]:
        """The snapshots up to the chosen mark."""
        snapshots = self.grown[self.position, self.c, self.seed]
        return snapshots[: MARKS.index(self.iterations) + 1]

    def view(self) -> View:
        """Return the headline, the value curve and the visits."""
        chart = two_widths(three_widths(*map(self.chart, CHARTS)), self.chart(NARROW))
        wide, phone = map(self.visits, BOARDS)
        beside = f'<div style="{BESIDE}"><b>{VISITS}</b><div style="flex:none">{phone}</div></div>'
        note = RECENT if self.iterations >= SETTLED else "&nbsp;"
        board = two_widths(titled(VISITS, wide), beside)
        figure = f"<div>{chart}<small>{note}</small></div><div>{board}</div>"
        return View(*self.describe(), figure=figure)

    @property
    def at_end(self) -> bool:
        return self.iterations == MARKS[-1]

    def page_words(self) -> str:
        """Return the headline for a page, where a slider takes the place of the button."""
        return self.describe()[0]

    def describe(self) -> tuple[str, str]:
        """Return the headline, and in small type perfect play, and the top if Q has fallen."""
        seen, exact = self.seen, worth(float(value(self.puzzle.state)))
        last = seen[-1]
        top = max(
            (one for one in seen if one.iterations >= SETTLED),
            key=lambda one: one.value,
            default=last,
        )
        more = f"Perfect play gives {exact}."
        if last.value < top.value - FALLEN:
            more += f" Its top was {worth(top.value)}, after {number(top.iterations)}."
        return self._asked(count(last.iterations, "iteration")), more

    def _asked(self, after: str) -> str:
        """Say what Q and, once it is drawn, the recent mean are; then ask."""
        q, recent = self.seen[-1].value, self.lines()["recent"]
        if not recent:
            return f"After {after} Q is {worth(q)}. Where will it go?"
        newest = recent[-1][1]
        says = f"{after}: Q {worth(q)}, recent {worth(newest)}."
        if self.at_end:
            return says
        return f"{says} {'Has it passed its top?' if newest < q else 'Will it go on rising?'}"

    def lines(self) -> dict[str, list[tuple[float, float]]]:
        """Return three curves: Q of the root, the recent mean reward, and perfect play."""
        exact = float(value(self.puzzle.state))
        return {
            "Q": [(one.iterations, one.value) for one in self.seen],
            "recent": [
                (after.iterations, recent_value(before, after))
                for before, after in pairwise(self.seen)
                if after.iterations >= SETTLED
            ],
            "perfect": [(mark, exact) for mark in (MARKS[0], MARKS[-1])],
        }

    def chart(self, size: tuple[int, int] = CHARTS[0]) -> str:
        """Return the value curve as SVG text."""
        first = round(10 * LOW.get(self.position, 0))
        lines = self.lines()
        highest = max(value for points in lines.values() for _, value in points)
        end = HIGH.get(self.position, 1.0)
        last = round(10 * end) if highest <= end else 10
        return line_chart(
            lines,
            title="Q of the root",
            marks=(10, 1_000, 100_000),
            size=size,
            levels=[tenth / 10 for tenth in range(first, last + 1, 2)],
            colours={"Q": INK, "recent": SOFT, "perfect": SOFT},
            inside=size == NARROW,
        )

    def visits(self, width: float = BOARDS[0]) -> str:
        """Return the board with each first move's share of the visits as SVG text."""
        last = self.seen[-1]
        shares = {move: visits / last.iterations for move, (visits, _) in last.children.items()}
        label = f"{VISITS}{shares_in_words(self.puzzle.state, shares)}"
        return board_svg(self.puzzle.state, shares=shares, width=width, label=label)

    def static_picture(self) -> str:
        return gallery([self.chart(), self.visits(BOARDS[1])], ["", VISITS], spoken=True).svg
