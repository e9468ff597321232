"""Draw the putting green from above, with its wall, hole and ball, and the strokes as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.draw.look import INK, PAPER, RIGHT, RULE, WORDS
from mctslib.draw.svg import document, element, text

Point = tuple[float, float]

SIDE = 320  # the side of the green, in pixels
ON_A_PHONE = 288  # the side of a green that fits on a phone's screen
MARGIN = 1
BALL = 6  # the radius of the ball, in pixels
STOP = 10  # the radius of the numbered ball at which a stroke stops, in pixels
WALL = 6  # the thickness of the wall, in pixels
RADIUS = 0.05  # the radius of the hole, as a share of the green's side
WALL_Y = 0.5


class Stroke(NamedTuple):
    """A stroke to draw.

    line    the points at which the ball starts, bounces and stops
    ink     the darkness and thickness of the line, from 0 to 1
    number  the number written where the ball stops, or 0 for no number
    dash    the dashes of the line, as in SVG
    """

    line: Sequence[Point]
    ink: float = 1.0
    number: int = 0
    dash: str = ""


def putting_svg(
    state: Any, strokes: Sequence[Stroke] = (), side: float = SIDE, label: str | None = None
) -> str:
    """Draw a green as SVG text, with strokes as lines.

    strokes  the strokes in the order of drawing, with the last stroke on top
    side     the width and the height of the picture, in pixels
    label    the text for a screen reader; by default a description of the position
    """
    parts = [frame(side)]
    for stroke in strokes:
        parts.append(stroke_line(stroke, side))
    parts.append(wall(state.green.wall, side))
    parts.append(hole(state, side))
    for stroke in strokes:
        if stroke.number:
            parts.append(numbered_ball(stroke, side))
    if not state.holed:
        x, y = pixels(state.ball, side)
        parts.append(element("circle", cx=x, cy=y, r=BALL, fill=INK))
    return document("".join(parts), side, side, label or f"A putting green: {state}")


def frame(side: float) -> str:
    """Draw the edge of the green."""
    inner = side - 2 * MARGIN
    return element(
        "rect", x=MARGIN, y=MARGIN, width=inner, height=inner, rx=6, fill=PAPER, stroke=RULE
    )


def wall(length: float, side: float) -> str:
    """Draw the wall, which begins at the left edge; return "" if its length is 0."""
    if not length:
        return ""
    x, y = pixels((length, WALL_Y), side)
    return element("line", x1=MARGIN, y1=y, x2=x, y2=y, stroke=INK, stroke_width=WALL)


def hole(state: Any, side: float) -> str:
    """Draw the hole, with a tick if the ball is in the hole."""
    x, y = pixels(state.green.hole, side)
    ring = element("circle", cx=x, cy=y, r=RADIUS * side, fill=PAPER, stroke=INK, stroke_width=2)
    if not state.holed:
        return ring
    return ring + text("✓", x, y + 5, WORDS, text_anchor="middle", font_weight="bold", fill=RIGHT)


def stroke_line(stroke: Stroke, side: float) -> str:
    """Draw the line of a stroke, darker and thicker if the stroke has more ink."""
    dashed = {"stroke_dasharray": stroke.dash} if stroke.dash else {}
    return element(
        "path",
        d=path_data(stroke.line, side),
        fill="none",
        stroke=INK,
        stroke_linejoin="round",
        stroke_width=round(0.7 + 3 * stroke.ink, 2),
        opacity=round(0.1 + 0.9 * stroke.ink**0.5, 2),
        **dashed,
    )


def numbered_ball(stroke: Stroke, side: float) -> str:
    """Draw a numbered ball where a stroke stops, moved inwards if the edge would cut the ball."""
    inside = [min(max(at, STOP + 1), side - STOP - 1) for at in pixels(stroke.line[-1], side)]
    x, y = inside
    ring = element("circle", cx=x, cy=y, r=STOP, fill=PAPER, stroke=INK, stroke_width=2)
    return ring + text(
        str(stroke.number), x, y + 4.5, WORDS, text_anchor="middle", font_weight="bold"
    )


def path_data(line: Sequence[Point], side: float) -> str:
    """Return a line as the data of an SVG path."""
    places = []
    for point in line:
        x, y = pixels(point, side)
        places.append(f"{x:.1f} {y:.1f}")
    return "M" + "L".join(places)


def pixels(point: Point, side: float) -> Point:
    """Return a green's point as pixels of the picture, in which y grows downwards."""
    inner = side - 2 * MARGIN
    return MARGIN + inner * point[0], MARGIN + inner * (1 - point[1])
