"""Answers that test the checkers of chapter 15, and tests of the chapter's stored matches."""

import pytest

from mctslib import UCB1, backpropagate, select, simulate, uniform
from mctslib.arena import Tally
from mctslib.course import measured
from mctslib.course.ch15 import checkers as ch15
from mctslib.course.ch15.checkers import (
    check_paper,
)
from mctslib.course.ch15.lengths import finished
from mctslib.methods import parallel
from mctslib.methods.parallel import expand


def add_virtual_loss(node, amount):
    while node is not None:
        node.visits += amount
        node = node.parent


def taken_back_below(root, workers, rng):
    """Take the virtual losses back along the path of the new node's parent.

    After `expand`, the losses should be taken back along the path of the new node.
    """
    nodes = [leaf.node for leaf in parallel.choose(root, workers, rng)]
    for node in nodes:
        add_virtual_loss(node.parent, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def plays_the_last_first(root, workers, rng):
    """Process the last of the waiting nodes first, as `pop` does."""
    nodes = []
    for _ in range(workers):
        nodes.append(expand(select(root, UCB1()), rng))
        add_virtual_loss(nodes[-1], 1)
    while nodes:
        node = nodes.pop()
        add_virtual_loss(node, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


CHECKS = {"15": {"three_workers": check_paper}}
RIGHT = [
    ("three_workers", ["left", "right", "left"]),
    ("three_workers", ("Left", "right", "LEFT ")),
    ("tree_round", plays_the_last_first),
]
WRONG = [
    *[("three_workers", answer, words) for answer, words in ch15.PAPER_MISTAKES],
    ("three_workers", ["right", "left", "right"], "The first worker compares"),
    ("three_workers", "left", "a list of three words"),
    ("tree_round", taken_back_below, "leaves "),
]


@pytest.mark.parametrize("answer", [["left", None, None], [...] * 3])
def test_on_paper_something_is_missing(answer):
    assert check_paper(answer).status == "pending"


# ---------------------------------------------------------------------------- a round waits


def test_the_ways_to_share_finish_their_playouts_on_the_clock():
    one, in_rounds, without_rounds, a_tree_each = finished(ticks=200, seeds=5).values()
    assert one.playouts < in_rounds.playouts < 8 * one.playouts
    assert in_rounds.playouts < min(without_rounds.playouts, a_tree_each.playouts)
    assert in_rounds.moves < one.moves <= 42


# ---------------------------------------------------------------------------- the stored matches

STORED = measured("ch15/parallel")


def tally(row):
    return Tally(row["wins"], row["draws"], row["losses"])


def test_the_stored_matches_add_up():
    from tests.bench.parallel import BUDGETS, EQUAL_ITERATIONS, EQUAL_TIME, TICKS

    for row, (scheme, loss, workers, games) in zip(STORED["equal iterations"], EQUAL_ITERATIONS):
        assert (row["scheme"], row["loss"], row["workers"]) == (scheme, loss, workers)
        assert tally(row).games == games and row["iterations"] == STORED["sequential"]
    for row, (scheme, workers, times, games) in zip(STORED["equal time"], EQUAL_TIME):
        assert (row["scheme"], row["workers"], row["ticks"]) == (scheme, workers, TICKS)
        assert row["times"] == times
        assert tally(row).games == games
    for row, (iterations, games) in zip(STORED["budgets"], BUDGETS):
        assert row["iterations"] == iterations and tally(row).games == games
    assert [len(STORED[part]) for part in ("equal iterations", "equal time", "budgets")] == [
        len(EQUAL_ITERATIONS),
        len(EQUAL_TIME),
        len(BUDGETS),
    ]
