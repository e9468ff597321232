"""Widgets use the compiled engine automatically and get the same results in less time."""

import asyncio
import random
import time

import pytest
from measured import report

from mctslib import ConnectFour, Hex, Nim, Node, SudoTicTacToe, TicTacToe, search
from mctslib.checks import check_tree
from mctslib.course.ch08.racers import Racers
from mctslib.course.ch09b import Tournament
from mctslib.widgets import Play, StepperView

pytest.importorskip("numba", reason="the compiled engine needs numba")
from mctslib.fast import choice as engines
from mctslib.fast import warm
from mctslib.fast.choice import LOADER
from mctslib.fast.nodes import FastNode


@pytest.fixture
def compiled(monkeypatch):
    """Load the compiled engine, as in a kernel that has searched before."""
    warm.ready(quiet=True)
    LOADER.loaded()
    LOADER.thread.join()
    monkeypatch.setattr(LOADER, "asked", 10**9)


def readable(monkeypatch):
    monkeypatch.setattr(engines, "offered", lambda *args, **options: False)


def played(start, **options):
    play = Play(start, human=None, iterations=60, seed=3, **options)
    return play, (play.game.actions, play.known, play.tree.value, play.board.static_text())


LONGER = [
    pytest.param(ConnectFour(), 0, id="Connect Four", marks=pytest.mark.slow),
    pytest.param(SudoTicTacToe(2), 40, id="Sudo", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(
    "start, moves",
    [
        pytest.param(TicTacToe(), 0, id="3 × 3"),
        pytest.param(TicTacToe(5), 9, id="5 × 5"),
        *LONGER,
        pytest.param(Hex(4), 0, id="Hex"),
    ],
)
def test_the_same_game_is_played_and_drawn(start, moves, compiled, monkeypatch):
    """Both engines play and draw the same game; a long game begins with random moves."""
    for draw in random.Random(moves).choices(range(10**6), k=moves):
        start = start.apply(start.legal_actions()[draw % len(start.legal_actions())])
    play, ours = played(start)
    assert type(play.game.root) is FastNode
    readable(monkeypatch)
    other, theirs = played(start)
    assert type(other.game.root) is Node and ours == theirs


def test_a_cell_may_search_the_tree_of_the_widget_and_the_game_goes_on(compiled):
    play = Play(ConnectFour(), human="both", iterations=500, seed=1)
    play.engine_moves()
    root = play.game.root
    assert type(root) is FastNode
    search(root, 200, seed=1)
    assert play.game.root is root and root.visits == 700
    check_tree(root, 700)
    play.engine_moves()
    first, second = play.game.actions
    kept = root.children[first].children[second].visits
    play.engine_moves()
    assert type(play.game.root) is FastNode and play.game.root.visits == kept + 500
    check_tree(play.game.root)
    assert not play.status.error


def test_a_tree_is_handed_over_in_the_middle_of_a_thought(compiled, monkeypatch):
    """The readable engine makes the first slices of a search, while the compiled engine loads.

    The compiled engine makes the other slices.
    """
    answers = iter([False, False])
    monkeypatch.setattr(LOADER, "loaded", lambda: next(answers, True))
    play = Play(ConnectFour(), human="both", iterations=6_000, seed=1)
    play.hint()
    assert type(play.game.root) is FastNode
    ours = play.known
    readable(monkeypatch)
    other = Play(ConnectFour(), human="both", iterations=6_000, seed=1)
    other.hint()
    assert other.known == ours


def test_a_game_without_kernels_is_played_as_before(compiled):
    play = Play(Nim(9), human=None, iterations=50, seed=1)
    assert play.game.state.is_terminal() and type(play.game.root) is Node


def test_a_tournament_is_the_same(compiled, monkeypatch):
    def results():
        tournament = Tournament(players=("MCTS 30", "random"), games=10)
        tournament.play()
        return tournament.results

    ours = results()
    readable(monkeypatch)
    assert results() == ours


def test_the_race_on_a_position_is_the_same(compiled, monkeypatch):
    def lines():
        racers = Racers(seed=4)
        for _ in range(5):
            racers.advance()
        return racers.seen

    ours = lines()
    readable(monkeypatch)
    assert lines() == ours


def test_the_stepper_takes_over_a_compiled_tree(compiled):
    trace = []
    root = engines.grow(Node(TicTacToe()), 120, seed=random.Random(1), trace=trace).root
    assert type(root) is FastNode and len(trace) == 120
    assert list(StepperView(TicTacToe(), iterations=120, seed=1).trace.iterations) == trace


async def test_a_click_is_answered_while_the_engine_is_loaded_and_while_it_thinks(monkeypatch):
    """The event loop keeps running; the test measures its longest delay."""
    monkeypatch.setattr(LOADER, "asked", 10**9)
    monkeypatch.setattr(LOADER, "thread", None)
    monkeypatch.setattr(warm, "done", set())
    late = []

    play = Play(ConnectFour(), human="both", iterations=30_000, seed=1)
    play.hint()
    while play.work.running:
        begin = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append(1000 * (time.perf_counter() - begin))
    assert play.game.root.visits == 30_000
    report("a page that waits while a widget thinks", late, 100)


def test_stop_comes_at_once_in_a_long_thought(compiled):
    times = []

    async def page():
        play = Play(ConnectFour(), human="both", iterations=10**7, seed=1)
        play.hint()
        await asyncio.sleep(0.3)
        begin = time.perf_counter()
        play.work.stop()
        while play.work.running:
            await asyncio.sleep(0.001)
        times.append(1000 * (time.perf_counter() - begin))
        assert 1000 < play.game.root.visits < 10**7 and type(play.game.root) is FastNode

    for _ in range(2):
        asyncio.run(page())
    report("Stop in a long thought of the compiled engine", times, 300)
