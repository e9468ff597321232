"""A question to the reader: `Prediction`, asked before anything runs, and `Checkpoint`, which explains every answer.

The texts live in the chapters' `questions.toml`; what was chosen is kept by `mctslib.course.store`.
"""

from html import escape
from numbers import Real
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.course.exercise import Verdict, short
from mctslib.course.questions import Option, Question, html, question
from mctslib.course.store import keep, load, once
from mctslib.widgets.panel import Panel, safely

HERE = Path(__file__).parent
LETTERS = "ABCDEFGHIJ"
Choice = str | int | float | None
NOTED = "Noted{}. The end of the chapter compares it with what comes out."


class QuestionPage(anywidget.AnyWidget):
    """What stands on the page: the question, radio buttons or a number field, and an answer below it."""

    _esm = HERE / "asking.js"
    _css = HERE / "asking.css"
    view = T.Dict().tag(sync=True)
    answer = T.Dict().tag(sync=True)  # {"chosen": index or number or None, "mark", "html", "kind"}
    event = T.Any(["", None, 0]).tag(
        sync=True
    )  # from the page: ["choose", index or number, serial]


class Asked(Panel):
    """A question, its choice kept under its key.

    choice   the text of the option, or the number, that was chosen; None as long as nothing is
    options  the texts of the options; () where a number is asked for
    """

    KIND, KEPT_AS, NAME = "", "", ""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.question: Question = question(key, self.KIND)
        self.key = key
        self.options = tuple(option.text for option in self.question.options)
        self.choice: Choice = self._sound(load().get(self.KEPT_AS, {}).get(key))
        self.page = QuestionPage(view=self._view())
        self._answer()
        self.page.observe(self._heard, "event")
        self.children = (self.page, self.status)

    def _view(self) -> dict[str, Any]:
        asked = self.question
        return {
            "name": self.NAME,
            "question": html(asked.text),
            "options": [html(option.text) for option in asked.options],
            "numbers": list(asked.numbers) if asked.numbers else None,
            "hint": "" if asked.numbers is None else _range(asked),
        }

    def _sound(self, choice: Any) -> Choice:
        """The choice if it is one; None for anything else."""
        if self.question.numbers is None:
            return choice if isinstance(choice, str) and choice in self.options else None
        if isinstance(choice, bool) or not isinstance(choice, int | float):
            return None
        low, high = self.question.numbers
        if not low <= choice <= high or (self.question.whole and choice != int(choice)):
            return None
        return int(choice) if choice == int(choice) else choice

    @safely
    def _heard(self, change: dict[str, Any]) -> None:
        match change["new"]:
            case ["choose", value, _]:
                by_index = self.options and type(value) is int and 0 <= value < len(self.options)
                self.choose(self.options[value] if by_index else value)

    def choose(self, choice: Choice) -> None:
        """Choose an option by its text, or a number.  What cannot be chosen changes nothing."""
        sound = self._sound(choice)
        if sound is None:
            raise ValueError(self.page.view["hint"] or f"{choice!r} is none of the options.")
        self.choice = sound
        self.status.say(once(keep(self.KEPT_AS, self.key, sound)))
        self._answer()

    def _answer(self) -> None:
        """Bring what the page says in line with the choice."""
        chosen = self.options.index(self.choice) if isinstance(self.choice, str) else self.choice
        self.page.answer = {
            "chosen": chosen,
            "kind": "",
            "mark": "",
            "html": "",
            **({} if self.choice is None else self.verdict(self.choice)),
        }

    def verdict(self, choice: Choice) -> dict[str, str]:
        """What the page says about a choice."""
        raise NotImplementedError

    def static_picture(self) -> str:
        options = "".join(
            self._static_option(LETTERS[i], o) for i, o in enumerate(self.question.options)
        )
        number = f"<p>{escape(self.page.view['hint'])}</p>" if self.question.numbers else ""
        return f"<div><p><b>{self.NAME}.</b> {html(self.question.text)}</p>{options}{number}</div>"

    def _static_option(self, letter: str, option: Option) -> str:
        raise NotImplementedError

    def static_text(self) -> str:
        options = [f"  {LETTERS[i]}. {text}" for i, text in enumerate(self.options)]
        return "\n".join(
            [
                f"{self.NAME}. {self.question.text}",
                *options,
                *filter(None, [self.page.view["hint"]]),
            ]
        )


class Prediction(Asked):
    """The prediction of a key, as "01-blunders", asked before anything runs: options, or a number field.

    `.choice` is the answer; `score_prediction` says later what came of it.
    """

    KIND, KEPT_AS, NAME = "predict", "predictions", "Your prediction"

    def verdict(self, choice: Choice) -> dict[str, str]:
        return {
            "kind": "noted",
            "mark": "●",
            "html": NOTED.format("" if self.options else f": {choice:,}"),
        }

    def _static_option(self, letter: str, option: Option) -> str:
        return f"<p>○ {letter}. {html(option.text)}</p>"


class Checkpoint(Asked):
    """The question of a key, as "01-cure", with an explanation for every option; one is right."""

    KIND, KEPT_AS, NAME = "checkpoint", "checkpoints", "Checkpoint"

    def verdict(self, choice: Choice) -> dict[str, str]:
        chosen = self.question.option(choice)
        assert chosen is not None
        mark = "✔ Right." if chosen.right else "✗ Not this one."
        return {
            "kind": "right" if chosen.right else "wrong",
            "mark": mark,
            "html": html(chosen.why),
        }

    def _static_option(self, letter: str, option: Option) -> str:
        verdict, head = (
            self.verdict(option.text),
            f"<summary>{letter}. {html(option.text)}</summary>",
        )
        return f"<details>{head}<p><b>{verdict['mark']}</b> {verdict['html']}</p></details>"


def _range(asked: Question) -> str:
    low, high = (f"{number:,}" for number in asked.numbers or ())
    return f"A {'whole ' * asked.whole}number from {low} to {high}."


predict, checkpoint = Prediction, Checkpoint  # as a notebook calls them


def score_prediction(guess: Any, truth: Any, because: str, within: float = 0) -> Verdict:
    """Compare a prediction made at the start of a chapter with what came out.

    guess   what `predict` gave, or a plain value
    within  how far a number may be off and still count

    A miss is no failure: it is where one learns.
    """
    key, options = getattr(guess, "key", None), getattr(guess, "options", ())
    if options and truth not in options:
        raise ValueError(f"{truth!r} is none of the options of {key}: {options}.")
    if key is not None:
        guess = guess.choice
    if guess is None or guess is ...:
        return Verdict(
            "pending", f"You made no prediction. It came out as {_plainly(truth)}. {because}"
        )
    right = bool(
        guess == truth or (within > 0 and isinstance(guess, Real) and abs(guess - truth) <= within)
    )
    if key is not None:
        keep("scored", key, right)
    said = "You predicted" if right else "A surprise! You predicted"
    message = f"{said} {_plainly(guess)}; it came out as {_plainly(truth)}. {because}"
    return Verdict("correct" if right else "wrong", message)


def _plainly(value: Any) -> str:
    return f"“{value.rstrip('.')}”" if isinstance(value, str) else short(value)
