"""Chapter 12b runs completely in JupyterLab.

Connect Four is played against both engines, by mouse and by keyboard.
"""

import re

import pytest
from playwright.sync_api import expect

SPEED = re.compile(r"The (readable|compiled) engine: [\d,]+ iterations per second")


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(
        "from mctslib.course.ch12b import SpeedPlay\nSpeedPlay(engine='readable', seconds=0.3)"
    ).run_all()


@pytest.fixture
def panel(nb):
    """Press "New game", and return the widget."""
    panel = nb.output("SpeedPlay")
    panel.get_by_role("button", name="New game").click()
    expect(panel.locator(".say")).to_contain_text("Your turn: X to move")
    return panel


def answered(panel, moves):
    """Wait until `moves` discs lie on the board and the person is to move or the game is over."""
    expect(panel.locator(".mark-X, .mark-O")).to_have_count(moves, timeout=60_000)
    expect(panel.locator(".say")).to_contain_text(re.compile("Your turn|is over"), timeout=60_000)


def test_a_click_is_answered_with_the_speed_and_the_visits(nb, panel):
    panel.locator("[data-cell='3']").click()
    answered(panel, 2)
    expect(panel.get_by_text(SPEED).filter(visible=True)).to_be_visible()
    expect(panel.get_by_role("img", name="Visits per column")).to_be_visible()
    expect(panel.get_by_role("img", name="Iterations per second. readable:")).to_be_visible()
    nb.screenshot("chapter 12 readable", panel)


def test_the_compiled_engine_by_keyboard_in_the_dark_and_narrow(nb, panel):
    with nb.seen("Dark", 800):
        panel.get_by_role("button", name="More").click()
        panel.get_by_role("button", name="compiled").click()
        panel.locator(".mcts-board [tabindex='0']").focus()
        for turn, key in enumerate("324", 1):
            nb.page.keyboard.press(key)
            answered(panel, 2 * turn)
        expect(panel.get_by_text("The compiled engine:").filter(visible=True)).to_be_visible()
        nb.screenshot("chapter 12 compiled dark", panel)
        nb.page.keyboard.press("u")
        answered(panel, 4)
        nb.at_rest()
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1


def test_stop_and_the_slider(nb, panel):
    slider = panel.get_by_role("slider")
    slider.press("End")
    panel.locator("[data-cell='3']").click()
    expect(panel.get_by_text(SPEED).filter(visible=True)).to_be_visible()
    panel.get_by_role("button", name="Stop").click()
    answered(panel, 2)
    slider.press("Home")
    panel.locator("[data-cell='3']").click()
    answered(panel, 4)


def test_the_engine_plays_itself_to_the_end(nb, panel):
    panel.get_by_role("button", name="⚙").click()
    panel.get_by_label("You are").select_option(label="nobody, the engine plays both sides")
    expect(panel.locator(".say")).to_contain_text("The game is over", timeout=120_000)
    nb.screenshot("chapter 12 game over", panel)
    panel.get_by_label("You are").select_option(label="X, moving first")


def test_the_parts_are_accessible(nb, panel):
    panel.locator("[data-cell='3']").click()
    answered(panel, 2)
    assert nb.violations() == []
