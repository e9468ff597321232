"""The atlas as a reader uses it: it draws, answers mouse and keyboard, grows, stops, and can be read in every theme."""
import re

import pytest
from measured import report
from pages import button
from playwright.sync_api import expect

CODE = """from mctslib import ConnectFour
from mctslib.widgets import Atlas
atlas = Atlas(ConnectFour(), iterations={iterations}, c={c})
atlas"""


@pytest.fixture(scope="module")
def nb(open_code):
    found = open_code(CODE.format(iterations=20_000, c="(0.5, 2)")).run_all()
    rests(found)
    return found


def rests(nb):
    expect(button(nb, "Stop")).to_be_disabled(timeout=120_000)


def canvas(nb, number=0):
    return nb.page.locator(".mcts-atlas .base").nth(number)


def numbers(nb, number=0):
    return nb.page.locator(".mcts-atlas .numbers").nth(number)


def test_both_trees_are_drawn_with_their_titles(nb):
    titles = nb.page.locator(".mcts-atlas .title")
    expect(titles.nth(0)).to_have_text(re.compile(r"^c = 0.5: 20,000 visits, [\d,]+ nodes$"))
    expect(titles.nth(1)).to_have_text(re.compile(r"^c = 2: 20,000 visits"))
    blank = "c => new Set(c.getContext('2d').getImageData(60, 20, 200, 100).data).size"
    assert canvas(nb).evaluate(blank) > 20  # many colours


def test_the_node_under_the_pointer_is_told_with_its_board(nb):
    canvas(nb).hover(position={"x": 200, "y": 30})
    expect(numbers(nb)).to_have_text(re.compile(r"The root\s*depth 0\s*N 20,000"))
    box = canvas(nb).bounding_box()
    canvas(nb).hover(position={"x": box["width"] / 2, "y": 60})
    expect(numbers(nb)).to_have_text(re.compile(r"X \d\s*depth 1"))
    expect(nb.page.locator(".mcts-atlas .picture:not(.old) img").first).to_have_attribute("alt", re.compile("X"))


def test_zooming_by_mouse_wheel_and_keys(nb):
    box = canvas(nb).bounding_box()
    canvas(nb).click(position={"x": box["width"] / 2, "y": 60})
    expect(nb.page.locator(".mcts-atlas .seen").first).to_contain_text("% of all")
    canvas(nb).press("Escape")
    expect(nb.page.locator(".mcts-atlas .seen").first).not_to_contain_text("% of all")


@pytest.mark.parametrize("theme, width", [("Light", 1280), ("Dark", 800)])
def test_it_is_accessible_in_both_themes(nb, theme, width):
    with nb.seen(theme, width):
        nb.long_screenshot(f"atlas, {theme}, {width}")
        assert nb.violations() == []
