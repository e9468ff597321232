"""The stepper in JupyterLab: its buttons, keys and clicks work, and a step appears quickly."""

import re
from itertools import product

import pytest
from measured import report
from pages import eventually
from playwright.sync_api import expect

SET_UP = """\
from mctslib.games.tictactoe import TicTacToe
from mctslib.widgets import StepperView
A = TicTacToe.from_text(".../O.X/.X.")
view = StepperView(A, iterations=120, seed=1, at=60)
view"""
BROKEN = """\
from mctslib.search import Phases
def backpropagate(node, rewards):
    while node is not None:
        node.visits += 2
        node.value_sum += rewards[node.player]
        node = node.parent
mine = StepperView(A, iterations=40, seed=1, at=30, phases=Phases(backpropagate=backpropagate))
mine"""
METHODS = """\
from IPython.display import display
from mctslib import record
from mctslib.games import Hex
from mctslib.methods.puct import Puct, even
from mctslib.methods.rave import Rave
for start, method in ((A, Puct(even)), (Hex(4), Rave(300))):
    o = method.options()
    trace = record(start, 60, seed=0, **o)
    display(StepperView(trace, phases=o["phases"], tree_policy=o["tree_policy"],
        at=40))  # the methods"""

TIMED = """async ([act, arg]) => {
    const panel = document.querySelector('.mcts-stepper');
    const place = panel.querySelector('.mcts-ribbon').parentElement,
        tree = panel.querySelector('.mcts-part-tree');
    const start = performance.now();
    const seen = new Promise(done => {
        const state = { place: false, tree: false };  // the face says which phase it shows
        const watch = (node, what) => new MutationObserver(() => {
            state[what] = true;
            if (state.place && state.tree) requestAnimationFrame(() =>
                done(performance.now() - start));
        }).observe(node, { childList: true, subtree: true, characterData: true });
        new MutationObserver(() => { state.place = true; }).observe(place, { attributes: true });
        watch(tree, 'tree');
        setTimeout(() => done(1e6), 5000);
    });
    if (act === 'key') panel.dispatchEvent(new KeyboardEvent('keydown', { ...arg, bubbles: true,
        cancelable: true }));
    else [...panel.querySelectorAll('button')].filter(b => b.title.startsWith(arg))[0].click();
    return await seen;
}"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(SET_UP, BROKEN, METHODS).run_all()


@pytest.fixture
def panel(nb):
    """Return the first stepper, at the end of iteration 60."""
    panel = nb.output("iterations=120").locator(".mcts-stepper")
    panel.press("Home")
    at(panel, 0, "the start")
    panel.get_by_role("slider").fill("60")
    at(panel, 60, "backpropagation")
    return panel


PHASES = ("the start", "selection", "expansion", "simulation", "backpropagation")


def at(panel, t, phase):
    """Check that the slider and its words show iteration t, and that the ribbon shows the phase."""
    expect(panel.get_by_text(re.compile(rf"^iteration {t} of \d+"))).to_be_visible()
    expect(panel.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", re.compile(rf"iteration {t} of .*{phase}")
    )
    expect(panel.locator(".mcts-ribbon [aria-current=step]")).to_have_count(
        int(phase != "the start")
    )
    if phase in PHASES[1:]:
        expect(panel.locator(".mcts-ribbon [aria-current=step]")).to_have_text(
            f"{PHASES.index(phase)} {phase.capitalize()}"
        )


def button(panel, tooltip):
    return panel.locator(f"button[title^='{tooltip}']")


MOVES = (
    ("One phase forward", "ArrowRight", 61, "selection"),
    ("One phase forward", "ArrowRight", 61, "expansion"),
    ("One phase back", "ArrowLeft", 61, "selection"),
    ("Same phase, one iteration on", "Control+ArrowRight", 62, "selection"),
    ("Same phase, one iteration back", "Control+ArrowLeft", 61, "selection"),
    ("After the last", "End", 120, "backpropagation"),
    ("Before the first", "Home", 0, "the start"),
)


def test_buttons_move_by_phase_and_by_iteration(panel):
    for tooltip, _, t, phase in MOVES:
        button(panel, tooltip).click()
        at(panel, t, phase)


def test_keys_move_too_and_are_kept_from_the_notebook(nb, panel):
    cell = nb.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCellIndex")
    for _, key, t, phase in MOVES:
        panel.press(key)
        at(panel, t, phase)
    assert (
        nb.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCellIndex")
        == cell
    )


def test_keys_work_after_a_click_on_any_part(nb, panel):
    for number, part in enumerate((".mcts-sentence", ".mcts-tree svg", ".mcts-code"), 1):
        panel.locator(part).first.click()
        nb.page.keyboard.press("Control+ArrowRight")
        at(panel, 60 + number, "backpropagation")


def test_a_machine_reader_finds_a_name_on_everything(nb, panel):
    button(panel, "Predict what selection").click()
    expect(panel.locator(".mcts-asked")).to_contain_text("Iteration 61")
    assert nb.violations(".mcts-stepper") == []
    button(panel, "Predict what selection").click()


def test_the_slider_jumps_and_keeps_its_own_keys(nb, panel):
    panel.get_by_role("slider").press("ArrowRight")
    at(panel, 61, "backpropagation")
    nb.page.keyboard.press("End")
    at(panel, 120, "backpropagation")


def test_the_ribbon_goes_to_a_phase_of_this_iteration(panel):
    for phase in (2, 1, 4, 3):
        panel.locator(f".mcts-ribbon [data-phase='{phase}']").click()
        at(panel, 60, PHASES[phase])


def test_every_button_has_a_tooltip_or_says_what_it_does(panel):
    for each in panel.get_by_role("button").all():
        assert (
            each.inner_text().strip()
            or each.get_attribute("title") == each.get_attribute("aria-label") != ""
        )


WIDTHS = 1280, 800


def small_window(nb, panel, width):
    """Show phases 3 and 4 of iteration 60 in a window 720 pixels high, and yield each phase."""
    nb.page.set_viewport_size({"width": width, "height": 720})
    for phase in (3, 4):
        panel.locator(f".mcts-ribbon [data-phase='{phase}']").click()
        at(panel, 60, PHASES[phase])
        nb.at_rest()
        yield phase


def test_all_of_it_fits_a_small_screen(nb, panel):
    """Tree, board and table fit into 1,280 × 720 pixels, with Predict on or off.

    At 800 pixels nothing is cut off.
    """
    bounds = (
        "(e, name) => { const b = e.querySelector(name).getBoundingClientRect(); return "
        "[b.top, b.bottom]; }"
    )
    nb.page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    for width in WIDTHS:
        for phase in small_window(nb, panel, width):
            top, bottom = (
                panel.evaluate(bounds, ".mcts-ribbon")[0],
                panel.evaluate(bounds, ".mcts-drawn-table svg")[1],
            )
            assert bottom - top <= 600, (width, phase)
        tree, table, code, board = (
            panel.evaluate(bounds, f".mcts-part-{name}")[0]
            for name in ("tree", "table", "code", "board")
        )
        # The top of the board is level with the top of another part, so the board is beside that
        # part.
        assert min(abs(tree - board), abs(table - board), abs(code - board)) <= 1
        button(panel, "Predict what selection").click()
        expect(panel.locator(".mcts-asked")).to_contain_text("Iteration 61")
        nb.at_rest()
        assert (
            panel.evaluate(bounds, ".mcts-asked")[1] - panel.evaluate(bounds, ".mcts-ribbon")[0]
            <= 600
        )
        button(panel, "Predict what selection").click()
        expect(panel.locator(".mcts-asked")).not_to_be_visible()
        nb.at_rest()
        assert panel.evaluate("p => p.scrollWidth <= p.clientWidth + 1")
    nb.page.set_viewport_size({"width": 1280, "height": 1600})
    nb.page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")


LETTERS = """panel => [...panel.querySelectorAll('.mcts-tree text, .mcts-drawn-table text')]
    .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


