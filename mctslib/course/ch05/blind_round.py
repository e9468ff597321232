"""`BlindRound`: find the bug of an unnamed engine with as few instruments as possible."""

from html import escape
from random import Random

import ipywidgets as W

from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.widget import (
    WRONG,
    diff_html,
    finding_html,
    length_of,
    mark_html,
    sentence_html,
    title_of,
)
from mctslib.draw.look import TOUCHED
from mctslib.widgets.bar import ControlBar, Headline, filled, framed, room_for
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count

ASK = "— choose —"
RULES = (
    "The engine has one of the bugs in the menu below, or it is healthy. ✗ beside an instrument "
    "means that it found a fault, and · that it found none. Each instrument adds a point to your "
    "score, and so does each wrong name. A low score is good."
)
NAMED_ALREADY = "You have named this engine. Press New engine for a new one."
MOST_NAMED = 3  # a text names at most this many engines
UNUSED = ""
ASKED = "Which bug does this engine have?"
NAME_WIDTH = "96px"  # the width of the buttons with the names of the instruments
COLUMNS = "repeat(auto-fill, minmax(112px, 1fr))"  # as many columns of instruments as fit


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
        self.buttons = {name: self._button(name) for name in INSTRUMENTS}
        self.findings = {name: W.HTML() for name in INSTRUMENTS}
        tall = W.Layout(min_height=f"{TOUCHED}px", align_items="center")
        pairs = zip(self.buttons.values(), self.findings.values(), strict=True)
        rows = [W.HBox(pair, layout=tall) for pair in pairs]
        columns = W.Layout(grid_template_columns=COLUMNS, grid_gap="4px", flex="1 1 100%")
        instruments = W.GridBox(rows, layout=columns)
        self.verdict = W.HTML(layout=W.Layout(flex="1 1 100%"))
        self.guess = Menu(options=[ASK, *PATIENTS], description="it is")
        self.guess.observe(self._chosen, "value")
        name = "Compare your choice with the engine's bug"
        self.name_button = filled("Name it", "check", name, self.name)
        new = "Begin again with another engine"
        self.new_button = push_button("New engine", "refresh", new, self.admit)
        self.headline = Headline(longest=longest_headlines())
        bar = ControlBar(self.name_button, [self.guess], [self.new_button])
        bar.fold(self, self.new_button)
        self.children = framed(self, self.headline, [instruments, self.verdict], bar)
        self.status.add_class("mcts-spoken")  # the headline shows all remarks

    def _button(self, instrument: str) -> W.Button:
        what = INSTRUMENTS[instrument].what
        button = push_button(instrument, "", what, lambda _: self.use(instrument), width=NAME_WIDTH)
        button.add_class("mcts-press")
        return button

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
    def use(self, instrument: str) -> None:
        """Examine the engine with an instrument, or show the instrument's earlier finding again."""
        if instrument not in self.used:
            if self.score is not None:
                return self._head(NAMED_ALREADY)
            self.used.append(instrument)
        self._show()
        self._say(self._found(self.patient, instrument))

    def _found(self, patient: str, instrument: str) -> str:
        """Return the work of an instrument and its finding about an engine, as HTML."""
        what = sentence_html(INSTRUMENTS[instrument].what)
        found = finding_html(self.matrix.cell(patient, instrument))
        return f"<b>{escape(instrument)}:</b> {what}<br>{found}"

    @safely
    def _chosen(self, change: object) -> None:
        """Clear the message about an earlier choice."""
        self._head()

    def _show(self) -> None:
        """Show the findings so far, and clear earlier messages."""
        self._say(RULES)
        self._head()
        for name, row in self.findings.items():
            row.value = self._in_short(name) if name in self.used else UNUSED

    def _in_short(self, instrument: str) -> str:
        """Return the mark of an instrument's finding; the words stand below all instruments."""
        return f"<b>{mark_html(self.matrix.cell(self.patient, instrument))}</b>"

    def _say(self, shown: str) -> None:
        """Show HTML below the instruments, in an area with room for every sentence and diff."""
        longest = []
        for name in INSTRUMENTS:
            longest.append(max((self._found(one, name) for one in PATIENTS), key=length_of))
        fitted = self._fitted(sorted(PATIENTS, key=len)[-MOST_NAMED:])
        longest += [f"{title_of(one)} {fitted}{diff_html(one)}" for one in PATIENTS]
        self.verdict.value = room_for(shown, longest)

    def _head(self, remark: str = "") -> None:
        """Show the question, or the result after the right name, with a remark or the numbers."""
        if self.score is None:
            self.headline.say(ASKED, remark or asked(len(self.used)))
        else:
            self.headline.say(named(self.patient), remark or scored(len(self.used), self.wrong))

    @safely
    def name(self, button: object = None) -> None:
        """Check the chosen name of the bug.  A wrong name costs a point and brings a hint."""
        guess = self.guess.value
        if guess == ASK:
            return self._head("Choose a name first.")
        if self.score is not None:
            return self._head(NAMED_ALREADY)
        if guess == self.patient:
            return self._named()
        self.wrong += 1
        self._head()
        refused = WRONG.format(f"✗ Not “{escape(guess)}”.")
        self._say(f"<b>{refused}</b> {escape(self._why_not(guess))}")

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
        self._head()
        left = self.matrix.suspects(self.patient, self.used)
        words = title_of(self.patient)
        if len(left) > 1:
            words += f" {self._fitted(left)}"
        self._say(f"{escape(words)}{diff_html(self.patient)}")

    @staticmethod
    def _fitted(engines: list[str]) -> str:
        fitted = f"Your findings fitted {len(engines)} engines"
        return f"{fitted} ({', '.join(engines)})." if len(engines) <= MOST_NAMED else f"{fitted}."

    def static_picture(self) -> str:
        name = next(iter(INSTRUMENTS))
        row = f"<b>{escape(name)}:</b> {finding_html(self.matrix.cell(self.patient, name))}"
        return (
            f"<div><b>An engine without a name.</b> The first finding:<ul><li>{row}</li></ul></div>"
        )

    def static_text(self) -> str:
        return "An engine without a name (run this cell to use instruments and to name the bug)"


def asked(used: int) -> str:
    """Return the words below the question, with the number of instruments used so far."""
    return f"Press an instrument to use it. {count(used, 'instrument')} used."


def named(patient: str) -> str:
    """Return the headline after the right name."""
    return f"✓ Right: {patient}."


def scored(used: int, wrong: int) -> str:
    """Return the words below the headline after the right name."""
    return (
        f"Instruments used: {used}; wrong names: {wrong}; your score: {used + wrong} "
        "(a low score is good)."
    )


def longest_headlines() -> list[tuple[str, str]]:
    """Return the longest headlines, for which the widget reserves room."""
    used = len(INSTRUMENTS)
    return [
        (ASKED, asked(used)),
        (named(max(PATIENTS, key=len)), scored(used, len(PATIENTS) - 1)),
    ]
