"""Answers that test the checkers of chapter 15, and tests of the chapter's stored matches."""

import numpy as np
import pytest
from named_mistakes import declared

from mctslib import UCB1, ConnectFour, backpropagate, expand, select, simulate, uniform
from mctslib.arena import Tally
from mctslib.course import measured
from mctslib.course.ch15 import checkers as ch15
from mctslib.course.ch15.checkers import (
    check_added_up,
    check_paper,
    check_round,
    check_virtual_loss,
)
from mctslib.course.ch15.lengths import playout_lengths
from mctslib.methods import parallel


def add_virtual_loss(node, amount):
    while node is not None:
        node.visits += amount
        node = node.parent


def tree_round(root, workers, rng, add=add_virtual_loss, taken_back=-1):
    nodes = []
    for _ in range(workers):
        nodes.append(expand(select(root, UCB1()), rng))
        add(nodes[-1], 1)
    for node in nodes:
        add(node, taken_back)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def waits_by_recursion(node, amount):
    node.visits += amount
    if node.parent is not None:
        waits_by_recursion(node.parent, amount)
    return node


def waits_below_the_root(node, amount):
    while node.parent is not None:
        node.visits += amount
        node = node.parent


def waits_with_a_reward(node, amount):
    while node is not None:
        node.visits, node.value_sum = node.visits + amount, node.value_sum + amount
        node = node.parent


def waits_here(node, amount):
    node.visits += amount


def waits_always_once(node, amount):
    add_virtual_loss(node, 1 if amount > 0 else -1)


def taken_back_below(root, workers, rng):
    """Take the virtual losses back along the path of the new node's parent.

    After `expand`, the losses should be taken back along the path of the new node.
    """
    nodes = [leaf.node for leaf in parallel.choose(root, workers, rng)]
    for node in nodes:
        add_virtual_loss(node.parent, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)


def by_path_while_choosing(root, workers, rng):
    """Run each playout as soon as its leaf is chosen, but keep only the last result per node."""
    results = {}
    for _ in range(workers):
        node = expand(select(root, UCB1()), rng)
        add_virtual_loss(node, 1)
        results[node.path()] = node, simulate(node.state, rng, uniform).rewards
    for node, rewards in results.values():
        add_virtual_loss(node, -1)
        backpropagate(node, rewards)


def without_results(root, workers, rng):
    for leaf in parallel.choose(root, workers, rng):
        add_virtual_loss(leaf.node, -1)


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


def with_untried_actions(roots):
    """Add an entry for each legal action, even if no tree has tried the action."""
    return dict.fromkeys(roots[0].state.legal_actions(), (0, 0.0)) | added_up(roots)


def all_visits(roots, action):
    """Return the visits of an action in all trees."""
    return sum(root.children[action].visits for root in roots if action in root.children)


def most_visits(roots, action):
    """Return the highest number of visits that an action has in any tree."""
    return max(root.children[action].visits for root in roots if action in root.children)


def mean_of_visits(roots, action):
    """Return the mean reward of all visits of an action."""
    total = sum(root.children[action].value_sum for root in roots if action in root.children)
    return total / all_visits(roots, action)


def added_up(roots, visits=all_visits, value=mean_of_visits, join=set.union):
    found = {}
    for action in join(*(set(root.children) for root in roots)):
        found[action] = (visits(roots, action), value(roots, action))
    return found


def with_visits(mistake):
    """Return a variant of `added_up` that computes the visits with the function `mistake`."""
    return lambda roots: added_up(roots, visits=mistake)


def with_value(mistake):
    """Return a variant of `added_up` that computes the means with the function `mistake`."""
    return lambda roots: added_up(roots, value=mistake)


