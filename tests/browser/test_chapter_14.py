"""Chapter 14's figure in JupyterLab: mouse and keyboard choose a cell of its table."""

import re

import pytest
from pages import button, finger
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch14 import BetaMap\nBetaMap(200, 0.5)").run_all()
    expect(nb.page.get_by_text("Violet, β = 0.5:")).to_be_visible(timeout=90_000)
    return nb


def headline(nb):
    return nb.page.locator(".mcts-headline")


def cell(nb, label):
    """Return a cell of the version of the table that fits."""
    return nb.page.get_by_label(label).filter(visible=True)


def test_a_cell_by_mouse_and_the_next_by_keyboard(nb):
    cell(nb, "3,200 playouts, β = 0.9:").click()
    expect(nb.page.get_by_text("Violet, β = 0.9:")).to_be_visible()
    cell(nb, "3,200 playouts, β = 0.9:").press("ArrowRight")
    expect(nb.page.get_by_text("Violet, β = 1:")).to_be_visible()
    cell(nb, "3,200 playouts, β = 1:").press("ArrowUp")
    expect(headline(nb)).to_contain_text("After 1,600 playouts")


def test_the_bar(nb):
    button(nb, "Undo").click()
    expect(headline(nb)).to_contain_text("After 3,200 playouts")
    button(nb, "From the top").click()
    expect(headline(nb)).to_contain_text("After 10 playouts")
    button(nb, "More playouts").click()
    expect(headline(nb)).to_contain_text("After 20 playouts")


def test_a_finger_slides_to_a_cell_that_is_too_small_for_it(nb):
    """A label above the finger names the nearest cell; lifting the finger picks this cell."""
    page = nb.page

    def picked(place):
        return page.locator(f"[data-pick='{place}']").filter(visible=True)

    def middle(place):
        box = picked(place).bounding_box()
        assert min(box["width"], box["height"]) < 44
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    for place in ("3200 0.5", "10 0.5"):  # the last row and the first
        picked(place).scroll_into_view_if_needed()
    touch = finger(page)
    label = page.locator(".mcts-under-finger")
    start, end = middle("100 0.2"), middle("50 0.7")
    touch("touchStart", start)
    expect(label).to_have_text(re.compile("^100 playouts, β = 0.2: "))
    for k in range(1, 6):
        touch("touchMove", [here + k / 5 * (there - here) for here, there in zip(start, end)])
    expect(label).to_have_text(re.compile("^50 playouts, β = 0.7: "))
    box = label.bounding_box()
    assert box["height"] >= 44 and box["y"] + box["height"] < end[1] - 20
    assert page.get_by_text("Violet, β = 0.7:").count() == 0
    touch("touchEnd")
    expect(page.get_by_text("Violet, β = 0.7:")).to_be_visible()
    expect(label).to_have_count(0)
    touch("touchStart", middle("400 0.3"))
    touch("touchEnd")
    expect(page.get_by_text("Violet, β = 0.3:")).to_be_visible()
    button(nb, "Undo").click()
    expect(page.get_by_text("Violet, β = 0.7:")).to_be_visible()
