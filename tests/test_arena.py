"""Matches: fair sides, exact counts, intervals against published values."""
from __future__ import annotations

import random

import pytest
from small_games import Nim, ThreeWay
from toys import First, Last

from mctslib import TicTacToe
from mctslib.arena.matches import MatchResult, Tally, match, match_steps, play_game
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer, RandomPlayer


def test_game_by_hand():
    # X takes 0, 1, 2 from the left, O takes 8, 7 from the right: X fills the top row.
    record = play_game((First(), Last()), TicTacToe(), random.Random(0))
    assert record == ((0, 8, 1, 7, 2), (1.0, 0.0))


def test_match_by_hand_swaps_the_sides():
    # Both fill a row from their own end; whoever moves first gets there first.
    result = match(First(), Last(), 10, progress=False)
    assert result == MatchResult("first", "last", first=Tally(5, 0, 0), second=Tally(0, 0, 5))
    assert (result.wins, result.draws, result.losses, result.games, result.score) == (5, 0, 5, 10, 0.5)


def test_odd_number_of_games_gives_the_first_player_one_more():
    result = match(First(), Last(), 3, progress=False)
    assert (result.first.games, result.second.games) == (2, 1)


def test_result_is_seen_from_the_other_side_when_players_are_exchanged():
    ab = match(PerfectPlayer(), RandomPlayer(), 40, seed=4, progress=False)
    assert ab.wins + ab.draws + ab.losses == 40 and ab.losses == 0 and ab.wins > 20
    ba = match(RandomPlayer(), PerfectPlayer(), 40, seed=4, progress=False)
    assert ba.wins == 0 and ba.losses > 20


def test_perfect_players_always_draw():
    assert match(PerfectPlayer(), PerfectPlayer(), 30, progress=False).draws == 30


def test_any_two_player_game_can_be_played():
    assert match(PerfectPlayer(), RandomPlayer(), 6, state=Nim(7), progress=False).first.wins == 3


def test_tree_search_beats_pure_playouts_as_a_whole():
    result = match(MCTSPlayer(300), RandomPlayer(), 40, progress=False)
    assert result.interval("losses")[1] < 0.2 and result.score > 0.9


def test_same_seed_same_match():
    one, again, other = (
        match(FlatMonteCarlo(30), RandomPlayer(), 20, seed=seed, progress=False) for seed in (1, 1, 2)
    )
    assert one == again != other


def test_one_step_at_a_time_gives_the_same_match():
    steps = list(match_steps(RandomPlayer(), RandomPlayer(), 12, seed=9))
    assert sorted({step.games for step in steps}) == list(range(13)) and len(steps) > 60  # a pause a move
    assert steps[-1] == match(RandomPlayer(), RandomPlayer(), 12, seed=9, progress=False)


def test_stop_gives_the_games_so_far():
    class AfterFive:
        asked = 0

        def is_set(self):
            self.asked += 1
            return self.asked >= 5

    assert match(First(), Last(), 1000, progress=False, stop=AfterFive()).games == 5


def test_progress_bar_can_be_seen(capsys):
    match(First(), Last(), 4)
    assert "first – last" in capsys.readouterr().err


def test_refusals():
    with pytest.raises(ValueError, match="games must be"):
        match(First(), Last(), 0)
    with pytest.raises(ValueError, match="two players"):
        match(First(), Last(), 2, state=ThreeWay(), progress=False)


# Wilson's interval: with z = 1.959964, n = 10, x = 0 the upper bound is z² / (n + z²) = 3.8415 / 13.8415.
@pytest.mark.parametrize(
    "tally, low, high",
    [
        (Tally(0, 0, 10), 0.0, 0.27753),
        (Tally(10, 0, 0), 0.72247, 1.0),
        (Tally(50, 0, 50), 0.40383, 0.59617),
        (Tally(60, 10, 30), 0.50200, 0.69060),
    ],
)
def test_wilson_interval(tally, low, high):
    assert tally.interval("wins") == pytest.approx((low, high), abs=5e-5)


def test_interval_of_each_outcome_holds_its_share():
    tally = Tally(12, 5, 3)
    for outcome, count in tally._asdict().items():
        low, high = tally.interval(outcome)
        assert low < count / 20 < high
    assert Tally().interval() == (0.0, 1.0)


def test_score_by_hand():
    assert Tally(3, 2, 5).score == 0.4  # (3 + 2/2) / 10


def test_table_shows_counts_and_intervals():
    table = MatchResult("a", "b", Tally(5, 0, 0), Tally(5, 0, 0)).table()
    assert table.splitlines()[0] == "a against b" and "10 = 100% (72–100%)" in table
    assert "0 = 0% (0–100%)" in MatchResult("a", "b").table()
