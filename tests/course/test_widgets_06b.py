"""The tree and the graph of chapter 06b: numbers after a merge by hand, touches and both switches."""

from xml.etree import ElementTree

import pytest
from front_end import press, send

from mctslib import search
from mctslib.course.ch06b.joining import START, copies, joined, places, q, searched, state_at
from mctslib.course.ch06b.widget import Meeting


@pytest.fixture
def panel():
    return Meeting()


def lit(picture):
    boxes = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")
    return [box.get("aria-label") for box in boxes if box.get("aria-pressed") == "true"]


def test_the_left_tree_is_that_of_the_ordinary_search():
    tree = searched(24, 0, False)
    for node in search(START, 24, seed=0).root.descendants():
        assert tree.spots[node.path()].visits == node.visits


@pytest.mark.parametrize(("iterations", "seed"), [(24, 0), (40, 3), (100, 7)])
def test_all_copies_merged_give_one_node_for_each_position(iterations, seed):
    """The visits of the moves are kept, and each Q follows from the nodes below it."""
    tree = searched(iterations, seed, False)
    pairs = []
    for state in places():
        same = copies(joined(tree, pairs), state)
        pairs += [(same[0], path) for path in same[1:]]
    nodes = joined(tree, pairs)
    assert len(nodes) == len({spot.state for spot in tree.spots.values()})
    assert nodes[()].visits == iterations
    for path, spot in nodes.items():
        assert spot.state == state_at(path)
        assert spot.visits == spot.playouts + sum(edge.visits for edge in spot.edges.values())
        old = [one for one in tree.spots.values() if one.state == spot.state]
        assert spot.visits == sum(one.visits for one in old)
        assert 0 <= q(spot) <= 1


def test_a_merge_changes_q_above_and_not_the_counts():
    tree = searched(24, 0, False)
    before, after = joined(tree), joined(tree, [((5, 3), (4, 3))])
    merged = after[5, 3] if (5, 3) in after else after[4, 3]
    assert merged.visits == 16 and q(merged) == pytest.approx(0.75)
    for path, taken in (((5,), 11), ((4,), 5)):
        assert after[path].visits == before[path].visits
        assert after[path].edges[3].visits == taken and after[path].edges[3].end is merged
        assert q(after[path]) != q(before[path])


def test_touching_a_box_lights_its_copies(panel):
    send(panel.figure, picked=["t43", 0])
    for picture, copies_of in zip(panel.pictures(), (2, 1), strict=True):
        assert len(lit(picture)) == copies_of
    send(panel.figure, picked=["t42", 1])
    assert panel.lit == START.apply(4).apply(2)
    send(panel.figure, picked=["g11", 2])
    assert len(lit(panel.pictures()[0])) == 3
    for nonsense in ("", "t", "t9", "g", "g99", "r77", "x", "t5x"):
        send(panel.figure, picked=[nonsense, nonsense])
    assert panel.status.error is None


def test_two_touched_copies_are_merged_and_undo_parts_them(panel):
    send(panel.figure, picked=["t53", 1])
    send(panel.figure, picked=["t43", 2])
    press(panel.buttons["merge"])
    assert "N 11 + 5 = 16." in panel.status.text and len(panel.nodes) == 14
    press(panel.undo)
    assert len(panel.nodes) == 19 and panel.pairs == ()


def test_the_graph_tells_its_numbers_after_the_first_merge(panel):
    send(panel.figure, picked=["g30", 1])
    assert "N" not in lit(panel.pictures()[1])[0] and "8 + 7" not in panel.status.text
    press(panel.buttons["merge"])
    assert "N 15" in lit(panel.pictures()[1])[0]
    press(panel.undo)
    assert "N" not in lit(panel.pictures()[1])[0]
    assert "N 15" in panel.page_pictures()[0] + panel.static_picture()
    assert "8 + 7 = 15" in panel.static_text() and not panel.known


def test_a_phone_shows_the_copies_that_meet_and_the_nodes_above_them(panel):
    def boxes():
        picture = ElementTree.fromstring(panel.pictures(narrow=True)[0])
        return {box.get("data-pick"): box.get("aria-label") for box in picture.findall("{*}g")}

    assert boxes() == {
        "t5": "5 left, O, N 14, Q 0.29",
        "t4": "4 left, O, N 10, Q 0.40",
        "t53": "3 left, X, N 11, Q 0.82",
        "t43": "3 left, X, N 5, Q 0.60",
    }
    press(panel.buttons["merge"])
    assert list(boxes().values()) == [
        "5 left, O, N 14, Q 0.29 → 0.34",
        "4 left, O, N 10, Q 0.40 → 0.33",
        "3 left, X, N 11 + 5 = 16, Q 0.82 and 0.60 → 0.75",
    ]
    send(panel.figure, picked=["t", 1])
    assert boxes() == {"t": "6 left, X, N 24"}


def test_the_button_merges_everything_and_begins_again(panel):
    for _ in range(30):
        press(panel.buttons["merge"])
        if len(panel.nodes) == 12:
            break
    assert "Every position is one node" in panel.headline.words
    press(panel.buttons["merge"])
    press(panel.buttons["merge"])
    assert len(panel.nodes) > 12


def test_a_page_without_python_shows_each_position(panel):
    moments = panel.page_moments()
    assert len(moments.labels) == 12
    for place in range(12):
        moments.show(place)
        assert lit(panel.page_pictures()[0]) and panel.page_words()
        assert all("<svg" in picture for picture in panel.page_pictures())
    with pytest.raises(ValueError):
        Meeting(position=12)
