"""Chapter 12: each checker takes the solution, and tells the stub and typical mistakes apart."""
from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import build
from mctslib.course.ch12 import checkers as ch12
from mctslib.course.ch12.checkers import (
    LINES,
    amdahl,
    check_drop,
    check_keep,
    check_speedup,
    check_wins,
    holds_four,
    landing,
)
from mctslib.games import ConnectFour
from mctslib.search import reuse
from mctslib.tree import Node

SOURCE = next(Path(build.SRC).glob("12_*.py"))

# ---------------------------------------------------------------------------- the solutions of the notebook


def solved():
    """The functions that the exercises ask for, as the chapter's own solutions define them."""
    names = {}
    for cell in build.solution_notebook(SOURCE).cells:
        if "exercise" in cell.metadata.get("tags", []):
            exec(cell.source, names)  # our own source
    return names


@pytest.mark.parametrize("name", ["speedup", "drop", "wins", "keep"])
def test_the_solutions_in_the_notebook_pass(name):
    verdict = getattr(ch12, f"check_{name}")(solved()[name])
    assert verdict, verdict


def test_the_stubs_in_the_notebook_are_pending():
    stubs = {}
    for cell in build.reader_notebook(SOURCE).cells:
        if "exercise" in cell.metadata.get("tags", []):
            exec(cell.source, stubs)
    for name in ("speedup", "drop", "wins", "keep"):
        verdict = getattr(ch12, f"check_{name}")(stubs[name])
        assert (verdict.status, "Nothing here yet" in verdict.message) == ("pending", True), verdict


# ---------------------------------------------------------------------------- mistakes


def whole_sum(taken, column):
    return taken + (1 << 7 * column)


def seven_places(taken, column):
    return taken + (1 << 7 * column) & 127 << 7 * column


def number(taken, column):
    return landing(taken, column).bit_length() - 1


def whole_board(taken, column):
    return taken | landing(taken, column)


def bottom(taken, column):
    return 1 << 7 * column


def top(taken, column):
    return 1 << 7 * column + 5


def six_a_column(taken, column):
    return taken + (1 << 6 * column) & 63 << 6 * column


def right_on_an_empty_board(taken, column):
    return taken + (1 << 7 * column)  & 63 << 7 * column if not taken & ~(63 << 7 * column) else 1 << 7 * column


def shifts(*steps, apart=2):
    """A test for four in a row with these steps; two pairs are so many steps apart."""

    def wins(bits):
        return any((bits & bits >> step) & (bits & bits >> step) >> apart * step != 0 for step in steps)

    return wins


def four_discs(bits):
    return bits.bit_count() >= 4


def a_whole_number(bits):
    return int(holds_four(bits))


def exactly_four(bits):
    return bits in LINES


def last_disc_left_out(bits):
    """Right but for the line through the highest place of all."""
    return holds_four(bits & ~(1 << 47))


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


def afresh(root, *actions):
    state = root.state
    for action in actions:
        state = state.apply(action)
    return Node(state)


def first_only(root, *actions):
    return reuse(root, *actions[:1])


def old_root(root, *actions):
    return root


def cuts_the_top(root, *actions):
    node = uncut(root, *actions)
    root.parent = None
    return node


def cut_on_the_way(root, *actions):
    """Cuts at each step, and so not at all where there is none."""
    for action in actions:
        root = root.children.get(action) or Node(root.state.apply(action), root, action)
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


