"""Test the stepper's widget without a browser, with the messages that a front end sends."""

import asyncio
import random
import re
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from front_end import tell, until
from toys import Script

from mctslib.door.guard import PhaseError
from mctslib.draw import layout
from mctslib.games.tictactoe import TicTacToe
from mctslib.search import PHASES, Phases
from mctslib.stepper.model import STOP
from mctslib.trace import Trace, record
from mctslib.widgets import StepperView
from mctslib.widgets.stepping import trees as stepping_trees
from mctslib.widgets.stepping.parts import board_html
from mctslib.widgets.stepping.view import MORE, MOVES

A = TicTacToe.from_text(".../O.X/.X.")


@pytest.fixture
def view():
    return StepperView(A, iterations=60, seed=1)


def press(view, move):
    tell(view.face, move=move)


def jump(view, t):
    tell(view.face, jump=t)


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
        ({"move": "home"}, "iteration 0 of 60, the start"),
        ({"move": "end"}, "iteration 60 of 60, phase 4 of 4, backpropagation"),
        ({"phase": 2}, "iteration 30 of 60, phase 2 of 4, expansion"),
        ({"jump": 17}, "iteration 17 of 60, phase 4 of 4, backpropagation"),
        ({"jump": 10**400}, "iteration 60 of 60, phase 4 of 4, backpropagation"),
    ],
)
def test_every_move(view, message, words):
    jump(view, 30)
    tell(view.face, **message)
    assert shown(view) == words and view.status.error is None


def test_a_step_is_one_message_with_only_what_has_changed(view, monkeypatch):
    jump(view, 30)
    sent = []
    monkeypatch.setattr(
        view.face, "_send", lambda message, buffers=None: sent.append(message["state"])
    )
    press(view, "forward")
    assert len(sent) == 1 and {"place", "sentence", "tree"} <= set(sent[0])
    assert not {"phases", "speeds", "predict", "question"} & set(sent[0])


def test_every_part_shows_the_moment(view):
    jump(view, 40)
    for phase in ("select", "expand", "simulate", "backpropagate"):
        press(view, "forward")
        assert re.search(rf"<mark>▶ .*phases\.{phase}\(", view.face.code)
        assert f"def {phase}(" in view.face.code
        assert view.stepper.sentence == view.face.sentence
        assert f"Phase {phase}" in view.face.tree and "<svg" in view.face.board
        for part in (view.face.tree, view.face.board, view.face.table):
            ET.fromstring(f"<div>{part}</div>")
    assert "N 40" in view.face.tree and "→41" in view.face.tree


def test_in_phase_4_the_nodes_of_the_path_rise_from_the_leaf_to_the_root(view):
    jump(view, 40)
    depth, path = len(view.stepper.path), view.stepper.path
    turns = [
        int(k)
        for k in re.findall(
            r'class="node[^"]* rise" data-path="[^"]*" style="--k:(\d+)"', view.face.tree
        )
    ]
    assert sorted(turns) == [*range(depth + 1)] and depth >= 2
    new = " ".join(re.findall(r'<tspan class="new"[^>]*>([^<]*)', view.face.tree)).replace(
        "&#45;", "-"
    )
    assert [new.count(word) for word in ("→", " for ", "Q ")] == [
        2 * (depth + 1),
        depth + 1,
        depth + 1,
    ]
    press(view, "back")
    assert (
        "rise" not in view.face.tree
        and 'class="new"' not in view.face.tree
        and path == view.stepper.path
    )


@pytest.mark.parametrize("t", [3, 20, 30, 45, 60])
def test_no_node_comes_or_goes_within_an_iteration_but_the_new_one(view, t):
    jump(view, t)
    drawn = []
    for phase in (1, 2, 3, 4):
        tell(view.face, phase=phase)
        drawn.append(set(re.findall(r'data-path="([^"]*)"', view.face.tree)))
    assert (
        drawn[1] == drawn[2] == drawn[3] and drawn[0] < drawn[1] and len(drawn[1] - drawn[0]) == 1
    )


def test_the_random_game_is_seen_in_phase_3_and_leaves_in_phase_4(view):
    seen = []
    for phase in (1, 2, 3, 4):
        tell(view.face, phase=phase)
        seen.append((view.face.tree.count('class="ghost"') > 0, "leaving" in view.face.tree))
    assert seen == [(False, False), (False, False), (True, False), (True, True)]


