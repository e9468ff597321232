"""Players keep to the rules, and play the same game for the same seed.

The players differ in strength as expected.
"""

import pickle
import random
from math import isnan

import pytest
from small_games import Climb, MovesTwice, Nim, ThreeWay
from toys import Script

from mctslib import UCB1, Limit, Node, SearchResult, TicTacToe, best_value, search
from mctslib.arena import player_named
from mctslib.arena.players import (
    FlatMonteCarlo,
    MCTSPlayer,
    PerfectPlayer,
    RandomPlayer,
    flat_search,
    flat_slices,
)
from mctslib.arena.thinking import fraction, growing, search_slices
from mctslib.checks import check_tree
from mctslib.methods.graph import GraphPlayer
from mctslib.oracle import optimal_actions

A = TicTacToe.from_text(".../O.X/.X.")
W = TicTacToe.from_text("OO./.../XX.")
PLAYERS = {
    "random": RandomPlayer,
    "flat": lambda: FlatMonteCarlo(60),
    "mcts": lambda: MCTSPlayer(60),
    "mcts without reuse": lambda: MCTSPlayer(60, reuse=False),
    "perfect": PerfectPlayer,
}
every_player = pytest.mark.parametrize("make", PLAYERS.values(), ids=PLAYERS)


def line(player, state, seed):
    """Return the actions of a game in which `player` moves for all players."""
    rng, actions = random.Random(seed), []
    while not state.is_terminal():
        actions.append(player.choose(state, rng))
        state = state.apply(actions[-1])
    return actions


@every_player
@pytest.mark.parametrize("state", [TicTacToe(), Nim(9), Climb(), ThreeWay(), MovesTwice()])
def test_plays_legal_actions_of_any_game_to_the_end(make, state):
    assert line(make(), state, 0)  # apply() would refuse an illegal action


@every_player
def test_same_seed_same_game_even_for_a_player_that_has_played_before(make):
    player = make()
    assert (
        line(player, TicTacToe(), 5) == line(player, TicTacToe(), 5) == line(make(), TicTacToe(), 5)
    )


def test_a_copy_for_another_process_leaves_the_tree_behind():
    player = MCTSPlayer(60, name="mine")
    player.choose(TicTacToe(), random.Random(0))
    copy = pickle.loads(pickle.dumps(player))
    assert player.result and copy.result is None and (copy.name, copy.limit.nodes) == ("mine", None)


@pytest.mark.parametrize(
    "name, kind, kept",
    [
        ("random", RandomPlayer, {}),
        ("perfect", PerfectPlayer, {}),
        ("flat 1", FlatMonteCarlo, {"playouts": 1}),
        ("MCTS 30", MCTSPlayer, {"limit": Limit(30), "reuse": False}),
    ],
)
def test_a_player_can_be_had_by_its_name(name, kind, kept):
    player = player_named(name)
    assert type(player) is kind and player.name == name and {**vars(player), **kept} == vars(player)


def test_perfect_player_plays_every_best_action_and_no_other():
    rng = random.Random(0)
    assert {PerfectPlayer().choose(A, rng) for _ in range(50)} == set(optimal_actions(A))


def test_flat_falls_into_the_trap_that_the_tree_sees():
    rng = random.Random(3)
    assert FlatMonteCarlo(3000).choose(A, rng) == 0 and MCTSPlayer(3000).choose(A, rng) in (2, 8)


def test_flat_deals_its_playouts_in_turn():
    visits = [n for n, _ in flat_search(A, 14, seed=0).values()]
    assert visits == [3, 3, 2, 2, 2, 2]  # 14 playouts for six empty cells
    assert list(flat_slices(A, 60)) == [25 / 60, 50 / 60]  # one pause after every 25 playouts


def test_flat_by_hand_where_every_playout_is_certain():
    assert flat_search(TicTacToe.from_text("XOX/OXO/OX."), 7, seed=0) == {8: (7, 1.0)}


