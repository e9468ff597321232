"""Test the tournament with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import random
import time
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, until

from mctslib import TicTacToe
from mctslib.arena.matches import MatchResult, Tally, match_steps
from mctslib.arena.players import (
    FlatMonteCarlo,
    MCTSPlayer,
    PerfectPlayer,
    RandomPlayer,
    player_named,
)
from mctslib.arena.ratings import Rating, ladder
from mctslib.arena.thinking import drained, thinking
from mctslib.arena.tournament import round_robin
from mctslib.course.ch09b import Tournament
from mctslib.course.ch09b.ladders import in_figures, ladder_svg
from mctslib.course.ch09b.widget import clear_places, headline
from mctslib.fast import warm

QUICK = ("random", "flat 30", "MCTS 10")


def played(names, games):
    return round_robin([player_named(name) for name in names], games, progress=False)


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


# -------------------- the widget


def test_a_tournament_goes_on_as_the_library_would():
    tournament = Tournament(played(QUICK, 2), games=10)
    assert tournament.start.description == "10 more games each"
    press(tournament.start)
    assert tournament.results == played(QUICK, 12)
    assert "After 36 games" in tournament.headline.words and tournament.status.error is None


def test_the_order_stays_until_the_ladder_is_drawn():
    tournament = Tournament(players=QUICK, games=10)
    seen = []

    def look(change):
        seen.append((tournament.picture.layout.display, bool(tournament.picture.value)))

    tournament.places.observe(look, "children")
    press(tournament.start)
    assert seen and set(seen) == {("", True)}


def test_other_players_begin_anew():
    tournament = Tournament(players=QUICK, games=10)
    assert tournament.start.description == "Start"
    press(tournament.start)
    seat(tournament, "random", "MCTS 10")
    assert tournament.start.description == "Start"
    assert "mcts-quiet" in tournament.start._dom_classes  # it would take the results away
    press(tournament.start)
    assert tournament.results == played(("random", "MCTS 10"), 10)


def test_the_reader_puts_the_players_in_order_and_is_told_how_many_places_are_right():
    tournament = Tournament(players=QUICK, games=10)
    press(tournament.places.children[2])
    assert tournament.order == ["random", "MCTS 10", "flat 30"]
    press(tournament.places.children[0])  # the first one moves down
    assert tournament.order == ["MCTS 10", "random", "flat 30"]
    press(tournament.start)
    order = [rating.name for rating in ladder(tournament.results)]
    clear = clear_places(tournament.results)
    both = zip(order, ["MCTS 10", "random", "flat 30"])
    right = sum(a == b for a, b in both if a in clear)
    told = f"{len(clear)} of 3 places clear, you have {right} right." if clear else "too few"
    assert tournament.headline.words.startswith(f"After 30 games: {told}")
    signs = [tournament.picture.value.count(f" {sign})") for sign in "✓✗"]
    assert signs == [2 * right, 2 * (len(clear) - right)]  # in the pictures for both widths
    assert tournament.places.layout.display == "none"


def test_a_place_is_clear_if_the_player_is_told_apart_from_both_neighbours():
    close = round_of({("a", "b"): (21, 0, 19), ("a", "c"): (38, 0, 2), ("b", "c"): (38, 0, 2)})
    assert clear_places(close) == ["c"]
    assert headline(close, "bac")[0].startswith("After 120 games: 1 of 3 places clear, you have 1")
    few = round_of({("a", "b"): (2, 0, 0), ("a", "c"): (2, 0, 0), ("b", "c"): (2, 0, 0)})
    assert clear_places(few) == []
    assert headline(few, "abc")[0].startswith("After 6 games: too few to tell.")


def test_the_zero_of_the_axis_stays_where_it_is():
    tournament = Tournament(players=QUICK, games=10)
    press(tournament.start)
    assert tournament.ruler.value == "MCTS 10" and "MCTS 10 is 0" in tournament.picture.value
    choose(tournament.ruler, "random")
    press(tournament.start)
    assert tournament.ruler.value == "random" and "random is 0" in tournament.picture.value


def test_the_ladder_is_measured_from_the_ruler():
    tournament = Tournament(played(QUICK, 10))
    assert tournament.ruler.value == "MCTS 10"
    choose(tournament.ruler, "random")
    label = ElementTree.fromstring(tournament.static_picture()).get("aria-label")
    for rating in ladder(tournament.results, anchor="random"):
        assert f"{rating.name} {in_figures(rating)}" in label
    assert label in tournament.picture.value


def test_too_few_players_are_told_so_and_the_next_start_works():
    tournament = Tournament(players=QUICK, games=10)
    seat(tournament, "random")
    press(tournament.start)
    assert "at least two players" in tournament.status.text
    seat(tournament, "random", "MCTS 10")
    press(tournament.start)
    assert tournament.status.error is None and tournament.results[0].games == 10
    with pytest.raises(ValueError, match="each named only once"):
        Tournament(players=("random", "random"))


async def test_stop_keeps_what_was_played():
    tournament = Tournament(players=("random", "MCTS 300", "flat 300"), games=500)
    press(tournament.start)
    assert tournament.work.running and not tournament.work.button.disabled
    assert "3 pairs, 500 games each" in tournament.headline.words
    await until(lambda: len(tournament.results) == 3 and tournament.results[-1].games >= 2)
    press(tournament.work.button)
    await until(lambda: not tournament.work.running)
    games = [result.games for result in tournament.results]
    assert "Stopped after" in tournament.status.text
    assert max(games) < 500 and max(games) - min(games) <= 1
    assert "<svg" in tournament.picture.value


async def test_a_second_start_drops_the_first():
    tournament = Tournament(players=("random", "MCTS 300"), games=500)
    press(tournament.start)
    await until(lambda: bool(tournament.results))
    seat(tournament, "random", "MCTS 10")
    choose(tournament.games, 10)
    tournament.play()
    await until(lambda: not tournament.work.running)
    assert [(r.b, r.games) for r in tournament.results] == [("MCTS 10", 10)]


# -------------------- words and pictures


def round_of(table):
    return [MatchResult(a, b, Tally(*counts)) for (a, b), counts in table.items()]


def test_neighbours_are_told_apart_by_their_difference():
    """They are told apart if the interval of their difference excludes 0.

    This holds even if their own intervals overlap.
    """
    close = round_of({("a", "b"): (21, 0, 19), ("a", "c"): (38, 0, 2), ("b", "c"): (38, 0, 2)})
    assert headline(close) == (
        "After 120 games not told apart: a and b.",
        "Will more tell them apart?",
    )
    clear = round_of({("a", "b"): (130, 0, 70), ("a", "c"): (20, 0, 0), ("b", "c"): (20, 0, 0)})
    stronger, weaker = ladder(clear, anchor="c")[:2]
    assert stronger.low < weaker.high
    assert "a and b" not in headline(clear)[0]


def test_few_games_have_no_interval():
    results = round_of({("a", "b"): (2, 0, 0), ("a", "c"): (2, 0, 0), ("b", "c"): (2, 0, 0)})
    first = ladder(results)[0]
    words, more = headline(results)
    assert words == "After 6 games not told apart: a and b; b and c."
    assert more.startswith("Too few for some intervals.")
    assert in_figures(first) == f"{first.elo:.0f}"
    ElementTree.fromstring(ladder_svg(ladder(results), None))


def test_hostile_names_stay_text():
    ElementTree.fromstring(ladder_svg([Rating("<&>", 10, 0, 20), Rating('"', 0, -5, 5)], None))
