"""Answers that test the checkers of chapter 05, and the evidence behind the chapter's answers."""

from collections import Counter
from functools import partial
from math import log, sqrt

import numpy as np
import pytest
from named_mistakes import declared

from mctslib.checks import TreeError, check_tree
from mctslib.course.ch05 import checkers as ch05
from mctslib.course.ch05.checkers import short_line


def hand_test(
    backpropagate, want=((0, 1)), rewards=(0.0, 1.0), see=lambda x, o: (x.value_sum, o.value_sum)
):
    x_node, o_node = short_line()
    backpropagate(o_node, rewards)
    return see(x_node, o_node) == want


def finished(root):
    return [node for node in root.descendants() if node.state.is_terminal()]


def right(node, whose=lambda node: node.player):
    return node.value_sum == node.visits * node.state.rewards()[whose(node)]


def rewarded(node):
    return node.state.rewards()[node.player]


def totals(root, group=lambda node: 0):
    """Return whether the law of finished games holds for sums over each group of finished nodes."""
    off = Counter()
    for node in finished(root):
        off[group(node)] += node.value_sum - node.visits * rewarded(node)
    return not any(off.values())


def same_bag(root):
    """Return whether the finished nodes have the right values of W, in any order."""
    return sorted(n.value_sum for n in finished(root)) == sorted(
        n.visits * rewarded(n) for n in finished(root)
    )


def puts_right(root):
    for node in finished(root):
        node.value_sum = node.visits * rewarded(node)
    return True


def finished_right(root):
    return all(map(right, finished(root)))


def laws(root):
    try:
        check_tree(root)
    except TreeError:
        return False
    return True


NAMED = dict(ch05.RIGHT_NAMES)
CHECKS = {
    "05": {
        "hand_test": ch05.check_hand_test,
        "finished_right": ch05.check_finished,
        "score": ch05.check_score,
        "diagnosis": ch05.check_diagnosis,
    }
}
RIGHT = [
    ("diagnosis", dict(reversed(NAMED.items()))),
    ("diagnosis", {letter: np.str_(name) for letter, name in NAMED.items()}),
    ("hand_test", lambda b: hand_test(b, (1, 0), (1.0, 0.0))),
    ("hand_test", lambda b: hand_test(b, (1, 0), see=lambda x, o: (o.value_sum, x.value_sum))),
    ("hand_test", lambda b: hand_test(b) and hand_test(b, (1, 0), (1.0, 0.0))),
    ("hand_test", lambda b: np.bool_(hand_test(b))),
    ("finished_right", laws),
    (
        "finished_right",
        lambda root: not [n for n in finished(root) if abs(n.value - rewarded(n)) > 1e-9],
    ),
]
WRONG = [
    *declared("score", ch05.SCORE_MISTAKES),
    ("hand_test", lambda b: True, "accepts a version that gives X's reward"),
    ("hand_test", lambda b: False, "rejects a healthy"),
    ("hand_test", lambda b: hand_test(b, (1, 0)), "You swapped the two numbers"),
    ("hand_test", lambda b: hand_test(b, (0, 0)), "so your test should return True"),
    (
        "hand_test",
        lambda b: hand_test(b, 1, see=lambda x, o: o.value_sum),
        "gives O's reward",
    ),
    (
        "hand_test",
        lambda b: hand_test(b, 0, see=lambda x, o: x.value_sum),
        "gives X's reward",
    ),
    ("hand_test", lambda b: hand_test(b, (1, 1), see=lambda x, o: (x.visits, o.visits)), "accepts"),
    (
        "hand_test",
        lambda b: hand_test(b, 1, see=lambda x, o: x.value_sum + o.value_sum),
        "side to move",
    ),
    (
        "hand_test",
        lambda b: hand_test(b, True, see=lambda x, o: x.value_sum < o.value_sum),
        "reward twice",
    ),
    (
        "hand_test",
        lambda b: hand_test(b, 1, see=lambda x, o: o.value_sum - x.value_sum),
        "half a point",
    ),
    (
        "hand_test",
        lambda b: hand_test(b, True, see=lambda x, o: x.value_sum == 0 < o.value_sum),
        "twice",
    ),
    (
        "hand_test",
        lambda b: hand_test(
            b, (False, True), see=lambda x, o: (x.value_sum == 1, o.value_sum == 1)
        ),
        "half a point to a loser",
    ),
    ("hand_test", lambda b: 1, "a bool"),
    ("hand_test", lambda b: None, "returned None"),
    ("finished_right", lambda root: True, "accepts the mutant “no sides”"),
    ("finished_right", lambda root: False, "rejects a healthy tree"),
    (
        "finished_right",
        lambda root: all(right(n, lambda n: 0) for n in finished(root)),
        "rejects a healthy tree",
    ),
    (
        "finished_right",
        lambda root: all(right(n, lambda n: n.state.current_player) for n in finished(root)),
        "Whose reward",
    ),
    ("finished_right", lambda root: any(map(right, finished(root))), "has no finished node yet"),
    (
        "finished_right",
        lambda root: not finished(root) or any(map(right, finished(root))),
        "accepts",
    ),
    ("finished_right", lambda root: all(map(right, finished(root)[:1])), "each"),
    (
        "finished_right",
        lambda root: all(right(n) for n in finished(root) if n.visits < 40),
        "accepts",
    ),
    (
        "finished_right",
        lambda root: all(right(n) for n in finished(root) if len(n.path()) <= 3),
        "changed by -0.25",
    ),
    (
        "finished_right",
        lambda root: all(n.value_sum == n.visits * max(n.state.rewards()) for n in finished(root)),
        "three in a row *loses*",
    ),
    ("finished_right", totals, "each other's W"),
    ("finished_right", partial(totals, group=rewarded), "each other's W"),
    ("finished_right", partial(totals, group=lambda node: node.player), "each other's W"),
    ("finished_right", same_bag, "each other's W"),
    ("finished_right", puts_right, "changed the tree"),
    (
        "finished_right",
        lambda root: root.children.clear() is None and finished_right(root),
        "changed the tree",
    ),
    ("finished_right", lambda root: None, "returned None"),
    (
        "finished_right",
        lambda root: all(n.value in (0.5, 1.0) for n in finished(root)),
        "draws as wins",
    ),
    (
        "finished_right",
        lambda root: all(n.value == 1 for n in finished(root)),
        "rewards (0.5, 0.5)",
    ),
    ("score", lambda w, n, N, c: w / n + c * sqrt(2 * log(N) / n), "off by"),
    ("score", lambda w, n, N, c: w / n + min(c, 2) * sqrt(log(N) / n), "off by"),
    ("diagnosis", {**NAMED, "P": "side to move"}, "Engine P is not “side to move”"),
    ("diagnosis", {**NAMED, "Q": "healthy"}, "Engine Q is not “healthy”"),
    ("diagnosis", {**NAMED, "R": "parent not cut"}, "look at “invariants”"),
    ("diagnosis", {**NAMED, "T": "no root"}, "Engine T is not"),
    ("diagnosis", {**NAMED, "U": "drawish"}, "not in the list"),
    ("diagnosis", ["no sides"], "a dict"),
]


