"""`Clinic`: pick a bug and an instrument, and read the verdict.

The verdicts come from the stored measurements.  The button "Run it now" takes a small new sample in
slices of time.
"""

import re
from collections.abc import Iterator
from html import escape
from textwrap import dedent
from time import monotonic

import ipywidgets as W

from mctslib.course.ch05.exams import Sums
from mctslib.course.ch05.findings import Count, Finding, compare, trial_chart
from mctslib.course.ch05.instruments import INSTRUMENTS, TRIALS, Instrument
from mctslib.course.ch05.matrix import CONTROL, PATIENTS, load_matrix
from mctslib.course.ch05.measure import engine_of
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.draw.show import Picture
from mctslib.draw.svg import dimensions
from mctslib.given import check_one_of
from mctslib.widgets.bar import ActButton, ControlBar, Headline, framed, room_for
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import SLICE, Panel, safely
from mctslib.words import number

ROOM = 3  # there is room for this many of the longest findings, with a chart and without one
BESIDE = (  # a phone shows the chart first
    '<div style="display:flex;flex-flow:row-reverse wrap;gap:8px 24px">{}{}</div>',
    '<div style="flex:8 1 540px;max-width:100%;min-width:0">{}</div>',
    '<div style="flex:5 1 340px;max-width:100%;min-width:0">{}</div>',
)
NARROW = 256  # the width of the chart on a phone, in pixels
ASKED = "<b>Does this instrument find the bug?</b> Run it now."
NODE = re.compile(r"(?:<Node path=|\bnode )\(([^)]*)\)(?: N=(\S+) W=(\S+)>)?")
WRONG = '<span style="color:var(--mcts-wrong)">{}</span>'
PRE = (  # a long line is broken between two words
    '<pre style="white-space:pre-wrap;word-break:normal;line-height:1.4;margin:2px 0;'
    'color:inherit">{}</pre>'
)


def title_of(patient: str) -> str:
    """Return a sentence that describes the fault of an engine."""
    return (
        MUTANTS[patient].title
        if patient in MUTANTS
        else "The healthy engine, which has no wrong line."
    )


def diff_html(patient: str) -> str:
    """Return the right line and the wrong line as HTML, in a monospaced font, without the spaces
    at the beginning of both lines.
    """
    if patient not in MUTANTS:
        return PRE.format("(no line differs)")
    lines = MUTANTS[patient].diff().splitlines()
    code = dedent("\n".join(line[1:] for line in lines)).splitlines()
    signed = [f"{line[0]} {words}" for line, words in zip(lines, code, strict=True)]
    return PRE.format(escape("\n".join(signed)))


def bug_html(patient: str) -> str:
    """Return the name of the wrong function, with its right line and its wrong line, as HTML."""
    where = f" <code>{escape(MUTANTS[patient].part)}</code>" if patient in MUTANTS else ""
    return f"{where}{diff_html(patient)}"


def finding_html(finding: Finding) -> str:
    """Return a finding's mark, verdict and reason as HTML, without the numbers that the chart shows."""
    word = "Finds the bug." if finding.guilty else "Does not find the bug."
    said = finding.said.split(". ")[0].rstrip(".") + "." if finding.count else finding.said
    return f"<b>{mark_html(finding)}{word}</b> {sentence_html(said)}"


def mark_html(finding: Finding) -> str:
    """Return the red mark of a fault as HTML, or ""."""
    return f"{WRONG.format(finding.mark)} " if finding.guilty else ""


def beside(told: str, chart: str) -> str:
    """Return words as HTML beside a chart, or below it where there is no room."""
    whole, large, small = BESIDE
    return whole.format(large.format(chart) if chart else "", small.format(told))


def length_of(html: str) -> int:
    """Return the number of characters of HTML that a reader sees."""
    return len(re.sub("<[^>]*>", "", html))


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