def bars(view):
    """Return the position of the leftmost bar in the table; the columns are to its left."""
    drawn = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="13"', view.face.table)
    return min(map(float, drawn))


def test_the_table_belongs_to_the_iteration_on_the_screen(view):
    """In phases 1 to 3, the table shows the numbers that selection used.

    In phase 4, the table shows the changed numbers.  In every phase the table marks the chosen
    child.
    """
    jump(view, 40)
    before, after = view.trace.tree(39), view.trace.tree(40)
    taken = view.trace.iterations[39].path[0]
    n, later = before.children[taken].visits, after.children[taken].visits
    assert (
        f"O {taken}: N {n}→{later}, W" in view.face.table
        and f"The iteration went to O {taken}." in view.face.table
    )
    assert view.face.table.count('class="was"') == len(before.children)
    ended = bars(view)
    for phase in (1, 2, 3):
        tell(view.face, phase=phase)
        assert abs(bars(view) - ended) <= 8  # nothing moves sideways when the iteration ends
        assert f"O {taken}: N {n}, W" in view.face.table and view.face.table.count("▶ ") == 1
        assert (
            'class="was"' not in view.face.table and f"√(ln {before.visits} / n)" in view.face.table
        )


def test_the_code_leaves_its_docstring_to_be_unfolded(view):
    press(view, "forward")
    body, _, docs = view.face.code.partition("<details>")
    assert "&quot;" not in body and "walk down" in docs and "return node" in body


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_controls_leave_the_widget_where_the_model_is(view, times):
    rng = random.Random(3)
    for _ in range(times):
        if rng.random() < 0.5:
            jump(view, rng.randrange(61))
        else:
            press(view, rng.choice(MOVES))
        assert view.face.place["position"] == view.stepper.position
    assert f"iteration {view.stepper.t} of 60" in shown(view) and view.status.error is None


def test_an_unknown_message_is_refused_in_red_and_the_widget_goes_on(view):
    press(view, "__init__")
    assert isinstance(view.status.error, ValueError) and "A move must be one of" in view.status.text
    press(view, "forward")
    assert view.status.error is None and view.stepper.position == 1


def test_the_menu_chooses_whose_children_the_table_shows(view):
    jump(view, 50)
    assert (
        view.face.children_of[0] == "the root"
        and len(view.face.children_of) == len(view.stepper.selected) + 1
    )
    before = view.face.table
    tell(view.face, depth=1)
    assert view.face.table != before and view.face.depth == 1
    press(view, "home")
    assert view.face.depth == 0  # the new place has no node at depth 1


def test_search_on_says_what_it_did_until_the_reader_moves_on():
    view = StepperView(TicTacToe(), iterations=10, at=4)
    tell(view.face, search=True)
    headline, *others = view.face.sentence.split("  ")
    assert "iterations 11 to 60 are new" in headline
    assert others == [view.stepper.sentence.split("  ")[0]] and view.stepper.t == 4
    tell(view.face, move="forward")
    assert view.face.sentence == view.stepper.sentence


def test_search_on_continues_the_same_search(view):
    tell(view.face, search=True)
    assert view.stepper.last == view.face.place["last"] == 60 + MORE and view.status.error is None
    assert view.trace.iterations == record(A, 60 + MORE, seed=1).iterations
    press(view, "end")
    assert view.stepper.root.visits == 60 + MORE


async def test_a_burst_of_slider_values_makes_few_drawings_and_ends_at_the_last():
    view = StepperView(A, iterations=100, seed=1)
    drawn = []
    view.face.observe(lambda change: drawn.append(change["new"]), "place")
    for value in range(1, 101):
        jump(view, value)
        await asyncio.sleep(0.002)
    await asyncio.sleep(1.0)
    assert 1 <= len(drawn) <= 10, len(drawn)
    assert shown(view).startswith("iteration 100 of 100") and "→100" in view.face.tree


