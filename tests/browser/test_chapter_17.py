"""Chapter 17's cards in JupyterLab, every control by mouse and by key.

And a game of Pig on the play widget.
"""

import re

import pytest
from measured import report
from pages import handle, slid
from playwright.sync_api import expect

PIG = (
    "from mctslib.games import Pig\nfrom mctslib.widgets import Play\nPlay(Pig(20), seed=3, "
    "iterations=30)  # pig"
)
KUHN = "from mctslib.games import Kuhn\nPlay(Kuhn((1, 2)), seed=3, iterations=100)  # kuhn"


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code("from mctslib.course.ch17 import Cards\nCards(0.6, 10)", PIG, KUHN).run_all()
    expect(nb.page.get_by_text("After 10 iterations, safe paying 0.60")).to_be_visible(
        timeout=60_000
    )
    return nb


def test_more_iterations_by_key(nb):
    nb.page.bring_to_front()
    handle(nb, "iterations").press("End")
    expect(nb.page.get_by_text("After 500 iterations")).to_be_visible()
    expect(
        nb.page.get_by_role("img", name=re.compile("determinization believes .* and plays risk"))
    ).to_be_visible()
    report(
        "iterations to picture",
        [slid(nb, "iterations", key, words) for key, words in STEPS * 2],
        150,
    )


STEPS = (("ArrowLeft", "After 200 iterations"), ("ArrowRight", "After 500 iterations"))


def test_what_is_safe_and_other_dice(nb):
    handle(nb, "safe pays").press("ArrowLeft")
    expect(nb.page.get_by_role("img", name="safe paying 0.55")).to_be_visible()
    handle(nb, "iterations").press("Home")
    picture = nb.page.get_by_role("img", name="After 10 iterations")
    before = picture.get_attribute("aria-label")
    for _ in range(4):
        nb.page.get_by_role("button", name="Other dice").click()
    expect(picture).not_to_have_attribute("aria-label", before)


@pytest.mark.parametrize("theme, width", [("Light", 1280), ("Dark", 1280), ("Light", 800)])
def test_it_is_seen_in_every_light(nb, theme, width):
    handle(nb, "iterations").press("End")
    with nb.seen(theme, width):
        expect(nb.page.get_by_role("img", name="After 500 iterations")).to_be_visible()
        nb.screenshot(f"cards {theme} {width}", nb.page.locator(".mcts-panel").first)
        nb.screenshot(f"pig {theme} {width}", nb.output("# pig").locator(".mcts-panel"))
    assert not nb.violations()


def test_a_few_throws_by_mouse(nb):
    """The die is thrown by itself, and said; then it is somebody's turn again."""
    panel = nb.output("# pig")
    said = panel.get_by_role("status").filter(has_text="The die shows")
    for _ in range(4):
        expect(panel.get_by_role("status").filter(has_text="Your turn")).to_be_visible(
            timeout=30_000
        )
        panel.get_by_role("button", name="roll").click()
        expect(said).to_contain_text(re.compile(r"The die shows [1-6]\."))
    expect(panel.get_by_role("img", name="Pig, player 0")).to_be_visible()
    nb.screenshot("pig after four throws", panel)
    assert not nb.complaints()


def test_a_hand_of_kuhn_poker_by_key(nb):
    """The queen against the king, which the page is not told before the hand is over."""
    panel = nb.output("# kuhn")
    expect(panel.get_by_text("player 0: queen · player 1: ?")).to_be_visible(timeout=30_000)
    assert "king" not in panel.inner_html() and panel.get_by_label("Show thoughts").is_hidden()
    panel.get_by_role("button", name="bet").press("Enter")
    expect(panel.get_by_text("player 1: king")).to_be_visible()
    expect(panel.get_by_text(re.compile("player 1 wins 2 coins"))).to_be_visible()
    nb.screenshot("kuhn", panel)
    assert not nb.complaints()
