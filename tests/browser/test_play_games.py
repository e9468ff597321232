"""Play complete games on the play widget, by mouse and by keyboard, in both themes."""

import inspect
import random
import re

import pytest
from pages import begin_anew, open_settings
from playwright.sync_api import expect
from small_games import Ten

GAMES = {
    "sudo1": "SudoTicTacToe(1)",
    "sudo2": "SudoTicTacToe(2)",
    "connect4": "ConnectFour()",
    "connect5x4": "ConnectFour(5, 4, 3)",
    "nim": "Nim(3, 4, 5)",
    "size5": "TicTacToe(5)",
    "hex": "Hex(5)",
}
OWN = (
    "from typing import NamedTuple\nfrom mctslib.game import illegal, not_over\n\n"
    + inspect.getsource(Ten)
)
CELLS = [
    "from mctslib import ConnectFour, Hex, Nim, SudoTicTacToe, TicTacToe\nfrom mctslib.widgets "
    "import Play",
    *(f"Play({make}, seed=1, iterations=10, tree=False)  # {name}" for name, make in GAMES.items()),
    "Play(Hex(11), seed=1, iterations=200, tree=False)  # hex11",
    OWN + "\nPlay(Ten(), seed=1, iterations=10)  # own",
]
LOOK = """board => {
    const cells = [...board.querySelectorAll('[data-cell]')];
    const open = cells.filter(c => c.getAttribute('aria-disabled') === 'false').map(c =>
        Number(c.dataset.cell));
    const row = board.querySelector('[role=row]').children.length;
    const at = cells.findIndex(c => c.getAttribute('tabindex') === '0');
    return {open, row, at, say: board.querySelector('.say').textContent, text: cells.map(c =>
        c.ariaLabel).join()};
}"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(*CELLS).run_all()


def board_of(nb, name):
    return nb.output(f"# {name}").locator(".mcts-board")


def new_game(nb, name):
    begin_anew(nb, nb.output(f"# {name}"))
    board = board_of(nb, name)
    board.scroll_into_view_if_needed()
    expect(board.locator(".say")).to_contain_text(re.compile("Your turn|You are X"))
    expect(board.locator(".win")).to_have_attribute("d", "")
    return board


def by_mouse(nb, board, seen, cell):
    board.locator(f"[data-cell='{cell}']").click()


def by_keyboard(nb, board, seen, cell):
    """Move to the cell with the arrow keys, and make the move."""
    rows, columns = (
        end - start
        for start, end in zip(divmod(seen["at"], seen["row"]), divmod(cell, seen["row"]))
    )
    for steps, forth, back in (
        (columns, "ArrowRight", "ArrowLeft"),
        (rows, "ArrowDown", "ArrowUp"),
    ):
        for _ in range(abs(steps)):
            nb.page.keyboard.press(forth if steps > 0 else back)
    nb.page.keyboard.press("Enter")


def play_to_the_end(nb, board, move, picture):
    rng, moves = random.Random(7), 0
    seen = board.evaluate(LOOK)
    while "The game is over" not in seen["say"]:
        assert re.search("Your turn|You are", seen["say"]) and moves < 82
        move(nb, board, seen, rng.choice(seen["open"]))
        before, moves = seen["text"], moves + 1
        nb.page.wait_for_function(
            "([board, before, look]) => { const s = eval(look)(board); return s.text !== before"
            " && /Your turn|is over/.test(s.say); }",
            arg=[board.element_handle(), before, LOOK],
        )
        seen = board.evaluate(LOOK)
        if moves == 4:
            nb.screenshot(f"{picture} after 4", board)
    assert seen["open"] == [] and moves > 1
    nb.screenshot(f"{picture} end", board)


LONG = pytest.mark.long  # a long game, and a board on which the other test plays


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=LONG) for name in ("sudo2", "connect5x4")), "nim", "hex"]
)
def test_a_whole_game_by_mouse(nb, name):
    play_to_the_end(nb, new_game(nb, name), by_mouse, f"games {name} mouse")


@pytest.mark.parametrize("name", ["sudo1", "connect4", "size5", pytest.param("hex", marks=LONG)])
def test_a_whole_game_by_keyboard_in_the_dark(nb, name):
    with nb.seen("Dark"):
        board = new_game(nb, name)
        board.locator("[tabindex='0']").focus()
        play_to_the_end(nb, board, by_keyboard, f"games {name} keys dark")


def test_a_digit_drops_a_disc_and_the_mouse_shows_where_it_would_land(nb):
    board = new_game(nb, "connect4")
    board.locator("[data-cell='2']").hover()
    expect(board.locator(".aimed")).to_have_count(6)
    expect(board.locator(".landing")).to_have_attribute("data-cell", "37")
    nb.screenshot("games connect4 hover", board)
    board.locator("[tabindex='0']").focus()
    nb.page.keyboard.press("4")
    expect(board.locator(".column").nth(4)).to_have_text("4")
    expect(board.locator("[data-cell='39']")).to_have_attribute("aria-label", "column 4, row 0: X")
    expect(board.locator(".say")).to_contain_text("O played column")


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_game_of_ones_own_is_played_by_its_buttons(nb, how):
    """In a game without a board, the button "1" works on each turn and keeps the keyboard focus."""
    output = nb.output("# own")
    begin_anew(nb, output)
    expect(output.get_by_text("The sum is 0;")).to_be_visible()
    one = output.locator(".mcts-text-board button").filter(has_text=re.compile(r"^(★ +)?1( |$)"))
    one.focus()
    total = "The sum is 0;"
    while "is 10;" not in total:
        expect(output.get_by_text(re.compile("Your turn|You are X")).first).to_be_visible()
        one.click() if how == "mouse" else nb.page.keyboard.press("Enter")
        expect(output.locator("pre")).not_to_contain_text(total)
        nb.at_rest()
        total = output.locator("pre").inner_text()
    expect(output.get_by_text("The game is over").first).to_be_visible()
    nb.screenshot(f"games own {how}", output)


PLACES = """output => [
    ...output.querySelectorAll('.mcts-text-board :is(button, pre)'),
].map(part => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


def test_a_hint_moves_no_action_of_a_game_without_a_board(nb):
    """The ★ on the button of the best action has its room before the hint."""
    output = nb.output("# own")
    begin_anew(nb, output)
    expect(output.get_by_text("The sum is 0;")).to_be_visible()
    nb.at_rest()
    before = output.evaluate(PLACES)
    output.locator("button", has_text="Hint").dispatch_event("click")
    expect(output.locator(".mcts-text-board button").filter(has_text="★")).to_have_count(1)
    nb.at_rest()
    assert output.evaluate(PLACES) == before


def test_two_engines_are_paused_and_go_on(nb):
    output, board = nb.output("# connect5x4"), new_game(nb, "connect5x4")
    open_settings(nb, output)
    for side in ("X is", "O is"):
        output.get_by_label(side, exact=True).select_option(label="engine")
    expect(board.locator(".say")).to_contain_text("X played")
    output.get_by_role("button", name="Pause").click()
    expect(board.locator(".say")).to_contain_text("waits")
    nb.screenshot("games paused", output)
    output.get_by_role("button", name="Go on").click()
    expect(board.locator(".say")).to_contain_text("The game is over", timeout=30_000)
    expect(output.get_by_role("button", name="Pause")).to_have_count(0)  # nothing to pause


def test_hexagons_are_as_wide_as_the_page_allows_and_hit_where_they_lie(nb):
    """A click in the corner of a hexagon's bounding box counts for the neighbouring hexagon."""
    board = new_game(nb, "hex11")
    nb.at_rest()
    assert board.locator("svg").bounding_box()["width"] <= 640
    box = board.locator("[data-cell='60'] .square").bounding_box()
    nb.page.mouse.click(box["x"] + 2, box["y"] + 2)
    expect(board.locator("[data-cell='49']")).to_have_attribute(
        "aria-label", re.compile("cell 49: X")
    )
    expect(board.locator(".say")).to_contain_text("O played cell")
    board.locator("[data-cell='47']").focus()
    nb.page.keyboard.press("ArrowDown")
    nb.screenshot("games hex11 shares", board)


@pytest.mark.parametrize("name", ["sudo2", "hex"])
def test_the_boards_are_accessible(nb, name):
    new_game(nb, name)
    board_of(nb, name).evaluate("board => board.setAttribute('data-look', 'here')")
    assert nb.violations("[data-look='here']") == []
