"""Step through a search, forward and back, by phase and by iteration.

The page shows the tree, one board, and the scores of the children or the running code.  All are
computed from a `Stepper`, the model in `mctslib.stepper.model`.
"""

import random
from collections.abc import Sequence
from typing import Any

from mctslib.door.entrance import search
from mctslib.draw import wasm
from mctslib.draw.dot import path_to
from mctslib.draw.pinned import Places
from mctslib.game import State
from mctslib.games.set_up import can_be_set_up
from mctslib.given import as_state, check_one_of
from mctslib.policies import UCB1, RolloutPolicy, TreePolicy, uniform
from mctslib.search import PHASES, Phases
from mctslib.stepper.model import SelectionQuestion, Stepper
from mctslib.trace import Trace, replay
from mctslib.tree import Node, Path
from mctslib.widgets.panel import Panel, safely
from mctslib.widgets.setting_up import beginning, set_up_in
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.controls import PHASES as PHASE_WORDS
from mctslib.widgets.stepping.controls import Face, Throttle

SLIDER_GAP = (
    0.05  # at least this many seconds pass between two drawings while the slider is dragged
)
ROOM = (740, 430)  # the room for the tree until the page has told its own, in pixels
NARROWEST, WIDEST = 200, 1000
# the methods of the stepper that the page may call
MOVES = ("home", "previous_iteration", "back", "forward", "next_iteration", "end")


