"""Test the growth widget with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import time
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until
from measured import report

from mctslib import UCB1, Node, TicTacToe, record, search
from mctslib.course import A, S
from mctslib.course.ch06 import Growth, ledger_lines, show_whole_tree
from mctslib.course.ch06 import widget as module
from mctslib.course.ch06.growing import all_paths, brought, ledger, snapshot
from mctslib.course.ch06.widget import FALLEN, MARKS, POSITIONS, SETTLED
from mctslib.oracle import expected_value, value


def slide(growth, mark):
    send(growth.slider, index=growth.marks.index(mark))


@pytest.fixture(scope="module")
def grown():
    return Growth("A", c=0.7, seed=2, longest=1_000)


def test_grow_on_goes_from_one_power_of_ten_to_the_next():
    panel = Growth(iterations=150, longest=3_000)
    seen = []
    for _ in range(4):
        panel.grow_on()
        seen.append(panel.slider.value)
    assert seen == [1_000, 3_000, 10, 100]


@pytest.mark.parametrize("mark", [10, 100, 700, 1_000])
def test_every_moment_is_that_of_a_search_of_so_many_iterations(grown, mark):
    slide(grown, mark)
    alone = search(POSITIONS["A"].state, mark, seed=2, tree_policy=UCB1(0.7)).root
    assert grown.moment().seen == snapshot(alone)
    assert f"After {mark:,} iterations" in grown.headline.words
    assert f"{mark:,} visits" in grown.tree.value  # the words that a screen reader speaks
    assert "max-height" not in grown.tree.value  # the tree scrolls, and its letters keep their size


def label_of(part):
    """Return the words of a part's first picture; the second, for phones, has the same words."""
    first, second = ElementTree.fromstring(f"<p>{part.value}</p>").findall(".//{*}svg")
    assert first.get("aria-label") == second.get("aria-label")
    return first.get("aria-label")


def test_the_picture_is_valid_and_has_words(grown):
    slide(grown, 1_000)
    assert ElementTree.fromstring(grown.moment().tree).get("aria-label")
    assert ElementTree.fromstring(grown.tree.value).find(".//{*}svg").get("aria-label")
    assert "Q:" in label_of(grown.curve)


def test_the_curves_are_the_root_values_and_end_at_the_last_mark(grown):
    slide(grown, 1_000)
    lines = grown.lines()
    assert [at for at, _ in lines["Q"]] == list(grown.marks)
    whole = search(POSITIONS["A"].state, 1_000, seed=2, tree_policy=UCB1(0.7)).value
    assert lines["Q"][-1][1] == whole
    before, after = grown.moments[700].seen, grown.moments[1_000].seen
    assert lines["recent"][-1] == (1_000, (after.value_sum - before.value_sum) / 300)
    assert {y for _, y in lines["perfect"]} == {float(value(POSITIONS["A"].state))}


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


def test_the_headline_remembers_the_top_and_the_button_begins_again(grown):
    button, tops = grown.act, []
    for mark in grown.marks:
        slide(grown, mark)
        if "At the top" in grown.headline.words:
            tops.append(mark)
    assert button.description == "From the start" and "Grow on" not in grown.headline.words
    press(button)
    assert grown.slider.value == 10 and button.description == "Grow on"
    assert "Grow on" in grown.headline.words and "Grow on" not in grown.page_words()
    seen = {mark: moment.seen.value for mark, moment in grown.moments.items()}
    assert tops == [
        mark
        for mark in grown.marks[1:]
        if mark > SETTLED
        and seen[mark] < max(seen[m] for m in seen if SETTLED <= m <= mark) - FALLEN
    ]


def test_the_whole_tree_names_its_ghosts():
    """In position S after 60 iterations, the dashed boxes are the paths that the tree lacks."""
    root = search(S.state, 60, seed=0).root
    grown = {node.path() for node in root.descendants()}
    missing = set(all_paths(S.state)) - grown
    picture = show_whole_tree(root)
    boxes = ElementTree.fromstring(picture.svg).findall(".//{*}rect")[1:]
    dashed = [box for box in boxes if box.get("stroke-dasharray")]
    assert len(boxes) == len(grown | missing) and len(dashed) == len(missing)
    ends = [path for path in missing if path[:-1] in grown]
    assert (
        missing
        and picture.alt.count("(N 0)") == len(ends)
        and f", and {len(grown)} of them are in the search tree" in picture.alt
    )
    with pytest.raises(ValueError, match="more than 200 nodes"):
        show_whole_tree(Node(TicTacToe()))


def test_a_move_of_the_slider_searches_nothing_and_is_quick(grown, monkeypatch):
    monkeypatch.setattr(module, "search_slices", None)
    times = []
    for mark in [*grown.marks, *reversed(grown.marks)]:
        start = time.perf_counter()
        slide(grown, mark)
        times.append(1000 * (time.perf_counter() - start))
    report("growth slider", times, 150)
    assert grown.status.error is None


def test_another_position_c_or_seed_grows_another_tree():
    growth = Growth("S", longest=100)
    pictures = [growth.tree.value]
    choose(growth.position_box, "W")
    pictures.append(growth.tree.value)
    send(growth.c, value=0.3)
    pictures.append(growth.tree.value)
    send(growth.seed, value=5)
    pictures.append(growth.tree.value)
    assert len(set(pictures)) == 4 and len(growth.moments) == len(growth.marks)
    alone = search(POSITIONS["W"].state, 100, seed=5, tree_policy=UCB1(0.3)).root
    assert growth.moment().seen == snapshot(alone)


async def test_the_slider_may_be_moved_before_the_tree_has_grown_so_far():
    growth = Growth("empty board", iterations=10)
    slide(growth, MARKS[-1])
    first = growth.headline.value
    await until(lambda: len(growth.moments) >= 5)
    seen = growth.moment().seen.iterations
    growth.work.cancel()
    assert "about to grow" in first and 10 <= seen < MARKS[-1]


async def test_stop_keeps_what_has_grown_and_the_slider_still_works():
    growth = Growth("empty board")
    await until(lambda: len(growth.moments) >= 8)
    press(growth.work.button)
    await until(lambda: not growth.work.running)
    slide(growth, MARKS[-1])
    assert 8 <= len(growth.moments) < len(MARKS) and "<b>" in growth.headline.value
    assert growth.work.button.disabled and "Stopped" in growth.status.text
    growth.seed.value += 1
    assert not growth.status.text  # another tree is growing
    growth.work.cancel()


async def test_a_stop_before_the_first_picture_is_said_in_the_headline():
    growth = Growth("empty board")
    press(growth.work.button)
    await until(lambda: not growth.work.running)
    assert growth.moments == {} and growth.status.text == ""
    assert "Stopped before the first picture." in growth.headline.value


def test_the_static_picture(grown):
    slide(grown, 1_000)
    picture = grown.static_picture()
    assert picture.count("<img ") == 2 and picture.count("alt=") == 2 and "<script" not in picture
    assert "30 iterations" in picture and "A tree on A" in grown.static_text()