def test_letters_stay_letters_on_a_small_screen(nb, panel):
    """In a low window, no letter is below 12 pixels, and the tree scrolls to the current phase."""
    for width in WIDTHS:
        for phase in small_window(nb, panel, width):
            assert min(panel.evaluate(LETTERS)) > 11.9, (width, phase)
            seen = panel.locator(
                ".mcts-tree .leaf" if phase == 3 else ".mcts-tree g.node"
            ).first.bounding_box()
            place = panel.locator(".mcts-part-tree").bounding_box()
            assert (
                place["y"] - 1 <= seen["y"] + seen["height"] / 2 <= place["y"] + place["height"] + 1
            )
    nb.page.set_viewport_size({"width": 1280, "height": 1600})


def test_in_another_window_the_tree_is_scrolled_to_what_happens_again(nb, panel):
    next(small_window(nb, panel, 1280))  # phase 3
    for width in (800, 1280):
        nb.page.set_viewport_size({"width": width, "height": 720})
        nb.at_rest()
        leaf, place = (
            panel.locator(f".mcts-{name}").first.bounding_box()
            for name in ("tree .leaf", "part-tree")
        )
        for start, size in (("x", "width"), ("y", "height")):
            assert place[start] <= leaf[start] + leaf[size] / 2 <= place[start] + place[size], width
    nb.page.set_viewport_size({"width": 1280, "height": 1600})


