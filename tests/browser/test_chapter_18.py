"""Chapter 18 in JupyterLab: mouse and keys move the hole, and a slider sets the exponent.

After the hole has moved, both searches start again.
"""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch18 import PuttingLab\nPuttingLab(300)").run_all()
    finished(nb)
    return nb


def lab(nb):
    return nb.page.locator(".mcts-lab").first


def finished(nb):
    """Wait until all searches are done and the first button offers further iterations."""
    expect(lab(nb).get_by_role("button", name="1,000 more")).to_be_visible(timeout=90_000)


def handle(nb, what, green=0):
    return lab(nb).get_by_role("button", name=re.compile(f"^{what}")).nth(green)


def drag(nb, what, across, up):
    """Drag a handle of the right green by `across` and `up`, two shares of the green's width."""
    box = handle(nb, what, 1).locator(".ring").bounding_box()
    side = lab(nb).locator(".green svg").nth(1).bounding_box()["width"]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = nb.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in (0.5, 1):
        mouse.move(x + step * across * side, y - step * up * side)
    mouse.up()


def test_the_hole_is_dragged_and_both_searches_start_again(nb):
    handle(nb, "Hole").scroll_into_view_if_needed()
    drag(nb, "Hole", 0.2, -0.55)
    expect(handle(nb, "Hole")).to_have_attribute(
        "aria-label", re.compile(r"Hole at 0\.5\d, 0\.2\d")
    )
    finished(nb)
    expect(lab(nb).locator(".score").nth(1)).to_contain_text("of 8 runs", timeout=90_000)
    nb.screenshot("chapter 18 hole dragged", lab(nb))


def test_the_wall_is_dragged(nb):
    drag(nb, "End of the wall", -0.3, 0)
    expect(handle(nb, "End of the wall")).to_have_attribute(
        "aria-label", re.compile(r"wall at 0\.[34]\d")
    )
    finished(nb)


def test_arrow_keys_move_the_hole_and_stay_in_the_widget(nb):
    hole = handle(nb, "Hole")
    before = hole.get_attribute("aria-label")
    hole.focus()
    for _ in range(3):
        nb.page.keyboard.press("ArrowUp")
    expect(hole).not_to_have_attribute("aria-label", before)
    expect(hole).to_be_focused()
    finished(nb)


def test_the_exponent_slides_by_keyboard(nb):
    slider = lab(nb).get_by_role("slider")
    slider.focus()
    slider.press("Home")
    expect(lab(nb).locator("output")).to_have_text("0.10")
    expect(lab(nb).locator(".caption").nth(1)).to_contain_text("2 first strokes", timeout=90_000)
    finished(nb)


def test_more_iterations_and_nothing_jumps(nb):
    first = lab(nb).locator("button.first")
    before = lab(nb).bounding_box()["height"]
    first.click()
    expect(lab(nb)).to_contain_text("1,300 iterations each", timeout=90_000)
    finished(nb)
    assert abs(lab(nb).bounding_box()["height"] - before) < 2
