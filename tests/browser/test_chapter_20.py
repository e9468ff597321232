"""Chapter 20's secret lines in JupyterLab: a reader draws them, and a network learns them."""

import re

import pytest
from pages import after_a_stop, handle
from playwright.sync_api import expect

FIRST = "from mctslib.course.ch20 import SecretLines\nSecretLines(generations=2)  # lines"


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code(FIRST).run_all()
    expect(headline(nb)).to_contain_text("After 256 games 4 of its", timeout=60_000)
    return nb


def panel(nb):
    return nb.output("# lines").locator(".mcts-panel")


def headline(nb):
    return panel(nb).locator(".mcts-headline")


def cell(nb, number):
    return panel(nb).get_by_role("button", name=f"cell {number}", exact=True)


def press(nb, words):
    panel(nb).get_by_role("button", name=words).click()


def drag(nb, *cells):
    """Drag over some cells, from the middle of each cell to the middle of the next."""
    middles = []
    for number in cells:
        cell(nb, number).scroll_into_view_if_needed()
    for number in cells:
        box = cell(nb, number).bounding_box()
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    nb.page.mouse.move(*middles[0])
    nb.page.mouse.down()
    for middle in middles[1:]:
        nb.page.mouse.move(*middle, steps=8)
    nb.page.mouse.up()


def test_another_age_by_key(nb):
    nb.page.bring_to_front()
    handle(nb, "games").press("Home")
    expect(headline(nb)).to_contain_text("Before its first game it does not know")
    handle(nb, "games").press("ArrowRight")
    expect(headline(nb)).to_contain_text("After 64 games")


def test_a_line_by_mouse_and_one_by_key(nb):
    nb.page.bring_to_front()
    drag(nb, 0, 3, 6)
    picture = panel(nb).get_by_role("img", name=re.compile("Secret lines: .*; 0, 3, 6$"))
    expect(picture).to_be_visible(timeout=30_000)
    cell(nb, 0).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "Space", "ArrowDown", "Enter"):
        nb.page.keyboard.press(key)
    picture = panel(nb).get_by_role("img", name=re.compile("Secret lines: .*; 0, 2, 5$"))
    expect(picture).to_be_visible(timeout=30_000)
    nb.page.keyboard.press("Backspace")
    expect(picture).to_be_hidden(timeout=30_000)


def test_a_line_that_is_there_is_refused_in_a_sentence(nb):
    nb.page.bring_to_front()
    drag(nb, 0, 1, 3)
    expect(panel(nb)).to_contain_text("exists already: drag over three other cells")


def test_it_learns_stops_and_goes_on(nb):
    nb.page.bring_to_front()
    press(nb, "No lines")
    press(nb, "Learn")
    expect(panel(nb)).to_contain_text("There are no lines: drag over three cells")
    press(nb, "Eight by dice")
    expect(headline(nb)).to_contain_text("Before its first game", timeout=30_000)
    press(nb, "Learn")
    press(nb, "Stop")
    expect(panel(nb)).to_contain_text("“Learn” continues from there", timeout=60_000)
    after_a_stop(nb.page)
    press(nb, "Learn")
    expect(headline(nb)).to_contain_text("After 128 games", timeout=120_000)
    nb.screenshot("secret lines after 128 games", panel(nb))
    assert not nb.complaints()
