"""`SelfPlayLab`: show a learning curve of self-play with the noise, the drawn moves and the looks
that the reader chooses.
"""

from typing import Any

import ipywidgets as W

from mctslib.course.ch16.curve import (
    NAMED,
    NARROW,
    WIDE,
    LearningCurve,
    Row,
    empty_chart,
    in_words,
    points,
)
from mctslib.course.stored import measured
from mctslib.draw.look import INK, SHADE, SOFT, WORDS
from mctslib.draw.plot import NAME_ABOVE, NAME_BELOW, Margins, Plot
from mctslib.draw.svg import HALO
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.gumbel import GumbelLearner
from mctslib.methods.selfplay import Learner
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import safely
from mctslib.words import count, percent

SETTINGS: dict[str, tuple[type[Learner], dict[str, Any]]] = {
    "both": (Learner, {}),
    "noise alone": (Learner, {"warm": 0}),
    "drawing alone": (Learner, {"noise": 0}),
    "neither": (Learner, {"noise": 0, "warm": 0}),
    "PUCT, 2 looks": (Learner, {"iterations": 2}),
    "Gumbel, 2 looks": (GumbelLearner, {"iterations": 2}),
}


LABELS = {"both": "noise and drawing"}  # what the menu shows, where it is not the name
MIXTURES = ("both", "drawing alone", "noise alone", "neither")
TEACHERS = ("PUCT, 2 looks", "Gumbel, 2 looks")
TITLE = "Share of right moves"
PALE: dict[str, Any] = {"size": WORDS, **HALO}  # the names of the pale lines
EARLY, LATE, LOW = 0.4, 0.8, 0.75  # ways along the axis, and a share: where a name has room
NAMES = Margins(right=156)  # the room for the names of settings beside their lines


class SelfPlayLab(LearningCurve):
    """Choose the settings of self-play, and let a network learn from the games.

    setting      "both", "noise alone", "drawing alone", "neither", "PUCT, 2 looks" or
                 "Gumbel, 2 looks"
    seed         the seed of the network and of its games
    generations  the number of generations that one press of the button adds, from 1 to 40
    """

    def __init__(self, setting: str = "both", seed: int = 0, *, generations: int = 10) -> None:
        check_one_of("setting", setting, SETTINGS)
        names = [(LABELS.get(name, name), name) for name in SETTINGS]
        self.setting = Menu(options=names, value=setting, description="self-play")
        super().__init__(seed, generations=generations)
        self.setting.observe(self.forget, "value")

    def choices(self) -> list[W.Widget]:
        return [self.setting]

    def new_learner(self) -> Learner:
        make, options = SETTINGS[self.setting.value]
        return make(TicTacToe(), self.seed.value, **options)

    def stored_runs(self) -> list[list[Row]]:
        return [rows_of(run) for run in runs_of(self.setting.value)]

    def questions(self) -> list[str]:
        return [question(one) for one in (self.setting.value, *SETTINGS)]

    def about_stored(self) -> str:
        """Return a sentence about the pale lines."""
        return f"Pale: the means of {count(len(self.stored_runs()), 'stored network')} each."

    def picture(self, width: float) -> str:
        """Return the chart in a width: the prior of the reader's network.

        When it has learned, the stored means of this setting and its rivals are beside it.
        """
        plot = empty_chart(width, NAMES)
        ended = self._has_learned() and not self.work.running
        for setting in rivals(self.setting.value) if ended else ():
            self._add_mean(plot, setting)
        plot.line(points(self.rows, "prior"), INK, thick=2.4)
        self._name(plot)
        return plot.svg(in_words(self.rows), TITLE, inside=width == NARROW)

    def _name(self, plot: Plot) -> None:
        """Write the share of the reader's network where no other name stands."""
        x, share = points(self.rows, "prior")[-1]
        way = (plot.x(x) - plot.left) / (plot.right - plot.left)
        up = NAME_ABOVE if way < LATE else 2 * NAME_ABOVE
        if way > EARLY and share < LOW:  # the lines of better mixtures are above
            up = -NAME_BELOW
        side = "start" if way < EARLY else "end"  # to the left there is no room at first
        place = (plot.x(x), plot.y(share) - up)
        plot.write(f"yours {percent(share)}", *place, text_anchor=side, **NAMED)

    def _add_mean(self, plot: Plot, setting: str) -> None:
        """Add the mean of the stored runs of a setting, with its name and its last share."""
        mean = mean_of(setting)
        words = f"{LABELS.get(setting, setting)} {percent(mean[-1]['prior'])}"
        plot.line(points(mean, "prior"), SHADE, words, thick=1.4, fill=SOFT, **PALE)

    @safely
    def _ended(self, outcome: str) -> None:
        super()._ended(outcome)
        self._show()

    def static_headline(self) -> tuple[str, str]:
        """Return the question, which the picture answers."""
        return question(self.setting.value), self.about_stored()

    def static_picture(self) -> str:
        plot = empty_chart(WIDE, NAMES)
        for setting in rivals(self.setting.value):
            self._add_mean(plot, setting)
        return plot.svg(in_words([]), TITLE)


def rivals(setting: str) -> tuple[str, ...]:
    """Return the settings to which a setting is compared, itself included."""
    return MIXTURES if setting in MIXTURES else TEACHERS


def question(setting: str) -> str:
    """Return the question before learning."""
    if setting in MIXTURES:
        return "Which mixture of chance teaches a network most?"
    return "Which teacher teaches a network more with two looks?"


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
    """Return the stored runs of a setting, one for each seed."""
    teacher, _, looks = setting.partition(", ")
    if looks:
        stored = measured("ch16b/looks")["runs"]
        wanted = int(looks.split()[0])
        return [run for run in stored if run["teacher"] == teacher and run["looks"] == wanted]
    return [run for run in measured("ch16b/noise")["runs"] if run["setting"] == setting]
