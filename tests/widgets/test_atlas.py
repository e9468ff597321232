"""The Atlas draws the rectangles computed by hand, counts all nodes, and replies to the page.

The Atlas draws the trees of both engines in the same way.
"""

import json
import random
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Script

from mctslib import UCB1, ConnectFour, Nim, Node, SudoTicTacToe, TicTacToe, fast, search
from mctslib.draw.look import text_width
from mctslib.games import Pig
from mctslib.tree import attach
from mctslib.widgets.atlas.atlas import legend_of
from mctslib.widgets.atlas.nodes import Compiled, Readable, span
from mctslib.widgets.atlas.rectangles import FIELDS, MAIN, MERGED, ROOT, rectangles
from mctslib.widgets.atlas.still import drawn
from mctslib.widgets.atlas.view import View, understood

SVG = "{http://www.w3.org/2000/svg}"

GAMES = [TicTacToe(), ConnectFour(4, 4, 3), Nim(3, 2), SudoTicTacToe(2)]


def hand_made():
    """Return a root (N 10) with the children 0 (N 6, W 4), 1 (N 3, W 1) and 2 (N 1, W 1).

    Node 0 has the children 1 (N 3) and 2 (N 2).
    """
    root = Node(TicTacToe())
    for path, visits, total in [
        ((), 10, 6),
        ((0,), 6, 4),
        ((0, 1), 3, 1),
        ((0, 2), 2, 1),
        ((1,), 3, 1),
        ((2,), 1, 1),
    ]:
        node = root
        for action in path:
            node = node.children[action] if action in node.children else attach(node, action)
        node.visits, node.value_sum = visits, float(total)
    return root


def test_by_hand():
    """If the root's 10 visits get 100 pixels, each visit gets 10 pixels; no node is too narrow."""
    seen = rectangles(Readable(hand_made()), pixels=100)
    assert seen.rows == [0, 1, 4, 6] and seen.depth == 2
    # the root's children start at 0, 0 + 6 and 6 + 3; the children of node 0 start at 0 and 0 + 3
    assert seen.start.tolist() == [0, 0, 6, 9, 0, 3]
    # Below node 0, the space of 6 - 3 - 2 = 1 visit stays free: the playout of node 0 itself.
    assert seen.visits.tolist() == [
        10,
        6,
        3,
        1,
        3,
        2,
    ]
    assert seen.sums.tolist() == [6, 4, 1, 1, 1, 1]
    assert (
        seen.parent.tolist() == [0, 0, 0, 0, 1, 1]
        and seen.nodes.tolist() == [1] * 6
        and not seen.below.any()
    )
    # The main line goes through the most visited children: child 0, then its child 1.
    assert seen.flags.tolist() == [MAIN, MAIN, 0, 0, MAIN, 0]


def test_the_still_picture_has_a_rectangle_as_wide_as_its_visits_for_each_node():
    picture = ElementTree.fromstring(drawn(View(hand_made())))
    bars = [bar for bar in picture.iter(f"{SVG}rect") if bar.get("height") == "18"]
    widths = [float(bar.get("width")) for bar in bars]
    visit = (widths[0] - widths[1]) / (10 - 6)
    assert np.allclose(np.diff(widths), np.diff([10, 6, 3, 1, 3, 2]) * visit, atol=0.1)
    left = float(bars[0].get("x"))
    starts = [(float(bar.get("x")) - left) / visit for bar in bars]
    assert np.allclose(starts, [0, 0, 6, 9, 0, 3], atol=0.01)


def test_neighbours_that_are_too_narrow_are_merged_and_counted():
    """If a node needs 40 pixels, neighbours with fewer pixels are merged.

    Below the root, the nodes 1 (30 pixels) and 2 (10) are merged, and below node 0 the nodes 1 (30)
    and 2 (20).
    """
    seen = rectangles(Readable(hand_made()), pixels=100, narrow=40)
    assert seen.visits.tolist() == [10, 6, 4, 5] and seen.start.tolist() == [0, 0, 6, 0]
    assert seen.nodes.tolist() == [1, 1, 2, 2] and seen.sums.tolist() == [6, 4, 2, 2]
    assert seen.move[2:].tolist() == [MERGED, MERGED] and seen.flags.tolist() == [MAIN, MAIN, 0, 0]


def test_below_a_sliver_nodes_are_only_counted():
    """If the root's 10 visits get 0.2 pixels, the nodes below the root are counted, not drawn.

    The nodes below the last level to be drawn are also counted and not drawn.
    """
    seen = rectangles(Readable(hand_made()), pixels=0.2, narrow=0)
    assert seen.rows == [0, 1] and seen.nodes.tolist() == [1] and seen.below.tolist() == [5]
    assert rectangles(Readable(hand_made()), pixels=100, levels=1).below.tolist() == [0, 2, 0, 0]


