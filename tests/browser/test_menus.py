"""Menus of every panel by keyboard: arrows change them, and JupyterLab's own shortcuts leave the
notebook alone.
"""

import asyncio

import ipywidgets as W
import pytest
from pages import eventually
from panels import all_parts, panels

from mctslib import TicTacToe, record

# What a panel is made of that cannot be made of nothing.
MADE_OF = {
    "Atlas": "TicTacToe(), iterations=100",
    "BlindRound": "seed=5",
    "Checkpoint": "'03-draw'",
    "LiveTree": "TicTacToe(), iterations=8",
    "Paper": "record(TicTacToe(), 6, seed=12), 6",
    "Play": "seed=1",
    "Prediction": "'03-nodes'",
    "StepperView": "TicTacToe(), iterations=20",
}
NAMES = {"TicTacToe": TicTacToe, "record": record}


async def calls():
    """Return the calls that make each panel of the library that has a menu, with their imports.

    They are made here once, in an event loop, so that their work does not begin.
    """
    found = []
    for name, kind in panels().items():
        call = f"{name}({MADE_OF.get(name, '')})"
        panel = eval(call, {**NAMES, name: kind})
        if any(isinstance(part, W.Dropdown) for part in all_parts(panel)):
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


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code("from mctslib import TicTacToe, record", *PANELS, "'the end'").run_all()


def test_the_arrows_of_menus_are_seen_in_the_dark(nb):
    menu = nb.page.locator(".mcts-panel .widget-dropdown select").first
    light = menu.evaluate(ARROW)
    assert "white" not in light and light.startswith("url(")
    with nb.seen("Dark"):
        nb.screenshot("menu, dark", menu)
        eventually(lambda: menu.evaluate(ARROW), lambda dark: "white" in dark)
    eventually(lambda: menu.evaluate(ARROW), lambda again: again == light)


def test_menus_by_keyboard(nb):
    nb.page.wait_for_function(f"document.querySelectorAll('.mcts-panel').length >= {len(PANELS)}")
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
            nb.page.keyboard.type("ddax")  # in command mode: delete, insert above, cut a cell
            assert nb.page.locator(".jp-Cell").count() == cells
    assert tried >= len(PANELS)
