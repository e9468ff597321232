"""Chapter 05: each checker takes the solution, and tells stub and typical mistakes apart."""
from __future__ import annotations

from collections import Counter
from functools import partial
from math import log, sqrt
from pathlib import Path

import numpy as np
import pytest
from test_exercises_07_08 import stub

import build
from mctslib.checks.check import TreeError, check_tree
from mctslib.course.ch05 import checkers as ch05
from mctslib.course.ch05.checkers import short_line

SOURCE = Path(build.__file__).parent / "src" / "05_whose_win_is_it.py"


def hand_test(backpropagate, want=((0, 1)), rewards=(0.0, 1.0), see=lambda x, o: (x.value_sum, o.value_sum)):
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
    """The law for the sums over groups of finished nodes."""
    off = Counter()
    for node in finished(root):
        off[group(node)] += node.value_sum - node.visits * rewarded(node)
    return not any(off.values())


def same_bag(root):
    """The right numbers, wherever they stand."""
    return sorted(n.value_sum for n in finished(root)) == sorted(n.visits * rewarded(n) for n in finished(root))


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


def score(w, n, t, c):
    return w / n + c * sqrt(log(t) / n)


NAMED = dict(ch05.RIGHT_NAMES)
SOLUTIONS = [
    (ch05.check_hand_test, hand_test),
    (ch05.check_hand_test, lambda b: hand_test(b, (1, 0), (1.0, 0.0))),
    (ch05.check_hand_test, lambda b: hand_test(b, (1, 0), see=lambda x, o: (o.value_sum, x.value_sum))),
    (ch05.check_hand_test, lambda b: hand_test(b) and hand_test(b, (1, 0), (1.0, 0.0))),
    (ch05.check_finished, finished_right),
    (ch05.check_hand_test, lambda b: np.bool_(hand_test(b))),
    (ch05.check_finished, laws),
    (ch05.check_finished, lambda root: not [n for n in finished(root) if abs(n.value - rewarded(n)) > 1e-9]),
    (ch05.check_score, score),
    (ch05.check_diagnosis, NAMED),
]
MISTAKES = [
    (ch05.check_hand_test, lambda b: True, "acquits a version that credits everybody with X's"),
    (ch05.check_hand_test, lambda b: False, "convicts a healthy"),
    (ch05.check_hand_test, lambda b: hand_test(b, (1, 0)), "wrong way round"),
    (ch05.check_hand_test, lambda b: hand_test(b, (0, 0)), "in that case your test should be True"),
    (ch05.check_hand_test, lambda b: hand_test(b, 1, see=lambda x, o: o.value_sum), "credits everybody with O's"),
    (ch05.check_hand_test, lambda b: hand_test(b, 0, see=lambda x, o: x.value_sum), "credits everybody with X's"),
    (ch05.check_hand_test, lambda b: hand_test(b, (1, 1), see=lambda x, o: (x.visits, o.visits)), "acquits"),
    (ch05.check_hand_test, lambda b: hand_test(b, 1, see=lambda x, o: x.value_sum + o.value_sum), "side to move"),
    (ch05.check_hand_test, lambda b: hand_test(b, True, see=lambda x, o: x.value_sum < o.value_sum), "reward twice"),
    (ch05.check_hand_test, lambda b: hand_test(b, 1, see=lambda x, o: o.value_sum - x.value_sum), "half a point"),
    (ch05.check_hand_test, lambda b: hand_test(b, True, see=lambda x, o: x.value_sum == 0 < o.value_sum), "twice"),
    (ch05.check_hand_test, lambda b: hand_test(b, (False, True), see=lambda x, o: (x.value_sum == 1, o.value_sum == 1)),
     "half a point to a loser"),
    (ch05.check_hand_test, lambda b: 1, "a bool"),
    (ch05.check_hand_test, lambda b: None, "returned None"),
    (ch05.check_finished, lambda root: True, "acquits the mutant “no sides”"),
    (ch05.check_finished, lambda root: False, "convicts a healthy tree"),
    (ch05.check_finished, lambda root: all(right(n, lambda n: 0) for n in finished(root)), "convicts a healthy tree"),
    (ch05.check_finished, lambda root: all(right(n, lambda n: n.state.current_player) for n in finished(root)),
     "Whose reward"),
    (ch05.check_finished, lambda root: any(map(right, finished(root))), "no finished game in it yet"),
    (ch05.check_finished, lambda root: not finished(root) or any(map(right, finished(root))), "acquits"),
    (ch05.check_finished, lambda root: all(map(right, finished(root)[:1])), "every"),
    (ch05.check_finished, lambda root: all(right(n) for n in finished(root) if n.visits < 40), "acquits"),
    (ch05.check_finished, lambda root: all(right(n) for n in finished(root) if len(n.path()) <= 3), "changed by -0.25"),
    (ch05.check_finished, lambda root: all(n.value_sum == n.visits * max(n.state.rewards()) for n in finished(root)),
     "three in a row *loses*"),
    (ch05.check_finished, totals, "each other's W"),
    (ch05.check_finished, partial(totals, group=rewarded), "each other's W"),
    (ch05.check_finished, partial(totals, group=lambda node: node.player), "each other's W"),
    (ch05.check_finished, same_bag, "each other's W"),
    (ch05.check_finished, puts_right, "changed the tree"),
    (ch05.check_finished, lambda root: root.children.clear() is None and finished_right(root), "changed the tree"),
    (ch05.check_finished, lambda root: None, "returned None"),
    (ch05.check_finished, lambda root: all(n.value in (0.5, 1.0) for n in finished(root)), "draws as wins"),
    (ch05.check_finished, lambda root: all(n.value == 1 for n in finished(root)), "rewards (0.5, 0.5)"),
    (ch05.check_score, lambda w, n, t, c: w + c * sqrt(log(n) / n), "Both faults"),
    (ch05.check_score, lambda w, n, t, c: w + c * sqrt(log(t) / n), "still add the sum"),
    (ch05.check_score, lambda w, n, t, c: w / n + c * sqrt(log(n) / n), "Still the logarithm"),
    (ch05.check_score, lambda w, n, t, c: w / n + c * sqrt(t) / n, "without a logarithm"),
    (ch05.check_score, lambda w, n, t, c: w / n + c * log(t) / n, "root is missing"),
    (ch05.check_score, lambda w, n, t, c: w / n + sqrt(c * log(t) / n), "slipped under"),
    (ch05.check_score, lambda w, n, t, c: w / n + sqrt(log(t) / n), "Where is c"),
    (ch05.check_score, lambda w, n, t, c: w / n + c * sqrt(2 * log(t) / n), "off by"),
    (ch05.check_diagnosis, {**NAMED, "P": "side to move"}, "look at “random as X”"),
    (ch05.check_diagnosis, {**NAMED, "Q": "healthy"}, "Patient Q is not “healthy”"),
    (ch05.check_diagnosis, {**NAMED, "R": "parent not cut"}, "look at “invariants”"),
    (ch05.check_diagnosis, {**NAMED, "T": "no root"}, "Patient T is not"),
    (ch05.check_diagnosis, {**NAMED, "U": "drawish"}, "not in the list"),
    (ch05.check_diagnosis, ["no sides"], "a dict"),
]


