"""Test chapter 18's widget without a page: its searches, messages, errors and pictures."""

import pytest

from mctslib import search
from mctslib.course.ch18 import PuttingLab
from mctslib.course.ch18.experiments import holes, uct, widened
from mctslib.course.ch18.greens import MOST_DRAWN, fan, page_view
from mctslib.games import Putting


@pytest.fixture
def lab():
    lab = PuttingLab(300)
    yield lab
    lab.close()


def test_it_opens_finished_and_shows_the_searches_of_the_library(lab):
    assert not lab.work.running
    assert lab.face.bar["iterations"] == 300 and lab.face.bar["working"] is None
    for kind, options in enumerate((uct, widened)):
        alone = search(Putting(), 300, seed=1, **options()).root
        assert {a: c.visits for a, c in alone.children.items()} == {
            a: c.visits for a, c in lab.shown(kind).children.items()
        }
        assert lab.runs(kind)[1] == holes(alone)


def test_more_iterations_go_on_with_the_same_trees(lab):
    before = lab.shown(1)
    lab.hear({"press": "more"})
    assert lab.shown(1) is before and before.visits == 1300
    assert None not in lab.runs(0)


def test_after_a_stop_the_button_makes_only_the_remaining_iterations(lab):
    lab.wanted = 400  # as after a stop at 300 of 400 iterations
    assert not lab.is_finished()
    lab.hear({"press": "more"})
    assert lab.wanted == 400 and lab.shown(1).visits == 400
    assert lab.is_finished() and not lab.face.bar["unfinished"]


def test_the_reader_moves_hole_wall_and_exponent(lab):
    lab.hear({"hole": [0.6, 0.3]})
    assert lab.green.green.hole == (0.6, 0.3) and lab.face.scene["hole"] == [0.6, 0.3]
    lab.hear({"wall": 0.2})
    assert lab.green.green.wall == 0.2 and lab.green.green.hole == (0.6, 0.3)
    lab.hear({"exponent": 0.3})
    assert len(lab.shown(1).children) == 6
    seed = lab.seed
    lab.hear({"press": "seed"})
    assert lab.seed == seed + 1


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"wall": 1}, "must leave a gap"),
        ({"hole": [0.2, 0.5]}, "lies on the wall"),
        ({"hole": "here"}, "pair of numbers"),
        ({"exponent": 0}, "above 0 and at most 1"),
        ({"exponent": 2}, "above 0 and at most 1"),
    ],
)
def test_what_cannot_be_is_refused_and_the_page_goes_back(lab, message, words):
    before = dict(lab.face.scene)
    lab.hear(message)
    assert words in lab.status.text
    after = lab.face.scene
    assert after["turn"] > before["turn"]
    clock = {"turn": 0, "heard": 0}
    assert after | clock == before | clock


def test_of_many_strokes_some_are_drawn_and_it_is_said():
    root = search(Putting(), 1000, seed=0, **uct()).root
    assert len(fan(root)) == MOST_DRAWN
    view = page_view(root, "UCT", [None])
    assert view["words"] == f"1,000 first strokes {view['more']}"  # a phone leaves out the end
    assert "600 lines are drawn" in view["more"]
