"""The stepper's widget without a browser: messages go in as the front end sends them."""
import asyncio
import random
import re
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from front_end import send, tell
from toys import Script

from mctslib.draw import layout
from mctslib.games.tictactoe import TicTacToe
from mctslib.guard import PhaseError
from mctslib.search import PHASES, Phases
from mctslib.stepper.model import STOP
from mctslib.trace import Trace, record
from mctslib.widgets import StepperView
from mctslib.widgets.stepping import trees as stepping_trees
from mctslib.widgets.stepping.view import MORE, MOVES

A = TicTacToe.from_text(".../O.X/.X.")


@pytest.fixture
def view():
    return StepperView(A, iterations=60, seed=1)


def press(view, move):
    tell(view.keyboard, move=move)


def click(view, words):
    tell(view.keyboard, node=words)


def shown(view):
    """(t, noun of the phase) as the page says."""
    return re.sub("<.*?>", "", view.place.value)


@pytest.mark.parametrize("how", ["button", "key"])
@pytest.mark.parametrize("move, words", [
    ("forward", "iteration 31 of 60 · phase 1 of 4, selection"),
    ("back", "iteration 30 of 60 · phase 3 of 4, simulation"),
    ("next_iteration", "iteration 31 of 60 · phase 4 of 4, backpropagation"),
    ("previous_iteration", "iteration 29 of 60 · phase 4 of 4, backpropagation"),
    ("home", "iteration 0 of 60 · the start"),
    ("end", "iteration 60 of 60 · phase 4 of 4, backpropagation"),
])
def test_every_move_by_button_and_by_key(view, how, move, words):
    send(view.slider, value=30)
    view.buttons[move].click() if how == "button" else press(view, move)
    assert shown(view) == words and view.status.error is None


def test_the_slider_jumps_and_follows(view):
    send(view.slider, value=17)
    assert (view.stepper.t, view.stepper.phase) == (17, 4)
    press(view, "forward")
    assert view.slider.value == 18 and view.stepper.phase == 1  # following it is no jump


def test_every_part_shows_the_moment(view):
    send(view.slider, value=40)
    for phase in ("select", "expand", "simulate", "backpropagate"):
        press(view, "forward")
        assert re.search(rf"<mark>▶ .*phases\.{phase}\(", view.code.value)
        assert f"def {phase}(" in view.code.value
        assert view.stepper.sentence.split(".")[0] in view.sentence.value
        assert f"Phase {phase}" in view.tree.value and "<svg" in view.board.value
        for part in (view.tree, view.board, view.table):
            for picture in re.findall(r"<svg.*?</svg>", part.value, flags=re.DOTALL):
                ET.fromstring(picture)
    assert "N 41" in view.tree.value


