"""`LearningCurve`: let a network learn tic-tac-toe, with an exam after each generation."""

from collections.abc import Iterator, Sequence
from typing import Any

import ipywidgets as W

from mctslib.course.ch16.exam import tictactoe_exam
from mctslib.course.ch16.tables import table
from mctslib.draw.look import ACT, ACT_PAPER, INK, PAPER, ROUND, SHADE, SOFT, TITLE, WORDS
from mctslib.draw.plot import Margins, Plot, Scale
from mctslib.draw.svg import HALO, element
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.selfplay import Learner
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.panel import Panel, in_slices, push_button, safely
from mctslib.widgets.picking import PickingPicture
from mctslib.words import count, number, observed, percent

MOST = 40  # the number of generations on the axis
DASHES = {"prior": "", "value": "7 4"}
GUESSES = range(40, 102, 2)  # the percentages that a reader can guess
OFFERED = 70  # where the mark stands before the reader drags it
ASKED = "A new network’s prior is right in {}. How high will it climb?"
DRAG = "Drag the mark, then press Learn."
NOTED = "You guess {}%. Press Learn."
STOPPED = "Stopped. No generation is done yet. Learn on?"
FULL = f"{MOST} generations are the most. Press “New network”."
AT = "Generation {} of {}: right in {}, {} your guess so far."
LINES = "By prior: the move it would try first. By value: the move after which it expects most."
JUDGED = "it climbed to {}%. Your guess of {}% {}."
LARGE, WIDE, NARROW = 900, 600, 254  # the widths of the chart, in pixels
HEIGHTS: dict[float, int] = {LARGE: 360, WIDE: 300, NARROW: 330}
MARGINS = Margins(right=118)  # the room for the names at the ends of the lines
MARGINS_INSIDE = Margins(
    left=40, top=44, right=14
)  # in the narrow chart, which has the names inside
NAMED: dict[str, Any] = {"size": WORDS, "font_weight": "bold", **HALO}  # the names of lines
Row = dict[str, float]


