"""Chapter 12: the answers that its checkers are tried with."""

import random
import re
from copy import deepcopy
from fractions import Fraction

import numpy as np
import pytest
from named_mistakes import declared

from mctslib.course.ch12 import checkers as ch12
from mctslib.course.ch12.checkers import (
    LINES,
    amdahl,
    check_speedup,
    check_wins,
    holds_four,
    landing,
)
from mctslib.games import ConnectFour
from mctslib.search import reuse
from mctslib.tree import Node

CHECKS = {
    "12": {name: getattr(ch12, f"check_{name}") for name in ("speedup", "drop", "wins", "keep")}
}


def right_on_an_empty_board(taken, column):
    return (
        taken + (1 << 7 * column) & 63 << 7 * column
        if not taken & ~(63 << 7 * column)
        else 1 << 7 * column
    )


def shifts(*steps, apart=2):
    """A test for four in a row with these steps; two pairs are so many steps apart."""

    def wins(bits):
        return any(
            (bits & bits >> step) & (bits & bits >> step) >> apart * step != 0 for step in steps
        )

    return wins


def uncut(root, *actions):
    for action in actions:
        root = root.children.get(action) or Node(root.state.apply(action), root, action)
    return root


def only_known(root, *actions):
    for action in actions:
        root = root.children[action]
    root.parent = None
    return root


def none_if_unknown(root, *actions):
    try:
        return only_known(root, *actions)
    except KeyError:
        return None


def cuts_the_top(root, *actions):
    node = uncut(root, *actions)
    root.parent = None
    return node


def cut_on_the_way(root, *actions):
    """Cuts at each step, and so not at all where there is none."""
    for action in actions:
        root = uncut(root, action)
        root.parent = None
    return root


def children_cut_too(root, *actions):
    node = reuse(root, *actions)
    for child in node.children.values():
        child.parent = None
    return node


def the_other_view(root, *actions):
    """Turns the values below round, as if the player had changed."""
    node = reuse(root, *actions)
    for below in node.descendants():
        if below is not node:
            below.value_sum = below.visits - below.value_sum
    return node


def one_level(root, *actions):
    """The numbers of the node, without what is below it."""
    old = reuse(root, *actions)
    node = Node(old.state)
    node.visits, node.value_sum, node.player = old.visits, old.value_sum, old.player
    return node


def new_nodes_uncut(root, *actions):
    """Cuts off what the tree knew, and forgets to where it made a node."""
    node = uncut(root, *actions)
    if node.visits:
        node.parent = None
    return node


def a_copy(root, *actions):
    """A tree of its own: nothing is cut off, and nothing leads back."""
    node = deepcopy(uncut(root, *actions))
    node.parent = None
    return node


