"""Test the play widget and the shared parts of widgets with the messages that a browser sends."""

import asyncio
import random
import re
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from front_end import choose, fail, press, say, send, tell, until
from small_games import Climb, MovesTwice, Ten, ThreeWay
from small_games import Nim as Sticks
from toys import together

from mctslib import (
    UCB1,
    ConnectFour,
    IllegalAction,
    Node,
    Phases,
    SudoTicTacToe,
    TicTacToe,
    search,
)
from mctslib.arena.levels import ITERATIONS
from mctslib.checks import check_tree
from mctslib.course.asking import Prediction
from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch08.pgame import PGame
from mctslib.draw.look import STEPS
from mctslib.draw.own_text import rows_of_cells, text_as_html
from mctslib.draw.svg import dimensions
from mctslib.game import not_over
from mctslib.games import Nim, TwoCards
from mctslib.games.board import is_grid
from mctslib.more_policies import Highest, blocking
from mctslib.terminal import options
from mctslib.widgets import BoardWidget, Play, StepperView
from mctslib.widgets.panel import Panel, StatusLine, in_background, safely, search_slices
from mctslib.widgets.play import parts
from mctslib.widgets.play.board import MOST_LISTED, thoughts
from mctslib.widgets.play.parts import ENGINE_SAW
from mctslib.widgets.play.play import TREE
from mctslib.widgets.walking import BOTH, versions
from mctslib.words import count


def visible_buttons(play):
    """Return the buttons of the legal actions, in the order of the actions."""
    return play.board.pool[: len(play.board.offered)]


def event(play, name, cell=-1):
    tell(play.board, command=name, cell=cell)


def clicked(cell, *arguments, **options):
    """Return the widget after a click on this cell."""
    play = Play(*arguments, **options)
    event(play, "play", cell)
    return play


def says(play):
    return play.board.view["say"]


# -------------------- a game


def test_thoughts_stay_in_the_cells_they_were_about_while_the_next_search_begins():
    """The numbers of a search stay in the cells of the position that was searched.

    In Connect Four, the cell of an action moves up with the discs, but the numbers stay.  The
    numbers also stay during a pause in which the next search has already begun.
    """
    play = Play(ConnectFour(5, 4, 3), human=None, iterations=10, seed=1)
    assert play.searched is not None
    play = Play(ConnectFour(5, 4, 3), iterations=10, seed=1)
    play.controls.on_board.value = ENGINE_SAW
    play.engine_moves()
    shown, last = play.searched, play.game.last
    play.game.grow_from_here()  # as the next search will do
    play.refresh()
    assert play.searched is shown and play.best == last
    assert shown.cell_of(last) != play.game.state.cell_of(last)
    played = shown.cell_of(last)
    assert play.board.view["best"] == played == play.board.view["last"]


def test_a_click_plays_and_the_engine_answers():
    play = clicked(4, seed=1, iterations=100)
    assert play.game.state.cells().count("X") == play.game.state.cells().count("O") == 1
    assert play.board.view["marks"][4] == "X"
    assert "O played cell" in says(play) and "of 100 games." in says(play)
    assert "Your turn: X" in says(play)


def test_a_forced_move_of_the_engine_needs_no_thought():
    play = Play(Nim(1, 1), human=0, iterations=1000, seed=0)
    play.play(play.game.state.legal_actions()[0])
    play.work.catch_up(20)
    assert play.game.state.is_terminal() and play.seen.root.visits == 1
    assert "its only move" in play.board.view["say"] or "its only move" in play.remark


def test_the_thoughts_are_the_children_of_the_searched_root():
    play = clicked(4, seed=1, iterations=100)
    root = play.game.root
    assert root.state == TicTacToe().apply(4) and root.visits == 100
    assert {a: t.visits for a, t in play.known.items()} == {
        a: c.visits for a, c in root.children.items()
    }
    assert sum(t.share for t in play.known.values()) == pytest.approx(1)
    play.controls.on_board.value = ENGINE_SAW
    bars = [drawn["bar"] for drawn in play.board.view["thoughts"].values()]
    assert max(bars) == 1 and min(bars) >= 0


def test_thoughts_of_an_unfinished_root_show_no_value_for_untried_moves():
    known = thoughts(search(TicTacToe(), 3, seed=0).root)
    assert len(known) == 9 and sum(t.visits for t in known.values()) == 3
    assert str(min(known.values(), key=lambda t: t.visits)) == "N = 0 (0% of the visits)"


def test_the_human_may_be_o_and_the_engine_then_begins():
    play = Play(human="O", seed=0, iterations=50)
    assert play.game.state.cells().count("X") == 1 and "Your turn: O" in says(play)


@pytest.mark.parametrize("size", [3, 6])
def test_every_size_by_the_dropdown(size):
    play = Play(seed=0, iterations=20)
    choose(play.controls.size, f"{size} × {size}")
    event(play, "play", size * size - 1)
    assert play.game.state.size == size and len(play.game.actions) == 2
    assert len(play.board.view["marks"]) == size * size