class LearningCurve(Panel):
    """Guess how high a network climbs, and let it learn; its share of right moves is drawn live.

    The reader can stop the learning and continue it.

    seed         the seed of the network and of its games
    generations  the number of generations that one press of the button adds, from 1 to 40
    """

    def __init__(self, seed: int = 0, *, generations: int = MOST) -> None:
        check_one_of("generations", generations, range(1, MOST + 1))
        super().__init__("learning")
        self.more = generations
        self.guess = OFFERED
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        does = f"{count(generations, 'generation')} more"
        self.go = ActButton(self.work, "Learn", "graduation-cap", does, self.learn)
        self.new = push_button("New network", "refresh", "Begin with a new network", self.forget)
        self.rows: list[Row] = []
        self.headline = Headline(longest=self.sentences())
        self.figure = PickingPicture(self.pick)
        self._lay_out()
        self.seed.observe(self.forget, "value")
        self._begin()

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        self.add_class("mcts-averages")  # from 940 pixels on, the page shows the large chart
        self.status.reserve([f"{LINES} Pale: 4 stored networks."])
        bar = ControlBar(self.go, [self.new], self.shown_controls(), [self.seed])
        bar.fold(self, self.new)
        self.children = [self.headline, self.figure, self.status, bar]

    def shown_controls(self) -> list[W.Widget]:
        """Return controls beside the buttons; this panel has none."""
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
        self.guess = OFFERED
        self._show()
        self.say(self.question(), DRAG)
        self.status.say(self.about_lines())

    def say(self, words: str, more: str = "") -> None:
        """Show a headline, and a few words below it."""
        self.headline.say(words, more)

    def question(self) -> str:
        """Return the question before learning."""
        return ASKED.format(percent(self.rows[0]["prior"]))

    def sentences(self) -> list[tuple[str, str]]:
        """Return the longest headlines with their small print, for which there must be room."""
        return [(ASKED.format("44%"), DRAG)]

    @safely
    def pick(self, words: str) -> None:
        """Note the guess that the reader picks in the chart; after the first lesson it stays."""
        guess = int(words)
        check_one_of("guess", guess, GUESSES)
        if not self._has_learned() and not self.work.running:
            self.guess = guess
            self.say(NOTED.format(guess))
            self._show()

    def about_lines(self) -> str:
        """Return what the lines of the chart are; the pale ones are there after the first press."""
        if not self._has_learned() and not self.work.running:
            return LINES
        return f"{LINES} Pale: {count(len(self.stored_runs()), 'stored run')}."

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
            self.say(FULL)
            return
        self.say(f"Generation {done + 1} of {self.upto}: will it pass your {self.guess}%?")
        self.work.start(in_slices(self._learning()), self._ended)
        if self.work.running:  # the first generation of the stored runs is there at once
            self.status.say(self.about_lines())
            self._show()

    def _learning(self) -> Iterator[float]:
        """Learn, with an exam after each generation; yield the share of the work that is done."""
        learner = self.learner
        first = learner.generation
        while len(self.rows) <= self.upto:
            while learner.generation < len(self.rows):  # a stop may come between step and exam
                learner.step()
                done = learner.generation - first + learner.progress
                yield min(1.0, done / (self.upto - first + 1))
            self.rows.append(self._exam())
            now = percent(self.rows[-1]["prior"])
            is_below = round(100 * self.rows[-1]["prior"]) < self.guess
            asks = f"Will it pass your {self.guess}%?" if is_below else "Will it stay there?"
            self.say(f"Generation {len(self.rows) - 1} of {self.upto}: right in {now}. {asks}")
            self._show()

    def _exam(self) -> Row:
        """Return the marks of the current generation."""
        marks = tictactoe_exam().mark(self.learner.net)._asdict()
        return {"generation": self.learner.generation, **marks}

    def _show(self) -> None:
        small = f'<div class="mcts-small-chart">{self.picture(WIDE)}</div>'
        large = self.picture(LARGE)
        large = f'<div class="mcts-middle-chart mcts-large-chart">{large}</div>'
        self.figure.value = f"<div>{two_widths(small + large, self.picture(NARROW))}</div>"
        self.go.fill(len(self.rows) <= MOST)

    def picture(self, width: float) -> str:
        """Return the chart in a width: the reader's network, and stored runs as far as it is."""
        far = len(self.rows)
        runs = self.stored_runs() if far > 1 or self.work.running else []
        plot = plot_of(self.rows, [run[:far] for run in runs], width)
        self._add_guess(plot)
        return plot.svg(in_words(self.rows), "Share of right moves", inside=width == NARROW)

    def _add_guess(self, plot: Plot) -> None:
        """Draw the mark of the guess at the last generation and, before learning, its track."""
        guess = self.guess
        is_late = self._has_learned() or self.work.running
        place = (MOST + 1, guess / 100)
        words = f"your guess {guess}%"
        if is_late:
            plot.across(place[1], stroke=SOFT, stroke_dasharray="4 4")
            plot.line([place], SOFT, words, **NAMED)
        else:
            plot.parts.insert(0, column(plot, fill=ACT_PAPER, rx=ROUND))
            plot.across(place[1], stroke=ACT, stroke_dasharray="4 4")
            beside: dict[str, Any] = {"x": plot.x(place[0]) + 18, "pointer_events": "none"}
            plot.line([place], ACT, words, thick=7, **beside, **NAMED)
            middle = plot.x(place[0]), plot.y(place[1]) + 5
            plot.write("↕", *middle, TITLE, fill=PAPER, text_anchor="middle")
            top = (plot.x(MOST / 2) + plot.right + 12) / 2, plot.y(0.43)
            plot.write("drag", *top, fill=ACT, text_anchor="middle", pointer_events="none")
            plot.parts.append(track(plot, guess))

    @safely
    def _ended(self, outcome: str) -> None:
        if outcome == "stop":
            self.say(f"Stopped. {self._done()}" if self._has_learned() else STOPPED)
        else:
            self.say(self._done())
        self.status.say(self.about_lines())
        self._show()

    def _done(self) -> str:
        done = len(self.rows) - 1
        if done < MOST:
            return so_far(self.guess, self.rows)
        words = judged(self.guess, round(100 * self.rows[-1]["prior"]))
        return words[0].upper() + words[1:]

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
        return plot_of(rows, self.stored_runs(), WIDE).svg(in_words(rows), "Share of right moves")

    def static_text(self) -> str:
        return f"{self.static_headline()[0]} (run this cell to let the network learn)"


