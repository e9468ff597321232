"""`SelfPlayLab`: show a learning curve of self-play with the noise, the drawn moves and the looks
that the reader chooses.
"""

from typing import Any

import ipywidgets as W

from mctslib.course.ch16.curve import LearningCurve, Row
from mctslib.course.stored import measured
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.methods.gumbel import GumbelLearner
from mctslib.methods.selfplay import Learner
from mctslib.widgets.menus import Menu

SETTINGS: dict[str, tuple[type[Learner], dict[str, Any]]] = {
    "both": (Learner, {}),
    "noise alone": (Learner, {"warm": 0}),
    "drawing alone": (Learner, {"noise": 0}),
    "neither": (Learner, {"noise": 0, "warm": 0}),
    "PUCT, 2 looks": (Learner, {"iterations": 2}),
    "Gumbel, 2 looks": (GumbelLearner, {"iterations": 2}),
}


LABELS = {"both": "noise and drawing"}  # what the menu shows, where it is not the name


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
        found = []
        for run in runs_of(self.setting.value):
            rows = []
            for generation, (prior, value) in enumerate(zip(run["prior"], run["value"])):
                rows.append({"generation": generation, "prior": prior, "value": value})
            found.append(rows)
        return found

    def questions(self) -> list[str]:
        return [question(one) for one in (self.setting.value, *SETTINGS)]


def question(setting: str) -> str:
    """Return the question before learning."""
    return f"How high does a network climb that learns from {said(setting)}? Press Learn."


def said(setting: str) -> str:
    """Return a setting in words."""
    words = {
        "both": "games with noise and drawn moves",
        "noise alone": "games with noise alone",
        "drawing alone": "games with drawn moves alone",
        "neither": "games without noise or drawn moves",
        "PUCT, 2 looks": "two looks of PUCT",
        "Gumbel, 2 looks": "two looks of Gumbel",
    }
    return words[setting]


def runs_of(setting: str) -> list[dict[str, Any]]:
    """Return the stored runs of a setting, one for each seed."""
    teacher, _, looks = setting.partition(", ")
    if looks:
        stored = measured("ch16b/looks")["runs"]
        wanted = int(looks.split()[0])
        return [run for run in stored if run["teacher"] == teacher and run["looks"] == wanted]
    return [run for run in measured("ch16b/noise")["runs"] if run["setting"] == setting]
