"""`ProofExplorer`: show how proofs spread in two searches of a position with the same seed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
import traitlets as T

from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.ch13.spread import Spreading
from mctslib.course.ch13.still import still
from mctslib.draw.look import value_step
from mctslib.draw.show import board_svg, gallery
from mctslib.games.names import player_name
from mctslib.methods.solver import badge
from mctslib.widgets.bar import ActButton, ControlBar, Headline, width_for
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count

HERE = Path(__file__).parent
SCRIPTS = (HERE.parents[1] / "words.js", HERE / "proofs.js")  # joined into one script
SIDES = {"Plain UCT keeps facts, but does not use them": False, "The solver uses its facts": True}
SHORT = ("plain UCT", "solver")
KEPT = 12  # the cache keeps at most this many pairs of searches
SEEDS = range(1000)
FRAMES = 60  # the approximate number of moments that the animation shows
PACE = 0.06  # seconds for each moment
LONGEST = (
    (
        "The solver has proved a win for X. Plain UCT has not.",
        "Position D, X to move. 10,000 iterations.",
    ),
)


class ProofFigure(anywidget.AnyWidget):
    """The figure on the page, which receives all moments at once and reports the moment that the
    reader chooses.

    data  the steps (numbers of iterations), the board, and both searches
    t     the number of iterations at the current moment, one of the steps
    """

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = (HERE / "proofs.css").read_text(encoding="utf-8")
    data = T.Dict().tag(sync=True)
    t = T.Int(0).tag(sync=True)


class ProofExplorer(Panel):
    """Show a chart and the trees of plain UCT and of the solver, at any moment of the searches.

    position  the name of the position: "A", "S", "B", "C", "D" or "W"
    seed      the seed of both searches, a whole number from 0 to 999
    """

    lives_as = "proofs"

    def __init__(self, position: str = "A", *, seed: int = 0) -> None:
        if position not in POSITIONS:
            raise ValueError(f"position must be one of {', '.join(POSITIONS)}, not {position!r}.")
        if isinstance(seed, bool) or seed not in SEEDS:
            raise ValueError(f"seed must be a whole number from 0 to 999, not {seed!r}.")
        super().__init__("searching")
        self.grown: dict[tuple[str, int], list[Spreading]] = {}
        self.spreads: list[Spreading] = []  # the two current searches
        self.shown = position, seed
        self._make_controls(position, seed)
        self.headline = Headline(longest=LONGEST)
        for _ in self._grow():
            pass
        self.figure = ProofFigure(data=self._fit(), t=self.spreads[1].done)
        self.figure.observe(self.moved, "t")
        self.add_class("mcts-framed")
        self.status.reserve([puzzle.story for puzzle in POSITIONS.values()])
        self.children = [self.headline, self.status, self.figure, self.bar]
        self._say()

    def _make_controls(self, position: str, seed: int) -> None:
        self.play = ActButton(
            self.work,
            "Let the proofs spread",
            "play",
            "Show both searches from the start to the later proof",
            self.run,
        )
        self.start = push_button("Start", "fast-backward", "Before the first iteration", self.reset)
        self.jumps = [push_button("", "check", "", self._jumper(side)) for side in (1, 0)]
        for side, button in zip((1, 0), self.jumps):
            button.layout.min_width = width_for(f"{SHORT[side]}: 9,999")
        self.position = Menu(
            options=list(POSITIONS),
            value=position,
            description="position",
            style={"description_width": "initial"},
            layout=W.Layout(width="auto"),
        )
        self.other = push_button("↻ Other seed", "", "Search with the next seed", self.again)
        self.seed = W.BoundedIntText(value=seed, min=0, max=SEEDS[-1], description="seed")
        for control in (self.position, self.seed):
            control.observe(self.changed, "value")
        buttons = [self.start, *self.jumps]
        self.bar = ControlBar(self.play, buttons, [self.position, self.other], [self.seed])

    def _jumper(self, side: int) -> Any:
        return lambda button: self.jump(side)

    @safely
    def changed(self, change: object = None) -> None:
        """Search the chosen position with the chosen seed in slices, and then draw the figure."""
        self.work.start(self._grow(), self._grew)

    @safely
    def again(self, button: object = None) -> None:
        """Search with the next seed."""
        self.seed.value = (self.seed.value + 1) % len(SEEDS)

    @safely
    def _grew(self, outcome: str) -> None:
        if outcome == "done":
            self.shown = self.position.value, self.seed.value
            data = self._fit()
            self.figure.data = data
            self.figure.t = self.spreads[1].done
            self._say()
        elif outcome == "stop":
            self.status.say("Stopped. The figure still shows the previous searches.")

    def _grow(self) -> Iterator[float]:
        """Search the chosen position with the chosen seed, unless these searches are in the
        cache.
        """
        key = self.position.value, self.seed.value
        if key not in self.grown:
            spreads = [Spreading(POSITIONS[key[0]].state, key[1], uses) for uses in SIDES.values()]
            for spread in spreads:
                yield from spread.grow()
            self.grown[key] = spreads
        while len(self.grown) > KEPT:
            del self.grown[next(iter(self.grown))]

    def _fit(self) -> dict[str, Any]:
        """Label the buttons that jump to a proof, and return the data of the figure.

        The steps are the moments that can be shown, up to the end of the longer search.  At first
        each iteration is a step; later the steps lie further and further apart.
        """
        self.spreads = self.grown[self.shown]
        ends = [spread.done for spread in self.spreads]
        self.steps = sorted({*range(min(40, max(ends))), *growing(40, max(ends)), *ends})
        for side, button in zip((1, 0), self.jumps):
            spread = self.spreads[side]
            button.description = f"{SHORT[side]}: {spread.done:,}"
            button.tooltip = f"Go to the iteration in which “{SHORT[side]}” proved the root"
            button.layout.visibility = "hidden" if spread.proved is None else "visible"
        state = POSITIONS[self.shown[0]].state
        sides = [
            side_data(spread, title, short, self.steps)
            for spread, title, short in zip(self.spreads, SIDES, SHORT)
        ]
        return {"steps": self.steps, "board": board_svg(state, width=132), "sides": sides}

    @safely
    def moved(self, change: object = None) -> None:
        """Update the headline after the reader has moved to another moment."""
        if self.figure.t in self.steps:
            self._say()

    @safely
    def jump(self, side: int) -> None:
        """Show the moment at which plain UCT (`side` 0) or the solver (`side` 1) ended."""
        self.figure.t = self.spreads[side].done

    @safely
    def reset(self, button: object = None) -> None:
        """Show the moment before the first iteration."""
        self.figure.t = 0

    @safely
    def run(self, button: object = None) -> None:
        """Show the moments one after another, up to the end of the longer search."""
        self.work.start(self._moments(), pace=PACE)

    def _moments(self) -> Iterator[float]:
        stride = max(1, len(self.steps) // FRAMES)
        for index in range(0, len(self.steps), stride):
            self.figure.t = self.steps[index]
            yield index / len(self.steps)
        self.figure.t = self.steps[-1]

    def _say(self) -> None:
        """State in the headline what is proved at the current moment."""
        t = self.figure.t
        name = self.shown[0]
        puzzle = POSITIONS[name]
        mover = player_name(puzzle.state, puzzle.state.current_player)
        self.headline.say(
            self._verdict(t), f"Position {name}, {mover} to move. {count(t, 'iteration')}."
        )
        self.status.say(puzzle.story)

    def _verdict(self, t: int) -> str:
        """Return sentences about what the two searches have proved after `t` iterations."""
        plain, solver = (
            spread.proved is not None and t >= spread.proved for spread in self.spreads
        )
        if plain and solver:
            return f"Both searches have proved {self._result()}."
        if solver:
            return f"The solver has proved {self._result()}. Plain UCT has not."
        if plain:
            return f"Plain UCT has proved {self._result()}. The solver has not."
        return "Neither search has proved the position yet."

    def _result(self) -> str:
        """Return the result of the position in words, such as "a draw" or "a win for X"."""
        state = POSITIONS[self.shown[0]].state
        [fact] = {
            spread.solver.facts[spread.root] for spread in self.spreads if spread.proved is not None
        }
        if len(set(fact)) == 1:
            return "a draw"
        return f"a win for {player_name(state, fact.index(max(fact)))}"

    def static_picture(self) -> str:
        t = self.figure.t
        pictures = []
        labels = []
        for spread, title in zip(self.spreads, SIDES):
            moment = min(t, spread.done)
            nodes, known = spread.counts(moment)
            pictures.append(still(spread, moment, title))
            labels.append(f"{t:,} iterations: {known:,} of {nodes:,} nodes known")
        return gallery(pictures, labels, spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"{self.headline.words} (run this cell to choose another moment)"


def side_data(spread: Spreading, title: str, short: str, steps: list[int]) -> dict[str, Any]:
    """Return the data of one search for the page.

    steps  the numbers of iterations that can be shown

    In the result, `end` is the index of the step at which the search ends.
    """
    boxes = []
    for box in spread.boxes:
        result = spread.result(box)
        boxes.append(
            {
                "x": round(box.x, 5),
                "width": round(box.width, 5),
                "row": box.depth,
                "born": box.born,
                "known": box.known,
                "step": 20 if result is None else value_step(result),
                "name": "root" if box.node.parent is None else str(box.node.action),
                "badge": badge(box.node, spread.solver.facts),
            }
        )
    return {
        "title": title,
        "short": short,
        "proved": spread.proved,
        "done": spread.done,
        "rows": spread.depth + 1,
        "end": steps.index(spread.done),
        "counts": [spread.counts(min(t, spread.done)) for t in steps],
        "boxes": boxes,
    }


def growing(first: int, last: int) -> Iterator[int]:
    """Yield whole numbers from `first` to below `last`, each about 4% above the previous one."""
    t = first
    while t < last:
        yield t
        t += max(1, t // 25)
