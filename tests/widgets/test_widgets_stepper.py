"""Test the stepper's widget without a browser, with the messages that a front end sends."""

import asyncio
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from front_end import tell
from toys import Script

from mctslib.door.guard import PhaseError
from mctslib.draw import layout
from mctslib.draw.scores import scores
from mctslib.games.connect4 import ConnectFour
from mctslib.games.tictactoe import TicTacToe
from mctslib.search import PHASES, Phases
from mctslib.stepper.lit import key_of
from mctslib.trace import Trace, record
from mctslib.tree import walk
from mctslib.widgets import StepperView
from mctslib.widgets.stepping.view import MOVES
from mctslib.words import worked

A = TicTacToe.from_text(".../O.X/.X.")


@pytest.fixture
def view():
    return StepperView(A, iterations=60, seed=1)


def press(view, move):
    tell(view.face, move=move)


def go(view, t, phase):
    tell(view.face, jump=t)
    tell(view.face, phase=phase)


def shown(view):
    """Return the iteration and the phase that the page shows."""
    return view.face.place["spoken"]


@pytest.mark.parametrize(
    "message, words",
    [
        ({"move": "forward"}, "iteration 31 of 60, phase 1 of 4, selection"),
        ({"move": "back"}, "iteration 30 of 60, phase 3 of 4, simulation"),
        ({"move": "next_iteration"}, "iteration 31 of 60, phase 4 of 4, backpropagation"),
        ({"move": "previous_iteration"}, "iteration 29 of 60, phase 4 of 4, backpropagation"),
        ({"move": "home"}, "iteration 1 of 60, phase 1 of 4, selection"),
        ({"move": "end"}, "iteration 60 of 60, phase 4 of 4, backpropagation"),
        ({"phase": 2}, "iteration 30 of 60, phase 2 of 4, expansion"),
        ({"jump": 17}, "iteration 17 of 60, phase 4 of 4, backpropagation"),
        ({"jump": 10**400}, "iteration 60 of 60, phase 4 of 4, backpropagation"),
        ({"jump": -1}, "iteration 1 of 60, phase 4 of 4, backpropagation"),
    ],
)
def test_every_move(view, message, words):
    go(view, 30, 4)
    tell(view.face, **message)
    assert shown(view) == words and view.status.error is None


def test_it_opens_at_the_first_phase_of_an_iteration():
    assert "iteration 1 of 9, phase 1" in shown(StepperView(A, iterations=9))
    assert "iteration 4 of 9, phase 1" in shown(StepperView(A, iterations=9, at=4))
    assert shown(StepperView(A, iterations=9, at=0)) == "iteration 0 of 9, the start"


def test_at_the_end_the_filled_button_goes_back_to_the_start(view):
    press(view, "end")
    press(view, "forward")
    assert shown(view) == "iteration 1 of 60, phase 1 of 4, selection"


def test_a_step_is_one_message_with_only_what_has_changed(view, monkeypatch):
    go(view, 30, 4)
    sent = []
    monkeypatch.setattr(
        view.face, "_send", lambda message, buffers=None: sent.append(message["state"])
    )
    press(view, "forward")
    assert len(sent) == 1 and {"place", "words", "tree"} <= set(sent[0])
    assert "phases" not in sent[0]


def test_every_part_shows_the_moment(view):
    go(view, 40, 4)
    for phase in ("select", "expand", "simulate", "backpropagate"):
        press(view, "forward")
        assert re.search(rf"<mark>▶ .*phases\.{phase}\(", view.face.code)
        assert f"def {phase}(" in view.face.code
        assert "<svg" in view.face.board and view.face.headline
        for part in ("tree", "board", "scores", "words"):
            ET.fromstring(f"<div>{getattr(view.face, part)}</div>")
    assert "N 40→41" in view.face.tree


def test_no_node_comes_or_goes_within_an_iteration_but_the_new_one(view):
    for t in (3, 20, 45, 60):
        drawn = []
        for phase in (1, 2, 3, 4):
            go(view, t, phase)
            drawn.append(set(re.findall(r'data-path="([^"]*)"', view.face.tree)))
        assert drawn[1] == drawn[2] == drawn[3] and len(drawn[1] - drawn[0]) == 1