def test_the_same_seed_gives_the_same_game():
    one, other = (Play(human=None, iterations=30, seed=5).game.actions for _ in range(2))
    assert one == other


def test_strength_is_the_iterations_of_the_side_that_thinks_and_a_level_is_its_iterations():
    chosen, leveled = Play(human="both", seed=0), Play(level=7, human="both", seed=0)
    choose(chosen.controls.sides[0].strength, "300")
    for play in (chosen, leveled):
        press(play.controls.buttons["hint"])
        assert play.game.root.visits == ITERATIONS[6] == 300


def test_the_tree_is_kept_from_move_to_move_and_is_valid():
    """The engine of each player has its own tree, and the panel says how much of it was kept.

    A hint begins with an empty tree.
    """
    play = Play(human="both", seed=0, iterations=(200, 10))
    event(play, "engine moves")
    root = play.game.root
    for _ in range(2):
        event(play, "hint")
        assert play.game.root.visits == 10 and "kept" not in says(play)
    event(play, "engine moves")
    assert play.game.root.visits == 10 and "kept" not in says(play)
    first, second = play.game.actions
    node = root.children[first].children[second]
    kept = sum(child.visits for child in node.children.values())
    event(play, "engine moves")
    assert f"of {kept + 200} games" in says(play) and f"It had kept {kept} game" in says(play)
    check_tree(play.game.root)


def test_after_a_take_back_a_new_tree_is_grown():
    play = Play(human="both", seed=0, iterations=50)
    for command in ("engine moves", "engine moves", "take back", "take back", "hint"):
        event(play, command)
    assert play.game.root.state == TicTacToe() and play.game.root.visits == 50


def test_take_back_returns_to_the_persons_turn():
    play = clicked(4, seed=1, iterations=20)
    event(play, "take back")
    assert (
        play.game.state == TicTacToe()
        and says(play) == "Taken back. You are X. Choose a cell: three in a row wins."
    )
    event(play, "take back")
    assert "nothing to take back" in says(play)


def test_a_finished_game_can_be_taken_back_and_started_again():
    play = clicked(8, TicTacToe.from_text("OO./.../XX."), human="both")
    assert says(play) == "The game is over: X wins." and play.board.view["line"] == [6, 7, 8]
    event(play, "play", 2)
    assert "Start a new game" in says(play) and play.status.error is None
    event(play, "take back")
    assert says(play).startswith("Taken back")
    event(play, "new game")
    assert str(play.game.state) == "O O .\n. . .\nX X ."


def test_a_hint_finds_the_win_and_plays_nothing():
    play = Play(TicTacToe.from_text("OO./.../XX."), seed=0)
    event(play, "hint")
    assert play.board.view["best"] == 8 and not play.game.actions
    assert says(play).startswith("Hint: cell 8. It was tried in")


def test_a_taken_cell_is_answered_kindly_and_a_cell_outside_is_an_error():
    play = clicked(4, human="both")
    event(play, "play", 4)
    assert "Cell 4 is taken" in says(play) and play.status.error is None
    event(play, "play", 77)
    assert isinstance(play.status.error, IllegalAction) and 'role="alert"' in play.status.value
    event(play, "play", 0)
    assert play.status.error is None and len(play.game.actions) == 2


def test_what_is_shown_is_chosen_by_name():
    play = clicked(4, seed=1, iterations=50)
    assert play.board.view["thoughts"] == {} and play.board.view["best"] == -1, "marks only"
    assert "What the search found" in play.bars.value and "Expected: O" in play.line.value
    assert play.tree.value == ""
    send(play.controls.tree, value=True)
    assert "<svg" in play.tree.value
    send(play.controls.tree, value=False)
    assert play.tree.value == ""
    choose(play.controls.on_board, "what the engine saw")
    assert {*play.board.view["thoughts"]} == set("01235678") and play.board.view["best"] >= 0
    choose(play.controls.on_board, "my options")
    mine = {*play.board.view["thoughts"]}
    assert mine == {str(action) for action in play.game.state.legal_actions()}
    send(play.controls.thoughts, value=False)
    assert play.found.layout.display == "none"


def test_my_options_are_coloured_for_the_player_to_move():
    """X is to move, so X's winning move has the colour of X, which is blue."""
    play = Play(TicTacToe.from_text("OO./.../XX."), seed=0, iterations=200)
    event(play, "hint")
    choose(play.controls.on_board, "my options")
    assert play.board.view["thoughts"]["8"]["colour"] == f"var(--mcts-value-{STEPS})"


def test_giving_a_side_to_the_engine_makes_it_move():
    play = Play(human="both", seed=0, iterations=20)
    choose(play.controls.sides[0].who, "engine")
    assert play.game.actions and "Your turn: O" in says(play)


# -------------------- words for people who cannot see