class StepperView(Panel):
    """Shows a search phase by phase; the reader can predict the next choice of selection.

    start           a recorded `Trace`, or a state from which to search
    iterations      the number of iterations to run, if `start` is a state
    seed            the seed of that search
    phases          the functions of the four phases; the page marks each function that is not
                    from the library as your own
    tree_policy     the tree policy of the search, which also explains each choice
    rollout_policy  the rollout policy of the search
    at              the iteration that is shown first, in its first phase; 0 is the moment before
                    the first iteration.  With `predict`, the first question follows this iteration
    predict         whether to ask the reader, before each iteration, where selection will go
    code            whether the reader can unfold the code that runs

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
        at: int = 1,
        predict: bool = False,
        code: bool = True,
    ) -> None:
        super().__init__()
        self.predict, self.code = predict, code
        self.question: SelectionQuestion | None = None  # the question on the page
        self.verdict: dict[str, str] | None = None  # the verdict on the last answer to it
        self.solved = False  # whether that answer was right
        self.looked: Path | None = None  # the node that the reader has opened
        self.room = ROOM
        self.options: dict[str, Any] = {
            "phases": phases,
            "tree_policy": tree_policy,
            "rollout_policy": rollout_policy,
        }
        self.seed = seed
        self.trace = start if isinstance(start, Trace) else Trace(as_state(start))
        self.begin = beginning(self.trace.state)  # what a reader sets up begins here
        failure = None
        if not isinstance(start, Trace):
            failure = self._search(iterations, random.Random(seed))
        self.iterations = max(len(self.trace.iterations), 1)
        self.stepper = Stepper(self.trace, phases, tree_policy)
        self.places: dict[tuple[int, int], Places] = {}
        at = min(at, self.stepper.last)
        self.stepper.go(4 * at if predict else 4 * at - 3)
        self._ask()
        self.throttle = Throttle(self._redraw)
        self.face = Face(self._heard, sets_up=can_be_set_up(self.begin))
        self.children = [self.status, self.face]
        self.add_class("mcts-stepper")
        self.draw()
        if failure is None and self.stepper.trouble:
            failure = ValueError(self.stepper.trouble)
        if failure is not None:
            self.status.complain(failure)
        if wasm.on_its_way():  # in a browser the first tree may have to wait for Graphviz
            wasm.loading.add_done_callback(lambda task: self.throttle.request())

    def release(self) -> None:
        super().release()
        if "throttle" in vars(self):  # missing if the constructor failed
            self.throttle.cancel()

    def _search(self, iterations: int, rng: random.Random) -> Exception | None:
        """Record the search; if the reader's own function fails, keep the finished iterations."""
        root = Node(self.trace.state)
        try:
            search(root, iterations, seed=rng, trace=self.trace.iterations, **self.options)
        except Exception as error:
            if not self.trace.iterations:
                raise
            return error
        return None

    # -------------------- actions of the reader
    @safely
    def _heard(self, message: Any) -> None:
        """Handle one message from the page: a dict with one name and its value."""
        known: dict[str, tuple[type, Any]] = {
            "move": (str, self.move),
            "phase": (int, self.to_phase),
            "jump": (int, self.jump),
            "option": (int, self._chosen),
            "node": (str, self._clicked),
            "fit": (list, self.fit),
            "set_up": (bool, self.set_up),
        }
        for name, value in message.items() if isinstance(message, dict) else ():
            kind, act = known.get(name, (None, None))
            if act is not None and type(value) is kind:
                act(value)

    @safely
    def set_up(self, pressed: bool = True) -> None:
        """Show a board on which the reader sets up a position to search."""
        if self.face.sets_up:
            state: Any = self.trace.state
            set_up_in(self, self.begin, state.cells(), self._search_from)

    @safely
    def _search_from(self, state: State) -> None:
        """Search a position as the first one was searched, and step through that search."""
        self.trace = Trace(state)
        failure = self._search(self.iterations, random.Random(self.seed))
        self.stepper = Stepper(self.trace, self.options["phases"], self.options["tree_policy"])
        self.places = {}
        self._moved(self.stepper.home)
        if failure is not None:
            self.status.complain(failure)

    @safely
    def move(self, move: str) -> None:
        """Call one of the stepper's methods in `MOVES`; forward may also ask the next question."""
        check_one_of("A move", move, MOVES)
        open_now = self.question is not None and not self.solved
        if move == "forward" and not open_now and self._ask():
            self._changed()
            return
        if move == "forward" and self.stepper.position == 4 * self.stepper.last:
            move = "home"  # the button says so
        self._moved(getattr(self.stepper, move))

    @safely
    def to_phase(self, phase: int) -> None:
        """Go to a phase, 1 to 4, of the current iteration."""
        self._moved(lambda: self.stepper.to_phase(phase))

    @safely
    def jump(self, t: int) -> None:
        """Go to iteration t, in the phase that is shown now; the slider calls this method."""
        t = min(max(t, 1), self.stepper.last)
        phase = max(self.stepper.phase, 1)
        self._moved(lambda: self.stepper.go(4 * (t - 1) + phase), SLIDER_GAP)

    @safely
    def fit(self, room: Sequence[int]) -> None:
        """Draw the tree for a width and a height in pixels, which the page has measured."""
        width, height = (int(size) for size in room)
        self.room = (min(max(width, NARROWEST), WIDEST), min(max(height, 0), WIDEST))
        self.throttle.request()

    @safely
    def look(self, path: Path | None) -> None:
        """Open a node: the page shows its position, its children and their scores."""
        self.looked = path
        self._changed()

    @safely
    def answer(self, action: Any) -> None:
        """Judge the prediction that selection goes to the child `action`, or stops (`STOP`).

        Only the first answer to a question counts.
        """
        if self.question is None or self.verdict is None:
            self.solved, reason = self.stepper.answer(action)
        else:
            self.solved, reason = self.stepper.judged(self.question, action)
        self.verdict = parts.verdict_said(self.solved, reason, self.stepper.score)
        self._changed()

    def _moved(self, change: Any, gap: float = 0) -> None:
        change()
        if self.stepper.last:
            self.stepper.go(max(self.stepper.position, 1))
        self.question = self.verdict = self.looked = None
        self.solved = False
        self._changed(gap)

    def _changed(self, gap: float = 0) -> None:
        self.throttle.request(gap)

    def _ask(self) -> bool:
        """Ask the next question of this moment; return whether there is one."""
        self.question = self.stepper.question() if self.predict else None
        self.verdict = self.looked = None
        self.solved = False
        return self.question is not None

    def _chosen(self, number: int) -> None:
        if self.question and not self.solved and 0 <= number < len(self.question.options):
            self.answer(self.question.options[number])

    def _clicked(self, key: str) -> None:
        if self.question and not self.solved:
            action = parts.option_at(self.question, key)
            if action is not None:
                self.answer(action)
            return
        path = path_to(self.stepper.root, key)
        if path is not None and not self.question:
            self.look(None if path == self.looked else path)

    # -------------------- drawing
    def _redraw(self) -> None:
        with self.lock:
            if self.closed:
                return
            try:
                self.draw()
            except Exception as error:
                self.status.complain(error)

    def places_for(self, room: tuple[int, int], stepper: Stepper) -> Places:
        """Return the places of the nodes in a tree of this width and height.

        On a phone the tree ends below the rows that the search has reached at this moment.
        """
        if room not in self.places:
            root = replay(
                self.trace.state, self.trace.iterations[: self.stepper.last], self.options["phases"]
            )
            badges = hasattr(self.stepper.tree_policy, "badge")
            self.places[room] = Places(root, *room, badges)
        places = self.places[room]
        if places.roomy:
            return places
        reached = [len(one.path) for one in self.trace.iterations[: stepper.t]]
        return places.cut_below(max([2 if places.whole else 1, *reached]))

    def draw(self) -> None:
        """Show the current moment of the stepper with one message to the page."""
        places = self.places_for(self.room, self.stepper)
        pieces = {
            **moment(self.stepper, self.looked),
            "next": next_words(self.stepper, self.predict),
            "tree": parts.tree_html(self.stepper, places, self.looked),
            "code": parts.code_html(self.stepper) if self.code else "",
        }
        if self.question:
            pieces |= asked(self.stepper, self.question, self.verdict, self.solved)
            pieces["tree"] = parts.tree_html(
                self.stepper, places, self.question.node.path(), plain=True
            )
        with self.face.hold_sync():
            for name, value in pieces.items():
                setattr(self.face, name, value)

    def static_picture(self) -> str:
        """Return the four phases of the current iteration, side by side."""
        return parts.strip_of(self.stepper).svg

    def static_headline(self) -> tuple[str, str]:
        """Name the iteration; before the first iteration the picture shows the last one."""
        if not self.stepper.last:
            return self.stepper.sentence, ""
        t = self.stepper.t or self.stepper.last
        return f"Iteration {t} of {self.stepper.last}, in its four phases.", ""

    def static_text(self) -> str:
        """Describe the current phase in plain words."""
        return (
            f"Stepper, iteration {self.stepper.t} of {self.stepper.last}: {self.stepper.sentence}"
        )


