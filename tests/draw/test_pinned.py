"""A pinned tree: the place of a node is the same at every moment, and nothing lies over another."""

import re
from itertools import combinations

import pytest

from mctslib import ConnectFour, TicTacToe, record
from mctslib.draw.pinned import Moment, Places, pinned_tree
from mctslib.games import Hex
from mctslib.tree import walk

SMALL = record(TicTacToe.from_text("X../XOO/OX."), 12, seed=12)
WIDE = record(TicTacToe(), 60, seed=0)
LARGE = record(ConnectFour(), 150, seed=0)
MANY = record(Hex(5), 60, seed=0)
NODE = re.compile(
    r'<g class="node[^"]*" (?:data-path="(at[_\d]*)")[^>]*>\s*<path[^>]* d="M([^"]*)"'
)
WIDTHS = 240, 400, 740


def moment_of(trace, t, phase):
    """Return the tree and the moment of one phase of iteration t, as the stepper shows them."""
    iteration = trace.iterations[t - 1]
    selected = iteration.path[:-1] if iteration.expanded else iteration.path
    path = selected if phase == 1 else iteration.path
    root = trace.tree(t) if phase > 1 else trace.tree(t - 1)
    return root, Moment(
        path, path, phase, new=iteration.path if phase > 1 else None, result="X wins"
    )


def boxes(picture):
    """Return the place of each drawn node → its rectangle."""
    found = {}
    for where, way in NODE.findall(picture):
        points = [
            tuple(map(float, one.split(","))) for one in re.findall(r"-?[\d.]+,-?[\d.]+", way)
        ]
        xs, ys = zip(*points, strict=True)
        found[where] = (min(xs), min(ys), max(xs), max(ys))
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "trace", [SMALL, WIDE, LARGE, MANY], ids=["small", "wide", "large", "many"]
)
def test_a_node_keeps_its_place_and_no_two_nodes_overlap(trace, width):
    places = Places(trace.tree(), width)
    seen = {}
    last = len(trace)
    for t in (last // 2, last):
        for phase in (1, 2, 3, 4):
            root, moment = moment_of(trace, t, phase)
            drawn = boxes(pinned_tree(root, places, moment, "a tree"))
            for where, box in drawn.items():
                assert seen.setdefault(where, box) == box, (t, phase, where)
                assert box[0] >= -2 and box[2] <= width + 2, where
            for (one, a), (other, b) in combinations(drawn.items(), 2):
                apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
                assert apart, (one, other)
            assert moment.phase != 4 or len(drawn) > len(moment.path)


def test_a_small_tree_is_drawn_as_a_whole_and_a_large_one_in_columns():
    assert Places(SMALL.tree(), 740).whole
    assert not Places(SMALL.tree(), 240).whole
    columns = Places(WIDE.tree(), 740)
    assert columns.at((6,))[0] == columns.at((2, 6))[0] == columns.at((0, 1, 6))[0]


def test_phase_4_shows_the_numbers_before_and_after():
    root, moment = moment_of(SMALL, 4, 4)
    before = {(): (3, 1.5), (2,): (1, 1.0), (2, 8): (0, 0.0)}
    moment = Moment(moment.path, moment.path, 4, new=moment.path, before=before)
    words = re.sub(r"<[^>]*>", " ", pinned_tree(root, Places(SMALL.tree(), 740), moment, ""))
    assert "N 3→4" in words and "W 1½→2½" in words and walk(root, (2, 8)).value_sum == 0