def test_every_cell_says_where_it_is_what_it_holds_and_what_was_thought_of_it():
    play = Play(TicTacToe.from_text("OO./.../XX."), seed=0, iterations=100)
    event(play, "hint")
    choose(play.controls.on_board, "my options")
    names = play.board.view["names"]
    assert names[0] == "cell 0: O"
    assert names[8].startswith("cell 8: empty; the best move; ") and "N = " in names[8]
    assert "Q = 1.00" in names[8]


def test_the_saved_notebook_keeps_a_picture_and_words():
    play = Play(seed=1, iterations=50, moves=(4, 0))
    event(play, "hint")
    data, _ = play._repr_mimebundle_()
    assert data["text/html"].startswith("<p><b>Your turn: X to move.</b>")
    assert re.search(r'<img role="img" alt="[^"]*Board, row by row', data["text/html"])
    assert "Hint: cell" in data["text/plain"] and "O . ." in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


# -------------------- faults


def test_a_failing_phase_gives_a_red_line_and_the_next_click_works():
    play = clicked(4, phases=Phases(select=fail), seed=0)
    assert "Your select raised RuntimeError: no <picture>" in play.status.text
    assert "✖ PhaseError" in play.status.value and "&lt;picture&gt;" in play.status.value
    assert "The engine, O, waits" in says(play)
    event(play, "play", 0)
    assert "not your turn" in says(play) and len(play.game.actions) == 1
    play.options.clear()
    event(play, "engine moves")
    assert play.status.error is None and len(play.game.actions) == 2
    check_tree(play.game.root)


def test_a_tree_policy_that_gives_nan_is_named():
    play = clicked(4, tree_policy=Highest(lambda node, child: float("nan")), seed=0, iterations=50)
    assert "nan" in play.status.text and "Change that value" in play.status.value


@pytest.mark.parametrize("label", ["<script>alert(1)</script>", "x" * 10_000])
def test_hostile_messages_are_shown_as_text(label):
    status = StatusLine()
    status.complain(ValueError(label))
    assert "<script>" not in status.value and len(status.value) < 4_000
    status.say(label)
    assert "<script>" not in status.value


