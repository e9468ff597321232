"""Test the growth panel with the messages that a browser sends, and the gains of both sides."""

import pytest
from front_end import press, send

from mctslib import UCB1, record, search
from mctslib.course.ch06 import Growth
from mctslib.course.ch06.growing import brought, ledger, snapshot
from mctslib.course.ch06.plots import ledger_lines
from mctslib.course.ch06.widget import FALLEN, MARKS, SETTLED
from mctslib.course.puzzles import POSITIONS, A
from mctslib.oracle import expected_value, value


@pytest.fixture(scope="module")
def grown():
    return Growth("A", c=0.7, seed=2, iterations=1_000)


def slide(growth, mark):
    send(growth.controls["iterations"], index=MARKS.index(mark))


def test_grow_on_goes_from_one_power_of_ten_to_the_next():
    panel = Growth("S", iterations=150)
    seen = []
    for _ in range(3):
        press(panel.buttons["more"])
        seen.append(panel.iterations)
    assert seen == [1_000, 10_000, 100_000]
    press(panel.buttons["more"])
    assert panel.iterations == 10


@pytest.mark.parametrize("mark", [10, 100, 700, 1_000])
def test_every_moment_is_that_of_a_search_of_so_many_iterations(grown, mark):
    slide(grown, mark)
    alone = search(POSITIONS["A"].state, mark, seed=2, tree_policy=UCB1(0.7)).root
    assert grown.seen[-1] == snapshot(alone)
    assert f"{mark:,} iterations" in grown.headline.words


def test_the_curves_are_the_root_values_and_end_at_the_mark(grown):
    slide(grown, 1_000)
    lines = grown.lines()
    assert [at for at, _ in lines["Q"]] == [mark for mark in MARKS if mark <= 1_000]
    whole = search(POSITIONS["A"].state, 1_000, seed=2, tree_policy=UCB1(0.7)).value
    assert lines["Q"][-1][1] == whole
    before, after = grown.seen[-2:]
    assert lines["recent"][-1] == (1_000, (after.value_sum - before.value_sum) / 300)
    assert {y for _, y in lines["perfect"]} == {float(value(POSITIONS["A"].state))}


def test_the_headline_remembers_the_top(grown):
    slide(grown, 1_000)
    values = {one.iterations: one.value for one in grown.seen}
    for mark in values:
        slide(grown, mark)
        settled = [q for at, q in values.items() if SETTLED <= at <= mark]
        fallen = bool(settled) and values[mark] < max(settled) - FALLEN
        assert ("Its top was" in grown.headline.words) == fallen


def test_another_position_c_or_seed_grows_another_tree():
    growth = Growth("S")
    pictures = [growth.figure.value]
    send(growth.controls["position"], index=list(POSITIONS).index("W"))
    pictures.append(growth.figure.value)
    send(growth.controls["c"], value=0.3)
    pictures.append(growth.figure.value)
    press(growth.buttons["other"])
    pictures.append(growth.figure.value)
    assert len(set(pictures)) == 4
    alone = search(POSITIONS["W"].state, 20, seed=1, tree_policy=UCB1(0.3)).root
    assert growth.seen[-1] == snapshot(alone)
    press(growth.undo)  # the tree of the settings before has to grow again
    slide(growth, 200)
    alone = search(POSITIONS["W"].state, 200, seed=0, tree_policy=UCB1(0.3)).root
    assert growth.seen[-1] == snapshot(alone)


def test_a_tree_keeps_the_accounts_of_its_records():
    """The counts of a record, added up iteration by iteration, equal the counts of the tree.

    Chapter 06 adds up the counts in the same way.
    """
    me, moves = A.state.current_player, [0, 0]
    trace = record(A.state, 400, seed=2, tree_policy=UCB1(0.7))
    for iteration in trace.iterations:
        state = A.state
        for action in iteration.path:
            after = state.apply(action)
            moves[state.current_player] += expected_value(after, me) - expected_value(state, me)
            state = after
    assert brought(trace.tree(400)) == (
        400,
        pytest.approx(float(moves[me])),
        pytest.approx(float(moves[1 - me])),
    )
    first, second = ledger(A.state, [100, 400], seed=2, c=0.7)
    assert (
        100 * first.own_gain + 300 * second.own_gain == pytest.approx(float(moves[me]))
        and second.iterations == 400
    )


def test_the_legend_of_the_ledgers_names_each_line_once():
    accounts = ledger(A.state, [100, 400], seed=2, c=0.7)
    axes = ledger_lines({"seed 0": accounts, "seed 1": accounts}, -0.1)
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["X's moves", "O's moves", "both", "perfect play"]
