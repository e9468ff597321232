"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 05.

Other tests compare the chapter's answers with the stored measurements.
"""

import inspect
from collections import Counter
from functools import partial
from math import isclose

import numpy as np
import pytest

from mctslib.checks import TreeError, check_tree
from mctslib.course.ch05 import checkers as ch05
from mctslib.course.ch05.checkers import finished_nodes, right_sum, short_line


def hand_test(backpropagate, want=(0, 1), rewards=(0.0, 1.0), agree=lambda a, b: a == b):
    x_node, o_node = short_line()
    backpropagate(o_node, rewards)
    return bool(agree(x_node.value_sum, want[0]) and agree(o_node.value_sum, want[1]))


def by_source(backpropagate):
    """Return whether "share" is missing from a function's source, without running the function."""
    return "share" not in inspect.getsource(backpropagate)


def law(root, agree=lambda a, b: a == b):
    return all(agree(node.value_sum, right_sum(node)) for node in finished_nodes(root))


def totals(root, group):
    """Return whether the law of finished games holds for sums over each group of finished nodes."""
    off = Counter()
    for node in finished_nodes(root):
        off[group(node)] += node.value_sum - right_sum(node)
    return not any(off.values())


def same_bag(root):
    """Return whether the finished nodes have the right values of W, in any order."""
    nodes = list(finished_nodes(root))
    return sorted(n.value_sum for n in nodes) == sorted(map(right_sum, nodes))


def all_laws(root):
    try:
        check_tree(root)
    except TreeError:
        return False
    return True


NAMED = dict(ch05.RIGHT_NAMES)
CHECKS = {"05": {"kit": ch05.check_kit, "diagnosis": ch05.check_diagnosis}}
RIGHT = [
    ("hand_test", partial(hand_test, want=(1, 0), rewards=(1.0, 0.0))),
    ("hand_test", lambda b: hand_test(b) and hand_test(b, (1, 0), (1.0, 0.0))),
    ("hand_test", partial(hand_test, agree=np.isclose)),
    ("finished_right", all_laws),
    ("finished_right", partial(law, agree=partial(isclose, abs_tol=1e-9))),
    ("kit", {"litmus A", "invariants"}),
    ("kit", ("litmus A", np.str_("invariants"))),
    ("diagnosis", dict(reversed(NAMED.items()))),
    ("diagnosis", {letter: np.str_(name) for letter, name in NAMED.items()}),
]
WRONG = [
    ("hand_test", by_source, "should be"),
    (
        "finished_right",
        lambda root: law(root) and all(n.value in (0, 0.5, 1) for n in finished_nodes(root)),
        "a win is worth ¾",
    ),
    ("finished_right", partial(totals, group=lambda node: node.value), "was moved to another"),
    ("finished_right", same_bag, "swapped their W"),
    (
        "finished_right",
        lambda root: all(n.value_sum == right_sum(n) for n in finished_nodes(root) if n.visits < 9),
        "it should be False",
    ),
    ("kit", ["invariants", "tree by hand"], "another way"),
    ("kit", ["litmus A"], "does not find: parent not cut"),
    ("kit", ["invariants", "formula", "perft"], "Fewer are enough"),
    ("kit", ["invariants", "Litmus A"], "is no instrument"),
    ("kit", "invariants", "should be"),
    ("diagnosis", {**NAMED, "P": "side to move"}, "Engine P is not “side to move”"),
    ("diagnosis", {**NAMED, "Q": "healthy"}, "Engine Q is not “healthy”"),
    ("diagnosis", {**NAMED, "R": "parent not cut"}, "look at “invariants”"),
    ("diagnosis", {**NAMED, "T": "no root"}, "Engine T is not"),
    ("diagnosis", {**NAMED, "U": "drawish"}, "not in the list"),
    ("diagnosis", ["no sides"], "a dict"),
]


def test_a_diagnosis_or_a_kit_that_is_not_finished_is_met_with_patience():
    assert ch05.check_diagnosis(dict.fromkeys("PQRTU", ...)).status == "pending"
    assert ch05.check_diagnosis({"P": "no sides"}).status == "pending"
    assert ch05.check_kit([]).status == "pending"


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


def test_each_case_says_whether_its_tree_is_right():
    for case in ch05.tree_cases():
        (root,) = case.arguments
        assert law(root) == ("right" in case.where or "healthy" in case.where), case.where