@pytest.mark.parametrize("events", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_any_event_whatever_leaves_a_working_widget(events):
    """After random clicks and commands there is no error, and the game can be replayed."""
    play, rng = Play(seed=0, iterations=3, tree=False), random.Random(0)
    names = ["play"] * 8 + ["take back", "hint", "new game", "engine moves", "stop", "nonsense"]
    for _ in range(events):
        event(play, rng.choice(names), rng.randrange(-1, 10))
        state = play.game.start
        for action in play.game.actions:
            state = state.apply(action)
        assert state == play.game.state and play.board.view["marks"] == [
            m.strip(".") for m in state.cells()
        ]


DAMAGED = [
    None,
    "play",
    3,
    [],
    {},
    {"cell": 4},
    {"command": "play"},
    ["choose"],
    ["choose", {}],
    [[], {}, None],
    [None] * 9,
    *(
        {"command": "play", "cell": odd, "arm": odd, "move": odd}
        for odd in (None, [4], {}, float("nan"), 1.5)
    ),
    {"command": ["play"], "cell": 4},
    {"command": None, "cell": 4},
    {"node": None},
    {"node": [1]},
    {"node": "X"},
]
OUTSIDE = (
    {"command": "play", "cell": 10**400, "arm": 10**400, "move": "nonsense"},
    ["choose", 10**400, 1],
)


class Heard(NamedTuple):
    """A panel that receives messages from its page.

    make   a function that makes the panel
    part   the name of the part that receives the messages
    right  a valid message
    done   a function: panel → the state that the messages change
    """

    make: Callable[[], Any]
    part: str
    right: Any
    done: Callable[[Any], Any]


HEARD = {
    "board": Heard(
        make=lambda: Play(seed=0, iterations=3, tree=False),
        part="board",
        right={"command": "play", "cell": 4},
        done=lambda play: play.game.actions,
    ),
    "stepper": Heard(
        make=lambda: StepperView(TicTacToe(), iterations=5),
        part="face",
        right={"move": "forward"},
        done=lambda view: view.stepper.position,
    ),
    "prediction": Heard(
        make=lambda: Prediction("00-random"),
        part="page",
        right=["choose", 4, 1],
        done=lambda asked: asked.choice,
    ),
}


@pytest.mark.parametrize("name", HEARD)
def test_a_damaged_message_is_not_heard_and_nothing_is_lost(name, monkeypatch):
    monkeypatch.setenv("MCTSLIB_PROGRESS", "off")
    make, part, right, done = HEARD[name]
    panel = make()
    page = getattr(panel, part)
    before = done(panel)

    def arrives(content):
        if part == "page":
            page.set_trait("event", content)
        else:
            say(page, content)

    for said in (*DAMAGED, *OUTSIDE):
        arrives(said)
        assert done(panel) == before and (said in OUTSIDE or panel.status.error is None), said
    arrives(right)
    assert done(panel) and panel.status.error is None


# -------------------- while it thinks


class WatchedLock:
    """A lock that records which thread holds it."""

    def __init__(self):
        self.lock, self.owners = threading.RLock(), []

    @property
    def owner(self):
        return self.owners[-1] if self.owners else None

    def __enter__(self):
        self.lock.acquire()
        self.owners.append(threading.current_thread())

    def __exit__(self, *error):
        self.owners.pop()
        self.lock.release()


async def test_the_drawing_thread_reads_a_tree_only_while_nothing_grows_it(monkeypatch):
    owned = []
    for name in ("tree_dot", "tree_svg"):

        def noted(*a, read=getattr(parts, name), **o):
            here = threading.current_thread()
            owned.append((play.lock.owner is here, here is threading.main_thread()))
            return read(*a, **o)

        monkeypatch.setattr(parts, name, noted)

    play = Play(seed=0, iterations=200, tree=True)
    play.lock = WatchedLock()
    event(play, "play", 4)
    await until(lambda: owned and not play.work.running)
    assert set(owned) == {(True, False)}


async def test_the_engine_thinks_in_slices_and_stop_makes_it_move():
    # A small tree to check.
    play = Play(TicTacToe(6), seed=0, iterations=1_000_000, rollout_policy=blocking)
    event(play, "play", 14)
    act = play.controls.buttons["new game"]
    assert play.work.running and act.description.startswith("Stop")
    await until(lambda: play.known)
    event(play, "play", 0)
    assert "Still thinking" in says(play) and len(play.game.actions) == 1
    press(act)
    await until(lambda: not play.work.running)
    assert len(play.game.actions) == 2 and act.description == "New game"
    check_tree(play.game.root)


@pytest.mark.parametrize("command", ["new game", "take back"])
async def test_thinking_is_dropped_by(command):
    play = clicked(14, TicTacToe(6), seed=0, iterations=1_000_000)
    await until(lambda: play.game.root.visits)
    event(play, command)
    await asyncio.sleep(0.15)
    assert not play.work.running and not play.game.actions


async def test_two_engines_are_held_by_stop_and_go_on():
    play = Play(human=None, iterations=20, seed=0)
    await until(lambda: play.game.actions)
    event(play, "stop")
    await until(lambda: play.held)
    made = len(play.game.actions)
    await asyncio.sleep(0.1)
    assert len(play.game.actions) == made and "waits: press" in says(play)
    event(play, "engine moves")
    await until(lambda: play.game.state.is_terminal())


async def test_after_a_stop_the_engine_answers_the_next_move_too():
    play = Play(TicTacToe(6), seed=0, iterations=1_000_000, rollout_policy=blocking)
    for made in (2, 4):
        event(play, "play", play.game.state.legal_actions()[0])
        await until(lambda: play.known)
        press(play.controls.buttons["new game"])
        await until(lambda: not play.work.running)
        assert len(play.game.actions) == made and "Your turn" in says(play)


def test_two_engines_take_back_one_move_and_wait():
    play = Play(human=None, iterations=20, seed=0)
    made = len(play.game.actions)
    event(play, "take back")
    assert len(play.game.actions) == made - 1 and play.held and "waits: press “Go on”" in says(play)


async def test_two_engines_wait_between_their_moves():
    play, begun = Play(human=None, iterations=5, seed=0), time.monotonic()
    play.controls.pause.value = 0.2
    await until(lambda: play.game.state.is_terminal())
    moves, took = len(play.game.actions), time.monotonic() - begun
    assert took >= 0.2 * (moves - 1)  # the first picture appears at once


# -------------------- what all widgets share


class Example(Panel):
    @safely
    def fail(self, error):
        raise error

    @safely
    def slow(self, seen):
        seen.append("in")
        time.sleep(0.02)
        seen.append("out")


def test_slices_grow_the_same_tree_as_one_search():
    roots = []
    assert (
        list(search_slices(Node(TicTacToe(4)), 3_000, random.Random(7), use=roots.append))[-1] == 1
    )
    whole = search(TicTacToe(4), 3_000, seed=7).root
    assert [(n.path(), n.visits, n.value_sum) for n in roots[-1].descendants()] == [
        (n.path(), n.visits, n.value_sum) for n in whole.descendants()
    ]


def test_callbacks_from_two_threads_wait_for_each_other():
    example, seen = Example(), []
    together(*[partial(example.slow, seen)] * 4)
    assert seen == ["in", "out"] * 4


async def test_a_cell_and_a_callback_on_one_tree_keep_it_valid():
    """A cell that uses the panel's lock takes turns with the panel's running work."""

    def cell(play):
        for _ in range(20):
            with play.lock:
                search(play.game.root, 20, seed=1)

    play = clicked(14, TicTacToe(6), seed=0, iterations=1_000)
    await asyncio.gather(asyncio.to_thread(cell, play), until(lambda: not play.work.running))
    root = play.game.root  # this is a different tree if the compiled engine has taken over
    check_tree(root)
    assert root.visits == 1_000 + 20 * 20


def test_work_reports_how_it_ended():
    example, ends = Example(), []

    def failing():
        yield 0.5
        raise OSError("disk")

    example.work.start(iter([0.5, 1.0]), ends.append)
    example.work.start(failing(), ends.append)
    assert ends == ["done", "error"] and "disk" in example.status.text and not example.work.running


def test_an_error_at_the_end_of_work_is_seen_too():
    example = Example()

    def finish(outcome):
        raise KeyError(outcome)

    example.work.start(iter([1.0]), finish)
    assert isinstance(example.status.error, KeyError) and not example.work.running


async def test_newer_work_replaces_older():
    example, ends = Example(), []
    example.work.start((0.1 for _ in range(10**6)), lambda outcome: ends.append("old"))
    await asyncio.sleep(0.05)
    example.work.start(iter([1.0]), lambda outcome: ends.append("new"))
    await until(lambda: not example.work.running)
    await asyncio.sleep(0.05)
    assert ends == ["new"]


async def test_an_error_in_the_background_is_seen():
    example = Example()
    in_background(lambda: 1 / 0, print, example)
    await until(lambda: example.status.error)
    assert "ZeroDivisionError" in example.status.value


# -------------------- any game


def test_a_game_that_has_only_a_text_can_be_played():
    play = Play(Sticks(5), seed=0, iterations=300)
    press(play.board.buttons.children[0])  # take 1 of 5: the winning move
    assert play.game.actions[0] == 1 and len(play.game.actions) == 2
    assert "On a button" in play.controls.help.value, "the words must not mention cells"
    assert "Your turn." in play.board.line.text and ">sticks<" in play.board.picture.value
    assert play.board.field.layout.display == "none", "few actions are buttons"
    offered = [button.description for button in visible_buttons(play)]
    assert not any("★" in words or "N " in words for words in offered)  # no unrequested advice
    press(play.controls.buttons["hint"])
    shown = [button.description for button in visible_buttons(play)]
    assert sum("★" in words for words in shown) == 1
    ElementTree.fromstring(play.static_picture())


def test_c_can_be_chosen():
    plays = [Play(tree_policy=UCB1(c), seed=0, moves=(4,), human="both") for c in (0.0, 3.0)]
    for play in plays:
        event(play, "hint")
    greedy, curious = (max(t.share for t in play.known.values()) for play in plays)
    assert greedy > 2 * curious


async def test_in_a_notebook_the_saved_picture_waits_for_the_reply(monkeypatch):
    monkeypatch.setenv("MCTSLIB_PATIENCE", "60")  # seconds, as when a notebook is built
    play = Play(human="X", iterations=100, moves=(4,), seed=1)
    assert play.work.running  # the engine finds its reply between two messages of the kernel
    picture = play.static_picture()
    assert not play.work.running and len(play.game.actions) == 2 and "N" in picture


# -------------------- every game


class Drawn(Ten):
    def _repr_svg_(self):
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 '
            f'9"><text>{self.total}</text></svg>'
        )


