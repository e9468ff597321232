"""Use the clinic of chapter 05 by mouse and keyboard."""

import re

import pytest
from pages import button, menu
from playwright.sync_api import expect

HARD_SPACE = "\xa0"  # which a menu has in place of each space


def read(nb, words):
    """Return the visible text with these words, not a hidden copy that keeps its room."""
    return nb.page.get_by_text(words).filter(visible=True)


@pytest.fixture(scope="module")
def clinic(open_code):
    nb = open_code(
        "from mctslib.course.ch05 import Clinic\nClinic('no sides', 'random as X')"
    ).run_all()
    expect(read(nb, re.compile("Does .* find a bug"))).to_be_visible()
    return nb


def test_every_instrument_by_mouse(clinic):
    names = menu(clinic, "instrument").locator("option").all_inner_texts()
    for name in reversed(names):  # the first one is chosen already
        menu(clinic, "instrument").select_option(name)
        expect(clinic.page.locator(".mcts-panel")).to_contain_text(
            re.compile(f"^.{{0,3}}{name.replace(HARD_SPACE, ' ')}. finds (the|no) bug")
        )


def test_the_menus_by_keyboard(clinic):
    """The panel handles the arrow keys, letters and Tab itself.

    Otherwise these keys would make JupyterLab leave or delete the cell.
    """
    menu(clinic, "bug").select_option("no sides")
    menu(clinic, "bug").press("ArrowDown")
    expect(clinic.page.locator(".mcts-panel")).to_contain_text("player to move there")
    clinic.page.keyboard.press("Tab")
    clinic.page.keyboard.type("random as X")
    expect(clinic.page.locator(".mcts-panel")).to_contain_text("How often the engine wins as X")
    button(clinic, "Run it now").press("Enter")
    expect(read(clinic, re.compile("In 20 trials now"))).to_be_visible(timeout=60_000)


def test_stop_while_games_are_played(clinic):
    menu(clinic, "instrument").select_option("perfect as O")
    button(clinic, "Run it now").click()
    expect(read(clinic, re.compile("In [1-9][0-9]* trials now"))).to_be_visible(timeout=30_000)
    clinic.page.locator(".mcts-act", has_text="Stop").click()
    expect(read(clinic, "Stopped. The result")).to_be_visible()
