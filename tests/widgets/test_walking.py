"""A reader opens the branches of a drawn tree, and goes back to the whole tree."""

from re import findall

import pytest

from mctslib import Node, Phases, TicTacToe, search
from mctslib.course.ch04 import LiveTree
from mctslib.draw import svg
from mctslib.draw.dot import path_to, place
from mctslib.draw.facts import Teller
from mctslib.draw.outline import Opened, next_part, pictured
from mctslib.draw.show import answers_of, fitted_tree
from mctslib.games import Nim, Pig
from mctslib.tree import attach
from mctslib.widgets.walking import VERSIONS

GAMES = [TicTacToe(), Nim(3, 4, 5), Pig()]


@pytest.fixture(scope="module")
def root():
    return search(TicTacToe(), 300, seed=1).root


@pytest.fixture
def live():
    panel = LiveTree(TicTacToe(), iterations=60, seed=12, at=60)
    yield panel
    panel.close()


def ask(panel, *asked):
    panel.own_keys.opened = [*asked, len(panel.own_keys.opened[-1:]) + 1]


def shown_at(picture):
    """Return the places of the nodes and wedges of a picture."""
    return findall(r'data-node="([^"]*)"', picture)


# ---------------------------------------------------------------------------- which nodes are shown


def test_the_children_of_an_opened_branch_are_shown_first_and_then_the_usual_nodes(root):
    drawn = [one.path for one in pictured(root, max_nodes=12, opened=Opened((0,))).all()]
    assert {(0, action) for action in root.children[0].children} <= set(drawn)
    assert (4,) in drawn, "the most visited node is shown if there is room"


def test_an_opened_branch_leaves_out_as_many_of_the_most_visited_children_as_asked(root):
    ranked = sorted(root.children.values(), key=lambda child: -child.visits)
    top = pictured(root, max_nodes=4, opened=Opened((), 5), most_leaves=3)
    assert {one.node for one in top.children} == set(ranked[5:8])
    assert top.hidden_visits == sum(child.visits for child in ranked[:5] + ranked[8:])


@pytest.mark.parametrize("state", GAMES)
def test_a_reader_who_keeps_opening_sees_every_child(state):
    root = search(state, 300, seed=1).root
    node = max(root.children.values(), key=lambda child: len(child.children))
    seen, opened = set(), Opened((node.action,))
    for _ in range(len(node.children)):
        top = pictured(root, max_nodes=6, most_leaves=2, opened=opened)
        branch = next(one for one in top.all() if one.path == opened.path)
        seen |= {one.path[-1] for one in branch.children}
        if branch.hidden_nodes:
            opened = next_part(branch, opened)
    assert seen == set(node.children)


@pytest.mark.parametrize("state", GAMES)
@pytest.mark.parametrize("room", [284, 560])
def test_every_opened_branch_fits_and_shows_what_its_wedge_promised(state, room):
    root = search(state, 200, seed=1).root
    options = {"max_nodes": 8, "teller": Teller()}
    whole = fitted_tree(root, room, **options)
    wedges = findall(r'data-node="([^"]*)_more" [^>]*data-first="(\d+)"', whole)
    assert wedges
    for where, first in wedges:
        path = path_to(root, where)
        picture = fitted_tree(root, room, opened=Opened(path, int(first)), **options)
        new = set(shown_at(picture)) - set(shown_at(whole))
        assert any(one.rpartition("_")[0] == where and "more" not in one for one in new)
        assert svg.dimensions(picture)[0] <= room


def test_a_place_leads_back_to_its_node(root):
    for node in root.descendants():
        path = node.path()
        assert path_to(root, place(node, len(path))) == path
    for nowhere in ("at_9", "at_x", "at_-1", "at_²", "at_12"):
        assert path_to(root, nowhere) is None


def test_the_place_of_an_illegal_action_leads_back_too():
    root = Node(TicTacToe.from_text("X../.../..."))
    child = attach(root, 1)
    root.children = {"illegal": child}
    child.action = "illegal"
    assert path_to(root, place(child, 1)) == ("illegal",)


def test_the_words_of_the_nodes_take_every_option_of_the_tree(root):
    options = {"max_nodes": 4, "new": (4, 0), "differs": [(2,)], "keep": [(7,)]}
    found = {answer.place for answer in answers_of(root, Teller(), sums=True, **options).values()}
    assert {"at", "at_4", "at_2", "at_4_0"} <= {one for one in found if "more" not in one}


# ---------------------------------------------------------------------------- the widgets


def test_a_branch_opens_in_the_version_that_was_touched_only(live):
    before = dict(live.tree.whole)
    ask(live, "narrow", "at_4", 0)
    assert live.tree.opened == {"narrow": Opened((4,), 0)}
    assert "at_4_0" in live.tree.value and "← Whole tree" in live.tree.value
    assert before["wide"] in live.tree.value and before["narrow"] not in live.tree.value
    ask(live, "narrow", "", 0)
    assert before["narrow"] in live.tree.value and "Whole tree" not in live.tree.value


@pytest.mark.parametrize(
    "asked",
    [
        [],
        ["narrow"],
        ["nowhere", "at_4", 0],
        ["narrow", "at_4_4", 0],
        ["narrow", "at_4", 99],
        ["narrow", "at_4", -1],
        ["narrow", "at_4", "0"],
        ["narrow", "", 0],
        ["nowhere", "", 0],
        [None, 4, {}],
    ],
)
def test_a_message_that_fits_no_branch_changes_nothing(live, asked):
    before = live.tree.value
    live.own_keys.opened = asked
    assert live.tree.value == before and live.status.error is None


def test_an_open_branch_stays_open_while_the_slider_moves_and_closes_where_it_ends(live):
    ask(live, "wide", "at_4", 0)
    live.slider.value = 50
    live.work.catch_up(5)
    assert live.tree.opened == {"wide": Opened((4,), 0)}
    live.slider.value = 2
    live.work.catch_up(5)
    assert not live.tree.opened and "Whole tree" not in live.tree.value


def for_x(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent


@pytest.mark.parametrize("phases", [Phases(), Phases(backpropagate=for_x)])
def test_a_phone_shows_each_drawn_node_of_a_live_tree_whole(phases):
    live = LiveTree(TicTacToe.from_text("X../XOO/OX."), phases, iterations=60, seed=12)
    for step in range(0, 61, 10):
        live.slider.value = step
        live.draw()
        picture = live.tree.whole["narrow"]
        assert svg.dimensions(picture)[0] <= VERSIONS["narrow"].room
        assert all(one.count("_") <= 3 for one in shown_at(picture)), "two levels and wedges"
    live.close()
