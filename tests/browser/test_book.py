"""Use the book as a reader does: its pages work without a kernel and are accessible.

The pages request nothing from other servers.

Chapters 00, 01 and 03 are run for the book; set BOOK=DIR to use a book that was built before.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from opened import LOOKED_AT, SHOTS
from pages import eventually
from playwright.sync_api import expect

from mctslib import TicTacToe, Trace, record, search
from mctslib.course.ch04 import LiveTree
from mctslib.draw.facts import HINT
from mctslib.widgets import Atlas, StepperView, living
from mctslib.widgets.atlas.rectangles import FIELDS
from mctslib.widgets.living import atlas, stepper

pytestmark = pytest.mark.xdist_group("book")  # so that only one process builds the book
ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "index",
    "00_play_before_you_know",
    "03_walk_one_iteration_by_hand",
    "03_walk_one_iteration_by_hand",
)
THEMES = ("light", "dark", "light", "dark")
WHOLE = """<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title>
    <link rel=icon href=_static/favicon.svg>
<link rel=stylesheet href=_static/living.css>{}<script src={}></script>"""
THEME_OF_THE_BOOK = """<link rel=stylesheet href=_static/basic.css>
    <link rel=stylesheet href=_static/styles/sphinx-book-theme.css>"""
REACHED = """() => [...document.querySelectorAll('pre, .cell_output > .output')].every(each =>
    each.tabIndex === 0 || (each.scrollWidth <= each.clientWidth &&
        each.scrollHeight <= each.clientHeight))"""
RESULT = search(TicTacToe(), 3000, seed=0)
START = TicTacToe.from_text("X../XOO/OX.")
FRIEND = record(START, 400, seed=1)
NO_SEARCH, ELSEWHERE, DAMAGED = (
    "This file is not a saved search.",
    "began at a different position",
    "Iteration 2 of this search is damaged.",
)
BAD = {
    "": NO_SEARCH,
    "[1]": NO_SEARCH,
    '{"format": 1}': NO_SEARCH,
    "null": NO_SEARCH,
    FRIEND.to_json().replace('"format": 1', '"format": 2'): NO_SEARCH,
    record(TicTacToe(), 3, seed=0).to_json(): ELSEWHERE,
    json.dumps(
        {"format": 1, "start": str(START), "iterations": []}
    ): "This search has no iterations yet",
    **{
        json.dumps(
            {"format": 1, "start": str(START), "iterations": [[[2], True, [], [1, 0]], second]}
        ): DAMAGED
        for second in (
            None,
            5,
            {},
            [],
            [[2], True, [], [1, 0]],
            [[1], False, [], [1, 0]],
            [[], True, [], [1, 0]],
            [[1], True, [], [1]],
            [[1], True, [], [2, 0]],
            [[1], True, [], ["1", 0]],
            [[1], 1, [], [1, 0]],
            [[1], True, None, [1, 0]],
            ["2", True, [], [1, 0]],
        )
    },
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the book and return its address.

    Two extra pages contain a living Atlas with a stepper, and two trees whose nodes answer.
    """
    made = Path(os.environ.get("BOOK", ROOT / "build" / "book"))
    if "BOOK" not in os.environ:
        if not find_spec("jupyter_book"):
            pytest.skip(
                "jupyter-book is not installed: pip install -r binder/book/requirements.txt"
            )
        subprocess.run(
            [sys.executable, ROOT / "binder/book/build.py", "--only", "00", "01", "03"], check=True
        )
    folder = shutil.copytree(made, tmp_path_factory.mktemp("site") / "book")
    inside = living.page(Atlas(RESULT)) + living.page(StepperView(record(START, 12, seed=0)))
    (folder / "atlas.html").write_text(WHOLE.format(inside, "_static/living.js"), encoding="utf-8")
    trees = living.page(LiveTree(START, iterations=12))
    trees = THEME_OF_THE_BOOK + trees
    (folder / "trees.html").write_text(WHOLE.format(trees, "_static/living.js"), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def visit(context, site):
    """Yield a function: `visit("index")` opens a page of the book.

    By the end of the test, the page must have reported no complaint and sent no request to another
    server.
    """
    problems, opened = [], []

    def go(name, alive=True):
        page = context.new_page()
        opened.append(page)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda said: (
                said.type == "error" and problems.append(f"{said.text} {said.location['url']}")
            ),
        )
        page.on(
            "request",
            lambda asked: (
                asked.url.startswith((site, "data:", "blob:")) or problems.append(asked.url)
            ),
        )
        page.goto(f"{site}/{name}.html")
        if alive:
            expect(page.locator(".mcts-living:not(.mcts-alive)")).to_have_count(0)
        return page

    yield go
    for page in opened:
        page.close()
    assert problems == []