@pytest.mark.parametrize("checker, answer", SOLUTIONS)
def test_solution_passes(checker, answer):
    verdict = checker(answer)
    assert verdict and verdict.message, verdict


def test_the_solutions_of_the_notebook_pass():
    """Run the chapter's source with its solutions: every verdict is ✔."""
    notebook = build.solution_notebook(SOURCE)
    space: dict = {"short_line": short_line}
    for cell in notebook.cells:
        if "exercise" in cell.metadata.get("tags", []):
            exec(cell.source, space)
    for checker, name in [("hand_test",) * 2, ("finished",) * 2, ("score",) * 2, ("diagnosis",) * 2]:
        own = space["finished_right" if name == "finished" else name]
        assert getattr(ch05, f"check_{checker}")(own), name


@pytest.mark.parametrize("checker", [ch05.check_hand_test, ch05.check_finished, ch05.check_score])
def test_stub_is_met_with_patience(checker):
    assert checker(stub).status == "pending"


def test_an_unfinished_diagnosis_is_met_with_patience():
    assert ch05.check_diagnosis(dict.fromkeys("PQRTU", ...)).status == "pending"
    assert ch05.check_diagnosis({"P": "no sides"}).status == "pending"


@pytest.mark.parametrize("checker, answer, message", MISTAKES)
def test_mistake_gets_its_own_message(checker, answer, message):
    verdict = checker(answer)
    assert verdict.status == "wrong" and message in verdict.message, verdict


@pytest.mark.parametrize("checker", dict.fromkeys(c for c, _ in SOLUTIONS))
def test_each_checker_is_tried_with_three_mistakes_or_more(checker):
    assert len({message for c, _, message in MISTAKES if c is checker}) >= 3


@pytest.mark.parametrize("letter", NAMED)
def test_every_wrong_name_is_refused_and_the_right_one_not_given_away(letter):
    for guess in ch05.PATIENTS:
        if guess != NAMED[letter]:
            verdict = ch05.check_diagnosis({**NAMED, letter: guess})
            assert verdict.status == "wrong" and f"“{NAMED[letter]}”" not in verdict.message


@pytest.mark.parametrize("letter", NAMED)
def test_the_evidence_leaves_one_name(letter):
    """Either the marks tell it from every other engine, or what the exams say does."""
    matrix, patient = ch05.load_matrix(), NAMED[letter]
    for other in ch05.PATIENTS:
        if other != patient:
            pairs = [(matrix.cell(patient, n), matrix.cell(other, n)) for n in ch05.EVIDENCE[letter]]
            assert any(a.guilty != b.guilty or (a.count is None and a.said != b.said) for a, b in pairs), other


@pytest.mark.parametrize("name", ch05.CONVICTED)
def test_there_are_trees_that_give_each_mutant_away(name):
    assert len(ch05._sick_trees(name)) >= 3


def test_a_wrong_test_is_shown_a_picture():
    assert "<svg" in ch05.check_hand_test(lambda b: True).picture
    assert "<svg" in ch05.check_finished(lambda root: True).picture
