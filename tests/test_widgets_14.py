"""The map of β: what it shows is exact and the library's own, and every control redraws it."""

import time
from fractions import Fraction as F
from xml.etree import ElementTree

import pytest
from front_end import press, send
from measured import report

from mctslib import UCB1, search
from mctslib.course.ch14 import BetaMap
from mctslib.course.ch14.maps import known, mixed, sharpness
from mctslib.course.ch14.widget import SEEDS, curve
from mctslib.games import Hex
from mctslib.methods.rave import Rave


@pytest.fixture(scope="module")
def panel():
    return BetaMap(100, 0.5)


def test_q_is_that_of_the_search_and_amaf_that_of_the_method():
    """Plain UCT, with RAVE listening: both of the root after 100 playouts."""
    rave = Rave()
    options = rave.options()["phases"]
    root = search(
        Hex(4), 100, seed=3, tree_policy=UCB1(0.3), phases=type(options)(after=rave.learn)
    ).root
    q, amaf = known(3)[100]
    assert q == {
        action: F(child.value_sum) / child.visits for action, child in root.children.items()
    }
    assert {a: float(mean) for a, mean in amaf.items()} == {a: rave.seen(root, a)[1] for a in amaf}


def test_the_picture_shows_the_mixture_and_the_truth(panel):
    send(panel.beta, value=0.25)
    scores = mixed(*known(panel.seed)[100], F(1, 4))
    assert panel.scores == scores and "β = 0.25 after 100 playouts" in panel.status.text
    board, truth = (ElementTree.fromstring(part.value) for part in panel.pictures[:2])
    shown = [words.text for words in board.iter("{http://www.w3.org/2000/svg}text")]
    assert all(f"{float(score):.2f}" in shown for score in scores.values())
    assert "3, 6, 9 and 12 win" in truth.get("aria-label")
    assert (
        sum(words.text == "1.00" for words in truth.iter("{http://www.w3.org/2000/svg}text")) == 4
    )


def test_the_curve_has_a_dot_for_every_search(panel):
    send(panel.playouts, index=5)
    assert panel.pictures[2].value.count("<circle") == 21 * SEEDS
    mean = float(sum(sharpness(seed, 400, F(1)) for seed in range(SEEDS)) / SEEDS)
    assert f"{mean:.0%} at β = 1" in panel.pictures[2].value
    assert "nothing yet" in curve([[] for _ in range(21)], 0.5, 100)


def test_other_dice_and_the_static_picture(panel):
    before = panel.pictures[0].value
    for _ in range(SEEDS):
        press(panel.other)
        assert panel.status.error is None
    assert panel.pictures[0].value == before  # all round
    assert panel.static_picture().startswith("<svg") and "move the sliders" in panel.static_text()


def test_a_burst_of_the_sliders_is_quick(panel):
    times = []
    for index in (0, 7, 3):
        for step in range(0, 21, 5):
            start = time.perf_counter()
            send(panel.playouts, index=index)
            send(panel.beta, value=step / 20)
            times.append(1000 * (time.perf_counter() - start))
    report("beta slider", times, 150)
    assert panel.beta.value == 1 and "AMAF alone" in panel.status.text


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"playouts": 30}, "playouts must be one of 10, 20"),
        ({"beta": 1.5}, "beta must be a number from 0 to 1"),
        ({"seed": 8}, "seed must be a whole number from 0 to 7"),
    ],
)
def test_other_settings_are_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        BetaMap(**wrong)
