"""Use the tournament with the mouse and by keyboard alone, and stop it; slide the bell."""

import re

import pytest
from pages import button, handle, open_settings, select
from playwright.sync_api import expect

START = r"(Start|\d+ more games each)"  # for a new tournament and for one that goes on


@pytest.fixture(scope="module")
def tournament(open_code):
    nb = open_code(
        "from mctslib.course.ch09 import Bell\n"
        "from mctslib.course.ch09b import Tournament\n"
        "Tournament(players=['random', 'MCTS 30', 'MCTS 100'], games=10)",
        "Bell(13, 20)",
    ).run_all()
    expect(button(nb, START)).to_be_visible()
    return nb


def test_a_tournament_with_the_mouse_goes_on(tournament):
    for games in (30, 60):
        button(tournament, START).click()
        done = tournament.page.get_by_text(f"After {games} games")
        expect(done).to_be_visible(timeout=60_000)
    select(tournament, "ruler", "random")
    ladder = tournament.page.get_by_role("img", name=re.compile("random 0"))
    expect(ladder.filter(visible=True)).to_be_visible()
    tournament.long_screenshot("tournament, light")


def test_a_tournament_by_keyboard_alone(tournament):
    page = tournament.page
    open_settings(tournament)
    page.get_by_role("checkbox", name="random", exact=True).press("Tab")
    page.keyboard.press("Space")  # the player flat 30 joins
    button(tournament, START).focus()
    page.keyboard.press("Space")
    ladder = page.get_by_role("img", name=re.compile("flat 30")).first
    expect(ladder).to_be_visible(timeout=60_000)
    expect(page.get_by_text("After 60 games")).to_be_visible(timeout=60_000)


def test_an_impossible_tournament_is_a_red_line_and_no_more(tournament):
    open_settings(tournament)
    for box in tournament.page.get_by_role("checkbox").all():
        box.set_checked(False)
    button(tournament, START).click()
    alert = tournament.page.get_by_role("alert")
    expect(alert).to_contain_text("at least two players", timeout=30_000)
    for name in ("random", "MCTS 10"):
        tournament.page.get_by_role("checkbox", name=name, exact=True).check()
    button(tournament, START).click()
    expect(tournament.page.get_by_text("After 10 games")).to_be_visible(timeout=60_000)


def test_the_bell_slides_to_the_end_of_the_interval_and_a_step_beyond_is_ruled_out(tournament):
    picture = tournament.page.get_by_role("img", name="p = ")
    button(tournament, "Lower end").click()
    expect(picture).to_have_attribute(
        "aria-label", re.compile("0.43 is the smallest that fits 13 wins of 20")
    )
    handle(tournament, re.compile("^p")).press("ArrowLeft")
    expect(picture).to_have_attribute("aria-label", re.compile("0.43 is ruled out"))
    expect(picture).to_contain_text("If p = 0.43")
    open_settings(tournament)
    select(tournament, "games seen", "100")
    expect(picture).to_have_attribute("aria-label", re.compile("65 wins of 100"))
    tournament.screenshot("bell", picture)


def test_stop(open_code):
    nb = open_code(
        "from mctslib.course.ch09b import Tournament\n"
        "Tournament(players=['MCTS 3000', 'flat 1000'], games=500)"
    )
    nb.run_all()
    button(nb, START).click()
    filled = nb.page.locator(".mcts-act")
    expect(filled).to_contain_text("Stop")
    nb.page.wait_for_timeout(700)
    filled.click()
    expect(nb.page.get_by_text(re.compile("Stopped after"))).to_be_visible()
    assert nb.complaints() == []
