"""Use the clinic of chapter 05 by mouse and keyboard."""

import pytest
from pages import button
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def clinic(open_code):
    nb = open_code("from mctslib.course.ch05 import Clinic\nClinic()").run_all()
    expect(headline(nb)).to_contain_text("Does “random as X” find “draw is a loss”?")
    return nb


def headline(nb):
    """Return the headline."""
    return nb.page.locator(".mcts-headline [role=status]")


def cell(nb, name):
    """Return the visible cell of the table, such as "no sides/perft"."""
    return nb.page.locator(f'[data-pick="{name}"]').filter(visible=True)


def test_a_cell_waits_for_a_guess_by_mouse(clinic):
    cell(clinic, "no sides/perft").click()
    expect(headline(clinic)).to_contain_text("Does “perft” find “no sides”?")
    expect(cell(clinic, "no sides/perft")).to_contain_text("?")
    button(clinic, "No").click()
    expect(headline(clinic)).to_contain_text("“perft” misses “no sides”.")
    expect(cell(clinic, "no sides/perft")).to_contain_text("·")


def test_the_arrow_keys_ask_and_show_nothing(clinic):
    cell(clinic, "raw wins/litmus S").click()
    clinic.page.keyboard.press("ArrowLeft")
    expect(headline(clinic)).to_contain_text("Does “litmus A” find “raw wins”?")
    clinic.page.keyboard.press("ArrowDown")
    expect(headline(clinic)).to_contain_text("Does “litmus A” find “sqrt(N)/n”?")
    expect(cell(clinic, "raw wins/litmus A")).to_contain_text("?")
    button(clinic, "Yes").press("Enter")
    expect(headline(clinic)).to_contain_text("“litmus A” finds “sqrt(N)/n”.")
    button(clinic, "Next").press("Enter")
    expect(headline(clinic)).to_contain_text("Does “litmus S” find “sqrt(N)/n”?")


def test_run_all_and_hide(clinic):
    button(clinic, "Run all").click()
    expect(cell(clinic, "plays on/litmus W")).to_contain_text("✗ 0%")
    button(clinic, "Hide").click()
    expect(cell(clinic, "plays on/litmus W")).not_to_contain_text("✗")


def test_a_phone_asks_about_one_row_in_cells_for_a_finger(clinic):
    clinic.page.set_viewport_size({"width": 405, "height": 900})
    cells = clinic.page.locator("[data-pick]").filter(visible=True)
    expect(cells).to_have_count(11 + 2)
    for box in (one.bounding_box() for one in cells.all()):
        assert min(box["width"], box["height"]) >= 40
    cells.filter(has_text="›").click()
    expect(headline(clinic)).to_contain_text("Does “litmus S” find “log of n”?")
    cell(clinic, "log of n/formula").click()
    button(clinic, "Yes").click()
    expect(headline(clinic)).to_contain_text("“formula” finds “log of n”.")
    expect(cell(clinic, "log of n/formula")).to_contain_text("✗")
