"""`LearningCurve`: let a network learn tic-tac-toe, with an exam after each generation."""

from collections.abc import Iterator, Sequence
from math import log2
from time import monotonic
from typing import Any

import ipywidgets as W

from mctslib.course.ch16.exam import tictactoe_exam
from mctslib.course.ch16.tables import table
from mctslib.door.entrance import search
from mctslib.draw.look import INK, NOTE, RULE, SHADE, SOFT, TITLE
from mctslib.draw.show import gallery
from mctslib.draw.svg import document, element, text
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.puct import Puct
from mctslib.methods.selfplay import Learner
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.panel import SLICE, Panel, push_button, safely
from mctslib.words import count, number, observed, percent

MOST = 40  # the number of generations on the axis
SAMPLE, LOOKS = (
    100,
    25,
)  # the number of positions in the exam with a search, and the iterations of this search
NAMES = {"both": "with 25 iterations", "value": "value alone", "prior": "prior alone"}
DASHES = {"both": "", "value": "7 4", "prior": "2 3"}
NEW = "A new network knows nothing. How high will it climb? Press Learn."
EARLY = 4  # the generations of the stored runs that are shown at first
Row = dict[str, float]

# Sizes and positions in the picture, in pixels.
WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, LOW = 52, 410, 34, 250
# The right end of the lines: in JupyterLab, where the legend is beside the chart, and on a phone.
WIDE, NARROW = 430, 238
LOWEST = 0.4  # the share of right moves at the lower end of the axis


class LearningCurve(Panel):
    """Let a network learn, and show its share of right moves, alone and with a search.

    The reader can stop the learning and continue it.

    seed         the seed of the network and of its games
    generations  the number of generations that one press of the button adds, from 1 to 40
    """

    def __init__(self, seed: int = 0, *, generations: int = 10) -> None:
        check_one_of("generations", generations, range(1, MOST + 1))
        super().__init__("learning")
        self.more = generations
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.go = ActButton(
            self.work,
            "Learn",
            "graduation-cap",
            f"{count(generations, 'generation')} more",
            self.learn,
        )
        self.new = push_button("New network", "refresh", "Begin with a new network", self.forget)
        stopped = ("Stopped. “Learn” continues from the step where learning stopped.", "")
        beginnings = [(NEW, about) for about in self.all_abouts()]
        self.headline = Headline(longest=[*beginnings, stopped])
        self.chart = W.HTML()
        self.key = W.HTML()
        self._lay_out()
        self.seed.observe(self.forget, "value")
        self._begin()

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        self.add_class("mcts-slim")
        figure = W.HBox([self.chart, self.key])
        figure.add_class("mcts-figure")
        self.status.add_class("mcts-long")
        chosen = self.choices()
        bar = ControlBar(self.go, [self.new], chosen, [self.seed])
        bar.fold(self, self.new, *chosen)
        self.children = [self.headline, figure, self.status, bar]

    def choices(self) -> list[W.Widget]:
        """Return the controls for further settings; this class has none."""
        return []

    def new_learner(self) -> Learner:
        """Return a learner with a new network."""
        return Learner(TicTacToe(), self.seed.value)

    def stored_runs(self) -> list[list[Row]]:
        """Return the curves of the stored runs: a list of rows for each seed."""
        runs = []
        for seed in range(3):
            stored = table(f"curve-ttt-{seed}")
            rows = []
            for row in stored["rows"]:
                known = dict(row)
                if "searched" in row:
                    known["both"] = row["searched"] / stored["sample"]
                rows.append(known)
            runs.append(rows)
        return runs

    def _begin(self) -> None:
        self.learner = self.new_learner()
        self.rows: list[Row] = []
        self.upto = 0
        self._show()
        self.headline.say(NEW, self.about())
        self.status.say(
            f"The pale lines are stored runs: {EARLY} generations, then as far as yours."
        )

    def about(self) -> str:
        """Return a sentence about the quantity that the lines show."""
        return "Share of right moves in tic-tac-toe, according to the exact oracle."

    def all_abouts(self) -> list[str]:
        """Return the sentences that `about` can return, so that the headline has room for each."""
        return [self.about()]

    def about_stored(self) -> str:
        """Return sentences about the runs that the pale lines show."""
        runs = self.stored_runs()
        ends = sorted(rows[-1]["prior"] for rows in runs)
        share = f"{observed(ends[0])} to {observed(ends[-1])}"
        told = (
            f"The pale lines show {len(runs)} stored runs. After {MOST} generations the prior "
            f"alone is right in {share} of the positions."
        )
        if any("both" in row for rows in runs for row in rows):
            told += " The solid lines count only hard positions."
        return told

    @safely
    def forget(self, button: object = None) -> None:
        """Start again with a new network."""
        self.work.cancel()
        self._begin()

    @safely
    def learn(self, button: object = None) -> None:
        """Learn for some more generations; after a stop, finish only the remaining generations."""
        if len(self.rows) >= min(self.upto, MOST):  # a generation ends with its exam
            self.upto = min(len(self.rows) + self.more, MOST)
        if len(self.rows) >= MOST:
            self.status.say(
                f"{MOST} generations are the maximum here. Press “New network” to begin again."
            )
            return
        self.headline.say(f"Learning: generations {len(self.rows) + 1} to {self.upto}.")
        self.work.start(self._learning(), self._ended)

    def _learning(self) -> Iterator[float]:
        """Learn, with an exam after each generation; yield the share of the work that is done."""
        learner = self.learner
        first = learner.generation
        until = monotonic() + SLICE
        while len(self.rows) < self.upto:
            is_exam = learner.generation > len(self.rows)
            for _ in self._examine() if is_exam else self._generation():
                if monotonic() > until:
                    done = learner.generation - first + learner.progress
                    yield min(1.0, done / (self.upto - first + 1))
                    until = monotonic() + SLICE

    def _generation(self) -> Iterator[None]:
        before = self.learner.generation
        while self.learner.generation == before:
            self.learner.step()
            yield

    def _examine(self) -> Iterator[None]:
        """Examine the current generation step by step, and add its row at the end of the exam."""
        exam = tictactoe_exam()
        right = 0
        for k in exam.sample(SAMPLE):
            options = Puct(self.learner.brain).options()
            move = search(exam.states[k], LOOKS, seed=k, **options).action
            right += int(exam.right[k, move])
            yield
        marks = exam.mark(self.learner.net)._asdict()
        self.rows.append({"generation": self.learner.generation, **marks, "both": right / SAMPLE})
        self._show()

    def _show(self) -> None:
        now = max(len(self.rows), EARLY)
        stored = [[row for row in run if row["generation"] <= now] for run in self.stored_runs()]
        charts = [chart_svg(self.rows, stored, right) for right in (WIDE, NARROW)]
        self.chart.value = two_widths(*charts)
        self.key.value = legend_table(self.rows, stored)

    @safely
    def _ended(self, outcome: str) -> None:
        if outcome == "stop":
            self.headline.say("Stopped. “Learn” continues from the step where learning stopped.")
        elif self.rows:
            self.headline.say(self._done())
        if self.rows:
            self.status.say(self._said())

    def _done(self) -> str:
        done = len(self.rows)
        games = count(done * self.learner.count, "game")
        return f"{count(done, 'generation')}, {games}."

    def _said(self) -> str:
        """Return sentences with the numbers in the last row."""
        now = self.rows[-1]
        positions = number(len(tictactoe_exam().states))
        if len(self.rows) == MOST:
            return f"{self._done()} {self.about_stored()}"
        return (
            f"{self._done()} The prior alone is right in {observed(now['prior'])} of {positions} "
            f"positions, and the value alone in {observed(now['value'])}. A search of {LOOKS} "
            f"iterations with both is right in {percent(now['both'])} of {SAMPLE} hard positions."
        )

    def static_picture(self) -> str:
        return gallery(
            [curve_svg(self.rows, self.stored_runs())], [self.about_stored()], spoken=True
        )._repr_html_()

    def static_text(self) -> str:
        told = self.status.text if self.rows else self.about_stored()
        return f"{told} (run this cell to let the network learn)"