def test_the_stepper_walks_through_the_phases_and_back(visit):
    page = visit("03_walk_one_iteration_by_hand")
    face = page.locator(".mcts-face").first
    now = face.locator("[aria-current=step]")
    slider = face.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("iteration 4 of 4, phase 1"))
    seen = []
    for phase in ("select", "expand", "simulate", "back up"):
        expect(now).to_contain_text(phase)
        parts = (".mcts-part-tree", ".mcts-said")
        seen.append([face.locator(part).inner_html() for part in parts])
        if phase != "back up":
            face.locator(".mcts-next").click()
    assert len({str(one) for one in seen}) == 4
    face.locator(".mcts-said").click()
    for tree, said in reversed(seen[:-1]):
        page.keyboard.press("ArrowLeft")
        eventually(face.locator(".mcts-said").inner_html, lambda now, said=said: now == said)
        assert face.locator(".mcts-part-tree").inner_html() == tree


def test_a_prediction_of_selection_is_judged_and_counted(visit):
    page = visit("03_walk_one_iteration_by_hand")
    face = page.locator(".mcts-face").nth(1)
    said = face.locator(".mcts-part-headline")
    expect(said).to_contain_text("Iteration 7: where does selection go from the root")
    face.get_by_role("button", name=re.compile("^X 2")).first.click()
    expect(said).to_contain_text("Right. 1 of 1")
    face.locator(".mcts-next").click()
    expect(said).to_contain_text("from X 2")
    face.get_by_role("button", name="it stops here").click()
    expect(said).to_contain_text("Not this one. 1 of 2")


def test_a_search_is_taken_away_and_opens_in_a_notebook(visit, tmp_path):
    page = visit("03_walk_one_iteration_by_hand")
    with page.expect_download() as loading:
        page.get_by_role("link", name=re.compile("Save this search")).first.click()
    loading.value.save_as(tmp_path / "my_search.json")
    assert len(Trace.open(tmp_path / "my_search.json", START)) == 4


def test_a_friends_search_opens_in_a_page_and_what_is_none_gets_a_sentence(visit, tmp_path):
    page, file = visit("atlas"), tmp_path / "friend.json"
    field, said = (
        page.get_by_label("Open a friend's search").first,
        page.locator(".mcts-take [role=status]").first,
    )
    for text, sentence in [(FRIEND.to_json(), "✔ The tree of this file is below"), *BAD.items()]:
        file.write_text(text, encoding="utf-8")
        field.set_input_files([])
        field.set_input_files(file)
        expect(said).to_contain_text(sentence)
        titles = page.locator(".mcts-stepper .mcts-atlas .title")
        expect(titles).to_have_text(
            [re.compile("^This page: 12 visits"), re.compile("^friend.json: 400 visits")]
        )
    canvas = page.locator(".mcts-stepper .mcts-atlas .base").last
    canvas.focus()
    for key in ("ArrowUp", "ArrowDown"):  # to the root, and back to the first move
        canvas.press(key)
    most = max(child.visits for child in FRIEND.tree().children.values())
    expect(page.locator(".mcts-stepper .mcts-atlas .numbers").last).to_contain_text(f"N {most}")


def test_the_page_grows_the_tree_that_python_grows(visit):
    """`search.js` computes the same rectangles from the record as Python computes from the tree."""
    code = (
        Path(atlas.__file__)
        .with_name("search.js")
        .read_text()
        .replace("export default ", "return ")
    )
    wanted = atlas.data(Atlas(FRIEND.tree()))["tree"]
    opens = {**stepper.data(StepperView(FRIEND))["file"]["opens"], "start": str(START), "title": ""}
    run = "([code, text, opens]) => Function(code)()(text, opens)"
    got = visit("atlas").evaluate(run, [code, FRIEND.to_json(), opens])
    for name in FIELDS.keys() - {"move"}:
        assert np.allclose(got["arrays"][name], wanted["arrays"][name]), name
    named = [dict(map(tuple, one["head"]["moves"])) for one in (got, wanted)]
    moves = [
        [names.get(move) for move in one["arrays"]["move"]]
        for names, one in zip(named, (got, wanted))
    ]
    assert moves[0] == moves[1] and moves[0].count(None) == 1  # the root has no move
    heads = [{k: v for k, v in one["head"].items() if k != "moves"} for one in (got, wanted)]
    assert heads[0] == json.loads(json.dumps(heads[1]))


