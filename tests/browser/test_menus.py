"""Menus of every panel by keyboard: arrows change them, and JupyterLab's own shortcuts leave the
notebook alone.
"""

import pytest
from pages import eventually

IMPORTS = """
from mctslib import TicTacToe
from mctslib.course.ch01 import FlatExplorer
from mctslib.course.ch02 import Bandit
from mctslib.course.ch05 import BlindRound, Clinic
from mctslib.course.ch06 import Growth
from mctslib.course.ch07 import CExplorer
from mctslib.course.ch08 import Race
from mctslib.course.ch09b import Tournament
from mctslib.widgets import Play, StepperView
"""
PANELS = [
    "Play(seed=1)",
    "StepperView(TicTacToe(), iterations=20)",
    "CExplorer()",
    "Race()",
    "FlatExplorer()",
    "Bandit()",
    "Growth()",
    "Tournament()",
    "Clinic()",
    "BlindRound(seed=5)",
]
MARKED = (
    "() => [...document.querySelectorAll('.mcts-panel select')].every(m => "
    "m.dataset.lmSuppressShortcuts)"
)
CHOSEN = "menu => menu.selectedIndex"
ARROW = "menu => getComputedStyle(menu).backgroundImage"


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(IMPORTS, *PANELS, "'the end'").run_all()


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
