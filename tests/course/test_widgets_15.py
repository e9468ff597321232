"""Each worker of chapter 15 is drawn, and the picture shows no virtual losses."""

import random
import re
from itertools import product

import pytest
from front_end import press, send

from mctslib.course.ch15 import Workers
from mctslib.course.ch15.icicle import NARROW, WIDE, BoxLayout, crowds, flags, tree_picture
from mctslib.course.ch15.one_round import BEFORE, SCHEMES, one_round
from mctslib.course.ch15.widget import LOSSES, ROUNDS, WORKERS
from mctslib.course.puzzles import PUZZLES
from mctslib.games import ConnectFour
from mctslib.tree import walk

A = PUZZLES["A"].state
HAND = 290  # the width that a phone has for the tree, in pixels
SETTINGS = list(product(PUZZLES, WORKERS, LOSSES, (0, 1, ROUNDS - 1)))


def test_every_worker_has_a_box_that_is_wide_enough():
    for name, workers, loss, over in SETTINGS:
        now = one_round(PUZZLES[name].state, "tree", workers, loss, over, 0)
        boxes = {place.node.path(): place for place in BoxLayout(now, WIDE).boxes()}
        standing = crowds(now, workers)
        assert sum(map(len, standing.values())) == workers
        for path, crowd in standing.items():
            assert boxes[path].named and boxes[path].width >= 8 * len(flags(crowd))


def test_on_a_phone_the_tree_fits_and_no_worker_is_left_out():
    for name, workers, loss, over in SETTINGS:
        now = one_round(PUZZLES[name].state, "tree", workers, loss, over, 0)
        layout = BoxLayout(now, NARROW)
        boxes = {place.node.path(): place for place in layout.boxes()}
        assert boxes[()].width <= HAND
        standing = crowds(now, workers, layout.closed)
        assert sum(map(len, standing.values())) == workers
        for path in standing:
            assert boxes[path].named


@pytest.mark.parametrize("workers", [8, 64])
def test_a_box_says_that_workers_below_it_are_counted(workers):
    now = one_round(A, "tree", workers, 1, 0, 0)
    is_closed = bool(BoxLayout(now, NARROW).closed)
    picture = tree_picture(now, workers, "", NARROW)
    assert is_closed == (workers == 64)
    assert ("O 0↓" in picture) == is_closed


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("loss", LOSSES)
def test_it_shows_the_playouts_that_are_over_without_virtual_losses(scheme, loss):
    now = one_round(A, scheme, 8, loss, 3, 0)
    assert now.root.visits == BEFORE + 3 * 8
    assert now.root.visits == sum(child.visits for child in now.root.children.values())
    for path, new in zip(now.leaves, now.new):
        assert not new or walk(now.root, path).visits == 0


def test_a_node_is_not_drawn_before_its_worker_has_chosen():
    now = one_round(A, "tree", 8, 1, 0, 0)
    for step in range(9):
        dashed = tree_picture(now, step, "").count("stroke-dasharray")
        assert dashed == sum(now.new[:step])


def test_the_way_of_the_worker_who_chose_last_is_marked():
    now = one_round(A, "tree", 8, 1, 0, 0)
    for step in range(9):
        marked = tree_picture(now, step, "").count('stroke-width="2.5"')
        assert marked == (len(now.leaves[step - 1]) + 1 if step else 0)


def test_next_back_and_whole_round():
    panel = Workers("A", workers=4)
    assert (panel.rounds, panel.step) == (0, 2)
    for asked in ("worker 3", "worker 4"):
        assert f"Where does {asked} go?" in panel.headline.words
        press(panel.next)
    assert panel.headline.words.startswith("4 workers stand on 4 different nodes.")
    press(panel.next)
    assert (panel.rounds, panel.step) == (1, 1)
    press(panel.back)
    assert (panel.rounds, panel.step) == (0, 4)
    press(panel.whole)
    assert (panel.rounds, panel.step) == (1, 4) and "round 2" in panel.headline.words
    for _ in range(2 * ROUNDS * 4):
        press(panel.next)
        assert panel.status.error is None


def test_a_guess_is_marked_and_then_judged():
    panel = Workers("A")
    assert panel.now.leaves[2][0] == 4
    for guess, verdict in ((1, "✗ You said O\u00a01."), (panel.now.leaves[3][0], "✓ Right.")):
        send(panel.figure, picked=[f"goes {guess}", guess])
        assert f"takes O\u00a0{guess}. Go on." in panel.headline.words
        assert panel.figure.value.count(">?<") == 2  # in both widths
        press(panel.next)
        assert panel.headline.words.startswith(f"{verdict} Where does worker")
        assert ">?<" not in panel.figure.value
    send(panel.figure, picked=["goes 0", 9])
    press(panel.whole)
    assert panel.headline.words.startswith("8 workers stand on 8 different nodes.")
    for nonsense in ("goes 0", "goes 77", "goes", "x"):
        send(panel.figure, picked=[nonsense, nonsense])
    assert panel.guess == () and panel.status.error is None


def test_a_picture_that_stands_still_shows_the_whole_round():
    panel = Workers("A", workers=4)
    assert panel.static_picture().count("⚑") > 4 and "4 workers stand" in panel.static_text()
    assert panel.static_headline()[0] == "4 workers stand on 4 different nodes."
    assert panel.step == 2


def test_the_bars_grow_with_the_workers_and_choose_the_virtual_loss():
    panel = Workers("A", workers=8)
    losses = [f"{number} lost game{'' if number == 1 else 's'}" for number in LOSSES]
    shown = zip(losses, (1, 2, 2, 2), strict=True)
    assert ", ".join(f"{words}: {nodes}" for words, nodes in shown) in panel.figure.value
    press(panel.whole)
    assert "0 lost games: 1, 1 lost game: 8" in panel.figure.value
    send(panel.figure, picked=["loss 0", 2])
    assert panel.loss == 0 and "stand on one node" in panel.headline.words
    panel.scheme.value = "unobserved"
    assert "Q does not change" in panel.status.text
    assert 'aria-pressed="true"' not in panel.figure.value
    send(panel.figure, picked=["loss 99", 4])
    assert panel.step == 8 and panel.status.error is None


def test_a_game_of_one_s_own():
    state = ConnectFour(4, 4)
    rng = random.Random(0)
    while len(state.legal_actions()) > 3 or sum(mark == "." for mark in state.cells()) > 8:
        state = state.apply(rng.choice(state.legal_actions()))
    panel = Workers(state)
    press(panel.whole)
    assert re.search(r"8 workers stand on", panel.headline.words)
