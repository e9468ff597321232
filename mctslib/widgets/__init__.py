"""Provide the interactive widgets that every chapter may use.

Each widget is a thin layer of ipywidgets on top of players, traces and drawings.

A widget that belongs to one chapter is in the chapter's folder: `from mctslib.course.ch06 import
Growth`.
"""

import ipywidgets

from mctslib.offer import offer

if int(ipywidgets.__version__.partition(".")[0]) < 8:
    raise ImportError(
        f"The widgets need ipywidgets 8, and this kernel has loaded {ipywidgets.__version__}: run"
        ' `%pip install -U "ipywidgets>=8.1"`, then restart the kernel.'
    )

__all__, __getattr__, __dir__ = offer(
    __name__,
    **{
        "play.play": "Play",
        "play.board": "BoardWidget",
        "stepping.view": "StepperView",
        "atlas.atlas": "Atlas",
    },
)
