"""The nodes of drawn trees answer: to the mouse, to a finger and to the arrow keys."""

import re

import pytest
from pages import finger
from playwright.sync_api import expect

from mctslib import TicTacToe, search
from mctslib.policies import ucb1
from mctslib.words import number, percent

LIVE = """
from mctslib import TicTacToe
from mctslib.course.ch04 import LiveTree
LiveTree(TicTacToe(), iterations=60, seed=12, at=60)"""
PLACES = "all => all.map(e => e.dataset.node)"
HINT = "Point at a node, tap it, or walk with the arrow keys."


@pytest.fixture(scope="module")
def live(open_code):
    return open_code(LIVE).run_all()


@pytest.fixture
def walk(live):
    """Return the tree with nothing chosen, and the pointer elsewhere."""
    live.page.mouse.move(1, 1)
    live.at_rest()  # the test before may have changed the picture
    found = live.page.locator(".mcts-walk").first
    found.scroll_into_view_if_needed()
    node(found, "at").focus()
    live.page.keyboard.press("Escape")
    live.at_rest()
    return found


def node(walk, place):
    return walk.locator(f'[data-node="{place}"]:visible')


def line(walk):
    return walk.get_by_role("status")


def marked(walk):
    """Return the places of the marked nodes of the version that is visible."""
    return walk.locator("[data-node].mcts-marked:visible").evaluate_all(PLACES)


def words_of(root, child, player):
    """Return what the line should say about N, Q and UCB1 of a child of `root`."""
    score = ucb1(child.value, child.visits, root.visits, 1.0)
    return (
        f"N = {child.visits} ({percent(child.visits / root.visits)} of the root's visits) · "
        f"Q = {number(child.value, 2)} for {player} · UCB1 = {number(child.value, 2)} + "
        f"√(ln {root.visits} / {child.visits}) = {number(score, 2)}"
    )


def test_pointing_marks_the_path_and_says_the_numbers_of_the_library(live, walk):
    root = search(TicTacToe(), 60, seed=12).root
    expect(line(walk)).to_contain_text(HINT)
    for action, child in root.children.items():
        node(walk, f"at_{action}").hover()
        expect(line(walk)).to_contain_text(f"X plays {action} · {words_of(root, child, 'X')}")
        assert marked(walk) == ["at", f"at_{action}"]
    live.page.mouse.move(1, 1)
    expect(line(walk)).to_contain_text(HINT)
    assert marked(walk) == []


def test_a_wedge_says_what_is_not_drawn(walk):
    root = search(TicTacToe(), 60, seed=12).root
    child = root.children[5]  # none of its children is drawn
    node(walk, "at_5_more").hover()
    visits = sum(one.visits for one in child.children.values())
    expect(line(walk)).to_contain_text(
        f"Not drawn: {len(child.children)} moves after X 5 · N = {visits} together"
    )


def test_the_arrow_keys_walk_to_parents_children_and_siblings(live, walk):
    node(walk, "at").focus()
    for key, place in (
        ("ArrowDown", "at_0"),
        ("ArrowRight", "at_1"),
        ("ArrowLeft", "at_0"),
        ("ArrowLeft", "at_0"),
        ("ArrowUp", "at"),
        ("ArrowDown", "at_0"),
        ("Home", "at"),
        ("ArrowUp", "at"),
    ):
        live.page.keyboard.press(key)
        assert live.page.evaluate("() => document.activeElement.dataset.node") == place
        assert walk.locator(".mcts-here:visible").get_attribute("data-node") == place
    live.page.keyboard.press("ArrowDown")
    expect(line(walk)).to_contain_text("X plays 0 · N = ")


def test_the_tree_is_one_stop_of_the_tab_key(walk):
    assert walk.locator("[tabindex='0']:visible").count() == 1
    node(walk, "at_3").click()
    assert walk.locator("[tabindex='0']:visible").evaluate_all(PLACES) == ["at_3"]


def test_a_chosen_node_stays_chosen_in_the_next_picture(live, walk):
    node(walk, "at_8").click()
    live.page.mouse.move(1, 1)
    slider = live.page.get_by_role("slider", name="iterations").first
    slider.press("ArrowLeft")
    child = search(TicTacToe(), 59, seed=12).root.children[8]
    expect(line(walk)).to_contain_text(f"X plays 8 · N = {child.visits} ")
    assert marked(walk) == ["at", "at_8"]
    slider.press("ArrowRight")
    expect(line(walk)).to_contain_text("UCB1 = ")


@pytest.mark.parametrize("width", [1280, 800])
def test_nothing_moves_when_the_line_changes(live, walk, width):
    with live.seen(width=width):
        tops = set()
        for place in ("at", "at_0", "at_4", "at_more" if width == 800 else "at_4_0"):
            node(walk, place).focus()
            assert line(walk).evaluate("e => e.scrollHeight <= e.parentElement.clientHeight + 1")
            top = walk.bounding_box()["y"]
            tops.add(round(live.page.locator(".mcts-controls").first.bounding_box()["y"] - top))
        assert len(tops) == 1


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_a_marked_tree_is_accessible(live, walk, theme):
    node(walk, "at_4_0").focus()
    with live.seen(theme):
        live.screenshot(f"a marked tree, {theme}")
        assert live.violations() == []
        act, stroke = walk.evaluate(
            """walk => {
                const probe = document.createElement('i');
                probe.style.color = 'var(--mcts-act)';
                walk.append(probe);
                const colours = [getComputedStyle(probe).color,
                    getComputedStyle(walk.querySelector('.mcts-here > path')).stroke];
                probe.remove();
                return colours;
            }"""
        )
        assert stroke == act


def test_a_tap_chooses_a_node_and_a_tap_on_the_paper_lets_it_go(live, walk):
    touch = finger(live.page)
    for place, words in (("at_3", "X plays 3 · "), ("at_7", "X plays 7 · ")):
        box = node(walk, place).bounding_box()
        touch("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        touch("touchEnd")
        expect(line(walk)).to_contain_text(words)
        assert marked(walk) == ["at", place]
    corner = walk.locator("svg:visible").bounding_box()
    touch("touchStart", (corner["x"] + 5, corner["y"] + 5))
    touch("touchEnd")
    expect(line(walk)).to_contain_text(HINT)


OTHERS = {
    "Play": "from mctslib.widgets import Play\nPlay(iterations=200, human=1, seed=1, tree=True)",
}


@pytest.fixture(scope="module")
def others(open_code):
    return open_code(*OTHERS.values()).run_all()


@pytest.mark.parametrize("name", OTHERS)
def test_the_nodes_of_each_widget_answer(others, name):
    walk = others.output(f"{name}(").locator(".mcts-walk")
    walk.locator("[data-node='at']:visible").wait_for()
    others.at_rest()
    node(walk, "at").focus()
    others.page.keyboard.press("ArrowDown")
    expect(line(walk)).to_have_text(re.compile(r"^[XO] plays \d · N = \d+ .*Q = 0\.\d\d for [XO]"))
    assert "UCB1" in line(walk).text_content()
    others.page.keyboard.press("Escape")
    expect(line(walk)).to_contain_text(HINT)
    assert others.violations() == []