def test_a_repair_or_a_diagnosis_that_is_not_finished_is_met_with_patience():
    assert ch05.check_score(lambda *numbers: exec("raise NotImplementedError")).status == "pending"
    assert ch05.check_diagnosis(dict.fromkeys("PQRTU", ...)).status == "pending"
    assert ch05.check_diagnosis({"P": "no sides"}).status == "pending"


@pytest.mark.parametrize("letter", NAMED)
def test_every_wrong_name_is_refused_and_the_right_one_not_given_away(letter):
    for guess in ch05.PATIENTS:
        if guess != NAMED[letter]:
            verdict = ch05.check_diagnosis({**NAMED, letter: guess})
            assert verdict.status == "wrong" and f"“{NAMED[letter]}”" not in verdict.message


@pytest.mark.parametrize("letter", NAMED)
def test_the_evidence_leaves_one_name(letter):
    """In the exams that serve as evidence, each engine gets results that no other engine gets."""
    matrix, patient = ch05.load_matrix(), NAMED[letter]
    for other in ch05.PATIENTS:
        if other != patient:
            pairs = [
                (matrix.cell(patient, n), matrix.cell(other, n)) for n in ch05.EVIDENCE[letter]
            ]
            assert any(
                a.guilty != b.guilty or (a.count is None and a.said != b.said) for a, b in pairs
            ), other


@pytest.mark.parametrize("name", ch05.CONVICTED)
def test_there_are_trees_that_give_each_mutant_away(name):
    assert len(ch05.sick_trees(name)) >= 3


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("hand_test", "accepts a version that gives X's reward"),
    ("finished_right", "accepts the mutant “no sides”"),
}
SLOW = {"finished_right"}  # these checkers take seconds
