"""Intervals, paired games, tournaments and ratings: by hand, against scipy, and by simulation."""

import random
from math import comb, inf, isnan, log
from types import SimpleNamespace

import pytest
from toys import First, Last

from mctslib import TicTacToe
from mctslib.arena.intervals import first_look, games_needed, mean_interval, wilson, z_of
from mctslib.arena.matches import MatchResult, Tally, match, play_game
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer, RandomPlayer
from mctslib.arena.ratings import PRIOR, Rating, _drawn, _middle, expected_score, ladder, strengths
from mctslib.arena.tournament import (
    PairedResult,
    paired_match,
    play_pair,
    random_opening,
    round_robin,
)
from mctslib.course import plots


@pytest.mark.parametrize("successes, games", [(0, 50), (1, 3), (40, 100), (50, 50), (999, 1000)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_wilson_agrees_with_scipy(successes, games, confidence):
    from scipy.stats import binomtest  # it takes seconds to load

    expected = binomtest(successes, games).proportion_ci(confidence, method="wilson")
    assert wilson(successes, games, z_of(confidence)) == pytest.approx(
        (expected.low, expected.high), abs=1e-12
    )


def test_wilson_by_hand():
    # s = 8/10, z = 2, w = 4/10: (0.8 + 0.2 ± √(0.4 · 0.16 + 0.04)) / 1.4 = (1 ± 0.32249) / 1.4
    assert wilson(8, 10, 2) == pytest.approx((0.483936, 0.944636), abs=1e-6)
    assert wilson(0, 0) == (0, 1)


def test_score_intervals_hold_what_they_promise_for_draws_too():
    """Wilson's interval with draws as halves contains the true score at least as often as it says."""
    rng, hits = random.Random(0), 0
    for _ in range(1000):
        results = [rng.random() for _ in range(60)]
        wins, losses = sum(x < 0.3 for x in results), sum(x >= 0.8 for x in results)
        low, high = Tally(wins, 60 - wins - losses, losses).score_interval()
        hits += low <= 0.3 + 0.25 <= high
    assert hits >= 970  # wider than 95 %: half the games are draws


def test_mean_interval_by_hand():
    # 0, 1, 0, 1: mean ½, standard deviation √(1/3), standard error √(1/12) = 0.288675
    assert mean_interval([0, 1, 0, 1], z=1) == pytest.approx((0.211325, 0.788675), abs=1e-6)
    assert mean_interval([0.5]) == (-inf, inf) and mean_interval([0, 1], z=1) == pytest.approx(
        (0, 1)
    )


@pytest.mark.parametrize("share", [0.51, 0.55, 0.6, 0.75])
def test_games_needed_is_where_wilson_leaves_out_a_half(share):
    n = games_needed(share)
    assert wilson(share * n, n)[0] > 0.5 >= wilson(share * (n - 1), n - 1)[0]


@pytest.mark.parametrize(
    "share, z, fits", [(0.75, 2, 16), (0.55, 2, 400), (0.6, 2.2, 121), (0.51, 3, 22_500)]
)
def test_one_game_more_is_needed_where_the_half_fits_exactly(share, z, fits):
    assert (
        games_needed(share, z=z) == fits + 1
    )  # (2/2)² / (1/4)² = 16: of 16 games 12 won give the interval ½ to 0.9


@pytest.mark.parametrize("share, power", [(0.55, 0.8), (0.6, 0.9), (0.7, 0.5)])
def test_games_needed_has_the_power_it_says(share, power):
    n = games_needed(share, power)
    exact = sum(
        comb(n, k) * share**k * (1 - share) ** (n - k)
        for k in range(n + 1)
        if wilson(k, n)[0] > 0.5
    )
    assert exact == pytest.approx(power, abs=0.06)  # a count moves in whole steps


@pytest.mark.parametrize("share, power", [(0.5, 0.5), (1, 0.5), (0.4, 0.5), (0.6, 0.4), (0.6, 1)])
def test_games_needed_refuses_what_has_no_answer(share, power):
    with pytest.raises(ValueError, match="between ½ and 1"):
        games_needed(share, power)


def test_first_look_by_hand():
    # 4 of 4: Wilson 0.5101 to 1, ½ is outside; 3 of 3: 0.4385 to 1, inside.
    assert (
        first_look([1] * 10, 1) == 4
        and first_look([1] * 10, 3) == 6
        and first_look([0] * 10, 5) == 5
    )
    assert (
        first_look([1, 0] * 20, 4) is None and first_look([1] * 10, 1, z=1) == 2
    )  # z = 1: 2 of 2 are ⅔ to 1
    assert first_look([1] * 7, 50) == 7  # the last game is always looked at
    assert [first_look([won] * 4 + [1 - won] * 12, 16, z=2) for won in (0, 1)] == [
        None
    ] * 2  # ½ is its end


def test_a_pair_by_hand():
    # From the empty board both fill a row from their own end: whoever moves first wins.
    assert play_pair(First(), Last(), TicTacToe(), 0) == (1, 0)


def test_a_pair_is_two_games_with_the_same_random_numbers():
    a, b, opening = RandomPlayer(), PerfectPlayer(), TicTacToe().apply(0)
    first = play_game((a, b), opening, random.Random(5)).rewards[0]
    second = play_game((b, a), opening, random.Random(5)).rewards[1]
    assert play_pair(a, b, opening, 5) == (first, second)
    assert len({play_pair(a, RandomPlayer(), opening, 5) for _ in range(9)}) == 1


def test_pairing_takes_the_opening_out():
    # Ten openings decide everything: single games vary as much as they can, pairs not at all.
    result = PairedResult("a", "b", ((1, 0), (0, 1)) * 5)
    assert result.score == 0.5 and result.interval() == (0.5, 0.5)
    assert result.unpaired_interval() == pytest.approx(
        (0.2752, 0.7248), abs=1e-4
    )  # ½ ± 1.96 · 0.51299 / √20


def test_paired_matches_are_repeatable_and_fair():
    result = paired_match(First(), First(), 30, progress=False)
    assert result.score == 0.5 and result.interval() == (0.5, 0.5)  # equal players: every pair is ½
    assert (result.a, result.b) == ("first", "first") and isnan(PairedResult("a", "b").score)
    a, b = MCTSPlayer(20, reuse=False), FlatMonteCarlo(20)
    assert paired_match(a, b, 5, seed=3, progress=False) == paired_match(
        a, b, 5, plies=2, seed=3, progress=False
    )
    with pytest.raises(ValueError, match="pairs must be"):
        paired_match(a, b, 0, progress=False)


def test_random_openings():
    rng = random.Random(0)
    openings = [
        random_opening(TicTacToe(), plies, rng) for plies in (0, 1, 4, 7) for _ in range(50)
    ]
    assert not any(opening.is_terminal() for opening in openings)
    assert [9 - len(opening.legal_actions()) for opening in openings[::50]] == [0, 1, 4, 7]
    with pytest.raises(ValueError, match="take fewer"):
        random_opening(TicTacToe(), 9, rng)


def test_a_round_robin_is_its_matches():
    players = [RandomPlayer(), First(), Last()]
    results = round_robin(players, 6, seed=2, progress=False)
    assert [(r.a, r.b) for r in results] == [
        ("random", "first"),
        ("random", "last"),
        ("first", "last"),
    ]
    for result, (a, b) in zip(results, [(0, 1), (0, 2), (1, 2)], strict=True):
        seed = f"2/{players[a].name}/{players[b].name}"
        assert result == match(players[a], players[b], 6, seed=seed, progress=False)


def test_who_else_takes_part_changes_no_game():
    two = round_robin([RandomPlayer(), First()], 4, seed=0, progress=False)
    assert round_robin([RandomPlayer(), First(), Last()], 4, progress=False)[0] == two[0]


@pytest.mark.parametrize(
    "players, games, message",
    [
        ([RandomPlayer()], 4, "two players or more"),
        ([RandomPlayer(), RandomPlayer()], 4, "a name of its own"),
        ([RandomPlayer(), First()], 0, "games must be"),
    ],
)
def test_bad_tournaments_are_refused(players, games, message):
    with pytest.raises(ValueError, match=message):
        round_robin(players, games, progress=False)


def results_of(table):
    return [MatchResult(a, b, first=Tally(*counts)) for (a, b), counts in table.items()]


def test_two_players_by_hand():
    # 75 points to 25, and the prior of ½ for each: strength difference ln(75.5 / 25.5).
    top, bottom = strengths(results_of({("a", "b"): (70, 10, 20)}), ["a", "b"])
    assert top - bottom == pytest.approx(400 / log(10) * log((75 + PRIOR) / (25 + PRIOR)), abs=0.1)
    assert top + bottom == pytest.approx(0, abs=1e-6)


def test_expected_score_by_hand():
    assert expected_score(0) == 0.5 and expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


def test_the_middle_by_hand():
    assert _middle(range(201)) == (5, 195) and _middle([7]) == (7, 7)


def test_known_strengths_come_back_from_simulated_games():
    true, rng, table = {"a": 0, "b": 150, "c": 400}, random.Random(1), {}
    for x, y in [("a", "b"), ("a", "c"), ("b", "c")]:
        wins = sum(rng.random() < expected_score(true[x] - true[y]) for _ in range(2000))
        table[x, y] = (wins, 0, 2000 - wins)
    for step in ladder(results_of(table), anchor="a", samples=100):
        assert step.elo == pytest.approx(true[step.name], abs=30)
        assert step.low <= step.elo <= step.high


@pytest.mark.slow
def test_bootstrap_intervals_contain_the_truth_about_as_often_as_they_say():
    rng, hits = random.Random(2), 0
    for seed in range(60):
        wins = sum(rng.random() < expected_score(100) for _ in range(80))
        low, high = ladder(
            results_of({("a", "b"): (wins, 0, 80 - wins)}), anchor="b", samples=60, seed=seed
        )[0][2:]
        hits += low <= 100 <= high
    assert 50 <= hits <= 60


def test_a_player_who_loses_every_game_has_a_finite_rating():
    steps = ladder(results_of({("a", "b"): (0, 0, 20), ("b", "c"): (10, 0, 10)}), samples=20)
    assert steps[-1].name == "a" and steps[-1].low > -2000


def test_the_anchor_has_rating_zero_and_no_interval():
    results = results_of({("a", "b"): (5, 0, 5), ("a", "c"): (1, 0, 9), ("b", "c"): (2, 0, 8)})
    steps = ladder(results, anchor="b", samples=20)
    assert next(step for step in steps if step.name == "b") == Rating("b", 0, 0, 0)
    assert [step.elo for step in steps] == sorted((step.elo for step in steps), reverse=True)
    assert [step.name for step in ladder(results_of({("a", "b"): (500, 0, 501)}), samples=0)] == [
        "b",
        "a",
    ]


def test_games_are_drawn_again_by_hand():
    """Of four games a win, a draw and two losses: the k-th quarter of a random number's range is the k-th of them."""
    quarters = SimpleNamespace(random=iter([0, 0.25, 0.5, 0.75] * 2).__next__)
    result = MatchResult("a", "b", Tally(1, 1, 2), Tally(2, 0, 2))
    assert _drawn(result, quarters) == result
    assert sum(rating.elo for rating in ladder([result], samples=0)) == pytest.approx(0, abs=1e-9)


def test_same_seed_same_ladder():
    results = results_of({("a", "b"): (5, 3, 2), ("b", "c"): (4, 4, 4)})
    assert (
        ladder(results, samples=20)
        == ladder(results, samples=20)
        != ladder(results, samples=20, seed=1)
    )


def test_what_cannot_be_rated_is_refused():
    with pytest.raises(ValueError, match="^There must be at least one result.$"):
        ladder([])
    with pytest.raises(ValueError, match="anchor must be one of a, b"):
        ladder(results_of({("a", "b"): (1, 0, 0)}), anchor="c")


def test_rate_lines_carry_their_intervals():
    ax = plots.rate_lines({"MCTS": [50, 20], "flat": [60, 40]}, [10, 100], 100, title="t")
    bars = ax.collections[0].get_segments()
    assert bars[1][0][1] == pytest.approx(wilson(20, 100)[0]) and bars[1][1][1] == pytest.approx(
        wilson(20, 100)[1]
    )
    assert "MCTS: 0.50, 0.20." in plots.describe(ax)


def test_the_ladder_figure_has_a_row_a_player():
    ax = plots.ladder([Rating("strong", 300, 200, 400), Rating("weak", 0, 0, 0)], title="Ladder")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["strong", "weak"]
    assert ax.collections[0].get_segments()[0][:, 0].tolist() == [200, 400]
