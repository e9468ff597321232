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

NARROW = 256  # the width of the chart on a phone, in pixels
NODE = re.compile(r"(?:<Node path=|\bnode )\(([^)]*)\)(?: N=(\S+) W=(\S+)>)?")
WRONG = '<span style="color:var(--mcts-wrong)">{}</span>'
NO_CHART = (
    '<div style="color:var(--mcts-soft)">There is no chart: an exam inspects the engine once, and '
    "counts no trials.</div>"
)
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
    return f"<b>{mark_html(finding)} {word}</b> {sentence_html(said)}"


def mark_html(finding: Finding) -> str:
    """Return a finding's mark as HTML; the mark of a fault is red."""
    return WRONG.format(finding.mark) if finding.guilty else finding.mark


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
    """

    def __init__(self, patient: str = "no sides", instrument: str = "random as X") -> None:
        check_one_of("patient", patient, PATIENTS)
        check_one_of("instrument", instrument, INSTRUMENTS)
        super().__init__("examining")
        self.matrix = load_matrix()
        self.fresh: Count | None = None
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
        tall = W.Layout(flex="1 1 540px")
        code = W.Layout(flex="1 1 340px")
        self.bug, self.verdict = W.HTML(layout=code), W.HTML(layout=tall)
        self.now = W.HTML(layout=W.Layout(flex="1 1 100%"))
        for box in (self.patient, self.instrument):
            box.observe(self._chosen, "value")
        bar = ControlBar(self.button, [], [self.patient, self.instrument])
        bar.fold(self, self.bug)
        self.children = framed(self, self.headline, [self.bug, self.verdict, self.now], bar)
        self.children[1].add_class("mcts-first-and-last")

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
        self._show()

    def _show(self) -> None:
        patient = self.patient.value
        self.headline.say(title_of(patient))
        self.bug.value = room_for(bug_html(patient), map(bug_html, PATIENTS))
        self._say(finding_html(self.finding))
        self.fresh = None
        self._show_verdict()

    def _say(self, shown: str) -> None:
        """Show a finding as HTML, in an area with room for every finding."""
        findings = [self.matrix.cell(one, name) for one in PATIENTS for name in INSTRUMENTS]
        longest = max(map(finding_html, findings), key=length_of)
        self.now.value = room_for(shown, [f"Now, with {TRIALS} trials: {longest}"])

    def _show_verdict(self) -> None:
        """Show a description of the instrument, and a chart of the shares."""
        what = [sentence_html(tool.what) for tool in INSTRUMENTS.values()]
        told = room_for(sentence_html(self.tool.what), [max(what, key=length_of)])
        self.verdict.value = f"{told}{self._charts()}"

    def _charts(self) -> str:
        """Return a wide and a narrow chart as HTML. The page shows the chart that fits.

        An instrument that counts no trials has no chart, but a sentence with the same space.
        """
        charts = NO_CHART
        if self.finding.count is not None:
            charts = (
                f'<div class="mcts-if-wide">{self._chart()}</div>'
                f'<div class="mcts-if-narrow">{self._chart(NARROW)}</div>'
            )
        _, height = dimensions(trial_chart(dict.fromkeys("abc", Count(0, 0)), "title"))
        return f'<div style="min-height:{height:g}px">{charts}</div>'

    def _chart(self, width: float = 540) -> str:
        """Return a chart with the shares of the healthy engine, of this engine and of a new sample.

        Returns "" if the instrument counts no trials.
        """
        count = self.finding.count
        if count is None:
            return ""
        name = self.patient.value if self.patient.value != CONTROL else "another healthy engine"
        rows = {"healthy": self.matrix.baseline(self.tool.name), name: count}
        if self.fresh:
            rows["now, here"] = self.fresh
        title = f"{self.tool.goal}: share and 95% interval"
        if width == NARROW:
            title = self.tool.goal
        return trial_chart(rows, title, width)

    @safely
    def run(self, button: object = None) -> None:
        """Examine the engine now, with an exam or a small sample of trials."""
        self.fresh = None
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
            self._show_verdict()
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
