"""In JupyterLab in Firefox, the first chapter runs, and its board reacts to the mouse.

The stepper of chapter 03 goes from step to step.
"""

import shutil

import pytest
from firefox import Firefox
from opened import SHOTS

FIRST, WALK = "00_play_before_you_know.ipynb", "03_walk_one_iteration_by_hand.ipynb"
READY = """(() => {  // the shell has no current widget before a click
    const panel = [...window.jupyterapp?.shell?.widgets("main") ?? []][0];
    const kernel = panel?.sessionContext?.session?.kernel;
    return kernel?.connectionStatus === "connected" && kernel.status === "idle";
})()"""
RUN_ALL = """window.jupyterapp.commands.execute("notebook:run-all-cells").then(() => "done")"""
RED = """[...document.querySelectorAll(`[data-mime-type="application/vnd.jupyter.stderr"],
    [data-mime-type="application/vnd.jupyter.error"], .mcts-panel [role=alert]`)].map(e => e
        .innerText).join()"""
CELLS = """[...document.querySelector(".mcts-board").querySelectorAll("[data-cell]")]
    .map(cell => /: ([XO])/.exec(cell.ariaLabel)?.[1] ?? ".").join("")"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    found = shutil.which("firefox") or shutil.which("firefox-esr")
    if found is None:
        pytest.skip("NOT TRIED: no Firefox on this machine (on Debian: apt install firefox-esr)")
    browser = Firefox(found, tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def run(firefox, lab):
    def opened(name):
        firefox.go(lab.address(name))
        firefox.until(READY)
        firefox.click(".jp-Notebook h1")
        firefox.evaluate(RUN_ALL)
        return firefox

    return opened


def nothing_red(firefox):
    assert firefox.evaluate(RED) == "" and firefox.heard == []


def test_the_first_chapter_runs_and_its_board_answers(run):
    page = run(FIRST)
    page.until(
        "Boolean(document.querySelector('.mcts-board [role=gridcell]:not([aria-disabled=true])'))"
    )
    assert page.evaluate(CELLS) == "." * 9
    page.click(".mcts-board [data-cell='6']")
    page.until(f"(cells => cells[6] === 'X' && cells.split('O').length === 2)({CELLS})")
    page.screenshot(SHOTS / "firefox board.png")
    nothing_red(page)


def test_the_stepper_walks(run):
    page = run(WALK)
    phase = page.until("document.querySelector('.mcts-ribbon [aria-current=step]')?.innerText")
    page.click("[data-move=forward]")
    page.until(
        f"document.querySelector('.mcts-ribbon [aria-current=step]')?.innerText !== {phase!r}"
    )
    page.screenshot(SHOTS / "firefox stepper.png")
    nothing_red(page)
