"""Answer predictions and checkpoints by keyboard, with a screen reader, and after a restart."""

import json

import pytest
from pages import eventually
from playwright.sync_api import expect

RESTART = """async () =>
    { const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                           await kernel.restart(); }"""
TO_THE_TOP = "() => document.querySelectorAll('.jp-Notebook *').forEach(e => { e.scrollTop = 0; })"
CELLS = (
    "from mctslib.course import *\nfirst = predict('00-random')\nfirst",
    "spread = predict('01-spread')\nspread",
    "checkpoint('00-played')",
    "score_prediction(first, 4, 'X is first.')",
    "summary('00')",
    "progress()",
)


@pytest.fixture(scope="module")
def nb(open_code, lab):
    (lab.folder / "progress.json").unlink(missing_ok=True)
    return open_code(*CELLS).run_all()


def kept(lab):
    return json.loads((lab.folder / "progress.json").read_text())


def asked(nb, words):
    return nb.page.get_by_role("group", name=words)


def said(nb, words):
    """Return the response below the question that contains `words`."""
    return nb.page.locator(".mcts-question", has_text=words).locator("[role=status]").first


def test_a_number_is_predicted_by_keyboard(nb, lab):
    field = nb.page.get_by_role("spinbutton", name="How many of the games does X win?")
    expect(field).to_have_accessible_description(
        "A whole number from 0 to 1,000 The result comes below."
    )
    field.focus()
    nb.page.keyboard.type("4")
    nb.page.keyboard.press("Enter")
    expect(said(nb, "How many of the games")).to_contain_text("Noted: 4.")
    assert kept(lab)["predictions"] == {"00-random": 4}
    change = asked(nb, "How many of the games").get_by_role("button", name="Change")
    change.click()  # the button changes nothing before the field has another number
    expect(field).to_be_focused()
    nb.page.keyboard.type("5")
    change.click()
    expect(said(nb, "How many of the games")).to_contain_text("Noted: 5.")


def test_a_number_that_makes_no_sense_is_refused_below_the_field(nb, lab):
    field = nb.page.get_by_role("spinbutton", name="How many of the games does X win?")
    field.fill("1001")
    field.press("Enter")
    expect(said(nb, "How many of the games")).to_have_text("✗ A whole number from 0 to 1,000.")
    nb.screenshot("question, a number out of range")
    field.fill("4")
    field.press("Enter")
    expect(said(nb, "How many of the games")).to_contain_text("Noted: 4.")
    assert kept(lab)["predictions"]["00-random"] == 4


def test_an_option_is_predicted_by_keyboard(nb, lab):
    group = asked(nb, "scatter half as large")
    group.get_by_role("radio").first.focus()
    for key in ("ArrowDown", "ArrowDown", "Space"):
        nb.page.keyboard.press(key)
    expect(group.get_by_role("radio", name="400", exact=True)).to_be_checked()
    expect(said(nb, "scatter half as large")).to_contain_text("Noted.")
    assert kept(lab)["predictions"]["01-spread"] == "400"


def test_a_checkpoint_is_answered_by_keyboard_and_explained(nb, lab):
    group = asked(nb, "Suppose that after a search")
    radios = group.get_by_role("radio")
    radios.first.focus()
    nb.page.keyboard.press("ArrowDown")
    expect(radios.nth(1)).to_be_focused()
    expect(
        said(nb, "Suppose that after a search")
    ).to_be_empty()  # moving the focus does not answer
    assert "checkpoints" not in kept(lab)
    nb.page.keyboard.press("ArrowDown")
    nb.page.keyboard.press("Enter")
    expect(said(nb, "Suppose that after a search")).to_contain_text(
        "✗ Not this one. The search uses random numbers"
    )
    nb.screenshot(
        "question, wrong, light",
        nb.page.locator(".mcts-question", has_text="Suppose that after a search"),
    )
    nb.page.keyboard.press("ArrowUp")
    nb.page.keyboard.press("Space")
    expect(said(nb, "Suppose that after a search")).to_contain_text(
        "✔ Right. The program plays the most visited"
    )
    expect(group.get_by_role("img")).to_be_visible()
    assert kept(lab)["checkpoints"] == {"00-played": "The second move, because it has more visits."}


