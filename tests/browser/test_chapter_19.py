"""Chapter 19's tree beside samples in JupyterLab: the dial, other hands and the proposer work.

The dial moves by keyboard and by mouse, without Python.
"""

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch19 import SameBudget\nSameBudget()").run_all()
    expect(
        nb.page.get_by_text("After 60 generated steps each: no search is right yet")
    ).to_be_visible(timeout=120_000)
    return nb


def told(nb):
    return nb.page.locator(".mcts-same .told")


def steps(nb):
    return nb.page.get_by_role("slider", name="generated steps")


def counted(nb):
    """Return, as strings, the counts that are written in the boxes of the tree's steps."""
    return nb.page.locator(".mcts-same .n").all_text_contents()


def test_it_opens_just_before_the_tree_is_right(nb):
    panel = nb.page.locator(".mcts-same")
    expect(panel.locator(".head")).to_have_text(
        "Make 24 out of 1, 2, 7, 7: 417 lines, one is right."
    )
    expect(panel.locator(".exact")).to_be_hidden()  # the answer
    nb.page.get_by_role("button", name="10 more steps").click()
    expect(panel.locator(".head")).to_have_text(
        "The tree made 24 out of 1, 2, 7, 7 after 64 steps."
    )
    expect(panel.locator(".exact")).to_be_visible()
    expect(panel.locator(".exact")).to_contain_text("7 × 7 = 49 → 49 − 1 = 48 → 48 ÷ 2 = 24 ✓")
    expect(told(nb)).to_contain_text("After 70 generated steps each: tree ✓ with 64 steps")
    for version in (".mcts-for-wide", ".mcts-for-narrow"):
        assert panel.locator(f"{version} .solved[visibility=visible]").count() == 3
    nb.screenshot("chapter 19", panel)


def test_the_dial_by_key_by_mouse_and_by_button(nb):
    nb.page.bring_to_front()
    before = nb.page.locator(".mcts-same .step").first.bounding_box()
    steps(nb).press("Home")
    expect(told(nb)).to_contain_text("After 3 generated steps each: no search is right yet")
    assert nb.page.locator(".mcts-same .solved[visibility=visible]").count() == 0
    few = counted(nb)
    steps(nb).press("End")
    expect(told(nb)).to_contain_text("After 300 generated steps")
    assert counted(nb) != few
    expect(nb.page.get_by_role("button", name="10 more steps")).to_be_hidden()
    steps(nb).press("Home")
    nb.page.get_by_role("button", name="10 more steps").click()
    expect(told(nb)).to_contain_text("After 13 generated steps")
    ring = nb.page.locator(".mcts-same .ring:visible").bounding_box()
    nb.page.mouse.move(ring["x"] + 9, ring["y"] + 9)
    nb.page.mouse.down()
    nb.page.mouse.move(ring["x"] + 600, ring["y"] + 9)
    nb.page.mouse.up()
    expect(told(nb)).to_contain_text("After 300 generated steps")
    assert nb.page.locator(".mcts-same .step").first.bounding_box() == before  # nothing jumps


def test_another_hand_another_seed_another_proposer(nb):
    panel = nb.page.locator(".mcts-same")
    panel.get_by_role("button", name="Other hand").click()
    expect(panel.locator(".head")).to_contain_text("24 out of 4, 4, 10, 10", timeout=60_000)
    before = panel.locator(".tree").inner_text()
    panel.get_by_role("button", name="Other seed").click()
    expect(panel.locator(".tree")).not_to_have_text(before, timeout=60_000)
    panel.get_by_role("combobox").select_option("equal shares")
    expect(panel.locator(".exact")).to_contain_text(
        "A random line is right in 0.40% of all cases, and a line of the proposer in 0.40%.",
        timeout=60_000,
    )
