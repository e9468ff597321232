"""Putting: roll a ball past a wall into the hole, by default in at most three strokes.

The green is a square of side 1.  A stroke is a direction and a strength, so a green with 360
directions and 5 strengths has 1,800 actions.  The ball rolls straight, and bounces off the edges of
the green and off the wall.  The ball is in the hole if it *stops* there.  On an uneven green,
chance moves after each stroke and decides where the ball actually rolls.

0 … angles · strengths − 1   a stroke: direction `action % angles`, strength `action // angles`
0 … 624                      a move of chance on an uneven green: how the ball rolls
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, inf, pi, sin
from statistics import NormalDist
from typing import Any, NamedTuple

from mctslib.game import IllegalAction, not_over
from mctslib.games.drawn import Drawn
from mctslib.given import check_between, check_one_of, whole

Point = tuple[float, float]
"""A place on the green: x from 0 (left) to 1, y from 0 (bottom) to 1."""

RADIUS = 0.05  # the radius of the hole
WALL_Y = 0.5  # the wall begins at the left edge and runs to the right, at this height
LONGEST_WALL = 0.9
FARTHEST = 0.75  # the length of the strongest stroke
HAIR = 1e-9  # the distance from the wall after a bounce, on the side from which the ball came
MOST_ACTIONS = 100_000_000
MOST_NOISE = 20.0

KINDS = 25
"""A roll has one of 25 directions and one of 25 lengths; all rolls are equally likely."""
ERRORS = tuple(NormalDist().inv_cdf((kind + 0.5) / KINDS) for kind in range(KINDS))
"""The errors of the rolls in standard deviations, from −2.05 to 2.05."""
DEGREES_TO_LENGTH = 1 / 60
"""A noise of 3° in the direction implies a noise of 3/60 = 5% in the length."""


class Green(NamedTuple):
    """The data that are the same for all positions of a game."""

    angles: int  # the number of directions
    strengths: int  # the number of strengths
    hole: Point
    wall: float  # the length of the wall
    noise: float  # the standard deviation of the direction, in degrees; 0 for an even green


class PuttingFields(NamedTuple):
    """The data of one position."""

    green: Green
    ball: Point
    strokes: int  # the number of strokes that are left
    aimed: int | None  # on an uneven green, the stroke that chance must roll next; otherwise None


class Putting(Drawn, PuttingFields):
    """One position of the game, for one player.

    angles     the number of directions, which are evenly spaced; direction 0 points to the right,
               and the next directions follow anticlockwise
    strengths  the number of strengths; the strongest stroke rolls the ball a distance of 0.75
    hole       the centre of the hole, at least 0.05 away from every edge
    wall       the length of the wall, from 0 (no wall) to 0.9.  The wall starts at the left edge,
               at half the height of the green
    ball       the position of the ball at the start
    strokes    the number of strokes in a game, from 1 to 9
    noise      0 for an even green; otherwise the standard deviation of a stroke's direction in
               degrees, up to 20.  The standard deviation of a stroke's length is noise / 60 times
               the length, so a noise of 3 means 3° and 5%

    Raises ValueError for numbers out of range, and TypeError for a place that is not a pair.
    """

    __slots__ = ()

    def __new__(
        cls,
        angles: int = 360,
        strengths: int = 5,
        hole: Point = (0.35, 0.8),
        wall: float = 0.7,
        ball: Point = (0.35, 0.2),
        strokes: int = 3,
        noise: float = 0.0,
    ) -> Putting:
        angles = whole(angles, "The number of directions")
        strengths = whole(strengths, "The number of strengths")
        strokes = whole(strokes, "The number of strokes")
        if angles < 1 or strengths < 1 or angles * strengths > MOST_ACTIONS:
            raise ValueError(
                "A green needs at least 1 direction and 1 strength, and at most"
                f" {MOST_ACTIONS:,} strokes to choose from, not {angles:,} times {strengths:,}."
            )
        check_one_of("The number of strokes", strokes, range(1, 10))
        check_between("The wall must leave a gap for the ball: its length", wall, 0, LONGEST_WALL)
        check_between("The noise", noise, 0, MOST_NOISE)
        hole = point("the hole", hole, RADIUS)
        ball = point("the ball", ball, 0)
        for what, place_of_it, radius in (("hole", hole, RADIUS), ("ball", ball, HAIR)):
            if on_wall(place_of_it, wall, radius):
                raise ValueError(f"The {what} at {place(place_of_it)} lies on the wall: move it.")
        if dist(ball, hole) < RADIUS:
            raise ValueError(f"The ball at {place(ball)} is in the hole already: move one of them.")
        green = Green(angles, strengths, hole, float(wall), float(noise))
        return cls._make((green, ball, strokes, None))

    @property
    def num_players(self) -> int:
        """The number of players: 1 on an even green; 2, including chance, on an uneven green."""
        return 2 if self.green.noise else 1

    @property
    def chance_player(self) -> int | None:
        """The index of chance among the players: 1 on an uneven green, None on an even green."""
        return 1 if self.green.noise else None

    @property
    def current_player(self) -> int:
        """The player to move: 0, or 1 (chance) while the ball rolls on an uneven green."""
        return 0 if self.aimed is None else 1

    @property
    def holed(self) -> bool:
        """Whether the ball is in the hole."""
        return self.aimed is None and dist(self.ball, self.green.hole) < RADIUS

    def legal_actions(self) -> Sequence[int]:
        """Return all strokes, or all rolls if the ball is rolling, or () if the game is over."""
        if self.is_terminal():
            return ()
        if self.aimed is not None:
            return range(KINDS * KINDS)
        return range(self.green.angles * self.green.strengths)

    def apply(self, action: int) -> Putting:
        """Return the position after a stroke, or after a move of chance that rolls the ball.

        Raises `IllegalAction` if the action is not legal, and TypeError if it is not a
        whole number.
        """
        action = whole(action)
        legal = self.legal_actions()
        if action not in legal:
            raise illegal_stroke(self, action)
        if self.aimed is None and self.green.noise:
            return self._replace(aimed=action)
        if self.aimed is None:
            line = self.line(action)
        else:
            line = self.rolled(action)
        return self._replace(ball=line[-1], strokes=self.strokes - 1, aimed=None)

    def is_terminal(self) -> bool:
        """Return whether the ball is in the hole or no stroke is left."""
        if self.aimed is not None:
            return False
        return self.strokes == 0 or self.holed

    def rewards(self) -> tuple[float, ...]:
        """Return 1 if the ball is in the hole, else 0; on an uneven green, also 0 for chance.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        reward = 1.0 if self.holed else 0.0
        return (reward, 0.0) if self.green.noise else (reward,)

    # ------------------------------------------------------------------------ how the ball rolls

    def aim(self, action: int) -> tuple[float, float]:
        """Return the intended direction of a stroke, in degrees, and its intended length."""
        strength, direction = divmod(action, self.green.angles)
        degrees = 360 * direction / self.green.angles
        return degrees, FARTHEST * (strength + 1) / self.green.strengths

    def line(self, action: int) -> tuple[Point, ...]:
        """Return the path of a stroke without noise: its start, its bounces and its end."""
        degrees, length = self.aim(action)
        return roll(self.ball, degrees, length, self.green.wall)

    def rolled(self, outcome: int) -> tuple[Point, ...]:
        """Return the path of the ball in one of the 625 possible rolls of the last stroke."""
        assert self.aimed is not None
        degrees, length = self.aim(self.aimed)
        noise = self.green.noise
        degrees += noise * ERRORS[outcome % KINDS]
        length *= 1 + noise * DEGREES_TO_LENGTH * ERRORS[outcome // KINDS]
        return roll(self.ball, degrees, length, self.green.wall)

    # ------------------------------------------------------------------------ for people

    def action_name(self, action: int) -> str:
        """Return the name of an action."""
        if self.aimed is not None:
            return f"roll {action}"
        degrees, _ = self.aim(action)
        return f"{degrees:g}°, strength {action // self.green.angles + 1}"

    def picture_for(self, player: int | None, names: Sequence[str]) -> str:
        """Draw the green as SVG text, small enough for a phone.

        player  the player who looks at the picture
        names   the names of the players, which the picture does not show
        """
        from mctslib.draw.putting import ON_A_PHONE, putting_svg

        return putting_svg(self, side=ON_A_PHONE)

    def _repr_svg_(self) -> str:
        from mctslib.draw.putting import putting_svg

        return putting_svg(self)

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        strokes = "1 stroke" if self.strokes == 1 else f"{self.strokes} strokes"
        places = f"ball at {place(self.ball)}, hole at {place(self.green.hole)}"
        words = f"{places}, wall from the left edge to {self.green.wall:g}; {strokes} left"
        if self.aimed is not None:
            aimed = self._replace(aimed=None).action_name(self.aimed)
            words += f", the ball rolls ({aimed})"
        if self.holed:
            words += ", holed"
        return words

    __repr__ = __str__


# ---------------------------------------------------------------------------- the rolling ball


def roll(ball: Point, degrees: float, length: float, wall: float) -> tuple[Point, ...]:
    """Return the path of a rolling ball: its start, its bounces and its end.

    degrees  the direction, anticlockwise from the right
    length   the total distance that the ball rolls
    wall     the length of the wall
    """
    x, y = ball
    dx, dy = cos(pi * degrees / 180), sin(pi * degrees / 180)
    points = [(x, y)]
    while True:
        to_side = way_to_edge(x, dx)
        to_end = way_to_edge(y, dy)
        to_wall = way_to_wall(x, y, dx, dy, wall)
        step = min(length, to_side, to_end, to_wall)
        x, y = x + step * dx, y + step * dy
        length -= step
        if length <= 0:
            points.append((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)))
            return tuple(points)
        if step == to_wall:
            y = WALL_Y + (HAIR if dy < 0 else -HAIR)
            dy = -dy
        elif step == to_side:
            x = round(x)
            dx = -dx
        else:
            y = round(y)
            dy = -dy
        points.append((float(x), float(y)))


