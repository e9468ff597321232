"""Chapter 14's figure in JupyterLab: its table is the control, by mouse and by keyboard."""

import pytest
from pages import LIGHTS, button, is_whole
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch14 import BetaMap\nBetaMap(200, 0.5)").run_all()
    expect(nb.page.get_by_text("At β = 0.5 after 200 playouts")).to_be_visible(timeout=90_000)
    return nb


def test_a_cell_by_mouse_and_the_next_by_keyboard(nb):
    nb.page.get_by_label("3,200 playouts, β = 0.9:").click()
    expect(nb.page.get_by_text("At β = 0.9 after 3,200 playouts")).to_be_visible()
    nb.page.get_by_label("3,200 playouts, β = 0.9:").press("ArrowRight")
    expect(nb.page.get_by_text("At β = 1 after 3,200 playouts")).to_be_visible()
    nb.page.get_by_label("3,200 playouts, β = 1:").press("ArrowUp")
    expect(nb.page.get_by_text("At β = 1 after 1,600 playouts")).to_be_visible()


def test_the_bar(nb):
    button(nb, "Undo").click()
    expect(nb.page.get_by_text("At β = 1 after 3,200 playouts")).to_be_visible()
    button(nb, "Double the playouts").click()
    expect(nb.page.get_by_text("At β = 1 after 10 playouts")).to_be_visible()
    button(nb, "↻ Other seed").click()
    expect(nb.page.get_by_text("Search 2 of 8")).to_be_visible()


@LIGHTS
def test_nothing_is_cut(nb, theme, width):
    is_whole(nb, nb.page.locator(".mcts-framed").first, "chapter 14", theme, width)
