"""Test `SpeedPlay` with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import asyncio
import re
import time
from math import nan
from xml.etree import ElementTree

import pytest
from drawn import texts_outside
from front_end import press, send, tell, until

from mctslib import Node, search
from mctslib.course.ch12b import SpeedPlay, parts
from mctslib.course.ch12b import widget as module
from mctslib.course.ch12b.parts import (
    NARROW,
    Timing,
    root_for,
    rounded,
    speed_chart,
    timed_slices,
    visits_chart,
)
from mctslib.fast.choice import LIGHT
from mctslib.fast.nodes import FastNode
from mctslib.fast.xorshift import Xorshift
from mctslib.games import ConnectFour, TicTacToe
from mctslib.widgets.play.board import Thought, thoughts

ALMOST = (3, 0, 3, 0, 3, 6)  # X wins by playing column 3


def click(panel, column):
    """Send the message of a click on a column; the message names the column's top cell."""
    tell(panel.board, command="play", cell=column)


@pytest.fixture
def panel():
    return SpeedPlay(engine="readable", seconds=0.1)


def test_a_click_is_answered_and_the_speed_is_said(panel):
    click(panel, 3)
    assert len(panel.game.actions) == 2 and panel.game.actions[0] == 3
    assert panel.status.error is None and "played column" in panel.remark
    assert (
        "The readable engine:" in panel.line.value
        and f"{panel.timing.done:,} iterations" in panel.line.value
    )
    assert panel.timing.done == panel.game.root.visits and panel.timing.rates["readable"] > 100
    assert "not tried yet" in panel.speeds.value and "Visits per column" in panel.visits.value


@pytest.mark.parametrize("first", ["readable", "compiled"])
def test_the_engine_can_be_changed_in_the_middle_of_a_game(first):
    pytest.importorskip("numba")
    panel = SpeedPlay(engine=first, seconds=0.1)
    click(panel, 3)
    assert isinstance(panel.game.root, FastNode) == (first == "compiled")
    second = "compiled" if first == "readable" else "readable"
    send(panel.controls.engine, index=["readable", "compiled"].index(second))
    click(panel, 2)
    assert isinstance(panel.game.root, FastNode) == (second == "compiled")
    assert first == "compiled" or panel.timing.kept > 0  # a small tree is handed over
    assert panel.timing.kept <= LIGHT
    click(panel, 4)
    assert panel.timing.kept > 0 and "kept from the last search" in panel.line.value
    assert panel.timing.rates["compiled"] > 3 * panel.timing.rates["readable"]
    assert panel.status.error is None and len(panel.game.actions) == 6


