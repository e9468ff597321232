"""Chapter 14's figure in JupyterLab: its table is the control, by mouse and by keyboard."""

import pytest
from pages import LIGHTS, button, finger, is_whole
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


def middle_of(nb, playouts, beta):
    """Return the centre of the cell for a number of playouts and a value of β."""
    cell = nb.page.locator(f"[data-pick='{playouts} {beta}']")
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pressed_mouse_slides_over_the_cells(nb):
    start, end = middle_of(nb, 200, 0.2), middle_of(nb, 200, 0.7)
    nb.page.mouse.move(*start)
    nb.page.mouse.down()
    nb.page.mouse.move(*end, steps=10)
    expect(nb.page.get_by_text("At β = 0.7 after 200 playouts")).to_be_visible()
    nb.page.mouse.up()
    nb.page.mouse.move(*start, steps=3)  # a mouse that is not pressed picks nothing
    expect(nb.page.get_by_text("At β = 0.7 after 200 playouts")).to_be_visible()


def test_a_finger_slides_over_the_cells(nb):
    """A cell is smaller than a fingertip, so the finger slides until the right one is framed."""
    start, end = middle_of(nb, 400, 0.8), middle_of(nb, 400, 0.3)
    touch = finger(nb.page)
    touch("touchStart", start)
    for step in range(1, 21):
        x = start[0] + (end[0] - start[0]) * step / 20
        touch("touchMove", (x, start[1]))
        nb.page.wait_for_timeout(30)
    expect(nb.page.get_by_text("At β = 0.3 after 400 playouts")).to_be_visible()
    touch("touchEnd")
    expect(nb.page.get_by_text("At β = 0.3 after 400 playouts")).to_be_visible()


def test_the_bar(nb):
    for beta in (0.9, 1):
        nb.page.get_by_label(f"3,200 playouts, β = {beta}:").click()
    nb.page.get_by_label("1,600 playouts, β = 1:").click()
    expect(nb.page.get_by_text("At β = 1 after 1,600 playouts")).to_be_visible()
    button(nb, "Undo").click()
    expect(nb.page.get_by_text("At β = 1 after 3,200 playouts")).to_be_visible()
    button(nb, "Double the playouts").click()
    expect(nb.page.get_by_text("At β = 1 after 10 playouts")).to_be_visible()
    button(nb, "↻ Other seed").click()
    expect(nb.page.get_by_text("Search 2 of 8")).to_be_visible()


@LIGHTS
def test_nothing_is_cut(nb, theme, width):
    is_whole(nb, nb.page.locator(".mcts-framed").first, "chapter 14", theme, width)
