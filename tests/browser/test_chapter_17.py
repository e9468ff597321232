"""Chapter 17's cards in JupyterLab: the controls work by mouse and by keyboard.

A game of Pig is also played on the play widget.
"""

import re

import pytest
from pages import button, handle
from playwright.sync_api import expect

from mctslib.course.ch17.cards import BUDGETS

PIG = (
    "from mctslib.games import Pig\nfrom mctslib.widgets import Play\nPlay(Pig(20), seed=3, "
    "iterations=30)  # pig"
)
KUHN = "from mctslib.games import Kuhn\nPlay(Kuhn((1, 2)), seed=3, iterations=100)  # kuhn"
TABLE = "from mctslib.course.ch17 import PokerTable\nPokerTable(1_000, seed=2)  # table"


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code(
        "from mctslib.course.ch17 import Cards\nCards(0.6, 10)", PIG, KUHN, TABLE
    ).run_all()
    cards = nb.page.get_by_role("img", name="After 10 iterations, if safe pays 0.60")
    expect(cards).to_be_visible(timeout=60_000)
    return nb


def after(nb, iterations):
    """Let both searches of the cards widget think longer until they have so many iterations."""
    headline = nb.page.locator(".mcts-headline").first
    now = int(re.search(r"After (\d+)", headline.inner_text())[1])
    while now != iterations:
        longer = "From the start" if now == BUDGETS[-1] else "Think longer"
        now = BUDGETS[(BUDGETS.index(now) + 1) % len(BUDGETS)]
        button(nb, longer).press("Enter")
        expect(headline).to_contain_text(f"After {now} iterations", timeout=30_000)


def test_thinking_longer_by_key(nb):
    nb.page.bring_to_front()
    after(nb, 500)
    expect(
        nb.page.get_by_role("img", name=re.compile("determinization finds .* and plays risk"))
    ).to_be_visible(timeout=30_000)


def test_what_is_safe_and_another_seed(nb):
    handle(nb, "safe pays").press("ArrowLeft")
    expect(nb.page.get_by_role("img", name="if safe pays 0.55")).to_be_visible()
    after(nb, 10)
    picture = nb.page.get_by_role("img", name="After 10 iterations")
    before = picture.get_attribute("aria-label")
    for _ in range(4):
        nb.page.get_by_role("button", name="Other seed").first.click()
    expect(picture).not_to_have_attribute("aria-label", before)


def test_a_hand_at_the_table_by_mouse(nb):
    panel = nb.output("# table")
    expect(panel.get_by_role("img", name="You hold the jack").filter(visible=True)).to_be_visible()
    panel.get_by_role("button", name="Pass").click()
    expect(panel.get_by_text("Call or give up?").filter(visible=True)).to_be_visible()
    before = panel.get_by_role("button", name="Call 1").bounding_box()
    panel.get_by_role("button", name="Give up").click()
    expect(panel.get_by_text("You lose 1 coin.")).to_be_visible()
    purse = panel.get_by_role("img", name="Your purse after 1 hand: -1 coin.")
    expect(purse.filter(visible=True)).to_be_visible()
    after = panel.get_by_role("button", name="Next hand").bounding_box()
    assert abs(before["y"] - after["y"]) <= 1, "nothing jumps"
    nb.screenshot("kuhn table", panel)
    panel.get_by_role("button", name="Next hand").click()
    assert nb.violations() == [] and nb.complaints() == []


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
