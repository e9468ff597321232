"""Chapter 17's games in JupyterLab: Pig by mouse and Kuhn poker by keyboard."""

import re

import pytest
from playwright.sync_api import expect

PIG = (
    "from mctslib.games import Pig\nfrom mctslib.widgets import Play\nPlay(Pig(20), seed=3, "
    "iterations=30)  # pig"
)
KUHN = "from mctslib.games import Kuhn\nPlay(Kuhn((1, 2)), seed=3, iterations=100)  # kuhn"


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(PIG, KUHN).run_all()


def test_a_few_throws_by_mouse(nb):
    """The die is rolled automatically, the page states the number, and then a player must move."""
    panel = nb.output("# pig")
    said = panel.get_by_role("status").filter(has_text="The die shows")
    for _ in range(4):
        expect(panel.get_by_role("status").filter(has_text="Your turn").first).to_be_visible(
            timeout=30_000
        )
        panel.get_by_role("button", name="roll").click()
        expect(said).to_contain_text(re.compile(r"The die shows [1-6]\."))
    expect(panel.get_by_role("img", name="Pig, you:")).to_be_visible()
    nb.screenshot("pig after four throws", panel)
    assert not nb.complaints()


def test_a_hand_of_kuhn_poker_by_key(nb):
    """The page does not contain the engine's king before the hand is over."""
    panel = nb.output("# kuhn")
    hidden = panel.get_by_role("img", name="Kuhn poker; you: queen; engine: card face down")
    expect(hidden).to_be_visible(timeout=30_000)
    assert "king" not in panel.inner_html() and panel.get_by_label("Show thoughts").is_hidden()
    panel.get_by_role("button", name="bet").press("Enter")
    expect(panel.get_by_role("img", name="engine: king")).to_be_visible()
    expect(panel.get_by_text(re.compile("the engine wins 2 coins")).first).to_be_visible()
    nb.screenshot("kuhn", panel)
    assert not nb.complaints()
