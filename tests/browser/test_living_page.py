"""Living widgets start on a plain page, outside the book, with the same content as in Python."""

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from pages import eventually
from playwright.sync_api import expect

from mctslib import UCB1, TicTacToe, record, search
from mctslib.course import checkpoint
from mctslib.course.ch01 import FlatExplorer
from mctslib.course.ch09 import Bell
from mctslib.course.ch15 import Workers
from mctslib.course.ch19 import SameBudget
from mctslib.draw import board_svg, film_strip
from mctslib.widgets import Atlas, StepperView, living
from mctslib.widgets.atlas.nodes import Readable
from mctslib.widgets.atlas.rectangles import FIELDS, rectangles
from mctslib.widgets.living import atlas

START = TicTacToe.from_text("X../XOO/OX.")
TRACE = record(START, 12, seed=12, tree_policy=UCB1(2**0.5))
TREE = search(START, 300, seed=1).root
WHOLE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title>"
    "<style>{}</style>{}<script>{}</script>"
)


KINDS = 5


@cache
def whole() -> str:
    """Return a page with one widget of each kind."""
    widgets = [
        StepperView(TRACE, tree_policy=UCB1(2**0.5), at=6),
        Atlas(TREE),
        film_strip([board_svg(START), board_svg(START.apply(2))], ["before", "after"]),
        checkpoint("03-draw"),
        Bell(13, 20),
    ]
    assert len(widgets) == KINDS
    return WHOLE.format(living.styles(), "".join(map(living.page, widgets)), living.script())


@pytest.fixture
def page(context, tmp_path):
    """Open the page with one widget of each kind; fail if the page reports an error."""
    file = tmp_path / "living.html"
    file.write_text(whole(), encoding="utf-8")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator(".mcts-alive")).to_have_count(KINDS)
    yield page
    page.close()
    assert not problems


def test_every_kind_answers(page):
    stepper = page.locator(".mcts-stepper")
    stepper.press("End")
    expect(stepper.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", re.compile("iteration 12 of 12")
    )
    page.locator(".mcts-film").get_by_role("button", name="Next ▶").click()
    expect(page.get_by_text("2 of 2: after")).to_be_visible()
    page.get_by_text("Nothing changes, because no player won.", exact=True).click()
    expect(page.locator(".mcts-question .said").last).to_contain_text("Not this one.")


def test_a_page_that_is_narrow_and_dark_stays_whole(page):
    """The pictures adapt when the window narrows and the theme turns dark during a walk."""
    stepper = page.locator(".mcts-stepper")
    page.set_viewport_size({"width": 420, "height": 800})
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    expect(page.locator("body[data-jp-theme-light='false']")).to_have_count(1)
    canvas = page.locator(".mcts-atlas .base")
    page.wait_for_function("e => e.clientWidth < 430", arg=canvas.element_handle())
    stepper.locator(".mcts-next").click()
    expect(stepper.locator(".mcts-part-tree svg")).to_be_visible()


def test_a_slider_moves_over_stored_pictures_and_nothing_below_it_moves(page):
    slides = page.locator(".mcts-slides")
    slider = slides.get_by_role("slider")
    last = int(slider.get_attribute("max"))
    assert last > 5
    seen, heights = set(), set()
    for place in range(last + 1):
        slider.fill(str(place))
        expect(slides.locator("output")).to_have_text(re.compile(r"\w+: \d"))
        seen.add(slides.locator(".mcts-slide").inner_html())
        heights.add(slides.bounding_box()["height"])
    assert len(seen) == last + 1 and len(heights) == 1
    slides.get_by_role("button", name="Back").click()
    expect(slider).to_have_value(str(last - 1))
    # The mouse holds the slider while the window becomes narrow and the theme becomes dark.
    place = slider.bounding_box()
    page.mouse.move(place["x"] + 5, place["y"] + place["height"] / 2)
    page.mouse.down()
    page.set_viewport_size({"width": 420, "height": 800})
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    page.mouse.up()
    chosen = int(slider.input_value())
    expect(slides.locator(".mcts-slide svg")).to_be_visible()
    assert slider.input_value() == str(chosen)
    assert page.evaluate("document.documentElement.scrollWidth") <= 420


PARTS = [(0, 1), (0.25, 0.5), (0.3, 0.31), (0.9, 1)]


def test_a_page_merges_as_python_does(page):
    code = Path(atlas.__file__).with_name("atlas.js").read_text(encoding="utf-8")
    run = """([code, data, numbers]) => {
        const [{ sent }] = Function(code)()(data);
        let picture;
        const model = { put: (state) => { picture = state; } };
        sent({ command: "width", numbers: [300] }, model);
        sent({ command: "window", numbers }, model);
        const bytes = [...new Uint8Array(picture.data.buffer)];
        return { bytes, rows: picture.head.rows, depth: picture.head.depth };
    }"""
    data = json.loads(json.dumps(atlas.data(Atlas(TREE))))
    code = code.replace("export default ", "return ")
    for part in PARTS:
        got = page.evaluate(run, [code, data, list(part)])
        window = tuple(share * TREE.visits for share in part)
        wanted = rectangles(Readable(TREE), window, pixels=300)
        assert got["rows"] == wanted.rows and got["depth"] == wanted.depth
        at, sent = 0, bytes(got["bytes"])
        for name, kind in FIELDS.items():
            found = np.frombuffer(sent, kind, len(wanted), at)
            assert np.allclose(found, wanted.arrays[name].astype(kind)), (part, name)
            at += found.nbytes


# The parts that scroll sideways, as the beginnings of their HTML.
SCROLLED = """() => [...document.querySelectorAll("*")]
    .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("kind", [FlatExplorer, Workers, SameBudget])
def test_on_a_phone_no_picture_scrolls_sideways(context, tmp_path, kind):
    file = tmp_path / "phone.html"
    html = WHOLE.format(living.styles(), living.page(kind()), living.script())
    file.write_text(html, encoding="utf-8")
    page = context.new_page()
    for width in (342, 900):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(file.as_uri())
        expect(page.locator(".mcts-alive")).to_have_count(1)
        eventually(lambda: page.evaluate(SCROLLED), lambda scrolled: scrolled == [])
        wide = page.locator(".mcts-for-wide").first
        narrow = page.locator(".mcts-for-narrow").first
        expect(narrow if width < 600 else wide).to_be_visible()
        expect(wide if width < 600 else narrow).to_be_hidden()
    page.close()