STARTS = {
    **{name: start for name, (start, _) in options.STARTS.items()},
    "3 in 4×5": ConnectFour(5, 4, 3),
    "5×5": TicTacToe(5),
    "own": Ten(),
    "own, drawn": Drawn(),
    "p-game": PGame(1),
    "one player": Climb(),
    "three players": ThreeWay(),
    "moves twice": MovesTwice(),
}
every_game = pytest.mark.parametrize("name", STARTS)


def choose_something(play, rng):
    """Click on a random legal cell, or press a random button."""
    if isinstance(play.board, BoardWidget):
        event(
            play,
            "play",
            rng.choice([cell for cell, to in enumerate(play.board.view["targets"]) if to >= 0]),
        )
    else:
        press(rng.choice(visible_buttons(play)))


@every_game
def test_a_person_plays_every_game_to_its_end(name):
    play, rng = Play(STARTS[name], seed=0, iterations=5, tree=False), random.Random(name)
    while not play.game.state.is_terminal():
        choose_something(play, rng)
        assert play.status.error is None
    said = says(play) if isinstance(play.board, BoardWidget) else play.board.line.text
    assert "The game is over" in said
    ElementTree.fromstring(play.static_picture())


def is_small(state):
    return len(state.legal_actions()) < 10


@pytest.mark.parametrize("name", [name for name in STARTS if is_small(STARTS[name])])
def test_engines_play_a_game_to_its_end(name):
    tree = len(STARTS[name].legal_actions()) < 4
    play = Play(STARTS[name], human=None, seed=0, iterations=5, tree=tree)
    assert play.game.state.is_terminal() and play.status.error is None


def test_sudo_shows_the_board_one_is_sent_to():
    play = clicked(4, SudoTicTacToe(2), human="both")  # cell 1 of board 1
    view = play.board.view
    assert len(view["marks"]) == 81 and view["shaded"] == [3, 5, 12, 13, 14, 21, 22, 23]
    assert "Play in board 1." in says(play) and view["names"][4].startswith("cell 10 (board 1): X")
    event(play, "play", 80)
    assert "Cell 80 (board 8) is closed to you now" in says(play) and play.status.error is None


