"""A tree that is too wide for a narrow window shows its root at first, and can be dragged.

The window is narrow, and also shows the list of files.
"""

import pytest
from pages import eventually, handle
from playwright.sync_api import expect

from mctslib import TicTacToe, search
from mctslib.draw import film_strip
from mctslib.draw.show import tree_svg
from mctslib.widgets import living
from mctslib.widgets.living import bundle

CELL = """
from mctslib import TicTacToe
from mctslib.course.ch04 import LiveTree
LiveTree(TicTacToe(), iterations=60, seed=12, at=60)"""
# This script returns three numbers: the distance of the root's middle from the middle of the
# visible area, the distance by which the area is scrolled, and the difference between the widths of
# the tree and of the area.
LOOK = """place => {
    const middle = e => { const { x, width } = e.getBoundingClientRect(); return x + width / 2; };
    const root = [...place.querySelectorAll('g.node')].find(e => e.getClientRects().length &&
        getComputedStyle(e).visibility === 'visible');
    return { off: middle(root) - middle(place), left: place.scrollLeft,
             more: place.scrollWidth - place.clientWidth };
}"""


@pytest.fixture(scope="module")
def opened_cells(open_code):
    return open_code(CELL).run_all()


@pytest.fixture
def nb(opened_cells):
    with opened_cells.seen(width=500):
        yield opened_cells


def place_of(nb):
    place = nb.output("LiveTree(").locator("[style*=overflow-x]")
    place.scroll_into_view_if_needed()
    nb.at_rest()
    assert place.evaluate(LOOK)["more"] > 20
    return place


def pull(nb, place, pixels):
    """Drag with the mouse, starting in the middle of the visible area."""
    box, mouse = place.bounding_box(), nb.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 300) / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + pixels / 2, y)
    mouse.move(x + pixels, y)
    mouse.up()


def another_picture(nb, place, slider, key):
    before = place.locator("svg").first.text_content()
    handle(nb, slider).press(key)
    expect(place.locator("svg").first).not_to_have_text(before)
    nb.at_rest()


def test_the_root_is_in_the_middle_until_the_reader_scrolls(nb):
    place = place_of(nb)
    slider, key = "iterations", "ArrowLeft"
    eventually(lambda: abs(place.evaluate(LOOK)["off"]), lambda off: off < 3)
    another_picture(nb, place, slider, key)
    start = place.evaluate(LOOK)
    assert abs(start["off"]) < 3 or start["left"] in (0, start["more"])
    pull(nb, place, 40)
    nb.at_rest()
    left = place.evaluate(LOOK)["left"]
    assert abs(left - start["left"] + 40) <= 2
    another_picture(nb, place, slider, key)
    after = place.evaluate(LOOK)
    assert abs(after["left"] - min(left, after["more"])) <= 1


def test_on_a_page_without_a_kernel_too(context):
    trees = [tree_svg(search(TicTacToe(), n, seed=1).root, max_nodes=25) for n in (60, 90, 200)]
    film, page = living.page(film_strip(trees, ["first", "second", "third"])), context.new_page()
    page.set_viewport_size({"width": 360, "height": 900})
    page.set_content(
        f"<!DOCTYPE html><style>{bundle.styles()}</style>{film}<script>{bundle.script()}</script>"
    )
    place, further = (
        page.locator(".mcts-live .mcts-frames"),
        page.get_by_role("button", name="Next"),
    )
    for words in ("second", "third"):
        eventually(lambda: abs(place.evaluate(LOOK)["off"]), lambda off: off < 3)
        further.click()
        expect(page.get_by_role("status").first).to_contain_text(words)
    eventually(lambda: abs(place.evaluate(LOOK)["off"]), lambda off: off < 3)
    box, left, mouse = place.bounding_box(), place.evaluate(LOOK)["left"], page.mouse
    mouse.move(200, box["y"] + 150)
    mouse.down()
    mouse.move(150, box["y"] + 150)
    mouse.move(140, box["y"] + 150)
    mouse.up()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("status").first).to_contain_text("second")
    assert abs(place.evaluate(LOOK)["left"] - left - 60) <= 1
    page.close()
