"""`Clinic`: guess which instrument finds which bug, cell by cell of a table.

The verdicts come from the stored measurements.
"""

import re
from collections.abc import Set
from html import escape
from textwrap import dedent

from mctslib.course.ch05.exams import Sums
from mctslib.course.ch05.findings import Finding, trial_chart
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import CONTROL, PATIENTS, load_matrix
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.ch05.picture import CELLS, KEY, SHOWN_AT_FIRST, one_row, table
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button

# A button's text, its icon and its description.
YES = ("Yes", "", "Guess that the instrument finds the bug")
NEXT = ("Next", "", "Go to the next question")
RUN_ALL = ("Run all", "", "Show the verdicts of all cells")
GUESSED = ("Hide", "", "Show only the verdicts of the cells that you have guessed")
WIDTHS = {"yes": "64px", "no": "64px", "run_all": "84px"}  # one row of a phone
NODE = re.compile(r"(?:<Node path=|\bnode )\(([^)]*)\)(?: N=(\S+) W=(\S+)>)?")
PRE = (  # a long line is broken between two words
    '<pre style="white-space:pre-wrap;word-break:normal;font-size:var(--mcts-words);'
    'line-height:1.4;margin:4px 0;color:inherit">{}</pre>'
)
LINE = '<span style="display:block;padding-left:4ch;text-indent:-4ch">{}</span>'


def diff_html(patient: str) -> str:
    """Return the right line and the wrong line as HTML, in a monospaced font, without the spaces
    at the beginning of both lines.
    """
    if patient not in MUTANTS:
        return PRE.format("(no line differs)")
    lines = MUTANTS[patient].diff().splitlines()
    code = dedent("\n".join(line[1:] for line in lines)).splitlines()
    signed = [f"{line[0]} {words}" for line, words in zip(lines, code, strict=True)]
    return PRE.format("".join(LINE.format(escape(line)) for line in signed))


def title_of(patient: str) -> str:
    """Return a sentence that describes the fault of an engine."""
    return MUTANTS[patient].title if patient in MUTANTS else "This engine has no wrong line."


def called(patient: str) -> str:
    """Return in words the bug of an engine, for the end of a sentence."""
    return "a bug in the healthy engine" if patient == CONTROL else f"“{patient}”"


def question(patient: str, instrument: str) -> str:
    """Return the question that the reader answers with a guess."""
    return f"Does “{instrument}” find {called(patient)}?"


def verdict(patient: str, instrument: str, finding: Finding) -> str:
    """Return the answer to the question, as a sentence."""
    if finding.guilty:
        return f"{finding.mark} “{instrument}” finds {called(patient)}."
    does = (
        "finds no bug in the healthy engine" if patient == CONTROL else f"misses {called(patient)}"
    )
    return f"“{instrument}” {does}."


def reason(finding: Finding) -> str:
    """Return what the trials tell, in a sentence without their numbers; "" for an exam."""
    return "" if finding.count is None else finding.said.split(". ")[0] + "."


def sentence_html(said: str) -> str:
    """Return sentences as HTML, with nodes in words and with code in a monospaced font.

    said   sentences that may contain code between backticks, and nodes as Python prints them
    """
    named = NODE.sub(_node_in_words, said)
    words = escape(named[:1].upper() + named[1:])
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", words)


def _node_in_words(found: re.Match[str]) -> str:
    """Return the words for a node, such as "the node at the end of the path 2, 8"."""
    path, visits, value_sum = found.groups()
    moves = [move for move in re.split(r",\s*", path) if move not in ("", "None")]
    words = f"the node at the end of the path {', '.join(moves)}" if moves else "the root"
    if visits is None:
        return words
    return f"{words} ({Sums(int(visits), float(value_sum)).in_words()})"


