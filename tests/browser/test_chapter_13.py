"""Chapter 13's figure in JupyterLab: keyboard and mouse move its slider, and nothing jumps."""

import pytest
from pages import LIGHTS, button, is_whole, select
from playwright.sync_api import expect

PLACES = "e => [...e.querySelectorAll('.mcts-bar, .mcts-proof-tree')].map(p => p.offsetTop)"


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch13 import ProofExplorer\nProofExplorer('S')").run_all()
    expect(nb.page.get_by_text("The solver has proved a draw.")).to_be_visible(timeout=90_000)
    return nb


def test_the_line_by_keyboard(nb):
    panel = nb.page.locator(".mcts-framed").first
    line = nb.page.get_by_label("iterations", exact=True)
    before = panel.evaluate(PLACES)
    line.press("Home")
    expect(nb.page.get_by_text("Neither search has proved the position yet.")).to_be_visible()
    expect(nb.page.get_by_text("0 of 1 nodes known").first).to_be_visible()
    line.press("End")
    expect(nb.page.get_by_text("Both searches have proved a draw.")).to_be_visible()
    expect(nb.page.get_by_text("✓ proved after")).to_have_count(2)
    assert panel.evaluate(PLACES) == before


def test_the_buttons_and_the_menu(nb):
    button(nb, "Start").click()
    expect(nb.page.get_by_text("Neither search has proved the position yet.")).to_be_visible()
    button(nb, "Let the proofs spread").click()
    expect(nb.page.get_by_text("Both searches have proved a draw.")).to_be_visible(timeout=90_000)
    select(nb, "position", "W")
    expect(nb.page.get_by_text("Position W, X to move")).to_be_visible(timeout=90_000)


@LIGHTS
def test_nothing_is_cut(nb, theme, width):
    is_whole(nb, nb.page.locator(".mcts-framed").first, "chapter 13", theme, width)
