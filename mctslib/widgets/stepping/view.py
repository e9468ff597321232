"""Step through a search, forward and back, by phase and by iteration.

The page shows the tree, the board, the code and a table of children.  All four are computed from a
`Stepper`, the model in `mctslib.stepper.model`.
"""

import random
from typing import Any

from mctslib.door.entrance import search
from mctslib.draw.outline import check_max_nodes
from mctslib.game import State
from mctslib.given import as_state
from mctslib.policies import UCB1, RolloutPolicy, TreePolicy, uniform
from mctslib.search import PHASES, Phases
from mctslib.stepper.model import SelectionQuestion, Stepper
from mctslib.trace import Trace, replay
from mctslib.tree import Node
from mctslib.widgets.panel import Panel, safely, search_slices
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.controls import Face, Throttle
from mctslib.widgets.stepping.trees import Trees

SLIDER_GAP = 0.2  # at least this many seconds pass between two drawings while the slider is dragged
MORE = 50  # the number of iterations that "Search on" adds
# the methods of the stepper that the page may call
MOVES = (
    "home",
    "previous_iteration",
    "back",
    "forward",
    "next_iteration",
    "end",
)


class StepperView(Panel):
    """Shows a search phase by phase; the reader can predict the next choice of selection.

    start           a recorded `Trace`, or a state from which to search
    iterations      the number of iterations to run, if `start` is a state
    seed            the seed of the search, and of the iterations added with "Search on"
    phases          the functions of the four phases; the page marks each function that is not
                    from the library as your own
    tree_policy     the tree policy of the search, which also explains each choice
    rollout_policy  the rollout policy of the search
    at              the iteration that is shown first; 0 is the moment before the first iteration
    predict         whether to ask the reader for predictions from the beginning
    max_nodes       the largest number of nodes in a drawn tree, 1…200

    `view.stepper` is the model, and `view.trace` is the record.
    """

    lives_as = "stepper"

    def __init__(
        self,
        start: Trace | State,
        *,
        iterations: int = 200,
        seed: int | None = 0,
        phases: Phases = PHASES,
        tree_policy: TreePolicy = UCB1(),
        rollout_policy: RolloutPolicy = uniform,
        at: int = 0,
        predict: bool = False,
        max_nodes: int = 12,
    ) -> None:
        super().__init__("searching on")
        check_max_nodes(max_nodes)
        self.rng = random.Random(seed)
        self.verdict = ""
        self.told = ""  # a sentence about the last "Search on", shown until the reader's next step
        self.question: SelectionQuestion | None = None
        self.depth = 0  # the table shows the children of the node at this depth on the path
        self.options: dict[str, Any] = {
            "phases": phases,
            "tree_policy": tree_policy,
            "rollout_policy": rollout_policy,
        }
        self.trace = start if isinstance(start, Trace) else Trace(as_state(start))
        failure = None if isinstance(start, Trace) else self._search_first(iterations)
        self.stepper = Stepper(self.trace, phases, tree_policy)
        self.stepper.jump(min(at, self.stepper.last))
        self.throttle = Throttle(self._redraw)
        self.face = Face(self._heard, more=MORE, predict=predict)
        self.trees = Trees(self.stepper, max_nodes, self._show_tree)
        # The work is the last part, so that nothing else moves when the work appears.
        self.children = [self.status, self.face, self.work]
        self.work.layout.display = "none"
        self.add_class("mcts-stepper")
        self.trees.draw(self.stepper.position)  # so that the first tree is ready immediately
        self.draw()
        self._say_trouble(failure)

    def release(self) -> None:
        super().release()
        if "trees" in vars(self):  # missing if the constructor failed
            self.throttle.cancel()
            self.trees.close()

    # -------------------- searching
    def _search_first(self, iterations: int) -> Exception | None:
        """Record the search; if the reader's own function fails, keep the finished iterations."""
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
    def search_on(self) -> None:
        """Add some iterations to the record."""
        root = replay(
            self.trace.state, self.trace.iterations[: self.stepper.last], self.options["phases"]
        )
        del self.trace.iterations[self.stepper.last :]
        slices = search_slices(
            root, MORE, self.rng, engine=search, trace=self.trace.iterations, **self.options
        )
        self.work.layout.display = ""
        self.work.start(slices, self._searched)

    def _searched(self, outcome: str) -> None:
        self.work.layout.display = "none"
        before = self.stepper.last
        self.stepper.survey()
        if self.stepper.last > before:
            self.told = (
                f"The search was continued: iterations {before + 1:,} to {self.stepper.last:,} "
                "are new."
            )
        self.trees.survey()
        self.draw()
        self._say_trouble()

    # -------------------- actions of the reader
    @safely
    def _heard(self, message: Any) -> None:
        """Handle one message from the page: a dict with one name and its value."""
        known: dict[str, tuple[type, Any]] = {
            "move": (str, self.move),
            "phase": (int, self.to_phase),
            "jump": (int, self.jump),
            "predict": (bool, self.set_predict),
            "option": (int, self._chosen),
            "node": (str, self._clicked),
            "depth": (int, self.set_depth),
            "search": (bool, lambda yes: self.search_on()),
        }
        for name, value in message.items() if isinstance(message, dict) else ():
            kind, act = known.get(name, (None, None))
            if act is not None and type(value) is kind:
                act(value)

    @safely
    def move(self, move: str) -> None:
        """Call one of the stepper's methods in `MOVES`."""
        if move not in MOVES:
            raise ValueError(f"A move must be one of {', '.join(MOVES)}, not {move!r}.")
        self._moved(getattr(self.stepper, move))

    @safely
    def to_phase(self, phase: int) -> None:
        """Go to a phase, 1 to 4, of the current iteration."""
        self._moved(lambda: self.stepper.to_phase(phase))

    @safely
    def jump(self, t: int) -> None:
        """Go to the end of iteration t, or to the start if t is 0; the slider calls this method."""
        self._moved(lambda: self.stepper.jump(min(max(t, 0), self.stepper.last)), SLIDER_GAP)

    @safely
    def set_predict(self, predict: bool) -> None:
        """Set whether the page asks the reader to predict the choices of selection."""
        self._moved(lambda: setattr(self.face, "predict", predict))

    @safely
    def set_depth(self, depth: int) -> None:
        """Choose the node of the path whose children the table shows; the root has depth 0."""
        self.depth = max(0, depth)
        self.throttle.request()

    def _moved(self, change: Any, gap: float = 0) -> None:
        change()
        self.verdict = ""
        self.told = ""
        self.throttle.request(gap)

    def _chosen(self, number: int) -> None:
        if self.question and 0 <= number < len(self.question.options):
            self.answer(self.question.options[number])

    def _clicked(self, where: str) -> None:
        action = parts.clicked(self.question, where) if self.question else None
        if action is not None:
            self.answer(action)

    @safely
    def answer(self, action: Any) -> None:
        """Judge the prediction that selection goes to the child `action`, or stops (`STOP`)."""
        right, reason = self.stepper.answer(action)
        self.verdict = parts.verdict_html(right, reason, self.stepper.score)
        self.throttle.request()

    # -------------------- drawing
    def _show_tree(self, html: str) -> None:
        self.face.tree = html

    def _redraw(self) -> None:
        with self.lock:
            try:
                self.draw()
            except Exception as error:
                self.status.complain(error)

    def draw(self) -> None:
        """Show the current moment of the stepper with one message to the page."""
        stepper, names = self.stepper, parts.children_of(self.stepper)
        depth = min(self.depth, len(names) - 1)
        self.question = stepper.question() if self.face.predict else None
        pieces = {
            "place": parts.place(stepper),
            "sentence": self._sentence(),
            "board": parts.board_html(stepper),
            "code": parts.code_html(stepper),
            "children_of": names,
            "depth": depth,
            "question": self._asked(),
            "asking": bool(self.question),
            "table": "" if self.question else parts.table_html(stepper, depth),
        }
        with self.face.hold_sync():
            for name, value in pieces.items():
                setattr(self.face, name, value)
            self.trees.look_at(stepper.position)

    def _sentence(self) -> str:
        """Return what has happened, and why; after "Search on", without why, so that it fits."""
        if not self.told:
            return self.stepper.sentence
        happened = self.stepper.sentence.split("  ")[0]
        return f"{self.told}  {happened}"

    def _asked(self) -> str:
        """Return the verdict on the last answer, followed by the next question.

        Returns "" if predictions are switched off.
        """
        if not self.face.predict:
            return ""
        asked = parts.question_html(self.question, self.stepper) if self.question else ""
        return self.verdict + asked or parts.idle_html(self.stepper)

    def static_picture(self) -> str:
        """Return the four phases of the current iteration, side by side."""
        return parts.strip_of(self.stepper).svg

    def static_text(self) -> str:
        """Describe the current phase in plain words."""
        return (
            f"Stepper, iteration {self.stepper.t} of {self.stepper.last}: {self.stepper.sentence}"
        )