class Clinic(Explorer):
    """Show a table of engines and instruments; the reader guesses the verdict of each cell.

    patient     "healthy", or the name of a mutant
    instrument  the name of an instrument
    """

    headlines = (
        (
            "“random as X” misses “skips the untried”.",
            "Cannot tell it from the healthy engine. Right guesses: 99 of 100.",
        ),
    )

    patient = OneOf(PATIENTS)
    instrument = OneOf(tuple(INSTRUMENTS))
    guesses = Held()  # a dict from the cells that the reader has guessed to whether it was right
    all = Held()  # whether the verdicts of all cells are shown

    def __init__(self, patient: str = "draw is a loss", instrument: str = "random as X") -> None:
        self.matrix = load_matrix()
        super().__init__(patient=patient, instrument=instrument, guesses={}, all=False)
        self.status.add_class("mcts-spoken")  # the headline says everything
        self.undo.layout.display = "none"  # a guess stays a guess
        for name, width in WIDTHS.items():
            self.buttons[name].layout.width = width
        self.buttons["no"].add_class("mcts-press")

    @property
    def finding(self) -> Finding:
        """The stored verdict of the chosen instrument on the chosen engine."""
        return self.matrix.cell(self.patient, self.instrument)

    @property
    def known(self) -> Set[tuple[str, str]]:
        """The cells whose verdicts are shown."""
        return set(CELLS.values()) if self.all else SHOWN_AT_FIRST | set(self.guesses)

    @property
    def is_known(self) -> bool:
        """Whether the verdict of the chosen cell is shown."""
        return (self.patient, self.instrument) in self.known

    def picked(self, words: str) -> None:
        """Choose a cell; "no sides/perft" stands for this engine and this instrument."""
        if words in CELLS:
            patient, instrument = CELLS[words]
            self.set(patient=patient, instrument=instrument)

    @button(*YES)
    def yes(self) -> None:
        """Guess that the instrument finds the bug; after a verdict, go to the next question."""
        if self.is_known:
            patient, instrument = self.following()
            self.set(patient=patient, instrument=instrument)
        else:
            self.guess(True)

    @button("No", "", "Guess that the instrument finds nothing")
    def no(self) -> None:
        """Guess that the instrument finds nothing."""
        if not self.is_known:
            self.guess(False)

    @button(*RUN_ALL)
    def run_all(self) -> None:
        """Show all verdicts, or only those that the reader has guessed."""
        self.set(all=not self.all)

    def guess(self, guilty: bool) -> None:
        """Show the verdict of the chosen cell, and count the guess."""
        right = guilty == self.finding.guilty
        self.set(guesses={**self.guesses, (self.patient, self.instrument): right})

    def following(self) -> tuple[str, str]:
        """Return the next cell without a verdict, or the next cell if all have one."""
        cells = list(CELLS.values())
        here = cells.index((self.patient, self.instrument)) + 1
        order = [*cells[here:], *cells[:here]]
        return next((cell for cell in order if cell not in self.known), order[0])

    def view(self) -> View:
        """Return the question or the verdict, the table, and what is known about its cell."""
        asked = self.patient, self.instrument
        if self.is_known:
            headline = verdict(*asked, self.finding)
            more = f"{reason(self.finding)} {self._score()}".strip()
        else:
            headline, more = question(*asked), "What do you think?"
        tables = two_widths(table(self.known, asked), one_row(self.known, asked))
        key = f'<small style="padding:var(--mcts-space-1) 0 0">{KEY}</small>'
        return View(headline, more, figure=f"<div>{tables}{key}</div>{self._told()}")

    def _score(self) -> str:
        if not self.guesses:
            return ""
        return f"Right guesses: {sum(self.guesses.values())} of {len(self.guesses)}."

    def _told(self) -> str:
        """Return as HTML the wrong line, what the instrument does, and what it has found."""
        title = f"<b>{escape(title_of(self.patient))}</b>"
        first = INSTRUMENTS[self.instrument].what.split(". ")[0].rstrip(".")
        does = f"<p>{sentence_html(first + '.')}</p>"
        return f'<div class="mcts-clinic-told">{title}{diff_html(self.patient)}{does}{self._found()}</div>'

    def _found(self) -> str:
        """Return a chart of the healthy engine's share and this one's; for an exam, words."""
        count = self.finding.count
        if count is None:
            return f"<p>{sentence_html(self.finding.said)}</p>" if self.is_known else ""
        tool = INSTRUMENTS[self.instrument]
        name = self.patient if self.patient != CONTROL else "this engine"
        rows = {"healthy": self.matrix.baseline(tool.name), name: count}
        hidden = "" if self.is_known else name
        return two_widths(*(trial_chart(rows, tool.goal, hidden, width) for width in (280, 240)))

    def _draw(self) -> None:
        super()._draw()
        yes, no, all_ = self.buttons.values()
        for one, (words, _, does) in (
            (yes, NEXT if self.is_known else YES),
            (all_, GUESSED if self.all else RUN_ALL),
        ):
            one.description, one.tooltip = words, does
        no.layout.visibility = "hidden" if self.is_known else "visible"
        yes.add_class("mcts-act" if self.is_known else "mcts-press")
        yes.remove_class("mcts-press" if self.is_known else "mcts-act")

    def static_headline(self) -> tuple[str, str]:
        """Return the question of the whole table."""
        return "Which instrument finds which bug?", ""

    def static_picture(self) -> str:
        return self.matrix.table()._repr_html_()

    def static_text(self) -> str:
        return f"{self.headline.words}\n{self.matrix.table()!r}"