@pytest.mark.parametrize("times", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_controls_leave_the_widget_where_the_model_is(view, times):
    rng = random.Random(3)
    for _ in range(times):
        if rng.random() < 0.5:
            send(view.slider, value=rng.randrange(61))
        else:
            press(view, rng.choice(list(MOVES)))
        assert view.slider.value == view.stepper.t
    assert f"iteration {view.stepper.t} of 60" in shown(view) and view.status.error is None


def test_an_unknown_message_is_refused_in_red_and_the_widget_goes_on(view):
    press(view, "__init__")
    assert isinstance(view.status.error, ValueError) and "A move is one of" in view.status.text
    press(view, "forward")
    assert view.status.error is None and view.stepper.position == 1


def test_the_menu_chooses_whose_children_the_table_shows(view):
    send(view.slider, value=50)
    assert view.depth.options[0] == ("the root", 0) and len(view.depth.options) == len(view.stepper.path) + 1
    before = view.table.value
    send(view.depth, index=1)
    assert view.table.value != before and view.depth.value == 1


async def test_run_on_goes_to_the_end_and_can_be_paused():
    view = StepperView(A, iterations=3, seed=1)
    send(view.run.speed, index=2)
    send(view.run.button, value=True)
    await asyncio.sleep(0.6)
    send(view.run.button, value=False)
    paused = view.stepper.position
    await asyncio.sleep(0.5)
    assert 2 <= paused <= 4 and view.stepper.position == paused
    send(view.run.button, value=True)
    while view.run.button.value:
        await asyncio.sleep(0.05)
    assert view.stepper.position == 12 and view.run.button.description == "Run on"


def test_run_on_in_a_plain_script_goes_to_the_end():
    view = StepperView(A, iterations=12, seed=1)
    view.run.button.value = True
    assert view.stepper.position == 48 and not view.run.button.value


def test_search_on_continues_the_same_search(view):
    view.more.click()
    assert view.stepper.last == view.slider.max == 60 + MORE and view.status.error is None
    assert view.trace.iterations == record(A, 60 + MORE, seed=1).iterations
    press(view, "end")
    assert view.stepper.root.visits == 60 + MORE


async def test_a_burst_of_slider_values_makes_few_drawings_and_ends_at_the_last():
    view = StepperView(A, iterations=100, seed=1)
    drawn = []
    view.place.observe(lambda change: drawn.append(change["new"]), "value")
    for value in range(1, 101):
        send(view.slider, value=value)
        await asyncio.sleep(0.002)
    await asyncio.sleep(1.0)
    assert 1 <= len(drawn) <= 10, len(drawn)
    assert shown(view).startswith("iteration 100 of 100") and "N 100" in view.tree.value


async def test_the_trees_one_step_away_are_drawn_ahead():
    view = StepperView(A, iterations=60, seed=1, at=30)
    assert "N 30" in view.tree.value  # the first is there at once
    give_up = time.monotonic() + 20
    while view.trees.busy and time.monotonic() < give_up:
        await asyncio.sleep(0.02)
    assert {120, 121, 124, 119, 116} <= set(view.trees.drawn)
    await asyncio.sleep(0)
    press(view, "forward")  # its tree is there in the same moment, without waiting
    assert view.tree.value == view.trees.drawn[121] and "Phase select" in view.tree.value


def test_threads_that_draw_at_once_do_not_mix_the_trees_up(view, monkeypatch):
    """The drawing thread, and a script without an event loop: both walk the tree that grows ahead of the reader's."""
    monkeypatch.setattr(stepping_trees, "tree_html", lambda ahead, most: time.sleep(0.01) or str(ahead.position))
    with ThreadPoolExecutor(4) as several:
        assert [*several.map(view.trees.draw, range(9, 30))] == [*map(str, range(9, 30))]
    assert view.trees.ahead.root is not view.stepper.root


def test_drawn_trees_are_not_kept_for_ever(view, monkeypatch):
    monkeypatch.setattr(stepping_trees, "KEPT", 3)
    view.trees.drawn.clear()
    for position in range(6):
        view.trees.draw(position)
    assert list(view.trees.drawn) == [3, 4, 5]


def test_what_is_drawn_ahead_is_what_would_be_drawn_on_the_spot():
    async def ahead():
        view = StepperView(A, iterations=60, seed=1, at=30)
        for move in ("forward", "forward", "next_iteration", "back"):
            press(view, move)
            while view.trees.busy:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
        return view.stepper.position, view.tree.value

    position, drawn = asyncio.run(ahead())
    view = StepperView(A, iterations=60, seed=1)
    view.stepper.go(position)
    view.draw()
    assert view.tree.value == drawn


@pytest.mark.parametrize("max_nodes", [0, 201])
def test_absurd_numbers_of_nodes_are_refused(max_nodes):
    with pytest.raises(ValueError, match="from 1 to 200"):
        StepperView(A, iterations=5, max_nodes=max_nodes)


def test_without_graphviz_the_tree_is_drawn_in_letters(monkeypatch):
    monkeypatch.setattr("mctslib.draw.layout.find_dot", lambda: None)
    layout.render.cache_clear()
    view = StepperView(A, iterations=20, seed=1, at=20)
    assert "pip install" in view.tree.value and "├─" in view.tree.value and view.status.error is None


def fails_after_ten(node, rewards):
    root = node
    while root.parent is not None:
        root = root.parent
    if root.visits >= 10:
        raise KeyError("on purpose")
    PHASES.backpropagate(node, rewards)


def test_a_phase_that_fails_midway_shows_what_was_done_and_a_red_line():
    view = StepperView(A, iterations=50, seed=1, phases=replace(PHASES, backpropagate=fails_after_ten))
    assert isinstance(view.status.error, PhaseError) and "Your backpropagate raised KeyError" in view.status.text
    assert view.stepper.last == 10
    press(view, "end")
    assert shown(view).startswith("iteration 10 of 10") and "N 10" in view.tree.value
    assert "Your backpropagate" in view.sentence.value and "fails_after_ten" in view.code.value
    view.more.click()
    assert isinstance(view.status.error, PhaseError) and view.stepper.last == 10


def test_a_phase_that_fails_at_once_is_an_error_in_the_cell():
    def expand(node, rng):
        return None

    with pytest.raises(PhaseError, match="Your expand returned None"):
        StepperView(A, iterations=50, seed=1, phases=Phases(expand=expand))


def test_a_record_that_does_not_fit_is_shown_as_far_as_it_does():
    good = record(A, 20, seed=1).iterations
    view = StepperView(Trace(A, [*good[:5], good[0], *good[5:]]), at=20)
    assert "Iteration 6 cannot be replayed" in view.status.text and view.stepper.t == 5
    assert "the record ends here" in view.place.value


def test_wrong_statistics_are_marked_in_the_tree():
    def twice(node, rewards):
        PHASES.backpropagate(node, rewards)
        PHASES.backpropagate(node, rewards)

    view = StepperView(A, iterations=20, seed=1, at=20, phases=Phases(backpropagate=twice))
    assert "≠" in view.tree.value or "&#8800;" in view.tree.value
    assert "N 40" in view.tree.value and "+2 visits" in view.sentence.value


def test_predict_asks_judges_and_counts(view):
    send(view.slider, value=40)
    assert view.quiz.layout.display == "none"
    send(view.predict, value=True)
    assert "Iteration 41: which way will selection go from the root" in view.quiz.text.value
    assert "Q + c·√(ln 40 / n), c = 1, n the N of a child" in view.quiz.text.value
    assert view.table.value == ""  # it would give the answer away
    coming = view.trace.iterations[40].path
    options = view.stepper.question().options
    wrong = next(o for o in options if o not in (coming[0], STOP))
    view.quiz.buttons[options.index(wrong)].click()
    assert "✘ Not this one." in view.quiz.text.value and "Score: 0 of 1." in view.quiz.text.value
    assert f"it took {coming[0]}" in view.quiz.text.value and f"Your {wrong} has" in view.quiz.text.value
    press(view, "next_iteration")
    options = view.stepper.question().options
    view.quiz.buttons[options.index(view.trace.iterations[41].path[0])].click()
    assert "✔ Right." in view.quiz.text.value and "Score: 1 of 2." in view.quiz.text.value


def test_a_click_on_the_drawn_child_answers(view):
    send(view.slider, value=40)
    send(view.predict, value=True)
    child = view.stepper.question().node.children[4]
    click(view, "no such node")
    assert view.stepper.score.asked == 0
    click(view, f"O 4: N {child.visits}  Q {child.value:.2f}")
    assert view.stepper.score.asked == 1


def test_no_more_buttons_are_shown_than_there_are_options(view):
    send(view.predict, value=True)
    for t in (*range(12), *range(12, 61, 6)):
        send(view.slider, value=t)
        question = view.stepper.question()
        visible = [button.description for button in view.quiz.buttons if button.layout.display != "none"]
        assert len(visible) == (len(question.options) if question else 0)
        assert not visible or visible[-1] == "it stops here"


def test_where_nothing_is_asked_it_says_why(view):
    send(view.predict, value=True)
    for move, words in (("home", "in the first iteration"), ("forward", "to the end of the iteration"),
                        ("end", "“Search on” adds iterations")):
        press(view, move)
        assert words in view.quiz.text.value, move


def test_the_static_picture_is_a_film_strip_of_four_phases(view):
    send(view.slider, value=30)
    data, _ = view._repr_mimebundle_()
    picture = data["image/svg+xml"]
    ET.fromstring(picture)
    for number, heading in enumerate(("Selection", "Expansion", "Simulation", "Backpropagation"), 1):
        assert f">{number}</text>" in picture and f">{heading}</text>" in picture
    assert data["text/plain"].startswith("Stepper, iteration 30 of 60")
    assert view.stepper.position == 120  # looking at it moves nothing


THREE = Script.of({"a": {"x": (1, 0, 0), "y<&>": (0, 1, 0)}, "b": {"z": (0, 0, 1)}}, (0, 1, 2))
ALONE = Script.of({"a": {"x": (0.2,), "y": (0.9,)}, "b": (0.4,)}, (0, 0))


@pytest.mark.parametrize("start", [TicTacToe(4), THREE, ALONE])
def test_games_of_another_shape_step_too(start):
    view = StepperView(start, iterations=30, seed=0, at=30)
    assert view.status.error is None and "N 30" in view.tree.value
    for move in MOVES:
        press(view, move)
        assert view.status.error is None