def test_the_bars_are_those_that_selection_compared(view):
    """In phases 1 to 3 the bars have the scores before the iteration; in phase 4, also the new."""
    before, after = view.trace.tree(39), view.trace.tree(40)
    taken = view.trace.iterations[39].path[0]
    for phase, root in ((1, before), (3, before), (4, after)):
        go(view, 40, phase)
        tell(view.face, node="at")  # the root's children
        for score in scores(root, view.stepper.tree_policy):
            assert f"</s>{worked(score.total)}</span>" in view.face.scores
        row = re.search(r'mcts-row mcts-taken" data-k="(\w+)"', view.face.scores)
        assert row[1] == key_of(root.children[taken])
        assert ("<b style" in view.face.scores) == (phase == 4)


def test_there_is_one_board_with_the_random_moves_in_their_order(view):
    go(view, 40, 2)
    assert view.face.board.count("<svg") == 1 and "Pale" not in view.face.board
    press(view, "forward")
    rollout = view.stepper.iteration.rollout
    numbers = [int(k) for k in re.findall(r">(\d)</text>", view.face.board)]
    assert sorted(numbers) == [*range(1, len(rollout) + 1)]
    assert view.face.board.count("<svg") == 1 and "Pale" in view.face.board


def test_a_click_on_a_node_opens_it_and_the_next_click_closes_it(view):
    go(view, 50, 1)
    before = view.face.board, view.face.scores
    other = next(a for a in view.trace.tree(49).children if (a,) != view.stepper.path[:1])
    key = key_of(walk(view.stepper.root, (other,)))
    tell(view.face, node=key)
    assert f"At O {other}." in view.face.board
    assert f"O {other}?" in view.face.scores or f"of O {other}" in view.face.scores
    tell(view.face, node=key)
    assert (view.face.board, view.face.scores) == before
    tell(view.face, node="at_99")
    assert (view.face.board, view.face.scores) == before


def test_the_page_tells_the_room_for_the_tree(view):
    wide = view.face.tree
    tell(view.face, fit=[240, 0])
    assert 'width="24' in view.face.tree and view.face.tree != wide
    for nonsense in ([1], [1, 2, 3], ["a", 2], [float("inf"), 0]):
        tell(view.face, fit=nonsense)
        assert view.status.error is not None
    tell(view.face, fit=[-5, 10**9])
    assert view.status.error is None


async def test_a_burst_of_slider_values_makes_few_drawings_and_ends_at_the_last():
    view = StepperView(A, iterations=100, seed=1)
    drawn = []
    view.face.observe(lambda change: drawn.append(change["new"]), "place")
    for value in range(1, 101):
        tell(view.face, jump=value)
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.5)
    assert 1 <= len(drawn) <= 30, len(drawn)
    assert shown(view).startswith("iteration 100 of 100")


def test_without_graphviz_the_tree_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("mctslib.draw.layout.find_dot", lambda: None)
    layout.render.cache_clear()
    view = StepperView(A, iterations=20, seed=1, at=20)
    assert "pip install" in view.face.tree and view.status.error is None


def fails_after_ten(node, rewards):
    root = node
    while root.parent is not None:
        root = root.parent
    if root.visits >= 10:
        raise KeyError("on purpose")
    PHASES.backpropagate(node, rewards)


def test_a_phase_that_fails_midway_shows_what_was_done_and_a_red_line():
    phases = replace(PHASES, backpropagate=fails_after_ten)
    view = StepperView(A, iterations=50, seed=1, phases=phases)
    assert isinstance(view.status.error, PhaseError) and view.stepper.last == 10
    press(view, "end")
    assert shown(view).startswith("iteration 10 of 10") and "→10" in view.face.tree
    assert "Your backpropagate" in view.face.headline and "fails_after_ten" in view.face.code


def test_a_phase_that_fails_at_once_is_an_error_in_the_cell():
    with pytest.raises(PhaseError, match="Your expand returned None"):
        StepperView(A, iterations=50, seed=1, phases=Phases(expand=lambda node, rng: None))


def test_a_record_that_does_not_fit_is_shown_as_far_as_it_does():
    good = record(A, 20, seed=1).iterations
    view = StepperView(Trace(A, [*good[:5], good[0], *good[5:]]), at=20)
    assert "Iteration 6 cannot be replayed" in view.status.text and view.stepper.t == 5


