"""Page scripts do not lose what quick fingers do, here without a kernel, which answers at will."""

import json

import pytest

from mctslib.course.ch16.widget import Hunches
from mctslib.course.ch18.widget import PuttingLab
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


def green(staged):
    page = staged(PuttingLab(100).face)
    page.evaluate("model.answer('headline', 'A green.')")  # a page that nobody sees draws nothing
    return page


def test_the_hole_keeps_moving_while_an_answer_to_an_earlier_move_arrives(staged):
    page = green(staged)
    hole = page.get_by_role("button", name="Hole").first
    start = page.evaluate("model.state.scene")
    for turn in range(2):
        hole.press("ArrowRight")
        page.wait_for_function(f"sent.length === {turn + 1}")
        hole.press("ArrowRight")  # before Python has answered
        earlier = {**start, "hole": page.evaluate(f"sent[{turn}].hole")}
        earlier |= {"turn": start["turn"] + 1 + turn, "heard": start["heard"] + 1 + turn}
        page.evaluate("scene => model.answer('scene', scene)", earlier)
    page.wait_for_function("sent.length === 3")
    assert page.evaluate("sent.at(-1).hole[0]") == pytest.approx(start["hole"][0] + 4 * 0.02)


def test_a_hole_and_a_wall_that_are_moved_together_are_both_sent(staged):
    page = green(staged)
    page.get_by_role("button", name="Hole").first.press("ArrowRight")
    page.get_by_role("button", name="End of the wall").first.press("ArrowLeft")
    page.wait_for_function("sent.length === 2")
    assert {*page.evaluate("sent.flatMap(Object.keys)")} == {"hole", "wall"}


def test_a_fourth_quick_tap_begins_the_next_line(staged):
    page = staged(SecretLines().pad)
    for cell in (0, 1, 2, 4):
        page.evaluate(f"document.querySelector('[data-cell=\"{cell}\"]').click()")
    page.wait_for_timeout(400)
    for cell in (3, 5):
        page.evaluate(f"document.querySelector('[data-cell=\"{cell}\"]').click()")
    assert page.evaluate("sent.map(message => message.line)") == [[0, 1, 2], [4, 3, 5]]


def test_after_a_cancelled_drag_a_click_elsewhere_changes_no_prior(staged):
    page = staged(Hunches(source="oracle").bars)
    page.locator(".wide .handle").first.dispatch_event(
        "pointerdown", {"clientX": 50, "clientY": 5, "bubbles": True}
    )
    for kind in ("pointermove", "pointercancel", "pointermove", "pointerup"):
        page.evaluate(f"window.dispatchEvent(new PointerEvent('{kind}', {{clientX: 90}}))")
    assert page.evaluate("sent") == []