def test_a_window_shows_only_what_it_holds():
    seen = rectangles(Readable(hand_made()), (6, 9), pixels=100)
    assert seen.start.tolist() == [0, 6] and seen.visits.tolist() == [10, 3]


def grown(game, iterations, seed, c=1.0):
    return search(game, iterations, seed=seed, tree_policy=UCB1(c)).root


trees = st.builds(
    grown,
    st.sampled_from(GAMES),
    st.integers(1, 150),
    st.integers(0, 9),
    st.sampled_from([0.1, 1, 3]),
)


@given(trees, st.floats(1, 3000), st.floats(0, 20), st.integers(1, 6), st.integers(40, 30_000))
def test_nothing_is_lost(root, pixels, narrow, levels, most):
    seen = rectangles(Readable(root), pixels=pixels, narrow=narrow, levels=levels, most=most)
    assert (
        (seen.nodes + seen.below).sum() == root.size()
        and len(seen) <= most
        and len(seen.packed()) == 27 * len(seen)
    )
    below = np.bincount(seen.parent[1:].astype(int), seen.visits[1:], len(seen))
    counts = np.bincount(seen.parent[1:].astype(int), seen.nodes[1:], len(seen))
    assert (below <= seen.visits).all()  # the children of a node lie within its width
    whole = (seen.nodes == 1) & (seen.below == 0) & (below > 0)
    whole[0] = False  # the root has no visit of its own
    assert (below[whole] == seen.visits[whole] - 1).all() and (counts >= 0).all()
    assert seen.depth == max(len(node.path()) for node in root.descendants())
    for depth in range(len(seen.rows) - 1):
        row = slice(*seen.rows[depth : depth + 2])
        assert (np.diff(seen.start[row]) >= 0).all()


@given(trees)
def test_where_all_is_wide_enough_every_node_is_a_rectangle(root):
    seen = rectangles(Readable(root), pixels=4 * root.visits, levels=100)
    assert len(seen) == root.size() and not seen.below.any() and (seen.move != MERGED).all()
    assert sorted(seen.visits.tolist()) == sorted(node.visits for node in root.descendants())


@pytest.mark.parametrize("game", GAMES[:2], ids=["3 × 3", "Connect Four"])
def test_both_engines_give_the_same_picture(game):
    pytest.importorskip("numba")
    ours, theirs = grown(game, 700, 3), fast.search(game, 700, seed=3).root
    for pixels in (100, 3000):
        one = rectangles(Readable(ours), pixels=pixels)
        other = rectangles(Compiled(theirs.tree), pixels=pixels)
        for name in set(FIELDS) - {"move"}:
            assert np.array_equal(one.arrays[name], other.arrays[name])
        known = Readable(ours).actions
        for here, there in zip(one.move, other.move, strict=True):
            assert there == (known[here] if here < ROOT else here)


def test_a_copy_follows_its_tree():
    root, rng = Node(ConnectFour()), random.Random(1)
    copy = Readable(search(root, 1, seed=rng).root)
    for more in (1, 5, 300, 1000):
        search(root, more, seed=rng)
        copy.refresh()
        fresh = Readable(root)
        one, other = rectangles(copy), rectangles(fresh)
        assert copy.size == root.size() and np.array_equal(one.visits, other.visits)
        assert np.array_equal(one.sums, other.sums) and np.array_equal(one.below, other.below)


@pytest.mark.parametrize(
    ("window", "moves"),
    [((0, 2), [0]), ((1, 2.5), [0, 1, 2]), ((2, 4), [1, 2]), ((2.5, 4), [1, 2]), ((3, 4), [2])],
)
def test_at_the_edge_of_a_window_a_node_without_visits_is_as_wide_as_one_visit(window, moves):
    """Check a root (N 4) with the children 0 (N 2), 1 (N 0) and 2 (N 2).

    At the edge, node 1 is drawn one visit wide: it begins at 2, where node 0 ends, and ends at 3.
    """
    root = Node(TicTacToe())
    root.visits = 4
    for action, visits in enumerate((2, 0, 2)):
        attach(root, action).visits = visits
    copy = Readable(root)
    seen = rectangles(copy, window, pixels=100, narrow=0)
    assert [copy.actions[move] for move in seen.move[1:]] == moves
    assert int((seen.nodes + seen.below).sum()) == 1 + len(moves)