def test_wrong_statistics_are_marked_in_the_tree():
    def twice(node, rewards):
        PHASES.backpropagate(node, rewards)
        PHASES.backpropagate(node, rewards)

    view = StepperView(A, iterations=20, seed=1, at=20, phases=Phases(backpropagate=twice))
    press(view, "end")
    assert "≠" in view.face.tree or "&#8800;" in view.face.tree
    assert "→40" in view.face.tree and "2 visits instead" in view.face.words


# -------------------- predict


@pytest.fixture
def asking():
    return StepperView(A, iterations=60, seed=1, at=40, predict=True)


def options(view):
    """Return the options that have a button."""
    return [int(k) for k in re.findall(r'<button[^>]* data-option="(\d+)"', view.face.scores)]


def test_the_headline_asks_and_then_it_is_the_verdict(asking):
    assert "Iteration 41: where does selection go from" in asking.face.headline
    assert "exploration, " not in asking.face.scores  # the complete bars would give the answer away
    question = asking.question
    truth = asking.stepper.truth(question)
    wrong = next(k for k in options(asking) if question.options[k] != truth)
    tell(asking.face, option=wrong)
    assert "✗ Not this one." in asking.face.headline and "0 of 1" in asking.face.headline
    assert "exploration, " not in asking.face.scores and wrong in options(asking)
    tell(asking.face, option=question.options.index(truth))
    assert "✓" in asking.face.headline and "has the highest score" in asking.face.words
    assert "exploration<em>, " in asking.face.scores and options(asking) == []
    assert asking.stepper.score == (0, 1)  # a second answer does not count


def test_forward_asks_each_question_and_then_walks_through_the_iteration(asking):
    asked = 0
    while question := asking.question:
        tell(asking.face, option=question.options.index(asking.stepper.truth(question)))
        asked += 1
        press(asking, "forward")
    selected = asking.stepper.trace.iterations[40].path[:-1]
    assert asked >= len(selected) and shown(asking).startswith("iteration 41 of 60, phase 1")
    for _ in range(3):
        press(asking, "forward")
    assert "phase 4" in shown(asking) and not asking.question
    press(asking, "forward")
    assert "Iteration 42" in asking.face.headline


def test_a_question_may_be_passed_over(asking):
    press(asking, "forward")
    assert shown(asking).startswith("iteration 41 of 60, phase 1")
    assert asking.stepper.score.asked == 0


def test_a_click_on_the_drawn_child_answers(asking):
    for nothing in ("at", "at_3_0", "at_99", "O 4"):
        tell(asking.face, node=nothing)
        assert asking.stepper.score.asked == 0
    tell(asking.face, node="at_3")
    assert asking.stepper.score.asked == 1


# -------------------- without a kernel, and other games


def test_the_static_picture_is_a_headline_above_the_four_phases(view):
    go(view, 30, 4)
    data, _ = view._repr_mimebundle_()
    above = "<p><b>Iteration 30 of 60, in its four phases.</b></p>"
    assert data["text/html"].startswith(above)
    picture = view.static_picture()
    ET.fromstring(picture)
    headings = ("Selection", "Expansion", "Simulation", "Backpropagation")
    for number, heading in enumerate(headings, 1):
        assert f">{number}</text>" in picture and f">{heading}</text>" in picture
    assert data["text/plain"].startswith("Stepper, iteration 30 of 60")
    assert view.stepper.position == 120  # looking at it does not move the stepper


THREE = Script.of({"a": {"x": (1, 0, 0), "y<&>": (0, 1, 0)}, "b": {"z": (0, 0, 1)}}, (0, 1, 2))
ALONE = Script.of({"a": {"x": (0.2,), "y": (0.9,)}, "b": (0.4,)}, (0, 0))


@pytest.mark.parametrize("start", [TicTacToe(4), THREE, ALONE, ConnectFour()])
def test_games_of_another_shape_step_too(start):
    view = StepperView(start, iterations=30, seed=0, at=30)
    for width in (240, 740):
        tell(view.face, fit=[width, 0])
        for move in MOVES:
            press(view, move)
            for part in ("tree", "board", "scores", "words"):
                ET.fromstring(f"<div>{getattr(view.face, part)}</div>")
            assert view.status.error is None
