"""Chapter 21's panel in JupyterLab: a button, a slider and a row of buttons choose what is shown."""

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def panel(open_code):
    nb = open_code("from mctslib.course.ch21 import LastExam\nLastExam(question=5)").run_all()
    panel = nb.page.locator(".mcts-panel")
    expect(panel).to_contain_text("O can win. Which column? Press it.", timeout=120_000)
    panel.get_by_label("column 0").filter(visible=True).click()
    expect(panel).to_contain_text("41 of 48 answers")
    expect(panel).to_contain_text("You have 1 of 1 right.")
    nb.screenshot("chapter 21", panel)
    return panel


def test_the_next_question_the_slider_and_another_budget(panel):
    panel.get_by_role("button", name="Next question").click()
    expect(panel).to_contain_text("Question 7.")
    panel.get_by_role("slider").first.press("ArrowRight")
    expect(panel).to_contain_text("Question 8.")
    panel.get_by_role("button", name="Show answers").click()
    expect(panel.get_by_role("table")).to_contain_text("✓")
    before = panel.get_by_role("table").inner_text()
    panel.get_by_role("button", name="2 ms", exact=True).click()
    expect(panel.get_by_role("table")).not_to_have_text(before)
    panel.get_by_role("button", name="Undo").click()
    expect(panel.get_by_role("table")).to_have_text(before, use_inner_text=True)


def test_on_a_phone_all_columns_fit_below_the_board(panel):
    panel.evaluate("e => { e.style.width = '326px'; }")
    table = panel.get_by_role("table")
    board = panel.locator("svg").filter(visible=True).first.bounding_box()
    assert table.bounding_box()["y"] >= board["y"] + board["height"]
    assert table.bounding_box()["width"] <= 326
    panel.evaluate("e => { e.style.width = ''; }")
