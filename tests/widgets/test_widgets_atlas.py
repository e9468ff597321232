"""Test the atlas widget with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import asyncio
import threading
import time

import numpy as np
import pytest
from front_end import press, tell, until
from measured import report
from toys import together

from mctslib import UCB1, ConnectFour, Node, TicTacToe, fast, search
from mctslib.fast.choice import LOADER
from mctslib.fast.nodes import FastNode
from mctslib.widgets import Atlas
from mctslib.widgets.atlas import atlas as module


@pytest.fixture(scope="module")
def atlas():
    return Atlas(TicTacToe(), "c = 2", iterations=300, c=2, seed=4)


def shown(atlas):
    """Return the data of the canvas, as sent to the page: name → array."""
    canvas, at, found = atlas.canvas, 0, {}
    size = canvas.head["rows"][-1]
    for name, kind in canvas.head["fields"].items():
        found[name] = np.frombuffer(canvas.data, kind, size, at)
        at += found[name].nbytes
    assert at == len(canvas.data)
    return found


def test_it_searches_with_its_c_and_sends_what_it_found(atlas):
    alone = search(TicTacToe(), 300, seed=4, tree_policy=UCB1(2)).root
    seen, head = shown(atlas), atlas.canvas.head
    assert (head["title"], head["visits"], head["total"]) == ("c = 2", 300, alone.size())
    assert (seen["nodes"] + seen["below"]).sum() == alone.size()
    row = slice(*head["rows"][1:3])
    assert seen["visits"][row].tolist() == [child.visits for child in alone.children.values()]
    assert seen["sums"][row].tolist() == [child.value_sum for child in alone.children.values()]


def test_a_given_tree_is_shown_as_it_is():
    light = search(TicTacToe(), 50, seed=1).root
    atlas = Atlas(light, "light")
    assert (atlas.canvas.head["title"], atlas.canvas.head["visits"]) == ("light", 50)
    assert atlas.more.layout.display == "none"
    search(light, 25, seed=2)
    atlas.redraw()
    assert atlas.canvas.head["visits"] == 75


def test_a_zoom_is_answered_with_finer_rectangles():
    atlas = Atlas(search(ConnectFour(), 3_000, seed=1))
    canvas = atlas.canvas
    tell(canvas, command="width", numbers=[300])
    before, move = len(shown(atlas)["start"]), canvas.head["moves"][3][0]
    tell(canvas, command="zoom", path=[move], turn=7)
    child = atlas.view.root.children[3]
    low, high = canvas.head["window"]
    assert canvas.head["turn"] == 7 and high - low == child.visits
    tell(canvas, command="window", numbers=[0.5, 0.51], turn=8)
    assert tuple(canvas.head["window"]) == (1500, 1530) and len(shown(atlas)["start"]) != before
    tell(canvas, command="zoom", path=[], turn=9)
    assert tuple(canvas.head["window"]) == (0, 3_000) and len(shown(atlas)["start"]) == before


def test_the_position_of_a_node(atlas):
    canvas = atlas.canvas
    move = next(number for number, name in canvas.head["moves"] if name == "4")
    tell(canvas, command="look", path=[move])
    assert (
        canvas.place["path"] == [move]
        and "<svg" in canvas.place["html"]
        and ". X ." in canvas.place["html"]
    )


@pytest.mark.parametrize(
    "message",
    [
        {"command": "look", "path": [8, 8, 8]},
        {"command": "zoom", "path": [60_000]},
        {"command": "look", "path": [77]},
    ],
)
def test_a_path_that_is_not_in_the_tree_is_a_red_line(atlas, message):
    tell(atlas.canvas, **message)
    assert 'role="alert"' in atlas.status.value or message["path"] == [8, 8, 8]
    tell(atlas.canvas, command="zoom", path=[])
    assert atlas.status.error is None


async def test_it_grows_in_the_page_and_stops():
    atlas = Atlas(ConnectFour(), iterations=10**7, engine="readable")
    canvas, sizes = atlas.canvas, set()
    for _ in range(200):
        tell(canvas, command="drawn", numbers=[canvas.frame])
        sizes.add(canvas.head["visits"])
        if len(sizes) > 5:
            break
        await asyncio.sleep(0.02)
    begun = time.monotonic()
    press(atlas.work.button)
    await until(lambda: not atlas.work.running)
    report("atlas: stop", [1000 * (time.monotonic() - begun)], 300)
    assert len(sizes) > 5 and canvas.head["visits"] == atlas.view.root.visits < 10**7
    assert "Stopped" in atlas.status.text
    visits = atlas.view.root.visits
    await until(lambda: not atlas.work.just_stopped)  # until then a press is a second click on Stop
    press(atlas.more)
    await until(lambda: atlas.view.root.visits > visits)
    atlas.close()
    assert not atlas.work.running


async def test_a_page_that_draws_slowly_is_not_flooded(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 3600)
    atlas = Atlas(TicTacToe(), iterations=10**7, engine="readable")
    await until(lambda: atlas.view.root.visits > 500)
    assert atlas.canvas.frame <= 2
    atlas.close()


def test_both_engines_send_the_same_picture(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(LOADER, "asked", 10**9)
    ours, theirs = (
        Atlas(ConnectFour(), iterations=2_000, seed=5, engine=e) for e in ("compiled", "readable")
    )
    ours.work.catch_up(60)
    assert type(ours.view.root) is FastNode and type(theirs.view.root) is Node
    for name in ("start", "visits", "sums", "parent", "nodes", "below", "flags"):
        assert (shown(ours)[name] == shown(theirs)[name]).all(), name


def test_a_compiled_tree_may_be_searched_while_it_is_drawn():
    pytest.importorskip("numba")
    root = fast.search(ConnectFour(), 1_000, seed=0).root
    atlas, done = Atlas(root), threading.Event()

    def searching():
        fast.search(root, 200_000, seed=1)
        done.set()

    def looking():
        while not done.is_set():
            atlas.redraw()
            seen, head = shown(atlas), atlas.canvas.head
            assert (seen["nodes"] + seen["below"]).sum() == head["total"] and seen["visits"][
                0
            ] == head["visits"]

    together(searching, looking)
    atlas.redraw()
    assert atlas.status.error is None and atlas.canvas.head["visits"] == 201_000