RIGHT = [
    ("speedup", amdahl),
    ("drop", landing),
    ("wins", holds_four),
    ("wins", shifts(1, 6, 7, 8)),
    ("keep", reuse),
    ("keep", a_copy),
    ("speedup", lambda share, factor: factor / (factor - share * factor + share)),
    (
        "speedup",
        lambda share, factor: Fraction(1) / (1 - Fraction(share) * (1 - 1 / Fraction(factor))),
    ),
    ("drop", lambda taken, column: (taken + (1 << 7 * column)) % (1 << 7 * column + 6) & ~taken),
    ("wins", lambda bits: np.bool_(holds_four(bits))),
]
WRONG = [
    *declared("speedup", ch12.AMDAHL_MISTAKES),
    *declared("drop", ch12.DROP_MISTAKES),
    ("speedup", lambda share, factor: max(1, amdahl(share, factor)), "(0.4, 0.5)` is 1;"),
    ("speedup", lambda share, factor: 1 / (1 - share + 1e-9), "Let the whole take time 1"),
    (
        "speedup",
        lambda share, factor: amdahl(share, factor) if factor >= 2 else 1.0,
        "Let the whole take",
    ),
    ("speedup", lambda share, factor: None, "Is a `return` missing?"),
    ("drop", lambda taken, column: 1 << 7 * column + 5, "discs fall down"),
    (
        "drop",
        lambda taken, column: taken + (1 << 6 * column) & 63 << 6 * column,
        "whose places are the bits 21 to 26",
    ),
    ("drop", lambda taken, column: 1 << column, "not in column 3"),
    (
        "drop",
        lambda taken, column: taken + (1 << column) & 63 << 7 * column,
        "`1 << 7 * column`, to",
    ),
    ("drop", right_on_an_empty_board, "at the bottom"),
    ("drop", lambda taken, column: None, "Is a `return` missing?"),
    ("wins", shifts(1, 7, 8), "Not found: each line falling to the right (step 6)"),
    ("wins", shifts(1), "Is every step tried before the answer is False?"),
    ("wins", shifts(7), "each upright line (step 1), each line falling"),
    ("wins", shifts(1, 6, 7, 8, apart=1), "Three are not enough"),
    ("wins", shifts(1, 5, 6, 7), "each line rising to the right (step 8)"),
    ("wins", shifts(1, 6, 7, 8, 9), "Is each step 1, 6, 7 or 8?"),
    ("wins", shifts(1, 2, 6, 7, 8), "Is each step 1, 6, 7 or 8?"),
    ("wins", lambda bits: bits.bit_count() >= 4, "Is each step 1, 6, 7 or 8?"),
    ("wins", lambda bits: int(holds_four(bits)), "it should be a bool"),
    ("wins", lambda bits: bits in LINES, "Shift by the step"),
    # The line through the highest place of all.
    (
        "wins",
        lambda bits: holds_four(bits & ~(1 << 47)),
        "should be True",
    ),
    ("wins", lambda bits: False, "Shift by the step"),
    ("keep", uncut, "still has a parent"),
    ("keep", cuts_the_top, "still has a parent"),
    ("keep", only_known, "raised KeyError"),
    ("keep", none_if_unknown, "does not have must be made"),
    (
        "keep",
        lambda root, *actions: Node(reuse(root, *actions).state),
        "has 0 visits and 1 nodes; the tree knew",
    ),
    ("keep", lambda root, *actions: reuse(root, *actions[:1]), "is a node of another position"),
    ("keep", lambda root, *actions: root, "is a node of another position"),
    ("keep", one_level, "Keep the node of the tree, with all that is below it"),
    ("keep", new_nodes_uncut, "a new node, still has a parent"),
    ("keep", cut_on_the_way, "With no actions, `keep(node)` still has a parent"),
    ("keep", children_cut_too, "Change nothing but the parent"),
    ("keep", the_other_view, "the tree does not add up"),
]


@pytest.mark.slow
def test_every_line_is_needed():
    """A test for four in a row that misses any one of the 69 lines is refused."""
    for missed in random.Random(0).sample(LINES, 12):

        def own(bits, missed=missed):
            return any(bits & line == line for line in LINES if line != missed)

        assert check_wins(own).status == "wrong"


def test_what_we_compare_with_agrees_with_the_game():
    for seed in range(60):
        rng, state = random.Random(seed), ConnectFour()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            after = state.apply(action)
            assert landing(state.x | state.o, action) == (after.x | after.o) ^ (state.x | state.o)
            state = after
        assert (holds_four(state.x), holds_four(state.o)) == (
            state.winner() == 0,
            state.winner() == 1,
        )
    assert len(LINES) == 69 and landing(63, 0) == 0


def test_each_message_names_the_exercise_s_own_function():
    assert re.match(r"`speedup\(0\.5, 2\.0\)`", check_speedup(lambda share, factor: 0.0).message)


DRAWN = {  # those that come with a picture: the first counterexample
    ("drop", "discs fall down"),
    ("wins", "Not found: each line falling to the right (step 6)"),
}
SLOW = {"keep"}  # their checkers take seconds
