"""Chapter 13's figure of the spreading proofs shows at each step what the tree proves."""

import asyncio
import json
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until

from mctslib import search
from mctslib.course.ch13 import POSITIONS, ProofExplorer
from mctslib.course.ch13.spread import Spreading
from mctslib.course.ch13.still import still
from mctslib.course.ch13.widget import growing, side_data
from mctslib.draw.look import value_colour
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
    options = Solver(decisive=False).options()
    if not uses_facts:
        options["tree_policy"] = UCB1()
    whole = search(POSITIONS[name].state, 9000, seed=3, **options)
    assert spread.proved == whole.iterations
    assert len(spread.boxes) == whole.root.size()
    t = max(1, spread.done // 2)
    root = search(POSITIONS[name].state, t, seed=3, **options).root
    facts = proofs(root)
    shown = {box.node.path(): spread.badge(box, t) for box in spread.boxes if box.born <= t}
    assert shown == {node.path(): badge(node, facts) for node in root.descendants()}
    assert spread.counts(t) == (root.size(), len(facts))


def test_the_boxes_of_children_fill_the_box_of_their_parent():
    spread = grown("D", True)
    places = {box.node: box for box in spread.boxes}
    for box in spread.boxes:
        below = [places[child] for child in box.node.children.values()]
        assert not below or sum(one.width for one in below) == pytest.approx(box.width)
        assert all(one.x >= box.x - 1e-9 and one.depth == box.depth + 1 for one in below)
    assert spread.boxes[0].width == pytest.approx(1)


def test_the_still_picture_has_the_colours_of_the_results():
    spread = grown("D", True)
    picture = ElementTree.fromstring(still(spread, spread.done, "solver"))
    fills = {one.get("fill") for one in picture.findall("{*}rect")}
    assert {value_colour(0.0), value_colour(0.5), value_colour(1.0)} <= fills
    assert "root: = drawn; moves: 1 ✗ lost" in picture.get("aria-label")


def test_the_page_gets_every_moment_of_both_searches():
    panel = ProofExplorer("S")
    data = panel.figure.data
    for side, spread in zip(data["sides"], panel.spreads):
        assert side["done"] == spread.done == data["steps"][side["end"]]
        assert len(side["boxes"]) == len(spread.boxes)
        assert side["counts"] == [spread.counts(min(t, spread.done)) for t in data["steps"]]
        assert {box["step"] for box in side["boxes"] if box["badge"] == "= drawn"} <= {20}
    assert len(json.dumps(data)) < 200_000


def test_the_buttons_show_their_moments():
    panel = ProofExplorer("S")
    plain, solver = panel.spreads
    assert panel.figure.t == solver.done < plain.done
    assert "The solver has proved a draw. Plain UCT has not." in panel.headline.words
    press(panel.jumps[1])
    assert panel.figure.t == plain.done
    assert "Both searches have proved a draw." in panel.headline.words
    press(panel.start)
    assert panel.figure.t == 0
    assert "Neither search has proved the position yet." in panel.headline.words
    press(panel.play)
    assert panel.figure.t == panel.steps[-1]
    press(panel.other)
    assert panel.shown == ("S", 1)
    assert panel.status.error is None


def test_the_reader_moves_the_line():
    panel = ProofExplorer("S")
    send(panel.figure, t=panel.spreads[0].done)
    assert "Both searches" in panel.headline.words
    send(panel.figure, t=10**6)  # this moment does not exist
    assert "Both searches" in panel.headline.words and panel.status.error is None


@pytest.mark.parametrize(
    "name, words", [("B", "a win for X"), ("W", "a win for X"), ("D", "a draw")]
)
def test_the_result_is_named(name, words):
    panel = ProofExplorer(name)
    assert words in panel.headline.words
    assert f"Position {name}" in panel.static_text()
    assert panel.static_picture().count("<img") == 1


def test_another_position_is_searched_in_slices():
    async def change():
        panel = ProofExplorer("W")
        choose(panel.position, "A")
        assert panel.work.running and panel.play.description.startswith("Stop")
        assert "Position W" in panel.headline.words  # the proof of W is still shown
        await until(lambda: not panel.work.running)
        assert "Position A" in panel.headline.words
        assert panel.play.description == "Let the proofs spread"

    asyncio.run(change())


def test_a_stopped_search_leaves_the_figure_as_it_was():
    async def change():
        panel = ProofExplorer("W")
        choose(panel.position, "A")
        press(panel.play)
        await until(lambda: not panel.work.running)
        assert "Position W" in panel.headline.words and "Stopped" in panel.status.text
        press(panel.jumps[0])
        assert panel.status.error is None

    asyncio.run(change())


def test_the_side_data_of_a_search_without_a_proof(monkeypatch):
    monkeypatch.setattr("mctslib.course.ch13.spread.MOST", 20)
    spread = grown("A", False)
    data = side_data(spread, "plain", "plain", [0, 10, 20])
    assert data["proved"] is None and data["end"] == 2


def test_the_steps_grow():
    steps = list(growing(40, 4000))
    assert steps[0] == 40 and steps[-1] < 4000
    assert all(a < b <= 1.05 * a for a, b in zip(steps, steps[1:]))


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
