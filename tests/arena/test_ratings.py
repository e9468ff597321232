"""Intervals, paired games, tournaments and ratings agree with other computations.

The other computations were made by hand, with scipy, or by simulation.
"""

import random
from math import comb, inf, isfinite, isnan, log, sqrt

import numpy as np
import pytest
from bench.interval_coverage import KINDS, MATCHES, Kind, coverage, simulated, too_few
from toys import First, Last

from mctslib import TicTacToe
from mctslib.arena.bradley_terry import (
    FEWEST,
    FEWEST_OF_TWO,
    LINK,
    Fit,
    share_of_draws,
    sides_of,
    squared_deviations,
    variance_ratios,
)
from mctslib.arena.intervals import (
    Z95,
    first_look,
    games_needed,
    mean_interval,
    wilson,
)
from mctslib.arena.matches import MatchResult, Tally, match, play_game
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer, RandomPlayer
from mctslib.arena.ratings import (
    ELO,
    Rating,
    differences,
    expected_score,
    ladder,
    moving_first,
    strengths,
)
from mctslib.arena.thinking import drained
from mctslib.arena.tournament import (
    PairedResult,
    pair_steps,
    paired_match,
    random_opening,
    round_robin,
)
from mctslib.course import plots


def test_wilson_by_hand():
    # s = 8/10, z = 2, w = 4/10: (0.8 + 0.2 ± √(0.4 · 0.16 + 0.04)) / 1.4 = (1 ± 0.32249) / 1.4
    assert wilson(8, 10, 2) == pytest.approx((0.483936, 0.944636), abs=1e-6)
    assert wilson(0, 0) == (0, 1)


def test_the_ends_of_wilson_are_shares_and_hold_what_was_measured():
    """In an earlier version, rounding put 0 wins in 5 games outside their own interval."""
    for games in [5, 17, 1000]:
        assert wilson(0, games)[0] == 0 and wilson(games, games)[1] == 1
        for points in (0, 0.5, games / 3, games - 0.5, games):
            low, high = wilson(points, games)
            assert 0 <= low <= points / games <= high <= 1


def test_mean_interval_by_hand():
    # The numbers 0, 1, 0, 1 have the mean ½, the standard deviation √(1/3), and the standard error
    # √(1/12) = 0.288675, of which 1.96 are 0.565793.
    assert mean_interval([0, 1, 0, 1]) == pytest.approx((-0.065793, 1.065793), abs=1e-6)
    assert mean_interval([0.5]) == (-inf, inf)


@pytest.mark.parametrize("share", [0.51, 0.55, 0.6, 0.75])
def test_games_needed_is_where_wilson_leaves_out_a_half(share):
    n = games_needed(share)
    assert wilson(share * n, n)[0] > 0.5 >= wilson(share * (n - 1), n - 1)[0]


def test_games_needed_is_exact_where_a_float_is_a_game_too_low():
    """These numbers are in chapter 09's table; (1.96/2)² / 0.01² = 9604 games do not exclude ½."""
    shares = (0.75, 0.6, 0.55, 0.52, 0.51)
    assert [games_needed(share, z=1.96) for share in shares] == [16, 97, 385, 2402, 9605]


@pytest.mark.parametrize("share, power", [(0.55, 0.8), (0.6, 0.9), (0.7, 0.5)])
def test_games_needed_has_the_power_it_says(share, power):
    n = games_needed(share, power)
    exact = sum(
        comb(n, k) * share**k * (1 - share) ** (n - k)
        for k in range(n + 1)
        if wilson(k, n)[0] > 0.5
    )
    assert exact == pytest.approx(power, abs=0.06)  # because a count changes in whole steps


