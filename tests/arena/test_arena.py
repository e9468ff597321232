"""Matches have fair sides and exact counts, and their intervals agree with published values."""

import random
import re
import signal
from math import isnan

import pytest
from small_games import Ten
from toys import First, Last

from mctslib import TicTacToe, record
from mctslib.arena.intervals import wilson
from mctslib.arena.matches import MatchResult, Tally, match, match_steps, play_game
from mctslib.arena.players import (
    FlatMonteCarlo,
    MCTSPlayer,
    PerfectPlayer,
    RandomPlayer,
)
from mctslib.arena.thinking import gathered
from mctslib.arena.tournament import paired_match, round_robin
from mctslib.course.ch07 import correct_shares
from mctslib.course.ch08 import flat_history, tree_history
from mctslib.course.puzzles import puzzle_of


def test_game_by_hand():
    # X plays 0, 1, 2 from the left and O plays 8, 7 from the right, so X completes the top row.
    assert play_game((First(), Last()), TicTacToe(), random.Random(0)) == (
        (0, 8, 1, 7, 2),
        (1.0, 0.0),
    )


def test_match_by_hand_swaps_the_sides():
    # Each player completes a row at one end of the board, so the player who moves first wins.
    result = match(First(), Last(), 10, progress=False)
    assert result == MatchResult("first", "last", first=Tally(5, 0, 0), second=Tally(0, 0, 5))
    assert (result.wins, result.draws, result.losses, result.games, result.score) == (
        5,
        0,
        5,
        10,
        0.5,
    )


@pytest.mark.parametrize(
    "own, other, tally",
    [(0.6, 0.5, (1, 0, 0)), (0.3, 0.4, (0, 0, 1)), (0.4, 0.4, (0, 1, 0)), (0, 0, (0, 1, 0))],
)
def test_of_any_two_rewards_the_larger_one_wins(own, other, tally):
    assert Tally().add(own, other) == tally


def test_odd_number_of_games_gives_the_first_player_one_more():
    result = match(First(), Last(), 3, progress=False)
    assert (result.first.games, result.second.games) == (2, 1)


def test_result_is_seen_from_the_other_side_when_players_are_exchanged():
    ab = match(PerfectPlayer(), RandomPlayer(), 40, seed=4, progress=False)
    assert ab.wins + ab.draws + ab.losses == 40 and ab.losses == 0 and ab.wins > 20
    ba = match(RandomPlayer(), PerfectPlayer(), 40, seed=4, progress=False)
    assert ba.wins == 0 and ba.losses > 20


def test_same_seed_same_match():
    one, again, other = (
        match(FlatMonteCarlo(30), RandomPlayer(), 20, seed=seed, progress=False)
        for seed in (1, 1, 2)
    )
    assert one == again != other


def test_one_step_at_a_time_gives_the_same_match():
    steps = list(match_steps(RandomPlayer(), RandomPlayer(), 12, seed=9))
    # There are far more steps than games, because each move counts as a step.
    assert sorted({step.games for step in steps}) == list(range(13)) and len(steps) > 60
    assert steps[-1] == match(RandomPlayer(), RandomPlayer(), 12, seed=9, progress=False)


class Pressing(Ten):
    """A game that presses the stop button at the 300th call of `apply`, counted over all games."""

    moves = 0

    def apply(self, action):
        Pressing.moves += 1
        if Pressing.moves == 300:
            signal.raise_signal(signal.SIGINT)
        return Pressing(*super().apply(action))


RACE = MCTSPlayer(20, name="a"), MCTSPlayer(20, name="b")
QUIET = {"state": Pressing(), "progress": False}
STOPPED = {
    "match": ("games", lambda: match(*RACE, 50, **QUIET).games),
    "tournament": (
        "games",
        lambda: sum(r.games for r in round_robin([*RACE, RandomPlayer()], 50, **QUIET)),
    ),
    "pairs": ("pairs of games", lambda: len(paired_match(*RACE, 50, **QUIET).pairs)),
    "seeds": ("seeds", lambda: correct_shares(puzzle_of(Pressing()), 1, [20], range(50)) and None),
    "tree": ("marks", lambda: seen(tree_history(Pressing(), range(10, 500, 10), 0, 1))),
    "flat": ("marks", lambda: seen(flat_history(Pressing(), range(10, 500, 10), 0))),
    "record": ("iterations", lambda: len(record(Pressing(), 5_000))),
}


def seen(history):
    return sum(not isnan(value) for value in history[1])


@pytest.mark.parametrize("name", STOPPED)
def test_the_first_press_of_the_stop_button_ends_it_with_what_there_is(name, capsys, monkeypatch):
    what, run = STOPPED[name]
    monkeypatch.setattr(Pressing, "moves", 0)
    before = signal.getsignal(signal.SIGINT)
    done = run()
    said = capsys.readouterr().out
    told = re.fullmatch(
        rf"Stopped after ([\d,]+)( of [\d,]+)? {what}. The result is based on these.\n", said
    )
    assert told and int(told[1].replace(",", "")) > 0 and Pressing.moves < 1_500
    assert (
        done in (None, int(told[1].replace(",", ""))) and signal.getsignal(signal.SIGINT) is before
    )


def runs_with_a_press_in(pressed):
    """Yield the results of four runs; run `pressed` ends when the stop button is pressed in it."""
    for number in range(4):
        if number == pressed:
            signal.raise_signal(signal.SIGINT)
            yield "cut short"
        else:
            yield number


def test_a_run_that_is_cut_short_does_not_count(capsys):
    assert gathered(runs_with_a_press_in(2), 4, "runs") == [0, 1]
    assert capsys.readouterr().out == "Stopped after 2 of 4 runs. The result is based on these.\n"
    assert gathered(runs_with_a_press_in(None), 4, "runs") == [0, 1, 2, 3]
    with pytest.raises(KeyboardInterrupt):
        gathered(runs_with_a_press_in(0), 4, "runs")


def test_what_was_played_before_a_stop_is_what_is_played_without(monkeypatch):
    monkeypatch.setattr(Pressing, "moves", 0)
    stopped = match(*RACE, 50, **QUIET)
    assert 0 < stopped.games < 50 and stopped == match(
        *RACE, stopped.games, state=Ten(), progress=False
    )


# With z = 1.959964, n = 10 and x = 0, the upper bound of Wilson's interval is z² / (n + z²), which
# is 3.8415 / 13.8415.
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


def test_score_by_hand():
    assert Tally(3, 2, 5).score == 0.4  # (3 + 2/2) / 10
    assert Tally(3, 2, 5).score_interval() == wilson(4, 10) and isnan(Tally().score)
    assert Tally(3, 2, 5).interval("draws") == wilson(2, 10)
    assert MatchResult("a", "b", Tally(1, 2, 3), Tally(2, 0, 2)).interval() == wilson(3, 10)
