"""Chapter 13's figure of the spreading proofs shows at each step what the tree proves."""

import asyncio
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until

from mctslib import search
from mctslib.course.ch13 import POSITIONS, ProofExplorer
from mctslib.course.ch13.spread import Spreading
from mctslib.course.ch13.still import DRAWN, still
from mctslib.draw.look import PAPER, value_colour
from mctslib.methods.solver import Solver, badge, proofs
from mctslib.policies import UCB1
from mctslib.widgets.living.sliders import data


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


def test_the_still_picture_has_the_colours_of_the_results():
    spread = grown("D", True)
    picture = ElementTree.fromstring(still(spread, spread.done, "solver"))
    fills = {one.get("fill") for one in picture.findall("{*}rect")}
    assert {value_colour(0.0), DRAWN, value_colour(1.0)} <= fills
    assert DRAWN not in {PAPER, value_colour(0.0), value_colour(1.0)}  # PAPER: not known yet
    assert "root: = drawn; moves: 1 ✗ lost" in picture.get("aria-label")


def test_every_move_and_every_reply_has_a_box_with_its_sign():
    spread = grown("D", True)
    for narrow in (False, True):
        picture = ElementTree.fromstring(still(spread, spread.done, "solver", narrow=narrow))
        words = [one.text for one in picture.findall("{*}text")]
        assert {"O to move: a draw", "8 =", "1 X"} <= set(words)
        boxes = picture.findall("{*}rect")[1:]  # without the paper of the picture
        assert len(boxes) == sum(box.depth <= 2 for box in spread.boxes)
        assert len({(one.get("x"), one.get("y")) for one in boxes}) == len(boxes)


def test_the_slider_and_the_buttons_show_their_moments():
    panel = ProofExplorer("S")
    plain, solver = panel.spreads
    ends = f"a draw after {solver.proved} iterations, plain UCT after {plain.proved}."
    assert f"The solver proved {ends}" in panel.static_text()
    assert f"proved after {solver.proved:,} iterations" in panel.static_picture()
    assert f"proved after {solver.proved:,} iterations" not in panel.page_pictures()[0]
    assert "Which search will be first" in panel.headline.words and 0 < panel.t < solver.proved
    send(panel.controls["moment"], value=0)
    assert "Which search will be first" in panel.headline.words and panel.t == 0
    moment = next(k for k in range(41) if round((plain.done + 1) ** (k / 40)) > solver.done)
    send(panel.controls["moment"], value=moment)
    assert f"a draw after {solver.proved} iterations. When will plain UCT?" in panel.headline.words
    press(panel.buttons["run"])
    assert panel.t == plain.done and ends in panel.headline.words
    press(panel.buttons["other"])
    assert panel.seed == 1 and panel.status.error is None
    press(panel.undo)
    assert panel.seed == 0


def test_the_button_stops_at_the_first_proof():
    panel = ProofExplorer("A")
    assert all(panel.t < one.proved for one in panel.spreads)
    press(panel.buttons["run"])
    plain, solver = panel.spreads
    assert solver.proved <= panel.t < plain.proved
    press(panel.buttons["run"])
    assert panel.t == plain.proved


def test_a_page_names_its_moments_by_their_iterations():
    panel = ProofExplorer("A")
    seen = data(panel)
    assert seen["name"] == "iterations" and len(set(seen["labels"])) == len(seen["labels"])
    assert all(f" {label} iteration" in told for label, told in zip(seen["labels"], seen["told"]))
    assert seen["labels"][seen["at"]] == f"{panel.t:,}"


@pytest.mark.parametrize(
    "name, words", [("B", "a win for X"), ("W", "a win for X"), ("D", "a draw")]
)
def test_the_result_is_named(name, words):
    panel = ProofExplorer(name)
    send(panel.controls["moment"], value=40)
    assert words in panel.headline.words
    assert f"position {name}" in panel.static_text()
    assert panel.static_picture().count("<svg") > 1


def test_another_position_is_searched_in_slices_and_stop_keeps_the_figure():
    async def change():
        panel = ProofExplorer("W")
        choose(panel.controls["position"], "A")
        assert panel.work.running and "position W" in panel.headline.words
        await until(lambda: not panel.work.running)
        assert "position A" in panel.headline.words
        choose(panel.controls["position"], "C")
        press(panel.buttons["run"])  # it is the Stop button now
        await until(lambda: not panel.work.running)
        assert panel.position == "A" and panel.status.error is None

    asyncio.run(change())