def test_first_look_by_hand():
    # With 4 wins in 4 games, Wilson's interval is 0.5101 to 1, so ½ is outside.  With 3 wins in 3
    # games, the interval is 0.4385 to 1, so ½ is inside.
    assert (
        first_look([1] * 10, 1) == 4
        and first_look([1] * 10, 3) == 6
        and first_look([0] * 10, 5) == 5
    )
    assert first_look([1, 0] * 20, 4) is None
    assert first_look([1] * 7, 50) == 7  # the interval after the last game counts too


def test_a_pair_by_hand():
    # Both players complete a row, each at their own end of the empty board, so the first player
    # wins.
    assert drained(pair_steps(First(), Last(), TicTacToe(), 0)) == (1, 0)


def test_a_pair_is_two_games_with_the_same_random_numbers():
    a, b, opening = RandomPlayer(), PerfectPlayer(), TicTacToe().apply(0)
    first = play_game((a, b), opening, random.Random(5)).rewards[0]
    second = play_game((b, a), opening, random.Random(5)).rewards[1]
    assert drained(pair_steps(a, b, opening, 5)) == (first, second)
    assert len({drained(pair_steps(a, RandomPlayer(), opening, 5)) for _ in range(9)}) == 1


def test_pairing_takes_the_opening_out():
    # If the opening alone decides each of ten games, single games vary as much as they can, and
    # pairs do not vary.
    result = PairedResult("a", "b", ((1, 0), (0, 1)) * 5)
    assert result.score == 0.5 and result.interval() == (0.5, 0.5)
    # ½ ± 1.96 · 0.51299 / √20
    assert result.unpaired_interval() == pytest.approx((0.2752, 0.7248), abs=1e-4)


def test_paired_matches_are_repeatable_and_fair():
    result = paired_match(First(), First(), 30, progress=False)
    # the players are equal, so every pair scores ½
    assert result.score == 0.5 and result.interval() == (0.5, 0.5)
    assert (result.a, result.b) == ("first", "first") and isnan(PairedResult("a", "b").score)
    a, b = MCTSPlayer(20, reuse=False), FlatMonteCarlo(20)
    assert paired_match(a, b, 5, seed=3, progress=False) == paired_match(
        a, b, 5, plies=2, seed=3, progress=False
    )


def test_random_openings():
    rng = random.Random(0)
    openings = [
        random_opening(TicTacToe(), plies, rng) for plies in (0, 1, 4, 7) for _ in range(50)
    ]
    assert not any(opening.is_terminal() for opening in openings)
    assert [9 - len(opening.legal_actions()) for opening in openings[::50]] == [0, 1, 4, 7]
    with pytest.raises(ValueError):
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


def results_of(table):
    return [MatchResult(a, b, first=Tally(*counts)) for (a, b), counts in table.items()]


def test_two_players_by_hand():
    """Without draws, the penalty of two players is half a win for each of them.

    With draws, the half win is multiplied by the ratio of the variances.
    """
    top, bottom = strengths(results_of({("a", "b"): (11, 0, 5)}), ["a", "b"])
    assert top - bottom == pytest.approx(ELO * log(11.5 / 5.5), abs=0.1)
    results = results_of({("a", "b"): (70, 10, 20)})
    share = 75.5 / 101
    ratio = variance_ratios(sides_of(results, ["a", "b"]), [share * (1 - share)] * 2)[0]
    assert 0.8 < ratio < 0.9 and Fit(results, ["a", "b"]).penalty == pytest.approx(ratio, rel=1e-3)
    top, bottom = strengths(results, ["a", "b"])
    assert top - bottom == pytest.approx(ELO * log((75 + ratio / 2) / (25 + ratio / 2)), abs=0.1)
    assert top + bottom == pytest.approx(0, abs=1e-6)