def test_a_checkpoint_explains_every_answer_and_a_number_is_noted_and_compared(visit):
    page = visit("03_walk_one_iteration_by_hand")
    asked = page.get_by_role("group", name=re.compile("a random game ends in a draw"))
    said = page.locator(".mcts-question", has=asked).locator(".said").last
    asked.get_by_text("Nothing changes, because no player won.").click()
    expect(said).to_contain_text("Not this one.")
    asked.get_by_text("N grows by 1 and W by ½").click()
    expect(said).to_contain_text("Right.")
    number = page.get_by_role("spinbutton").first
    said = page.locator(".mcts-question", has=number).locator(".said").last
    for text, answer in (("0", "A whole number from 1 to 100"), ("8", "Noted.")):
        number.fill(text)
        number.press("Enter")
        expect(said).to_contain_text(answer)
    compare = page.get_by_text("Compare the result with your prediction").nth(1)
    compare.click()
    repeated = page.locator("[data-predicted='03-nodes']")
    expect(repeated).to_be_visible()
    expect(repeated.locator("..")).to_contain_text("You predicted 8. The result is 8.")


def test_where_scripts_are_refused_the_pictures_stay(context, site):
    page = context.new_page()
    page.route("**/living.js*", lambda route: route.abort())
    page.goto(f"{site}/03_walk_one_iteration_by_hand.html")
    stills = page.locator(".mcts-living")
    assert stills.count() == 7
    for still in stills.all():
        expect(still.locator(".mcts-still")).to_be_visible()
    page.close()


@pytest.mark.parametrize(("name", "theme"), list(zip(PAGES, THEMES)))
def test_everybody_can_read_it_at_every_width(visit, name, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = visit(name)
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for width in (1300, 800, 400):
        page.set_viewport_size({"width": width, "height": 1000})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if LOOKED_AT:
            SHOTS.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=SHOTS / f"book {name[:5]} {theme} {width}.png")
    page.wait_for_function(REACHED)  # the theme waits a moment after each change of the window
    # axe must not load style sheets, because it would request them from the wrong addresses.
    options = {
        "preload": False,
        "resultTypes": ["violations"],
    }
    found = Axe().run(page, options=options).response
    assert (
        found["passes"]
        and [(v["id"], [n["html"][:90] for n in v["nodes"]]) for v in found["violations"]] == []
    )


def test_the_board_of_chapter_00_plays_at_once(visit):
    page = visit("00_play_before_you_know")
    first = page.locator(".mcts-uct").first
    expect(first.get_by_role("status")).to_contain_text("Your move")
    free = first.locator("[role=gridcell][aria-disabled=false]")
    count = free.count()
    free.first.click()
    expect(free).to_have_count(count - 2)


# Return the reply of the page's engine, which plays O, after the moves of both players.


@pytest.fixture
def tree(visit):
    """Open the page with a `LiveTree`, and yield its visible tree."""
    page = visit("trees")
    yield page.locator(".mcts-sliders .mcts-walk").last


def nodes_of(tree):
    return tree.locator("[data-told]").filter(visible=True)


def test_a_node_of_a_tree_answers_to_the_keyboard_and_stays_chosen(tree):
    """The chosen place stays chosen when the slider shows the tree at another moment."""
    said = tree.get_by_role("status")
    root = nodes_of(tree).first
    root.focus()
    expect(said).to_contain_text("The root")
    root.press("ArrowDown")
    tree.page.keyboard.press("ArrowRight")
    place = tree.page.evaluate("document.activeElement.dataset.node")
    told = tree.locator(f"[data-node='{place}']").filter(visible=True).get_attribute("data-told")
    expect(said).to_have_text(told)
    slides = tree.page.locator(".mcts-slides").last
    slides.get_by_role("button", name="Forward").click()
    expect(said).not_to_have_text(told)
    expect(said).to_contain_text(told.split(" · ")[0])
    tree.locator(f"[data-node='{place}']").filter(visible=True).focus()
    tree.page.keyboard.press("Escape")
    expect(said).to_contain_text(HINT)


