"""Test chapter 20's widget without a page: its secret lines, its learning, and its words."""

import re

import pytest

from mctslib.course.ch20.learning import ObservedRun, stored_snapshots
from mctslib.course.ch20.reading import TRIPLES, lines_found
from mctslib.course.ch20.secrets import (
    MOST_LINES,
    SECRET,
    checked_line,
    lines_by_dice,
)
from mctslib.course.ch20.widget import SecretLines


@pytest.fixture
def widget():
    widget = SecretLines(generations=1)
    yield widget
    widget.close()


def test_it_opens_before_the_model_knows_all_lines(widget):
    assert widget.headline.words.startswith(
        "After 256 games 4 of its 8 favourites are secret lines."
    )
    assert (
        widget.static_headline()[0] == "After 3,840 games 8 of its 8 favourites are secret lines."
    )
    assert widget.static_picture().startswith("<svg")
    for known in (5, 6, 7, 8, 7, 8, 8):  # each press shows the next change, and at last the end
        assert "mcts-quiet" not in widget.go._dom_classes
        assert widget.headline.said[0].endswith("And later?")
        widget.go_on()
        assert widget.snapshots[widget.age.value].found == known
    assert widget.go.description == "Learn" and "mcts-quiet" in widget.go._dom_classes
    widget.age.value = 0
    assert widget.headline.said[0] == "Before its first game it does not know that marks stay."


def test_the_stored_run_is_that_of_the_opening_lines():
    snapshots = stored_snapshots()
    for snapshot in snapshots:
        assert snapshot.found >= sum(e.line in SECRET for e in snapshot.top[:8])
    assert snapshots[0].games == 0


def test_a_line_is_drawn_and_taken_back(widget):
    widget.heard({"line": [8, 4, 3]})
    assert widget.lines == (*SECRET, (3, 4, 8))
    assert len(widget.snapshots) == 1 and not widget.snapshots[0].games
    widget.heard({"command": "take back"})
    assert widget.lines == SECRET
    widget.take_back()
    assert widget.lines == SECRET[:-1]


@pytest.mark.parametrize(
    "line, words",
    [
        ([], "A line consists of three different cells from 0 to 8"),
        ([0, 0, 1], "A line consists of three different cells from 0 to 8"),
        ([0, 1, 9], "A line consists of three different cells from 0 to 8"),
        ([0, 1, True], "A line consists of three different cells from 0 to 8"),
        ([0, 1, 2, 3], "A line consists of three different cells from 0 to 8"),
        ("012", "A line consists of three different cells from 0 to 8"),
        (7, "A line consists of three different cells from 0 to 8"),
        ([3, 1, 0], r"The line \(0, 1, 3\) exists already"),
    ],
)
def test_what_is_no_line_is_refused_in_a_sentence(widget, line, words):
    widget.heard({"line": line})
    assert re.search(words, widget.status.text)
    assert widget.lines == SECRET


def test_too_many_lines_and_none(widget):
    new = [triple for triple in TRIPLES if triple not in SECRET]
    for triple in new[: MOST_LINES - len(SECRET) + 1]:
        widget.heard({"line": list(triple)})
    assert len(widget.lines) == MOST_LINES
    assert "There can be at most 12 lines: take back a line first" in widget.status.text
    widget.clear()
    assert widget.lines == () and widget.headline.said[0] == "Draw a line over three cells."
    widget.learn()
    assert "There are no lines: drag over three cells" in widget.status.text
    widget.take_back()
    assert widget.lines == ()
    assert widget.static_picture().startswith("<svg")


def test_it_learns_and_goes_on(widget):
    widget.learn()
    assert [snapshot.games for snapshot in widget.snapshots] == [0, 64]
    widget.learn()
    assert [snapshot.games for snapshot in widget.snapshots] == [0, 64, 128]
    widget.age.value = 1
    assert "of its 8 favourites are secret lines" in widget.headline.said[0]
    widget.by_dice()
    assert len(widget.lines) == 8 and [one.games for one in widget.snapshots] == [0]


def test_a_stop_loses_nothing():
    whole = ObservedRun(SECRET, 3)
    for _ in whole.slices(1):
        pass
    parts = ObservedRun(SECRET, 3)
    for _, _ in zip(range(7), parts.slices(1)):
        pass
    assert not parts.learner.generation
    for _ in parts.slices(1):
        pass
    assert parts.snapshots == whole.snapshots


def test_one_line_alone_can_be_learned():
    widget = SecretLines([(0, 1, 2)], generations=1)
    widget.learn()
    assert widget.snapshots[-1].games == 64
    assert "After 64 games its favourite is the secret line." in widget.headline.words
    widget.close()


def test_lines_by_dice_are_lines():
    for seed in range(10):
        lines = lines_by_dice(seed)
        assert len(set(lines)) == 8
        for line in lines:
            assert checked_line(line) == line


def test_found_lines_are_counted_among_as_many_as_there_are():
    snapshot = stored_snapshots()[-1]
    assert lines_found(snapshot.top, SECRET) == snapshot.found
    assert lines_found(snapshot.top, SECRET[:3]) <= 3