async def test_the_trees_one_step_away_are_drawn_ahead():
    view = StepperView(A, iterations=60, seed=1, at=30)
    assert "→30" in view.face.tree  # the first picture appears at once
    give_up = time.monotonic() + 20
    while view.trees.busy and time.monotonic() < give_up:
        await asyncio.sleep(0.02)
    assert {120, 121, 124, 119, 116} <= set(view.trees.drawn)
    await asyncio.sleep(0)
    press(view, "forward")  # the tree appears at the same moment, without a wait
    assert view.face.tree == view.trees.drawn[121] and "Phase select" in view.face.tree


async def test_who_looks_does_not_wait_for_what_is_drawn_ahead(monkeypatch):
    monkeypatch.setattr(stepping_trees, "PAUSE", 60)  # before the neighbours are drawn
    view = StepperView(A, iterations=60, seed=1, at=30)
    await asyncio.sleep(0.1)
    press(view, "end")
    await until(lambda: "→60" in view.face.tree, 30)
    assert not {121, 119} & set(view.trees.drawn)
    monkeypatch.setattr(stepping_trees, "PAUSE", 0)
    view.trees.hurry.set()  # so that the thread can end


def test_threads_that_draw_at_once_do_not_mix_the_trees_up(view, monkeypatch):
    """Two callers use the tree that is drawn in advance.

    These callers are the drawing thread and a script without an event loop.
    """
    monkeypatch.setattr(
        stepping_trees, "tree_html", lambda ahead, most: time.sleep(0.01) or str(ahead.position)
    )
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
        return view.stepper.position, view.face.tree

    position, drawn = asyncio.run(ahead())
    view = StepperView(A, iterations=60, seed=1)
    view.stepper.go(position)
    view.draw()
    assert view.face.tree == drawn


@pytest.mark.parametrize("max_nodes", [0, 201])
def test_absurd_numbers_of_nodes_are_refused(max_nodes):
    with pytest.raises(ValueError, match="from 1 to 200"):
        StepperView(A, iterations=5, max_nodes=max_nodes)


def test_without_graphviz_the_tree_is_drawn_in_letters(monkeypatch):
    monkeypatch.setattr("mctslib.draw.layout.find_dot", lambda: None)
    layout.render.cache_clear()
    view = StepperView(A, iterations=20, seed=1, at=20)
    assert "pip install" in view.face.tree and "├─" in view.face.tree and view.status.error is None


def fails_after_ten(node, rewards):
    root = node
    while root.parent is not None:
        root = root.parent
    if root.visits >= 10:
        raise KeyError("on purpose")
    PHASES.backpropagate(node, rewards)


def test_a_phase_that_fails_midway_shows_what_was_done_and_a_red_line():
    view = StepperView(
        A, iterations=50, seed=1, phases=replace(PHASES, backpropagate=fails_after_ten)
    )
    assert (
        isinstance(view.status.error, PhaseError)
        and "Your backpropagate raised KeyError" in view.status.text
    )
    assert view.stepper.last == 10
    press(view, "end")
    assert shown(view).startswith("iteration 10 of 10") and "→10" in view.face.tree
    assert "Your backpropagate" in view.face.sentence and "fails_after_ten" in view.face.code
    tell(view.face, search=True)
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
    assert "the record ends here" in view.face.place["words"]


def test_wrong_statistics_are_marked_in_the_tree():
    def twice(node, rewards):
        PHASES.backpropagate(node, rewards)
        PHASES.backpropagate(node, rewards)

    view = StepperView(A, iterations=20, seed=1, at=20, phases=Phases(backpropagate=twice))
    assert "≠" in view.face.tree or "&#8800;" in view.face.tree
    assert "→40" in view.face.tree and "2 visits instead" in view.face.sentence


def options(view):
    """Return the words on the question's buttons."""
    return re.findall(r'<button type="button" data-option="\d+">([^<]*)', view.face.question)


def test_predict_asks_judges_and_counts(view):
    jump(view, 40)
    assert view.face.question == ""
    tell(view.face, predict=True)
    assert "Iteration 41: which way will selection go from the root" in view.face.question
    assert "Q + c·√(ln 40 / n), c = 1, n the N of a child" in view.face.question
    assert view.face.table == "" and view.face.asking  # the bars would give the answer away
    coming = view.trace.iterations[40].path
    known = view.stepper.question().options
    wrong = next(o for o in known if o not in (coming[0], STOP))
    tell(view.face, option=known.index(wrong))
    assert "✘ Not this one." in view.face.question and "Score: 0 of 1." in view.face.question
    assert (
        f"{coming[0]} has the highest score" in view.face.question
        and f"Your guess, {wrong}, has" in view.face.question
    )
    press(view, "next_iteration")
    known = view.stepper.question().options
    tell(view.face, option=known.index(view.trace.iterations[41].path[0]))
    assert "✔ Right." in view.face.question and "Score: 1 of 2." in view.face.question


