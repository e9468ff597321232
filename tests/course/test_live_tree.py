"""Two trees are compared, and a widget shows where the reader's tree differs from the reference."""

import asyncio
from itertools import count

import pytest
from toys import crediting

from mctslib import Node, Phases, TicTacToe, search
from mctslib.course.ch04 import LiveTree, widget
from mctslib.course.ch04.compare import compare_trees, explain_difference, first_difference
from mctslib.search import PHASES
from mctslib.tree import attach

START = TicTacToe.from_text("X../XOO/OX.")


# X's reward is added at every node.
BROKEN = Phases(backpropagate=crediting(lambda node, rewards, leaf: rewards[0]))


def two_trees():
    return search(START, 20, seed=1).root, search(START, 20, seed=1).root


def test_equal_trees_have_no_differences():
    assert compare_trees(*two_trees()) == set()


@pytest.mark.parametrize(
    ("path", "change", "words"),
    [
        ((2,), lambda node: setattr(node, "visits", 99), "N = 99"),
        ((2, 1), lambda node: setattr(node, "value_sum", 7.5), "W = 7.5"),
        ((1,), lambda node: node.children.popitem(), "the children"),
        ((), lambda node: setattr(node, "visits", 1), "the root has N = 1"),
    ],
)
def test_one_changed_node_is_the_one_found(path, change, words):
    mine, reference = two_trees()
    node = mine
    for action in path:
        node = node.children[action]
    change(node)
    assert compare_trees(mine, reference) == {path}
    assert words in explain_difference(path, mine, reference)


def test_a_node_that_the_reference_lacks_differs_and_so_does_its_parent():
    mine, reference = Node(START), Node(START)
    attach(mine, 2)
    assert compare_trees(mine, reference) == {(), (2,)}
    assert "not in the reference" in explain_difference((2,), mine, reference)


def test_the_first_difference_is_the_first():
    t = first_difference(START, BROKEN, 60, seed=12)
    grow = [search(START, n, seed=12, phases=p).root for n in (t - 1, t) for p in (BROKEN, PHASES)]
    assert not compare_trees(*grow[:2]) and compare_trees(*grow[2:])
    assert first_difference(START, PHASES, 60, seed=12) is None


def test_the_library_s_own_phases_are_never_red():
    live = LiveTree(START, iterations=30, seed=5)
    for t in (0, 1, 17, 30):
        live.slider.value = t
        said = {0: "has not begun", 30: "node by node"}.get(t, "nodes agree")
        assert said in live.sentence.words and "≠" not in live.tree.value
    assert live.difference_button.layout.display == "none" and not live.status.text


def test_each_node_stands_in_a_table_beside_the_library_s():
    live = LiveTree(START, BROKEN, iterations=60, seed=12, at=60)
    nodes = len(list(live.grow(60)[0].descendants()))
    assert live.table.value.count("≠") == nodes and ">=<" not in live.table.value
    live.slider.value = live.first - 1
    live.work.catch_up(5)
    assert "≠" not in live.table.value and ">=<" in live.table.value


def test_the_node_that_the_last_iteration_added_is_named_and_dashed():
    live = LiveTree(START, iterations=30, seed=5)
    records = []
    search(START, 30, seed=5, trace=records)
    for t in (1, 4, 30):
        live.slider.value = t
        is_new = records[t - 1].expanded
        dashes = live.tree.pictures["wide"].count("stroke-dasharray")
        assert bool(dashes) == is_new
        assert ("New: " if is_new else "No new node") in live.sentence.words
    live.slider.value = 1
    assert f"New: X {records[0].path[0]} below the root." in live.sentence.words


def test_the_buttons_step_and_find_the_first_difference():
    live = LiveTree(START, BROKEN, iterations=60, seed=12, at=60)
    assert "≠" in live.tree.value and "red" in live.sentence.value
    live.to_first_difference()
    assert live.slider.value == live.first == first_difference(START, BROKEN, 60, seed=12)
    assert "1 node is red" in live.sentence.value
    live.slider.value -= 1
    live.work.catch_up(5)
    assert live.slider.value == live.first - 1 and "≠" not in live.tree.value
    assert f"They differ from iteration {live.first}" in live.sentence.value
    live.slider.value += 1
    live.work.catch_up(5)
    assert "≠" in live.tree.value


def test_it_opens_with_a_small_tree_and_grows_to_the_end():
    live = LiveTree(START, iterations=30)
    assert live.slider.value == widget.OPENS
    assert live.still()[2][0].startswith("After 30 iterations")
    assert (
        f"{widget.OPENS} iterations: all" in live.page_picture()
        and "Press" not in live.page_picture()
    )
    assert live.grow_button.description == "Grow"
    height = live.tree.height
    live.play()
    assert live.slider.value == 30 and live.tree.height == height and not live.status.text
    assert live.grow_button.description == "Start again"
    live.play()
    assert live.slider.value == 30


@pytest.mark.parametrize("iterations", [60, 200])
def test_a_tree_of_any_size_grows_in_as_many_pictures(monkeypatch, iterations):
    clock = count(0, widget.PACE)  # each look at the clock is a picture later
    monkeypatch.setattr(widget, "monotonic", clock.__next__)
    live = LiveTree(START, iterations=iterations)
    seen = []
    live.slider.observe(lambda change: seen.append(change["new"]), "value")
    assert list(live._grown())[-1] == 1
    assert seen[0] == widget.OPENS + 1 and seen[-1] == iterations
    assert len(seen) <= widget.GROWS / widget.PACE


async def test_growing_can_be_stopped_and_goes_on(monkeypatch):
    monkeypatch.setattr(widget, "PACE", 0.01)
    monkeypatch.setattr(widget, "GROWS", 2)
    live = LiveTree(START, iterations=60)
    live.play()
    await asyncio.sleep(0.3)
    live.growing.stop()
    await asyncio.sleep(0.1)
    stopped = live.slider.value
    assert 0 < stopped < 60
    live.play()
    for _ in range(200):
        await asyncio.sleep(0.05)
        if live.slider.value == 60:
            break
    assert live.slider.value == 60


def test_a_failing_phase_gives_a_red_line_and_the_widget_goes_on():
    live = LiveTree(START, Phases(select=lambda root, policy: None), iterations=5, at=5)
    assert "select returned None" in live.status.text and 'role="alert"' in live.status.value
    live.phases = PHASES
    live.slider.value = 4
    assert "4 iterations: all" in live.sentence.value and not live.status.text


async def test_a_burst_of_slider_values_is_drawn_a_few_times_and_ends_at_the_last(monkeypatch):
    live = LiveTree(START, iterations=100)
    drawn, draw = [], live.draw
    monkeypatch.setattr(live, "draw", lambda: (drawn.append(live.slider.value), draw()))
    for t in range(100):
        live.slider.value = t
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.5)
    assert 1 <= len(drawn) <= 10 and drawn[-1] == 99
