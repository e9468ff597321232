"""Use the play widget by mouse and by keyboard, and measure how fast it reacts."""

import re

import pytest
from measured import report
from pages import CLOCK, after_a_stop, begin_anew, open_settings, says
from playwright.sync_api import expect

FIRST = re.compile("You are X. Choose a cell")

# This script sends the message of a click on a cell that does not exist.
PRESS_OUTSIDE = """() => {
    const cell = document.querySelector("[data-cell='0']");
    cell.dataset.cell = 77;
    cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    cell.dataset.cell = 0;
}"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(
        "from mctslib.widgets import Play\nplay = Play(seed=1, iterations=(300, 3_000_000))\nplay",
        "import time\ntime.sleep(wait) if 'wait' in globals() else None\nwait = 4",
    ).run_all()


@pytest.fixture
def board(nb):
    """Begin a new game as X against an engine with 300 iterations, and return the board.

    When the function returns, no search is running.
    """
    board = nb.page.get_by_role("grid", name="Board of")
    open_settings(nb)
    expect(nb.page.locator(".mcts-settings")).to_be_visible()
    if nb.page.get_by_role("button", name="marks only").is_visible():  # something has been found
        show(nb, "marks only")
    select(nb, "Board", "3 × 3")
    select(nb, "X is", "you")
    select(nb, "O is", "engine")
    select(nb, "O iterations", "300")
    act = nb.page.locator(".mcts-act")
    if "Stop" in act.inner_text():
        act.click()
    new_game(nb)
    expect(says(nb)).to_have_text(FIRST)
    expect(board.get_by_role("gridcell", name=": empty")).to_have_count(9)
    return board


def new_game(nb):
    """Go back to the start, if the game has begun."""
    begin_anew(nb, nb.page)


def select(nb, label, value):
    nb.page.get_by_label(label, exact=True).select_option(label=value)


def show(nb, what):
    """Choose what is shown on the board or beside it."""
    nb.page.get_by_role("button", name=what, exact=True).click()


def cell(board, row, column):
    side = board.get_by_role("row").first.get_by_role("gridcell").count()
    return board.get_by_role("gridcell", name=f"cell {(row - 1) * side + column - 1}:", exact=False)


def clock(nb, selector, wanted, key=None):
    return nb.page.evaluate(CLOCK, [selector, key, wanted, ".mcts-board"])


def test_a_click_plays_and_the_engine_answers(nb, board):
    cell(board, 2, 2).click()
    expect(cell(board, 2, 2)).to_have_attribute("aria-label", re.compile("cell 4: X"))
    expect(says(nb)).to_contain_text("O played cell")
    expect(board.locator(".bar")).to_have_count(0)
    expect(nb.page.get_by_role("img", name="What the search found: cell")).to_be_visible()
    expect(nb.page.get_by_role("img", name="Expected: O")).to_be_visible()
    nb.screenshot("play after one move, marks only")
    show(nb, "what the engine saw")
    played = re.compile("O; played last; the best move; N = ")
    expect(board.get_by_role("gridcell", name=played)).to_have_count(1)
    expect(board.locator(".bar")).to_have_count(8)
    nb.screenshot("play after one move")


def test_the_keyboard_alone_plays_hints_and_takes_back(nb, board):
    board.get_by_role("gridcell").first.focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        nb.page.keyboard.press(key)
    expect(says(nb)).to_contain_text("O played")
    nb.page.keyboard.press("h")
    expect(says(nb)).to_contain_text("Hint: cell")
    nb.screenshot("play with a hint")
    nb.page.keyboard.press("u")
    expect(says(nb)).to_have_text(re.compile(f"Taken back. {FIRST.pattern}"))
    nb.page.keyboard.press("m")  # the engine moves for X, and then replies as O
    expect(board.get_by_role("gridcell", name=": O")).to_have_count(1)
    expect(board.get_by_role("gridcell", name=": X")).to_have_count(1)
    expect(says(nb)).to_contain_text("O played")
    nb.page.keyboard.press("n")
    expect(says(nb)).to_have_text(FIRST)


def test_moves_in_quick_succession_are_all_played(nb, board):
    """Five clicks, made before Python has replied to the first, make five moves."""
    select(nb, "O is", "you")
    nb.page.evaluate(
        """cells => cells.forEach(
        k => document.querySelector(`[data-cell='${k}']`).dispatchEvent(new MouseEvent('click',
            {bubbles: true})))""",
        [4, 0, 8, 2, 6],
    )
    expect(says(nb)).to_contain_text("O to move")
    for place, mark in {4: "X", 0: "O", 8: "X", 2: "O", 6: "X"}.items():
        expect(board.locator(f"[data-cell='{place}']")).to_have_attribute(
            "aria-label", re.compile(f": {mark}")
        )
    new_game(nb)


def test_the_time_from_click_to_mark(nb, board):
    select(nb, "O is", "you")
    report(
        "click to mark",
        [clock(nb, f"[data-cell='{k}']", f"cell {k}: [XO]") for k in (4, 0, 8, 2, 6)],
        100,
    )


def test_the_time_to_the_answer_besides_thinking(nb, board):
    select(nb, "O iterations", "10")
    times = []
    for k in (4, 0, 8):
        new_game(nb)
        expect(says(nb)).to_have_text(FIRST)
        times.append(clock(nb, f"[data-cell='{k}']", "O played"))
    report("click to answer at 10 iterations", times, 100)


def test_stop_acts_while_the_engine_thinks(nb, board):
    select(nb, "Board", "6 × 6")
    select(nb, "O iterations", "3,000,000")
    times = []
    for key in ("Escape", None, "Escape"):
        after_a_stop(nb.page)
        new_game(nb)
        expect(says(nb)).to_have_text(FIRST)
        nb.page.locator("[data-cell='14']").click()
        expect(says(nb)).to_contain_text("is thinking")
        found = nb.page.get_by_role("img", name="What the search found: cell")
        expect(found).to_be_visible()  # the engine is thinking now
        selector = ".mcts-board svg g g" if key else ".mcts-act"
        nb.screenshot(f"play thinking {key}")
        times.append(clock(nb, selector, "O played", key))
    report("stop to move", times, 300)


def test_the_page_is_not_frozen_while_the_engine_thinks(nb, board):
    select(nb, "Board", "6 × 6")
    select(nb, "O iterations", "3,000,000")
    nb.page.locator("[data-cell='14']").click()
    expect(says(nb)).to_contain_text("is thinking")
    waited = clock(nb, "[data-cell='0']", "Still thinking")
    report("answer to a click while thinking", [waited], 300)
    nb.page.keyboard.press("u")
    expect(says(nb)).to_have_text(re.compile(f"Taken back. {FIRST.pattern}"))


def test_the_board_answers_while_a_cell_is_running(nb, board):
    nb.page.locator(".jp-CodeCell").last.locator(".cm-content").click()
    nb.page.keyboard.press("Control+Enter")
    expect(nb.page.locator(".jp-CodeCell").last.locator(".jp-InputPrompt")).to_contain_text("*")
    waited = clock(nb, "[data-cell='4']", "O played")
    report("answer to a click while a cell runs", [waited], 300)
    # The buttons work as soon as the board works.
    new_game(nb)
    expect(says(nb)).to_have_text(FIRST)
    expect(nb.page.locator(".jp-CodeCell").last.locator(".jp-InputPrompt")).to_contain_text("*")
    nb.wait_idle()


def test_the_dark_theme_and_a_narrow_page_are_readable(nb, board):
    cell(board, 1, 1).click()
    show(nb, "what the engine saw")
    show(nb, "Tree")
    expect(nb.page.get_by_role("tree", name="Search tree of")).to_be_visible()
    with nb.seen("Dark"):
        number = board.locator(".number").first  # the number is drawn on the colour of a value
        ink, paper = number.evaluate("""e => [e, e.closest("[data-cell]").querySelector(".square")]
            .map(part => getComputedStyle(part).fill)""")
        assert contrast(ink, paper) > 7
        expected = nb.page.locator(
            ".mcts-panel g.node > path[stroke-width='3']"
        ).first  # the node's outline is drawn on the page's background
        page = "getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor"
        assert contrast(*expected.evaluate(f"e => [getComputedStyle(e).stroke, {page}]")) > 7
        nb.screenshot("play dark")
    with nb.seen("Dark", 700):
        nb.screenshot("play narrow")
    show(nb, "Tree")


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast of two colours written as rgb(r, g, b)."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    return max(light(one), light(other)) / min(light(one), light(other))


def test_an_error_is_a_red_line_that_is_read_out_and_the_next_click_works(nb, board):
    nb.page.evaluate(PRESS_OUTSIDE)
    alert = nb.page.get_by_role("alert").filter(has_text="IllegalAction")
    expect(alert).to_contain_text("Nothing has changed")
    nb.screenshot("play error")
    cell(board, 2, 2).click()
    expect(alert).to_have_count(0)
    expect(says(nb)).to_contain_text("O played")


def test_two_engines_play_to_the_end_and_stop_holds_them(nb, board):
    select(nb, "X is", "engine")
    expect(says(nb)).to_contain_text("X played")
    nb.page.get_by_role("button", name="Stop").click()
    expect(says(nb)).to_contain_text("waits: press “Go on”")
    after_a_stop(nb.page)
    nb.page.get_by_role("button", name="Go on").click()
    expect(says(nb)).to_contain_text("The game is over", timeout=20_000)
    nb.screenshot("play two engines")


# This script records the position of the board in each frame, until a test stops it.
WATCH = """() => {
    window.places = new Set();
    window.watching = true;
    const look = () => {
        const top = document.querySelector('.mcts-play').getBoundingClientRect();
        const box = document.querySelector('.mcts-play .mcts-board svg').getBoundingClientRect();
        window.places.add(`${Math.round(box.x - top.x)} ${Math.round(box.y - top.y)}`);
        if (window.watching) requestAnimationFrame(look);
    };
    look();
}"""
PLACES = "() => { window.watching = false; return [...window.places]; }"


@pytest.mark.parametrize("width", [1400, 1000])
def test_the_board_stays_where_it_is_while_a_game_is_played(nb, board, width):
    with nb.seen("Light", width):
        nb.page.evaluate(WATCH)
        for k in (4, 0, 8, 2, 6, 1):
            cell = nb.page.locator(f"[data-cell='{k}']")
            cell.dispatch_event("click")  # after a click on a taken cell the board shows a message
            expect(says(nb)).not_to_contain_text("thinking")
        nb.page.keyboard.press("h")
        show(nb, "my options")
        show(nb, "marks only")
        new_game(nb)
        expect(says(nb)).to_have_text(FIRST)
        assert len(nb.page.evaluate(PLACES)) == 1


def test_a_position_is_set_up_by_clicking(nb, board):
    nb.page.get_by_role("button", name="Set up").click()
    done = nb.page.get_by_role("button", name="Done")
    expect(done).to_be_visible()
    for number in (0, 0, 4):  # O in cell 0, X in cell 4
        nb.page.locator(f".mcts-set-up [data-cell='{number}']").click()
        nb.page.wait_for_timeout(300)
    nb.page.locator(".mcts-set-up [data-cell='8']").click()
    nb.screenshot("setting up a position")
    done.click()
    expect(board.get_by_role("gridcell", name="cell 8: X")).to_be_visible()
    expect(board.get_by_role("gridcell", name="cell 0: O")).to_be_visible()
    nb.screenshot("after setting up a position")
    nb.page.get_by_role("button", name="Engine moves").first.click()
    expect(says(nb)).to_contain_text("O played")


def test_before_the_first_move_the_reader_chooses_the_opponent_and_who_begins(nb, board):
    dots = nb.page.locator(".mcts-opponent svg:visible")
    nb.page.get_by_role("button", name="10", exact=True).click()
    expect(dots).to_have_attribute("aria-label", "10 dots")
    nb.screenshot("play before the first move")
    begins = nb.page.get_by_role("button", name="Let the engine begin")
    after_a_stop(nb.page)  # right after New game a press would be its second click
    begins.focus()
    nb.page.keyboard.press("Enter")
    expect(says(nb)).to_contain_text("of 10 games")
    expect(board.get_by_role("gridcell", name=": X")).to_have_count(1)
    expect(dots).to_have_count(0)
    new_game(nb)
    expect(says(nb)).to_have_text(FIRST)
    expect(board.get_by_role("gridcell", name=": empty")).to_have_count(9)
    assert nb.violations() == [] and nb.complaints() == []
