"""Each worker of chapter 15 is drawn, and the picture shows no virtual losses."""

from collections import Counter
from itertools import product

import pytest
from front_end import choose, press, send

from mctslib.course.ch15 import Workers
from mctslib.course.ch15.board import FLAG, HEIGHT, board_picture
from mctslib.course.ch15.icicle import BoxLayout, crowds, tree_picture, words
from mctslib.course.ch15.one_round import BEFORE, one_round
from mctslib.course.ch15.widget import LOSSES, WORKERS
from mctslib.draw.look import HAND
from mctslib.draw.svg import dimensions
from mctslib.tree import walk


@pytest.mark.parametrize("workers, loss", [*product(WORKERS, LOSSES)])
def test_every_worker_has_a_box_that_is_wide_enough(workers, loss):
    now = one_round(workers, loss)
    standing = crowds(now, workers)
    assert sum(map(len, standing.values())) == workers
    boxes = {place.node.path(): place for place in BoxLayout(now).boxes()}
    for path, crowd in standing.items():
        assert boxes[path].width >= 8 * len(words(boxes[path].node, crowd)[1])


@pytest.mark.parametrize("workers, loss", [*product(WORKERS, LOSSES)])
def test_on_a_phone_every_node_has_a_frame_in_the_cell_of_its_first_move(workers, loss):
    now = one_round(workers, loss)
    drawn = board_picture(now, workers, "", None)
    assert dimensions(drawn)[0] <= HAND
    assert drawn.count('rx="4"') == now.nodes(workers)
    assert drawn.count("stroke-dasharray") == len(set(zip(now.leaves, now.new)) - old(now))
    nodes = Counter(leaf[0] for leaf in crowds(now, workers))
    assert 21 + max(nodes.values()) * (FLAG + 1) <= HEIGHT


def old(now):
    """Return the workers' nodes that were in the tree before the round, or that another added."""
    return {(leaf, new) for leaf, new in zip(now.leaves, now.new) if not new}


@pytest.mark.parametrize("loss", LOSSES)
def test_it_shows_the_playouts_that_are_over_without_virtual_losses(loss):
    now = one_round(8, loss)
    assert now.root.visits == BEFORE
    assert now.root.visits == sum(child.visits for child in now.root.children.values())
    for path, new in zip(now.leaves, now.new):
        assert not new or walk(now.root, path).visits == 0


def test_a_node_is_not_drawn_before_its_worker_has_chosen():
    now = one_round(8, 1)
    for step in range(9):
        dashed = tree_picture(now, step, "").count("stroke-dasharray")
        assert dashed == sum(now.new[:step])


def test_the_way_of_the_worker_who_chose_last_is_marked():
    now = one_round(8, 1)
    for step in range(9):
        marked = tree_picture(now, step, "").count('stroke-width="2.5"')
        assert marked == (len(now.leaves[step - 1]) + 1 if step else 0)


def test_next_undo_whole_round_and_more_workers():
    panel = Workers(workers=4)
    for asked in ("worker 2", "worker 3", "worker 4"):
        assert f"Where does {asked} go?" in panel.headline.words
        press(panel.buttons["go_on"])
    assert panel.headline.words.startswith("4 workers stand on 4 different nodes.")
    assert panel.buttons["go_on"].description == "Again"
    press(panel.buttons["go_on"])
    assert panel.shown == 1 and panel.buttons["go_on"].description == "Next worker"
    press(panel.undo)
    assert panel.shown == 4
    choose(panel.controls["workers"], 16)
    assert "Where does worker 5 go?" in panel.headline.words
    press(panel.buttons["whole_round"])
    assert panel.headline.words.startswith("16 workers stand on 16 different nodes.")
    choose(panel.controls["workers"], 2)
    assert panel.headline.words.startswith("2 workers stand") and panel.status.error is None


def test_a_guess_is_marked_and_then_judged():
    panel = Workers()
    assert panel.now.leaves[1][0] == 2
    for guess, verdict in ((1, "✗ Not O\u00a01."), (panel.now.leaves[2][0], "✓ Right.")):
        send(panel.figure, picked=[f"goes {guess}", guess])
        assert f"takes O\u00a0{guess}. Go on." in panel.headline.words
        assert panel.figure.value.count(">?<") == 2 + 6  # in both widths, and for three bars
        press(panel.buttons["go_on"])
        assert panel.headline.words.startswith(f"{verdict} Worker {panel.shown} went to")
        assert f"Where does worker {panel.shown + 1} go?" in panel.headline.words
        assert panel.figure.value.count(">?<") == 6
    send(panel.figure, picked=["goes 0", 9])
    press(panel.buttons["whole_round"])
    assert panel.headline.words.startswith("8 workers stand on 8 different nodes.")
    for nonsense in ("goes 0", "goes 77", "goes", "x"):
        send(panel.figure, picked=[nonsense, nonsense])
    assert panel.guess == () and panel.status.error is None


def test_a_picture_that_stands_still_shows_the_whole_round():
    panel = Workers(workers=4)
    assert panel.static_picture().count("⚑") > 4 and "4 workers stand" in panel.static_text()
    assert panel.static_headline()[0] == "4 workers stand on 4 different nodes."
    assert panel.step == 1


def test_the_bars_grow_with_the_workers_and_choose_the_virtual_loss():
    panel = Workers()
    losses = [f"{number} lost game{'' if number == 1 else 's'}" for number in LOSSES]
    shown = zip(losses, ("?", 1, "?", "?"), strict=True)
    assert ", ".join(f"{words}: {nodes}" for words, nodes in shown) in panel.figure.value
    press(panel.buttons["whole_round"])
    assert "0 lost games: ?, 1 lost game: 8" in panel.figure.value
    send(panel.figure, picked=["loss 0", 2])
    assert "0 lost games: 1, 1 lost game: 8, 2 lost games: ?" in panel.figure.value
    assert panel.loss == 0 and "stand on one node" in panel.headline.words
    send(panel.figure, picked=["loss 99", 4])
    assert panel.step == 8 and panel.status.error is None