def test_a_path_has_a_span():
    copy = Readable(hand_made())
    assert [span(copy, path) for path in [(), (1,), (0, 2), (5,), (2, 0)]] == [
        (0, 10),
        (6, 9),
        (3, 5),
        None,
        None,
    ]


def test_the_principal_variation_is_that_of_the_result():
    found = search(ConnectFour(), 2_000, seed=2)
    copy = Readable(found.root)
    seen = rectangles(copy, pixels=4 * 2_000)
    line = [copy.actions[seen.move[k]] for k in range(1, len(seen)) if seen.flags[k] & MAIN]
    assert line == found.principal_variation()


def test_a_game_that_does_not_take_turns():
    """If three players do not take turns, W of a node sums the rewards of the player who moved."""
    root = search(
        Script.of({"a": {"x": (1, 0, 0), "y": (0, 1, 0)}, "b": (0, 0, 1)}, (0, 2, 1)), 30, seed=1
    ).root
    seen, head = View(root).picture()
    assert head["movers"] == ["", "player 0", "player 2"] and seen.sums[0] == np.float32(
        root.value_sum
    )
    assert json.dumps(head) and [name for _, name in head["moves"]] == ["a", "b", "x", "y"]


def test_a_tree_so_deep_is_counted_where_it_is_not_drawn():
    node = root = Node(Nim(300))
    for _ in range(300):
        node.visits, node = 301, attach(node, node.state.legal_actions()[-1])
    node.visits = 1
    seen = rectangles(Readable(root), pixels=1000)
    assert (
        len(seen.rows) == 66
        and seen.below[-1] == 301 - 65
        and root.size() == 301
        and seen.depth == 300
    )


def test_what_no_page_asks_is_not_heard():
    for message in [
        None,
        [],
        "zoom",
        {},
        {"command": "zoom"},
        {"command": "zoom", "path": "01"},
        {"command": "look", "path": [-1]},
        {"command": "look", "path": [True]},
        {"command": "look", "path": [0.0]},
        {"command": "zoom", "path": [10**9]},
        {"command": "zoom", "path": [0] * 5000},
        {"command": "window", "numbers": [0.5, 0.5]},
        {"command": "window", "numbers": [0, 2]},
        {"command": "window", "numbers": [float("nan"), 1]},
        {"command": "window", "numbers": ["0", 1]},
        {"command": "width", "numbers": [1e9]},
        {"command": "width", "numbers": []},
        {"command": "drawn", "numbers": [None]},
        {"command": ["zoom"], "path": []},
        {"command": "explode", "path": []},
    ]:
        assert understood(message) is None


def test_what_a_page_asks():
    assert understood({"command": "zoom", "path": [3, 1]}) == ("zoom", (3, 1))
    assert understood({"command": "window", "numbers": [0, 0.25]}) == ("window", (0.0, 0.25))
    assert understood({"command": "width", "numbers": [800]}) == ("width", 800)


def test_a_game_with_named_moves_and_chance_is_shown_in_its_own_words():
    """The action 1 of Pig is "hold" for a player, and a face for the die."""
    view = View(search(Pig(20), 400, seed=1).root)
    seen, head = view.picture()
    assert {"roll", "hold", "the die shows 1"} <= {name for _, name in head["moves"]}
    assert head["movers"][1:3] == ["player 0", "chance"]
    assert head["scales"][1:3] == ["value", "amount"]
    picture = drawn(view)
    rolled = seen.sums[seen.rows[2] : seen.rows[3]]
    assert rolled.size and np.isnan(rolled).all()  # chance has no rewards, so no Q is shown
    assert re.search(r"the die shows \d \(N \d+\)", view.words())
    names = list(ElementTree.fromstring(picture).iter(f"{SVG}text"))
    end = max(
        6 + text_width(words.text, float(words.get("font-size")))
        for words in names
        if words.get("x") == "6"
    )
    bars = [float(bar.get("x", 0)) for bar in ElementTree.fromstring(picture).iter(f"{SVG}rect")]
    assert end < min(x for x in bars if x > 6)
    for words in (picture, legend_of(view)):
        assert "ood for player 1" in words and "ood for X" not in words


def test_on_the_board_of_a_node_the_moves_to_it_are_numbered():
    view = View(search(TicTacToe(), 200, seed=1).root)
    known = list(view.numbers().actions)
    board = view.board(tuple(known.index(cell) for cell in (4, 0, 8)))
    assert re.findall(r">(\d)</text>", board) == ["2", "1", "3"]  # in the order of the cells
    assert re.findall(r">(\d)</text>", view.board(())) == []
