"""Test the tournament with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import random
import re
import time
from functools import partial
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until
from small_games import Ten, ThreeWay

from mctslib import ConnectFour, TicTacToe
from mctslib.arena.matches import MatchResult, Tally, match, match_steps
from mctslib.arena.players import (
    FlatMonteCarlo,
    MCTSPlayer,
    PerfectPlayer,
    RandomPlayer,
    player_named,
)
from mctslib.arena.ratings import Rating, differences, ladder
from mctslib.arena.thinking import drained, thinking
from mctslib.arena.tournament import round_robin
from mctslib.course import puzzles
from mctslib.course.ch09b import Tournament, opening
from mctslib.course.ch09b.ladders import in_figures, ladder_svg, results_table
from mctslib.course.ch09b.ruler import (
    LONG_BRACKET_NOTE,
    TWO_PLAYERS,
    conclusion,
    groups,
    headline,
    in_words,
    longest_conclusions,
    middle_player,
    ruler_svg,
    score_table,
)
from mctslib.course.ch09b.widget import NO_LADDER
from mctslib.fast import warm
from mctslib.methods.network import shipped
from mctslib.methods.puct import Puct
from mctslib.methods.rave import Rave
from mctslib.methods.solver import Solver

QUICK = ("random", "flat 30", "MCTS 10")


def seat(tournament, *names):
    for name, box in tournament.players.items():
        send(box, value=name in names)


# -------------------- games in steps


@pytest.mark.parametrize(
    "player", [RandomPlayer(), PerfectPlayer(), FlatMonteCarlo(60), MCTSPlayer(60, reuse=False)]
)
def test_a_thought_in_steps_is_the_same_thought(player):
    state = TicTacToe().apply(4)
    assert len(list(thinking(player, state, random.Random(3)))) >= 1
    assert drained(thinking(player, state, random.Random(3))) == player.choose(
        state, random.Random(3)
    )


# -------------------- the widget


def test_it_plays_the_tournament_of_the_library():
    tournament = Tournament(QUICK, games=6, seed=3)
    press(tournament.start)
    assert tournament.results == round_robin(
        [player_named(n) for n in QUICK], 6, seed=3, progress=False
    )
    assert tournament.ratings == ladder(tournament.results, anchor="random")
    assert "Done after 18 games" in tournament.status.text and tournament.status.error is None


def test_the_button_adds_games_until_something_else_is_asked_for():
    tournament = Tournament(QUICK, games=4, seed=3)
    assert tournament.start.description == "Start"
    press(tournament.start)
    choose(tournament.games, 10)
    assert tournament.start.description == "10 more games each"
    press(tournament.start)
    players = [player_named(name) for name in QUICK]
    assert tournament.results == round_robin(players, 14, seed=3, progress=False)
    seat(tournament, "random", "MCTS 10")
    assert tournament.start.description == "Start"
    assert "mcts-quiet" in tournament.start._dom_classes  # it would take the results away
    press(tournament.start)
    assert [one.games for one in tournament.results] == [10]


def test_players_of_the_reader_s_own_sit_down_too():
    """Players with the methods of chapters 13, 14 and 16 (solver, RAVE, network) can take part."""
    brain = shipped("ttt-0-4", TicTacToe())
    guests = [
        MCTSPlayer(15, method=Solver, name="solver 15"),
        MCTSPlayer(15, method=partial(Rave, 30), name="RAVE 15"),
        MCTSPlayer(15, method=partial(Puct, brain), name="PUCT 15"),
    ]
    tournament = Tournament(["random", *guests], games=4, seed=1)
    press(tournament.start)
    assert tournament.results == round_robin([RandomPlayer(), *guests], 4, seed=1, progress=False)
    assert "Done after 24 games" in tournament.status.text and "PUCT 15" in tournament.table.value
    seat(tournament, "random", "PUCT 15")
    assert tournament.chosen() == ["random", "PUCT 15"]
    with pytest.raises(ValueError, match="each named only once"):
        Tournament([guests[0], guests[0]])


def test_every_control_counts():
    tournament = Tournament(games=10)
    seat(tournament, "random", "MCTS 30")
    choose(tournament.size, "4 × 4")
    choose(tournament.games, 20)
    send(tournament.seed, value=8)
    press(tournament.start)
    expected = match(
        RandomPlayer(),
        player_named("MCTS 30"),
        20,
        state=TicTacToe(4),
        seed="8/random/MCTS 30",
        progress=False,
    )
    assert tournament.results == [expected]


def test_table_and_ladder_say_the_same_as_the_results():
    tournament = Tournament(QUICK, games=10)
    press(tournament.start)
    first = tournament.results[0]
    assert (
        f"<td>{first.wins}</td><td>{first.draws}</td><td>{first.losses}</td>"
        in tournament.table.value
    )
    label = ElementTree.fromstring(tournament.picture.value).get("aria-label")
    ruler = tournament.ruler.value
    others = [name for name in QUICK if name != ruler]
    for lead in differences(tournament.results, [(name, ruler) for name in others]):
        assert f"{lead.a} {in_words(lead)}" in label


def test_it_opens_with_a_tournament_that_is_over():
    tournament = Tournament()
    assert tournament.results == opening.stored() and "<svg" in tournament.picture.value
    assert tournament.headline.words == " ".join(headline(tournament.results))
    assert tournament.ruler.value == "MCTS 30" and "MCTS 30" in tournament.told.value
    assert Tournament(games=10).results == []


@pytest.mark.slow
def test_the_tournament_it_opens_with_is_played_in_the_same_way_again():
    assert opening.stored() == opening.played()


def test_too_few_players_are_told_so_and_the_next_start_works():
    tournament = Tournament(QUICK, games=10)
    seat(tournament, "random")
    press(tournament.start)
    assert (
        "at least two players" in tournament.status.text
        and 'role="alert"' in tournament.status.value
    )
    seat(tournament, "random", "MCTS 10")
    press(tournament.start)
    assert tournament.status.error is None and tournament.results[0].games == 10


def test_the_perfect_player_is_offered_only_on_the_small_board():
    tournament = Tournament(("random", "MCTS 10", "perfect"), games=10)
    box = tournament.players["perfect"]
    choose(tournament.size, "5 × 5")
    assert box.layout.visibility == "hidden" and tournament.chosen() == ["random", "MCTS 10"]
    press(tournament.start)
    assert tournament.status.error is None and len(tournament.results) == 1
    choose(tournament.size, "3 × 3")
    assert box.layout.visibility == "visible" and "perfect" in tournament.chosen()
    press(tournament.start)
    assert len(tournament.results) == 3


async def test_stop_keeps_what_was_played():
    tournament = Tournament(("random", "MCTS 300", "flat 300"), games=500)
    press(tournament.start)
    assert tournament.work.running and not tournament.work.button.disabled
    assert "3 pairs, 500 games each" in tournament.headline.words
    assert tournament.picture.value == NO_LADDER  # no result of an earlier tournament remains
    await until(lambda: len(tournament.results) == 3 and tournament.results[-1].games >= 2)
    press(tournament.work.button)
    await until(lambda: not tournament.work.running)
    played = [result.games for result in tournament.results]
    assert (
        "Stopped after" in tournament.status.text
        and max(played) < 500
        and max(played) - min(played) <= 1
    )
    assert tournament.ratings and "<svg" in tournament.picture.value


def test_no_slice_of_a_large_game_is_long():
    warm.ready()  # otherwise, on a new machine, a kernel would be compiled in one of the slices
    steps = match_steps(
        *[player_named(name) for name in ("MCTS 3000", "flat 1000")], 10, state=TicTacToe(6)
    )
    times = []
    for _ in range(40):
        start = time.thread_time()  # CPU time of this thread only
        next(steps)
        times.append(time.thread_time() - start)
    print(f"longest step of thought: {1000 * max(times):.0f} ms")
    assert sum(t > 1 for t in times) == 0  # a whole move takes several times as long


async def test_a_second_start_drops_the_first():
    tournament = Tournament(("random", "MCTS 300"), games=500)
    press(tournament.start)
    await until(lambda: bool(tournament.results))
    seat(tournament, "random", "MCTS 10")
    choose(tournament.games, 10)
    tournament.play()
    await until(lambda: not tournament.work.running)
    assert [(r.b, r.games) for r in tournament.results] == [("MCTS 10", 10)]


@pytest.fixture
def soon_too_large(monkeypatch):
    """Lower the number of positions up to which `perfect` solves a game.

    Counting the positions of Connect Four up to the usual limit would take seconds.
    """
    monkeypatch.setattr(puzzles, "MOST_POSITIONS", 500)


def test_games_of_ones_own_start_from_their_position(soon_too_large):
    tournament = Tournament(state=Ten(4), games=10)
    assert "perfect" in tournament.chosen()
    assert tournament.size not in tournament.bar.settings.children
    seat(tournament, "random", "perfect")
    press(tournament.start)
    players = [player_named(name) for name in ("random", "perfect")]
    assert tournament.results == round_robin(players, 10, state=Ten(4), progress=False)
    assert "run this cell" in tournament.static_picture()
    assert "perfect" not in Tournament(state=ConnectFour()).players


@pytest.mark.parametrize(
    "options, message",
    [
        ({"state": ThreeWay()}, "two players, but this game has 3"),
        (
            {"state": ConnectFour(), "players": ("random", "perfect")},
            "at most 50,000 positions can come up: leave it out",
        ),
        ({"size": 4, "players": ("random", "perfect")}, "perfect player can play only"),
    ],
)
def test_bad_settings_are_refused(options, message, soon_too_large):
    with pytest.raises(ValueError, match=message):
        Tournament(**options)


def test_the_static_picture_is_a_ladder_and_plays_nothing_in_the_widget():
    tournament = Tournament(QUICK)
    picture = tournament.static_picture()
    assert picture.count("<img ") == 1 and "After 30 games" in picture and tournament.results == []
    assert "Elo points above MCTS 10" in picture.partition('alt="')[2].partition('"')[0]
    assert Tournament(QUICK, size=5).static_picture().startswith("<svg")


# -------------------- table and ladder


def test_the_table_says_who_is_ahead_in_words():
    ahead, open_ = MatchResult("a", "b", Tally(40, 0, 10)), MatchResult("a", "c", Tally(6, 0, 5))
    table = results_table([ahead, open_, MatchResult("x", "y")])
    assert "✔ a" in table and "○ cannot tell yet" in table and "x – y" not in table


def test_hostile_names_stay_text():
    table = results_table([MatchResult("<b>&", '"', Tally(1, 0, 0))])
    assert "<b>&" not in table and "&lt;b&gt;&amp;" in table
    ElementTree.fromstring(ladder_svg([Rating("<&>", 10, 0, 20), Rating('"', 0, -5, 5)], None))


def round_of(table):
    return [MatchResult(a, b, Tally(*counts)) for (a, b), counts in table.items()]


@pytest.mark.parametrize(
    "won, verdict",
    [(21, "a and b cannot be told apart yet."), (38, "a is shown to be stronger than b.")],
)
def test_two_players_are_told_apart_without_an_interval(won, verdict):
    results = round_of({("a", "b"): (won, 0, 40 - won)})
    assert conclusion(results).endswith(TWO_PLAYERS)
    assert ("More games" in conclusion(results)) == (won == 21)
    assert len(conclusion(results)) <= max(map(len, longest_conclusions(["a", "b"])))
    assert headline(results) == (verdict, "40 games")
    assert (LONG_BRACKET_NOTE in ruler_svg(results, "a")) == (won == 21)
    assert ("✓ behind" if won == 38 else "○ open") in ruler_svg(results, "a")


def test_the_score_of_two_players_is_the_stronger_players_score():
    said = "b scores 95.0% against a (95% interval: 83.5% to 98.6%)."
    assert conclusion(round_of({("a", "b"): (2, 0, 38)})).startswith(said)
    assert conclusion(round_of({("b", "a"): (38, 0, 2)})).startswith(said)
    many = conclusion(round_of({("a", "b"): (380, 0, 20)}))
    assert many == "a scores 95.0% against b (95% interval: 92.4% to 96.7%)."


def test_neighbours_whose_order_is_not_settled_are_named():
    close = round_of({("a", "b"): (21, 0, 19), ("a", "c"): (38, 0, 2), ("b", "c"): (38, 0, 2)})
    assert conclusion(close) == "a and b cannot be told apart yet. More games would show more."
    assert groups(close) == [["a", "b"], ["c"]]
    assert headline(close) == (
        "3 players in 2 groups that the games tell apart.",
        "120 games, each player against each other player",
    )
    clear = round_of({("a", "b"): (35, 0, 5), ("a", "c"): (38, 0, 2), ("b", "c"): (38, 0, 2)})
    assert conclusion(clear).startswith("Each player is shown to be stronger")
    assert headline(clear)[0].startswith("3 players, each shown")


def test_small_differences_between_neighbours_may_add_up_to_one_that_is_settled():
    """In these results, only two players are told apart: the first and the last."""
    results = round_of({("a", "b"): (23, 0, 17), ("a", "c"): (28, 0, 12), ("b", "c"): (23, 0, 17)})
    leads = {(lead.a, lead.b): lead.settled for lead in differences(results)}
    assert leads == {("a", "b"): False, ("a", "c"): True, ("b", "c"): False}
    assert groups(results) == [["a", "b", "c"]]
    assert headline(results)[0] == "3 players, whose order is partly open."
    words = "The order of a, b and c is partly open. More games would show more."
    assert conclusion(results) == words
    equal = round_of({("a", "b"): (20, 0, 20), ("a", "c"): (20, 0, 20), ("b", "c"): (20, 0, 20)})
    assert headline(equal)[0] == "3 players, and the order may be luck."
    assert conclusion(equal).startswith("a, b and c cannot be told apart yet.")


def test_neighbours_are_compared_by_their_difference():
    """Two neighbours are told apart if the interval of their difference excludes 0.

    This holds even if their own intervals overlap.
    """
    games = {("a", "b"): (130, 0, 70), ("a", "c"): (20, 0, 0), ("b", "c"): (20, 0, 0)}
    results = round_of(games)
    stronger, weaker = ladder(results, anchor="c")[:2]
    assert stronger.low < weaker.high
    assert "a and b" not in conclusion(results)


def test_three_equal_players_with_few_games_are_not_settled():
    """Three equal players with few games are not told apart.

    In an earlier version, their intervals had width 0.
    """
    results = round_of({("a", "b"): (2, 0, 0), ("a", "c"): (2, 0, 0), ("b", "c"): (2, 0, 0)})
    ratings = ladder(results)
    assert (
        "too few games for intervals" in conclusion(results)
        and "may be luck" in headline(results)[0]
    )
    assert in_figures(ratings[0]) == f"{ratings[0].elo:.0f}"
    ElementTree.fromstring(ladder_svg(ratings, None))
    ElementTree.fromstring(ruler_svg(results, middle_player(results)))


def test_the_scores_stand_in_the_order_of_the_ladder():
    results = round_of({("a", "b"): (5, 0, 15), ("a", "c"): (38, 0, 2), ("b", "c"): (10, 0, 10)})
    table = score_table(results)
    assert table.index(">a</th><td") < table.index(">b</th><td")
    assert ">75 ✓</td>" in table and ">25 ✓</td>" in table and ">50</td>" in table
    hostile = score_table([MatchResult("<b>&", '"', Tally(1, 0, 0))])
    assert "<b>&" not in hostile and "&lt;b&gt;&amp;" in hostile


@pytest.mark.parametrize("games", [1, 7, 30, 59])
def test_the_scores_of_both_players_of_a_match_add_up_to_a_hundred(games):
    for wins in range(games + 1):
        for draws in range(min(2, games - wins + 1)):
            one = MatchResult("a", "b", Tally(wins, draws, games - wins - draws))
            numbers = re.findall(r">(\d+)(?: ✓)?</td>", score_table([one], ["a", "b"]))
            assert len(numbers) == 2 and sum(map(int, numbers)) == 100
