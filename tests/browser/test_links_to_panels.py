"""A link reopens a panel in the state in which somebody copied it, and no link does harm."""

import functools
import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from mctslib import TicTacToe, record, search
from mctslib.course.ch00 import Trap
from mctslib.course.ch01 import BeatFlat
from mctslib.course.ch15 import Workers
from mctslib.draw import board_svg, film_strip
from mctslib.widgets import Atlas, Play, StepperView, TwoTrees, living

WHOLE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'><title>x</title>"
    "<style>{}</style>{}<script>{}</script>"
)
START = TicTacToe.from_text("X../XOO/OX.")
KINDS = ("play", "trap", "beat", "stepper", "twins", "atlas", "sliders", "film")
SENSELESS = "This link makes no sense here: you see the start."
PAST = "The moves of this link go on after the end of the game: you see the start."
ILLEGAL = "This link has a move that the rules do not allow: you see the start."
TOO_LONG = "This link is too long to be one of this page: you see the start."
MARKUP = "%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D'hit'%3E"


def written():
    """Return a page with one panel of each kind that has links."""
    pair = (search(START, 100, seed=1), search(START, 1000, seed=1))
    panels = [
        Play(human="X", iterations=100, seed=1),
        Trap(),
        BeatFlat(),
        StepperView(record(START, 12, seed=12), at=6),
        TwoTrees([pair, pair]),
        Atlas(search(START, 300, seed=1).root),
        Workers(),
        film_strip([board_svg(START), board_svg(START.apply(2))], ["before", "after"]),
    ]
    made = "".join(map(living.page, panels))
    return WHOLE.format(living.styles(), made, living.script())


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Serve a page with one panel of each kind that has links, and return its address."""
    folder = tmp_path_factory.mktemp("links")
    (folder / "links.html").write_text(written(), encoding="utf-8")
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/links.html"
        server.shutdown()


@pytest.fixture
def opened(context):
    """Yield a function that opens an address; fail if a page reports an error or asks a question."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    pages, problems = [], []

    def go(address, where=context):
        page = where.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        page.goto(address)
        expect(page.locator(".mcts-alive")).to_have_count(len(KINDS))
        return page

    yield go
    for page in pages:
        page.close()
    assert problems == []


def panel(page, kind):
    return page.locator(f".mcts-living[data-kind={kind}]")


def copied(page, kind):
    """Press "Copy link" in a panel, and return the link."""
    panel(page, kind).get_by_role("button", name="Copy a link").click()
    expect(panel(page, kind).locator(".mcts-link-said")).to_have_text("The link is copied.")
    return page.evaluate("navigator.clipboard.readText()")


def cells(page):
    """Return what each cell of the board says."""
    return page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )


def test_a_phone_shows_the_position_of_the_projector_and_plays_on_like_it(opened, address, phone):
    teacher = opened(address)
    board = panel(teacher, "play")
    board.get_by_label("Settings").click()
    board.get_by_label("Games that the engine tries").select_option("1000")
    board.get_by_role("gridcell").nth(4).click()
    board.get_by_role("button", name="what O saw").click()
    student = opened(copied(teacher, "play"), phone)
    assert cells(student) == cells(teacher)
    said = panel(teacher, "play").locator(".mcts-headline").text_content()
    expect(panel(student, "play").locator(".mcts-headline")).to_have_text(said)
    expect(panel(student, "play")).to_be_in_viewport()
    free = next(k for k, label in enumerate(cells(teacher)) if "empty" in label)
    for page in (teacher, student):
        panel(page, "play").get_by_role("gridcell").nth(free).click()
    assert cells(student) == cells(teacher)


def play_on(page, kind):
    """Bring a panel out of its first state, as a reader does."""
    place = panel(page, kind)
    if kind == "play":
        place.get_by_label("Settings").click()
        place.get_by_label("You play").select_option("1")
        place.get_by_label("Settings").click()
        place.get_by_role("gridcell").nth(8).click()
        place.get_by_role("button", name="marks only").click()
    elif kind == "trap":
        place.locator("[data-cell='6']").click()
    elif kind == "beat":
        place.get_by_role("button", name="shape 3").click()
        place.locator(".open").first.click()
    elif kind == "atlas":
        for key in ("ArrowDown", "Enter"):
            place.locator(".base").press(key)
        expect(place.locator(".seen")).to_contain_text("Zoomed in")
    elif kind in ("sliders", "film"):
        place.get_by_role("button", name=re.compile("Back|Next|Forward")).locator(
            "visible=true"
        ).last.click()
    else:
        place.locator(".mcts-next").click()


