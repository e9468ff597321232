"""In front of a class, by keyboard alone: F fills the screen, and the arrows walk through a game."""

import pytest
from pages import eventually
from playwright.sync_api import expect

PANELS = {  # name → the cell that shows the panel, and the part that hears the keys
    "Play": (
        "from mctslib import TicTacToe\nfrom mctslib.widgets import Play\n"
        "Play(TicTacToe(), human='both', moves=(4, 0, 2, 6, 3, 5, 1, 7, 8), seed=0)",
        ".mcts-board [role=gridcell][tabindex='0']",
    ),
    "StepperView": (
        "from mctslib import TicTacToe\nfrom mctslib.widgets import StepperView\n"
        "StepperView(TicTacToe(), iterations=6)",
        ".mcts-panel[tabindex='0']",
    ),
    "Atlas": (
        "from mctslib import TicTacToe\nfrom mctslib.widgets import Atlas\n"
        "Atlas(TicTacToe(), iterations=200)",
        ".mcts-atlas canvas",
    ),
}
FILLED = "() => document.fullscreenElement?.classList.contains('mcts-panel') ?? false"


@pytest.mark.parametrize("name", PANELS)
def test_f_fills_the_screen_and_f_ends_it(open_code, name):
    code, part = PANELS[name]
    nb = open_code(code).run_all()
    heard = nb.page.locator(part).first
    heard.focus()
    nb.page.keyboard.press("f")
    eventually(lambda: nb.page.evaluate(FILLED), bool)
    nb.screenshot(f"{name} fills the screen")
    nb.page.keyboard.press("f")
    eventually(lambda: nb.page.evaluate(FILLED), lambda filled: not filled)


def test_the_arrows_walk_through_the_moves_of_a_finished_game(open_code):
    nb = open_code(PANELS["Play"][0]).run_all()
    marks = nb.page.locator(".mcts-board .mark-X, .mcts-board .mark-O")
    expect(marks).to_have_count(9)
    nb.page.locator(PANELS["Play"][1]).first.focus()
    nb.page.keyboard.press("ArrowLeft")
    expect(marks).to_have_count(8)
    nb.page.keyboard.press("ArrowLeft")
    expect(marks).to_have_count(7)
    nb.page.keyboard.press("ArrowRight")
    expect(marks).to_have_count(8)