# ---------------------------------------------------------------------------- the picture


def across(generation: float, right: float) -> float:
    """Return the x coordinate of a generation, in pixels, on a logarithmic axis.

    right   the x coordinate of the right end of the axis, in pixels
    """
    return LEFT + (right - LEFT) * log2(generation) / log2(MOST)


def up(share: float) -> float:
    """Return the y coordinate of a share of right moves, in pixels."""
    return LOW - (LOW - TOP) * (max(share, LOWEST) - LOWEST) / (1 - LOWEST)


def line(rows: Sequence[Row], name: str, right: float, **look: Any) -> str:
    """Draw one line of the chart through all rows that contain the mark `name`.

    right   the x coordinate of the right end of the axis, in pixels
    """
    points = []
    for row in rows:
        if row["generation"] and name in row:
            points.append(f"{across(row['generation'], right):.1f},{up(row[name]):.1f}")
    dashes: dict[str, Any] = {"stroke_dasharray": DASHES[name]} if DASHES[name] else {}
    return element("polyline", points=" ".join(points), fill="none", **dashes, **look)


def curve_svg(rows: Sequence[Row], stored: Sequence[Sequence[Row]]) -> str:
    """Draw the chart with its legend, for a page without Python; return the SVG text."""
    parts = lines(rows, stored, RIGHT) + legend(rows, stored)
    return document("".join(parts), WIDTH, HEIGHT, in_words(rows))


def chart_svg(rows: Sequence[Row], stored: Sequence[Sequence[Row]], right: float) -> str:
    """Draw the chart without its legend; the axis ends at `right`.  Return the SVG text."""
    return document("".join(lines(rows, stored, right)), right + 14, HEIGHT, in_words(rows))


