"""Fill in the sheet of chapter 03 by keyboard alone."""

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

# The names of the fields contain these labels, which are the paths of the nodes.
LABELS = ("root", "X 2", "X 2, O 8", "X 2, O 8, X 1", "X 1")


@pytest.fixture(scope="module")
def paper(open_code):
    nb = open_code(CODE).run_all()
    expect(nb.page.get_by_text("Iteration 12 went")).to_be_visible()
    return nb


def field(nb, label):
    return nb.page.get_by_label(label, exact=True)


def test_each_field_lies_in_its_node(paper):
    """The fields lie in the drawn frames, whatever the width of the page."""
    before = paper.page.viewport_size
    toggle = "() => void window.jupyterapp.commands.execute('application:toggle-left-area')"
    paper.page.evaluate(toggle)  # the list of files is closed, as on a phone
    for width in (390, 800, 1400):
        paper.page.set_viewport_size({"width": width, "height": 1000})
        paper.at_rest()
        nodes = paper.page.locator("g.node.blank")
        expect(nodes).to_have_count(5)
        shown = [node.bounding_box() for node in nodes.all()]
        for letter in "NW":
            for label in LABELS:
                one = field(paper, f"{letter} of {label}").bounding_box()
                assert any(inside(one, node) for node in shown), (width, letter, label)
        place = paper.page.locator(".mcts-over").bounding_box()
        panel = paper.page.locator(".mcts-panel").first.bounding_box()
        assert place["x"] + place["width"] <= panel["x"] + panel["width"] + 1
        root = nodes.first.bounding_box()
        # At each width the visible part begins at the root.
        assert place["x"] - 1 <= root["x"], width
        assert root["x"] + root["width"] <= place["x"] + place["width"] + 1, width
        paper.screenshot(f"paper, {width}")
    paper.page.set_viewport_size(before)
    paper.page.evaluate(toggle)


def inside(one, other):
    """Return whether a box lies inside another box."""
    return (
        one["x"] >= other["x"]
        and one["y"] >= other["y"]
        and one["x"] + one["width"] <= other["x"] + other["width"]
        and one["y"] + one["height"] <= other["y"] + other["height"]
    )


def test_the_tab_key_goes_up_the_path(paper):
    labels = [*LABELS[3::-1], LABELS[4]]
    field(paper, f"N of {labels[0]}").focus()
    for label in labels:
        for letter in "NW":
            expect(field(paper, f"{letter} of {label}")).to_be_focused()
            paper.page.keyboard.press("Tab")


def test_by_keyboard_alone(paper):
    first = field(paper, "N of root")
    first.press_sequentially("12")
    first.press("Enter")
    expect(paper.page.get_by_text("✔ right")).to_have_count(1)
    first.press("Tab")
    expect(field(paper, "W of root")).to_be_focused()
    paper.page.keyboard.type("12")
    paper.page.keyboard.press("Enter")
    expect(paper.page.get_by_text("✗ W of root: ")).to_be_visible()
    paper.page.keyboard.type("two")  # a number that has been checked is replaced
    expect(field(paper, "W of root")).to_have_value("two")
    paper.page.keyboard.press("Tab")
    expect(paper.page.get_by_text("✗ Write a number")).to_be_visible()  # in the list


def test_every_field_then_the_answers(paper, lab):
    show = paper.page.get_by_role("button", name="Show the answers")
    expect(show).to_be_hidden()
    for label in LABELS:
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
        paper.page.locator(
            ".mcts-headline", has_text=f"{kept['03 iteration 12']} right at the first try"
        )
    ).to_be_visible()
