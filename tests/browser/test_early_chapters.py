"""The controls of chapter 04's live tree change the tree in JupyterLab.

The glossary is also checked, including in a narrow window.
"""

import pytest
from opened import WINDOW
from playwright.sync_api import expect

LIVE = """
from mctslib import Phases, TicTacToe
from mctslib.course.ch04 import LiveTree

def for_x(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent

LiveTree(TicTacToe.from_text("X../XOO/OX."), Phases(backpropagate=for_x), iterations=60, seed=12, at=60)
"""


@pytest.fixture(scope="module")
def live(open_code):
    return open_code(LIVE).run_all()


def test_each_control_of_the_live_tree(live):
    sentence = live.page.get_by_role("status").first
    expect(sentence).to_contain_text("14 nodes are red")
    live.screenshot("live tree, all red")
    live.page.get_by_role("button", name="First difference").click()
    expect(sentence).to_contain_text("1 node is red")
    slider = live.page.get_by_role("slider").first
    slider.press("ArrowLeft")
    expect(sentence).to_contain_text("After 3 iterations")
    live.screenshot("live tree, before the first difference")
    slider.press("ArrowRight")
    expect(sentence).to_contain_text("1 node is red")
    slider.press("Home")
    expect(sentence).to_contain_text("has not begun")
    slider.press("End")
    expect(sentence).to_contain_text("14 nodes are red")


def test_the_controls_of_the_live_tree_have_names_and_show_them_whole(live):
    with live.seen(width=800):
        cut = "e => e.scrollWidth - e.clientWidth"
        live.page.get_by_role("button", name="More", exact=True).first.click()
        for name in ("Start again", "First difference"):
            assert live.page.get_by_role("button", name=name).first.evaluate(cut) <= 1, name
        expect(live.page.get_by_role("slider", name="iterations")).to_be_visible()
        assert live.violations() == []


def test_the_glossary_fits_a_narrow_window(open_notebook):
    nb = open_notebook("A_glossary_and_symbols.ipynb")
    nb.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")  # the list of files
    with nb.seen(width=800):
        tables = nb.page.locator(".jp-OutputArea-output table").all()
        assert len(tables) >= 2
        for table in tables:
            assert table.locator("xpath=..").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    nb.page.evaluate("() => window.jupyterapp.shell.expandLeft()")


def test_a_panel_stays_in_the_window_when_it_takes_the_place_of_its_picture(open_notebook):
    nb = open_notebook("03_walk_one_iteration_by_hand.ipynb")
    page, cell = nb.page, nb.cell("at=4, code=False")
    page.set_viewport_size({"width": 1400, "height": 900})
    cell.locator(".cm-content").click()
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-above')")
    nb.wait_idle(120_000)
    nb.at_rest()
    page.mouse.move(900, 500)
    page.mouse.wheel(0, cell.bounding_box()["y"] - 300)
    nb.at_rest()
    before = cell.bounding_box()["y"]
    cell.locator(".cm-content").press("Shift+Enter")
    expect(nb.output("at=4, code=False").locator(".mcts-panel")).to_be_visible(timeout=60_000)
    nb.at_rest()
    after = cell.bounding_box()["y"]
    page.set_viewport_size(WINDOW)
    assert 0 < before < 900 and abs(after - before) < 20
