"""Check the putting green: how the ball rolls, and which inputs are refused.

The exact values of strokes that chapter 18 computes are compared with rolls of the game.
"""

import copy
import pickle
import random
from math import dist

import numpy as np
import pytest

from mctslib.checks import check_game
from mctslib.course.ch18 import exact
from mctslib.games import Putting
from mctslib.games.putting import (
    KINDS,
    roll,
)


@pytest.mark.parametrize("green", [Putting(), Putting(noise=3), Putting(8, 1, strokes=1)], ids=str)
def test_the_game_keeps_the_contract(green):
    report = check_game(green, 25)
    assert report.ok, report


def test_a_ball_rolls_straight_and_bounces():
    assert roll((0.5, 0.2), 0, 0.3, 0) == ((0.5, 0.2), (0.8, 0.2))
    _, bounce, stop = roll((0.8, 0.2), 0, 0.3, 0)
    assert bounce == (1.0, 0.2) and stop == pytest.approx((0.9, 0.2))
    *_, stop = roll((0.3, 0.2), 90, 0.4, 0.7)  # bounces off the wall at 0.5
    assert stop == pytest.approx((0.3, 0.4))
    *_, stop = roll((0.8, 0.2), 90, 0.4, 0.7)  # rolls through the gap
    assert stop == pytest.approx((0.8, 0.6))


def test_a_ball_never_crosses_the_wall_and_rolls_its_whole_length():
    rng = random.Random(0)
    for _ in range(2000):
        ball, length = (rng.random(), rng.random()), rng.random()
        wall = rng.random() * 0.9
        line = roll(ball, 360 * rng.random(), length, wall)
        ways = [dist(a, b) for a, b in zip(line, line[1:])]
        assert sum(ways) == pytest.approx(length, abs=1e-6)
        for (x, y), (u, v) in zip(line, line[1:]):
            if (y - 0.5) * (v - 0.5) < -1e-6:
                crossing = x + (u - x) * (0.5 - y) / (v - y)
                assert crossing > wall - 1e-6


def test_two_good_strokes_hole_the_ball():
    green = Putting()
    state = green.apply(3 * 360 + 44).apply(1)
    assert state.strokes == 1 and not state.is_terminal()
    assert green.action_name(3 * 360 + 44) == "44°, strength 4"
    found = [a for a in state.legal_actions() if state.apply(a).holed]
    for action in found:
        assert state.apply(action).rewards() == (1.0,)


def test_on_an_uneven_green_chance_moves_after_each_stroke():
    green = Putting(noise=3)
    rolling = green.apply(100)
    assert (green.num_players, green.chance_player) == (2, 1)
    assert rolling.current_player == 1 and len(rolling.legal_actions()) == KINDS**2
    ends = [rolling.apply(k).ball for k in rolling.legal_actions()]
    middle = np.mean(ends, axis=0)
    assert dist(middle, rolling.apply(KINDS**2 // 2).ball) < 0.01
    assert rolling.apply(0).strokes == 2


def test_it_can_be_copied_and_pickled():
    for state in (Putting(), Putting(noise=3).apply(7)):
        assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state


@pytest.mark.parametrize(
    "options",
    [
        {"wall": 1},
        {"hole": (1.2, 0.5)},
        {"hole": (0.3, 0.48)},  # on the wall
        {"ball": (0.35, 0.79)},  # in the hole
        {"ball": (0.2, 0.5)},  # on the wall
        {"angles": 0},
        {"strokes": 0},
        {"noise": 90},
    ],
    ids=str,
)
def test_an_impossible_green_is_refused(options):
    with pytest.raises(ValueError):
        Putting(**options)


# ---------------------------------------------------------------------------- the exact answer


def test_the_arrays_roll_as_the_game_does():
    rng = random.Random(1)
    for _ in range(100):
        ball, wall = (rng.random(), rng.random()), 0.9 * rng.random()
        degrees = np.array([360 * rng.random() for _ in range(4)])
        lengths = np.array([0.9 * rng.random() for _ in range(4)])
        x, y = exact.roll_many(ball, degrees, lengths, wall)
        for i in range(4):
            for j in range(4):
                stop = roll(ball, degrees[i], lengths[j], wall)[-1]
                assert stop == pytest.approx((x[i, j], y[i, j]), abs=1e-7)


@pytest.mark.parametrize("noise", [0, 3])
def test_the_value_of_a_last_stroke_is_the_share_of_its_rolls_that_hole(noise):
    green = Putting(ball=(0.8, 0.55), strokes=1, noise=noise)
    values = exact.all_values(green, [])
    likely = np.argsort(values)[-1:-200:-40]
    for action in map(int, likely):
        after = green.apply(action)
        ends = [after.apply(k) for k in after.legal_actions()] if noise else [after]
        share = sum(end.holed for end in ends) / len(ends)
        assert values[action] == pytest.approx(share, abs=0.04 if noise else 0.5)


def test_the_shipped_tables_are_what_the_script_makes():
    one, two = exact.tables()
    green = Putting(noise=3)
    rng = random.Random(2)
    for _ in range(12):
        row, column = rng.randrange(exact.GRID), rng.randrange(exact.GRID)
        there = green._replace(ball=((column + 0.5) / exact.GRID, (row + 0.5) / exact.GRID))
        assert one[row, column] == pytest.approx(exact.stroke_values(there, None).max(), abs=0.001)
        assert two[row, column] == pytest.approx(exact.stroke_values(there, one).max(), abs=0.002)
    assert (two >= one - 0.002).all()


def test_a_rolling_ball_ends_on_the_green():
    """The ball stops where it meets an edge, although rounding errors may lead beyond the edge."""
    rng = random.Random(0)
    for degrees in (0, 90, *(rng.uniform(0, 90) for _ in range(2000))):
        ball = rng.random(), rng.random()
        for axis in (0, 1):
            speed = (np.cos, np.sin)[axis](np.pi * degrees / 180)
            if speed > 1e-9:
                length = (1 - ball[axis]) / speed
                for x, y in roll(ball, degrees, length, 0.0):
                    assert 0 <= x <= 1 and 0 <= y <= 1
