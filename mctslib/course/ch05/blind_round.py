"""`BlindRound`: find the bug of an unnamed engine with as few instruments as possible."""

from html import escape
from random import Random

import ipywidgets as W

from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.widget import diff_html, finding_html, title_of
from mctslib.widgets.bar import ControlBar, Headline, filled, framed
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count

ASK = "— choose —"
RULES = (
    "You have found nothing yet. Each instrument adds a point to your score, and so does each "
    "wrong name. A low score is good."
)


class BlindRound(Panel):
    """Show an engine whose bug, if it has one, is not named.

    The reader examines the engine with instruments, and then names the bug.  The engine is called
    the patient, and may also be healthy.  Each instrument used costs a point, and so does each
    wrong name.

    seed  the seed of the patients; equal seeds give the same patients in the same order
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.matrix, self.rng = load_matrix(), Random(seed)
        self.patient = ""
        self.used: list[str] = []
        self.wrong = 0
        # The number of instruments used plus the number of wrong names; None until the bug is
        # named.
        self.score: int | None = None
        self._make_parts()
        self._admit()

    def _make_parts(self) -> None:
        self.instrument = Menu(options=list(INSTRUMENTS), description="instrument")
        self.guess = Menu(options=[ASK, *PATIENTS], description="it is")
        for menu in (self.instrument, self.guess):
            menu.observe(self._chosen, "value")
        use = "Examine the engine with this instrument"
        self.use_button = filled("Use it", "stethoscope", use, self.use)
        name = "Compare your choice with the engine's bug"
        self.name_button = push_button("Name it", "check", name, self.name)
        new = "Begin again with another engine"
        self.new_button = push_button("New engine", "refresh", new, self.admit)
        self.headline = Headline(brief=True)
        # In most rounds this space is enough, so the bar below does not move.
        tall = W.Layout(flex="1 1 320px", min_height="200px")
        self.findings, self.verdict = W.HTML(layout=tall), W.HTML(layout=tall)
        bar = ControlBar(
            self.use_button,
            [self.instrument, self.name_button, self.guess],
            [self.new_button],
        )
        self.children = framed(self, self.headline, [self.findings, self.verdict], bar)

    def _admit(self) -> None:
        """Choose the next patient at random, but not the same patient twice in a row."""
        others = [patient for patient in PATIENTS if patient != self.patient]
        self.patient = others[int(self.rng.random() * len(others))]
        self.used, self.wrong, self.score = [], 0, None
        self.guess.value = ASK
        self._show()

    @safely
    def admit(self, button: object = None) -> None:
        """Show the next patient, and clear the findings about the previous patient."""
        self._admit()

    @safely
    def use(self, button: object = None) -> None:
        """Use the chosen instrument, unless it has already been used on this patient."""
        if self.instrument.value in self.used:
            return self.status.say(
                f"You have already used “{self.instrument.value}”. Its result is in the list."
            )
        if self.score is not None:
            return self.status.say("You have named this engine. Press New engine for a new one.")
        self.used.append(self.instrument.value)
        self._show()

    @safely
    def _chosen(self, change: object) -> None:
        """Clear the message about an earlier choice."""
        self.status.say("")

    def _show(self) -> None:
        """Show the findings so far, and clear earlier messages."""
        self.status.say("")
        self.verdict.value = ""
        rows = "".join(map(self._row, self.used))
        used = count(len(self.used), "instrument")
        self.headline.say("Which bug has this engine? Examine it, then name it.", f"{used} used.")
        listed = f"<ol style='line-height:1.5'>{rows}</ol>" if rows else f"<p>{RULES}</p>"
        self.findings.value = f"<p class='mcts-label'>What was found</p>{listed}"

    def _row(self, instrument: str) -> str:
        """Return the finding of an instrument, as an item of the list."""
        finding = finding_html(self.matrix.cell(self.patient, instrument))
        return f"<li><b>{escape(instrument)}:</b> {finding}</li>"

    @safely
    def name(self, button: object = None) -> None:
        """Check the chosen name of the bug.  A wrong name costs a point and brings a hint."""
        self.status.say("")
        guess = self.guess.value
        if guess == ASK:
            return self.status.say("Choose a name first.")
        if self.score is not None:
            return self.status.say("You have named this engine. Press New engine for a new one.")
        if guess == self.patient:
            return self._named()
        self.wrong += 1
        self.verdict.value = f"<b>✗ Not “{escape(guess)}”.</b> {escape(self._why_not(guess))}"

    def _why_not(self, guess: str) -> str:
        tool = self.matrix.tells_apart(self.patient, guess, self.used)
        if not tool:
            return (
                "Both bugs have the same row of ✗ and · signs. Read the complaints of the exams "
                "closely."
            )
        if tool not in self.used:
            return f"Your findings fit this bug, too. “{tool}” distinguishes the two bugs."
        if self.matrix.cell(guess, tool).guilty:
            return f"Look at “{tool}”. This instrument finds “{guess}”."
        return f"Look at “{tool}”. This instrument does not find “{guess}”."

    def _named(self) -> None:
        self.score = len(self.used) + self.wrong
        words = (
            f"Instruments used: {len(self.used)}; wrong names: {self.wrong}; "
            f"your score: {self.score} (a low score is good)."
        )
        left = self.matrix.suspects(self.patient, self.used)
        if len(left) > 1:
            words += f" Your findings fitted {len(left)} engines ({', '.join(left)})."
        title = escape(title_of(self.patient))
        diff = diff_html(self.patient)
        self.verdict.value = f"<b>✔ Right: {title}</b> {escape(words)}{diff}"

    def static_picture(self) -> str:
        row = self._row(next(iter(INSTRUMENTS)))
        return f"<div><b>An engine without a name.</b> The first finding:<ol>{row}</ol></div>"

    def static_text(self) -> str:
        return "An engine without a name (run this cell to use instruments and to name the bug)"
