"""Games of OpenSpiel keep its rules and results, and can be searched, played, drawn and saved."""

import builtins
import copy
import pickle
import random
import subprocess
import sys

import pytest

from mctslib import TicTacToe, record, search
from mctslib.arena import MCTSPlayer, match
from mctslib.checks import check_game
from mctslib.door.guard import CannotSearch
from mctslib.draw import show_board, show_tree
from mctslib.foreign import open_spiel
from mctslib.games import ConnectFour, Hex
from mctslib.games.board import cell_of, columns, landing
from mctslib.games.names import action_name
from mctslib.widgets import Atlas, Play, StepperView

pyspiel = pytest.importorskip(
    "pyspiel", reason="NOT TRIED: OpenSpiel is not installed (pip install open_spiel)"
)

QUICK = [  # quick games of every kind: drawn and as text, with dice and tiles, for one player
    "2048",
    "breakthrough(rows=5,columns=5)",
    "catch",
    "clobber",
    "connect_four",
    "gomoku(size=5,connect=4)",
    "hex(board_size=4)",
    "mnk(m=4,n=3,k=3)",
    "nim",
    "othello",
    "pig(winscore=20)",
    "tic_tac_toe",
    "ultimate_tic_tac_toe",
]
SAME_RULES = {
    "tic_tac_toe": TicTacToe(),
    "connect_four": ConnectFour(),
    "hex(board_size=4)": Hex(4),
}


def random_game(start, rng):
    """Yield the positions of a random game, each with the action that follows; None at the end."""
    while not start.is_terminal():
        action = rng.choice(start.legal_actions())
        yield start, action
        start = start.apply(action)
    yield start, None


@pytest.mark.parametrize("name", QUICK)
def test_it_keeps_the_contract_and_can_be_copied(name):
    start = open_spiel(name)
    report = check_game(start, games=3, max_moves=3000)
    assert report.ok, report
    state = start.apply(start.legal_actions()[0])
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state != start


@pytest.mark.parametrize("name", QUICK)
def test_a_random_game_ends_as_open_spiel_says(name):
    rng = random.Random(name)
    for _ in range(2):
        theirs = pyspiel.load_game(name).new_initial_state()
        low, high = theirs.get_game().min_utility(), theirs.get_game().max_utility()
        for state, action in random_game(open_spiel(name), rng):
            assert state.is_terminal() == theirs.is_terminal()
            if action is None:
                break
            assert list(state.legal_actions()) == sorted(theirs.legal_actions())
            assert state.current_player == (
                theirs.num_players() if theirs.is_chance_node() else theirs.current_player()
            )
            theirs.apply_action(action)
        utilities = [low + (high - low) * reward for reward in state.rewards()]
        assert utilities[: theirs.num_players()] == pytest.approx(theirs.returns())


@pytest.mark.parametrize("name", SAME_RULES)
def test_it_is_the_game_of_this_library(name):
    """20 random games: the same cells, players, moves, landing cells and results."""
    rng = random.Random(name)
    for _ in range(20):
        ours = SAME_RULES[name]
        for theirs, action in random_game(open_spiel(name), rng):
            assert (theirs.cells(), columns(theirs)) == (ours.cells(), columns(ours))
            assert theirs.is_terminal() == ours.is_terminal()
            if action is None:
                assert theirs.rewards() == tuple(ours.rewards())
                break
            assert theirs.current_player == ours.current_player
            assert list(theirs.legal_actions()) == list(ours.legal_actions())
            assert landing(theirs) == landing(ours)
            assert action_name(theirs, action) == action_name(ours, action)
            ours = ours.apply(action)


@pytest.mark.parametrize("name", ["gomoku(size=5,connect=4)", "mnk(m=4,n=3,k=3)", "othello"])
def test_a_drawn_action_fills_its_cell_with_the_mark_of_its_player(name):
    for state, action in random_game(open_spiel(name), random.Random(3)):
        if action is None or action_name(state, action) == "pass":
            continue
        cell = cell_of(state, action)
        assert state.cells()[cell] == "."
        assert state.apply(action).cells()[cell] == "XO"[state.current_player]
        assert landing(state)[cell] == action


def test_othello_can_be_passed():
    rng = random.Random(0)
    passes = [
        (state, action)
        for _ in range(20)
        for state, action in random_game(open_spiel("othello"), rng)
        if action is not None and action_name(state, action) == "pass"
    ]
    state, action = passes[0]
    assert state.legal_actions() == [action] and landing(state) == {}
    assert state.apply(action).cells() == state.cells()


def test_the_whole_library_works_with_it():
    start = open_spiel("breakthrough(rows=5,columns=5)")
    result = search(start, 60, seed=0)
    assert show_tree(result.root).svg and "abcde" in show_board(start).svg
    assert record(start, 30, seed=0).tree().visits == 30
    assert match(MCTSPlayer(5), MCTSPlayer(5), 2, state=start, progress=False).games == 2
    for widget in (Play(start, iterations=5), StepperView(start, iterations=5), Atlas(result.root)):
        assert widget.static_picture()


def test_chance_is_searched_by_its_probabilities():
    start = open_spiel("pig(winscore=10)")
    rolled = start.apply(0)
    assert rolled.current_player == rolled.chance_player == 2
    assert sum(share for _, share in rolled.chance_outcomes()) == pytest.approx(1)
    assert search(start, 300, seed=0).root.visits == 300


def test_the_terminal_plays_it():
    command = [sys.executable, "-m", "mctslib", "--game", "open_spiel:breakthrough", "--level", "1"]
    done = subprocess.run(command, input="a7a6\nquit\n", capture_output=True, text=True)
    assert done.returncode == 0 and "The engine plays: " in done.stdout, done


def test_the_scale_decides_what_a_result_is_worth():
    state = open_spiel("2048", scale=(0, 2000))
    rng = random.Random(0)
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.apply(rng.choice(actions))
    points = state.raw.returns()[0]
    assert state.rewards() == (min(1.0, points / 2000), 0.0)
    with pytest.raises(ValueError, match="scale"):
        open_spiel("2048", scale=(5, 5))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "hidden"),
        ("goofspiel", "same time"),
        ("matrix_rps", "same time"),
        ("stones_and_gems", "probabilities"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(name, reason):
    with pytest.raises(CannotSearch, match=reason):
        open_spiel(name)


def test_without_the_package_it_says_what_to_install(monkeypatch):
    usual = builtins.__import__

    def without(name, *rest):
        if name == "pyspiel":
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"pip install 'mctslib\[openspiel\]'"):
        open_spiel("hex")


@pytest.mark.slow
def test_every_game_of_open_information_keeps_the_contract():
    modes = pyspiel.GameType
    kept, refused = [], []
    for kind in pyspiel.registered_games():
        open_game = (
            kind.default_loadable
            and kind.dynamics == modes.Dynamics.SEQUENTIAL
            and kind.information == modes.Information.PERFECT_INFORMATION
        )
        if not open_game:
            continue
        try:
            start = open_spiel(kind.short_name)
        except CannotSearch:
            refused.append(kind.short_name)
            continue
        report = check_game(start, games=1, max_moves=3000)
        assert report.ok, (kind.short_name, report)
        kept.append(kind.short_name)
    assert refused == ["stones_and_gems"] and len(kept) >= 41
