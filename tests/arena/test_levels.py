"""Check the ten levels of play and their stored measurements."""

import json

import pytest

from mctslib.arena.levels import DATA, ITERATIONS, level, strengths


def test_levels_are_ten_and_rise():
    assert len(ITERATIONS) == 10 and list(ITERATIONS) == sorted(set(ITERATIONS))
    assert [level(n).limit.iterations for n in range(1, 11)] == list(ITERATIONS)
    assert all(level(n).limit.seconds <= 1 and level(n).name == f"level {n}" for n in range(1, 11))
    assert level(10, seconds=0.25).limit.seconds == 0.25


def test_the_stored_strengths_are_of_these_levels():
    assert json.loads(DATA.read_text(encoding="utf-8"))["iterations"] == list(ITERATIONS)
    found = {(row.level, row.game, row.against): row.tally for row in strengths()}
    games = ("3×3 tic-tac-toe", "Connect Four")
    opponents = [(n, games[0], who) for n in range(1, 11) for who in ("perfect", "random")]
    opponents += [(n, game, f"level {n + 1}") for n in range(1, 10) for game in games]
    assert sorted(found) == sorted(opponents)


@pytest.mark.parametrize("against", ["perfect", "random"])
def test_level_10_lost_none_of_a_thousand_stored_games(against):
    tally = next(row.tally for row in strengths() if (row.level, row.against) == (10, against))
    assert tally.games == 1_000 and tally.losses == 0


def test_no_level_scores_more_than_half_against_the_next_as_stored():
    for row in strengths():
        if row.against.startswith("level"):
            assert row.tally.score_interval()[0] <= 0.5, row


def test_a_child_wins_against_level_1_now_and_then():
    """A random player wins more than a fifth of the games against level 1."""
    tally = next(row.tally for row in strengths() if (row.level, row.against) == (1, "random"))
    assert tally.losses / tally.games > 0.2
