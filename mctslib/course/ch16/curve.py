"""`LearningCurve`: let a network learn tic-tac-toe, with an exam after each generation."""

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import ipywidgets as W

from mctslib.course.ch16.exam import tictactoe_exam
from mctslib.course.ch16.tables import table
from mctslib.draw.look import INK, SHADE, SOFT, WORDS
from mctslib.draw.plot import Margins, Plot, Scale
from mctslib.draw.svg import HALO
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.selfplay import Learner
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.panel import SLICE, Panel, push_button, safely
from mctslib.words import count, number, observed, percent

MOST = 40  # the number of generations on the axis
DASHES = {"prior": "", "value": "7 4"}
STOPPED = "Stopped. “Learn” goes on from here."
FULL = f"{MOST} generations are the most. Press “New network”."
DONE = "{}, {}: from {} to {} by the prior."
LONGEST = DONE.format(f"{MOST} generations", "4,444 games", "44%", "44%")
WIDE, NARROW = 600, 254  # the widths of the chart, in pixels
MARGINS = Margins(right=90)  # the room for the names at the ends of the lines
MARGINS_INSIDE = Margins(
    left=40, top=44, right=10
)  # in the narrow chart, which has the names inside
NAMED: dict[str, Any] = {"size": WORDS, "font_weight": "bold", **HALO}  # the names of lines
Row = dict[str, float]


class LearningCurve(Panel):
    """Let a network learn, and show its share of right moves, by its prior and by its value.

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
        self.rows: list[Row] = []
        self.headline = Headline(
            longest=[(one, "") for one in (*self.questions(), STOPPED, FULL, LONGEST)]
        )
        self.chart = W.HTML()
        self._lay_out()
        self.seed.observe(self.forget, "value")
        self._begin()

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        self.layout.max_width = "640px"  # hardly wider than the chart
        figure = W.HBox([self.chart])
        figure.add_class("mcts-figure")
        self.status.reserve([self.about_stored()])
        chosen = self.choices()
        bar = ControlBar(self.go, [self.new], chosen, [self.seed])
        bar.fold(self, self.new)
        self.children = [self.headline, figure, self.status, bar]

    def choices(self) -> list[W.Widget]:
        """Return the controls for further settings; this class has none."""
        return []

    def new_learner(self) -> Learner:
        """Return a learner with a new network."""
        return Learner(TicTacToe(), self.seed.value)

    def stored_runs(self) -> list[list[Row]]:
        """Return the curves of the stored runs: a list of rows for each seed."""
        return [table(f"curve-ttt-{seed}")["rows"] for seed in range(3)]

    def _begin(self) -> None:
        self.learner = self.new_learner()
        self.rows = [self._exam()]
        self.upto = 0
        self._show()
        self.headline.say(self.questions()[0])
        self.status.say("")

    def questions(self) -> list[str]:
        """Return the question before learning, and all others for which there must be room."""
        right = percent(self.rows[0]["prior"]) if self.rows else "44%"
        return [f"A new network is right in {right}. How high will it climb?"]

    def about_stored(self) -> str:
        """Return a sentence about the pale lines."""
        return f"Pale: {count(len(self.stored_runs()), 'stored run')} with other seeds."

    @safely
    def forget(self, button: object = None) -> None:
        """Start again with a new network."""
        self.work.cancel()
        self._begin()

    @safely
    def learn(self, button: object = None) -> None:
        """Learn for some more generations; after a stop, finish only the remaining generations."""
        done = len(self.rows) - 1  # the first row is the new network's
        if done >= min(self.upto, MOST):
            self.upto = min(done + self.more, MOST)
        if done >= MOST:
            self.headline.say(FULL)
            return
        self.headline.say(f"Learning: generations {done + 1} to {self.upto}.")
        self.work.start(self._learning(), self._ended)

    def _learning(self) -> Iterator[float]:
        """Learn, with an exam after each generation; yield the share of the work that is done."""
        learner = self.learner
        first = learner.generation
        until = monotonic() + SLICE
        while len(self.rows) <= self.upto:
            while learner.generation < len(self.rows):  # a stop may come between step and exam
                learner.step()
                if monotonic() > until:
                    done = learner.generation - first + learner.progress
                    yield min(1.0, done / (self.upto - first + 1))
                    until = monotonic() + SLICE
            self.rows.append(self._exam())
            self._show()

    def _exam(self) -> Row:
        """Return the marks of the current generation."""
        marks = tictactoe_exam().mark(self.learner.net)._asdict()
        return {"generation": self.learner.generation, **marks}

    def _show(self) -> None:
        self.chart.value = two_widths(self.picture(WIDE), self.picture(NARROW))

    def picture(self, width: float) -> str:
        """Return the chart in a width: the reader's network, and stored runs as far as it is."""
        runs = self.stored_runs() if self._has_learned() else []
        return chart_svg(self.rows, [run[: len(self.rows)] for run in runs], width)

    @safely
    def _ended(self, outcome: str) -> None:
        if outcome == "stop":
            self.headline.say(STOPPED)
        else:
            self.headline.say(self._done())
        if self._has_learned():
            self.status.say(self.about_stored())

    def _done(self) -> str:
        done = len(self.rows) - 1
        games = count(done * self.learner.count, "game")
        before, now = (percent(row["prior"]) for row in (self.rows[0], self.rows[-1]))
        return DONE.format(count(done, "generation"), games, before, now)

    def _has_learned(self) -> bool:
        return len(self.rows) > 1

    def static_headline(self) -> tuple[str, str]:
        """Return what the network has learned or, before it learns, what the stored runs did."""
        if self._has_learned():
            return self._done(), ""
        runs = self.stored_runs()
        ends = sorted(run[-1]["prior"] for run in runs)
        low, high = observed(ends[0]), observed(ends[-1])
        return (
            f"After {MOST} generations, {count(len(runs), 'network')} choose a right move by "
            f"their prior in {low if low == high else f'{low} to {high}'} of the positions.",
            "",
        )

    def static_picture(self) -> str:
        rows = self.rows if self._has_learned() else []
        return chart_svg(rows, self.stored_runs(), WIDE)

    def static_text(self) -> str:
        return f"{self.static_headline()[0]} (run this cell to let the network learn)"


