"""`Hunches`: a slider for the prior of every move, a choice of judges, and what the search makes of
it.
"""

from math import fsum

import ipywidgets as W

from mctslib.course.ch16.tables import network
from mctslib.course.puzzles import POSITIONS, Puzzle
from mctslib.draw.charts import share_chart
from mctslib.draw.show import board_svg, gallery
from mctslib.game import State
from mctslib.methods.puct import Judge, Priors, Puct, even
from mctslib.oracle import value
from mctslib.result import SearchResult
from mctslib.search import search
from mctslib.widgets.panel import Panel, push_button, safely

SOURCES = ("playouts", "network", "oracle")
ITERATIONS = (1, 2, 4, 8, 16, 25, 50, 100, 200)
MOST = 100  # a slider's top: what counts is its share of all


def judge_of(source: str, state: State, priors: Priors) -> Judge:
    """The priors given for `state`, even ones below; values as the source says."""
    brain = network("ttt-0-16") if source == "network" else None

    def judge(position: State) -> tuple[Priors, float | None]:
        hunch = priors if position == state else even(position)[0]
        if brain is not None:
            return hunch, brain(position)[1]
        return hunch, value(position) if source == "oracle" else None

    return judge


class Hunches(Panel):
    """Set the prior of each move of a position by hand, and see what PUCT does with it.

    position    "A", "S", "W" or "empty board"
    source      who says what a position is worth: "playouts", "network" (16 generations of
                self-play) or "oracle"
    iterations  of the search, one of 1, 2, 4 … 200
    c           weighs the prior, 0 to 4
    seed        of the playouts
    """

    def __init__(
        self,
        position: str = "A",
        *,
        source: str = "playouts",
        iterations: int = 25,
        c: float = 1.5,
        seed: int = 0,
    ) -> None:
        for name, wanted, known in (
            ("position", position, tuple(POSITIONS)),
            ("source", source, SOURCES),
            ("iterations", iterations, ITERATIONS),
        ):
            if wanted not in known:
                raise ValueError(
                    f"{name} must be one of {', '.join(map(str, known))}, not {wanted!r}."
                )
        super().__init__()
        self.seed = seed
        self._make_controls(position, source, iterations, c)
        self._lay_out()
        self._new_position()

    def _make_controls(self, position: str, source: str, iterations: int, c: float) -> None:
        wide = {
            "width": "98%",
            "max_width": "330px",
        }  # each slider its own, so that one alone can be hidden
        self.position = W.Dropdown(options=list(POSITIONS), value=position, description="position")
        self.source = W.ToggleButtons(
            options=SOURCES, value=source, description="values by", style={"button_width": "84px"}
        )
        self.iterations = W.SelectionSlider(
            options=ITERATIONS, value=iterations, description="iterations", layout=wide
        )
        self.c = W.FloatSlider(value=c, min=0, max=4, step=0.1, description="c", layout=wide)
        named = (f"move {k}" for k in range(9))
        self.sliders = [
            W.IntSlider(value=75, min=0, max=MOST, description=name, layout=wide) for name in named
        ]
        self.level = push_button(
            "All equal", "align-justify", "Every move the same prior", self.equal
        )
        self.asked = push_button(
            "Ask the network", "lightbulb-o", "Its priors after 16 generations", self.ask
        )
        self.position.observe(self._new_position, "value")
        for control in (self.source, self.iterations, self.c, *self.sliders):
            control.observe(self._changed, "value")

    def _lay_out(self) -> None:
        wrap = W.Layout(flex_flow="row wrap", align_items="flex-start")
        self.board, self.picture = W.HTML(), W.HTML()
        buttons = W.HBox([self.level, self.asked], layout=W.Layout(flex_flow="row wrap"))
        left = [*self.sliders, buttons, self.iterations, self.c]
        column = W.VBox(left, layout=W.Layout(flex="0 1 340px", min_width="280px"))
        right = W.VBox([self.board, self.picture], layout=W.Layout(flex="1 1 330px"))
        self.children = [
            W.HBox([self.position, self.source], layout=wrap),
            W.HBox([column, right], layout=wrap),
            self.status,
        ]

    @property
    def puzzle(self) -> Puzzle:
        return POSITIONS[self.position.value]

    @property
    def priors(self) -> Priors:
        """Each move's share of all that the sliders say."""
        given = {action: self.sliders[action].value for action in self.puzzle.state.legal_actions()}
        total = fsum(given.values())
        return {action: number / total if total else 0.0 for action, number in given.items()}

    @safely
    def _new_position(self, change: object = None) -> None:
        legal = self.puzzle.state.legal_actions()
        for action, slider in enumerate(self.sliders):
            slider.layout.display = "" if action in legal else "none"
        self._set(dict.fromkeys(legal, 1.0))

    @safely
    def equal(self, button: object = None) -> None:
        """The same prior for every move."""
        self._set(dict.fromkeys(self.puzzle.state.legal_actions(), 1.0))

    @safely
    def ask(self, button: object = None) -> None:
        """The network's priors on the sliders."""
        self._set(network("ttt-0-16")(self.puzzle.state)[0])

    def _set(self, priors: Priors) -> None:
        """These priors on the sliders, the highest at three quarters: all shares of each other."""
        self.quiet, top = True, max(priors.values())
        for action, prior in priors.items():
            self.sliders[action].value = round(0.75 * MOST * prior / top)
        self.quiet = False
        self._draw()

    @safely
    def _changed(self, change: object = None) -> None:
        if not self.quiet:
            self._draw()

    def search(self) -> SearchResult:
        """The search that is shown."""
        state = self.puzzle.state
        puct = Puct(judge_of(self.source.value, state, self.priors), self.c.value)
        return search(state, self.iterations.value, seed=self.seed, **puct.options())

    def _draw(self) -> None:
        if not any(self.priors.values()):
            return self.status.say(
                "All priors are 0: give at least one move a little, and the search goes on."
            )
        self.result = self.search()
        self.board.value, self.picture.value = self._board(), self._chart()
        self.status.say(self._said())

    def _board(self) -> str:
        shares, marked = self.result.distribution(), self.puzzle.correct
        ring = marked if len(marked) < len(shares) else ()
        return board_svg(self.puzzle.state, shares=shares, highlight=sorted(ring), width=180)

    def _chart(self) -> str:
        state, shares = self.puzzle.state, self.result.distribution()
        names = [f"{a} ✓" if a in self.puzzle.correct else f"{a}" for a in state.legal_actions()]
        both = {
            "prior": list(self.priors.values()),
            "visits": [shares[a] for a in state.legal_actions()],
        }
        words = "; ".join(
            f"{a}: prior {self.priors[a]:.0%}, visits {shares[a]:.0%}" for a in shares
        )
        title = f"{self.iterations.value} iterations, values by {self.source.value}"
        return share_chart(names, both, title=title, label=f"{title}. {words}.")

    def _said(self) -> str:
        action = self.result.action
        verdict = "✓ right" if self.puzzle.solved_by(action) else "✗ wrong"
        return (
            f"The search plays {action}, {verdict}. Your hunch gave it {self.priors[action]:.0%}."
        )

    def static_picture(self) -> str:
        words = [self.puzzle.story, self._said()]
        return gallery([self._board(), self._chart()], words, spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"
