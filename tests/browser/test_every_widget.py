"""At three widths, no part of a widget is cut off, too small or too pale.

The tests find the widgets by going through the modules (`tests/panels.py`).  Each widget is shown
three times at once.  All views of a widget show the same state, so a press in the first view
changes all views.
"""

from contextlib import contextmanager
from pathlib import Path

import pytest
from pages import eventually
from panels import panels

WIDTHS = (274, 640, 953)  # of an output in JupyterLab, in windows of 390, 800 and 1,400 pixels
WINDOW = {"width": 1920, "height": 1200}
STEPS = 12  # at most this many controls are pressed or changed
SCRIPT = Path(__file__).with_name("every_widget.js").read_text(encoding="utf-8")
ARGUMENTS = {  # name of a panel → its arguments, if the defaults do not suit this test
    "Atlas": "mctslib.TicTacToe(), iterations=2_000, engine='readable'",
    "Checkpoint": "'03-draw'",
    "LiveTree": "mctslib.TicTacToe(), iterations=60",
    "Play": "iterations=200, seed=0",
    "Prediction": "'03-nodes'",
    "StepperView": "mctslib.TicTacToe(), iterations=60, at=12",
    "TwoTrees": "[[mctslib.search(mctslib.TicTacToe(), n, seed=0) for n in (100, 1000)]]",
}
ROOMY = {"LiveTree"}  # opens with one node, in room for a level more
ONE_WIDTH = {"StepperView"}  # draws for the width of one view; test_stepper.py measures it
CELL = """
import mctslib
from {module} import {name}
{name}_shown = {name}({arguments})
for again in range({views}):
    display({name}_shown)
"""
PANELS = panels()


def cell(name):
    """Return the code of a cell that shows a widget several times."""
    return CELL.format(
        module=PANELS[name].__module__,
        name=name,
        arguments=ARGUMENTS.get(name, ""),
        views=len(WIDTHS),
    )


STYLE = """widths => {
    const style = document.createElement('style');
    style.id = 'three-widths';
    const rule = (width, place) => `.jp-OutputArea-child:nth-of-type(${place + 1})
        { width: ${width + 64}px; flex: none; }`;
    style.textContent = widths.map(rule).join(' ');
    document.head.append(style);
}"""


RUN = """async place => {
    const cells = [...document.querySelectorAll('.jp-Cell')];
    cells.forEach((cell, k) => { cell.style.display = k === place ? '' : 'none'; });
    window.jupyterapp.shell.currentWidget.content.activeCellIndex = place;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
SCROLLED = """() => {
    const page = document.querySelector('.jp-WindowedPanel-outer');
    return [page.scrollTop, page.scrollHeight - page.clientHeight - page.scrollTop];
}"""
PLACE = """e => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    return e.getBoundingClientRect().toJSON();
}"""
ZOOM = "zoom => { document.body.style.zoom = zoom; }"


@pytest.fixture(scope="module")
def all_widgets(open_code_with_scroll_bars):
    """Open a page whose cells show the widgets, each three times."""
    nb = open_code_with_scroll_bars(*map(cell, PANELS))
    nb.page.set_viewport_size(WINDOW)
    nb.page.evaluate(STYLE, WIDTHS)
    nb.page.evaluate(SCRIPT)
    return nb


def views_of(nb, name):
    """Run the cell of one widget, and return its views, the narrowest first.

    The cell runs only here, because the page would take too long if all widgets started together.
    """
    nb.clear()  # the test of the previous widget has reported its own complaints
    nb.problems.clear()
    nb.page.evaluate(RUN, list(PANELS).index(name))
    nb.wait_idle()
    views = nb.output(f"import {name}\n").locator(".mcts-panel")
    views.nth(len(WIDTHS) - 1).wait_for()
    return views


def used(views):
    """Press and change the controls of a widget, and return the faults that were found."""
    return views.evaluate_all("(views, steps) => window.used({ views, steps })", STEPS)


def disturbed(nb, views):
    """Change the window, the theme and the zoom while a widget works, and return the faults.

    A finger and the mouse drag on the widget's picture at the same time.
    """
    page = nb.page
    is_dark = page.locator("body[data-jp-theme-light='false']").count()
    views.first.evaluate("panel => window.begin(panel)")
    page.set_viewport_size({"width": 700, "height": 900})
    page.evaluate(ZOOM, 2)
    nb.theme("Light" if is_dark else "Dark")
    page.evaluate(ZOOM, 1)
    page.set_viewport_size(WINDOW)
    squeezed(views.first)
    return views.first.evaluate("panel => window.ended(panel)")


def squeezed(panel):
    """Leave a panel 40 pixels for some frames, as a side bar does that opens in a small window.

    A picture drawn for this width would have parts of a negative width, which the page reports.
    """
    panel.evaluate("""async panel => {
        panel.style.maxWidth = '40px';
        for (let k = 0; k < 4; k += 1) await new Promise(done => requestAnimationFrame(done));
        panel.style.maxWidth = '';
    }""")


def at_first_sight(nb, views, name):
    """Check a widget that nobody has touched.

    No band of it is empty without need, and its pictures fit the width of the page.  No part
    scrolls by a pixel or two, so the wheel over a board scrolls the page.  Both themes show the
    same controls.
    """
    script = "views => views.flatMap(window.atFirstSight)"
    eventually(
        lambda: views.evaluate_all(script),
        lambda faults: all(name in ROOMY and "has a hole" in fault for fault in faults),
    )
    boards = views.first.locator("svg g[role=gridcell]")
    if boards.count():
        box = boards.first.evaluate(PLACE)
        nb.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        before, room = nb.page.evaluate(SCROLLED)
        nb.page.mouse.wheel(0, 60 if room > 60 else -60)
        eventually(lambda: nb.page.evaluate(SCROLLED)[0], lambda top: top != before)


@contextmanager
def touched(page):
    """Emulate a touch screen in a page for the duration of a `with` block."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    try:
        yield
    finally:
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        session.detach()


