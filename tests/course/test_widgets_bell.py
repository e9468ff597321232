"""The bell of chapter 09 decides exactly which true shares fit.

Every control redraws the picture.
"""

from math import comb

import pytest
from front_end import choose, press, send

from mctslib.arena.intervals import wilson
from mctslib.course.ch09 import Bell
from mctslib.course.ch09.shares import dice, ends, fits, won


@pytest.mark.parametrize("wins, games", [(13, 20), (0, 20), (20, 20), (60, 100), (325, 500)])
def test_the_shares_that_fit_are_wilsons_interval(wins, games):
    low, high = wilson(wins, games, 1.96)
    smallest, largest = ends(wins, games)
    assert (
        smallest - 1 < 1000 * low <= smallest + 1e-9 and largest - 1e-9 <= 1000 * high < largest + 1
    )


def test_what_stands_at_the_very_edge_fits():
    """With 625 games and p = ½, a result of 288 wins lies exactly at the edge and still fits.

    The edge is 1.96 · ½ / 25 = 0.0392, which is also ½ − 288/625.
    """
    assert [fits(wins, 625, 500) for wins in (287, 288, 337, 338)] == [False, True, True, False]
    assert fits(0, 1, 0) and not fits(1, 1, 0)


def test_the_cloud_comes_near_its_chance_and_keeps_its_dice():
    rolls = dice(20, 4000, seed=1)
    share = sum(not fits(wins, 20, 650) for wins in won(rolls, 650)) / 4000
    missed = [wins for wins in range(21) if not fits(wins, 20, 650)]
    chance = sum(comb(20, n) * 0.65**n * 0.35 ** (20 - n) for n in missed)
    assert abs(share - chance) < 4 * (0.03 / 4000) ** 0.5
    assert won(rolls, 0) == [0] * 4000 and won(rolls, 1000) == [20] * 4000
    assert all(a <= b for a, b in zip(won(rolls, 300), won(rolls, 301)))


def test_the_buttons_go_to_the_ends_and_the_next_thousandth_is_ruled_out():
    bell = Bell(13, 20)
    for button, step in ((bell.low, -0.001), (bell.high, 0.001)):
        press(button)
        assert "est that fits 13 wins of 20." in bell.words
        low, high = (end / 1000 for end in ends(13, 20))
        assert f"p = {bell.p.value:.2f} is" in bell.words and bell.p.value in (low, high)
        assert f">from {low:.2f}<" in bell.picture.value
        assert (f">to {high:.2f}<" in bell.picture.value) == (bell.p.value == high)
        send(bell.p, value=bell.p.value + step)
        assert "is ruled out" in bell.words and f">from {low:.2f}<" not in bell.picture.value


def test_the_headline_asks_first_and_then_says_what_the_reader_did():
    bell = Bell(13, 20)
    assert bell.headline.words.startswith("How small can p be?")
    send(bell.p, value=0.45)
    assert bell.headline.words.startswith("The bell moved left. It still fits 13 wins of 20.")
    send(bell.p, value=0.3)
    assert bell.headline.words.startswith("Too far left: the bell misses 13 wins of 20 ✗.")
    send(bell.p, value=0.6)
    assert bell.headline.words.startswith("The bell moved right. It still fits 13 wins of 20.")
    send(bell.wins, value=20)
    assert bell.headline.words.startswith("Too far left: the bell misses 20 wins of 20 ✗.")
    send(bell.wins, value=13)
    choose(bell.games, 100)
    assert "a narrower bell. It fits 65 wins of 100." in bell.headline.words
    press(bell.other)
    assert bell.headline.words.startswith("Other matches, the same bell.")
    press(bell.high)
    assert "is the largest that fits 65 wins of 100." in bell.headline.words


def test_a_player_may_lose_or_win_every_game():
    assert Bell(0, 20).wins.value == 0 and Bell(20, 20).wins.value == 20
    with pytest.raises(ValueError, match="from 0 to 20, not 21"):
        Bell(21, 20)


def test_other_games_keep_the_share_and_other_matches_change_the_cloud():
    bell = Bell(13, 20)
    choose(bell.games, 100)
    assert (bell.wins.value, bell.wins.max) == (
        65,
        100,
    ) and "40 matches of 100 games" in bell.cloud.value
    choose(bell.games, 500)
    assert (bell.wins.value, bell.wins.max) == (325, 500)
    choose(bell.games, 10)
    assert bell.wins.value <= 10 == bell.wins.max and bell.status.error is None
    before = bell.cloud.value, bell.static_picture()
    press(bell.other)
    assert bell.cloud.value != before[0] and bell.static_picture() != before[1]


def test_a_phone_shows_the_button_that_the_headline_asks_for():
    bell = Bell(13, 20)
    for button, other in ((bell.low, bell.high), (bell.high, bell.low)):
        assert "mcts-act" in button._dom_classes and "mcts-second" not in button._dom_classes
        assert "mcts-act" not in other._dom_classes and "mcts-second" in other._dom_classes
        press(button)
