"""Step through a search: forward and back, by phase and by iteration, with the tree, the formula, the code.

Everything that is shown is a function of a `Stepper`, the pure model in `mctslib.stepper.model`.
"""
import random
from functools import partial
from typing import Any

import ipywidgets as W

from mctslib.draw.outline import check_max_nodes
from mctslib.game import State
from mctslib.policies import UCB1, RolloutPolicy, TreePolicy, uniform
from mctslib.search import PHASES, Phases, search
from mctslib.stepper.explain import path_name
from mctslib.stepper.model import Stepper
from mctslib.trace import Trace, replay
from mctslib.tree import Node
from mctslib.widgets.panel import Panel, push_button, safely, search_slices
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.controls import Keys, Quiz, RunOn, Throttle
from mctslib.widgets.stepping.trees import Trees

SLIDER_GAP = 0.2  # seconds between two drawings while the slider is dragged
MORE = 50  # iterations that "Search on" adds
MOVES = {
    "home": ("Home", "fast-backward", "Before the first iteration (Home)"),
    "previous_iteration": ("Iteration back", "backward", "Same phase, one iteration back (Ctrl + left arrow)"),
    "back": ("Phase back", "step-backward", "One phase back (left arrow)"),
    "forward": ("Phase on", "step-forward", "One phase forward (right arrow)"),
    "next_iteration": ("Iteration on", "forward", "Same phase, one iteration on (Ctrl + right arrow)"),
    "end": ("End", "fast-forward", "After the last iteration (End)"),
}