def test_sudo_shows_who_won_a_board_and_the_line_that_won_the_game():
    state = SudoTicTacToe(2)
    for action in (1, 9, 2, 18, 0):
        state = state.apply(action)
    assert Play(state, human="both").board.view["blocks"] == ["X", *[""] * 8]
    won = Play(SudoTicTacToe(1), human="both", moves=(1, 9, 2, 18, 0))
    assert won.board.view["line"] == [0, 1, 2] and says(won) == "The game is over: X wins."


def test_a_click_anywhere_in_a_column_drops_a_disc_and_the_landing_cell_is_known():
    play = Play(ConnectFour(), human="both")
    assert play.board.view["targets"][3] == 38 and play.board.view["falls"]
    event(play, "play", 3)
    event(play, "play", 3)
    view = play.board.view
    assert (view["marks"][38], view["marks"][31], view["last"]) == ("X", "O", 31)
    for _ in range(5):
        event(play, "play", 3)
    assert "Column 3 is full" in says(play) and len(play.game.actions) == 6


def test_thoughts_of_connect_four_stand_where_the_disc_would_fall():
    play = Play(ConnectFour(), seed=0, iterations=60, moves=(3,), human=0)
    choose(play.controls.on_board, "what the engine saw")
    assert {int(cell) for cell in play.board.view["thoughts"]} == {35, 36, 37, 31, 39, 40, 41}
    assert play.board.view["last"] == play.board.view["best"]


@pytest.mark.parametrize("name", ["connect4", "sudo2", "own", "3 in 4×5"])
def test_the_answer_is_a_probability_distribution(name):
    play = Play(STARTS[name], human=1, seed=0, iterations=40)
    assert play.probabilities.sum() == pytest.approx(1) and (play.probabilities >= 0).all()
    assert list(play.distribution()) == list(STARTS[name].legal_actions())
    assert play.distribution()[play.best] == play.probabilities.max()
    assert "What the search found" in play.bars.value


def test_a_game_without_a_board_plays_by_buttons_and_a_picture_of_its_own_is_shown():
    assert "The sum is 0" in Play(Ten()).board.picture.value
    assert 'href="data:image/svg+xml' in Play(Drawn()).board.picture.value


@pytest.mark.parametrize(
    "start, human, keys",
    [
        (TicTacToe(), 0, {"U", "Enter"}),
        (ConnectFour(5, 4, 3), 0, {"U", "Enter", "0 to 4"}),
        (ConnectFour(), None, {"U", "P"}),
        (Ten(), None, {"★"}),
        (TwoCards(), 0, set()),
    ],
)
def test_the_help_lists_the_keys_that_do_something_here(start, human, keys):
    told = Play(start, human=human, iterations=1, tree=False).controls.help.value
    words = ("U", "P", "Enter", "0 to 4", "0 to 6", "0 to 9", *["★"] * (not is_grid(start)))
    found = {word for word in words if re.search(rf"(?<!\w){word}(?!\w) (?!=)", told)}
    assert found == keys


def test_the_first_move_is_asked_for_and_nothing_is_viewed_before_it():
    play = Play(seed=1, iterations=20)
    views = (play.controls.on_board, play.controls.tree)
    assert play.headline.words == "You are X. Choose a cell: three in a row wins."
    assert "cell" not in Play(Nim(3, 4, 5)).headline.words
    assert all("mcts-later" in view._dom_classes for view in views)
    assert "mcts-slim" not in play._dom_classes  # the findings come without a change of width
    play.play(4)
    assert "Your turn: X to move." in play.headline.words
    assert not any("mcts-later" in view._dom_classes for view in views)
    assert "mcts-slim" not in play._dom_classes


def test_a_game_says_how_its_players_are_called():
    play = Play(CoinRow((3, 2)), seed=0, iterations=5)
    assert play.headline.words == "Your turn: X to move."
    assert "X has 0, O has 0" in play.board.picture.value


def test_buttons_are_ready_before_it_is_said_and_none_is_disabled_while_the_engine_thinks():
    """The buttons are ready before the engine's move is announced.

    No button is disabled while the engine thinks, because a disabled button loses the focus.
    """
    play, seen = Play(Ten(8), seed=0, iterations=20), []
    one = play.board.buttons.children[0]
    one.observe(lambda change: seen.append(change["new"]), "disabled")
    press(one)  # X takes 9, the engine takes 1, and the game is over
    assert seen == [] and play.board.line.text.endswith("The game is over: the engine wins.")
    assert visible_buttons(play) == []
    hidden = {button.layout.visibility for button in play.board.buttons.children}
    assert hidden == {"hidden"}, "buttons that cannot be pressed keep only their space"
    press(one)
    assert play.game.state.is_terminal() and play.board.line.text.endswith("the engine wins.")
    press(play.controls.buttons["new game"])
    assert one in visible_buttons(play) and one.layout.visibility == "visible"
    assert "Your turn" in play.board.line.text