def test_a_node_of_a_tree_answers_to_a_finger_and_nothing_below_it_moves(phone, site):
    page = phone.new_page()
    page.goto(f"{site}/trees.html")
    expect(page.locator(".mcts-living:not(.mcts-alive)")).to_have_count(0)
    tree = page.locator(".mcts-sliders .mcts-walk").last
    below = page.locator(".mcts-slides").last.locator(".mcts-film-bar")
    before = below.bounding_box()["y"] + page.evaluate("scrollY")
    for node in nodes_of(tree).all()[:3]:
        node.tap()
        expect(tree.get_by_role("status")).to_have_text(node.get_attribute("data-told"))
        assert abs(below.bounding_box()["y"] + page.evaluate("scrollY") - before) < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_on_a_phone_no_button_of_the_opening_has_a_row_of_its_own(phone, site):
    page = phone.new_page()
    page.goto(f"{site}/00_play_before_you_know.html")
    opening = page.locator(".mcts-opening").first
    opening.get_by_role("button", name="Now let it think 1,000").tap()
    expect(opening.get_by_role("button", name="Play against this one")).to_be_visible()
    buttons = opening.locator(".bar button").filter(visible=True)
    assert buttons.count() == 3
    assert len({button.bounding_box()["y"] for button in buttons.all()}) == 1
    page.close()


def test_what_needs_python_leads_to_its_cell(visit, site):
    page = visit("02_choose_between_slot_machines")
    doors = page.locator(".mcts-door a")
    assert doors.count() >= 5  # the slot machine and four exercises
    for door in doors.all():
        address = door.get_attribute("href")
        assert re.fullmatch(r"lite/lab/index\.html\?path=02_\w+\.ipynb#cell-id=[\w-]+", address)
        assert door.bounding_box()["height"] >= 40
    assert "Nothing here yet" not in page.locator("article").inner_text()


# The parts that are cut off: they extend beyond an ancestor or the page, and nothing scrolls there.
CUT = """() => {
    const scrolls = (style) => /auto|scroll/.test(style.overflowX);
    const hides = (style) => /hidden|clip/.test(style.overflowX);
    const isCut = (one) => {
        const { right } = one.getBoundingClientRect();
        for (let above = one.parentElement; above; above = above.parentElement) {
            const style = getComputedStyle(above);
            if (scrolls(style)) return false;
            if (hides(style) && right > above.getBoundingClientRect().right + 1) return true;
        }
        return right > innerWidth + 1;
    };
    const kinds = ".cell_output :is(svg, table, pre, canvas, img), .cell_input pre, picture img";
    const shown = [...document.querySelectorAll(kinds)].filter((one) => one.checkVisibility());
    return shown.filter(isCut).map((one) => one.outerHTML.slice(0, 200));
}"""


# The elements that lie over the page in the window, below the bar at its top.
COVERS = """() => [...document.querySelectorAll('body *')].filter(each => {
    const { top, height } = each.getBoundingClientRect();
    return getComputedStyle(each).position === 'fixed' && height && top > 64 && top < innerHeight
        && each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}).map(each => each.outerHTML.slice(0, 80))"""


def test_nothing_lies_over_a_panel_of_a_reader_who_scrolls_back(visit):
    page = visit("00_play_before_you_know")
    page.set_viewport_size({"width": 390, "height": 844})
    for place in (2000, 2600, 2300):  # the theme's button appears on the way up
        page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", place)
        page.wait_for_timeout(500)
    assert page.evaluate(COVERS) == []


# For each tree that is wider than the space available: the distance from the middle of the root to
# the middle of that space.
OFF_THE_MIDDLE = """() => {
    const middle = (one) => {
        const { x, width } = one.getBoundingClientRect();
        return x + width / 2;
    };
    const places = [...document.querySelectorAll(".cell_output .mcts-held")];
    const shown = places.filter((place) => place.checkVisibility());
    // a tree may be drawn in several versions, of which one is visible
    const nodesOf = (place) => [...place.querySelectorAll("g.node")];
    const rootOf = (place) => nodesOf(place).find((one) => one.checkVisibility());
    const trees = shown.filter(rootOf);
    return trees.map((place) => Math.abs(middle(rootOf(place)) - middle(place)));
}"""


