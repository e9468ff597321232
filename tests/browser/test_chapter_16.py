"""Chapters 16 and 16b in JupyterLab: the priors are set by mouse and keyboard.

A network learns, is stopped and continues to learn.
"""

import re
import time

import pytest
from measured import report
from pages import after_a_stop, eventually
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    code = "from mctslib.course.ch16 import Hunches, LearningCurve\nHunches('A', hunch={})"
    return open_code(code).run_all()


@pytest.fixture(scope="module")
def learning(open_code):
    return open_code(
        "from mctslib.course.ch16 import LearningCurve\nLearningCurve(generations=6)"
    ).run_all()


def place(panel, move, share):
    """Return the place of a share on a move's track, in whichever of the two pictures is visible."""
    return panel.locator(f"[data-pick='{move} {share}']:visible")


def test_a_prior_by_mouse_and_by_keyboard(nb):
    panel, mouse = nb.output("Hunches"), nb.page.mouse
    start, end = (place(panel, 0, share).bounding_box() for share in (15, 60))
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    mouse.up()
    expect(place(panel, 0, 60)).to_have_attribute("aria-pressed", "true")
    told = panel.get_by_role("status").filter(has_text=re.compile(r"Next comes move \d"))
    expect(told).to_be_visible()
    place(panel, 0, 60).press("ArrowLeft")
    expect(place(panel, 0, 55)).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("button", name="All equal").click()
    expect(place(panel, 0, 15)).to_have_attribute("aria-pressed", "true")
    nb.screenshot("chapter 16 priors", panel)


def test_the_other_controls_by_mouse_in_the_dark_and_narrow(nb):
    panel = nb.output("Hunches")
    with nb.seen("Dark", 800):
        panel.get_by_role("button", name="More", exact=True).click()
        panel.get_by_role("button", name="Ask the network").click()
        expect(panel.locator("svg[aria-label*='6: prior 2']:visible")).to_be_visible()
        nb.screenshot("chapter 16 priors dark", panel)
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    before = panel.locator("svg[aria-label*='prior']:visible").first.get_attribute("aria-label")
    panel.get_by_role("button", name="Think longer").click()
    bars = panel.locator("svg[aria-label*='prior']:visible").first
    eventually(lambda: bars.get_attribute("aria-label"), lambda now: now != before)
    assert nb.violations() == [] and nb.complaints() == []


def test_a_guess_is_dragged_and_moved_with_the_arrow_keys(learning):
    panel, mouse = learning.output("LearningCurve"), learning.page.mouse
    start, end = (panel.locator(f"[data-pick='{share}']:visible") for share in (70, 90))
    box, goal = start.bounding_box(), end.bounding_box()
    x = box["x"] + box["width"] / 2
    mouse.move(x, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(x, goal["y"] + goal["height"] / 2, steps=8)
    mouse.up()
    headline = panel.locator(".mcts-headline")
    expect(headline).to_contain_text("You guess 90%")
    expect(end).to_have_attribute("aria-pressed", "true")
    end.press("ArrowUp")
    expect(headline).to_contain_text("You guess 92%")
    learning.page.keyboard.press("ArrowDown")  # the focus has moved with the mark
    expect(headline).to_contain_text("You guess 90%")


def test_a_mixture_is_chosen(open_code):
    nb = open_code(
        "from mctslib.course.ch16b import SelfPlayLab\nSelfPlayLab(generations=1)"
    ).run_all()
    panel = nb.output("SelfPlayLab")
    panel.get_by_role("button", name="noise alone").click()
    headline = panel.locator(".mcts-headline")
    expect(headline).to_contain_text("With noise alone: how high will it climb?")
    panel.get_by_role("button", name="Learn").click()
    expect(headline).to_contain_text("your guess so far", timeout=60_000)
    panel.get_by_role("button", name="neither").click()
    expect(headline).to_contain_text("Without noise or drawn moves: how high")
    expect(panel.locator("text:visible", has_text="noise alone 87%")).to_have_count(0)
    assert nb.violations() == [] and nb.complaints() == []


def test_it_learns_stops_and_goes_on(learning):
    panel = learning.output("LearningCurve")
    panel.get_by_role("button", name="Learn").click()
    stop = panel.get_by_role("button", name="Stop")
    expect(stop).to_be_visible(timeout=60_000)
    start = time.monotonic()
    stop.click()
    stopped = panel.get_by_text("Stopped.")
    expect(stopped.filter(visible=True)).to_be_visible()
    report("Stop in the browser", [1000 * (time.monotonic() - start)], 300)
    after_a_stop(learning.page)
    panel.get_by_role("button", name="Learn").click()
    expect(panel.locator(".mcts-headline")).to_contain_text(
        "Generation 6 of 40: right in", timeout=180_000
    )
    with learning.seen("Dark", 800):
        learning.screenshot("chapter 16 learning dark", panel)
    assert learning.violations() == [] and learning.complaints() == []
