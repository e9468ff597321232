"""The stepper in JupyterLab fits one screen, and its keys, clicks and underlined words work."""

import re

import pytest
from measured import report
from playwright.sync_api import expect

SET_UP = """\
from mctslib import TicTacToe, UCB1, record
from mctslib.widgets import StepperView
START = TicTacToe.from_text("X../XOO/OX.")
trace = record(START, 12, seed=12, tree_policy=UCB1(2**0.5))
view = StepperView(trace, tree_policy=UCB1(2**0.5), at=4)
view"""
LONG = """\
StepperView(TicTacToe(), iterations=60, at=44)  # long"""
ASKS = """\
StepperView(trace, tree_policy=UCB1(2**0.5), at=6, predict=True, code=False)  # asks"""
BROKEN = """\
from mctslib.search import Phases
def backpropagate(node, rewards):
    while node is not None:
        node.visits += 2
        node.value_sum += rewards[node.player]
        node = node.parent
StepperView(START, iterations=40, at=30, phases=Phases(backpropagate=backpropagate))"""

TIMED = """async () => {
    const tree = document.querySelector('.mcts-part-tree');
    const start = performance.now();
    const seen = new Promise(done => {
        new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - start)))
            .observe(tree, { childList: true });
        setTimeout(() => done(1e6), 5000);
    });
    document.querySelector('.mcts-next').click();
    return await seen;
}"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(SET_UP, LONG, ASKS, BROKEN).run_all()


@pytest.fixture
def panel(nb):
    """Return the first stepper, at the first phase of iteration 4."""
    panel = nb.output("at=4)").locator(".mcts-stepper")
    panel.press("Home")
    for _ in range(3):
        panel.press("Shift+ArrowRight")
    at(panel, 4, 1)
    return panel


def at(panel, t, phase):
    """Check that the slider and the tabs show this phase of iteration t."""
    spoken = re.compile(rf"iteration {t} of \d+, phase {phase}")
    expect(panel.get_by_role("slider")).to_have_attribute("aria-valuetext", spoken)
    expect(panel.locator(f"[data-phase='{phase}']")).to_have_attribute("aria-current", "step")


def test_the_filled_button_the_keys_the_tabs_and_the_slider_step(nb, panel):
    active = "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"
    cell = nb.page.evaluate(active)
    panel.locator(".mcts-next").click()
    at(panel, 4, 2)
    for key, t, phase in (("ArrowRight", 4, 3), ("Shift+ArrowRight", 5, 3), ("ArrowLeft", 5, 2)):
        panel.press(key)
        at(panel, t, phase)
    panel.locator("[data-phase='4']").click()
    at(panel, 5, 4)
    panel.get_by_role("slider").fill("9")
    at(panel, 9, 4)
    panel.get_by_role("slider").press("ArrowRight")
    at(panel, 10, 4)
    panel.locator(".mcts-back").click()
    at(panel, 10, 3)
    panel.press("End")
    at(panel, 12, 4)
    panel.locator(".mcts-next").click()
    at(panel, 1, 1)
    assert nb.page.evaluate(active) == cell


def test_words_light_the_figure_and_the_figure_lights_its_words(nb, panel):
    panel.locator("[data-phase='4']").click()
    at(panel, 4, 4)
    lit = panel.locator("[data-k].mcts-lit")
    panel.locator("u", has_text="O 8").focus()
    expect(panel.locator(".mcts-face.mcts-lighting")).to_have_count(1)
    assert {one.get_attribute("data-k") for one in lit.all()} == {"at_1_1"}
    panel.locator("g.node[data-k='at_1']").focus()
    expect(panel.locator("u.mcts-lit", has_text="X 2")).to_be_visible()
    panel.locator(".mcts-next").focus()
    expect(panel.locator(".mcts-lighting")).to_have_count(0)


def test_a_node_opens_by_click_and_by_key(panel):
    panel.locator("g.node[data-path='at_2']").click()
    expect(panel.locator("figcaption")).to_contain_text("X 8")
    panel.locator("g.node[data-path='at_0']").press("Enter")
    expect(panel.locator("figcaption")).to_contain_text("X 1")
    panel.locator("g.node[data-path='at_0']").press("Enter")
    expect(panel.locator("figcaption")).to_contain_text("X 2")


MEASURED = """panel => {
    const face = panel.querySelector('.mcts-face').getBoundingClientRect();
    const cut = [...panel.querySelectorAll('.mcts-face *')].filter(e => {
        if (e.closest('svg') && e.tagName !== 'svg') return false;
        const { left, right, width } = e.getBoundingClientRect();
        return width && (right > face.right + 1 || left < face.left - 1);
    }).length;
    const letters = [...panel.querySelectorAll('svg text')].filter(e => e.textContent.trim())
        .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    return [face.height, cut, Math.min(...letters)];
}"""
NO_FILES = "() => window.jupyterapp.shell.collapseLeft()"
FILES = "() => window.jupyterapp.shell.expandLeft()"
# the outputs, and the heights that they may have in windows of these widths
ROOM = {1600: (640, 640), 1100: (760, 810), 390: (740, 780)}


@pytest.mark.parametrize("width", ROOM)
def test_every_moment_fits_one_screen(nb, width):
    """Tree, scores, board and ▶ are in sight together, no part is cut, and letters are letters."""
    nb.page.evaluate(NO_FILES)
    nb.page.set_viewport_size({"width": width, "height": 900})
    for source, most in zip(("at=4)", "# long"), ROOM[width], strict=True):
        panel = nb.output(source).locator(".mcts-stepper")
        heights = set()
        for _ in range(8):
            panel.locator(".mcts-next").click()
            nb.at_rest()
            height, cut, letters = panel.evaluate(MEASURED)
            heights.add(round(height))
            assert (cut, letters >= 11.9) == (0, True), (source, letters)
        assert max(heights) <= most, heights
        assert width == 390 or len(heights) == 1, heights
    nb.page.set_viewport_size({"width": 1280, "height": 1600})
    nb.page.evaluate(FILES)


def test_a_machine_reader_finds_a_name_on_everything(nb, panel):
    panel.locator(".mcts-coder").click()
    assert nb.violations(".mcts-stepper") == []
    panel.locator(".mcts-coder").click()


def test_the_code_is_folded_at_first_and_takes_the_place_of_the_scores(panel):
    expect(panel.locator(".mcts-part-code")).not_to_be_visible()
    panel.locator(".mcts-coder").click()
    expect(panel.locator(".mcts-part-code mark")).to_contain_text("phases.select(")
    expect(panel.locator(".mcts-part-scores")).not_to_be_visible()
    panel.locator(".mcts-coder").click()
    expect(panel.locator(".mcts-part-code")).not_to_be_visible()


def test_answers_are_high_enough_for_a_finger_on_a_phone(nb):
    nb.page.evaluate(NO_FILES)
    nb.page.set_viewport_size({"width": 390, "height": 844})
    asks = nb.output("# asks").locator(".mcts-stepper")
    asks.scroll_into_view_if_needed()
    nb.at_rest()
    answers = [one.bounding_box() for one in asks.locator("button.mcts-row").all()]
    assert len(answers) > 2 and all(min(box["height"], box["width"]) >= 44 for box in answers)
    height, cut, _ = asks.evaluate(MEASURED)
    assert height <= 740 and not cut
    nb.screenshot("stepper predict on a phone", asks)
    nb.page.set_viewport_size({"width": 1280, "height": 1600})
    nb.page.evaluate(FILES)


def test_the_headline_asks_and_then_it_is_the_verdict(nb):
    asks = nb.output("# asks").locator(".mcts-stepper")
    asks.scroll_into_view_if_needed()
    headline = asks.locator(".mcts-part-headline")
    expect(headline).to_contain_text("Iteration 7: where does selection go from the root?")
    expect(asks.locator(".mcts-coder")).not_to_be_visible()
    nb.screenshot("stepper predict, the question", asks)
    asks.locator("g.node[data-path='at_1']").click()
    expect(headline).to_contain_text("Right. 1 of 1")
    nb.screenshot("stepper predict, the answer", asks)
    asks.locator(".mcts-next").click()
    expect(headline).to_contain_text("from X 2?")
    asks.get_by_role("button", name="it stops here").click()
    expect(headline).to_contain_text("Not this one. 1 of 2")


def test_the_time_a_step_takes(nb, panel):
    report("a step", [nb.page.evaluate(TIMED) for _ in range(24)], 150)


def test_the_readers_own_phase_is_shown_as_theirs(nb):
    own = nb.output("phases=Phases").locator(".mcts-stepper")
    own.scroll_into_view_if_needed()
    own.locator("[data-phase='4']").click()
    expect(own.locator(".mcts-said")).to_contain_text("Your backpropagate")
    expect(own.locator(".mcts-part-tree")).to_contain_text("≠")


def test_a_position_is_set_up_on_a_phone(nb):
    nb.page.evaluate(NO_FILES)
    nb.page.set_viewport_size({"width": 390, "height": 844})
    panel = nb.output("# long").locator(".mcts-stepper")
    panel.get_by_role("button", name="Set up").click()
    panel.locator(".mcts-set-up [data-cell='4']").click()
    expect(panel.get_by_role("gridcell", name="cell 4: X")).to_be_visible()
    nb.screenshot("setting up a position on a phone")
    panel.get_by_role("button", name="Done").click()
    expect(panel.locator(".mcts-part-board")).to_contain_text("O to move")
    expect(panel.get_by_role("button", name="Set up")).to_have_count(1)
    nb.page.set_viewport_size({"width": 1280, "height": 1600})
    nb.page.evaluate(FILES)


def test_a_position_is_set_up_by_clicking_and_searched(nb, panel):
    panel.get_by_role("button", name="Set up").click()
    done = panel.get_by_role("button", name="Done")
    panel.get_by_role("button", name="Clear").click()
    expect(
        panel.locator(".mcts-set-up").get_by_role("gridcell", name="cell 0: empty")
    ).to_be_visible()
    nb.screenshot("setting up a position in the stepper")
    panel.locator(".mcts-set-up [data-cell='4']").click()
    expect(panel.get_by_role("gridcell", name="cell 4: X")).to_be_visible()
    done.click()
    expect(panel.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("of 12"))
    for _ in range(3):
        panel.locator(".mcts-next").click()
    expect(panel.locator(".mcts-said")).to_contain_text("O ")
    nb.screenshot("stepping through a position of one's own")
    assert nb.complaints() == []
