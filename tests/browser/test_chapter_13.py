"""Chapter 13 in JupyterLab: proofs spread over two trees, by mouse and by keyboard.

The stepper walks through a search of the solver.
"""

import re
import time

import pytest
from measured import report
from playwright.sync_api import expect

STEPPER = """from mctslib import record
from mctslib.course.ch13 import POSITIONS
from mctslib.methods.solver import Solver
from mctslib.widgets import StepperView
options = Solver().options()
trace = record(POSITIONS["D"].state, 500, seed=0, **options)
StepperView(trace, phases=options["phases"], tree_policy=options["tree_policy"], at=200)"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(
        "from mctslib.course.ch13 import ProofExplorer\nProofExplorer('A')", STEPPER
    ).run_all()


@pytest.fixture
def panel(nb):
    return nb.output("ProofExplorer")


def picture(panel, words):
    return panel.get_by_role("img", name=re.compile(words))


def test_the_slider_by_keyboard(nb, panel):
    slider, times = panel.get_by_role("slider"), []
    expect(picture(panel, "^solver, 511 iterations: .* root: = drawn")).to_be_visible()
    slider.focus()
    nb.page.keyboard.press("Home")
    expect(picture(panel, "^plain UCT, 0 iterations")).to_be_visible()
    for t in range(1, 8):
        start = time.perf_counter()
        nb.page.keyboard.press("ArrowRight")
        expect(picture(panel, f"^solver, {t} iterations")).to_be_visible()
        times.append(1000 * (time.perf_counter() - start))
    report("proofs slider in the page", times, 150)
    nb.page.keyboard.press("End")
    expect(panel.get_by_text("✓ root proved after 3,292 iterations")).to_be_visible()


def test_the_buttons_and_another_position(nb, panel):
    panel.get_by_role("button", name="Proof of solver").click()
    expect(panel.get_by_text("root not proved yet: after 3,292 iterations")).to_be_visible()
    nb.screenshot("chapter 13 proofs", panel)
    panel.get_by_label("position").select_option(label="D")
    expect(panel.get_by_text("Only 8 holds the draw for O.")).to_be_visible()
    panel.get_by_label("seed").fill("5")
    panel.get_by_label("seed").press("Enter")
    expect(panel.get_by_text("after 1,743 iterations")).to_be_visible()
    panel.get_by_role("button", name="Back to 0").click()
    expect(picture(panel, "^solver, 0 iterations")).to_be_visible()
    panel.get_by_role("button", name="Proof of plain UCT").click()
    expect(panel.get_by_text("✓ root proved")).to_have_count(2)


def test_in_the_dark_and_narrow(nb, panel):
    for theme, width in (("Dark", 1280), ("Dark", 800), ("Light", 800)):
        with nb.seen(theme, width):
            nb.screenshot(f"chapter 13 proofs {theme} {width}", panel)
            assert panel.evaluate("e => e.scrollWidth - e.clientWidth") <= 1


def test_the_parts_are_accessible(nb, panel):
    assert nb.violations() == []


def test_the_stepper_shows_the_badges(nb):
    stepper = nb.output("StepperView")
    expect(stepper.get_by_text("✗ lost").first).to_be_visible()
    nb.screenshot("chapter 13 stepper", stepper)
