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
    code = "from mctslib.course.ch16 import Hunches, LearningCurve\nHunches('A', source='oracle')"
    return open_code(code).run_all()


@pytest.fixture(scope="module")
def learning(open_code):
    return open_code(
        "from mctslib.course.ch16 import LearningCurve\nLearningCurve(generations=20)"
    ).run_all()


def handle(panel, move):
    """Return the handle of a move's bar in whichever of the two pictures is visible."""
    return panel.locator(f".handle[data-action='{move}']:visible")


def test_a_bar_by_mouse_and_by_keyboard(nb):
    panel = nb.output("Hunches")
    knob = handle(panel, 0)
    expect(knob).to_have_attribute("aria-valuenow", "17")
    box = knob.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    nb.page.mouse.move(*middle)
    nb.page.mouse.down()
    nb.page.mouse.move(middle[0] + 60, middle[1])
    expect(knob).not_to_have_attribute("aria-valuenow", "17")
    nb.page.mouse.up()
    told = panel.get_by_role("status").filter(has_text=re.compile(r"Next comes move \d"))
    expect(told).to_be_visible()
    panel.get_by_role("button", name="All equal").click()
    expect(handle(panel, 0)).to_have_attribute("aria-valuenow", "17")
    times = []
    handle(panel, 0).focus()
    for share in ("12", "7", "2"):
        start = time.monotonic()
        nb.page.keyboard.press("PageDown")
        expect(handle(panel, 0)).to_have_attribute("aria-valuenow", share)
        times.append(1000 * (time.monotonic() - start))
    report("a prior in the browser", times, 150)
    nb.screenshot("chapter 16 priors", panel)


def test_a_cell_lights_its_row_and_leads_to_its_handle(nb):
    panel = nb.output("Hunches")
    cell = panel.locator("rect[data-part='8']:visible")
    row = panel.locator("g[data-part='8']:visible")
    row.hover(position={"x": 8, "y": 8})
    expect(cell).to_have_class("mcts-lit")
    panel.locator(".mcts-headline").hover()
    expect(cell).not_to_have_class("mcts-lit")
    cell.click()
    expect(handle(panel, 8)).to_be_focused()
    nb.page.keyboard.press("Tab")
    expect(row).not_to_have_class("mcts-lit")


def test_the_other_controls_by_mouse_in_the_dark_and_narrow(nb):
    panel = nb.output("Hunches")
    with nb.seen("Dark", 800):
        panel.get_by_role("button", name="More", exact=True).click()
        panel.get_by_role("button", name="Ask the network").click()
        expect(panel.locator("svg[aria-label*='6: prior 2']:visible")).to_be_visible()
        panel.get_by_role("button", name="playouts").click()
        panel.get_by_role("button", name="All equal").click()
        expect(handle(panel, 1)).to_have_attribute("aria-valuenow", "17")
        nb.screenshot("chapter 16 priors dark", panel)
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
        expect(panel.locator(".narrow svg")).to_be_visible()
    before = panel.locator("svg[aria-label*='prior']:visible").first.get_attribute("aria-label")
    panel.get_by_role("button", name="Think longer").click()
    bars = panel.locator("svg[aria-label*='prior']:visible").first
    eventually(lambda: bars.get_attribute("aria-label"), lambda now: now != before)
    assert nb.violations() == [] and nb.complaints() == []


def test_a_game_against_a_generation(open_code):
    nb = open_code(
        "from mctslib.course.ch16 import PlayGeneration\nPlayGeneration('c4', seed=0)"
    ).run_all()
    panel = nb.output("PlayGeneration")
    panel.locator("[data-cell='2']").click()
    expect(panel.locator(".mark-X, .mark-O")).to_have_count(2, timeout=30_000)
    panel.get_by_role("button", name="generation 60").locator("visible=true").click()
    expect(panel.locator(".mark-X, .mark-O")).to_have_count(0)
    nb.screenshot("chapter 16 a generation", panel)
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


def test_cards_are_pressed_and_reached_with_the_arrow_keys(open_code):
    nb = open_code(
        "from mctslib.course.ch16b import SelfPlayLab\nSelfPlayLab(generations=1)"
    ).run_all()
    panel = nb.output("SelfPlayLab")
    card = panel.locator("[data-pick='noise alone']")
    card.click()
    headline = panel.locator(".mcts-headline")
    expect(headline).to_contain_text("Noise alone: where will the curve end?")
    panel.get_by_role("button", name="Learn").click()
    expect(headline).to_contain_text(
        re.compile("Noise alone: from.* in 1 generation"), timeout=60_000
    )
    expect(card).to_have_attribute("aria-pressed", "true")
    panel.locator("[data-pick='noise alone']").press("ArrowRight")
    expect(headline).to_contain_text("Neither: where will the curve end?")
    expect(panel.locator("text:visible", has_text="noise alone 87%")).to_be_visible()
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
        "20 generations: right in", timeout=180_000
    )
    with learning.seen("Dark", 800):
        learning.screenshot("chapter 16 learning dark", panel)
    assert learning.violations() == [] and learning.complaints() == []
