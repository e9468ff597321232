"""Every widget in places of three widths: nothing moves, sticks out, is cut, tiny or grey.

The widgets are found by walking the modules (`tests/panels.py`).  Each is shown three times at
once, because all views of a widget show one state: whatever is pressed in the first view is seen in
all of them.
"""

import json
from pathlib import Path

import pytest
from panels import panels

WIDTHS = (326, 640, 1240)  # the room of an output in windows 390, 800 and 1,400 px wide
STEPS = 24  # controls that are pressed or changed, at most
SCRIPT = Path(__file__).with_name("every_widget.js").read_text(encoding="utf-8")
ARGUMENTS = {  # name of a panel → what it is made of, where its own default is not enough
    "Atlas": "mctslib.TicTacToe(), iterations=2_000, engine='readable'",
    "CExplorer": "budget=100, seeds=5",
    "Checkpoint": "'03-draw'",
    "Growth": "iterations=100, longest=1_000",
    "LiveTree": "mctslib.TicTacToe(), iterations=60",
    "Paper": "mctslib.record(mctslib.TicTacToe(), 12, seed=12), 12",
    "Play": "iterations=200, seed=0",
    "PlayGeneration": "'ttt'",
    "Prediction": "'03-nodes'",
    "SpeedPlay": "engine='readable', seconds=0.1",
    "StepperView": "mctslib.TicTacToe(), iterations=60, at=12",
    "Tournament": "('random', 'MCTS 10'), games=10",
    "TwelveViews": "iterations=1_000",
}
CELL = """
import mctslib
from {module} import {name}
{name}_shown = {name}({arguments})
for again in range({views}):
    display({name}_shown)
"""
PANELS = panels()


def cell(name):
    """The code that shows a widget several times."""
    return CELL.format(
        module=PANELS[name].__module__,
        name=name,
        arguments=ARGUMENTS.get(name, ""),
        views=len(WIDTHS),
    )


STYLE = """() => {
    const style = document.createElement('style');
    style.textContent = %s.map((width, place) =>
        `.jp-OutputArea-child:nth-of-type(${place + 1}) { width: ${width + 64}px; flex: none; }`
    ).join('\\n');
    document.head.append(style);
}"""


@pytest.fixture(scope="module")
def opened_widgets(open_code):
    nb = open_code(*map(cell, PANELS))
    nb.page.set_viewport_size({"width": 1920, "height": 1200})
    nb.page.evaluate(STYLE % json.dumps(WIDTHS))
    nb.run_all(timeout=600_000)
    nb.page.evaluate(SCRIPT)
    return nb


@pytest.fixture(scope="module")
def reports(opened_widgets):
    """What was noted of each widget: name → report.  A widget is used once for all tests."""
    return {}


def report(opened_widgets, reports, name):
    if name not in reports:
        views = opened_widgets.output(f"import {name}\n").locator(".mcts-panel")
        reports[name] = views.evaluate_all("(views, steps) => window.used({ views, steps })", STEPS)
    return reports[name]


@pytest.mark.parametrize("name", PANELS)
def test_no_control_moves(opened_widgets, reports, name):
    seen = report(opened_widgets, reports, name)
    assert seen["frames"] > 5
    assert seen["moves"] == []


@pytest.mark.parametrize("name", PANELS)
def test_nothing_is_tiny_cut_grey_or_sticks_out(opened_widgets, reports, name):
    assert report(opened_widgets, reports, name)["faults"] == []
