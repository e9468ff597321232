"""The interactive parts: thin ipywidgets shells over players, traces and drawings.

Each is loaded when it is first named, so a notebook pays only for the one it shows.
"""
from importlib import import_module
from typing import Any

_HOME = {
    "Play": "mctslib.widgets.play",
    "BoardWidget": "mctslib.widgets.board",
    "StepperView": "mctslib.widgets.stepping",
    "Paper": "mctslib.widgets.paper",
    "LiveTree": "mctslib.widgets.live_tree",
    "CExplorer": "mctslib.widgets.c_explorer",
    "Race": "mctslib.widgets.race",
    "Growth": "mctslib.widgets.growth",
    "FlatExplorer": "mctslib.widgets.flat_explorer",
    "Bandit": "mctslib.widgets.bandit",
    "Clinic": "mctslib.widgets.clinic",
    "BlindRound": "mctslib.widgets.blind_round",
    "Tournament": "mctslib.widgets.tournament",
    "SpeedPlay": "mctslib.widgets.speed_play",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"mctslib.widgets has no {name!r}; it has {', '.join(_HOME)}.")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
