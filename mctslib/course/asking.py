"""Provide the two widgets that ask questions, `Prediction` and `Checkpoint`.

A `Prediction` asks before the code runs, and a `Checkpoint` explains each of its options.  The
chapters' files `questions.toml` contain the questions, and `mctslib.course.store` saves the
answers.
"""

import re
from html import escape
from numbers import Real
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.course.exercise import Verdict, short
from mctslib.course.figures import drawn
from mctslib.course.questions import Option, Question, html, question
from mctslib.course.store import keep, load, once
from mctslib.draw import svg
from mctslib.widgets.panel import Panel, safely

HERE = Path(__file__).parent
LETTERS = "ABCDEFGHIJ"
Choice = str | int | float | None


class QuestionPage(anywidget.AnyWidget):
    """A question on the page, with its text, radio buttons or a number field, and a verdict.

    view    the question: a dict with name, question, options, numbers, hint and figure (SVG or "")
    answer  the choice and the verdict on the choice: a dict with chosen, mark, html and kind;
            chosen is an index, a number or None; with a right choice also the figure after it
    event   a message from the page: ["choose", index or number, serial number]
    """

    _esm = (HERE / "asking.js").read_text(encoding="utf-8")
    _css = (HERE / "asking.css").read_text(encoding="utf-8")
    view = T.Dict().tag(sync=True)
    answer = T.Dict().tag(sync=True)
    event = T.Any(["", None, 0]).tag(sync=True)


class Asked(Panel):
    """A question whose answer is saved under the question's key.

    key      the chapter and the name of the question, such as "01-blunders"
    choice   the text of the chosen option, or the chosen number; None if nothing is chosen yet
    options  the texts of the options; () if the question asks for a number

    Raises `QuestionError` if there is no such question.
    """

    KIND = ""  # the kind of question in `questions.toml`
    KEPT_AS = ""  # the kind of entry in the progress file
    NAME = ""  # the word above the question

    def __init__(self, key: str) -> None:
        super().__init__()
        self.question: Question = question(key, self.KIND)
        self.key = key
        self.options = tuple(option.text for option in self.question.options)
        saved = load().get(self.KEPT_AS, {}).get(self.key)
        self.choice: Choice = self._choice_of(saved)
        self.settled = self.settles(self.choice)
        self.page = QuestionPage(view=self._view())
        self._show_verdict()
        self.page.observe(self._event_came, "event")
        self.children = (self.page, self.status)

    def _view(self) -> dict[str, Any]:
        numbers = self.question.numbers
        return {
            "name": self.NAME,
            "question": asked_in_bold(self.question.text),
            "options": [html(option.text) for option in self.question.options],
            "numbers": None if numbers is None else list(numbers),
            "hint": "" if numbers is None else numbers_asked_for(self.question),
            "figure": drawn(self.question.figure) if self.question.figure else "",
        }

    def _choice_of(self, value: Any) -> Choice:
        """Convert a value to a choice, or return None if the value cannot be chosen."""
        if self.question.numbers is None:
            return value if isinstance(value, str) and value in self.options else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        low, high = self.question.numbers
        if not low <= value <= high:
            return None
        if value == int(value):
            return int(value)
        return None if self.question.whole else value

    @safely
    def _event_came(self, change: dict[str, Any]) -> None:
        match change["new"]:
            case ["choose", value, _]:
                choice = self._option_at(value)
                if self._choice_of(choice) is None and self.question.numbers is not None:
                    self._refuse()
                else:
                    self.choose(choice)

    def _refuse(self) -> None:
        """On the page, say which numbers are possible; the last answer stays saved."""
        words = escape(numbers_asked_for(self.question))
        self.page.answer = {"chosen": None, "kind": "wrong", "mark": "✗", "html": words}

    def _option_at(self, value: Any) -> Any:
        """Return the text of the option whose index is `value`.

        Returns `value` itself if the question has no option with this index.
        """
        if self.options and type(value) is int and 0 <= value < len(self.options):
            return self.options[value]
        return value

    def choose(self, choice: Choice) -> None:
        """Choose an option by its text, or a number.

        Raises ValueError, and changes nothing, if the choice is not possible.
        """
        valid = self._choice_of(choice)
        if valid is None:
            raise ValueError(self.page.view["hint"] or f"{choice!r} is not one of the options.")
        if not self.settled:
            self.status.say(once(keep(self.KEPT_AS, self.key, valid)))
        self.choice = valid
        self.settled = self.settled or self.settles(valid)
        self._show_verdict()

    def settles(self, choice: Choice) -> bool:
        """Return whether this choice stays the kept answer, whatever the reader chooses next."""
        return False

    def _show_verdict(self) -> None:
        """On the page, show the choice and its verdict."""
        answer: dict[str, Any] = {"chosen": self.choice, "kind": "", "mark": "", "html": ""}
        if isinstance(self.choice, str):
            answer["chosen"] = self.options.index(self.choice)
        if self.choice is not None:
            answer.update(self.verdict(self.choice))
        self.page.answer = answer

    def verdict(self, choice: Choice) -> dict[str, str]:
        """Return the verdict on a choice for the page: a dict with kind, mark, html and figure."""
        raise NotImplementedError

    def static_picture(self) -> str:
        options = ""
        for letter, option in zip(LETTERS, self.question.options):
            options += self._static_option(letter, option)
        hint = self.page.view["hint"]
        number = f"<p>{escape(hint)}</p>" if hint else ""
        asked = f"<p><b>{self.NAME}.</b> {html(self.question.text)}</p>"
        figure = self.page.view["figure"]
        picture = svg.image(figure, svg.words(figure), fit=True) if figure else ""
        return f"<div>{asked}{picture}{options}{number}</div>"

    def _static_option(self, letter: str, option: Option) -> str:
        raise NotImplementedError

    def static_text(self) -> str:
        lines = [f"{self.NAME}. {self.question.text}"]
        lines += [f"  {letter}. {text}" for letter, text in zip(LETTERS, self.options)]
        if self.page.view["hint"]:
            lines.append(self.page.view["hint"])
        return "\n".join(lines)


