"""Chapter 21's exam in JupyterLab: a slider, strokes and buttons choose questions and conditions.

The page works without Python.  The widget is also checked at several widths.
"""

import re

import pytest
from playwright.sync_api import expect

from mctslib.course.ch21.page import page_data

CODE = """from mctslib.course.ch21 import LastExam
LastExam(question=5)"""


@pytest.fixture(scope="module")
def nb(open_code):
    nb = open_code(CODE).run_all()
    expect(nb.page.locator(".mcts-exam .head")).to_contain_text("right most often", timeout=120_000)
    return nb


@pytest.fixture
def panel(nb):
    nb.page.bring_to_front()
    return nb.page.locator(".mcts-exam")


def menu(panel, words):
    return panel.locator("label").filter(has_text=words).locator("select")


def test_it_opens_with_all_players_and_a_question(nb, panel):
    expect(panel.locator("tbody tr")).to_have_count(16)
    expect(panel.locator(".strip")).to_have_count(16)
    expect(panel.locator(".position")).to_contain_text("Question 5 of 300")
    expect(panel.locator(".told")).to_contain_text("the same 900 answers as UCT")
    assert panel.locator(".ground.twin").count() == 2
    nb.screenshot("chapter 21", panel)


def test_a_phone_shows_six_players_and_the_board_of_the_question(panel):
    panel.evaluate("e => { e.style.width = '274px'; }")
    strips = panel.locator(".strips")
    expect(panel.locator(".strip")).to_have_count(6)
    for name in ("win or block", "UCT", "compiled", "UCT, other seed", "random"):
        expect(strips.get_by_text(name, exact=True)).to_be_visible()
    expect(strips).to_contain_text("a stroke: a wrong answer")
    expect(strips.locator("tspan")).to_have_count(3 * 6)  # the answers of three sittings
    asked = panel.locator(".asked")
    expect(asked.locator(".urgent")).to_be_hidden()
    expect(asked).to_contain_text("O is to move and can win. Right: 0, 3 and 4.")
    expect(panel.locator(".position svg")).to_be_visible()
    assert panel.bounding_box()["height"] <= 740
    more = panel.get_by_role("button", name="More")
    more.click()
    expect(panel.locator(".strip")).to_have_count(16)
    menu(panel, "shown").select_option("ladder")
    expect(panel.locator(".dot")).to_have_count(16)
    more.click()
    expect(panel.locator(".dot")).to_have_count(6)
    assert panel.bounding_box()["height"] <= 740
    panel.evaluate("e => { e.style.width = ''; }")
    menu(panel, "shown").select_option("answers")
    expect(panel.locator(".strip")).to_have_count(16)


def test_questions_by_slider_by_button_and_by_stroke(panel):
    asked = panel.locator(".position b")
    first = asked.inner_text()
    panel.get_by_role("button", name="Next question").click()
    expect(asked).not_to_have_text(first)
    found = re.compile(r"Question \d+: \d+ of 48 answers find the (win|draw)\.")
    expect(panel.locator(".head")).to_have_text(found)
    expect(panel.locator(".told")).to_contain_text("right most often")
    slider = panel.get_by_role("slider", name="question")
    slider.press("End")
    last = asked.inner_text()
    slider.press("Home")
    expect(asked).not_to_have_text(last)
    panel.locator(".strip").first.click()
    expect(asked).to_have_text(re.compile(r"Question \d+ of 300"))
    right = panel.locator(".position svg .yes").count()
    assert right >= 1


def test_next_reaches_every_question_with_different_marks(panel):
    """The player beside is UCT; the others' best player is compared with it, and Next goes round."""
    data = page_data()
    now = data["conditions"]["iterations-100"]
    beside = data["players"].index("UCT")
    other = next(player for player in now["order"] if player != beside)

    def wrong(player, question):
        results = question["results"]
        best = next(letter for letter in "wdl" if letter in results)
        sheets = [sheet[question["number"]] for sheet in now["answers"][player]]
        return sum(results[int(column)] != best for column in sheets)

    questions = [{**one, "number": k} for k, one in enumerate(data["questions"])]
    different = {q["number"] + 1 for q in questions if wrong(other, q) != wrong(beside, q)}
    shown = panel.evaluate(
        """(panel, times) => Array.from({ length: times }, () => {
            [...panel.querySelectorAll('button')].find(b => b.textContent.includes('Next')).click();
            return Number(panel.querySelector('.position b').textContent.match(/[0-9]+/)[0]);
        })""",
        len(different) + 1,
    )
    assert len(different) > 20 and set(shown) == different and shown[0] == shown[-1]


def test_equal_time_another_player_and_the_games(panel):
    menu(panel, "equal").select_option("ms-2")
    expect(panel.locator(".head")).to_contain_text("2 ms of CPU time")
    assert panel.locator(".ground.twin").count() == 0
    menu(panel, "beside").select_option(label="PUCT")
    compared = re.compile("right more or less often than PUCT|PUCT.*the player beside")
    expect(panel.locator(".strips")).to_contain_text(compared)
    before = panel.locator(".bar").bounding_box()
    menu(panel, "shown").select_option("ladder")
    expect(panel.locator(".head")).to_contain_text("leads the ladder")
    assert panel.locator(".bar").bounding_box() == before  # nothing jumps
    menu(panel, "shown").select_option("answers")
    menu(panel, "equal").select_option("iterations-100")
    menu(panel, "beside").select_option(label="UCT")


def test_the_ladder_offers_only_what_changes_it(panel):
    shown, equal = (menu(panel, words) for words in ("shown", "equal"))
    equal.select_option("ms-10")
    shown.select_option("ladder")
    expect(equal).to_have_value("ms-2")
    expect(panel.locator(".head")).to_contain_text("with 2 ms of CPU time for each move")
    offered = equal.evaluate("e => [...e.options].filter(o => !o.hidden).map(o => o.value)")
    assert offered == ["iterations-100", "ms-2"]
    equal.select_option("iterations-100")
    expect(panel.locator(".head")).to_contain_text("with 100 iterations for each move")
    shown.select_option("answers")
    assert equal.evaluate("e => [...e.options].filter(o => !o.hidden).length") == 4


@pytest.mark.parametrize("width", [326, 480, 640, 760, 1000])
def test_every_column_of_the_answers_fits(panel, width):
    panel.evaluate("(e, width) => { e.style.width = `${width}px`; }", width)
    more = panel.locator("button.more")  # on a phone it shows the slider and the answers
    folded = more.is_visible() and more.get_attribute("aria-expanded") == "false"
    if folded:
        more.click()
    for question in ("Home", "End"):
        panel.get_by_role("slider", name="question").press(question)
        assert panel.locator(".given").evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    if folded:
        more.click()
    panel.evaluate("e => { e.style.width = ''; }")