def test_the_penalty_keeps_ratings_finite():
    """The penalty adds imagined draws to a match, of which there are as many as its leverage.

    Here a and b are equal, and both beat c in all games.  Each match against c has an information
    of v = games · p (1 − p), and the match of a and b has 10 · ¼.  The leverage of the match of a
    and b is its share of the information about the lead of a over b.  All leverages add up to 2.
    """
    results = results_of({("a", "c"): (20, 0, 0), ("b", "c"): (20, 0, 0), ("a", "b"): (5, 0, 5)})
    names = ["a", "b", "c"]
    a, b, c = strengths(results, names)
    p = expected_score(a - c)
    v = 20 * p * (1 - p)
    leverage = (2 - 2.5 / (2.5 + v / 2)) / 2
    half = leverage * Fit(results, names).penalty / 2
    assert a == pytest.approx(b)
    assert a - c == pytest.approx(ELO * log((20 + half) / half), abs=0.1)


@pytest.mark.parametrize("games", [4, 50])
def test_distant_players_are_not_pulled_together(games):
    """Two players who each beat the next one by far lie twice as far from each other.

    The first player may also meet the last one, and then wins 100 games of 101.
    """
    won, far = Tally(10 * games, 0, games), Tally(100 * games, 0, games)
    results = [MatchResult("a", "b", won, won), MatchResult("b", "c", won, won)]
    (chain,) = differences(results, [("a", "c")])
    (triangle,) = differences([*results, MatchResult("a", "c", far, far)], [("a", "c")])
    assert chain.elo == pytest.approx(2 * ELO * log(10), rel=0.05)
    assert triangle.elo == pytest.approx(2 * ELO * log(10), rel=0.05)


def test_how_much_a_contrast_varies_is_the_sandwich_of_the_matches():
    """The variance of a contrast is the sandwich estimate of White (1982).

    This test computes the pseudo-inverse itself.
    """
    table = {("a", "b"): (3, 14, 3), ("a", "c"): (30, 2, 8), ("b", "c"): (9, 0, 3)}
    results, names = results_of(table), ["a", "b", "c"]
    fit = Fit(results, names)
    contrast = fit.contrast("a", "c")
    pairs = [(0, 1), (0, 2), (1, 2)]
    shares = [expected_score(ELO * (fit.strengths[i] - fit.strengths[j])) for i, j in pairs]
    variances = np.repeat([share * (1 - share) for share in shares], 2)  # one for each side
    ratios = variance_ratios(sides_of(results, names), variances)
    information, model, meat = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))
    for number, ((i, j), result) in enumerate(zip(pairs, results, strict=True)):
        lead = np.zeros(3)
        lead[i], lead[j] = 1, -1
        square = np.outer(lead, lead) * variances[2 * number]
        # the imagined draws add LINK games to each pair
        information += (result.games + LINK) * square
        model += result.games * square
        meat += result.games * ratios[2 * number] * square
    inverse = np.linalg.pinv(information)
    observed = contrast @ inverse @ meat @ inverse @ contrast
    by_model = contrast @ inverse @ model @ inverse @ contrast
    assert fit.variance_ratio(contrast) == pytest.approx(observed / by_model)
    assert Fit([MatchResult("a", "b")], ["a", "b"]).variance_ratio(np.array([1.0, -1.0])) == 1


def test_an_interval_of_two_players_by_hand():
    """The ends of a profile likelihood interval solve an equation for the likelihood.

    The equation is 2 (log L(best) − log L(end)) = 1.96² · the ratio of the variances.

    With 700 wins, 300 losses and half a win more for each player, p is 700.5 / 1001.
    """
    results = results_of({("a", "b"): (700, 0, 300)})
    (lead,) = differences(results)
    share = 700.5 / 1001
    ratio = variance_ratios(sides_of(results, ["a", "b"]), [share * (1 - share)] * 2)[0]

    def log_likelihood(p):
        return 700.5 * log(p) + 300.5 * log(1 - p)

    for end in (lead.low, lead.high):
        deviance = 2 * (log_likelihood(share) - log_likelihood(expected_score(end)))
        assert deviance == pytest.approx(Z95**2 * ratio, rel=1e-3)
    assert (lead.a, lead.b) == ("a", "b") and lead.low < lead.elo < lead.high