class Clinic(Panel):
    """Show the finding of one instrument on an engine with one bug.

    patient     "healthy", or the name of a mutant
    instrument  the name of an instrument

    The first verdict appears after the reader has run the instrument, or chosen from a menu.
    """

    def __init__(self, patient: str = "no sides", instrument: str = "random as X") -> None:
        check_one_of("patient", patient, PATIENTS)
        check_one_of("instrument", instrument, INSTRUMENTS)
        super().__init__("examining")
        self.matrix = load_matrix()
        self.fresh: Count | None = None
        self.is_asked = False  # whether the reader has run or chosen something
        self._make_parts(patient, instrument)
        self._show()

    def _make_parts(self, patient: str, instrument: str) -> None:
        self.patient = Menu(options=list(PATIENTS), value=patient, description="bug")
        self.instrument = Menu(
            options=list(INSTRUMENTS), value=instrument, description="instrument"
        )
        does = f"Repeat an exam, or run {TRIALS} trials"
        self.button = ActButton(self.work, "Run it now", "play", does, self.run)
        self.headline = Headline(longest=[(title_of(one), "") for one in PATIENTS])
        self.now = W.HTML(layout=W.Layout(flex="1 1 100%"))
        self.longest = self._longest()
        for box in (self.patient, self.instrument):
            box.observe(self._chosen, "value")
        bar = ControlBar(self.button, [], [self.patient, self.instrument])
        self.children = framed(self, self.headline, [self.now], bar)

    @property
    def tool(self) -> Instrument:
        """The chosen instrument."""
        return INSTRUMENTS[self.instrument.value]

    @property
    def finding(self) -> Finding:
        """The stored verdict of the chosen instrument on the chosen engine."""
        return self.matrix.cell(self.patient.value, self.instrument.value)

    @safely
    def _chosen(self, change: object = None) -> None:
        self.work.cancel()
        self.is_asked = True
        self._show()

    def _show(self) -> None:
        self.headline.say(title_of(self.patient.value))
        self.fresh = None
        self._say(finding_html(self.finding) if self.is_asked else ASKED)

    def _say(self, said: str) -> None:
        """Show the wrong line, what the instrument does, a finding as HTML, and a chart."""
        told = self._told(self.patient.value, self.tool, said)
        self.now.value = room_for(beside(told, self._charts()), self.longest)

    def _told(self, patient: str, tool: Instrument, said: str) -> str:
        return f"{bug_html(patient)}<p>{sentence_html(tool.what)}<br>{said}</p>"

    def _longest(self) -> list[str]:
        """Return the longest findings as HTML, with the room of their charts."""
        _, height = dimensions(trial_chart(dict.fromkeys("abc", Count(0, 0)), "title"))
        room = f'<div style="height:{height:g}px"></div>'
        trials, exams = [], []
        for patient in PATIENTS:
            for name, tool in INSTRUMENTS.items():
                found = finding_html(self.matrix.cell(patient, name))
                if tool.trial:
                    trials.append(self._told(patient, tool, f"Now, with {TRIALS} trials: {found}"))
                else:
                    exams.append(self._told(patient, tool, f"Now: {found}"))
        kept = [sorted(told, key=length_of)[-ROOM:] for told in (trials, exams)]
        return [beside(told, room) for told in kept[0]] + [beside(told, "") for told in kept[1]]

    def _charts(self) -> str:
        """Return a wide and a narrow chart as HTML, or "" if the instrument counts no trials."""
        if self.finding.count is None:
            return ""
        return (
            f'<div class="mcts-if-wide">{self._chart(live=True)}</div>'
            f'<div class="mcts-if-narrow">{self._chart(NARROW, live=True)}</div>'
        )

    def _chart(self, width: float = 540, *, live: bool = False) -> str:
        """Return a chart with the shares of the healthy engine, of this engine and of a new sample.

        live  whether the reader can take a new sample, which then has a row from the beginning

        Returns "" if the instrument counts no trials.
        """
        count = self.finding.count
        if count is None:
            return ""
        name = self.patient.value if self.patient.value != CONTROL else "another healthy engine"
        rows = {"healthy": self.matrix.baseline(self.tool.name), name: count}
        if live:
            rows["now, here"] = self.fresh or Count(0, 0)
        title = f"{self.tool.goal}: share and 95% interval"
        if width == NARROW:
            title = self.tool.goal
        if not live:
            return trial_chart(rows, title, width)
        # The axis has room for the new sample from the beginning, so that no interval moves.
        sample = Count(round(min(count.share, rows["healthy"].share) * TRIALS), TRIALS)
        least = sample.interval()[0]
        hidden = "" if self.is_asked else name
        return trial_chart(rows, title, width, hidden=hidden, least=least)

    @safely
    def run(self, button: object = None) -> None:
        """Examine the engine now, with an exam or a small sample of trials."""
        self.fresh, self.is_asked = None, True
        self.work.start(self._examining() if self.tool.trial else self._exam(), self._ended)

    def _exam(self) -> Iterator[float]:
        self._say(f"Now: {finding_html(self.tool.examine(engine_of(self.patient.value)))}")
        yield 1.0

    def _examining(self) -> Iterator[float]:
        hits, done, until = 0, 0, monotonic() + SLICE
        for answer in self.tool.slices(engine_of(self.patient.value), TRIALS, "now"):
            hits, done = hits + bool(answer), done + (answer is not None)
            self.fresh = Count(hits, done)
            if monotonic() > until:
                self._show_fresh()
                yield done / TRIALS
                until = monotonic() + SLICE
        self._show_fresh()

    def _show_fresh(self) -> None:
        if self.fresh and self.fresh.of:
            found = compare(self.fresh, self.matrix.baseline(self.tool.name), self.tool.goal)
            self._say(f"Now, with {number(self.fresh.of)} trials: {finding_html(found)}")

    @safely
    def _ended(self, outcome: str) -> None:
        self._show_fresh()
        if outcome == "stop":
            self.status.say("Stopped. The result shows the trials so far.")

    def static_picture(self) -> str:
        chart = self._chart()
        picture = Picture(chart, f"Chart: {self.finding.said}")._repr_html_() if chart else ""
        words = f"{sentence_html(self.tool.what)}<br>{finding_html(self.finding)}"
        bug = bug_html(self.patient.value)
        return f"<div>{bug}<p>{words}</p>{picture}</div>"

    def static_text(self) -> str:
        return (
            f"{self.patient.value}, {self.tool.name}: {self.finding!r} (run this cell to "
            "examine other engines)"
        )