CASES = [
    (check_speedup, amdahl, "correct", "sets the limit"),
    (check_speedup, lambda share, factor: 1 - share + share / factor, "wrong", "That is the new time"),
    (check_speedup, lambda share, factor: share * factor, "wrong", "Only a part becomes faster"),
    (check_speedup, lambda share, factor: 1 - share + share * factor, "wrong", "mean of the two speeds"),
    (check_speedup, lambda share, factor: 1 / (1 - share) + share / factor, "wrong", "Brackets are missing"),
    (check_speedup, lambda share, factor: max(1, amdahl(share, factor)), "wrong", "(0.4, 0.5)` is 1;"),
    (check_speedup, lambda share, factor: factor, "wrong", "if all of it became faster"),
    (check_speedup, lambda share, factor: 1 / (share + (1 - share) / factor), "wrong", "The two parts are exchanged"),
    (check_speedup, lambda share, factor: 1 / (1 - share + 1e-9), "wrong", "Let the whole take time 1"),
    (check_speedup, lambda share, factor: amdahl(share, factor) if factor >= 2 else 1.0, "wrong", "Let the whole take"),
    (check_speedup, lambda share, factor: None, "wrong", "Is a `return` missing?"),
    (check_drop, landing, "correct", "carry runs up"),
    (check_drop, whole_sum, "wrong", "The column is full"),
    (check_drop, seven_places, "wrong", "carry ends in the seventh bit"),
    (check_drop, number, "wrong", "That is the place's number"),
    (check_drop, whole_board, "wrong", "only the new bit is asked for"),
    (check_drop, bottom, "wrong", "at the bottom"),
    (check_drop, top, "wrong", "discs fall down"),
    (check_drop, six_a_column, "wrong", "whose places are the bits 21 to 26"),
    (check_drop, lambda taken, column: 1 << column, "wrong", "not in column 3"),
    (check_drop, lambda taken, column: taken + (1 << column) & 63 << 7 * column, "wrong", "`1 << 7 * column`, to"),
    (check_drop, right_on_an_empty_board, "wrong", "at the bottom"),
    (check_drop, lambda taken, column: None, "wrong", "Is a `return` missing?"),
    (check_wins, holds_four, "correct", "all 69 lines"),
    (check_wins, shifts(1, 6, 7, 8), "correct", "none that goes round an edge"),
    (check_wins, shifts(1, 7, 8), "wrong", "Not found: each line falling to the right (step 6)"),
    (check_wins, shifts(1), "wrong", "Is every step tried before the answer is False?"),
    (check_wins, shifts(7), "wrong", "each upright line (step 1), each line falling"),
    (check_wins, shifts(1, 6, 7, 8, apart=1), "wrong", "Three are not enough"),
    (check_wins, shifts(1, 5, 6, 7), "wrong", "each line rising to the right (step 8)"),
    (check_wins, shifts(1, 6, 7, 8, 9), "wrong", "is each step 1, 6, 7 or 8?"),
    (check_wins, shifts(1, 2, 6, 7, 8), "wrong", "is each step 1, 6, 7 or 8?"),
    (check_wins, four_discs, "wrong", "is each step 1, 6, 7 or 8?"),
    (check_wins, a_whole_number, "wrong", "it should be a bool"),
    (check_wins, exactly_four, "wrong", "Shift by the step"),
    (check_wins, last_disc_left_out, "wrong", "should be True"),
    (check_wins, lambda bits: False, "wrong", "Shift by the step"),
    (check_keep, reuse, "correct", "nothing leads back"),
    (check_keep, uncut, "wrong", "still has a parent"),
    (check_keep, cuts_the_top, "wrong", "still has a parent"),
    (check_keep, only_known, "wrong", "raised KeyError"),
    (check_keep, none_if_unknown, "wrong", "does not have must be made"),
    (check_keep, afresh, "wrong", "has 0 visits and 1 nodes; the tree knew"),
    (check_keep, first_only, "wrong", "is a node of another position"),
    (check_keep, old_root, "wrong", "is a node of another position"),
    (check_keep, one_level, "wrong", "Keep the node of the tree, with all that is below it"),
    (check_keep, new_nodes_uncut, "wrong", "a new node, still has a parent"),
    (check_keep, cut_on_the_way, "wrong", "With no actions, `keep(node)` still has a parent"),
    (check_keep, children_cut_too, "wrong", "Change nothing but the parent"),
    (check_keep, the_other_view, "wrong", "the tree does not add up"),
]


@pytest.mark.parametrize(("check", "answer", "status", "words"), CASES)
def test_each_answer_gets_its_own_words(check, answer, status, words):
    verdict = check(answer)
    assert (verdict.status, words.lower() in verdict.message.lower()) == (status, True), verdict


def test_the_counterexample_is_drawn():
    for check, answer in ((check_drop, top), (check_wins, shifts(1, 7, 8))):
        assert check(answer).picture.startswith("<svg")


def test_every_line_is_needed():
    """A test for four in a row that misses any one of the 69 lines is refused."""
    for missed in random.Random(0).sample(LINES, 12):
        own = lambda bits, missed=missed: any(bits & line == line for line in LINES if line != missed)  # noqa: E731
        assert check_wins(own).status == "wrong"


def test_what_we_compare_with_agrees_with_the_game():
    for seed in range(60):
        rng, state = random.Random(seed), ConnectFour()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            after = state.apply(action)
            assert landing(state.x | state.o, action) == (after.x | after.o) ^ (state.x | state.o)
            state = after
        assert (holds_four(state.x), holds_four(state.o)) == (state.winner() == 0, state.winner() == 1)
    assert len(LINES) == 69 and landing(63, 0) == 0


def test_each_message_names_the_exercise_s_own_function():
    assert re.match(r"`speedup\(0\.5, 2\.0\)`", check_speedup(lambda share, factor: 0.0).message)