def way_to_edge(at: float, speed: float) -> float:
    """Return the distance that the ball rolls until the coordinate `at` is 0 or 1, or infinity if
    the coordinate does not change.
    """
    if speed > 0:
        return (1 - at) / speed
    if speed < 0:
        return at / -speed
    return inf


def way_to_wall(x: float, y: float, dx: float, dy: float, wall: float) -> float:
    """Return the distance that the ball rolls until it meets the wall, or infinity if it misses."""
    towards = (y < WALL_Y and dy > 0) or (y > WALL_Y and dy < 0)
    if not towards:
        return inf
    way = (WALL_Y - y) / dy
    return way if x + way * dx <= wall else inf


# ---------------------------------------------------------------------------- checks and words


def point(what: str, pair: Any, edge: float) -> Point:
    """Return a place as two floats.

    edge  the smallest distance from the edges of the green; a smaller one raises ValueError

    Raises TypeError if `pair` is not a pair.
    """
    try:
        x, y = pair
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a pair of numbers (x, y), not {pair!r}.") from None
    for coordinate in (x, y):
        check_between(f"A coordinate of {what}", coordinate, edge, 1 - edge)
    return float(x), float(y)


def on_wall(middle: Point, wall: float, radius: float) -> bool:
    """Return whether a disc around `middle` touches the wall."""
    x, y = middle
    return wall > 0 and abs(y - WALL_Y) < radius and x - radius < wall


def place(at: Point) -> str:
    """Return a place as a string, such as "(0.35, 0.2)"."""
    x, y = at
    return f"({x:.3g}, {y:.3g})"


def illegal_stroke(state: Putting, action: int) -> IllegalAction:
    """Return the error for an illegal action; its message does not list all 1,800 actions."""
    if state.is_terminal():
        return IllegalAction(f"Action {action} is illegal: the game is over.\n{state}")
    last = len(state.legal_actions()) - 1
    return IllegalAction(
        f"Action {action} is illegal here; the legal actions are 0 to {last:,}.\n{state}"
    )
