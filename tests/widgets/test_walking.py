"""A reader points at the nodes of a drawn tree."""

from re import findall

import pytest

from mctslib import Node, Phases, TicTacToe, search
from mctslib.course.ch04 import LiveTree
from mctslib.draw import svg
from mctslib.draw.dot import path_to, place
from mctslib.draw.facts import Teller
from mctslib.draw.show import answers_of
from mctslib.tree import attach
from mctslib.widgets.walking import VERSIONS


@pytest.fixture(scope="module")
def root():
    return search(TicTacToe(), 300, seed=1).root


def shown_at(picture):
    """Return the places of the nodes and wedges of a picture."""
    return findall(r'data-node="([^"]*)"', picture)


# ---------------------------------------------------------------------------- which nodes are shown


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


def for_x(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent


@pytest.mark.parametrize("phases", [Phases(), Phases(backpropagate=for_x)])
def test_a_phone_shows_each_drawn_node_of_a_live_tree_whole(phases):
    live = LiveTree(TicTacToe.from_text("X../XOO/OX."), phases, iterations=60, seed=12)
    for step in range(0, 61, 20):
        live.slider.value = step
        picture = live.tree.pictures["narrow"]
        assert svg.dimensions(picture)[0] <= VERSIONS["narrow"].room
        assert all(one.count("_") <= 3 for one in shown_at(picture)), "two levels and wedges"
    live.close()
