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


class SelfPlayLab(LearningCurve):
    """Choose the settings of self-play, and let a network learn from the games.

    setting      "both", "noise alone", "drawing alone", "neither", "PUCT, 2 looks" or
                 "Gumbel, 2 looks"
    seed         the seed of the network and of its games
    generations  the number of generations that one press of the button adds, from 1 to 40
    """

    def __init__(self, setting: str = "both", seed: int = 0, *, generations: int = 10) -> None:
        check_one_of("setting", setting, SETTINGS)
        self.setting = Menu(options=list(SETTINGS), value=setting, description="self-play")
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

    def about(self) -> str:
        return about(self.setting.value)

    def all_abouts(self) -> list[str]:
        return [about(setting) for setting in SETTINGS]


def about(setting: str) -> str:
    """Return a sentence about a setting."""
    return f"Self-play with {said(setting)}."


def said(setting: str) -> str:
    """Return a setting in words."""
    words = {
        "both": "noise and drawn moves",
        "noise alone": "noise, always the most visited move",
        "drawing alone": "drawn moves, no noise",
        "neither": "no chance at all",
    }
    return words.get(setting, setting)


def runs_of(setting: str) -> list[dict[str, Any]]:
    """Return the stored runs of a setting, one for each seed."""
    teacher, _, looks = setting.partition(", ")
    if looks:
        stored = measured("ch16b/looks")["runs"]
        wanted = int(looks.split()[0])
        return [run for run in stored if run["teacher"] == teacher and run["looks"] == wanted]
    return [run for run in measured("ch16b/noise")["runs"] if run["setting"] == setting]