def lines(rows: Sequence[Row], stored: Sequence[Sequence[Row]], right: float) -> list[str]:
    """Draw dark lines for the network that learns, pale lines for the stored runs, and the axes.

    A disc marks the latest generation, so that even a single generation can be seen.
    """
    parts = [text("share of right moves", 8, 18, TITLE, font_weight="bold")]
    parts += axes(right)
    for run in stored:
        for name in NAMES:
            parts.append(line(run, name, right, stroke=SHADE, stroke_width=1.4))
    for name in NAMES:
        parts.append(line(rows, name, right, stroke=INK, stroke_width=2.4))
        if rows and name in rows[-1]:
            x, y = across(rows[-1]["generation"], right), up(rows[-1][name])
            parts.append(element("circle", cx=round(x, 1), cy=round(y, 1), r=4, fill=INK))
    return parts


def axes(right: float) -> list[str]:
    """Draw both axes, and the baselines for players that have learned nothing."""
    parts = []
    for share in (0.4, 0.6, 0.8, 1.0):
        y = up(share)
        parts.append(element("line", x1=LEFT, x2=right, y1=y, y2=y, stroke=RULE))
        parts.append(text(percent(share), LEFT - 8, y + 4, NOTE, text_anchor="end", fill=SOFT))
    for generation in (1, 2, 4, 8, 16, MOST):
        x = across(generation, right)
        parts.append(text(generation, x, LOW + 18, NOTE, text_anchor="middle", fill=SOFT))
    middle = (LEFT + right) / 2
    parts.append(text("generations", middle, LOW + 38, NOTE, text_anchor="middle", fill=SOFT))
    for name, share in tictactoe_exam().baselines().items():
        y = up(share)
        look: dict[str, Any] = {"stroke": SOFT, "stroke_dasharray": "1 4"}
        parts.append(element("line", x1=LEFT, x2=right, y1=y, y2=y, **look))
        words = f"{name}: {percent(share)}"
        parts.append(text(words, right - 4, y + 14, NOTE, text_anchor="end", fill=SOFT))
    return parts


def legend(rows: Sequence[Row], stored: Sequence[Sequence[Row]]) -> list[str]:
    """Return the SVG elements of the legend: each line's name and latest value, at fixed places."""
    parts = []
    shown = [name for name in NAMES if any(name in row for run in (*stored, rows) for row in run)]
    for place, name in enumerate(shown):
        y = TOP + 12 + 44 * place
        dashes: dict[str, Any] = {"stroke_dasharray": DASHES[name]} if DASHES[name] else {}
        look: dict[str, Any] = {"stroke": INK, "stroke_width": 2.4, **dashes}
        parts.append(element("line", x1=RIGHT + 16, x2=RIGHT + 44, y1=y, y2=y, **look))
        last = percent(rows[-1][name]) if rows else ""
        parts.append(text(NAMES[name], RIGHT + 16, y + 18, NOTE))
        parts.append(text(last, RIGHT + 50, y + 5, TITLE, font_weight="bold"))
    return parts


def legend_table(rows: Sequence[Row], stored: Sequence[Sequence[Row]]) -> str:
    """Return an HTML table with each line's name, this network's share, and the stored runs'
    shares, or a dash where there is no share.

    Names without a stored run come last, and are shown once they have a line.
    """
    found = []
    known = [name for name in NAMES if any(name in row for run in stored for row in run)]
    for name in sorted(NAMES, key=lambda name: name not in known):
        ends = sorted(run[-1][name] for run in stored if name in run[-1])
        dashes: dict[str, Any] = {"stroke_dasharray": DASHES[name]} if DASHES[name] else {}
        pen = element("line", x1=0, x2=28, y1=7, y2=7, stroke=INK, stroke_width=2.4, **dashes)
        sample = document(pen, 28, 14, f"the line of {NAMES[name]}")
        now = percent(rows[-1][name]) if rows else "–"
        low, high = (percent(ends[0]), percent(ends[-1])) if ends else ("–", "–")
        span = low if low == high else f"{low} to {high}"
        unseen = "" if rows or name in known else ' style="visibility:hidden"'
        found.append(f"<tr{unseen}><td>{sample}</td><td>{NAMES[name]}<td><b>{now}</b><td>{span}")
    head = "<tr><td><td><th>now<th>stored runs"
    return f'<table class="mcts-key"><thead>{head}<tbody>{"".join(found)}</table>'


def in_words(rows: Sequence[Row]) -> str:
    """Return the description of the chart for screen readers."""
    title = "Share of right moves, according to the exact oracle"
    if not rows:
        return f"{title}. The network has learned nothing yet."
    now = rows[-1]
    ends = [f"{words}: {percent(now[name])}" for name, words in NAMES.items() if name in now]
    return f"{title}. At generation {number(now['generation'], 0)} {', '.join(ends)}."
