"""Chapter 00 in Notebook 7, on the same server: it runs, one can play, the console is silent."""
import re

import pytest
from playwright.sync_api import expect

pytest.importorskip("notebook", reason="NOT TRIED: Notebook 7 is not installed (pip install notebook)")


def test_chapter_00_runs_and_is_played(context, lab):
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    select = page.get_by_role("button", name="Select Kernel")  # asked for where one is quicker than the kernel
    page.add_locator_handler(select, lambda: select.click())
    page.goto(f"{lab.url}/notebooks/00_play_before_you_know.ipynb?token={lab.token}")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    board = page.locator(".mcts-board").first
    expect(board.locator(".say")).to_contain_text("Your turn", timeout=120_000)
    board.get_by_role("gridcell", name=": empty").first.click()
    expect(board.get_by_role("gridcell", name=re.compile(": O"))).to_have_count(2)  # one stands there already
    expect(board.locator(".say")).to_contain_text("Your turn")
    assert not page.locator("[data-mime-type='application/vnd.jupyter.error']").count() and complaints == []
    page.close()
