"""The Atlas draws, reacts to mouse and keyboard, grows and stops, as a reader expects.

Its colours follow the theme.
"""

import re

import pytest
from measured import report
from pages import button, eventually
from playwright.sync_api import expect

CODE = """from mctslib import ConnectFour
from mctslib.widgets import Atlas
atlas = Atlas(ConnectFour(), iterations={iterations}, c={c})
atlas"""


@pytest.fixture(scope="module")
def nb(open_code):
    found = open_code(CODE.format(iterations=20_000, c=2)).run_all()
    rests(found)
    return found


def rests(nb):
    expect(button(nb, r"Go on \+[\d,]+")).to_be_visible(timeout=120_000)
    nb.at_rest()


def canvas(nb):
    return nb.page.locator(".mcts-atlas .base")


def numbers(nb):
    return nb.page.locator(".mcts-atlas .numbers")


def test_the_tree_is_drawn_with_its_size(nb):
    title = nb.page.locator(".mcts-atlas .title")
    expect(title).to_have_text(re.compile(r"^20,000 visits, [\d,]+ nodes, \d+ deep$"))
    blank = "c => new Set(c.getContext('2d').getImageData(60, 20, 200, 100).data).size"
    eventually(lambda: canvas(nb).evaluate(blank), lambda colours: colours > 20)
    expect(numbers(nb)).to_have_text(re.compile(r"^X \d\s*depth 1.*expects", re.DOTALL))


def test_the_node_under_the_pointer_is_told_with_its_board(nb):
    canvas(nb).hover(position={"x": 200, "y": 30})
    expect(numbers(nb)).to_have_text(re.compile(r"The root\s*depth 0\s*N 20,000"))
    box = canvas(nb).bounding_box()
    canvas(nb).hover(position={"x": box["width"] / 2, "y": 60})
    expect(numbers(nb)).to_have_text(re.compile(r"X \d\s*depth 1"))
    expect(nb.page.locator(".mcts-atlas .picture:not(.old) svg").first).to_have_attribute(
        "aria-label", re.compile("X")
    )


def zoomed(nb):
    return nb.page.locator(".mcts-atlas .seen").first


def test_zooming_by_mouse_wheel_and_keys(nb):
    box = canvas(nb).bounding_box()
    canvas(nb).click(position={"x": box["width"] / 2, "y": 60})
    expect(zoomed(nb)).to_contain_text("% of all); Escape zooms out")
    canvas(nb).press("Backspace")
    expect(zoomed(nb)).to_have_text(re.compile("Point at a node"))
    nb.page.mouse.move(box["x"] + 200, box["y"] + 100)
    nb.page.mouse.wheel(0, -400)
    expect(zoomed(nb)).to_contain_text("Zoomed in on")
    nb.page.mouse.wheel(0, 2_000)
    expect(zoomed(nb)).to_have_text(re.compile("Point at a node"))


def test_the_keys_move_and_the_screen_reader_hears_one_sentence(nb):
    heard = nb.page.locator(".mcts-atlas .say").first
    canvas(nb).press("Home")
    expect(heard).to_have_text(re.compile("^The root; depth 0; N 20,000"))
    for key, words in [
        ("ArrowDown", "depth 1; .*expects"),
        ("ArrowDown", "depth 2"),
        ("ArrowLeft", "depth 2"),
        ("ArrowUp", "depth 1"),
    ]:
        canvas(nb).press(key)
        expect(heard).to_have_text(re.compile(words))
    canvas(nb).press("Enter")
    expect(zoomed(nb)).to_contain_text("Zoomed in on")
    canvas(nb).press("Escape")
    expect(zoomed(nb)).to_have_text(re.compile("Point at a node"))


def test_its_colours_follow_the_theme_while_it_is_shown(nb):
    """The canvas is drawn anew when the reader chooses another theme."""
    look = "canvas => canvas.toDataURL()"
    light = canvas(nb).evaluate(look)
    with nb.seen("Dark", 1280):
        nb.page.wait_for_timeout(300)
        assert canvas(nb).evaluate(look) != light


STOPPED = """button => new Promise(resolve => {
    const begun = performance.now();
    const look = () => !button.textContent.includes('Stop') && resolve(performance.now() - begun);
    const changes = {subtree: true, childList: true, characterData: true};
    new MutationObserver(look).observe(button, changes);
    button.click();
})"""
FRAMES = """title => new Promise(resolve => {
    const times = [];
    new MutationObserver(() => { if (times.push(performance.now()) > 10) resolve(times); })
        .observe(title, {childList: true, characterData: true});
    setTimeout(() => resolve(times), 30000);
})"""


def test_it_grows_while_one_looks_and_stops(open_code):
    nb = open_code(CODE.format(iterations=10**6, c=1).replace("c=1", "engine='readable'")).run_all()
    times = nb.page.locator(".mcts-atlas .title").evaluate(FRAMES)
    assert len(times) > 2
    report(
        "atlas: from picture to picture of a growing tree",
        [b - a for a, b in zip(times, times[1:])],
        100,
    )
    report("atlas: Stop", [nb.page.locator(".mcts-act").evaluate(STOPPED)], 300)
    expect(nb.page.locator(".mcts-panel [role=status]", has_text="Stopped")).to_be_visible()
    assert nb.complaints() == []
