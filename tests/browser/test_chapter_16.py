"""Chapter 16 in JupyterLab: the priors by mouse and keyboard.

A network learns, is stopped and goes on.
"""

import re
import time

import pytest
from measured import report
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    code = "from mctslib.course.ch16 import Hunches, LearningCurve\nHunches('A', source='oracle')"
    return open_code(code).run_all()


@pytest.fixture(scope="module")
def learning(open_code):
    return open_code(
        "from mctslib.course.ch16 import LearningCurve\nLearningCurve(generations=2)"
    ).run_all()


def test_the_sliders_by_keyboard(nb):
    panel = nb.output("Hunches")
    knob = panel.get_by_role("slider", name="move 0")
    expect(panel.get_by_text(re.compile("The search plays [28], ✓ right."))).to_be_visible()
    times = []
    for share in ("16%", "15%", "14%"):  # of 75 in 450, five less each time
        knob.focus()
        start = time.monotonic()
        nb.page.keyboard.press("PageDown")
        expect(panel.locator(f"svg[aria-label*='0: prior {share}']")).to_be_visible()
        times.append(1000 * (time.monotonic() - start))
    report("a prior slider in the browser", times, 150)
    nb.screenshot("chapter 16 priors", panel)


def test_the_other_controls_by_mouse_in_the_dark_and_narrow(nb):
    panel = nb.output("Hunches")
    with nb.seen("Dark", 800):
        panel.get_by_role("button", name="Ask the network").click()
        expect(panel.locator("svg[aria-label*='6: prior 2']")).to_be_visible()
        panel.get_by_role("button", name="playouts").click()
        expect(panel.locator("svg[aria-label*='values by playouts']")).to_be_visible()
        panel.get_by_role("button", name="All equal").click()
        expect(panel.locator("svg[aria-label*='1: prior 17%']")).to_be_visible()
        nb.screenshot("chapter 16 priors dark", panel)
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    panel.get_by_label("position").select_option(label="S")
    expect(panel.get_by_role("slider", name="move 0")).to_be_hidden()
    assert nb.violations() == [] and nb.complaints() == []


def test_a_game_against_a_generation(open_code):
    nb = open_code(
        "from mctslib.course.ch16 import PlayGeneration\nPlayGeneration('c4', seed=0)"
    ).run_all()
    panel = nb.output("PlayGeneration")
    slider = panel.get_by_role("slider", name="generation")
    slider.focus()
    nb.page.keyboard.press("Home")
    panel.locator("[data-cell='2']").click()
    expect(panel.locator(".mark-X, .mark-O")).to_have_count(2, timeout=30_000)
    slider.focus()
    nb.page.keyboard.press("End")
    expect(panel.locator(".mark-X, .mark-O")).to_have_count(0)
    nb.screenshot("chapter 16 a generation", panel)
    assert nb.violations() == [] and nb.complaints() == []


def test_it_learns_stops_and_goes_on(learning):
    panel = learning.output("LearningCurve")
    panel.get_by_role("button", name="Learn").click()
    expect(panel.get_by_text(re.compile("learning, [1-9]"))).to_be_visible(timeout=60_000)
    start = time.monotonic()
    panel.get_by_role("button", name="Stop").click()
    expect(panel.get_by_text("goes on from the step it was in")).to_be_visible()
    report("Stop in the browser", [1000 * (time.monotonic() - start)], 300)
    panel.get_by_role("button", name="Learn").click()
    expect(panel.get_by_text("2 generations, 128 games.")).to_be_visible(timeout=120_000)
    with learning.seen("Dark", 800):
        learning.screenshot("chapter 16 learning dark", panel)
    assert learning.violations() == [] and learning.complaints() == []
