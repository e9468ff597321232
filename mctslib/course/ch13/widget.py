"""`ProofExplorer`: two trees of one position and one seed.

What they prove spreads as the iterations go by.
"""

from collections.abc import Iterator
from html import escape

import ipywidgets as W

from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.ch13.spread import MOST, Spreading
from mctslib.draw.show import board_svg, gallery
from mctslib.widgets.panel import Panel, push_button, safely

SIDES = {"plain UCT": False, "solver": True}  # and whether it uses the facts
KEPT = 12  # pairs of searches that are remembered


class ProofExplorer(Panel):
    """A slider for the iterations over two trees, plain UCT's and the solver's, and what both
    prove.

    position  "A", "S", "B", "C", "D" or "W"
    seed      of both searches, a whole number from 0 to 999
    """

    def __init__(self, position: str = "A", *, seed: int = 0) -> None:
        if position not in POSITIONS:
            raise ValueError(f"position must be one of {', '.join(POSITIONS)}, not {position!r}.")
        if isinstance(seed, bool) or seed not in range(1000):
            raise ValueError(f"seed must be a whole number from 0 to 999, not {seed!r}.")
        super().__init__("searching")
        self.grown: dict[tuple[str, int], list[Spreading]] = {}
        self.spreads: list[Spreading] = []  # the two on show
        self._make_controls(position, seed)
        self._lay_out()
        for _ in self._grow():
            pass
        self._fit()

    def _make_controls(self, position: str, seed: int) -> None:
        self.position = W.Dropdown(options=list(POSITIONS), value=position, description="position")
        self.seed = W.BoundedIntText(
            value=seed, min=0, max=999, description="seed", layout=W.Layout(width="180px")
        )
        wide = W.Layout(width="98%", max_width="700px")
        self.t = W.SelectionSlider(options=[("0", 0)], description="iterations", layout=wide)
        self.jumps = [self._jump_button(side) for side in SIDES]
        self.back = push_button(
            "Back to 0", "fast-backward", "Before the first iteration", lambda _: self.jump(None)
        )
        for control in (self.position, self.seed):
            control.observe(self.changed, "value")
        self.t.observe(self.moved, "value")

    def _jump_button(self, side: str) -> W.Button:
        words = f"To the iteration in which {side} knows the root"
        return push_button(f"Proof of {side}", "forward", words, lambda _: self.jump(side))

    def _lay_out(self) -> None:
        column, wrap = W.Layout(flex="1 1 290px", min_width="0px"), W.Layout(flex_flow="row wrap")
        self.board, self.story = W.HTML(layout=W.Layout(min_width="120px")), W.HTML()
        self.sentences, self.trees = [W.HTML(), W.HTML()], [W.HTML(), W.HTML()]
        sides = [W.VBox(parts, layout=column) for parts in zip(self.sentences, self.trees)]
        self.children = [
            W.HBox(
                [self.board, W.VBox([W.HBox([self.position, self.seed], layout=wrap), self.story])]
            ),
            self.t,
            W.HBox([self.back, *self.jumps], layout=wrap),
            self.status,
            W.HBox(sides, layout=wrap),
            self.work,
        ]

    @safely
    def changed(self, change: object = None) -> None:
        """Another position or seed: search, in slices, then draw."""
        self.work.start(self._grow(), self._grew)

    @safely
    def _grew(self, outcome: str) -> None:
        if outcome == "done":
            self._fit()
        elif outcome == "stop":
            self.status.say(
                "Stopped: the trees are those of before.  Choose a position again to search it."
            )

    def _grow(self) -> Iterator[float]:
        key = self.position.value, self.seed.value
        if key not in self.grown:
            spreads = [Spreading(POSITIONS[key[0]].state, key[1], uses) for uses in SIDES.values()]
            for spread in spreads:
                yield from spread.grow()
            self.grown[key] = spreads
        while len(self.grown) > KEPT:
            del self.grown[next(iter(self.grown))]

    def _fit(self) -> None:
        """Show what was grown.

        The slider reaches to the later proof: every iteration at first, then larger steps.
        """
        self.spreads = self.grown[self.position.value, self.seed.value]
        ends = [spread.done for spread in self.spreads]
        steps = sorted({*range(min(40, max(ends))), *_growing(40, max(ends)), *ends})
        self.t.options = [(f"{t:,}", t) for t in steps]
        self.t.value = self.spreads[-1].done  # the solver has its proof
        puzzle = POSITIONS[self.position.value]
        self.story.value, self.board.value = puzzle.html(), board_svg(puzzle.state, width=110)
        self._draw()

    @safely
    def moved(self, change: object = None) -> None:
        """Another moment of both searches."""
        self._draw()

    @safely
    def jump(self, side: str | None) -> None:
        """To the proof of one side, or to the start."""
        self.t.value = 0 if side is None else self.spreads[list(SIDES).index(side)].done

    def _draw(self) -> None:
        t = self.t.value
        for (side, spread), sentence, tree in zip(
            zip(SIDES, self.spreads), self.sentences, self.trees
        ):
            sentence.value = f"<div>{escape(self._sentence(spread, t))}</div>"
            tree.value = spread.picture(min(t, spread.done), side)

    def _sentence(self, spread: Spreading, t: int) -> str:
        nodes, known = spread.counts(min(t, spread.done))
        proof = (
            f"after {spread.proved:,} iterations"
            if spread.proved
            else f"no proof in {MOST:,} iterations"
        )
        there = "✓ root proved" if spread.proved and t >= spread.proved else "root not proved yet:"
        return f"{known:,} of {nodes:,} nodes known · {there} {proof}"

    def static_picture(self) -> str:
        labels = [
            f"{side}, {self.t.value:,} iterations: {self._sentence(spread, self.t.value)}"
            for side, spread in zip(SIDES, self.spreads)
        ]
        return gallery([tree.value for tree in self.trees], labels, spoken=True)._repr_html_()

    def static_text(self) -> str:
        return (
            f"What two trees on position {self.position.value} prove (run this cell to move "
            "the "
            "slider)"
        )


def _growing(first: int, last: int) -> Iterator[int]:
    """Whole numbers from `first` to `last`, each about 4 % above the one before."""
    t = first
    while t < last:
        yield t
        t += max(1, t // 25)