class StepperView(Panel):
    """Look at a search, phase by phase; predict what selection does next.

    start           a recorded `Trace`, or a state to search from
    iterations      how many to search, if a state is given
    seed            of that search, and of more that is added with "Search on"
    phases          the functions that searched (and search); the reader's own are shown as such
    tree_policy, rollout_policy   those of the search; the first explains each choice
    at              the iteration to begin at, 0 to begin before the first
    predict         whether to begin in "Predict" mode
    max_nodes       how many nodes of the tree are drawn at most, 1…200

    `view.stepper` is the model, `view.trace` the record.
    """

    def __init__(
        self, start: Trace | State, *, iterations: int = 200, seed: int | None = 0, phases: Phases = PHASES,
        tree_policy: TreePolicy = UCB1(), rollout_policy: RolloutPolicy = uniform, at: int = 0, predict: bool = False,
        max_nodes: int = 12,
    ) -> None:
        super().__init__("searching on")
        check_max_nodes(max_nodes)
        self.rng = random.Random(seed)
        self.options: dict[str, Any] = {"phases": phases, "tree_policy": tree_policy, "rollout_policy": rollout_policy}
        self.trace = start if isinstance(start, Trace) else Trace(start)
        failure = None if isinstance(start, Trace) else self._search_first(iterations)
        self.stepper = Stepper(self.trace, phases, tree_policy)
        self.stepper.jump(min(at, self.stepper.last))
        self.throttle = Throttle(self._redraw)
        self.trees = Trees(self.stepper, max_nodes, lambda html: setattr(self.tree, "value", html))
        self.verdict, self._showing = "", False  # the latter: the controls are being set by us
        self._make_controls(predict)
        self._lay_out()
        self.trees.draw(self.stepper.position)  # the first is not made to wait
        self.draw()
        self._say_trouble(failure)

    # ------------------------------------------------------------------ searching
    def _search_first(self, iterations: int) -> Exception | None:
        """Record the search; if the reader's own function fails on the way, what is recorded is shown."""
        root = Node(self.trace.state)
        try:
            search(root, iterations, seed=self.rng, trace=self.trace.iterations, **self.options)
        except Exception as error:
            if not self.trace.iterations:
                raise
            return error
        return None

    def _say_trouble(self, failure: Exception | None = None) -> None:
        if failure is not None:
            self.status.complain(failure)
        elif self.stepper.trouble:
            self.status.complain(ValueError(self.stepper.trouble))

    @safely
    def search_on(self, button: object = None) -> None:
        """Add some iterations to the record."""
        backpropagate = self.options["phases"].backpropagate
        root = replay(self.trace.state, self.trace.iterations[: self.stepper.last], backpropagate)
        del self.trace.iterations[self.stepper.last :]
        slices = search_slices(root, MORE, self.rng, engine=search, trace=self.trace.iterations, **self.options)
        self.work.layout.display = ""
        self.work.start(slices, self._searched)

    def _searched(self, outcome: str) -> None:
        self.work.layout.display = "none"
        self.stepper.survey()
        self.trees.survey()
        self.draw()
        self._say_trouble()

    # ------------------------------------------------------------------ the controls
    def _make_controls(self, predict: bool) -> None:
        self.buttons = {move: push_button(*looks, partial(self.move, move)) for move, looks in MOVES.items()}
        self.slider = W.IntSlider(
            description="iteration", min=0, max=max(1, self.stepper.last), layout=W.Layout(flex="1 1 300px")
        )
        self.slider.observe(self._slid, "value")
        self.run = RunOn(self._run_a_phase)
        self.more = push_button(f"Search on (+{MORE})", "plus", "Add iterations to the search", self.search_on)
        self.predict = W.ToggleButton(
            value=predict, description="Predict", icon="question", tooltip="Say what selection will do, then step"
        )
        self.predict.observe(self._looks_changed, "value")
        self.depth = W.Dropdown(options=[("the root", 0)], description="children of")
        self.depth.observe(self._looks_changed, "value")
        self.keyboard, self.quiz = Keys(self._heard), Quiz(self.answer)
        self.predict.layout.width, self.depth.layout.width = "auto", "280px"

    def _lay_out(self) -> None:
        wrap = W.Layout(flex_flow="row wrap", align_items="center", grid_gap="2px")
        self.place, self.sentence, self.table = W.HTML(), W.HTML(), W.HTML()
        self.tree = W.HTML(layout=W.Layout(flex="3 1 420px", min_width="300px", overflow="auto"))
        self.board, self.code = W.HTML(), W.HTML()
        side = W.VBox([self.board, self.code], layout=W.Layout(flex="2 1 330px", min_width="280px"))
        looks = W.HBox([self.tree, side], layout=W.Layout(flex_flow="row wrap", align_items="flex-start"))
        self.children = [
            W.HBox([*self.buttons.values(), self.run, self.predict, self.more], layout=wrap),
            W.HBox([self.slider, self.place], layout=wrap),
            self.status, self.work, self.quiz, self.sentence, looks, self.depth, self.table, self.keyboard,
        ]
        self.work.layout.display = "none"
        self.add_class("mcts-stepper")

    def close(self) -> None:
        """Take the widget away; nothing runs on."""
        if "run" in self.__dict__:
            self.run.button.value = False
        super().close()

    # ------------------------------------------------------------------ what the reader does
    @safely
    def move(self, move: str, button: object = None) -> None:
        """Do one of the `MOVES` of the stepper."""
        if move not in MOVES:
            raise ValueError(f"A move is one of {', '.join(MOVES)}, not {move!r}.")
        getattr(self.stepper, move)()
        self.verdict = ""
        self.throttle.request()

    def _run_a_phase(self) -> bool:
        self.move("forward")
        return self.stepper.position < 4 * self.stepper.last and self.status.error is None

    @safely
    def _slid(self, change: Any) -> None:
        if not self._showing:
            self.stepper.jump(min(change["new"], self.stepper.last))
            self.verdict = ""
            self.throttle.request(SLIDER_GAP)

    @safely
    def _looks_changed(self, change: Any) -> None:
        if not self._showing:
            self.verdict = ""
            self.throttle.request()

    @safely
    def _heard(self, message: Any) -> None:
        move, node = (message.get("move"), message.get("node")) if isinstance(message, dict) else (None, None)
        if isinstance(move, str):
            self.move(move)
        elif isinstance(node, str):
            self.quiz.node_clicked(node)

    @safely
    def answer(self, action: Any) -> None:
        """Predict: selection will go to the child `action`, or `STOP`."""
        right, reason = self.stepper.answer(action)
        self.verdict = parts.verdict_html(right, reason, self.stepper)
        self.throttle.request()

    # ------------------------------------------------------------------ drawing
    def _redraw(self) -> None:
        with self.lock:
            try:
                self.draw()
            except Exception as error:
                self.status.complain(error)

    def draw(self) -> None:
        """Show the moment that the stepper is at."""
        stepper = self.stepper
        self._set_controls()
        self.quiz.show(stepper, self.predict.value, self.verdict)
        question = self.quiz.question
        pieces = {
            self.place: parts.place_html(stepper),
            self.sentence: parts.sentence_html(stepper),
            self.board: parts.board_html(stepper),
            self.code: parts.code_html(stepper),
            self.table: "" if question else parts.table_html(stepper, self.depth.value),
        }
        for widget, html in pieces.items():
            widget.value = html
        self.trees.look_at(stepper.position)
        self.depth.layout.display = "none" if question else ""
        (self.add_class if question else self.remove_class)("mcts-predicting")

    def _set_controls(self) -> None:
        """Make slider and menu agree with the stepper, without taking that for the reader's doing."""
        path, depth = self.stepper.path, self.depth.value
        options = [(path_name(path[:d]), d) for d in range(len(path) + 1)]
        self._showing = True
        try:
            self.slider.max = max(1, self.stepper.last)
            self.slider.value = self.stepper.t
            if self.depth.options != tuple(options):
                self.depth.options = options
                self.depth.value = min(depth, len(path))
        finally:
            self._showing = False

    def static_picture(self) -> str:
        """The four phases of the iteration on show, side by side."""
        return parts.strip_of(self.stepper).svg

    def static_text(self) -> str:
        """What has just happened, in plain words."""
        return f"Stepper, iteration {self.stepper.t} of {self.stepper.last}: {self.stepper.sentence}"
