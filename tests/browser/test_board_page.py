"""On a page without a kernel, the board plays like the library and works by touch alone."""

import json
import re

import pytest
import uct_cases
from playwright.sync_api import expect

from mctslib import TicTacToe, search
from mctslib.fast.xorshift import Xorshift
from mctslib.widgets import Play, living

WHOLE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'><title>x</title>"
    "<style>{}</style>{}<script>{}</script>"
)
ITERATIONS = 1000
LEAST = 44  # the smallest width for a finger, in pixels


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Write a page with one board; X has begun in the centre, and the engine plays O."""
    made = living.page(Play(human="X", iterations=ITERATIONS, moves=(4,), seed=1))
    file = tmp_path_factory.mktemp("board") / "board.html"
    file.write_text(WHOLE.format(living.styles(), made, living.script()), encoding="utf-8")
    return file


def opened(context, file):
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(file.as_uri())
    expect(page.locator(".mcts-alive")).to_have_count(1)
    return page


@pytest.fixture
def page(context, file):
    page = opened(context, file)
    yield page
    page.close()


def board(page):
    """Return the marks in the cells, row by row."""
    labels = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    marks = []
    for cell, label in enumerate(labels):
        mark = re.match(rf"cell {cell}: (empty|X|O)", label)[1]
        marks.append("." if mark == "empty" else mark)
    return "".join(marks)


def state_of(cells):
    return TicTacToe.from_text("/".join((cells[:3], cells[3:6], cells[6:])))


def test_chromium_makes_the_same_iterations_as_the_library(page):
    answers = page.evaluate(uct_cases.RUN, uct_cases.asked(200))
    assert uct_cases.compare(json.loads(json.dumps(answers)), 200) == 35


def test_its_replies_are_those_of_the_library(page):
    luck = Xorshift(1)
    state = TicTacToe().apply(4)
    while not state.is_terminal():
        result = search(state, ITERATIONS, seed=luck)
        state = state.apply(result.action)
        assert board(page) == state.board
        if state.is_terminal():
            break
        said = f"after trying it in {result.root.children[result.action].visits:,} of 1,000 games"
        expect(page.get_by_role("status")).to_contain_text(said)
        cell = state.legal_actions()[0]
        page.get_by_role("gridcell").nth(cell).click()
        state = state.apply(cell)


def test_it_begins_with_what_the_notebook_shows_beside_the_board(context, page, tmp_path):
    """With `thoughts`, the board begins with the engine's bars, and otherwise only with marks."""
    chosen = page.locator(".mcts-choice [aria-pressed=true]")
    expect(chosen).to_have_text("what O saw")
    expect(page.locator(".mcts-bar-of")).to_have_count(8)
    plain = tmp_path / "plain.html"
    made = living.page(Play(human="X", iterations=ITERATIONS, moves=(4,), seed=1, thoughts=False))
    plain.write_text(WHOLE.format(living.styles(), made, living.script()), encoding="utf-8")
    other = opened(context, plain)
    expect(other.locator(".mcts-choice [aria-pressed=true]")).to_have_text("marks only")
    expect(other.locator(".mcts-bar-of")).to_have_count(0)
    other.close()


def test_a_game_is_played_with_a_finger(phone, file):
    page = opened(phone, file)
    for cell in page.get_by_role("gridcell").all():
        box = cell.bounding_box()
        assert min(box["width"], box["height"]) >= LEAST
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    while not (state := state_of(board(page))).is_terminal():
        cell = state.legal_actions()[0]
        page.get_by_role("gridcell").nth(cell).tap()
        expect(page.get_by_role("gridcell").nth(cell)).to_have_attribute(
            "aria-label", re.compile(f"cell {cell}: X")
        )
    expect(page.get_by_role("status")).to_contain_text(re.compile("won|draw"))
    page.get_by_role("button", name="New game").tap()
    assert board(page) == "........."
    page.close()


def test_keys_choice_and_settings(page):
    cells = page.get_by_role("gridcell")
    start = board(page)
    page.get_by_role("button", name="my options").click()
    expect(cells.nth(0)).to_have_attribute("aria-label", re.compile(r"empty, 0\.\d\d"))
    page.get_by_role("button", name="what O saw").click()
    expect(cells.nth(0)).to_have_attribute("aria-label", re.compile(r"empty, \d+"))
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("Hint: cell")
    cells.nth(4).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert board(page)[1] == "X"
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("status")).to_contain_text("Taken back.")
    assert board(page) == start
    cells.nth(4).click(force=True)
    expect(page.get_by_role("status")).to_contain_text("Cell 4 is taken.")
    page.get_by_label("Settings").click()
    page.get_by_label("Games that the engine tries").select_option("10")
    page.get_by_label("You play").select_option("1")
    expect(page.get_by_role("status")).to_contain_text("of 10 games")
    assert board(page).count("X") == 1


def test_nothing_moves_while_one_plays(page):
    """The grid and the bar keep their places during a whole game, whatever the page shows."""
    places = "() => ['.mcts-grid', '.mcts-bar'].map(s => document.querySelector(s).offsetTop)"
    for width in (390, 800, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        page.get_by_role("button", name="New game").click()
        seen = {tuple(page.evaluate(places))}
        while not (state := state_of(board(page))).is_terminal():
            for name in ("my options", "what O saw", "Hint", "marks only"):
                page.get_by_role("button", name=name).click()
                seen.add(tuple(page.evaluate(places)))
            page.get_by_role("gridcell").nth(state.legal_actions()[-1]).click()
            seen.add(tuple(page.evaluate(places)))
        assert len(seen) == 1, width


def test_window_theme_and_two_hands_in_the_middle_of_a_game(phone, file):
    """A game survives a rotated phone, a changed theme, and two cells pressed at the same time.

    A finger presses one of the two cells, and the mouse presses the other.
    """
    page = opened(phone, file)
    start = board(page)
    free = [cell for cell, mark in enumerate(start) if mark == "."]
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    expect(page.locator("body[data-jp-theme-light='false']")).to_have_count(1)
    assert board(page) == start
    # A finger goes down on one cell, and before it is lifted, the mouse clicks on another cell.
    one, other = (page.get_by_role("gridcell").nth(cell) for cell in free[:2])
    one.scroll_into_view_if_needed()
    one.dispatch_event("touchstart")
    other.click()
    one.dispatch_event("touchend")
    one.click(force=True)
    cells = board(page)
    assert cells.count("X") - cells.count("O") in (0, 1)
    assert [mark for mark, before in zip(cells, start) if before != "."] == list(
        start.replace(".", "")
    )
    page.set_viewport_size({"width": 390, "height": 844})
    assert board(page) == cells
    page.close()
