"""The stepper and the board work in nbclassic and in Voilà, two other programs that show notebooks.

The stepper moves on, and the engine answers a move on the board.  Both programs are optional.  If
they are installed beside JupyterLab (`pip install nbclassic voila`), the server of JupyterLab also
serves them.
"""

from contextlib import suppress

import pytest
from opened import SHOTS
from playwright.sync_api import TimeoutError

STEPPER = "03_walk_one_iteration_by_hand.ipynb"
BOARD = "00_play_before_you_know.ipynb"
MISSING = "NOT TRIED: {0} is not installed (pip install {0})"
# nbclassic shows only those widgets whose cells run after its extensions have been loaded.
READY = """() => {
    const loaded = window.requirejs?.s.contexts._.defined ?? {};
    const wanted = ["anywidget", "jupyter-js-widgets"];
    const names = wanted.map((name) => `nbextensions/${name}/extension`);
    const { kernel } = window.Jupyter?.notebook ?? {};
    return kernel?.widget_manager && kernel.is_connected() && names.every((name) => name in loaded);
}"""
ALL_RAN = """() => {
    const cells = Jupyter.notebook.get_cells().filter((cell) => cell.cell_type === "code");
    return cells.every((cell) => Number.isInteger(cell.input_prompt_number));
}"""
CHANGED = """before => {
    const now = document.querySelector(".mcts-ribbon [aria-current=step]")?.innerText;
    return now && now !== before;
}"""


@pytest.fixture
def page(context):
    page = context.new_page()
    yield page
    page.close()


def the_stepper_moves_on(page, name):
    """Check that the stepper moves to another phase."""
    now = page.locator(".mcts-ribbon [aria-current=step]").first
    now.wait_for(timeout=120_000)
    before = now.inner_text()
    page.locator("[data-move=forward]").first.click()
    page.wait_for_function(CHANGED, arg=before)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name} stepper.png")


def a_move_is_answered(page, name):
    """Check that the engine answers a move in the centre of the board."""
    board = page.locator(".mcts-play").first
    board.locator("[aria-label^='cell 4: empty']").click(timeout=120_000)
    board.locator("[aria-label^='cell'][aria-label*='O']").first.wait_for()
    page.screenshot(path=SHOTS / f"{name} board.png")


def run_in_nbclassic(nbclassic, page, lab, name):
    """Run all cells in nbclassic, and run them again if they ran too early for their widgets."""
    path = nbclassic.nbclassic_path()  # empty unless Notebook 7 is installed, too
    page.goto(f"{lab.url}{path}/notebooks/{name}?token={lab.token}")
    page.wait_for_function(READY)
    page.wait_for_load_state("networkidle")
    for _ in range(3):
        page.evaluate("() => Jupyter.notebook.execute_all_cells()")
        page.wait_for_function(ALL_RAN, timeout=180_000)
        with suppress(TimeoutError):
            page.locator(".mcts-panel").first.wait_for(timeout=10_000)
            return


def test_nbclassic_shows_the_stepper(page, lab):
    nbclassic = pytest.importorskip("nbclassic", reason=MISSING.format("nbclassic"))
    run_in_nbclassic(nbclassic, page, lab, STEPPER)
    the_stepper_moves_on(page, "nbclassic")


def test_nbclassic_plays(page, lab):
    nbclassic = pytest.importorskip("nbclassic", reason=MISSING.format("nbclassic"))
    run_in_nbclassic(nbclassic, page, lab, BOARD)
    a_move_is_answered(page, "nbclassic")


@pytest.mark.parametrize(
    "name, works", [(STEPPER, the_stepper_moves_on), (BOARD, a_move_is_answered)]
)
def test_voila_shows_the_widgets(page, lab, name, works):
    pytest.importorskip("voila", reason=MISSING.format("voila"))
    page.goto(f"{lab.url}/voila/render/{name}?token={lab.token}", wait_until="commit")
    works(page, "voila")
