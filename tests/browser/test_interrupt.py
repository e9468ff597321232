"""If JupyterLab's stop button is pressed during a search, the cell returns the partial result.

The tree of this result is valid.
"""

import pytest
from playwright.sync_api import expect

SEARCH = """from mctslib import TicTacToe, search
from mctslib.checks import check_tree
print("thinking")
result = search(TicTacToe(6), 10**9, seed=1)
check_tree(result.root, result.iterations)
print("stopped by", result.stopped_by, "with a valid tree")"""
MORE = """result = search(result.root, 100, seed=2)
check_tree(result.root)
print("went on:", result.stopped_by, result.iterations)"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(SEARCH, MORE)


def test_the_stop_button_brings_the_partial_result_back_and_the_search_goes_on(nb):
    nb.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    expect(nb.output("10**9")).to_contain_text("thinking")
    nb.page.wait_for_timeout(500)
    nb.interrupt()
    expect(nb.output("10**9")).to_contain_text("stopped by interrupt with a valid tree")
    nb.wait_idle()
    nb.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-below'); }")
    nb.cell("went on").click()
    nb.page.keyboard.press("Control+Enter")
    expect(nb.output("went on")).to_contain_text("went on: iterations 100")
