"""Compute the probability that perfect play holes the ball, by dynamic programming on a fine grid.

With one stroke left, the value of a place is the highest probability with which a stroke from there
holes the ball.  With two strokes left, the value of a stroke is a mean over its 625 rolls.  A roll
that holes the ball has value 1, and any other roll has the value of the place where the ball stops.
Places are rounded to a grid of 50 × 50 cells, and rolls are interpolated between 720 directions and
between lengths in steps of 0.01.  Apart from these two approximations the result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import pi
from typing import Any

import numpy as np

from mctslib.course.stored import measured
from mctslib.games.putting import (
    DEGREES_TO_LENGTH,
    ERRORS,
    FARTHEST,
    HAIR,
    RADIUS,
    WALL_Y,
    Point,
    Putting,
)

GRID = 50  # cells in a row of the grid of values
FINE_ANGLES = 720  # the number of directions in which a ball is rolled: one every half degree
FINE_STEP = 0.01  # the distance between two lengths at which the ball's place is recorded
Array = Any


def roll_many(ball: Point, degrees: Array, lengths: Array, wall: float) -> tuple[Array, Array]:
    """Return the places that balls reach in many directions, after many different distances.

    All balls start from the same place.  Returns x and y, two arrays of directions × lengths.  The
    places equal those that `games.putting.roll` computes.
    """
    x, y = np.full(len(degrees), ball[0]), np.full(len(degrees), ball[1])
    dx, dy = np.cos(pi * degrees / 180), np.sin(pi * degrees / 180)
    rolled = np.zeros(len(degrees))
    all_x = np.empty((len(degrees), len(lengths)))
    all_y = np.empty((len(degrees), len(lengths)))
    farthest = max(lengths)
    while True:
        further = lengths[None, :] - rolled[:, None]
        now = further >= 0
        all_x[now] = (x[:, None] + further * dx[:, None])[now]
        all_y[now] = (y[:, None] + further * dy[:, None])[now]
        if (rolled >= farthest).all():
            return np.clip(all_x, 0, 1), np.clip(all_y, 0, 1)
        to_side = way_to_edge(x, dx)
        to_end = way_to_edge(y, dy)
        to_wall = way_to_wall(x, y, dx, dy, wall)
        step = np.minimum(np.minimum(to_side, to_end), to_wall)
        at_wall = step == to_wall
        at_side = ~at_wall & (step == to_side)
        at_end = ~at_wall & ~at_side
        x, y, rolled = x + step * dx, y + step * dy, rolled + step
        y = np.where(at_wall, np.where(dy < 0, WALL_Y + HAIR, WALL_Y - HAIR), y)
        x = np.where(at_side, np.round(x), x)
        y = np.where(at_end, np.round(y), y)
        dx = np.where(at_side, -dx, dx)
        dy = np.where(at_wall | at_end, -dy, dy)


def way_to_edge(at: Array, speed: Array) -> Array:
    """Return how far each ball can roll before the coordinate `at` reaches 0 or 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        way = np.where(speed > 0, (1 - at) / speed, at / -speed)
    return np.where(speed == 0, np.inf, way)


def way_to_wall(x: Array, y: Array, dx: Array, dy: Array, wall: float) -> Array:
    """Return how far each ball can roll before it meets the wall, or infinity if it never meets the
    wall.
    """
    towards = ((y < WALL_Y) & (dy > 0)) | ((y > WALL_Y) & (dy < 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        way = (WALL_Y - y) / dy
    meets = towards & (x + way * dx <= wall)
    return np.where(meets, way, np.inf)


# ---------------------------------------------------------------------------- values of strokes


def stroke_values(state: Putting, later: Array | None) -> Array:
    """Return the value of every stroke in a position: an array of strengths × angles.

    later   the values of all places with one stroke fewer left, an array of GRID × GRID; None if
            this is the last stroke

    A ball is rolled in 720 directions, and its value is recorded after every 0.01 of its path.  The
    mean over the 625 rolls of each stroke is a weighted mean of these values.
    """
    green = state.green
    farthest = FARTHEST * (1 + green.noise * DEGREES_TO_LENGTH * max(ERRORS)) + 2 * FINE_STEP
    lengths = np.arange(0, farthest, FINE_STEP)
    degrees = np.arange(FINE_ANGLES) * 360 / FINE_ANGLES
    x, y = roll_many(state.ball, degrees, lengths, green.wall)
    worth = values_at(x, y, green.hole, later)
    by_strength = worth @ length_weights(green.strengths, green.noise, len(lengths))
    return angle_weights(green.angles, green.noise, by_strength).T


def values_at(x: Array, y: Array, hole: Point, later: Array | None) -> Array:
    """Return the values of places: 1 in the hole, and the value of the grid cell elsewhere."""
    holed = (x - hole[0]) ** 2 + (y - hole[1]) ** 2 < RADIUS**2
    if later is None:
        return holed.astype(float)
    column = np.minimum((x * GRID).astype(int), GRID - 1)
    row = np.minimum((y * GRID).astype(int), GRID - 1)
    return np.where(holed, 1.0, later[row, column])


@cache
def length_weights(strengths: int, noise: float, count: int) -> Array:
    """Return the weight of each recorded length in the mean over the rolls, for each strength."""
    weights = np.zeros((count, strengths))
    for strength in range(strengths):
        for error in ERRORS if noise else (0.0,):
            length = FARTHEST * (strength + 1) / strengths
            length *= 1 + noise * DEGREES_TO_LENGTH * error
            add_between(weights[:, strength], length / FINE_STEP)
    return weights / weights.sum(axis=0)


def angle_weights(angles: int, noise: float, by_strength: Array) -> Array:
    """Return the means over the errors in direction, as an array of angles × strengths."""
    mean = np.zeros((angles, by_strength.shape[1]))
    for error in ERRORS if noise else (0.0,):
        degrees = np.arange(angles) * 360 / angles + noise * error
        place = degrees * FINE_ANGLES / 360
        below = np.floor(place).astype(int)
        share = (place - below)[:, None]
        mean += (1 - share) * by_strength[below % FINE_ANGLES]
        mean += share * by_strength[(below + 1) % FINE_ANGLES]
    return mean / len(ERRORS if noise else (0.0,))


def add_between(weights: Array, place: float) -> None:
    """Add 1 to the weights at a fractional index, split between the two nearest whole indices."""
    below = int(place)
    share = place - below
    weights[below] += 1 - share
    weights[below + 1] += share


# ---------------------------------------------------------------------------- tables


def next_table(state: Putting, later: Array | None) -> Array:
    """Return the value of every cell with one more stroke left than in `later`."""
    table = np.zeros((GRID, GRID))
    for row in range(GRID):
        for column in range(GRID):
            middle = ((column + 0.5) / GRID, (row + 0.5) / GRID)
            there = state._replace(ball=middle)
            table[row, column] = stroke_values(there, later).max()
    return table


@cache
def tables() -> tuple[Array, Array]:
    """Return the stored values with one stroke left and with two, for the usual green with noise
    3.
    """
    stored = measured("ch18/exact")
    return np.array(stored["one"]) / 1000, np.array(stored["two"]) / 1000


def all_values(state: Putting, known: Sequence[Array]) -> Array:
    """Return the exact value of every stroke: an array with one number for each action.

    known   the tables for one stroke left, two strokes left, and so on
    """
    later = known[state.strokes - 2] if state.strokes > 1 else None
    return stroke_values(state, later).reshape(-1)
