"""Turn search trees into pictures of the green, and into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mctslib.course.ch18.experiments import depth_counts, favourites, holes, position
from mctslib.draw.putting import ON_A_PHONE, Stroke, pixels, putting_svg
from mctslib.draw.svg import element
from mctslib.games.putting import Point
from mctslib.tree import Node

MOST_DRAWN = 600  # the largest number of lines; more lines would look like a grey disc


def drawn_strokes(root: Node) -> list[Node]:
    """Return the 600 most visited children of the root, the least visited first."""
    return sorted(root.children.values(), key=lambda child: child.visits)[-MOST_DRAWN:]


def fan(root: Node) -> list[Stroke]:
    """Return the first strokes of a tree as lines, darker for a larger share of the visits."""
    strokes = []
    for node in drawn_strokes(root):
        strokes.append(Stroke(position(root).line(node.action), node.visits / max(root.visits, 1)))
    return strokes


def favourite_line(root: Node) -> list[Stroke]:
    """Return the strokes of the most visited line of a tree, numbered from 1; the lines are dashed
    if the ball is not holed in the end.
    """
    line = favourites(root)
    dash = "" if holes(root) else "7 5"
    strokes = []
    for number, node in enumerate(line, 1):
        assert node.parent is not None
        shown = 0 if position(node).holed else number
        strokes.append(Stroke(position(node.parent).line(node.action), 1.0, shown, dash))
    return strokes


def green_picture(root: Node, side: float = ON_A_PHONE, *, misses: bool = False) -> str:
    """Draw the first strokes of a search, and on top of them the most visited line; return the SVG
    text.

    misses  whether the line is also drawn, dashed, if it misses the hole
    """
    strokes = [*fan(root), *(favourite_line(root) if misses or holes(root) else [])]
    return putting_svg(root.state, strokes, side, in_words(root))


def with_places(green: str, side: float, places: Mapping[str, Point], chosen: Point) -> str:
    """Return the picture of a green on which places can be picked; `places`: name → place."""
    size = side / 10
    parts = []
    for name, place in places.items():
        x, y = pixels(place, side)
        look: dict[str, Any] = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
        look |= {"data_pick": name, "aria_pressed": "true" if place == chosen else "false"}
        look["aria_label"] = f"hole at {place[0]:g}, {place[1]:g}"
        parts.append(element("rect", fill="transparent", **look))
    return green.replace("</svg>", "".join(parts) + "</svg>")


def in_words(root: Node) -> str:
    """Return a sentence with the number of strokes in the tree, and whether it holes the ball."""
    first, second, third = (*depth_counts(root), 0, 0, 0)[:3]
    drawn = f" ({MOST_DRAWN} drawn)" if first > MOST_DRAWN else ""
    line = "holes the ball" if holes(root) else "misses"
    tried = f"{first:,} first{drawn}, {second:,} second, {third:,} third"
    return f"Strokes tried: {tried}. Its main line {line}."
