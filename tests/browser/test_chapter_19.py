"""Chapter 19's tree in JupyterLab: ten more steps, the slider, and another hand."""

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def panel(open_code):
    nb = open_code("from mctslib.course.ch19 import SameBudget\nSameBudget()").run_all()
    panel = nb.page.locator(".mcts-panel")
    expect(panel).to_contain_text("417 lines, one is right", timeout=120_000)
    nb.screenshot("chapter 19", panel)
    return panel


def test_ten_more_steps_find_the_line_and_another_hand_is_searched(panel):
    panel.get_by_role("button", name="10 more steps").click()
    expect(panel).to_contain_text("From 60 to 70 steps the trees jump from 17% to 90%.")
    expect(panel).to_contain_text("7 × 7 = 49 → 49 − 1 = 48 → 48 ÷ 2 = 24 ✓")
    panel.get_by_role("slider").first.press("ArrowLeft")
    expect(panel).to_contain_text("417 lines, one is right")
    panel.get_by_role("button", name="Other hand").click()
    expect(panel).to_contain_text("24 out of 4, 4, 10, 10", timeout=60_000)
    panel.get_by_role("button", name="Undo").click()
    expect(panel).to_contain_text("24 out of 1, 2, 7, 7")