def test_the_advantage_of_moving_first_is_fitted_with_the_strengths():
    """The penalty gives each of two players half a win on each side.

    Player a scores 30 of 40 when moving first, and 20 of 40 when moving second.  With half a win
    more for each player on each side, the log odds are ln(30.5 / 10.5) = lead + first, and
    ln(20.5 / 20.5) = 0 = lead − first.
    """
    result = MatchResult("a", "b", Tally(30, 0, 10), Tally(20, 0, 20))
    half = log(30.5 / 10.5) / 2
    (lead,) = differences([result])
    assert lead.elo == pytest.approx(ELO * half, abs=0.1)
    assert moving_first([result]) == pytest.approx(ELO * half, abs=0.1)


def test_sides_that_were_never_swapped_say_nothing_of_moving_first():
    result = MatchResult("a", "b", Tally(30, 0, 10))
    assert moving_first([result]) == 0
    (lead,) = differences([result])
    assert lead.elo == pytest.approx(400 / log(10) * log(30.5 / 10.5), abs=0.1)


def ratio(first, second):
    """Return the variance ratio of a match if the model expects variance ¼ for every game."""
    sides = sides_of([MatchResult("a", "b", Tally(*first), Tally(*second))], ["a", "b"])
    both = variance_ratios(sides, [0.25, 0.25])
    assert both[0] == both[1]
    return both[0]


def test_how_much_games_vary_by_hand():
    # A win, a draw and two losses have the mean 3/8, and the squares add up to
    # (5/8)² + (1/8)² + 2 (3/8)² = 11/16.
    assert squared_deviations(Tally(1, 1, 2)) == pytest.approx(11 / 16)
    # With draws alone, the squares add up to 0, and 18 · ¼ is expected.  The ratio over all matches
    # is (0 + ¼) / (4.5 + ¼).  For this match 4 games with this ratio and ½ game are added.
    draws_alone = (0 + 1 / 8 + 0.25 / 4.75) / (4.5 + 1 / 8 + 1)
    assert ratio((0, 10, 0), (0, 10, 0)) == pytest.approx(draws_alone)
    # The player who moves first wins, so the games of each side do not vary at all.
    assert ratio((10, 0, 0), (0, 0, 10)) == pytest.approx(draws_alone)
    assert ratio((1, 0, 0), (0, 0, 0)) == 1
    # The squares are ½ and 1, and ¼ and ¾ are expected.  The ratio over all matches is
    # (1.5 + ¼) / (1 + ¼) = 1.4.
    assert ratio((1, 0, 1), (2, 0, 2)) == pytest.approx((1.5 + 1 / 8 + 1.4) / (1 + 1 / 8 + 1))


@pytest.mark.parametrize("share, expected", [(0.5, 1), (0.8, 0.625), (0.1, 5 / 9), (1, 0.5)])
def test_draws_take_away_a_limited_share_of_the_variance(share, expected):
    assert share_of_draws(share * (1 - share)) == pytest.approx(expected)
    variance = 0.09  # at an expected score of 0.9, draws take away at most 5/9 of the variance
    sides = sides_of([MatchResult("a", "b", Tally(0, 5000, 0), Tally(8000, 2000, 0))], ["a", "b"])
    ratios = variance_ratios(sides, [0.25, variance])
    assert ratios == pytest.approx([0, 4 / 9], abs=0.01)


