"""The proofs that spread in chapter 13: what is drawn at a moment is what the tree of that moment
proves.
"""

import asyncio
import time
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until
from measured import report

from mctslib import search
from mctslib.course.ch13 import POSITIONS, ProofExplorer
from mctslib.course.ch13.spread import HIGH, WIDE, Spreading, is_known
from mctslib.draw.look import INK, SHADE, SOFT
from mctslib.methods.solver import Solver, badge, proofs
from mctslib.policies import UCB1


def grown(name, uses_facts, seed=3):
    spread = Spreading(POSITIONS[name].state, seed, uses_facts)
    for _ in spread.grow():
        pass
    return spread


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("uses_facts", [False, True])
def test_it_is_that_search_and_its_proofs_at_any_moment(name, uses_facts):
    spread = grown(name, uses_facts)
    options = Solver(decisive=False).options() | ({} if uses_facts else {"tree_policy": UCB1()})
    whole = search(spread.boxes[0].node.state, 9000, seed=3, **options)
    assert spread.proved == whole.iterations and len(spread.boxes) == whole.root.size()
    t = max(1, spread.done // 2)
    root = search(POSITIONS[name].state, t, seed=3, **options).root
    facts = proofs(root)
    there = {
        box.node.path(): badge(box.node, spread.solver.facts) * is_known(box, t)
        for box in spread.boxes
        if box.born <= t
    }
    assert there == {node.path(): badge(node, facts) for node in root.descendants()}
    assert spread.counts(t) == (root.size(), len(facts))


def test_the_boxes_of_children_fill_that_of_their_parent_and_its_height_is_the_fact():
    spread = grown("D", True)
    places = {box.node: box for box in spread.boxes}
    for box in spread.boxes:
        below = [places[child] for child in box.node.children.values()]
        assert not below or sum(one.width for one in below) == pytest.approx(box.width)
        assert all(one.x >= box.x - 1e-9 and one.depth == box.depth + 1 for one in below)
    picture = ElementTree.fromstring(spread.picture(spread.done, "solver"))
    heights = {(one.get("fill"), one.get("height")) for one in picture.findall("{*}rect")}
    assert {
        (INK, f"{HIGH:.1f}"),
        (SHADE, f"{HIGH / 2:.1f}"),
        (SOFT, f"{HIGH / 5:.1f}"),
    } <= heights
    assert spread.boxes[0].width == pytest.approx(WIDE)
    assert "root: = drawn; moves: 1 ✗ lost" in picture.get("aria-label")


def test_every_control_and_the_counters():
    panel = ProofExplorer("S")
    plain, solver = panel.spreads
    assert (
        panel.t.value == solver.done < plain.done
        and "✓ root proved after" in panel.sentences[1].value
    )
    assert "root not proved yet" in panel.sentences[0].value
    press(panel.jumps[0])
    assert panel.t.value == plain.done and "✓ root proved" in panel.sentences[0].value
    press(panel.back)
    assert panel.t.value == 0 and "0 of 1 nodes known" in panel.sentences[0].value
    choose(panel.position, "D")
    send(panel.seed, value=5)
    assert (
        panel.spreads[1].proved
        == search(POSITIONS["D"].state, 900, seed=5, **Solver(decisive=False).options()).iterations
    )
    assert "Only 8 holds" in panel.story.value and panel.status.error is None
    assert panel.static_picture().count("<img") == 1 and "position D" in panel.static_text()


def test_a_burst_of_the_slider_is_quick():
    panel, times = ProofExplorer("A"), []
    for index in range(0, len(panel.t.options), 8):
        start = time.perf_counter()
        send(panel.t, index=index)
        times.append(1000 * (time.perf_counter() - start))
    report("proofs slider", times, 150)


def test_another_position_is_searched_in_slices():
    async def change():
        panel = ProofExplorer("W")
        start = time.perf_counter()
        choose(panel.position, "A")
        waited = 1000 * (time.perf_counter() - start)
        assert panel.work.running
        press(panel.jumps[0])  # still the one on show
        assert panel.status.error is None and "root proved after" in panel.sentences[0].value
        await until(lambda: not panel.work.running)
        assert "Only 2 and 8" in panel.story.value
        return waited

    report("proofs position", [asyncio.run(change())], 150)


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"position": "Z"}, "position must be one of A, S, B, C, D, W, not 'Z'"),
        ({"seed": -1}, "seed must be a whole number from 0 to 999"),
        ({"seed": True}, "seed must be a whole number"),
    ],
)
def test_other_settings_are_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        ProofExplorer(**wrong)
