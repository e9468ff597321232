"""The stepper's own controls: keys, redrawing no more often than can be seen, and the questions of "Predict" mode."""
import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
import traitlets as T

from mctslib.draw.outline import move_name, statistics
from mctslib.game import Action
from mctslib.stepper.model import STOP, SelectionQuestion, Stepper
from mctslib.widgets.stepping.parts import idle_html, question_html

HERE = Path(__file__).parent
SPEEDS = {"slow": 1.6, "medium": 0.8, "fast": 0.25}  # seconds a phase


class Keys(anywidget.AnyWidget):
    """Listens to keys and to clicks on the tree, for the whole panel it stands in.

    `listener` is called with {"move": name of a Stepper method} or {"node": words in a drawn node}, or damaged words.
    """

    _esm = HERE / "stepping.js"
    _css = HERE / "stepping.css"
    label = T.Unicode("Stepper through a search: arrow keys step").tag(sync=True)

    def __init__(self, listener: Callable[[Any], None], **options: Any) -> None:
        super().__init__(**options)
        self.on_msg(lambda widget, content, buffers: listener(content))


class Throttle:
    """Calls `draw`, but never more often than the reader can see: the last request always wins.

    `request(gap)` draws at once if the last drawing ended `gap` seconds ago, else when it did.
    Without an event loop, as in a plain script, there is nothing to wait for: it draws at once.
    """

    def __init__(self, draw: Callable[[], None]) -> None:
        self.draw = draw
        self.ended = float("-inf")
        self.waiting: asyncio.TimerHandle | None = None

    def request(self, gap: float = 0.0) -> None:
        """Draw soon."""
        if self.waiting is not None:
            return
        wait = self.ended + gap - time.monotonic()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            wait = 0
        if wait <= 0:
            self.now()
        else:
            self.waiting = loop.call_later(wait, self.now)

    def now(self) -> None:
        """Draw at once."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = None
        try:
            self.draw()
        finally:
            self.ended = time.monotonic()


class RunOn(W.HBox):
    """A button that goes on by itself, and how fast.

    `step()` does one step and says whether there is another; without an event loop all are done at once.
    """

    def __init__(self, step: Callable[[], bool]) -> None:
        self.step = step
        self.task: asyncio.Task[None] | None = None
        self.button = W.ToggleButton(tooltip="Go on by itself, phase by phase", layout=W.Layout(width="100px"))
        self.speed = W.Dropdown(
            options=list(SPEEDS), value="medium", description="speed", layout=W.Layout(width="150px"),
            style={"description_width": "42px"},
        )
        self._look()
        self.button.observe(self._pressed, "value")
        super().__init__([self.button, self.speed])

    def _look(self) -> None:
        pressed = self.button.value
        self.button.icon, self.button.description = ("pause", "Pause") if pressed else ("play", "Run on")

    def _pressed(self, change: Any) -> None:
        self._look()
        if self.task is not None:
            self.task.cancel()
            self.task = None
        if not change["new"]:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self.step():
                pass
            self.button.value = False
        else:
            self.task = loop.create_task(self._keep_on())

    async def _keep_on(self) -> None:
        while self.step():
            await asyncio.sleep(SPEEDS[self.speed.value])
        self.task = None  # it ends by itself, there is nothing to cancel
        self.button.value = False


class Quiz(W.VBox):
    """Asks the stepper's questions: one button for each option, or a click on the drawn child.

    `listener(option)` is called with the reader's answer.
    """

    def __init__(self, listener: Callable[[Action], None]) -> None:
        self.listener = listener
        self.question: SelectionQuestion | None = None
        self.text = W.HTML()
        self.text.add_class("mcts-question")
        self.buttons: list[W.Button] = []  # kept and renamed, so that the keyboard's focus is not lost
        self.row = W.Box(layout=W.Layout(flex_flow="row wrap"))
        super().__init__([self.text, self.row])

    def show(self, stepper: Stepper, asking: bool, verdict: str = "") -> None:
        """Show the verdict on the last answer and the next question; nothing unless `asking`."""
        self.question = stepper.question() if asking else None
        self.layout.display = "" if asking else "none"
        asked = question_html(self.question, stepper) if self.question else ""
        idle = "" if asked or verdict else idle_html(stepper)
        self.text.value = f'<div role="status">{verdict}{asked}{idle}</div>'
        self._show_buttons(self.question.options if self.question else ())

    def _show_buttons(self, options: tuple[Action, ...]) -> None:
        while len(self.buttons) < len(options):
            self.buttons.append(self._button(len(self.buttons)))
        for button, option in zip(self.buttons, options, strict=False):
            button.description = self._words(option)
        for number, button in enumerate(self.buttons):
            button.layout.display = "" if number < len(options) else "none"
        if len(self.row.children) != len(self.buttons):
            self.row.children = self.buttons

    def _button(self, number: int) -> W.Button:
        button = W.Button(layout=W.Layout(width="auto"))
        button.on_click(lambda _: self.listener(self.question.options[number]) if self.question else None)
        return button

    def _words(self, option: Action) -> str:
        assert self.question is not None
        return "it stops here" if option == STOP else move_name(self.question.node.children[option])

    def node_clicked(self, words: str) -> None:
        """A click on a drawn node is an answer if its words are those of a child in question."""
        for action, child in self.question.node.children.items() if self.question else ():
            if words == f"{move_name(child)}: {statistics(child)}":
                self.listener(action)
                return
