"""Use the c explorer and the race as a reader does, and measure how fast their controls react.

The tests also check the words on the page.
"""

import re

import pytest
from measured import report
from pages import CLOCK, after_a_stop, button, eventually, finger, handle, open_settings, select
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def explorer(open_code):
    nb = open_code("from mctslib.course.ch07 import CExplorer\nCExplorer(seeds=4)").run_all()
    expect(nb.page.get_by_text("(4 seeds)").filter(visible=True)).to_be_visible(timeout=60_000)
    open_settings(nb)
    return nb


@pytest.fixture(scope="module")
def race(open_code):
    nb = open_code("from mctslib.course.ch08 import Race\nRace(playouts=25, games=20)").run_all()
    expect(button(nb, "Race on")).to_be_visible(timeout=60_000)
    nb.page.get_by_role("button", name="⚙").click()
    return nb


# -------------------- the c explorer


FRAMES = """e => [...e.querySelectorAll('rect[stroke-width="2"]')].map(r => +r.getAttribute('y'))"""
COLUMN = """e => +e.querySelector('rect[stroke-width="3"]').getAttribute('x')"""


def test_the_explorer_shows_a_map_and_two_trees(explorer):
    page = explorer.page
    expect(page.get_by_role("img", name="A: searches that are right").first).to_be_visible()
    trees = page.locator(".mcts-figure-of-two")
    expect(trees).to_contain_text("c = 0.18")
    expect(trees).to_contain_text("O 8✓")
    explorer.long_screenshot("c explorer")


def test_the_frames_of_the_map_follow_the_sliders(explorer):
    chart = explorer.page.get_by_role("img", name="A: searches that are right").first
    (left, right), column = chart.evaluate(FRAMES), chart.evaluate(COLUMN)
    handle(explorer, "c left").press("ArrowRight")
    eventually(lambda: chart.evaluate(FRAMES), lambda now: now[0] < left and now[1] == right)
    handle(explorer, "iterations").press("ArrowRight")
    eventually(lambda: chart.evaluate(COLUMN), lambda now: now > column)
    handle(explorer, "iterations").press("ArrowLeft")
    handle(explorer, "c left").press("ArrowLeft")
    eventually(
        lambda: [chart.evaluate(FRAMES), chart.evaluate(COLUMN)],
        lambda now: now == [[left, right], column],
    )


def readout(nb, label):
    """Return the value shown beside a slider."""
    return nb.page.locator(".widget-slider", has_text=label).locator(".widget-readout")


def test_a_drag_on_the_map_moves_a_row_and_the_column(explorer):
    page = explorer.page
    glass = page.locator(".mcts-glass")
    glass.scroll_into_view_if_needed()

    def go(column, row):
        box = glass.bounding_box()
        x = box["x"] + box["width"] * (column + 0.5) / 8
        y = box["y"] + box["height"] * (row + 0.5) / 13
        page.mouse.move(x, y, steps=6)

    go(1, 9)  # c = 0.3 at 50 iterations
    page.mouse.down()
    expect(readout(explorer, "c left")).to_have_text("0.3")
    expect(readout(explorer, "iterations")).to_have_text("50")
    go(4, 10)  # c = 0.18 at 400 iterations
    expect(readout(explorer, "c left")).to_have_text("0.18")
    expect(readout(explorer, "iterations")).to_have_text("400")
    page.mouse.up()
    go(7, 0)
    expect(readout(explorer, "c right")).to_have_text("1.5")
    expect(readout(explorer, "iterations")).to_have_text("400")


def test_a_finger_drags_on_the_cells_and_scrolls_beside_them(explorer):
    page = explorer.page
    actions = "e => [e, e.parentElement, e.closest('.mcts-drag-map')].map(each => "
    actions += "getComputedStyle(each).touchAction)"
    glass = page.locator(".mcts-glass")
    glass.scroll_into_view_if_needed()
    assert glass.evaluate(actions) == ["none", "auto", "auto"]
    box = glass.bounding_box()
    touch = finger(page)

    def at(column, row):
        x = box["x"] + box["width"] * (column + 0.5) / 8
        return x, box["y"] + box["height"] * (row + 0.5) / 13

    touch("touchStart", at(2, 12))
    expect(readout(explorer, "c left")).to_have_text("0")
    for row in (11, 10):
        touch("touchMove", at(4, row))
    expect(readout(explorer, "c left")).to_have_text("0.18")
    expect(readout(explorer, "iterations")).to_have_text("400")
    touch("touchEnd")
    assert glass.bounding_box() == box, "the page has not scrolled"


