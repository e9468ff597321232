"""Chapter 06b's tree and graph in JupyterLab: copies light up, and two of them are merged."""

import pytest
from pages import button
from playwright.sync_api import expect

LIT = ".mcts-if-wide [data-pick][aria-pressed=true]:visible"
LEFT = ".mcts-if-wide [data-pick='{}']:visible"


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch06b import Meeting\nMeeting()").run_all()
    expect(nb.page.get_by_text("3 sticks, X to move, stands twice")).to_be_visible(timeout=90_000)
    return nb


def lit(nb):
    """Return what stands in the boxes that are lit, on both sides."""
    return [box.get_attribute("aria-label") for box in nb.page.locator(LIT).all()]


def test_a_touch_lights_all_copies(nb):
    nb.page.locator(LEFT.format("t53")).click()
    expect(nb.page.get_by_text("The tree counts 11 and 5.")).to_be_visible()
    assert len(set(lit(nb))) == 3
    nb.page.locator(LEFT.format("t42")).click()
    expect(nb.page.get_by_text("2 sticks, X to move: one node in the tree")).to_be_visible()
    expect(nb.page.locator(LIT)).to_have_count(2)
    nb.page.locator(LEFT.format("g21")).click()
    expect(nb.page.get_by_text("2 sticks, O to move, stands twice in the tree")).to_be_visible()
    nb.page.locator(LEFT.format("g21")).press("ArrowLeft")
    expect(nb.page.get_by_text("3 sticks, O to move: one node")).to_be_visible()


def test_two_copies_are_merged_and_parted(nb):
    nb.page.locator(LEFT.format("t53")).click()
    nb.page.locator(LEFT.format("t43")).click()
    button(nb, "Merge two").click()
    expect(nb.page.get_by_text("N 11 + 5 = 16.")).to_be_visible()
    expect(nb.page.get_by_text("5 O keeps its 11, Q 0.29 → 0.34")).to_be_visible()
    assert len(lit(nb)) == 2
    button(nb, "Undo").click()
    expect(nb.page.get_by_text("3 sticks, X to move, stands twice")).to_be_visible()


@pytest.mark.parametrize("width, most", [(1400, 700), (390, 844)])
def test_it_fits_one_screen(nb, width, most):
    sidebar = "window.jupyterapp.shell.{}Left()"
    if width == 390:
        nb.page.evaluate(sidebar.format("collapse"))
    with nb.seen("Light", width):
        panel = nb.page.locator(".mcts-framed").first
        assert panel.bounding_box()["height"] <= most
        assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    nb.page.evaluate(sidebar.format("expand"))