def test_the_table_fits_beside_the_list_of_files_whatever_the_method(nb):
    """The table is complete, no letter is smaller than 12 pixels, and the marked row is visible.

    The second table, which has sixteen rows, scrolls.
    """
    for k, rows in enumerate((6, 16)):
        other = nb.output("# the methods").locator(".mcts-stepper").nth(k)
        other.scroll_into_view_if_needed()
        table = other.locator(".mcts-part-table")
        expect(table.locator(".marked")).to_have_count(1)
        nb.at_rest()
        wide, room = table.evaluate("t => [t.scrollWidth, t.clientWidth]")
        assert wide <= room + 1, (rows, wide, room)
        assert min(other.evaluate(LETTERS)) > 11.9, rows
        row, frame = table.locator(".marked").bounding_box(), table.bounding_box()
        assert (
            frame["y"] <= row["y"] and row["y"] + row["height"] <= frame["y"] + frame["height"]
        ), rows


@pytest.mark.parametrize("width", [1280, 1400, 1920])
def test_lines_of_code_are_whole(nb, panel, width):
    nb.page.set_viewport_size({"width": width, "height": 900})
    code = panel.locator(".mcts-part-code .mcts-code")
    for phase in range(1, 5):
        panel.locator(f".mcts-ribbon [data-phase='{phase}']").click()
        nb.at_rest()
        wide, room = code.evaluate("e => [e.scrollWidth, e.clientWidth]")
        assert wide <= room, phase


def test_lines_of_code_do_not_wrap(nb, panel):
    panel.locator(".mcts-ribbon [data-phase='3']").click()
    body = panel.locator(".mcts-code pre").nth(1)
    expect(body).to_contain_text("def simulate")
    nb.at_rest()
    lines = body.inner_text().rstrip().count("\n") + 1
    size = body.evaluate("e => [e.clientHeight, parseFloat(getComputedStyle(e).lineHeight)]")
    assert round(size[0] / size[1]) == lines


MOVED = """panel => [...panel.querySelectorAll('.mcts-face *')].map(e => getComputedStyle(e))
    .filter(style => style.animationName !== 'none')
    .map(style => [style.animationName, parseFloat(style.animationDelay)])"""


