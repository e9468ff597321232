"""In every panel, arrow keys change the menus, and no key triggers a JupyterLab shortcut."""

import asyncio

import ipywidgets as W
import pytest
from pages import eventually
from panels import panels, shown_parts

from mctslib import TicTacToe, record, search

# name of a panel → its arguments, if the panel needs some
MADE_OF = {
    "Atlas": "TicTacToe(), iterations=100",
    "Checkpoint": "'03-draw'",
    "LiveTree": "TicTacToe(), iterations=8",
    "Play": "seed=1",
    "Prediction": "'03-nodes'",
    "StepperView": "TicTacToe(), iterations=20",
    "TwoTrees": "[[search(TicTacToe(), n, seed=0) for n in (10, 100)]]",
}
NAMES = {"TicTacToe": TicTacToe, "record": record, "search": search}


async def calls():
    """Return the code of a cell for each panel of the library that shows a menu.

    To find these panels, the function makes each panel of the library in an event loop that stops
    before work begins.
    """
    found = []
    for name, kind in panels().items():
        call = f"{name}({MADE_OF.get(name, '')})"
        panel = eval(call, {**NAMES, name: kind})
        menus = [part for part in shown_parts(panel) if isinstance(part, W.Dropdown)]
        if any(len(menu.options) > 1 for menu in menus):
            found.append(f"from {kind.__module__} import {name}\n{call}")
        panel.close()
    return found


PANELS = asyncio.run(calls())
MARKED = (
    "() => [...document.querySelectorAll('.mcts-panel select')].every(m => "
    "m.dataset.lmSuppressShortcuts)"
)
CHOSEN = "menu => menu.selectedIndex"
ARROW = "menu => getComputedStyle(menu).backgroundImage"


HALVES = PANELS[::2], PANELS[1::2]  # a busy machine cannot show all panels at once


@pytest.fixture(scope="module", params=HALVES, ids=["first half", "second half"])
def calls_here(request):
    return request.param


@pytest.fixture(scope="module")
def nb(open_code, calls_here):
    imports = "from mctslib import TicTacToe, record, search"
    return open_code(imports, *calls_here, "'the end'").run_all()


def test_the_arrows_of_menus_are_seen_in_the_dark(nb):
    menu = nb.page.locator(".mcts-panel .widget-dropdown select").first
    light = menu.evaluate(ARROW)
    assert "white" not in light and light.startswith("url(")
    with nb.seen("Dark"):
        nb.screenshot("menu, dark", menu)
        eventually(lambda: menu.evaluate(ARROW), lambda dark: "white" in dark)
    eventually(lambda: menu.evaluate(ARROW), lambda again: again == light)


def test_menus_by_keyboard(nb, calls_here):
    shown = f"document.querySelectorAll('.mcts-panel').length >= {len(calls_here)}"
    nb.page.wait_for_function(shown)
    nb.page.wait_for_function(MARKED)
    nb.at_rest()
    cells, tried = nb.page.locator(".jp-Cell").count(), 0
    for menu in nb.page.locator(".mcts-panel select").all():
        if menu.is_visible() and menu.locator("option").count() > 1:
            tried += 1
            first = menu.evaluate(CHOSEN)
            menu.press("ArrowUp" if first else "ArrowDown")
            wanted = first - 1 if first else 1
            eventually(
                lambda menu=menu: menu.evaluate(CHOSEN),
                lambda chosen, wanted=wanted: chosen == wanted,
            )
            nb.page.keyboard.type("ddax")  # in command mode these keys delete, insert or cut a cell
            assert nb.page.locator(".jp-Cell").count() == cells
    assert tried >= len(calls_here)
