"""The workers of chapter 15: each of them is drawn or counted, and virtual losses stay out of the
picture.
"""

from itertools import product

import pytest

from mctslib.course.ch15.widget import (
    BEFORE,
    LOSSES,
    ROUNDS,
    SCHEMES,
    SHOWN,
    WORKERS,
    described,
    drawn,
    moment,
    view_of,
)
from mctslib.course.puzzles import PUZZLES
from mctslib.trace import walk

A = PUZZLES["A"].state
SETTINGS = list(product(PUZZLES, WORKERS, LOSSES, range(ROUNDS)))


def test_every_worker_is_drawn_or_counted():
    assert len(SETTINGS) == 840
    for name, workers, loss, over in SETTINGS:
        now = moment(PUZZLES[name].state, "tree", workers, loss, over, 0)
        view = view_of(now)
        hidden = sum(view.hidden.values())
        assert sum(now.crowd.values()) == sum(view.flags.values()) + hidden == workers
        assert len(view.flags) >= min(SHOWN, len(now.crowd)), "the fullest nodes are drawn"
        assert not hidden or f"{len(view.flags)} of these nodes are drawn, {hidden} more stand" in (
            described(now)
        )


@pytest.mark.parametrize(("workers", "over"), [(8, 9), (64, 5)])
def test_every_flag_of_the_view_is_in_the_picture(workers, over):
    now = moment(A, "tree", workers, 1, over, 0)
    assert drawn(now).count(">⚑ ") == len(view_of(now).flags) >= 8


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("loss", LOSSES)
def test_it_shows_the_playouts_that_are_over_without_virtual_losses(scheme, loss):
    now = moment(A, scheme, 8, loss, 3, 0)
    assert now.root.visits == BEFORE + 3 * 8
    assert now.root.visits == sum(child.visits for child in now.root.children.values())
    waiting = [walk(now.root, path) for path in now.crowd]
    assert all(node.visits == 0 for node in waiting if not node.children and not node.value_sum)