def test_without_numba_the_line_says_what_to_install_and_the_readable_engine_plays(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    panel = SpeedPlay(seconds=0.1)
    assert "pip install 'numba" in panel.status.text and panel.controls.engine.value == "readable"
    send(panel.controls.engine, index=1)
    assert "pip install 'numba" in panel.status.text and panel.controls.engine.value == "readable"
    click(panel, 3)
    assert len(panel.game.actions) == 2


def test_a_hint_plays_nothing_and_finds_the_win():
    panel = SpeedPlay(engine="readable", seconds=0.1, moves=ALMOST)
    press(panel.controls.buttons["hint"])
    assert (
        panel.best == 3
        and panel.remark.startswith("Hint: column 3")
        and len(panel.game.actions) == 6
    )
    click(panel, 3)
    assert "X wins" in panel.turn() and panel.game.state.is_terminal()
    press(panel.controls.buttons["engine moves"])
    assert "Start a new game" in panel.board.view["say"] and "X wins" in panel.static_picture()


def test_taking_back_and_a_new_game(panel):
    press(panel.controls.buttons["take back"])
    assert "nothing to take back" in panel.board.view["say"]
    click(panel, 3)
    press(panel.controls.buttons["take back"])
    assert panel.game.actions == [] and not panel.known and "Your turn" in panel.turn()
    click(panel, 1)
    press(panel.controls.buttons["new game"])
    assert panel.game.actions == [] and panel.game.state == ConnectFour()


def test_the_engine_begins_where_you_move_second_and_plays_itself_to_the_end():
    panel = SpeedPlay(engine="readable", seconds=0.1, human=1)
    assert len(panel.game.actions) == 1
    assert "mcts-quiet" in panel.controls.buttons["new game"]._dom_classes
    panel = SpeedPlay(ConnectFour(4, 4, 3), engine="readable", seconds=0.1, human=None)
    assert panel.game.state.is_terminal()
    assert "mcts-quiet" not in panel.controls.buttons["new game"]._dom_classes


def test_a_full_column_is_refused_in_words():
    panel = SpeedPlay(engine="readable", seconds=0.1, moves=(0, 0, 0, 0, 0, 0))
    click(panel, 0)
    assert "Column 0 is full" in panel.board.view["say"] and len(panel.game.actions) == 6


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"engine": "fast"}, "engine must be one of readable, compiled, not 'fast'."),
        ({"seconds": "1"}, "seconds must be a number, not '1'."),
        ({"seconds": nan}, "seconds must be a number, not nan."),
        ({"human": 2}, "human must be 0, 1 or None, not 2."),
        ({"human": True}, "human must be 0, 1 or None, not True."),
        ({"start": 3}, "start should be a position of Connect Four, not 3."),
        ({"start": TicTacToe()}, "start should be a position of Connect Four"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(options, words):
    with pytest.raises((ValueError, TypeError), match=re.escape(words)):
        SpeedPlay(**options)


async def test_stop_ends_a_search_with_what_is_known():
    panel = SpeedPlay(engine="readable", seconds=5)
    click(panel, 3)
    await until(lambda: panel.timing.done > 0)
    assert panel.work.running and "is thinking" in panel.turn()
    click(panel, 2)
    assert "Still thinking" in panel.board.view["say"]
    begun = time.monotonic()
    panel.work.stop()
    await until(lambda: not panel.work.running)
    took = time.monotonic() - begun
    assert len(panel.game.actions) == 2 and panel.timing.seconds < 4 and took < 2


async def test_the_first_search_of_the_compiled_engine_says_what_it_waits_for(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: name)
    panel = SpeedPlay(seconds=0.1)
    click(panel, 3)
    panel.work.cancel()
    assert "may wait for the compiler" in panel.board.view["say"]


def test_the_other_engine_does_not_wait_for_a_large_tree():
    pytest.importorskip("numba")
    panel = SpeedPlay(seconds=0.1)
    readable = panel.game.root
    readable.visits = LIGHT + 1
    press(panel.controls.buttons["hint"])
    assert (
        panel.game.root is not readable
        and isinstance(panel.game.root, FastNode)
        and panel.timing.kept == 0
    )


async def test_a_burst_of_clicks_leaves_a_game_that_is_whole():
    panel = SpeedPlay(engine="readable", seconds=0.1)
    for column in (3, 3, 2, 9, 4):
        click(panel, column)
        await asyncio.sleep(0.03)
    await until(lambda: not panel.work.running)
    state = ConnectFour()
    for action in panel.game.actions:
        state = state.apply(action)
    assert state == panel.game.state and panel.status.error is None


def test_an_error_in_the_search_is_said_and_the_next_click_works(panel, monkeypatch):
    def fails(*_, **__):
        raise ZeroDivisionError("an error of the test")

    with monkeypatch.context() as patch:
        patch.setitem(parts.ENGINES, "readable", fails)
        click(panel, 3)
    assert "an error of the test" in panel.status.text and panel.held
    press(panel.controls.buttons["engine moves"])
    assert len(panel.game.actions) == 2 and panel.status.error is None


def test_the_static_picture_is_the_same_each_time_and_holds_no_speed(panel):
    first = panel.static_picture()
    click(panel, 3)
    press(panel.controls.buttons["take back"])
    assert first == panel.static_picture() and "a second" not in first
    ElementTree.fromstring(first)
    assert "X to move" in panel.static_text()


def test_the_charts_are_xml_and_say_their_numbers_in_words(panel):
    press(panel.controls.buttons["hint"])
    known = thoughts(panel.game.root)
    visits = ElementTree.fromstring(visits_chart(known, panel.best))
    assert f"column {panel.best} (best): " in visits.get("aria-label")
    assert f"N = {known[panel.best].visits:,} (" in visits.get("aria-label")
    speeds = ElementTree.fromstring(speed_chart({"compiled": 2_345_678.0}))
    assert "compiled: 2,300,000" in speeds.get(
        "aria-label"
    ) and "readable: not tried yet" in speeds.get("aria-label")
    widths = [
        float(e.get("width"))
        for e in ElementTree.fromstring(speed_chart({"readable": 1e4, "compiled": 1e6})).iter()
        if e.tag.endswith("rect")
    ][1:]
    # 10⁴ is one decade from the left end, and 10⁶ is three decades from it
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.1)


def test_a_timing_adds_up():
    timing = Timing()
    timing.begin("compiled", 7)
    assert timing.words() == ""
    timing.show(1500, 0.75)
    assert timing.rates == {"compiled": 2000.0}
    assert timing.words() == (
        "The compiled engine: 2,000 iterations per second; 1,500 iterations for this move, "
        "after 7 visits kept from the last search."
    )
    assert rounded(38_421.7) == 38_000


@pytest.mark.parametrize("first", ["readable", "compiled"])
def test_the_other_engine_goes_on_with_a_small_tree(first):
    fast = pytest.importorskip("mctslib.fast")
    pytest.importorskip("numba")
    engines = {"readable": search, "compiled": fast.search}
    second = next(name for name in engines if name != first)
    root = engines[first](ConnectFour(), 300, seed=1).root
    copied, roots = root_for(second, root), []
    assert root_for(first, root) is root and root.visits == copied.visits == 300
    list(timed_slices(copied, 0.05, Xorshift(1), Timing(second), roots.append))
    assert isinstance(roots[-1], FastNode) == (second == "compiled") and roots[-1].visits > 300


def test_a_tree_too_large_to_be_handed_over_in_a_moment_stays_with_its_engine():
    used = Node(ConnectFour())
    used.visits = LIGHT + 1
    assert root_for("readable", used) is used and root_for("compiled", used).visits == 0


@pytest.mark.parametrize("best", range(7))
def test_both_charts_fit_on_a_phone(best):
    known = {column: Thought(9_999_999, 1.0, 0.99) for column in range(7)}
    assert texts_outside(visits_chart(known, best, NARROW), NARROW) == []
    rates = dict.fromkeys(("readable", "compiled"), 9_900_000.0)
    assert texts_outside(speed_chart(rates, NARROW), NARROW) == []
    assert texts_outside(speed_chart({}, NARROW), NARROW) == []