# ---------------------------------------------------------------------------- the picture


def chart_svg(rows: Sequence[Row], stored: Sequence[Sequence[Row]], width: float) -> str:
    """Draw dark lines for the network that learns, and pale lines for the stored runs.

    The names stand at the ends of the dark lines or, without any, at the ends of a stored run.
    """
    plot = empty_chart(width)
    for name, dash in DASHES.items():
        for run in stored:
            plot.line(points(run, name), SHADE, thick=1.4, dash=dash)
        if len(rows) == 1 and name == "value":
            continue  # before learning, the question is about the prior
        named = rows or stored[0]
        words = f"by {name} {percent(named[-1][name])}" if rows else f"by {name}"
        colour = INK if rows else SHADE
        plot.line(points(named, name), colour, words, thick=2.4, dash=dash, **NAMED)
    return plot.svg(in_words(rows), "Share of right moves", inside=width == NARROW)


def empty_chart(width: float, margins: Margins = MARGINS) -> Plot:
    """Return a chart of generations and shares, with the share of random moves."""
    generations = {number + 1: str(number) for number in (0, 1, 2, 4, 8, 16, MOST)}
    x = Scale(1, MOST + 1, log=True)  # a generation's number plus 1, because log 0 is not finite
    plot = Plot(width, 300, x, Scale(0.4, 1), MARGINS_INSIDE if width == NARROW else margins)
    chance = tictactoe_exam().baselines()["random"]
    levels = {y: percent(y) for y in (0.4, 0.8, 1)}
    plot.grid(levels, generations, "generations")
    plot.across(chance, stroke=SOFT, stroke_dasharray="1 4")
    plot.write(percent(chance), plot.left - 6, plot.y(chance) + 4, text_anchor="end", fill=SOFT)
    look: dict[str, Any] = {"text_anchor": "end", "fill": SOFT, **HALO}
    plot.write("random moves", plot.right, plot.y(chance) + 16, **look)
    return plot


def points(rows: Sequence[Row], name: str) -> list[tuple[float, float]]:
    """Return the places of one line of the chart."""
    return [(row["generation"] + 1, row[name]) for row in rows]


def in_words(rows: Sequence[Row]) -> str:
    """Return the description of the chart for screen readers."""
    title = "Share of right moves, according to the exact oracle"
    if not rows:
        return f"{title}: stored runs over {MOST} generations."
    now = rows[-1]
    ends = [f"by its {name} {percent(now[name])}" for name in DASHES]
    return f"{title}. At generation {number(now['generation'], 0)}: {', '.join(ends)}."
