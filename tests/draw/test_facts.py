"""The words about drawn nodes state the numbers of the tree, and no more than was computed."""

from html import unescape
from math import sqrt
from re import findall
from xml.etree import ElementTree

import pytest

from mctslib import TicTacToe, search
from mctslib.draw import svg
from mctslib.draw.facts import Teller
from mctslib.draw.outline import pictured, statistics
from mctslib.draw.show import fitted_tree, tree_svg
from mctslib.games import Nim, Pig
from mctslib.policies import UCB1, ucb1
from mctslib.words import number, percent

C = sqrt(2)


def told(root, teller, **options):
    """Return the place and the words of each drawn node."""
    picture = tree_svg(root, teller=teller, **options)
    pairs = findall(r'data-node="([^"]*)" data-told="([^"]*)"', picture)
    return {place: unescape(words) for place, words in pairs}


def test_the_words_of_a_child_state_its_numbers():
    root = search(TicTacToe(), 500, seed=1, tree_policy=UCB1(C)).root
    words = told(root, Teller(UCB1(C)))
    next_one = UCB1(C)(root)
    assert words["at"] == f"The root, X to move · N = 500 · Q = {number(root.value, 2)} for X"
    for action, child in root.children.items():
        share = percent(child.visits / 500)
        score = number(ucb1(child.value, child.visits, 500, C), 2)
        assert words[f"at_{action}"] == (
            f"X plays {action} · N = {child.visits} ({share} of the root's visits) · "
            f"Q = {number(child.value, 2)} for X · UCB1 = {number(child.value, 2)} + "
            f"1.41 · √(ln 500 / {child.visits}) = {score}"
            + (", the largest among its siblings" if child is next_one else "")
        )


def test_a_node_says_what_came_before_and_whose_q_it_is():
    root = search(TicTacToe(), 500, seed=1).root
    reply = max(root.children[4].children.values(), key=lambda child: child.visits)
    deep = told(root, Teller(UCB1()), path=(4, reply.action))
    words = next(one for one in deep.values() if one.startswith(f"O plays {reply.action} after 4"))
    assert f"N = {reply.visits} " in words and " for O · UCB1 = " in words


def test_of_two_children_the_next_one_has_the_largest_score():
    root = search(TicTacToe.from_text("XOX/OOX/.X."), 40, seed=1, tree_policy=UCB1(C)).root
    words = told(root, Teller(UCB1(C)))
    of_children = [words["at_0"], words["at_1"]]
    assert len(root.children) == 2
    assert sum("the largest among its siblings" in one for one in of_children) == 1


def test_there_is_no_ucb1_while_moves_are_untried():
    root = search(TicTacToe(), 5, seed=1).root
    for place, words in told(root, Teller(UCB1())).items():
        assert "UCB1 =" not in words
        assert place == "at" or "no UCB1 yet, because 4 moves beside it are untried" in words


def test_moves_of_chance_have_no_q_and_moves_have_the_names_of_the_game():
    words = told(search(Pig(), 300, seed=1).root, Teller(UCB1()))
    assert words["at_0"].startswith("Player 0: roll · N = 300")
    assert words["at_0_2"].startswith("The die shows 3 after roll · N = ")
    assert "Q" not in words["at_0_2"] and "UCB1" not in words["at_0_2"]


def test_a_wedge_counts_what_is_not_drawn():
    root = search(TicTacToe(), 200, seed=1).root
    words = told(root, Teller(), max_nodes=4)
    drawn = [child for child in root.children.values() if f"at_{child.action}" in words]
    hidden = [child for child in root.children.values() if child not in drawn]
    visits, nodes = sum(c.visits for c in hidden), sum(c.size() for c in hidden)
    assert words["at_more"] == (
        f"Not drawn: {len(hidden)} more moves after the root · N = {visits} together · "
        f"{nodes} nodes"
    )


@pytest.mark.parametrize("state", [TicTacToe(), Pig(), Nim(3, 4, 5)])
def test_the_room_is_enough_for_every_node(state):
    root = search(state, 400, seed=2).root
    teller = Teller(UCB1())
    longest = teller.longest(root, 400)
    for shown in pictured(root, max_nodes=40).all():
        assert len(teller.node(shown, root)) <= len(longest), teller.node(shown, root)


@pytest.mark.parametrize("state", [TicTacToe(), Nim(3, 4, 5), Pig()])
def test_a_fitted_tree_fits_and_counts_every_node(state):
    root = search(state, 200, seed=1).root
    picture = fitted_tree(root, 284, max_nodes=8)
    assert svg.dimensions(picture)[0] <= 284
    drawn = ElementTree.fromstring(picture).get("aria-label")
    assert f"{root.size()} nodes" in drawn


def test_a_node_that_chance_chose_shows_no_value():
    """Chance gets no rewards, so its W stays 0, and a Q of 0.00 would read as a lost game."""
    (roll,) = search(Pig(20), 300, seed=0).root.children.values()
    assert statistics(roll).startswith("N 300  Q 0.")
    faces = [statistics(face) for face in roll.children.values()]
    assert len(faces) == 6 and all(words.endswith("Q -") for words in faces)
