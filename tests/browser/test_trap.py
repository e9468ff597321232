"""The opening of chapter 00 is played with the mouse and with keys, at several widths."""

import re

import pytest
from playwright.sync_api import expect

from mctslib.course.ch00 import Trap
from mctslib.widgets import living

WHOLE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'><title>x</title>"
    "<style>{}</style><body style='margin:12px'>{}<script>{}</script>"
)
WIDTHS = {1400: 593, 800: 700, 390: 720, 298: 760}  # width of the window → the largest height


@pytest.fixture
def trap(context, tmp_path):
    """Open the figure on a plain page; fail if the page reports an error."""
    file = tmp_path / "trap.html"
    html = WHOLE.format(living.styles(), living.page(Trap()), living.script())
    file.write_text(html, encoding="utf-8")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(file.as_uri())
    expect(page.locator(".mcts-alive")).to_have_count(1)
    yield page
    page.close()
    assert not problems


def cell(page, number):
    return page.locator(f"[data-cell='{number}']")


def press(page, words):
    page.get_by_role("button", name=words).click()


def says(page, words):
    expect(page.locator(".mcts-opening .head")).to_contain_text(words)


def win(page):
    cell(page, 6).click()
    says(page, "You can still win")
    cell(page, 4).click()
    says(page, "Now you can win")
    page.locator(".mcts-opening .open").first.click()


def to_the_end(page):
    press(page, "Now let it think 1,000")
    expect(page.get_by_role("button", name="Play against this one")).to_be_visible(timeout=15_000)


def test_a_reader_loses_tries_again_wins_and_lets_it_think(trap):
    says(trap, "you can beat it")
    cell(trap, 6).click()
    cell(trap, 2).click()
    says(trap, "O has three in a row")
    expect(trap.locator(".mcts-opening .won path")).to_have_count(1)
    press(trap, "Try again")
    says(trap, "You can still win")  # the last position that was still won, not the first one
    assert cell(trap, 6).get_attribute("data-mark") == "X"
    cell(trap, 4).click()
    trap.locator(".mcts-opening .open").first.click()
    says(trap, "You won")
    to_the_end(trap)
    says(trap, "After 1,000 games it no longer falls in.")
    press(trap, "Play against this one")
    says(trap, "This time O has played 1,000 games")


def test_the_curve_and_the_hundred_follow_the_keys_and_the_pointer(trap):
    to_the_end(trap)
    curve = trap.get_by_role("slider", name="games that each program has played")
    curve.focus()
    trap.keyboard.press("ArrowLeft")
    assert curve.get_attribute("aria-valuenow") == "950"
    engines = trap.get_by_role("slider", name="engine")
    engines.focus()
    trap.keyboard.press("ArrowDown")
    assert engines.get_attribute("aria-valuenow") == "11"
    box = trap.locator(".mcts-opening .field").bounding_box()
    trap.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 40)
    trap.mouse.down()
    says(trap, "walks into the trap")
    trap.mouse.move(box["x"] + box["width"] * 0.98, box["y"] + 40)
    trap.mouse.up()
    assert curve.get_attribute("aria-valuenow") == "1000"


def test_the_board_is_played_with_keys_alone(trap):
    trap.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        trap.keyboard.press(key)
    says(trap, "You can still win")
    assert cell(trap, 6).get_attribute("data-mark") == "X"


@pytest.mark.parametrize("width", WIDTHS)
def test_each_moment_fits_on_one_screen_and_nothing_is_cut(trap, width):
    trap.set_viewport_size({"width": width, "height": 900})
    figure = trap.locator(".mcts-opening")

    def fits():
        box = figure.bounding_box()
        assert box["height"] <= WIDTHS[width], box
        assert trap.evaluate("document.documentElement.scrollWidth <= innerWidth")

    trap.wait_for_timeout(300)
    fits()
    cell(trap, 6).click()
    cell(trap, 2).click()
    says(trap, "O has three in a row")
    fits()
    press(trap, "From the start")
    win(trap)
    fits()
    press(trap, "Now let it think 1,000")
    fits()
    expect(trap.get_by_role("button", name="Play against this one")).to_be_visible(timeout=15_000)
    fits()
    press(trap, "Play against this one")
    fits()
    cell(trap, 0).click()
    fits()


def test_a_finger_plays_and_chooses_a_program(context, trap):
    to_the_end(trap)
    box = trap.get_by_role("slider", name="engine").bounding_box()
    trap.mouse.click(box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.25)
    engines = trap.get_by_role("slider", name="engine")
    assert re.fullmatch(r"\d+ of 100: does not fall in", engines.get_attribute("aria-valuetext"))
    assert engines.get_attribute("aria-valuenow") == "26"