def shown(page, kind):
    """Return what a reader sees of a panel."""
    place = panel(page, kind).locator(".mcts-live")
    if kind == "atlas":
        return place.locator(".seen").text_content()
    if kind in ("sliders", "film"):
        return place.get_by_role("slider").input_value()
    return re.sub(r"\s+", " ", place.inner_text())


@pytest.mark.parametrize("kind", KINDS)
def test_each_panel_reopens_as_it_was(opened, address, kind):
    page = opened(address)
    before = shown(page, kind)
    play_on(page, kind)
    after = shown(page, kind)
    assert after != before
    again = opened(copied(page, kind))
    assert shown(again, kind) == after


SENSELESS_LINKS = {
    "panel=play-9&moves=4": SENSELESS,
    "panel=nothing": SENSELESS,
    f"panel={MARKUP}": SENSELESS,
    f"panel=play-1&moves={MARKUP}": SENSELESS,
    "panel=play-1&moves=4&iterations=999999999": SENSELESS,
    "panel=play-1&moves=%E0%A4%A": SENSELESS,
    "panel=play-1&moves=4,4": ILLEGAL,
    "panel=play-1&moves=0,3,1,4,2,5": PAST,
    f"panel=play-1&moves={'4,' * 500_000}": TOO_LONG,
    "panel=trap-1&act=play&engine=101&games=100": SENSELESS,
    "panel=beat-1&shape=11": SENSELESS,
    "panel=stepper-1&step=999": SENSELESS,
    "panel=twins-1&node=0,99": SENSELESS,
    "panel=atlas-1&from=200&to=100": SENSELESS,
    "panel=sliders-1&at=all": SENSELESS,
    "panel=film-1&frame=0": SENSELESS,
}


def test_a_link_that_makes_no_sense_opens_the_start_with_one_sentence(opened, address):
    plain = opened(address)
    fields = {kind: shown(plain, kind) for kind in KINDS}
    for link, sentence in SENSELESS_LINKS.items():
        page = opened(f"{address}#{link}")
        said = page.locator(".mcts-link-said")
        expect(said).to_have_text(sentence)
        expect(said).to_be_in_viewport()
        assert {kind: shown(page, kind) for kind in KINDS} == fields, link[:80]
        assert page.locator("img[src=x]").count() == 0 and page.title() == "x", link
        page.close()


def test_the_end_of_a_game_is_no_fault(opened, address):
    page = opened(f"{address}#panel=play-1&moves=0,3,1,4,2&human=0")
    expect(panel(page, "play").locator(".mcts-headline")).to_have_text("You won as X.")
    expect(page.locator(".mcts-link-said")).to_have_count(0)


def test_a_link_pasted_into_the_open_page_opens_it(opened, address):
    page = opened(address)
    page.goto(f"{address}#panel=play-1&moves=4,0&human=0")
    expect(page.get_by_role("gridcell").nth(4)).to_have_attribute("aria-label", re.compile("X"))


def test_a_place_of_the_page_is_no_link(opened, address):
    page = opened(f"{address}#sessions-and-seeds")
    expect(page.locator(".mcts-link-said")).to_have_count(0)


def test_where_no_page_may_copy_the_link_is_in_the_address_bar(opened, address):
    page = opened(address)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error('no')); }")
    panel(page, "play").get_by_role("button", name="Copy a link").click()
    expect(panel(page, "play").locator(".mcts-link-said")).to_contain_text("address bar")
    assert "#panel=play-1&moves=&human=0&iterations=100&seed=1" in page.url


def test_a_file_on_the_disk_offers_no_link_but_opens_one(opened, tmp_path):
    file = tmp_path / "slides.html"
    file.write_text(written(), encoding="utf-8")
    page = opened(f"{file.as_uri()}#panel=play-1&moves=4,0&human=0")
    expect(page.get_by_role("gridcell").nth(4)).to_have_attribute("aria-label", re.compile("X"))
    expect(page.get_by_role("button", name="Copy a link")).to_have_count(0)