class Prediction(Asked):
    """Ask for a prediction before the code runs, with options or a number field.

    The prediction is `.choice`, which `score_prediction` later compares with the result.
    """

    lives_as = "question"
    KIND = "predict"
    KEPT_AS = "predictions"
    NAME = "Your prediction"

    def verdict(self, choice: Choice) -> dict[str, str]:
        noted = "Noted." if self.options else f"Noted: {choice:,}."
        later = "The result comes below."
        return {"kind": "noted", "mark": "●", "html": f"{noted} {later}"}

    def _static_option(self, letter: str, option: Option) -> str:
        return f"<p>○ {letter}. {html(option.text)}</p>"


class Checkpoint(Asked):
    """Ask a question with exactly one right option and an explanation for each option."""

    lives_as = "question"
    KIND = "checkpoint"
    KEPT_AS = "checkpoints"
    NAME = "Checkpoint"

    def settles(self, choice: Choice) -> bool:
        """Return whether the choice is right; the reader may then look at the other options."""
        chosen = self.question.option(choice)
        return chosen is not None and chosen.right

    def verdict(self, choice: Choice) -> dict[str, str]:
        chosen = self.question.option(choice)
        assert chosen is not None
        if chosen.right:
            right = {"kind": "right", "mark": "✔ Right.", "html": html(chosen.why)}
            figure = self.question.figure or {}
            return {**right, "figure": drawn(figure, "after")} if "after" in figure else right
        return {"kind": "wrong", "mark": "✗ Not this one.", "html": html(chosen.why)}

    def _static_option(self, letter: str, option: Option) -> str:
        verdict = self.verdict(option.text)
        head = f"<summary>{letter}. {html(option.text)}</summary>"
        why = f"<p><b>{verdict['mark']}</b> {verdict['html']}</p>"
        return f"<details>{head}{why}</details>"


def asked_in_bold(text: str) -> str:
    """Return a question as HTML, with the sentence that asks in bold."""
    start = max((found.end() for found in re.finditer(r"[.:?!]\s+(?=[A-Z])", text)), default=0)
    asks, mark, note = text[start:].partition("?")
    if not mark:  # a note stands last
        start, asks, mark, note = 0, text, "", ""
    return f"{html(text[:start])}<b>{html(asks + mark)}</b>{html(note)}"


def numbers_asked_for(asked: Question) -> str:
    """Return a sentence about the numbers that a question accepts."""
    assert asked.numbers is not None
    low, high = asked.numbers
    kind = "whole number" if asked.whole else "number"
    return f"A {kind} from {low:,} to {high:,}."


predict = Prediction  # notebooks use these two names
checkpoint = Checkpoint


def score_prediction(guess: Any, truth: Any, because: str, within: float = 0) -> Verdict:
    """Compare a prediction with the result, and return a verdict.

    guess    the widget that `predict` returned, or a plain value
    truth    the result, either a number or the text of an option
    because  a sentence that explains the result, placed at the end of the message
    within   the largest distance from the result at which a predicted number is still right

    Raises ValueError if the prediction has options and `truth` is not one of them.
    """
    key = getattr(guess, "key", None)
    options = getattr(guess, "options", ())
    if options and truth not in options:
        raise ValueError(f"{truth!r} is not one of the options of {key}: {options}.")
    if key is not None:
        guess = guess.choice
    if guess is None or guess is ...:
        message = f"You made no prediction. The result is {in_sentence(truth)}. {because}"
        return Verdict("pending", message)
    right = is_near(guess, truth, within)
    if key is not None:
        keep("scored", key, right)
    if guess == truth:
        message = f"You predicted it: {in_sentence(truth)}. {because}"
    else:
        link = "and" if right else "but"
        outcome = f"{link} the result is {in_sentence(truth)}"
        message = f"You predicted {in_sentence(guess)}, {outcome}. {because}"
    return Verdict("correct" if right else "wrong", message)


def is_near(guess: Any, truth: Any, within: float) -> bool:
    """Return whether a guess equals the result or differs from it by at most `within`."""
    if guess == truth:
        return True
    return within > 0 and isinstance(guess, Real) and bool(abs(guess - truth) <= within)


def in_sentence(value: Any) -> str:
    """Return a value as text for a sentence.

    A string is put in quotation marks, and any other long value is shortened.
    """
    if isinstance(value, str):
        return f"“{value.rstrip('.')}”"
    return short(value)