def test_of_a_million_actions_the_first_are_listed_and_each_can_be_typed():
    class Huge(Ten):
        def legal_actions(self):
            return range(1_000_000) if self.total < 10 else range(0)

        def apply(self, action):
            return Huge(10, 1 - self.current_player)

    play = Play(Huge(), human="both")
    field = play.board.field
    assert field.layout.display == "" and visible_buttons(play) == []
    assert len(field.options) == MOST_LISTED and not field.ensure_option
    assert "1,000,000 actions" in field.placeholder
    send(field, value="seven")
    assert play.board.line.text == "seven is not a legal action here."
    send(field, value="77777")
    assert play.game.actions == [77_777] and "over" in play.board.line.text


async def test_pause_holds_two_engines_and_the_slider_sets_their_pace():
    play = Play(ConnectFour(), human=None, iterations=5, seed=0)
    send(play.controls.pause, value=0.0)
    await until(lambda: play.game.actions)
    press(play.controls.buttons["pause"])
    made = len(play.game.actions)
    await asyncio.sleep(0.15)
    assert len(play.game.actions) == made and play.controls.buttons["pause"].description == "Go on"
    event(play, "pause")
    assert play.controls.buttons["pause"].description == "Pause"
    await until(lambda: play.game.state.is_terminal())


class Written(NamedTuple):
    """A game whose position is shown only as text."""

    marks: str = "...."
    num_players = 2
    current_player = property(lambda self: self.marks.count("X") - self.marks.count("O"))

    def legal_actions(self):
        return [cell for cell in range(4) if self.marks[cell] == "."]

    def apply(self, action):
        mark = "XO"[self.current_player]
        return Written(f"{self.marks[:action]}{mark}{self.marks[action + 1 :]}")

    def is_terminal(self):
        return "." not in self.marks

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        return (0.5, 0.5)

    def __str__(self):
        return "\n".join(" ".join(self.marks[row : row + 2]) for row in (0, 2))


def test_a_board_that_is_only_written_is_drawn():
    play = Play(Written(), seed=0, iterations=5)
    assert "<svg" in play.board.picture.value and "<pre" not in play.board.picture.value
    play.play(0)
    assert "The position as text: X" in play.board.picture.value
    did, asks = play.headline.words.split(" games. ")
    assert did.startswith("The engine played action ") and asks == "Your turn. You are player 0."


def test_the_headline_says_what_the_engine_did_and_then_asks():
    play = Play(seed=0, iterations=50)
    play.play(4)
    tried = play.known[play.best].visits
    did = f"O played cell {play.game.last}, after trying it in {tried} of 50 games."
    assert play.headline.words == f"{did} Your turn: X to move."
    assert did not in play.told.value and did in says(play)  # a screen reader reads it once
    play.hint()
    assert play.headline.words == "Your turn: X to move." and "Hint:" in play.told.value
    play.take_back()
    assert play.headline.words.startswith("You are X.")


def test_a_text_that_is_no_board_is_a_list_or_stays_as_it_is():
    class Plain(NamedTuple):
        left: int = 3
        names: tuple[str, ...] = ("<a>",)

    rows = "<tr><th scope='row'>left</th><td>3</td></tr>"
    assert rows in text_as_html(Plain()) and "&lt;a&gt;" in text_as_html(Plain())
    assert text_as_html(Ten(4)).startswith("<pre>The sum is 4")
    assert not rows_of_cells("a b\nc") and not rows_of_cells("X .") and not rows_of_cells("")
    assert rows_of_cells("X .\n. O") == [["X", "."], [".", "O"]]


@pytest.mark.parametrize("moves", [(), (0,), (0, 2, 4), (0, 2, 4, 8)])
def test_a_tree_beside_the_board_fits_into_its_room(moves):
    """A deep tree was cut off at its lower end."""
    start = TicTacToe()
    for action in moves:
        start = start.apply(action)
    found = search(start, 1_000, seed=1)
    options = parts.tree_options(found.root, found.action)
    for picture in versions(found.root, BOTH, **options).values():
        assert dimensions(picture)[1] <= TREE


def test_no_button_is_shown_that_can_do_nothing():
    """Nothing can be taken back at the start, and a finished game needs no hint and no pause."""
    play = Play(TicTacToe(), seed=0, iterations=20, moves=(0, 3, 1, 4), human="both")
    seen = lambda command: play.controls.buttons[command].layout.visibility  # noqa: E731
    assert [seen("take back"), seen("hint"), seen("pause")] == ["visible"] * 3
    play.play(2)
    assert [seen("take back"), seen("hint"), seen("pause")] == ["visible", "hidden", "hidden"]
    play.new_game()
    assert [seen("take back"), seen("hint"), seen("pause")] == ["hidden", "visible", "visible"]


