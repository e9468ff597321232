"""Use the clinic, the blind round and chapter 05 by mouse and keyboard, in both themes.

The program axe checks whether the widgets are accessible.
"""

import re

import pytest
from pages import button, menu
from playwright.sync_api import expect


def headline(nb):
    return nb.page.locator(".mcts-headline [role=status]")


def read(nb, words):
    """Return the visible text with these words, not a hidden copy that keeps its room."""
    return nb.page.get_by_text(words).filter(visible=True)


@pytest.fixture(scope="module")
def clinic(open_code):
    nb = open_code(
        "from mctslib.course.ch05 import Clinic\nClinic('no sides', 'random as X')"
    ).run_all()
    expect(read(nb, "Cannot tell it from the healthy engine")).to_be_visible()
    return nb


@pytest.fixture(scope="module")
def blind(open_code):
    nb = open_code("from mctslib.course.ch05 import BlindRound\nBlindRound(seed=5)").run_all()
    expect(headline(nb)).to_contain_text("0 instruments used")
    return nb


def test_every_instrument_by_mouse(clinic):
    for name in menu(clinic, "instrument").locator("option").all_inner_texts():
        menu(clinic, "instrument").select_option(name)
        expect(clinic.page.locator(".mcts-panel")).to_contain_text(
            re.compile("Finds the bug|Does not find the bug")
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
    expect(read(clinic, re.compile("Now, with 20 trials"))).to_be_visible(timeout=60_000)


def test_stop_while_games_are_played(clinic):
    menu(clinic, "instrument").select_option("perfect as O")
    button(clinic, "Run it now").click()
    expect(read(clinic, re.compile("Now, with [1-9]"))).to_be_visible(timeout=30_000)
    clinic.page.locator(".mcts-act", has_text="Stop").click()
    expect(read(clinic, "Stopped. The result")).to_be_visible()


def test_a_blind_round_to_its_name(blind):
    for instrument in ("random as X", "formula", "tree by hand"):
        button(blind, instrument).click()
        expect(read(blind, f"{instrument}:")).to_be_visible()
    expect(headline(blind)).to_contain_text("3 instruments used")
    for name in menu(blind, "it is").locator("option").all_inner_texts()[1:]:
        menu(blind, "it is").select_option(name)
        button(blind, "Name it").click()
        refused = blind.page.get_by_text(f"Not “{name}”")
        right = headline(blind).get_by_text("✓ Right:")
        expect(refused.or_(right)).to_be_visible()
        if right.count():
            break
    expect(headline(blind)).to_contain_text("Instruments used: 3")
    blind.screenshot("blind round, named")
    button(blind, "New engine").press("Enter")
    expect(headline(blind)).to_contain_text("0 instruments used")


@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("name", ["clinic", "blind"])
def test_it_is_accessible_in_either_theme(name, theme, request):
    nb = request.getfixturevalue(name)
    with nb.seen(theme):
        if name == "blind":
            button(nb, "perft").click()
            expect(read(nb, "perft:")).to_be_visible()
        nb.screenshot(f"{name}, {theme}")
        assert nb.violations() == []
