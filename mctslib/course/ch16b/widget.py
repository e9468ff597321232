"""`SelfPlayLab`: choose a mixture of chance for self-play, and watch a network learn from its games."""

from typing import Any

import ipywidgets as W

from mctslib.course.ch16.curve import (
    DRAG,
    MOST,
    NAMED,
    NARROW,
    OFFERED,
    WIDE,
    LearningCurve,
    Row,
    empty_chart,
    in_words,
    judged,
    points,
    so_far,
)
from mctslib.course.ch16b.results import SETTINGS
from mctslib.course.stored import measured
from mctslib.draw.look import INK, SHADE, SOFT, WORDS
from mctslib.draw.plot import Margins, Plot
from mctslib.draw.svg import HALO
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.selfplay import Learner
from mctslib.widgets.bar import choice
from mctslib.widgets.panel import safely
from mctslib.words import count, percent

PRIORS = ("Priors without noise", "Priors with noise")
MOVES = ("the most visited move is played", "the first six moves are drawn")
MIXTURES = ("both", "drawing alone", "noise alone", "neither")
TITLE = "Share of right moves"
ASKED = "{}: how high will it climb?"
HEADS = {
    "both": "With noise and drawn moves",
    "drawing alone": "With drawn moves alone",
    "noise alone": "With noise alone",
    "neither": "Without noise or drawn moves",
}
KNOWN = "both"  # the mixture of chapter 16, whose stored mean is there from the start
PALE: dict[str, Any] = {"size": WORDS, **HALO}  # the names of the pale lines
NAMES = Margins(right=132)  # the room for the names of mixtures beside their lines


class SelfPlayLab(LearningCurve):
    """Choose a mixture of noise and drawn moves, guess how high a network climbs, and let it learn.

    Each mixture keeps its own network, so that the reader may go back to it.

    setting      "both", "noise alone", "drawing alone" or "neither"
    seed         the seed of the network and of its games
    generations  the number of generations that one press of the button adds, from 1 to 40
    """

    def __init__(self, setting: str = "neither", seed: int = 0, *, generations: int = MOST) -> None:
        check_one_of("setting", setting, MIXTURES)
        self.setting = setting
        self.mixture = choice("Chance in self-play", MIXTURES, setting)
        self.mixture.observe(self.chosen, "value")
        self.mixture.add_class("mcts-four")
        self.runs: dict[str, tuple[Learner, list[Row], int]] = {}
        super().__init__(seed, generations=generations)

    def _begin(self) -> None:
        self.runs = {}
        super()._begin()

    def shown_controls(self) -> list[W.Widget]:
        return [self.mixture]

    @safely
    def chosen(self, change: object = None) -> None:
        """Change to the mixture that the reader has chosen: to its network, or to a new one."""
        self.work.cancel()
        self.runs[self.setting] = self.learner, self.rows, self.guess
        self.setting = self.mixture.value
        found = self.runs.get(self.setting)
        self.learner, self.rows, self.guess = found or (self.new_learner(), [], OFFERED)
        self.rows = self.rows or [self._exam()]
        self.upto = 0
        self._show()
        self.say(self._done() if self._has_learned() else self.question())
        self.status.say(self.about_lines())

    def new_learner(self) -> Learner:
        return Learner(TicTacToe(), self.seed.value, **SETTINGS[self.setting])

    def stored_runs(self) -> list[list[Row]]:
        return [rows_of(run) for run in runs_of(self.setting)]

    def question(self) -> str:
        return ASKED.format(HEADS[self.setting])

    def say(self, words: str, more: str = "") -> None:
        """Show a headline, and below it what the chosen mixture does, or what to do."""
        asks = words == self.question()
        self.headline.say(words, DRAG if asks else in_a_sentence(self.setting))

    def sentences(self) -> list[tuple[str, str]]:
        return [(ASKED.format(HEADS["neither"]), in_a_sentence("neither"))]

    def about_lines(self) -> str:
        """Return what the pale lines are, and what their names mean."""
        stored = count(len(self.stored_runs()), "stored network")
        return f"Pale: means of {stored}. Both: noise and drawn moves."

    def picture(self, width: float) -> str:
        """Return the chart in a width: the reader's network, and the stored means of mixtures.

        The mean of `KNOWN` is there from the start.  That of another mixture appears when a network
        of the reader's has learned with this mixture up to the last generation.
        """
        plot = empty_chart(width, NAMES)
        for name in MIXTURES:
            if name == KNOWN or len(self.rows_with(name)) > MOST:
                self._add_mean(plot, name)
        now = percent(self.rows[-1]["prior"])
        plot.line(points(self.rows, "prior"), INK, f"yours {now}", thick=2.4, **NAMED)
        self._add_guess(plot)
        return plot.svg(in_words(self.rows), TITLE, inside=width == NARROW)

    def rows_with(self, name: str) -> list[Row]:
        """Return the marks of the reader's network that learns with a mixture."""
        return self.rows if name == self.setting else self.runs.get(name, (None, [], OFFERED))[1]

    def _add_mean(self, plot: Plot, setting: str) -> None:
        """Add the mean of the stored runs of a mixture, with its name and its last share."""
        mean = mean_of(setting)
        words = f"{setting} {percent(mean[-1]['prior'])}"
        plot.line(points(mean, "prior"), SHADE, words, thick=1.4, fill=SOFT, **PALE)

    def _done(self) -> str:
        if len(self.rows) <= MOST:
            return so_far(self.guess, self.rows)
        return f"{HEADS[self.setting]}: {judged(self.guess, round(100 * self.rows[-1]['prior']))}"

    def static_headline(self) -> tuple[str, str]:
        """Return the question, which the picture answers."""
        return "Which mixture of chance teaches a network most?", self.about_lines()

    def static_picture(self) -> str:
        plot = empty_chart(WIDE, NAMES)
        for name in MIXTURES:
            self._add_mean(plot, name)
        return plot.svg(in_words([]), TITLE)


def in_a_sentence(name: str) -> str:
    """Return what a mixture does to the prior, and to the choice of a move."""
    options = SETTINGS[name]
    return f"{PRIORS[options.get('noise', 1) > 0]}; {MOVES[options.get('warm', 1) > 0]}."


def rows_of(run: dict[str, Any]) -> list[Row]:
    """Return the rows of a stored run."""
    rows = []
    for generation, (prior, value) in enumerate(zip(run["prior"], run["value"])):
        rows.append({"generation": generation, "prior": prior, "value": value})
    return rows


def mean_of(setting: str) -> list[Row]:
    """Return the mean share by the prior after each generation, over the stored runs."""
    runs = [run["prior"] for run in runs_of(setting)]
    return [
        {"generation": generation, "prior": sum(shares) / len(runs)}
        for generation, shares in enumerate(zip(*runs, strict=True))
    ]


def runs_of(setting: str) -> list[dict[str, Any]]:
    """Return the stored runs of a mixture, one for each seed."""
    return [run for run in measured("ch16b/noise")["runs"] if run["setting"] == setting]