def test_what_changes_moves_in_its_turn_and_not_where_motion_is_reduced(nb, panel):
    panel.locator(".mcts-ribbon [data-phase='3']").click()
    at(panel, 60, "simulation")
    nb.at_rest()
    # Nothing moves, because the browser of these tests asks for reduced motion.
    assert panel.evaluate(MOVED) == []
    nb.page.emulate_media(reduced_motion="no-preference")
    panel.locator(".mcts-ribbon [data-phase='4']").click()
    at(panel, 60, "backpropagation")
    nb.at_rest()
    moved = panel.evaluate(MOVED)
    nb.page.emulate_media(reduced_motion="reduce")
    rising = sorted(delay for name, delay in moved if name == "mcts-rise")
    assert len(rising) >= 3 and rising[0] == 0 and len(set(rising)) == len(rising)
    assert {"mcts-appear", "mcts-leave", "mcts-grow"} <= {name for name, _ in moved}


def test_everything_is_shown_for_each_phase(nb, panel):
    names = ("select", "expand", "simulate", "backpropagate")
    nouns = ("Selection", "Expansion", "Simulation", "Backpropagation")
    for number, (name, noun) in enumerate(zip(names, nouns, strict=True), 1):
        panel.press("ArrowRight")
        at(panel, 61, noun.lower())
        expect(panel.locator(".mcts-sentence")).to_contain_text(noun)
        expect(panel.locator(".mcts-code mark")).to_contain_text(f"phases.{name}(")
        expect(panel.locator(".mcts-code")).to_contain_text(f"def {name}(")
        expect(panel.locator(".mcts-tree svg[role=img]")).to_have_attribute(
            "aria-label", re.compile(name)
        )
        expect(panel.get_by_text("+ explore").first).to_be_visible()
        expect(panel.locator(".mcts-part-board svg[aria-label^='Board']")).to_have_count(
            1 if number < 3 else 2
        )
        nb.at_rest()
        # The playout has two parts in the tree: the board of the game, and the line to this board.
        seen = "all => all.map(e => getComputedStyle(e).opacity)"
        assert (
            panel.locator(".mcts-tree .playout").evaluate_all(seen)
            == [[], [], ["1", "1"], ["0", "0"]][number - 1]
        )


def test_it_reads_in_both_themes_and_in_a_narrow_window(nb, panel):
    for _ in range(3):
        panel.press("ArrowRight")
    at(panel, 61, "simulation")
    for theme, width in product(("Dark", "Light"), (800, 1280)):
        with nb.seen(theme, width):
            nb.screenshot(f"stepper {width} {theme}", panel)
            inside = panel.evaluate("p => p.scrollWidth <= p.clientWidth + 1")
            assert inside, f"wider than its cell in a window of {width}"


def test_the_menu_chooses_whose_children_the_table_shows(nb, panel):
    panel.press("ArrowRight")
    at(panel, 61, "selection")
    table = panel.locator("svg[aria-label^='Children of the node']")
    eventually(table.inner_html, lambda drawn: "▶" in drawn)
    before = table.get_attribute("aria-label")
    panel.get_by_role("combobox", name="children of").select_option(index=1)
    expect(table).not_to_have_attribute("aria-label", before)


def test_predict_by_button_and_by_a_click_in_the_tree(nb, panel):
    button(panel, "Predict what selection").click()
    question = panel.locator(".mcts-asked")
    expect(question).to_contain_text("Iteration 61: which way will selection go from the root")
    # The table would give the answer away, so it is hidden.
    expect(panel.locator(".mcts-part-table")).not_to_be_visible()
    nb.screenshot("stepper predict, the question", panel)
    question.get_by_role("button", name="O 0", exact=True).click()
    expect(question).to_contain_text("Score: 0 of 1.")
    expect(question).to_contain_text(re.compile("Right|Not this one"))
    nb.screenshot("stepper predict, the answer", panel)
    panel.press("Control+ArrowRight")
    expect(question).to_contain_text("Iteration 62")
    expect(panel.locator(".mcts-tree g.node").first).to_contain_text("→61")
    panel.locator(".mcts-tree g.node", has_text="O 4").first.click()
    expect(question).to_contain_text("of 2.")
    button(panel, "Predict what selection").click()
    expect(question).not_to_be_visible()


