"""Page scripts do not lose what quick fingers do, here without a kernel, which answers at will."""

import json

import pytest

from mctslib.course.ch20.widget import SecretLines

MODEL = """
window.sent = [];
window.model = {
  state: STATE,
  heard: {},
  get(name) { return structuredClone(this.state[name]); },
  send(message) { sent.push(structuredClone(message)); },
  on(name, act) { (this.heard[name] ??= []).push(act); },
  off() {},
  answer(name, value) {
    this.state[name] = value;
    for (const act of this.heard["change:" + name] ?? []) act();
  },
};
widget.render({ model, el: document.body });
"""


@pytest.fixture
def staged(context):
    """Return a function that shows a part of a widget on a page, and returns the page."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))

    def stage(part):
        state = {name: getattr(part, name) for name in part.trait_names(sync=True)}
        shown = {name: value for name, value in state.items() if name[0] != "_" and is_data(value)}
        page.set_content(f"<!DOCTYPE html><meta charset=utf-8><style>{part._css}</style><body>")
        page.evaluate(str(part._esm).replace("export default", "window.widget ="))
        page.evaluate(MODEL.replace("STATE", json.dumps(shown)))
        return page

    def is_data(value):
        return isinstance(value, str | int | float | list | dict | None)

    yield stage
    page.close()


def test_a_fourth_quick_tap_begins_the_next_line(staged):
    page = staged(SecretLines().pad)
    for cell in (0, 1, 2, 4):
        page.evaluate(f"document.querySelector('[data-cell=\"{cell}\"]').click()")
    page.wait_for_timeout(400)
    for cell in (3, 5):
        page.evaluate(f"document.querySelector('[data-cell=\"{cell}\"]').click()")
    assert page.evaluate("sent.map(message => message.line)") == [[0, 1, 2], [4, 3, 5]]