def judged(guess: int, now: int) -> str:
    """Return the verdict on a guess; both numbers are percentages."""
    off = abs(now - guess)
    side = "low" if guess < now else "high"
    verdict = f"was {count(off, 'point')} too {side}" if off else "was exactly right"
    return JUDGED.format(now, guess, verdict)


def so_far(guess: int, rows: Sequence[Row]) -> str:
    """Return how the last share compares with a guess, which is about a later generation."""
    now = rows[-1]["prior"]
    off = round(100 * now) - guess
    side = f"{count(abs(off), 'point')} {'above' if off > 0 else 'below'}" if off else "exactly"
    asks = " Will it get there?" if off < 0 else " How high will it climb?"
    return AT.format(len(rows) - 1, MOST, percent(now), side) + asks


# ---------------------------------------------------------------------------- the picture


def plot_of(rows: Sequence[Row], stored: Sequence[Sequence[Row]], width: float) -> Plot:
    """Draw dark lines for the network that learns, and pale lines for the stored runs.

    The names stand at the ends of the dark lines or, without any, at the ends of a stored run.
    """
    plot = empty_chart(width)
    for name, dash in DASHES.items():
        for run in stored:
            plot.line(points(run, name), SHADE, thick=1.4, dash=dash)
        named = rows or stored[0]
        words = f"by {name} {percent(named[-1][name])}" if rows else f"by {name}"
        colour = INK if rows else SHADE
        plot.line(points(named, name), colour, words, thick=2.4, dash=dash, **NAMED)
    return plot


def column(plot: Plot, low: float = 0.4, high: float = 1, **look: Any) -> str:
    """Return a rectangle over the last generations, between two shares."""
    left, top = plot.x(MOST / 2), plot.y(high)
    size: dict[str, Any] = {
        "x": left,
        "y": top,
        "width": plot.right + 12 - left,
        "height": plot.y(low) - top,
    }
    return element("rect", **size, **look)


def track(plot: Plot, guess: int) -> str:
    """Return the parts of the column to which the mark of the guess can be dragged."""
    parts = []
    for share in GUESSES:
        look: dict[str, Any] = {
            "aria_label": f"{share}%",
            "aria_pressed": str(share == guess).lower(),
        }
        ends = (share - 1) / 100, (share + 1) / 100
        parts.append(column(plot, *ends, fill="transparent", data_pick=share, **look))
    return element("g", "".join(parts), data_slide="guess")


def empty_chart(width: float, margins: Margins = MARGINS) -> Plot:
    """Return a chart of generations and shares, with the share of random moves."""
    generations = {number + 1: str(number) for number in (0, 1, 2, 4, 8, 16, MOST)}
    x = Scale(1, MOST + 1, log=True)  # a generation's number plus 1, because log 0 is not finite
    margins = MARGINS_INSIDE if width == NARROW else margins
    plot = Plot(width, HEIGHTS[width], x, Scale(0.4, 1), margins)
    chance = tictactoe_exam().baselines()["random"]
    levels = {y: percent(y) for y in (0.4, 0.8, 1)}
    plot.grid(levels, generations, "generations")
    plot.across(chance, stroke=SOFT, stroke_dasharray="1 4")
    plot.write(percent(chance), plot.left - 6, plot.y(chance) + 4, text_anchor="end", fill=SOFT)
    words = "random moves"
    look: dict[str, Any] = {"fill": SOFT, **HALO}
    if width == NARROW:
        plot.names.append((plot.y(chance), words, {"x": plot.right, "size": WORDS, **look}))
    else:
        plot.write(words, plot.right, plot.y(chance) + 16, text_anchor="end", **look)
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
