"""In Notebook 7, chapter 00 runs and its board can be played."""

import re

import pytest
from playwright.sync_api import expect

KERNEL = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status"


@pytest.mark.long
def test_chapter_00_runs_and_is_played(context, notebook_7):
    page = context.new_page()
    page.goto(f"{notebook_7.url}/notebooks/00_play_before_you_know.ipynb?token={notebook_7.token}")
    page.wait_for_function(f"() => {KERNEL} === 'idle'")
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    board = page.locator(".mcts-board").first
    expect(board.locator(".say")).to_contain_text(re.compile("Your turn|You are X"))
    before = board.get_by_role("gridcell", name=re.compile(": O")).count()
    board.get_by_role("gridcell", name=": empty").first.click()
    expect(board.get_by_role("gridcell", name=re.compile(": O"))).to_have_count(before + 1)
    assert (
        page.locator(
            "[data-mime-type='application/vnd.jupyter.error'], .mcts-panel [role=alert]"
        ).count()
        == 0
    )
    page.close()