def test_the_trees_walk_and_follow_another_seed(explorer):
    page = explorer.page
    trees = page.locator(".mcts-back-to-back")
    trees.get_by_role("button", name="Next difference").click()
    expect(trees.locator(".mcts-told b")).to_have_text(
        re.compile(r"O \d.*: visits (still )?\d+%.*\.$")
    )
    before = trees.locator("svg").inner_html()
    button(explorer, "Other seed").click()
    eventually(lambda: trees.locator("svg").inner_html(), lambda now: now != before)


def test_a_phone_shows_the_map_or_the_trees(explorer):
    page = explorer.page
    switch = page.locator(".mcts-c-explorer .mcts-figure .mcts-choice")
    drawn, trees = page.locator(".mcts-drag-map"), page.locator(".mcts-back-to-back")
    expect(switch).to_be_hidden()
    page.set_viewport_size({"width": 405, "height": 900})
    expect(drawn).to_be_visible()
    expect(trees).to_be_hidden()
    switch.get_by_text("Two trees").click()
    expect(drawn).to_be_hidden()
    expect(trees.get_by_role("button", name="Next difference")).to_be_visible()
    switch.get_by_text("Map").click()
    expect(trees).to_be_hidden()
    page.set_viewport_size({"width": 1400, "height": 900})
    expect(trees).to_be_visible()


def test_stop_in_the_explorer(open_code):
    code = "from mctslib.course.ch07 import CExplorer\nCExplorer('S', seeds=200)"
    nb = open_code(code).run_all()
    stop = nb.page.locator(".mcts-act", has_text=re.compile("Stop [1-9]"))
    expect(stop).to_be_visible()
    stop.evaluate("e => e.id = 'stop'")
    report("Stop: the explorer", [nb.page.evaluate(CLOCK, ["#stop", "", "Stopped: the map"])], 300)
    assert nb.complaints() == []


# -------------------- the race


def anew(race):
    """Let a new race run to its end."""
    race.at_rest()
    if button(race, "Race again").count():
        button(race, "Race again").click()
    else:
        button(race, "Race on").click()
    expect(race.page.locator(".mcts-act")).to_contain_text("Stop")
    expect(button(race, "Race again")).to_be_visible(timeout=60_000)


def test_it_runs_to_its_end_and_again(race):
    anew(race)
    expect(race.page.get_by_text("After 25,600 playouts each")).to_be_visible(timeout=60_000)
    button(race, "Race again").click()
    expect(button(race, "Race again")).to_be_visible(timeout=60_000)
    expect(race.page.get_by_text("MCTS plays 8 ✓; random playouts play 0 ✗.")).to_be_visible()
    expect(race.page.get_by_text("Minimax plays 2 or 8 ✓")).to_be_visible()
    race.long_screenshot("race on A")


def test_the_slider_goes_back_and_forth(race):
    anew(race)
    handle(race, "playouts").press("Home")
    expect(race.page.get_by_text("After 50 playouts each")).to_be_visible()
    handle(race, "playouts").press("End")
    expect(race.page.get_by_text("After 25,600 playouts each")).to_be_visible()


def test_a_cell_lights_its_line_in_both_charts_and_stays_lit_when_pressed(race):
    panel = race.page.locator(".mcts-panel")
    told = panel.locator("[data-part='6'] > text")
    panel.locator("[data-pick='6']:visible").hover()
    expect(told.filter(visible=True)).to_have_count(2)
    panel.locator(".mcts-headline").hover()
    expect(told.filter(visible=True)).to_have_count(0)
    panel.locator("[data-pick='6']:visible").click()
    panel.locator(".mcts-headline").hover()
    expect(told.filter(visible=True)).to_have_count(2)
    panel.locator("[data-pick='6']:visible").click()
    panel.locator(".mcts-headline").hover()
    expect(told.filter(visible=True)).to_have_count(0)


def test_a_match_shows_intervals_by_side(race):
    select(race, "per move", "50")
    button(race, "Play it as a match").click()
    expect(race.page.get_by_role("img", name=re.compile(r"both: \d+ wins"))).to_be_visible(
        timeout=60_000
    )
    expect(race.page.locator(".mcts-act")).not_to_contain_text("Stop", timeout=60_000)
    race.long_screenshot("race, match")


@pytest.mark.parametrize("name", ["Play it as a match", "Race again"])
def test_stop_in_the_race(race, name):
    anew(race)
    select(race, "per move", "1,000")
    select(race, "games", "500")
    button(race, name).click()
    filled = race.page.locator(".mcts-act")
    expect(filled).to_contain_text("Stop")
    filled.click()
    expect(race.page.get_by_text("Stopped: the results so far")).to_be_visible()
    after_a_stop(race.page)  # for the next test
