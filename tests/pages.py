"""Use the widgets of a page as a reader would (press, slide, wait), and time their reactions."""

import re
import time

from playwright.sync_api import expect

from mctslib.widgets.work import SECOND_CLICK

# This script presses `key` on the element that matches `selector`, or clicks on it if `key` is "".
# It returns the number of milliseconds until the text of the widget or the words of its pictures
# match `wanted`.
CLOCK = """([selector, key, wanted, part = '.mcts-panel']) => new Promise((resolve, reject) => {
    const area = document.querySelector(part);
    const start = performance.now();
    const look = () => {
        if (!new RegExp(wanted).test(area.textContent + [...area.querySelectorAll('[aria-label]')]
            .map(e => e.getAttribute('aria-label')).join('|'))) return;
        watch.disconnect(); resolve(performance.now() - start);
    };
    const watch = new MutationObserver(look);
    watch.observe(area, {subtree: true, childList: true, attributes: true, characterData: true});
    const target = document.querySelector(selector);
    const press = () => new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
    if (key) target.dispatchEvent(press());
    else target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    setTimeout(() => { watch.disconnect(); reject(new Error('never: ' + wanted)); }, 30000);
})"""


def eventually(measure, holds, seconds=30):
    """Call `measure` until `holds` accepts the result; raise AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    found = measure()
    while not holds(found):
        assert time.monotonic() < end, found
        time.sleep(0.05)
        found = measure()


def button(nb, words):
    """Return the button whose text is exactly `words`, a regular expression."""
    return nb.page.locator(".mcts-panel button", has_text=re.compile(rf"^\s*{words}\s*$"))


def open_settings(nb, place=None):
    """Open the settings behind ⚙, which hold seeds, speeds and sizes: of all panels, or of a place."""
    closed = (place or nb.page).locator(".mcts-gear:not(.mod-active)").all()
    for gear in reversed(closed):  # from the last, because the number of each counts closed ones
        gear.click()


def finished(nb, seconds=60):
    """Wait until all work has ended and no filled button has the label "Stop" any more."""
    stop = nb.page.locator(".mcts-act", has_text="Stop")
    expect(stop).to_have_count(0, timeout=1000 * seconds)


def says(nb):
    """Return the line of text below the board."""
    return nb.page.locator(".mcts-board .say")


def menu(nb, label):
    return nb.page.locator(".widget-dropdown", has_text=label).locator("select")


def select(nb, label, option):
    menu(nb, label).select_option(option)


def handle(nb, label):
    """Return the handle of a slider."""
    return nb.page.locator(".widget-slider", has_text=label).locator(".noUi-handle")


def finger(page):
    """Return the function `touch(kind, *points)`, which sends a touch event to the page.

    kind    "touchStart", "touchMove" or "touchEnd"
    points  the (x, y) of each finger, in pixels of the window
    """
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    return touch


def begin_anew(nb, place):
    """Press New game; before the first move, the same button would let the engine begin."""
    nb.at_rest()
    act = place.locator(".mcts-act")
    if "Let the engine begin" not in act.text_content():
        act.dispatch_event("click")


def after_a_stop(page):
    """Wait until a press of the filled button is no longer taken for a second click on Stop."""
    page.wait_for_timeout(1000 * SECOND_CLICK)