def test_the_buttons_for_a_game_come_with_its_first_move():
    play = Play(seed=0, iterations=20)
    act, *others = play.controls.acts
    assert all("mcts-later" in part._dom_classes for part in others)
    assert act.description == "Let the engine begin" and "mcts-quiet" in act._dom_classes
    play.play(4)
    play.work.catch_up(20)
    assert act.description == "New game"
    play.new_game()
    assert not any("mcts-later" in part._dom_classes for part in play.controls.acts)
    for human in ("both", "O", None):
        other = Play(seed=0, iterations=20, human=human)
        assert "mcts-later" not in other.controls.acts[0]._dom_classes


def is_shown(part):
    return part.layout.display != "none"


def test_before_the_first_move_the_reader_chooses_how_long_the_engine_thinks():
    play = Play(seed=0, iterations=200)
    opponent = play.opponent
    assert is_shown(opponent) and not is_shown(play.told) and opponent.strength.value == 200
    for index, strength in enumerate((1, 10, 100, 200, 1_000)):
        send(opponent.strength, index=index)
        assert play.controls.sides[1].strength.value == strength
        assert f'aria-label="{count(strength, "dot")}"' in opponent.dots.value
    choose(play.controls.sides[1].strength, "3,000")  # in the settings, and without a button
    assert opponent.strength.value is None and "Each dot is 10 games" in opponent.dots.value
    choose(play.controls.sides[1].strength, "10")
    assert opponent.strength.value == 10
    play.play(4)
    assert sum(one.visits for one in play.known.values()) == 10
    assert not is_shown(opponent) and is_shown(play.told)
    event(play, "take back")
    assert is_shown(opponent) and "Taken back" in play.told.value


@pytest.mark.parametrize("human", [None, "both", "O"])
def test_nobody_chooses_an_opponent_where_none_waits_for_the_first_move(human):
    assert not is_shown(Play(seed=0, iterations=5, human=human).opponent)


def test_an_engine_that_begins_plays_one_game_in_the_reader_s_place():
    play = Play(seed=0, iterations=20)
    press(play.controls.buttons["new game"])  # now it is called "Let the engine begin"
    assert len(play.game.actions) == 1 and play.game.state.current_player == 1
    assert play.controls.is_engine(0) and not play.controls.is_engine(1)
    assert play.controls.sides[0].strength.value == 20 and not is_shown(play.opponent)
    press(play.controls.buttons["new game"])
    assert not play.game.actions and is_shown(play.opponent)
    assert play.controls.is_engine(1) and not play.controls.is_engine(0)
    assert play.status.error is None


def test_a_double_click_on_new_game_does_not_let_the_engine_begin():
    play = Play(seed=0, iterations=20)
    play.play(4)
    press(play.controls.buttons["new game"])
    press(play.controls.buttons["new game"])
    assert not play.game.actions and not play.controls.is_engine(0)


def test_the_reader_s_own_seats_stay_after_a_new_game():
    play = Play(seed=0, iterations=20)
    press(play.controls.buttons["new game"])
    choose(play.controls.sides[0].who, "you")
    choose(play.controls.sides[1].who, "engine")
    event(play, "new game")
    assert play.controls.is_engine(1) and not play.controls.is_engine(0)


def test_a_game_between_engines_offers_no_actions():
    watched = Play(Ten(), seed=0, iterations=5, human=None)
    assert not watched.board.buttons.children
    choose(watched.controls.sides[0].who, "you")
    assert all(one.layout.visibility == "visible" for one in visible_buttons(watched))
    choose(watched.controls.sides[0].who, "engine")
    assert watched.board.buttons.children, "the buttons keep their room"
    assert all(one.layout.visibility == "hidden" for one in watched.board.buttons.children)


def test_the_position_in_which_the_reader_began_comes_again():
    play = Play(human="X", iterations=20, moves=(5, 3, 7), seed=0)
    play.work.catch_up(20)
    assert play.controls.buttons["position again"].layout.display == ""
    before = len(play.game.actions)
    play.play(play.game.state.legal_actions()[0])
    play.work.catch_up(20)
    event(play, "position again")
    play.work.catch_up(20)
    assert play.game.actions[:3] == [5, 3, 7] and len(play.game.actions) == before
    event(play, "new game")
    assert play.game.actions == []
    assert Play().controls.buttons["position again"].layout.display == "none"


def test_arrows_walk_through_a_finished_game_and_change_nothing():
    play = Play(human="both", seed=0, moves=(0, 3, 1, 4))
    event(play, "earlier")
    assert play.viewed is None and not play.board.view["walks"]
    play.play(2)
    assert play.board.view["walks"]
    for k in (4, 3):
        event(play, "earlier")
        assert f"Move {k} of 5." in play.told.value
        assert sum(map(bool, play.board.view["marks"])) == k
        assert set(play.board.view["targets"]) == {-1}
    for _ in range(5):
        event(play, "later")
    assert sum(map(bool, play.board.view["marks"])) == 5 and len(play.game.actions) == 5
    event(play, "take back")
    assert play.viewed is None and sum(map(bool, play.board.view["marks"])) == 4
