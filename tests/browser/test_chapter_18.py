"""Chapter 18 in JupyterLab: mouse and keys move the hole, and a slider sets the exponent."""

import pytest
from pages import button
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code("from mctslib.course.ch18 import PuttingLab\nPuttingLab(200)").run_all()


def test_the_hole_by_mouse_and_by_arrow_keys(nb):
    lab = nb.output("PuttingLab")
    lab.locator("[data-pick='55 20']").filter(visible=True).last.click()
    there = lab.locator("[data-pick='55 20'][aria-pressed='true']").filter(visible=True)
    expect(there).to_have_count(2, timeout=30_000)
    lab.locator("[data-pick='55 20']").filter(visible=True).last.press("ArrowRight")
    moved = lab.locator("[data-pick='65 20'][aria-pressed='true']").filter(visible=True)
    expect(moved).to_have_count(2)
    nb.screenshot("chapter 18 hole moved", lab)


def test_the_exponent_slides_by_keyboard_and_the_search_thinks_longer(nb):
    lab = nb.output("PuttingLab")
    slider = lab.get_by_role("slider").first
    slider.focus()
    slider.press("Home")
    expect(lab).to_contain_text("Strokes tried: 2 first", timeout=30_000)
    button(nb, "Think longer").click()
    expect(lab).to_contain_text("400 iterations:", timeout=30_000)
