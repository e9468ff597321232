"""Every widget in places of three widths: nothing moves, sticks out, is cut, tiny or grey.

The widgets are found by walking the modules (`tests/panels.py`).  Each is shown three times at
once, because all views of a widget show one state: whatever is pressed in the first view is seen in
all of them.
"""

from pathlib import Path

import pytest
from panels import panels

WIDTHS = (326, 640, 1240)  # the room of an output in windows 390, 800 and 1,400 px wide
STEPS = 16  # controls that are pressed or changed, at most
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
    "TwelveViews": "iterations=1_000",
}
ANEW = {  # name of a panel → controls that ask for another figure, with another height
    "Play": ["Tree", "Board", "Show what was found"],
    "PlayGeneration": ["Tree", "Show what was found"],
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


STYLE = """widths => {
    const style = document.createElement('style');
    const rule = (width, place) => `.jp-OutputArea-child:nth-of-type(${place + 1})
        { width: ${width + 64}px; flex: none; }`;
    style.textContent = widths.map(rule).join(' ');
    document.head.append(style);
}"""


@pytest.fixture(scope="module")
def opened_widgets(open_code):
    nb = open_code(*map(cell, PANELS))
    nb.page.set_viewport_size({"width": 1920, "height": 1200})
    nb.page.evaluate(STYLE, WIDTHS)
    nb.run_all(timeout=600_000)
    nb.page.evaluate(SCRIPT)
    return nb


@pytest.fixture(scope="module")
def reports():
    """What was noted of each widget: name → report.  A widget is used once for all tests."""
    return {}


def views(nb, name):
    """The views of a widget, the narrowest first."""
    return nb.output(f"import {name}\n").locator(".mcts-panel")


def report(opened_widgets, reports, name):
    """Use a widget, unless it was used before, and return what was noted."""
    if name not in reports:
        script = "(views, given) => window.used({ views, ...given })"
        given = {"steps": STEPS, "anew": ANEW.get(name, [])}
        reports[name] = views(opened_widgets, name).evaluate_all(script, given)
    return reports[name]


@pytest.mark.parametrize("name", PANELS)
def test_no_control_moves(opened_widgets, reports, name):
    seen = report(opened_widgets, reports, name)
    assert seen["frames"] > 5 and seen["done"]
    assert seen["moves"] == []


@pytest.mark.parametrize("name", PANELS)
def test_nothing_is_tiny_cut_grey_or_sticks_out(opened_widgets, reports, name):
    assert report(opened_widgets, reports, name)["faults"] == []


def test_the_logger_sees_what_moves(opened_widgets):
    """The same in a page in which a button pushes another one away, and letters are tiny."""
    page = opened_widgets.page
    page.evaluate(
        """() => {
            const panel = document.createElement('div');
            panel.id = 'pushed';
            panel.style.width = '300px';
            panel.innerHTML = `<p></p><button>push</button><button disabled>dead</button>
                <i style="font-size: 9px">tiny</i><div style="width: 400px">wide</div>`;
            panel.querySelector('button').onclick = () => {
                panel.querySelector('p').textContent = 'now there is a line above'; };
            document.body.prepend(panel);
        }"""
    )
    given = {"steps": 3, "anew": []}
    script = "(panel, given) => window.used({ views: [panel], ...given })"
    noted = page.locator("#pushed").evaluate(script, given)
    page.locator("#pushed").evaluate("panel => panel.remove()")
    assert len(noted["moves"]) == 1 and "push" in noted["moves"][0]
    kinds = [fault.partition(": ")[2].split()[0] for fault in noted["faults"]]
    assert sorted(kinds) == ["grey:", "letters", "sticks"]


def test_window_theme_and_zoom_change_in_the_middle_of_an_action(opened_widgets):
    """And a finger and the mouse touch the same picture at once."""
    nb = opened_widgets
    page = nb.page
    page.evaluate("() => document.querySelectorAll('.jp-Cell').forEach(e => e.style.display = '')")
    for name in PANELS:
        views(nb, name).first.evaluate("panel => window.begin(panel)")
    nb.theme("Dark")
    page.set_viewport_size({"width": 700, "height": 900})
    page.evaluate("() => { document.body.style.zoom = 2; }")
    page.wait_for_timeout(500)
    page.evaluate("() => { document.body.style.zoom = 1; }")
    nb.theme("Light")
    page.set_viewport_size({"width": 1920, "height": 1200})
    found = {}
    for name in PANELS:
        faults = views(nb, name).first.evaluate("panel => window.ended(panel)")
        if faults:
            found[name] = faults
    assert found == {}
    assert nb.errors() == []
