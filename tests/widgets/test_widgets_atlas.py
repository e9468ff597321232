"""Test the atlas widget with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import asyncio
import threading
import time

import numpy as np
import pytest
from front_end import fail, press, tell, until
from measured import report
from toys import together

from mctslib import UCB1, ConnectFour, Node, TicTacToe, fast, search
from mctslib.fast.choice import LOADER
from mctslib.fast.nodes import FastNode
from mctslib.widgets import Atlas
from mctslib.widgets.atlas import atlas as module


@pytest.fixture(scope="module")
def both():
    return Atlas(TicTacToe(), iterations=300, c=(0.5, 2), seed=4)


def shown(atlas, number=0):
    """Return the data of one canvas, as sent to the page: name → array."""
    canvas, at, found = atlas.canvases[number], 0, {}
    size = canvas.head["rows"][-1]
    for name, kind in canvas.head["fields"].items():
        found[name] = np.frombuffer(canvas.data, kind, size, at)
        at += found[name].nbytes
    assert at == len(canvas.data)
    return found


def test_it_searches_with_each_c_and_sends_what_it_found(both):
    for number, c in enumerate((0.5, 2)):
        alone = search(TicTacToe(), 300, seed=4, tree_policy=UCB1(c)).root
        seen, head = shown(both, number), both.canvases[number].head
        assert (
            head["title"] == f"c = {c:g}"
            and head["visits"] == 300
            and head["total"] == alone.size()
        )
        assert (seen["nodes"] + seen["below"]).sum() == alone.size()
        row = slice(*head["rows"][1:3])
        assert seen["visits"][row].tolist() == [child.visits for child in alone.children.values()]
        assert seen["sums"][row].tolist() == [child.value_sum for child in alone.children.values()]
    # Equal depths are drawn at equal heights.
    assert both.canvases[0].head["levels"] == both.canvases[1].head["levels"]


def test_given_trees_are_shown_as_they_are():
    heavy, light = search(TicTacToe(), 100, seed=1), search(TicTacToe(), 50, seed=1).root
    atlas = Atlas(heavy, light, titles=("heavy", "light"))
    assert [canvas.head["title"] for canvas in atlas.canvases] == ["heavy", "light"]
    assert [canvas.head["visits"] for canvas in atlas.canvases] == [
        100,
        50,
    ] and atlas.bar.layout.display == "none"
    search(light, 25, seed=2)
    atlas.redraw()
    assert atlas.canvases[1].head["visits"] == 75


def test_a_zoom_is_answered_with_finer_rectangles():
    atlas = Atlas(search(ConnectFour(), 3_000, seed=1))
    canvas = atlas.canvases[0]
    tell(canvas, command="width", numbers=[300])
    before, move = len(shown(atlas)["start"]), canvas.head["moves"][3][0]
    tell(canvas, command="zoom", path=[move], turn=7)
    child = atlas.views[0].root.children[3]
    low, high = canvas.head["window"]
    assert canvas.head["turn"] == 7 and high - low == child.visits
    tell(canvas, command="window", numbers=[0.5, 0.51], turn=8)
    assert tuple(canvas.head["window"]) == (1500, 1530) and len(shown(atlas)["start"]) != before
    tell(canvas, command="zoom", path=[], turn=9)
    assert tuple(canvas.head["window"]) == (0, 3_000) and len(shown(atlas)["start"]) == before


def test_the_position_of_a_node(both):
    canvas = both.canvases[0]
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
def test_a_path_that_is_not_in_the_tree_is_a_red_line(both, message):
    tell(both.canvases[0], **message)
    assert 'role="alert"' in both.status.value or message["path"] == [8, 8, 8]
    tell(both.canvases[0], command="zoom", path=[])
    assert both.status.error is None


@pytest.mark.parametrize(
    "message",
    [
        {"command": "window", "numbers": [2, 1]},
        {"command": "look", "path": "all"},
        {"turn": [1]},
        {"command": None},
    ],
)
def test_damaged_messages_change_nothing(both, message):
    before = both.canvases[1].frame
    tell(both.canvases[1], **message)
    both.canvases[1]._handle_msg(
        {"content": {"data": {"method": "custom", "content": 3}}, "buffers": []}
    )
    assert both.canvases[1].frame == before and both.status.error is None


async def test_it_grows_in_the_page_and_stops():
    atlas = Atlas(ConnectFour(), iterations=10**7, engine="readable")
    canvas, sizes = atlas.canvases[0], set()
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
    assert len(sizes) > 5 and canvas.head["visits"] == atlas.views[0].root.visits < 10**7
    assert "Stopped" in atlas.status.text
    visits = atlas.views[0].root.visits
    await until(lambda: not atlas.work.just_stopped)  # until then a press is a second click on Stop
    press(atlas.more)
    await until(lambda: atlas.views[0].root.visits > visits)
    atlas.close()
    assert not atlas.work.running


async def test_a_page_that_draws_slowly_is_not_flooded(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 3600)
    atlas = Atlas(TicTacToe(), iterations=10**7, engine="readable")
    await until(lambda: atlas.views[0].root.visits > 500)
    assert atlas.canvases[0].frame <= 2
    atlas.close()


def test_both_engines_send_the_same_picture(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(LOADER, "asked", 10**9)
    ours, theirs = (
        Atlas(ConnectFour(), iterations=2_000, seed=5, engine=e) for e in ("compiled", "readable")
    )
    ours.work.catch_up(60)
    assert type(ours.views[0].root) is FastNode and type(theirs.views[0].root) is Node
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
            seen, head = shown(atlas), atlas.canvases[0].head
            assert (seen["nodes"] + seen["below"]).sum() == head["total"] and seen["visits"][
                0
            ] == head["visits"]

    together(searching, looking)
    atlas.redraw()
    assert atlas.status.error is None and atlas.canvases[0].head["visits"] == 201_000


def test_an_error_is_a_red_line_and_the_next_click_works(both, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(type(both.views[0]), "picture", fail)
        tell(both.canvases[0], command="zoom", path=[])
        assert 'role="alert"' in both.status.value and "no &lt;picture&gt;" in both.status.value
    tell(both.canvases[0], command="zoom", path=[])
    assert both.status.error is None


def test_the_static_picture(both):
    picture = both.static_picture()
    assert picture.count("aria-label=") >= 1 and "c = 0.5" in picture and "c = 2" in picture
    assert "Principal variation: X " in both.static_text() and "application/vnd" in str(
        both._repr_mimebundle_()
    )
