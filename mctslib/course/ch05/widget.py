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

NOW = "In {} trials now: "
ASKED = "Run {} trials here, beside {} stored ones."
AFTER, NOT_YET = "shown after the run", "not run yet"  # in the rows without numbers
LONGEST = 3  # there is room for this many of the longest descriptions of bugs
BUG, CHART = "1 1 300px", "1 1 540px"  # the space of the bug and of the chart, as CSS flex
WIDEST = "980px"  # the width of the panel, which is hardly wider than its figure
NARROW = 256  # the width of the chart on a phone, in pixels
NODE = re.compile(r"(?:<Node path=|\bnode )\(([^)]*)\)(?: N=(\S+) W=(\S+)>)?")
SPACE = '<div style="height:8px"></div>'
PRE = (  # a long line is broken between two words
    '<pre style="white-space:pre-wrap;word-break:normal;line-height:1.4;margin:2px 0;'
    'color:inherit">{}</pre>'
)
LINE = (
    '<span style="display:block;padding-left:4ch;text-indent:-4ch">{}</span>'  # its rest indented
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
    return PRE.format("".join(LINE.format(escape(line)) for line in signed))


def bug_html(patient: str) -> str:
    """Return what is wrong in an engine, in words and in code, as HTML."""
    where = f"<code>{escape(MUTANTS[patient].part)}</code>" if patient in MUTANTS else ""
    return f"<b>{escape(title_of(patient))}</b>{SPACE}{where}{diff_html(patient)}"


def question(instrument: str) -> str:
    """Return the question that the reader answers by running an instrument."""
    return f"Does “{instrument}” find a bug?"


def verdict(instrument: str, finding: Finding) -> str:
    """Return the answer to the question, as a sentence."""
    if finding.guilty:
        return f"{finding.mark} “{instrument}” finds the bug."
    return f"“{instrument}” finds no bug."


def reason(finding: Finding, words: str = "In {} trials: ") -> str:
    """Return what the trials tell, in a sentence without their numbers; "" for an exam."""
    if finding.count is None:
        return ""
    said = finding.said.split(". ")[0]
    return f"{words.format(number(finding.count.of))}{said[0].lower()}{said[1:]}."


def does_html(tool: Instrument) -> str:
    """Return in one sentence what an instrument does, as HTML."""
    return sentence_html(tool.what.split(". ")[0].rstrip(".") + ".")


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
        self.headline = Headline(longest=self._longest())
        self.tallest = self._tallest()
        self.bug = W.HTML(layout=W.Layout(flex=BUG))
        self.now = W.HTML(layout=W.Layout(flex=CHART))
        self.layout.max_width = WIDEST
        self.add_class("mcts-clinic")
        for box in (self.patient, self.instrument):
            box.observe(self._chosen, "value")
        bar = ControlBar(self.button, [], [self.patient, self.instrument])
        self.children = framed(self, self.headline, [self.bug, self.now], bar)

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
        self.fresh = None
        bugs = sorted(map(bug_html, PATIENTS), key=len)
        self.bug.value = room_for(bug_html(self.patient.value), bugs[-LONGEST:])
        self._say(self.finding)

    def _say(self, finding: Finding, now: str = "") -> None:
        """Show a verdict, and what the instrument does and has found.

        now  a sentence about a sample that has just been taken
        """
        if self.is_asked:
            said = f"{reason(finding)} {now}".strip()
            self.headline.say(verdict(self.tool.name, finding), said)
        else:
            asked = ASKED.format(TRIALS, number(finding.count.of)) if finding.count else ""
            self.headline.say(question(self.tool.name), asked)
        self.now.value = room_for(self._told(finding) + self._charts(), self.tallest)

    def _told(self, finding: Finding) -> str:
        """Return as HTML what the instrument does and, after an exam, what it has found."""
        found = ""
        if finding.count is None and self.is_asked:
            found = f"<p>{sentence_html(finding.said)}</p>"
        return f"<div>{does_html(self.tool)}{found}</div>"

    def _longest(self) -> list[tuple[str, str]]:
        """Return the longest verdicts, each with what the stored and the new trials tell."""
        longest = []
        for name, tool in INSTRUMENTS.items():
            found = self.matrix.cell(CONTROL, name)
            trials = f"{reason(found)} {reason(found, NOW)}" if tool.trial else ""
            longest.append((verdict(name, found), trials))
        return longest

    def _tallest(self) -> list[str]:
        """Return the longest descriptions of instruments as HTML, with the room of their charts."""
        _, height = dimensions(trial_chart(dict.fromkeys("abc", Count(0, 0)), "title"))
        room = f'<div style="height:{height:g}px"></div>'
        trials = [does_html(tool) for tool in INSTRUMENTS.values() if tool.trial]
        return [f"<div>{does}</div>{room}" for does in sorted(trials, key=len)[-1:]]

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
        hidden = {"now, here": NOT_YET} if self.fresh is None else {}
        if not self.is_asked:
            hidden[name] = AFTER
        return trial_chart(rows, title, width, hidden=hidden, least=least)

    @safely
    def run(self, button: object = None) -> None:
        """Examine the engine now, with an exam or a small sample of trials."""
        self.fresh, self.is_asked = None, True
        self.work.start(self._examining() if self.tool.trial else self._exam(), self._ended)

    def _exam(self) -> Iterator[float]:
        self._say(self.tool.examine(engine_of(self.patient.value)))
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
            self._say(self.finding, reason(found, NOW))

    @safely
    def _ended(self, outcome: str) -> None:
        self._show_fresh()
        if outcome == "stop":
            self.status.say("Stopped. The result shows the trials so far.")

    def static_headline(self) -> tuple[str, str]:
        """Return the stored verdict, which the picture shows."""
        return verdict(self.tool.name, self.finding), reason(self.finding)

    def static_picture(self) -> str:
        chart = self._chart()
        found = sentence_html(self.finding.said)
        picture = Picture(chart, f"Chart: {self.finding.said}")._repr_html_() if chart else found
        return f"<div>{bug_html(self.patient.value)}<p>{does_html(self.tool)}</p>{picture}</div>"

    def static_text(self) -> str:
        return (
            f"{self.patient.value}, {self.tool.name}: {self.finding!r} (run this cell to "
            "examine other engines)"
        )