CHECKS = {
    "15": {
        "three_workers": check_paper,
        "add_virtual_loss": check_virtual_loss,
        "tree_round": check_round,
        "added_up": check_added_up,
    }
}
RIGHT = [
    ("three_workers", ["left", "right", "left"]),
    ("three_workers", ("Left", "right", "LEFT ")),
    ("three_workers", np.array(["left", "right", "left"])),
    ("add_virtual_loss", add_virtual_loss),
    ("add_virtual_loss", parallel.add_virtual_loss),
    ("add_virtual_loss", waits_by_recursion),
    ("tree_round", tree_round),
    ("tree_round", parallel.tree_round),
    ("tree_round", ch15.played_while_choosing),
    ("tree_round", plays_the_last_first),
    ("added_up", added_up),
    (
        "added_up",
        lambda roots: {action: np.array(pair) for action, pair in added_up(roots).items()},
    ),
]
WRONG = [
    *declared("three_workers", ch15.PAPER_MISTAKES),
    ("three_workers", ["right", "left", "right"], "The first worker compares"),
    ("three_workers", ["left", "left", "right"], "Q of the left child is 0.571"),
    ("three_workers", "left", "a list of three words"),
    ("three_workers", [1, 2, 1], '"left" or "right"'),
    ("add_virtual_loss", waits_below_the_root, "the root gets the virtual loss, too"),
    ("add_virtual_loss", waits_with_a_reward, "no reward yet"),
    ("add_virtual_loss", waits_here, "You change only the node itself"),
    ("add_virtual_loss", waits_always_once, "`amount` may be 3 or −3"),
    (
        "add_virtual_loss",
        lambda node, amount: add_virtual_loss(node.parent, amount),
        "The worker's own node gets the virtual loss, too",
    ),
    (
        "add_virtual_loss",
        lambda node, amount: add_virtual_loss(node, -amount),
        "add `amount` instead of subtracting it",
    ),
    (
        "add_virtual_loss",
        lambda node, amount: add_virtual_loss(node, abs(amount)),
        "so N must become smaller",
    ),
    ("add_virtual_loss", lambda node, amount: add_virtual_loss(node, 1), "You add 1"),
    ("add_virtual_loss", lambda node, amount: None, "and change nothing else"),
    *declared("tree_round", ch15.ROUND_MISTAKES),
    ("tree_round", by_path_while_choosing, "In a round each worker selects"),
    ("tree_round", taken_back_below, "has (N, W) = "),
    ("tree_round", without_results, "has to be backpropagated"),
    (
        "tree_round",
        lambda root, workers, rng: tree_round(root, workers, rng, taken_back=0),
        "taken back",
    ),
    (
        "tree_round",
        lambda root, workers, rng: tree_round(root, workers, rng, taken_back=1),
        "taken back",
    ),
    (
        "tree_round",
        lambda root, workers, rng: tree_round(root, workers, rng, waits_with_a_reward),
        "counted as a win",
    ),
    *declared("added_up", ch15.VISITS_MISTAKES, with_visits),
    *declared("added_up", ch15.VALUE_MISTAKES, with_value),
    ("added_up", lambda r: added_up(r, join=set.intersection), "lacks the action"),
    ("added_up", lambda r: added_up(r, join=lambda *tried: tried[-1]), "lacks the action"),
    ("added_up", with_untried_actions, "that no tree has tried"),
    ("added_up", with_value(lambda roots, action: None), "None), but it must be a pair"),
    ("added_up", with_value(lambda roots, action: "x"), "it should be a number"),
    ("added_up", with_visits(most_visits), "it should be"),
    ("added_up", lambda r: added_up(r[:1]), "it should be"),
    ("added_up", lambda r: dict.fromkeys(added_up(r), 1), "a pair"),
]


@pytest.mark.parametrize("answer", [["left", None, None], [...] * 3])
def test_on_paper_something_is_missing(answer):
    assert check_paper(answer).status == "pending"


# ---------------------------------------------------------------------------- a round waits


def test_a_round_waits_for_its_longest_playout():
    alone = playout_lengths(ConnectFour(), workers=1, rounds=20)
    together = playout_lengths(ConnectFour(), workers=8, rounds=20)
    assert alone.longest == alone.mean and alone.speed == 1
    assert together.longest > together.mean and 1 < together.speed < 8


# ---------------------------------------------------------------------------- the stored matches

STORED = measured("ch15/parallel")


def tally(row):
    return Tally(row["wins"], row["draws"], row["losses"])


def test_the_stored_matches_add_up():
    from tests.bench.parallel import BUDGETS, EQUAL_ITERATIONS, EQUAL_TIME, TICKS

    for row, (scheme, loss, workers, games) in zip(STORED["equal iterations"], EQUAL_ITERATIONS):
        assert (row["scheme"], row["loss"], row["workers"]) == (scheme, loss, workers)
        assert tally(row).games == games and row["iterations"] == STORED["sequential"]
    for row, (scheme, workers, games) in zip(STORED["equal time"], EQUAL_TIME):
        assert (row["scheme"], row["workers"], row["ticks"]) == (scheme, workers, TICKS)
        assert tally(row).games == games
    for row, (iterations, games) in zip(STORED["budgets"], BUDGETS):
        assert row["iterations"] == iterations and tally(row).games == games
    assert [len(STORED[part]) for part in ("equal iterations", "equal time", "budgets")] == [
        9,
        4,
        3,
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", STORED["equal iterations"], ids=lambda r: f"{r['scheme']} {r['workers']} {r['loss']}"
)
def test_a_stored_match_can_be_played_again(row):
    """In the first games, each result occurs at most as often as in the whole match.

    The games are played again with the same random numbers.
    """
    from tests.bench.parallel import equal_iterations

    again = equal_iterations(row["scheme"], row["loss"], row["workers"], 6)
    assert all(again[outcome] <= row[outcome] for outcome in ("wins", "draws", "losses"))
