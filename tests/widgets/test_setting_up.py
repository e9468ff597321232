"""A reader sets up a position by clicking, in each panel that offers it."""

import pytest

from mctslib import TicTacToe
from mctslib.games import ConnectFour, Nim, SudoTicTacToe
from mctslib.widgets import StepperView
from mctslib.widgets.setting_up import SetUp

WINS = "XX.OO...."  # X to move wins with cell 2
OVER = "XXXOO...."


def click_to(panel, cells):
    """Click on the cells of the set-up board until they show `cells`, and press Done."""
    (board,) = [one for one in panel.children if isinstance(one, SetUp)]
    board.clear.click()
    for cell, mark in enumerate(cells):
        for _ in range(".XO".index(mark)):
            board._heard("play", cell)
    board.done.click()
    return board


def test_a_position_is_set_up_searched_and_left():
    panel = StepperView(TicTacToe(), iterations=30)
    parts = panel.children

    def state():
        return panel.trace.state

    panel.set_up()
    assert "hangs in the air" in click_to(panel, "XXXOOO...").line.text
    assert "X has 3 marks and O has 1" in click_to(panel, "XXXO.....").line.text
    assert "nothing to search" in click_to(panel, OVER).line.text
    assert state().cells() not in (OVER, WINS)
    click_to(panel, WINS)
    assert panel.children == parts
    assert state().cells() == WINS and state().current_player == 0
    panel.set_up()
    (board,) = [one for one in panel.children if isinstance(one, SetUp)]
    assert board.draft.cells() == WINS  # the board begins with what the panel shows
    board.cancel.click()
    assert panel.children == parts and state().cells() == WINS
    panel.set_up()
    click_to(panel, "X........")
    assert state().cells() == "X........"
    panel.close()


def test_the_stepper_searches_the_new_position_as_the_first():
    view = StepperView(TicTacToe(), iterations=30, seed=4, at=9)
    view.set_up()
    click_to(view, WINS)
    wanted = StepperView(view.trace.state, iterations=30, seed=4)
    assert view.trace.iterations == wanted.trace.iterations
    assert view.face.place == wanted.face.place
    view.close()


@pytest.mark.parametrize("start", [Nim(3, 4), SudoTicTacToe(mode=1)])
def test_where_a_board_is_no_position_nothing_is_offered(start):
    view = StepperView(start, iterations=3)
    assert not view.face.sets_up
    parts = view.children
    view._heard({"set_up": True})  # a page may send anything
    assert view.children == parts
    view.close()


def test_in_connect_four_discs_do_not_hang_in_the_air():
    view = StepperView(ConnectFour(5, 4), iterations=5)
    view.set_up()
    assert "hangs in the air" in click_to(view, "X" + "." * 19).line.text
    click_to(view, "." * 15 + "XO...")
    assert view.trace.state.cells() == "." * 15 + "XO..."
    view.close()
