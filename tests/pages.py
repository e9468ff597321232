"""What the browser tests do with the widgets of a page: press, choose, slide, and take the time."""
import re

# Milliseconds from a key on the element of `selector`, or a click if `key` is "", until the widget's text
# matches `wanted`.
CLOCK = """([selector, key, wanted]) => new Promise((resolve, reject) => {
    const area = document.querySelector('.mcts-panel');
    const start = performance.now();
    const look = () => {
        if (!new RegExp(wanted).test(area.textContent)) return;
        watch.disconnect(); resolve(performance.now() - start);
    };
    const watch = new MutationObserver(look);
    watch.observe(area, {subtree: true, childList: true, attributes: true, characterData: true});
    const target = document.querySelector(selector);
    if (key) target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    else target.click();
    setTimeout(() => { watch.disconnect(); reject(new Error('never: ' + wanted)); }, 20000);
})"""


def clean(nb):
    """Whether nothing failed: no error output, nothing in the console, no red status line."""
    return nb.errors() == [] and nb.problems == [] and nb.page.locator(".mcts-panel [role=alert]").count() == 0


def button(nb, words):
    """The button with exactly these words (its icon counts as a letter of its accessible name)."""
    return nb.page.locator(".mcts-panel button", has_text=re.compile(rf"^\s*{words}\s*$"))


def menu(nb, label):
    return nb.page.locator(".widget-dropdown", has_text=label).locator("select")


def select(nb, label, option):
    menu(nb, label).select_option(option)


def handle(nb, label):
    """The handle of a slider."""
    return nb.page.locator(".widget-slider", has_text=label).locator(".noUi-handle")