def moment(stepper: Stepper, looked: Path | None) -> dict[str, Any]:
    """Return what the page shows at a moment, except the tree and the code."""
    return {
        "place": parts.place(stepper),
        **parts.said(stepper),
        "board": parts.board_html(stepper, looked),
        "scores": parts.scores_html(stepper, parts.scored_path(stepper, looked)),
    }


def next_words(stepper: Stepper, predict: bool = False) -> str:
    """Return what the filled button does at a moment.

    predict   whether the reader is asked each question that is still open
    """
    if predict and stepper.question() is not None:
        return "▶ question"
    if stepper.position == 4 * stepper.last:
        return "↻ again"
    return (
        f"▶ iteration {stepper.t + 1}"
        if stepper.phase in (0, 4)
        else f"▶ {PHASE_WORDS[stepper.phase]}"
    )


def asked(
    stepper: Stepper,
    question: SelectionQuestion,
    verdict: dict[str, str] | None = None,
    solved: bool = False,
) -> dict[str, Any]:
    """Return what the page shows while a question is open, or after its right answer.

    solved   whether the verdict is on the right answer, so that the question is closed
    """
    truth = stepper.truth(question) if solved else None
    return {
        "place": {**parts.place(stepper), "phase": 0},
        "next": next_words(stepper, predict=True) if solved else "▶ show it",
        **(verdict or parts.question_said(question)),
        "board": parts.board_html(stepper, question.node.path()),
        "scores": parts.asked_html(question, stepper.tree_policy, truth),
    }
