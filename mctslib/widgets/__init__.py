"""Provide the interactive widgets that every chapter may use.

Each widget is a thin layer of ipywidgets on top of players, traces and drawings.

A widget that belongs to one chapter is in the chapter's folder: `from mctslib.course.ch06 import
Growth`.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    **{
        "play.play": "Play",
        "play.board": "BoardWidget",
        "stepping.view": "StepperView",
        "atlas.atlas": "Atlas",
    },
)
