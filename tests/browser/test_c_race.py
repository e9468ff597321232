"""Use the c explorer and the race as a reader does."""

import re

import pytest
from pages import button, finger, handle
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def explorer(open_code):
    nb = open_code("from mctslib.course.ch07 import CExplorer\nCExplorer()").run_all()
    says(nb, "c = 1.5, 400 iterations: 0 of 100")
    return nb


@pytest.fixture(scope="module")
def race(open_code):
    nb = open_code("from mctslib.course.ch08 import Race\nRace()").run_all()
    says(nb, "After 400 playouts each")
    return nb


def says(nb, words):
    expect(nb.page.locator(".mcts-headline")).to_contain_text(words, timeout=60_000)


def cell(nb, name):
    return nb.page.locator(f".mcts-picking [data-pick='{name}']").filter(visible=True)


def test_a_drag_moves_the_frame(explorer):
    cell(explorer, "0.3 50").hover()
    explorer.page.mouse.down()
    cell(explorer, "0.18 400").hover()
    says(explorer, "c = 0.18, 400 iterations: 72 of 100")
    explorer.page.mouse.up()
    explorer.long_screenshot("c explorer")


def test_the_arrow_keys_move_the_frame(explorer):
    cell(explorer, "0.5 200").click()
    says(explorer, "c = 0.5, 200 iterations: 49 of 100")
    explorer.page.keyboard.press("ArrowRight")
    says(explorer, "c = 0.5, 400 iterations: 90 of 100")
    explorer.page.keyboard.press("ArrowUp")
    says(explorer, "c = 0.6, 400 iterations: 90 of 100")


def test_a_finger_slides_to_a_cell(explorer):
    touch = finger(explorer.page)

    def at(name):
        box = cell(explorer, name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    cell(explorer, "1 100").scroll_into_view_if_needed()
    touch("touchStart", at("1 100"))
    touch("touchMove", at("1.5 1600"))
    touch("touchEnd")
    says(explorer, "c = 1.5, 1,600 iterations: 100 of 100")
    explorer.page.wait_for_timeout(600)  # a click that follows at once counts as the same touch


def test_the_buttons_think_longer_and_change_the_seed(explorer):
    cell(explorer, "0.5 800").click()
    button(explorer, "Think longer").click()
    says(explorer, "c = 0.5, 1,600 iterations")
    button(explorer, "Other seed").click()
    expect(explorer.page.get_by_text("Seed 2 chooses cell")).to_be_visible()


def test_the_race_runs_to_its_end_and_undo_goes_back(race):
    handle(race, "playouts").press("End")
    says(race, "After 25,600 playouts each: random plays 0 ✗, MCTS 8 ✓.")
    race.long_screenshot("race on A")
    button(race, "Undo").click()
    says(race, "After 400 playouts each")
    button(race, "Race on").click()
    says(race, "After 800 playouts each")


def test_a_cell_lights_its_line_in_both_charts(race):
    panel = race.page.locator(".mcts-panel")
    told = panel.locator("[data-part='6'] > text")
    panel.locator("[data-pick='6']").hover()
    expect(told.filter(visible=True)).to_have_count(2)
    panel.locator(".mcts-headline").hover()
    expect(told.filter(visible=True)).to_have_count(0)
    assert re.search(r"\d", told.first.text_content())