@pytest.mark.parametrize("name", PANELS)
def test_a_finger_and_a_screen_reader_meet_every_control_and_nothing_is_cut(all_widgets, name):
    """At first sight no widget scrolls without need, has an empty band, or works for nothing.

    On a touch screen, no control is too small for a finger.  No part of a widget is cut off, too
    small or too pale, whatever a reader presses, and whatever happens around it (see `disturbed`).
    axe finds no fault, such as a missing name or a contrast that is too low, before a reader has
    pressed anything in one theme, nor afterwards in the other.
    """
    shown = views_of(all_widgets, name)
    at_first_sight(all_widgets, shown, name)
    assert shown.first.evaluate("panel => window.setAgain(panel)") == []
    page = all_widgets.page
    with touched(page):
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        assert shown.first.evaluate("panel => window.tooSmall(panel)") == []
    # The widest view shows all parts, while a phone folds some away.
    shown.last.evaluate("panel => panel.setAttribute('data-look', 'here')")
    assert all_widgets.violations("[data-look='here']") == []
    noted = used(shown)
    assert noted["done"] and (name in ONE_WIDTH or noted["faults"] == [])
    assert disturbed(all_widgets, shown) == [] or name in ONE_WIDTH
    assert all_widgets.violations("[data-look='here']") == [], "in the other theme"


def test_the_script_sees_planted_faults(all_widgets):
    """The script finds planted faults, which shows that the other tests can fail.

    A button is grey, letters are too small, and a panel has no figure.  Then there is a hole, a
    picture that scrolls, a part that scrolls by two pixels, and a button that the dark theme hides.
    """
    page = all_widgets.page
    page.evaluate(
        """() => {
            const panel = document.createElement('div');
            panel.id = 'planted';
            panel.style.width = '300px';
            panel.innerHTML = `<button disabled>dead</button>
                <i style="font-size: 9px">tiny</i><div style="width: 400px">wide</div>`;
            document.body.prepend(panel);
        }"""
    )
    noted = used(page.locator("#planted"))
    holes = page.locator("#planted").evaluate(
        """panel => {
            panel.innerHTML = `<p>above</p><div style="height: 200px"></div><p>below</p>
                <div style="overflow-x: auto"><svg width="400" height="9"></svg></div>
                <div style="overflow: auto; height: 20px"><p style="height: 22px; margin: 0"></div>
                <style>[data-jp-theme-light=false] #planted button { opacity: 0 }</style>
                <button>pale</button>`;
            return window.atFirstSight(panel);
        }"""
    )
    page.locator("#planted").evaluate("panel => panel.remove()")
    named = ["has a hole", "scrolls by 2 px", "in one theme only: button pale", "scrolls sideways"]
    assert len(holes) == 4 and all(words in hole for words, hole in zip(named, holes))
    kinds = [fault.partition(": ")[2].split()[0] for fault in noted["faults"]]
    assert sorted(kinds) == ["grey:", "has", "letters", "sticks"]
