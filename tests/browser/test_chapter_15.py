"""Chapter 15's workers in JupyterLab: every control works, by mouse and by keyboard."""

import pytest
from pages import button, select
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch15 import Workers\nWorkers()").run_all()
    expect(nb.page.get_by_text("Where does worker 2 go?").first).to_be_visible(timeout=90_000)
    return nb


@pytest.fixture(autouse=True)
def with_all_eight(nb):
    """Begin each test with eight workers, all of whom have chosen."""
    button(nb, "Whole round").click()
    expect(nb.page.get_by_text("8 workers stand on 8 different nodes").first).to_be_visible()


def test_the_bars_are_controls(nb):
    nb.page.get_by_role("button", name="0 lost games:").click()
    expect(nb.page.get_by_text("8 workers stand on one node").first).to_be_visible()
    nb.page.get_by_role("button", name="0 lost games:").press("ArrowDown")
    expect(nb.page.get_by_text("8 workers stand on 8 different nodes").first).to_be_visible()


def test_a_move_is_a_guess(nb):
    button(nb, "Again").click()
    nb.page.locator("[data-pick='goes 1']:visible").click()
    expect(nb.page.get_by_text("You say that worker 2 takes").first).to_be_visible()
    nb.page.locator("[data-pick='goes 1']:visible").press("ArrowRight")
    expect(nb.page.locator("[data-pick='goes 2']:visible")).to_have_attribute(
        "aria-pressed", "true"
    )
    button(nb, "Next worker").click()
    expect(nb.page.get_by_text("Where does worker 3 go?").first).to_be_visible()


def test_the_bar(nb):
    button(nb, "Again").click()
    expect(nb.page.get_by_text("Where does worker 2 go?").first).to_be_visible()
    button(nb, "Whole round").click()
    expect(nb.page.get_by_text("8 workers stand on 8 different nodes").first).to_be_visible()
    select(nb, "workers", "16")
    expect(nb.page.get_by_text("Where does worker 9 go?").first).to_be_visible()
    select(nb, "workers", "8")
