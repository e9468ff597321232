"""The positions in which flat Monte Carlo blunders, and what the page promises about them."""

from mctslib.course.ch01 import BeatFlat
from mctslib.course.ch01.fooled import cells, fooled, page_data, preferred
from mctslib.oracle import optimal_actions, positions, value
from mctslib.widgets import living


def test_every_preferred_move_is_a_blunder_in_each_of_ten_shapes():
    assert len(fooled()) == len(page_data()) == 10
    for state in fooled():
        mover = state.current_player
        for action in preferred(state):
            assert action not in optimal_actions(state)
            assert value(state.apply(action), mover) < value(state, mover)


def test_the_page_has_an_answer_and_a_value_for_each_position_that_can_follow():
    by_cells = {cells(state): state for state in fooled()}
    for puzzle in page_data():
        after = by_cells[puzzle["before"]].apply(puzzle["blunder"])
        reader = "XO".index(puzzle["reader"])
        assert puzzle["worth"][cells(after)] > puzzle["was"]
        for later in positions(after):
            assert puzzle["worth"][cells(later)] == value(later, reader)
            if not later.is_terminal() and later.current_player != reader:
                assert puzzle["replies"][cells(later)] in preferred(later)


def test_it_lives_on_a_page():
    panel = BeatFlat()
    assert living.can_live(panel) and "mcts-living" in living.page(panel)
    assert panel.static_picture().startswith("<svg")
    panel.close()