def test_flat_goes_on_from_sums_that_are_exact():
    # 22 * (15 / 22) < 15
    more = flat_search(A, 6, seed=0, start=dict.fromkeys(A.legal_actions(), (22, 15 / 22)))
    assert {mean for _, mean in more.values()} <= {points / 23 for points in (15, 15.5, 16)}
    third = flat_search(Script.of({0: (0.3,)}, (0,)), 2, seed=0, start={0: (1, 0.3)})
    assert third == {0: (3, pytest.approx(0.3))}


def test_flat_with_fewer_playouts_than_actions():
    found = flat_search(TicTacToe(), 2, seed=0)
    assert [n for n, _ in found.values()] == [1, 1] + [0] * 7
    assert isnan(found[8][1]) and FlatMonteCarlo(2).choose(TicTacToe(), random.Random(0)) in (0, 1)


def test_slices_share_the_limit():
    def engine(root, limit, seed):
        return asked.append((limit.iterations, limit.seconds)) or SearchResult(
            root, 0, 10, 0.04, "seconds"
        )

    asked = []
    found = list(
        growing(Node(A), Limit(iterations=25, seconds=0.1), random.Random(0), engine=engine)
    )
    assert asked == [(25, 0.04), (15, 0.04), (5, pytest.approx(0.02))]
    assert [(f.iterations, f.seconds) for f in found] == [
        (10, 0.04),
        (20, 0.08),
        (30, pytest.approx(0.12)),
    ]


@pytest.mark.parametrize(
    "limit, used", [(Limit(20), 0.25), (Limit(20, 1), 0.5), (Limit(4), 1), (Limit(nodes=9), 0)]
)
def test_how_much_of_a_limit_is_used_up(limit, used):
    assert fraction(SearchResult(Node(A), 0, 5, 0.5, "seconds"), limit) == used


def test_slices_grow_the_tree_of_one_search():
    used = []
    *_, share = search_slices(
        Node(A), 300, random.Random(1), use=used.append, engine=search, tree_policy=UCB1(0.5)
    )
    once = search(A, 300, seed=1, tree_policy=UCB1(0.5)).root
    assert share == 1 and [c.visits for c in used[-1].descendants()] == [
        c.visits for c in once.descendants()
    ]


def test_mcts_keeps_the_part_of_the_tree_that_was_played():
    player, rng = MCTSPlayer(500), random.Random(0)
    state = TicTacToe()
    state = state.apply(player.choose(state, rng))
    answer = state.legal_actions()[0]
    known = player.result.root.children[player.result.action].children[answer].visits
    player.choose(state.apply(answer), rng)
    assert known > 0 and player.result.root.visits == known + 500
    check_tree(player.result.root)


def test_mcts_follows_a_player_who_moves_twice():
    player, rng, state = MCTSPlayer(400), random.Random(0), MovesTwice()
    player.choose(state, rng)
    known = player.result.root.children[player.result.action].visits
    player.choose(state.apply(player.result.action), rng)
    assert player.result.root.visits == known + 400


def test_mcts_options_reach_the_search():
    seen = []

    def rollout(state, rng):
        seen.append(state)
        return state.legal_actions()[0]

    player = MCTSPlayer(
        Limit(nodes=20), tree_policy=UCB1(0.1), rollout_policy=rollout, final_move=best_value
    )
    player.choose(TicTacToe(), random.Random(0))
    assert seen and player.result.stopped_by == "nodes"
    assert player.result.action == best_value(player.result.root)


@pytest.mark.parametrize(
    "player",
    [
        MCTSPlayer(Limit(seconds=0.5)),
        MCTSPlayer(10_000),
        GraphPlayer(10_000),
    ],
    ids=["seconds", "iterations", "graph"],
)
def test_a_forced_move_takes_one_iteration_whatever_the_limit(player):
    assert player.choose(TicTacToe.from_text("XOX/XOO/OX."), random.Random(0)) == 8
    assert player.result.iterations == 1


def test_flat_monte_carlo_makes_one_playout_for_a_forced_move():
    player = FlatMonteCarlo(10_000)
    assert player.choose(TicTacToe.from_text("XOX/XOO/OX."), random.Random(0)) == 8
    assert player.estimates[8][0] == 1