def test_the_choices_are_there_again_after_a_restart(nb, lab):
    before = kept(lab)
    nb.clear()
    nb.page.evaluate(RESTART)
    nb.wait_idle()
    nb.run_all()
    expect(
        nb.page.get_by_role("spinbutton", name="How many of the games does X win?")
    ).to_have_value("4")
    expect(
        asked(nb, "scatter half as large").get_by_role("radio", name="400", exact=True)
    ).to_be_checked()
    expect(asked(nb, "Suppose that after a search").get_by_role("radio").nth(1)).to_be_checked()
    expect(said(nb, "Suppose that after a search")).to_contain_text("✔ Right.")
    expect(nb.output("score_prediction(first")).to_contain_text("You predicted it: 4. X is first.")
    expect(nb.output("summary(")).to_contain_text("1 of 1, 1 right")
    expect(nb.output("summary(")).to_contain_text("1 of 2, 1 right in the end")
    expect(nb.output("progress()").get_by_role("row").filter(has_text="00 · Play")).to_contain_text(
        "yes"
    )
    assert kept(lab) == {**before, "scored": {"00-random": True}, "chapters": {"00": True}}


@pytest.mark.parametrize("width", [1280, 800])
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_it_is_legible_and_accessible_in_both_themes_and_on_a_narrow_page(nb, theme, width):
    with nb.seen(theme, width):
        nb.page.evaluate(TO_THE_TOP)
        nb.long_screenshot(f"questions, {theme}, {width}")
        for question in nb.page.locator(".mcts-question").all():
            assert question.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth + 1")
        assert nb.violations(".mcts-question") == []


def test_the_questions_of_chapter_00(open_notebook, lab):
    (lab.folder / "progress.json").unlink()
    chapter = open_notebook("00_play_before_you_know.ipynb")
    chapter.clear()
    chapter.run_all()
    expect(chapter.page.locator(".mcts-question")).to_have_count(3)
    assert chapter.complaints() == []
    chapter.page.evaluate(TO_THE_TOP)
    chapter.long_screenshot("chapter 00 with questions")


def test_code_and_answer_of_a_verdict_are_folded_and_the_answer_opens_by_running(open_notebook):
    nb = open_notebook("01_ask_random_games_for_advice.ipynb")
    code = nb.page.locator(".jp-InputPlaceholder .jp-PlaceholderText")
    compare = code.get_by_text("# Compare your prediction with the result:")
    expect(compare.first).to_be_attached()
    answer = nb.page.locator(".jp-OutputArea").get_by_text("the result is 70", exact=False)
    expect(answer).to_have_count(0)
    folded = nb.page.locator(".jp-OutputPlaceholder .jp-PlaceholderText")
    assert folded.count() and not "".join(folded.all_inner_texts()).strip()
    nb.run_all()
    expect(answer).to_be_visible()


ACTIVE = "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"


def test_shift_enter_in_a_panel_goes_on_and_keeps_what_was_done(open_code):
    nb = open_code(
        "from mctslib.course import checkpoint\ncheckpoint('03-draw')", "x = 1"
    ).run_all()
    prompts = nb.page.locator(".jp-InputPrompt").all_inner_texts()
    nb.page.locator(".mcts-question input").first.click()
    nb.page.keyboard.press("Shift+Enter")
    eventually(lambda: nb.page.evaluate(ACTIVE), lambda place: place == 1)
    assert nb.page.locator(".jp-InputPrompt").all_inner_texts() == prompts
    nb.page.keyboard.press("Shift+Enter")  # the next one runs the next cell
    eventually(
        lambda: nb.page.locator(".jp-InputPrompt").all_inner_texts()[1], lambda now: now == "[3]:"
    )
