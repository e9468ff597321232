"""`BlindRound`: an engine without a label, to be named with as few instruments as possible."""

from functools import partial
from html import escape
from random import Random

import ipywidgets as W

from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.widget import diff_html, finding_html, title_of
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count

ASK = "— choose —"


class BlindRound(Panel):
    """A patient without a label: use instruments, then name the bug.

    Each instrument and each wrong name costs a point of the score.

    The patient may also be healthy.

    seed  the same seed brings the same patients in the same order
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.matrix, self.rng = load_matrix(), Random(seed)
        self.patient = ""
        self.used: list[str] = []
        self.wrong = 0
        self.score: int | None = None  # instruments used and wrong names, once the bug is named
        self._make_parts()
        self._admit()

    def _make_parts(self) -> None:
        wide = W.Layout(width="300px")
        self.instrument = W.Dropdown(
            options=list(INSTRUMENTS), description="instrument", layout=wide
        )
        self.guess = W.Dropdown(options=[ASK, *PATIENTS], description="it is", layout=wide)
        for menu in (self.instrument, self.guess):
            menu.observe(self._chosen, "value")
        button = partial(push_button, width="140px")
        self.use_button = button(
            "Use it", "stethoscope", "Examine the patient with this instrument", self.use
        )
        self.name_button = button(
            "Name it", "check", "Say what is wrong with the patient", self.name
        )
        self.new_button = button(
            "New patient", "refresh", "The next engine, a new count", self.admit
        )
        self.findings, self.verdict = W.HTML(), W.HTML()
        wrap = W.Layout(flex_flow="row wrap")
        self.children = [
            W.HBox([self.instrument, self.use_button], layout=wrap),
            self.findings,
            W.HBox([self.guess, self.name_button, self.new_button], layout=wrap),
            self.verdict,
            self.status,
        ]

    def _admit(self) -> None:
        """Bring in the next patient."""
        others = [
            patient for patient in PATIENTS if patient != self.patient
        ]  # never the same one twice running
        self.patient = others[int(self.rng.random() * len(others))]
        self.used, self.wrong, self.score = [], 0, None
        self.guess.value = ASK
        self._show()

    @safely
    def admit(self, button: object = None) -> None:
        """The next patient; what was found out about the last one goes."""
        self._admit()

    @safely
    def use(self, button: object = None) -> None:
        """Use the chosen instrument; the same one twice counts once."""
        if self.instrument.value in self.used:
            return self.status.say(
                f"You have used “{self.instrument.value}” already: look at its line above."
            )
        if self.score is not None:
            return self.status.say("This one is named already. Press New patient for the next.")
        self.used.append(self.instrument.value)
        self._show()

    @safely
    def _chosen(self, change: object) -> None:
        """What was said of another choice is out of date."""
        self.status.say("")

    def _show(self) -> None:
        """What was found out; what was said before that is out of date."""
        self.status.say("")
        self.verdict.value = ""
        found = {name: finding_html(self.matrix.cell(self.patient, name)) for name in self.used}
        rows = "".join(f"<li><b>{escape(name)}:</b> {line}</li>" for name, line in found.items())
        used = count(len(self.used), "instrument")
        self.findings.value = (
            f"<b>A patient without a label.</b> {used} used.<ol style='line-height:1.5'>{rows}</ol>"
        )

    @safely
    def name(self, button: object = None) -> None:
        """Say what it is; a wrong name counts too, and is told by which instrument it is wrong."""
        self.status.say("")
        guess = self.guess.value
        if guess == ASK:
            return self.status.say("Choose a name first.")
        if self.score is not None:
            return self.status.say("This one is named already. Press New patient for the next.")
        if guess == self.patient:
            return self._named()
        self.wrong += 1
        self.verdict.value = f"<b>✗ Not “{escape(guess)}”.</b> {escape(self._why_not(guess))}"

    def _why_not(self, guess: str) -> str:
        tool = self.matrix.tells_apart(self.patient, guess, self.used)
        if not tool:
            return "No verdict tells the two apart; read the sentences of the exams closely."
        if tool not in self.used:
            return f"What you have seen would fit. “{tool}” tells the two apart."
        would = (
            "would see that one"
            if self.matrix.cell(guess, tool).guilty
            else "would not see that one"
        )
        return f"Look at “{tool}”: it {would}."

    def _named(self) -> None:
        self.score = len(self.used) + self.wrong
        left = self.matrix.suspects(self.patient, self.used)
        luck = (
            f" Your verdicts left {len(left)} suspects ({', '.join(left)})."
            if len(left) > 1
            else ""
        )
        self.verdict.value = (
            f"<b>✔ Right: {escape(title_of(self.patient))}</b> "
            f"Instruments used: {len(self.used)}; wrong names: {self.wrong}; your score: {self.score}, the fewer the "
            f"better.{escape(luck)}{diff_html(self.patient)}"
        )

    def static_picture(self) -> str:
        first = next(iter(INSTRUMENTS))
        shown = f"<li><b>{escape(first)}:</b> {finding_html(self.matrix.cell(self.patient, first))}</li>"
        return f"<div><b>A patient without a label.</b> Its first finding:<ol>{shown}</ol></div>"

    def static_text(self) -> str:
        return "An engine without a label: run this cell, use instruments, and name the bug"
