"""The sheet of chapter 03 as a reader uses it: numbers typed, by keyboard alone, in both themes."""

import json

import pytest
from playwright.sync_api import expect

CODE = """
from mctslib import UCB1, TicTacToe, record
from mctslib.course.ch03 import Paper

trace = record(TicTacToe.from_text("X../XOO/OX."), 12, seed=12, tree_policy=UCB1(2**0.5))
paper = Paper(trace, 12)
paper
"""


@pytest.fixture(scope="module")
def paper(open_code):
    nb = open_code(CODE).run_all()
    expect(nb.page.get_by_text("Iteration 12 went")).to_be_visible()
    return nb


def field(nb, label):
    return nb.page.get_by_label(label, exact=True)


def test_by_keyboard_alone(paper):
    first = field(paper, "N of root")
    first.press_sequentially("12")
    first.press("Enter")
    expect(paper.page.get_by_text("✔ right")).to_have_count(1)
    first.press("Tab")
    expect(field(paper, "W of root")).to_be_focused()
    paper.page.keyboard.type("two")
    paper.page.keyboard.press("Tab")
    expect(paper.page.get_by_text("Write a number")).to_be_visible()


def test_every_field_then_the_answers(paper, lab):
    show = paper.page.get_by_role("button", name="Show the answers")
    expect(show).to_be_hidden()
    for label in ("root", "X 2", "X 2, O 8", "X 2, O 8, X 1", "X 1"):
        for letter in "NW":
            field(paper, f"{letter} of {label}").fill("1")
            field(paper, f"{letter} of {label}").press("Enter")
    expect(show).to_be_enabled()
    paper.screenshot("paper, filled in")
    show.click()
    expect(paper.page.get_by_text("N = 12", exact=False).last).to_be_visible()
    kept = json.loads((lab.folder / "progress.json").read_text(encoding="utf-8"))["sheets"]
    assert list(kept) == ["03 iteration 12"]
    expect(
        paper.page.get_by_text(f"{kept['03 iteration 12']} right at the first try").first
    ).to_be_visible()


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_in_both_themes_nothing_is_wider_than_the_page(paper, theme):
    with paper.seen(theme):
        paper.screenshot(f"paper, {theme}")
        assert (
            paper.page.locator(".mcts-panel").first.evaluate("e => e.scrollWidth - e.clientWidth")
            <= 1
        )
