"""A game that `check_game` passes can be searched, played, drawn, replayed, saved and exported."""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from all_games import methods_of_search
from contract_games import ACCEPTED, REFUSED
from panels import panel_of, panels_of_any_game

from mctslib import Trace, record, search
from mctslib.arena import MCTSPlayer, RandomPlayer, match
from mctslib.arena.session import Game
from mctslib.chance import chance_player, seats
from mctslib.checks import check_game, check_tree, perft, perft_results
from mctslib.door.contract import BrokenContract, rewards_of
from mctslib.draw import show_tree
from mctslib.draw.bars import children_bars_svg
from mctslib.draw.show import show_board
from mctslib.methods.parallel import parallel_search
from mctslib.oracle import TooLarge, expected_rewards, optimal_actions, solve
from mctslib.terminal.app import Conversation
from mctslib.terminal.table import move_name, read_move
from mctslib.widgets import Play, StepperView, living

LONGEST_PICTURE = 120_000  # characters, also for a game with thousands of actions
every_game = pytest.mark.parametrize("state", ACCEPTED, ids=lambda state: type(state).__name__)


@every_game
def test_the_contract_is_kept(state):
    report = check_game(state, 20)
    assert report.ok, report


def test_the_report_says_what_is_missing():
    for state, words in REFUSED:
        report = check_game(state)
        assert not report.ok and words in str(report), report


@every_game
def test_each_method_finds_a_best_move_or_refuses_chance(state):
    every_action_is_tried = len(state.legal_actions()) <= 300
    iterations = 400 if every_action_is_tried else 20
    for kind in methods_of_search():
        try:
            result = search(state, iterations, seed=0, **kind().options())
        except ValueError:
            assert chance_player(state) is not None
            continue
        if every_action_is_tried:
            assert result.action in optimal_actions(state), kind
        check_tree(result.root, result.iterations, every_action_first=False)


@every_game
def test_plain_searches_agree_with_exact_values(state):
    check_tree(search(state, 200, seed=0).root, 200)
    assert len(solve(state)) == len(expected_rewards(state)) == state.num_players
    depths = range(4)
    assert sum(perft(state, depth) for depth in depths) > 0 and perft_results(state)


@every_game
def test_it_is_searched_in_parallel(state):
    assert parallel_search(state, 40, 3, seed=0).visits == 40


@every_game
def test_a_trace_of_it_is_saved_and_opened(state, tmp_path):
    trace = record(state, 60, seed=0)
    trace.save(tmp_path / "trace.json")
    opened = Trace.open(tmp_path / "trace.json", state)
    assert opened.iterations == trace.iterations
    assert opened.tree().visits == 60


@every_game
def test_it_is_drawn(state):
    trace = record(state, 30, seed=0)
    for picture in (show_board(state), show_tree(trace.tree())):
        assert "<svg" in picture._repr_html_() or "<img" in picture._repr_html_()
    assert children_bars_svg(trace.tree()).startswith("<svg")


def games_and_panels():
    """Yield each game with each panel: a quarter for the slow tests, and the others for the long."""
    for row, state in enumerate(ACCEPTED):
        for column, name in enumerate(panels_of_any_game()):
            kind = pytest.mark.long if (row + column) % 4 else pytest.mark.slow
            yield pytest.param(state, name, marks=kind, id=f"{type(state).__name__}-{name}")


@pytest.mark.parametrize("state, name", list(games_and_panels()))
def test_a_panel_shows_it_and_becomes_a_page_or_refuses_in_one_sentence(state, name):
    try:
        panel = panel_of(name, state)
    except TooLarge as refusal:
        assert "too many to compute" in str(refusal)
        return
    assert panel.status.error is None
    picture = panel.static_picture()
    assert ("<img" in picture or "<svg" in picture) and len(picture) < LONGEST_PICTURE
    try:
        assert "mcts-living" in living.page(panel)
    except TypeError as refusal:
        assert name not in ("Atlas", "StepperView") and "cannot show" in str(refusal)
    panel.close()


@every_game
def test_it_is_stepped_through(state):
    view = StepperView(state, iterations=10, at=0)
    for iteration in (0, 10):
        view.jump(iteration)
        for phase in (1, 2, 3, 4):
            view.to_phase(phase)
            assert view.status.error is None


@every_game
def test_it_is_played_to_the_end(state):
    play = Play(state, human="both", iterations=20, seed=0, tree=False)
    rng = random.Random(0)
    while not play.game.state.is_terminal():
        before = play.game.state
        play.play(rng.choice(before.legal_actions()))
        play.work.catch_up(20)
        assert play.status.error is None and play.game.state != before
    assert "over" in play.turn()


@every_game
def test_every_listed_move_can_be_typed(state):
    rng = random.Random(0)
    while not state.is_terminal():
        actions = state.legal_actions()
        for action in random.Random(1).sample(actions, min(len(actions), 8)):
            assert read_move(state, move_name(state, action)) == action
        state = state.apply(rng.choice(state.legal_actions()))


@every_game
def test_the_terminal_plays_it(state, capsys, monkeypatch):
    """The terminal accepts the names of actions, and prints the result at the end of the game."""
    game = Game(state)

    def typed(prompt):
        if game.state.is_terminal():
            raise EOFError
        return move_name(game.state, game.state.legal_actions()[0])

    monkeypatch.setattr("builtins.input", typed)
    people = set(seats(state))
    with pytest.raises(EOFError):
        Conversation(game, MCTSPlayer(5), people, random.Random(0)).run()
    assert game.state.is_terminal() and "The game is over" in capsys.readouterr().out


@every_game
def test_a_match_is_played_or_refused_in_one_sentence(state):
    players = [MCTSPlayer(10), RandomPlayer()]
    if len(seats(state)) == 2:
        assert match(*players, 4, state=state, progress=False).games == 4
        return
    with pytest.raises(ValueError):
        match(*players, 4, state=state, progress=False)


@pytest.mark.parametrize("rewards", [(1, 0), [1, 0], np.array([1, 0]), {1: "X", 0: "O"}, {1, 0}])
def test_rewards_are_a_tuple_whatever_has_an_order(rewards):
    state = SimpleNamespace(rewards=lambda: rewards)
    if isinstance(rewards, dict | set):
        with pytest.raises(BrokenContract):
            rewards_of(state)
    else:
        assert rewards_of(state) == (1, 0)
