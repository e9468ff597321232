"""The table of a node's children has the scores that one can compute by hand."""

from math import log, sqrt

import pytest

from mctslib import UCB1, Hex, Node, TicTacToe
from mctslib.draw.bars import (
    MOST_ROWS,
    describe_children,
    lengths,
    note_below,
    planned,
    rows_left_out,
    rows_of,
    shown,
    titles,
)
from mctslib.tree import attach

POLICY = UCB1(1)


def parent_of(state, children):
    """Return a node whose children have these visits and sums: action → (visits, sum)."""
    node = Node(state)
    for action, (visits, value_sum) in children.items():
        child = attach(node, action)
        child.visits, child.value_sum = visits, value_sum
        node.visits += visits
    return node


TWO_LEFT = TicTacToe.from_text("XOX/OOX/X..")  # the cells 7 and 8 are free
BOTH = parent_of(TWO_LEFT, {7: (4, 3.0), 8: (2, 1.0)})


def test_the_bars_are_the_two_terms_and_the_higher_sum_is_marked():
    first, second = rows_of(BOTH, POLICY)
    assert first.now.total == pytest.approx(0.75 + sqrt(log(6) / 4))  # 1.419
    assert second.now.total == pytest.approx(0.5 + sqrt(log(6) / 2))  # 1.447
    assert (first.marked, second.marked) == (False, True)
    assert lengths(second.now, 100) == pytest.approx((50, 100 * sqrt(log(6) / 2)))
    places = planned([first, second], titles(POLICY))
    assert sum(lengths(second.now, places.scale)) == pytest.approx(places.room)  # the longest


def test_its_words_are_its_numbers():
    assert describe_children(BOTH, POLICY) == (
        "Children of the node: O 7: N 4, W 3, Q 0.750 + 0.669 = 1.419; "
        "O 8: N 2, W 1, Q 0.500 + 0.947 = 1.447. "
        "Selection goes to O 8, because it has the highest score."
    )


def test_one_untried_move_ends_selection():
    node = parent_of(TWO_LEFT, {7: (4, 3.0)})
    note = note_below(node, rows_of(node, POLICY), POLICY)
    assert note.startswith("1 move has not been tried yet")
    assert not any(row.marked for row in rows_of(node, POLICY))


def test_of_many_rows_the_marked_one_and_the_most_visited_are_drawn_in_order():
    node = parent_of(Hex(7), {action: (action + 1, 0.0) for action in range(49)})
    rows = rows_of(node, POLICY)
    drawn = [row.now.child.action for row in shown(rows)]
    assert drawn == [
        0,
        *range(49 - MOST_ROWS + 1, 49),
    ]  # the least visited one has the highest score
    assert "40 of 49 rows" in rows_left_out(rows) and rows_left_out(rows[:MOST_ROWS]) == ""


def test_a_row_remembers_the_score_before_an_iteration():
    before = parent_of(TWO_LEFT, {7: (3, 3.0), 8: (2, 1.0)})
    now, _ = rows_of(BOTH, POLICY, before)
    assert now.was.total == pytest.approx(1 + sqrt(log(5) / 3)) and now.longest == now.was.total
