"""Chapter 14 in JupyterLab: β slides from Q to AMAF, by keyboard; other playouts, other dice.

The widget is also looked at in the dark theme and in a narrow window.
"""

import re

import pytest
from measured import report
from pages import CLOCK, button, handle
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code(
        "from mctslib.course.ch14 import BetaMap\nBetaMap(playouts=100, beta=0.5)"
    ).run_all()
    expect(nb.page.get_by_role("img", name="mean of 8 searches")).to_be_visible(timeout=90_000)
    return nb


def test_beta_by_keyboard_redraws_at_once(nb):
    times = []
    handle(nb, "β").evaluate("e => e.id = 'knob'")
    for step in range(11, 19):
        times.append(nb.page.evaluate(CLOCK, ["#knob", "ArrowRight", f"β = {step / 20:.2f}"]))
    report("β to picture", times, 200)
    handle(nb, "β").press("End")
    expect(nb.page.get_by_text("AMAF alone after 100 playouts")).to_be_visible()
    nb.screenshot("chapter 14 AMAF", nb.page.locator(".mcts-panel").first)


def test_playouts_by_keyboard_and_other_dice_by_mouse(nb):
    handle(nb, "playouts").press("ArrowRight")
    expect(nb.page.get_by_role("img", name="after 200 playouts, mean of 8")).to_be_visible()
    before = nb.page.locator(".mcts-panel svg").first.inner_html()
    button(nb, "Other dice").click()
    expect(nb.page.locator(".mcts-panel svg").first).not_to_have_text(re.compile("^$"))
    nb.page.wait_for_function(
        "before => document.querySelector('.mcts-panel svg').innerHTML != before", arg=before
    )


def test_dark_and_narrow_nothing_is_cut(nb):
    panel = nb.page.locator(".mcts-panel").first
    with nb.seen("Dark", 800):
        nb.screenshot("chapter 14 dark 800", panel)
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert nb.violations() == [] and nb.complaints() == []
