"""A tree in a space of fixed height uses this height, and is never higher."""

import pytest

import mctslib
from mctslib.course.ch04 import LiveTree
from mctslib.course.ch04.widget import OPENS
from mctslib.course.puzzles import POSITIONS
from mctslib.draw.outline import deep_path, pictured
from mctslib.draw.show import tree_svg
from mctslib.draw.svg import dimensions
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.widgets.walking import LEVELS, full_height, height_for

FLAT = 0.85  # a tree that is as deep as its space allows fills at least this part of the space


def tree(name, iterations):
    return mctslib.search(POSITIONS[name].state, iterations, seed=0).root


def height(root, **options):
    return dimensions(tree_svg(root, **options, **full_height(root)))[1]


@pytest.mark.parametrize("iterations", [1, 10, 90])
def test_the_space_of_a_live_tree_is_that_of_its_end_and_stays(iterations):
    live = LiveTree(mctslib.TicTacToe(), iterations=iterations)
    first = live.tree.height
    for step in (*range(OPENS + 1, iterations, 20), iterations):  # a still shows no earlier one
        live.slider.value = step
        assert dimensions(live.still()[0])[1] <= live.tree.height + 1
    assert live.tree.height == first
    assert FLAT * first <= dimensions(live.still()[0])[1] or iterations == 1


def test_the_deep_path_follows_the_most_visited_nodes_that_lead_to_the_deepest_level():
    root = tree("A", 300)
    child = root.children[most_visited(root)]
    assert deep_path(root, 2) == (child.action, most_visited(child))
    won = tree("W", 300)  # the most visited move 8 ends the game
    path = deep_path(won, LEVELS)
    others = [child for child in won.children.values() if child.children]
    assert len(path) == LEVELS and most_visited(won) == 8
    assert won.children[path[0]].visits == max(child.visits for child in others)
    assert deep_path(Node(root.state), LEVELS) == ()


def test_no_level_is_drawn_below_the_last_one():
    root = tree("A", 3_000)
    for levels in (1, 2, 3):
        drawn = list(pictured(root, max_nodes=30, most_levels=levels).all())
        assert max(len(shown.path) for shown in drawn) == levels
        assert sum(1 + shown.hidden_nodes for shown in drawn) == root.size()


def test_the_height_for_a_tree_counts_the_numbers_below_its_last_level():
    root = tree("empty board", 60)
    assert height_for(root, sums=True) == round(height(root, max_nodes=15, sums=True))