def test_it_plays_by_itself_until_it_is_paused(nb, panel):
    panel.get_by_label("speed").select_option("fast")
    button(panel, "Play").click()
    expect(button(panel, "Pause")).to_have_attribute("aria-pressed", "true")
    passed = re.compile(r"^iteration (6[2-9]|[7-9]\d|1\d\d) of")  # no question stops the stepper
    expect(panel.get_by_text(passed)).to_be_visible()
    button(panel, "Pause").click()
    nb.at_rest()
    place = panel.get_by_role("slider").get_attribute("aria-valuetext")
    nb.page.wait_for_timeout(700)
    assert panel.get_by_role("slider").get_attribute("aria-valuetext") == place
    panel.get_by_label("speed").select_option("medium")


def test_playing_ends_with_the_record(panel):
    panel.get_by_label("speed").select_option("fast")
    panel.press("End")
    at(panel, 120, "backpropagation")
    panel.press("ArrowLeft")
    at(panel, 120, "simulation")
    button(panel, "Play").click()
    at(panel, 120, "backpropagation")
    expect(button(panel, "Play")).to_have_attribute("aria-pressed", "false")
    panel.get_by_label("speed").select_option("medium")


def test_the_time_a_step_takes(nb, panel):
    steps = [
        ["key", {"key": "ArrowRight"}],
        ["key", {"key": "ArrowRight", "ctrlKey": True}],
        ["button", "One phase forward"],
        ["button", "Same phase, one iteration on"],
    ]
    times = []
    for k in range(24):
        times.append(nb.page.evaluate(TIMED, steps[k % 4]))
        nb.page.wait_for_timeout(1000)  # until the next pictures have been drawn in advance
    report("a step", times, 150)


def test_a_dragged_slider_ends_where_it_was_let_go(nb, panel):
    box = panel.get_by_role("slider").bounding_box()
    y = box["y"] + box["height"] / 2
    nb.page.mouse.move(box["x"] + box["width"] / 2, y)
    nb.page.mouse.down()
    for k in range(100):
        nb.page.mouse.move(box["x"] + box["width"] * (0.5 + k / 300), y)
    nb.page.mouse.move(box["x"] + box["width"] + 30, y)
    nb.page.mouse.up()
    at(panel, 120, "backpropagation")
    nb.page.wait_for_timeout(500)
    at(panel, 120, "backpropagation")


def test_search_on_adds_iterations(nb, panel):
    button(panel, "Add iterations").click()
    at(panel, 60, "backpropagation")
    expect(panel.get_by_text("iteration 60 of 170")).to_be_visible()
    panel.press("End")
    at(panel, 170, "backpropagation")


def test_at_the_end_the_filled_button_searches_on(nb, panel):
    panel.press("End")
    last = int(panel.get_by_role("slider").get_attribute("max"))
    filled = panel.locator(".mcts-next")
    expect(filled).to_have_text("Search on +50")
    expect(panel.locator(".mcts-more")).not_to_be_visible()
    before = filled.bounding_box()
    filled.click()
    expect(panel.get_by_text(f"iteration {last} of {last + 50}")).to_be_visible()
    expect(filled).to_have_text("Next iteration")
    expect(panel.locator(".mcts-more")).to_be_visible()
    assert filled.bounding_box() == before
    filled.click()
    at(panel, last + 1, "selection")


def test_the_readers_own_phase_is_shown_as_theirs(nb):
    own = nb.output("phases=Phases").locator(".mcts-stepper")
    own.scroll_into_view_if_needed()
    expect(own.locator(".mcts-sentence")).to_contain_text("Your backpropagate")
    expect(own.locator(".mcts-code")).to_contain_text("backpropagate, your own:")
    expect(own.locator(".mcts-code")).to_contain_text("node.visits += 2")
    expect(own.locator(".mcts-tree")).to_contain_text("≠")
    nb.screenshot("stepper with a phase of the reader's own", own)
