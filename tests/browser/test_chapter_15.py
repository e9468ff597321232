"""Chapter 15's workers in JupyterLab: every control answers, by mouse and by key."""

import pytest
from measured import report
from pages import handle, select, slid
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code(
        "from mctslib.course.ch15 import Workers\nWorkers('A', workers=8, loss=0)"
    ).run_all()
    expect(nb.page.get_by_text("8 workers stand on one node")).to_be_visible(timeout=60_000)
    return nb


def test_a_virtual_loss_by_key_spreads_them(nb):
    nb.page.bring_to_front()
    handle(nb, "virtual loss").press("ArrowRight")
    expect(nb.page.get_by_text("8 workers stand on 8 different nodes")).to_be_visible()
    expect(nb.page.get_by_role("img", name="The tree while the workers wait")).to_be_visible()
    took = []
    for key, words in (("ArrowLeft", "on one node"), ("ArrowRight", "on 8 different nodes")) * 2:
        took.append(slid(nb, "virtual loss", key, words))
    report("virtual loss to picture", took, 150)


def test_more_workers_other_rounds_and_schemes(nb):
    handle(nb, "workers").press("End")
    expect(nb.page.get_by_text("64 workers stand on")).to_be_visible()
    handle(nb, "rounds over").press("ArrowRight")
    expect(nb.page.get_by_role("img", name="64 workers stand on")).to_be_visible()
    select(nb, "scheme", "leaf: all play out one leaf")
    expect(nb.page.get_by_text("64 workers stand on one node")).to_be_visible()
    select(nb, "scheme", "tree: all share one tree")
    select(nb, "position", "S")
    expect(nb.page.get_by_text("64 workers stand on")).to_be_visible()
    handle(nb, "workers").press("Home")
    expect(nb.page.get_by_text("1 worker stands on one node")).to_be_visible()


@pytest.mark.parametrize("theme, width", [("Light", 1280), ("Dark", 1280), ("Light", 800)])
def test_it_is_seen_in_every_light(nb, theme, width):
    handle(nb, "workers").press("Home")
    for _ in range(3):
        handle(nb, "workers").press("ArrowRight")
    with nb.seen(theme, width):
        expect(nb.page.get_by_role("img", name="8 workers stand on")).to_be_visible()
        nb.screenshot(f"workers {theme} {width}", nb.page.locator(".mcts-panel"))
    assert not nb.violations()