def test_a_click_on_the_drawn_child_answers(view):
    jump(view, 40)
    tell(view.face, predict=True)
    drawn = re.findall(r'data-path="(at[_\d]*)"', view.face.tree)
    assert {"at", "at_3"} <= set(drawn)
    for nothing in ("at", "at_3_0", "at_99", "O 4"):
        tell(view.face, node=nothing)
        assert view.stepper.score.asked == 0
    tell(view.face, node="at_3")  # the fourth of 0 1 2 4 6 8
    assert view.stepper.score.asked == 1
    taken = view.trace.iterations[40].path[0]
    assert ("✔ Right." if taken == 4 else "Your guess, 4, has") in view.face.question


def test_there_is_a_button_for_every_option(view):
    tell(view.face, predict=True)
    for t in (*range(12), *range(12, 61, 6)):
        jump(view, t)
        question = view.stepper.question()
        assert len(options(view)) == (
            len(question.options) if question else 0
        ) and view.face.asking == bool(question)
        assert not question or options(view)[-1] == "it stops here"


def test_where_nothing_is_asked_it_says_why(view):
    tell(view.face, predict=True)
    for move, words in (
        ("home", "in the first iteration"),
        ("forward", "to the end of the iteration"),
        ("end", "add iterations with “Search on”"),
    ):
        press(view, move)
        assert words in view.face.question, move


def test_the_static_picture_is_a_film_strip_of_four_phases(view):
    jump(view, 30)
    data, _ = view._repr_mimebundle_()
    picture = data["image/svg+xml"]
    ET.fromstring(picture)
    for number, heading in enumerate(
        ("Selection", "Expansion", "Simulation", "Backpropagation"), 1
    ):
        assert f">{number}</text>" in picture and f">{heading}</text>" in picture
    # The picture has the game of phase 3 and the root's N of phase 4.
    assert 'class="ghost"' in picture and picture.count("→30") == 1
    assert data["text/plain"].startswith("Stepper, iteration 30 of 60")
    assert view.stepper.position == 120  # looking at a node does not move the stepper


THREE = Script.of({"a": {"x": (1, 0, 0), "y<&>": (0, 1, 0)}, "b": {"z": (0, 0, 1)}}, (0, 1, 2))
ALONE = Script.of({"a": {"x": (0.2,), "y": (0.9,)}, "b": (0.4,)}, (0, 0))


@pytest.mark.parametrize("start", [TicTacToe(4), THREE, ALONE])
def test_games_of_another_shape_step_too(start):
    view = StepperView(start, iterations=30, seed=0, at=30)
    assert view.status.error is None and "→30" in view.face.tree
    for move in MOVES:
        press(view, move)
        assert view.status.error is None


def test_the_moves_of_the_path_and_of_the_playout_are_numbered_in_one_row():
    """The moves of the path and of the playout share one numbering.

    The marks in the start position have no numbers.
    """
    view = StepperView(TicTacToe.from_text("X.O/.X./..O"), iterations=60)
    seen = set()
    for t in range(1, 61):
        view.stepper.jump(t)  # to the last phase of the iteration
        boards = re.findall(r"<svg.*?</svg>", board_html(view.stepper))
        path, rollout = view.stepper.node.path(), view.stepper.iteration.rollout
        numbers = [sorted(map(int, re.findall(r">(\d)</text>", one))) for one in boards]
        assert (
            numbers
            == [[*range(1, len(path) + 1)], [*range(1, len(path) + len(rollout) + 1)]][
                : len(boards)
            ]
        )
        assert len(boards) == 1 + bool(rollout)
        seen.add(
            re.sub(r"\d", "k", "".join(re.findall(r"end, after (.*?):", board_html(view.stepper))))
        )
    assert seen == {"", "move k", "moves k and k", "moves k to k"}