def test_a_wide_tree_begins_with_its_root_in_the_middle(visit):
    page = visit("04_build_it_in_four_functions")
    page.set_viewport_size({"width": 390, "height": 844})
    eventually(lambda: page.evaluate(OFF_THE_MIDDLE), lambda off: off and max(off) < 60)


SCROLLED_TO_THE_END = """() => {
    const code = document.querySelector(".mcts-goes-on");
    code.scrollLeft = code.scrollWidth;
    return code;
}"""
# The parts whose content continues beyond the right edge, although this edge is not faded.
UNSEEN = """() => {
    const isCut = (one) => one.scrollWidth - one.clientWidth - one.scrollLeft > 1;
    const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
    const parts = [...document.querySelectorAll("article *")];
    const cut = parts.filter((one) => one.checkVisibility() && isCut(one) && scrolls(one));
    const isFaded = (one) => getComputedStyle(one).maskImage.includes("gradient");
    return cut.filter((one) => !isFaded(one)).map((one) => one.outerHTML.slice(0, 200));
}"""


TOO_WIDE = """() => {
    const living = [...document.querySelectorAll(".mcts-living")];
    const tooWide = living.filter((one) => one.scrollWidth > one.clientWidth + 1);
    return tooWide.map((one) => `${one.dataset.kind}: ${one.scrollWidth} in ${one.clientWidth}`);
}"""


# The letters of the article that are smaller than 12 pixels as shown, with their sizes.
TOO_SMALL = """() => {
    const found = [];
    const walker = document.createTreeWalker(
        document.querySelector("article") ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const one = walker.currentNode.parentElement;
        const said = walker.currentNode.data.trim();
        if (!said || !one.checkVisibility() || one.closest("script, style, .MathJax")) continue;
        const scale = one.ownerSVGElement ? one.getScreenCTM().a : 1;
        const size = parseFloat(getComputedStyle(one).fontSize) * scale;
        if (size < 11.9) found.push(`${said}: ${size.toFixed(1)}`);
    }
    return found;
}"""


FITTING = dict.fromkeys((*PAGES, "01_ask_random_games_for_advice", "05_whose_win_is_it"))


@pytest.mark.parametrize("name", [*FITTING, "atlas", "trees"])
def test_at_every_width_all_is_seen_whole_or_fades_and_no_letter_shrinks(visit, name):
    """Nothing is cut off; 640 pixels is a window of 1,280 pixels zoomed to 200%.

    A phone shows no scroll bar, so a faded edge tells a reader that a part continues.  The book's
    theme changes sizes, but the numbers at a widget's right edge stay visible, and no picture
    shrinks, because its letters are as small as they may be.
    """
    page = visit(name)
    for width in (390, 640, 800, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("width => innerWidth === width", arg=width)
        for fault in (CUT, UNSEEN, TOO_WIDE, TOO_SMALL):
            eventually(lambda fault=fault: page.evaluate(fault), lambda found: found == [])


def test_the_end_of_what_scrolls_sideways_is_not_faded(visit):
    page = visit("03_walk_one_iteration_by_hand")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => document.querySelector('.mcts-goes-on')")
    code = page.evaluate_handle(SCROLLED_TO_THE_END)
    eventually(
        lambda: code.evaluate("one => one.className"), lambda name: "mcts-goes-on" not in name
    )


def test_the_moving_picture_can_be_read_on_a_phone(visit):
    page = visit("index")
    page.set_viewport_size({"width": 390, "height": 844})
    for picture in page.locator("picture img:visible").all():
        box = picture.bounding_box()
        wide = picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }")
        drawn = (ROOT / "notebooks/img/hero.svg").read_text(encoding="utf-8")
        least = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn))
        assert least * box["width"] / wide >= 9 - 0.1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_whose_reader_wants_no_motion_shows_a_still_picture(visit):
    page = visit("index")
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    first = page.locator("picture img:visible").first
    shown = "img => img.decode().then(() => img.currentSrc)"
    eventually(lambda: first.evaluate(shown), lambda name: "hero_phone_still" in name)


def test_the_search_finds_a_chapter(visit):
    page = visit("search", alive=False)
    page.goto(page.url + "?q=backpropagation")
    expect(
        page.get_by_role("link", name=re.compile("03 · Walk one iteration")).first
    ).to_be_visible()
