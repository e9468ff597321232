"""Flat Monte Carlo is beaten by clicks in all ten shapes, and a mistake can be taken back."""

import re

import pytest
from playwright.sync_api import expect

from mctslib.course.ch01 import BeatFlat
from mctslib.course.ch01.fooled import page_data
from mctslib.widgets import living

WHOLE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'><title>x</title>"
    "<style>{}</style><body style='margin:12px'>{}<script>{}</script>"
)


@pytest.fixture
def beat(context, tmp_path):
    file = tmp_path / "beat.html"
    html = WHOLE.format(living.styles(), living.page(BeatFlat()), living.script())
    file.write_text(html, encoding="utf-8")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator(".mcts-alive")).to_have_count(1)
    yield page
    page.close()
    assert not problems


def put(board, cell, mark):
    return board[:cell] + mark + board[cell + 1 :]


def moves_of(puzzle):
    """Return the reader's moves in a game that keeps the value of the position to its end."""
    reader = puzzle["reader"]
    other = "XO"["OX".index(reader)]
    board = put(puzzle["before"], puzzle["blunder"], other)
    aim = puzzle["worth"][board]
    moves = []
    while True:
        kept = [
            cell
            for cell, mark in enumerate(board)
            if mark == "." and puzzle["worth"].get(put(board, cell, reader)) == aim
        ]
        moves.append(kept[0])
        board = put(board, kept[0], reader)
        if board not in puzzle["replies"]:
            return moves
        board = put(board, puzzle["replies"][board], other)
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        if not any(put(board, cell, reader) in puzzle["worth"] for cell in free):
            return moves


def test_all_shapes_are_beaten(beat):
    for k, puzzle in enumerate(page_data()):
        beat.locator(".shape").nth(k).click()
        for move in moves_of(puzzle):
            beat.locator(f"[data-cell='{move}']").click()
        expect(
            beat.get_by_role("button", name=f"shape {k + 1}, beaten", exact=True)
        ).to_be_visible()
    expect(beat.locator(".said")).to_contain_text("You have beaten it in all 10 shapes.")


def test_the_film_shows_how_a_mistake_is_punished(beat):
    film = beat.locator(".film")
    expect(film).to_be_hidden()
    beat.locator("[data-cell='3']").click()  # X wins at once
    lost = "Your mistake, and what followed: O 3 ✗, X 7"
    expect(film).to_have_attribute("aria-label", lost)
    beat.locator(".shape").nth(2).click()
    beat.locator("[data-cell='7']").click()  # O has two threats
    expect(film).to_have_attribute(
        "aria-label", re.compile("^Your mistake, then the best play: X 7 ✗, ")
    )
    expect(film.locator(".later").last.locator(".won")).to_have_count(1)


def test_the_film_of_a_game_without_a_mistake_has_only_the_blunder_marked(beat):
    puzzle = page_data()[0]
    for move in moves_of(puzzle):
        beat.locator(f"[data-cell='{move}']").click()
    expect(beat.locator(".film > div")).to_have_count(5)
    expect(beat.locator(".film")).to_have_attribute("aria-label", re.compile("^The game: "))


@pytest.mark.parametrize("width", [1400, 390, 298])
def test_it_fits_and_a_lost_game_is_tried_again(beat, width):
    beat.set_viewport_size({"width": width, "height": 844})
    beat.locator("[data-cell='0']").click()
    expect(beat.locator(".head")).to_have_text("X has three in a row.")
    beat.get_by_role("button", name="Try again").click()
    expect(beat.locator(".head")).to_contain_text("You are O. X blundered")
    assert beat.locator(".mcts-beat-flat").bounding_box()["height"] < 700
    assert beat.evaluate("document.documentElement.scrollWidth <= innerWidth")