@pytest.mark.parametrize("games, enough", [(FEWEST - 1, False), (FEWEST, True)])
def test_with_too_few_games_there_is_no_interval(games, enough):
    won, lost = games // 4, games // 2 - games // 4
    first = Tally(won, 0, lost)
    second = Tally(won, 0, games - games // 2 - won)
    matches = [("a", "b", first), ("b", "c", second), ("c", "a", second)]
    results = [MatchResult(a, b, tally) for a, b, tally in matches]
    assert Fit(results, ["a", "b", "c"]).games.min() == games
    for found in (*ladder(results), *differences(results)):
        assert isfinite(found.low) == isfinite(found.high) == enough
    assert not any(lead.settled for lead in differences(results))


@pytest.mark.parametrize("games, enough", [(FEWEST_OF_TWO - 1, False), (FEWEST_OF_TWO, True)])
def test_a_match_that_nothing_else_compares_needs_many_games_for_an_interval(games, enough):
    """In the chain a – b – c, only their own match compares a and b.

    The lead of a over c has an interval with fewer games, because two matches determine it.  In the
    circle each two players are also compared by their matches against the third player.
    """
    tally = Tally(games // 2, 0, games - games // 2)
    chain = [MatchResult("a", "b", tally), MatchResult("b", "c", tally)]
    circle = [*chain, MatchResult("c", "a", tally)]
    pairs = [("a", "b"), ("a", "c"), ("c", "b")]
    assert [isfinite(lead.high) for lead in differences(chain, pairs)] == [enough, True, enough]
    assert all(isfinite(lead.high) for lead in differences(circle))
    assert all(isfinite(step.high) for step in ladder(chain))
    for anchor in (None, "a"):
        for step in ladder(chain[:1], anchor=anchor):
            assert isfinite(step.high) == (enough or step.name == anchor)
    # a match without games compares nobody
    empty = [*chain, MatchResult("c", "a")]
    assert [isfinite(lead.high) for lead in differences(empty, pairs)] == [enough, True, enough]


def test_a_match_without_an_interval_can_settle_who_is_stronger():
    for tally, settled in ((Tally(30, 0, 10), True), (Tally(22, 0, 18), False)):
        (lead,) = differences([MatchResult("a", "b", tally)])
        assert (lead.low, lead.high, lead.settled) == (-inf, inf, settled)


@pytest.mark.parametrize(
    "tally, enough",
    [
        (Tally(2, 20, 2), False),
        (Tally(3, 20, 2), True),
        (Tally(2, 10_000, 2), False),
        (Tally(3, 10_000, 2), True),
    ],
)
def test_games_give_an_interval_only_if_some_are_not_draws(tally, enough):
    fit = Fit([MatchResult("a", "b", tally)], ["a", "b"])
    assert fit.has_enough_games("a", "b") == fit.has_enough_games("a", None) == enough


@pytest.mark.parametrize("lost, enough", [(3, False), (4, True)])
def test_games_give_an_interval_only_if_the_first_mover_does_not_win_nearly_all(lost, enough):
    """The first mover loses 1 of the first 12 games, and the rest of `lost` in the last 12."""
    result = MatchResult("a", "b", Tally(11, 0, 1), Tally(lost - 1, 0, 13 - lost))
    assert Fit([result], ["a", "b"]).has_enough_games("a", "b") == enough
    one_sided = MatchResult("a", "b", Tally(23, 0, 1))  # a moves first in all games
    assert Fit([one_sided], ["a", "b"]).has_enough_games("a", "b")


def test_differences_are_those_of_the_ladder_and_have_intervals_of_their_own():
    results = results_of({("a", "b"): (5, 0, 15), ("a", "c"): (1, 0, 19), ("b", "c"): (8, 0, 12)})
    ratings = {step.name: step for step in ladder(results)}
    found = differences(results)
    assert [(lead.a, lead.b) for lead in found] == [("c", "b"), ("c", "a"), ("b", "a")]
    for lead in found:
        assert lead.elo == pytest.approx(ratings[lead.a].elo - ratings[lead.b].elo)
        (back,) = differences(results, [(lead.b, lead.a)])
        assert (-back.high, -back.low) == pytest.approx((lead.low, lead.high), abs=0.1)
    anchored = {step.name: step for step in ladder(results, anchor="a")}
    for lead in found[1:]:
        assert tuple(anchored[lead.a][2:]) == pytest.approx((lead.low, lead.high), abs=0.1)


def test_intervals_keep_their_word_in_some_tournaments():
    """With a fixed seed, between 93% and 97% of the intervals contain the true value."""
    kind = KINDS["the same, with draws and a first move"]
    assert 0.93 <= coverage(kind, 16, 100, seed=0).share <= 0.97


@pytest.mark.long
@pytest.mark.parametrize("games", [4, 8, 16, 50])
@pytest.mark.parametrize("name", KINDS)
def test_intervals_keep_their_word_in_all_kinds_of_tournaments(name, games):
    if too_few(KINDS[name], games):
        pytest.skip("no intervals are given")
    found = coverage(KINDS[name], games, 1000)
    # Where intervals are seldom given, allow two standard errors of a share of 95%.  The intervals
    # of one tournament depend on each other, so 10,000 intervals are as good as a few thousand.
    # Five players who are 600 points apart and draw seldom need this allowance of one point.
    luck = 0.01 if found.number >= 1000 else 2 * sqrt(0.95 * 0.05 / found.number)
    assert 0.93 - luck <= found.share <= 0.97 + luck and found.lowest >= 0.9


@pytest.mark.long
@pytest.mark.parametrize("name", MATCHES)
def test_intervals_of_two_players_keep_their_word(name):
    assert all(too_few(MATCHES[name], games) for games in (4, 8, 16, 50))
    assert 0.93 <= coverage(MATCHES[name], FEWEST_OF_TWO, 1500).share <= 0.97


def test_matches_of_equal_players_are_seldom_settled():
    """Without an interval, too, only 5% of the matches between equal players are settled."""
    rng = random.Random(16)
    kind = Kind((0, 0), draws=0.2, first=200)
    settled = sum(differences(simulated(kind, 16, rng))[0].settled for _ in range(100))
    assert settled <= 0.08 * 100


def test_the_anchor_has_rating_zero_and_no_interval():
    results = results_of({("a", "b"): (5, 0, 5), ("a", "c"): (1, 0, 9), ("b", "c"): (2, 0, 8)})
    steps = ladder(results, anchor="b")
    assert next(step for step in steps if step.name == "b") == Rating("b", 0, 0, 0)
    assert [step.elo for step in steps] == sorted((step.elo for step in steps), reverse=True)
    steps = ladder(results_of({("a", "b"): (500, 0, 501)}), intervals=False)
    assert [step.name for step in steps] == ["b", "a"]
    assert sum(step.elo for step in steps) == pytest.approx(0, abs=1e-9)


def test_rate_lines_carry_their_intervals():
    ax = plots.rate_lines({"MCTS": [50, 20], "flat": [60, 40]}, [10, 100], 100, title="t")
    bars = ax.collections[0].get_segments()
    assert bars[1][0][1] == pytest.approx(wilson(20, 100)[0]) and bars[1][1][1] == pytest.approx(
        wilson(20, 100)[1]
    )
    assert "MCTS: 0.50, 0.20." in plots.describe(ax)


@pytest.mark.parametrize(
    "matches",
    [
        [("a", "b", 1, 0), ("b", "c", 1, 0), ("c", "d", 1, 0)],
        [("a", "b", 1, 0), ("b", "c", 1e-9, 1e-9), ("a", "c", 1, 1e-9)],
        [("a", "b", 1, 1), ("b", "c", 1, 1)],
    ],
    ids=["a chain", "unequal numbers", "equal players"],
)
def test_the_fit_ends_with_any_number_of_games(matches):
    results, games = [], 10**15
    for a, b, won, lost in matches:
        tally = Tally(int(won * games), 0, int(lost * games))
        results.append(MatchResult(a, b, tally, tally))
    steps = ladder(results)
    assert steps[0].name == "a"
    for step in steps:
        assert isfinite(step.elo) and step.low <= step.elo <= step.high
