"""Turn search trees into lines and sentences for the widget and the pictures of the green."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mctslib.course.ch18.experiments import depth_counts, favourites, holes, position
from mctslib.draw.putting import Stroke, putting_svg
from mctslib.games.putting import Point, Putting
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.words import count

MOST_DRAWN = 600  # the largest number of lines; more lines would look like a grey disc
WORTH_A_LINE = 0.1  # the smallest share of visits with which the most visited line is drawn on top


def drawn_strokes(root: Node) -> list[Node]:
    """Return the children of the root that are drawn, the least visited first.

    If there are more than 600 children, only the 600 most visited are drawn.  Among children with
    equally many visits the choice is evenly spread over the directions.
    """
    children = sorted(root.children.values(), key=lambda child: child.visits)
    if len(children) <= MOST_DRAWN:
        return children
    fewest = children[-MOST_DRAWN].visits
    more = [child for child in children if child.visits > fewest]
    equal = [child for child in children if child.visits == fewest]
    room = MOST_DRAWN - len(more)
    spread = [equal[number * len(equal) // room] for number in range(room)]
    return spread + more


def fan(root: Node) -> list[Stroke]:
    """Return the first strokes of a tree as lines, darker for a larger share of the visits."""
    strokes = []
    for node in drawn_strokes(root):
        strokes.append(Stroke(position(root).line(node.action), node.visits / max(root.visits, 1)))
    return strokes


def favourite_line(root: Node) -> list[Stroke]:
    """Return the strokes of the most visited line of a tree, numbered from 1, or an empty list if
    the line has very few visits.
    """
    line = favourites(root)
    if not line or line[0].visits < WORTH_A_LINE * root.visits:
        return []
    strokes = []
    for number, node in enumerate(line, 1):
        assert node.parent is not None
        shown = 0 if position(node).holed else number
        strokes.append(Stroke(position(node.parent).line(node.action), 1.0, shown))
    return strokes


def green_picture(root: Node, side: float = 320) -> str:
    """Draw the first strokes of a search, and on top of them the most visited line; return the SVG
    text.
    """
    strokes = [*fan(root), *favourite_line(root)]
    return putting_svg(root.state, strokes, side, f"{in_words(root)} {outcome(root)}")


def in_words(root: Node) -> str:
    """Return a sentence with the number of first strokes and the largest number of visits."""
    tried = len(root.children)
    if not tried:
        return "No stroke has been tried yet."
    return f"{count(tried, 'first stroke')} {more_in_words(root)}"


def more_in_words(root: Node) -> str:
    """Return what follows the number of first strokes, and what a phone leaves out."""
    favourite = root.children[most_visited(root)].visits
    times = {1: "once", 2: "twice"}.get(favourite, f"{favourite:,} times")
    drawn = f" {MOST_DRAWN} lines are drawn." if len(root.children) > MOST_DRAWN else ""
    return f"tried, the favourite {times}.{drawn}"


def outcome(root: Node) -> str:
    """Return a sentence that says whether the most visited line holes the ball."""
    if holes(root):
        return "The most visited line holes the ball."
    return "The most visited line misses."


# ---------------------------------------------------------------------------- for the page


def page_view(root: Node, name: str, runs: Sequence[bool | None]) -> dict[str, Any]:
    """Return the data of one search for the page.

    name  the name of the search
    runs  for each seed, whether the most visited line holes the ball; None if the search is not
          finished
    """
    return {
        "name": name,
        "words": in_words(root),
        "more": more_in_words(root) if root.children else "",
        "strokes": [[round(stroke.ink, 3), *flat(stroke.line)] for stroke in fan(root)],
        "line": [[stroke.number, *flat(stroke.line)] for stroke in favourite_line(root)],
        "holed": holes(root),
        "runs": list(runs),
        "depth": depth_counts(root),
        "room": len(root.children),
    }


def flat(line: Sequence[Point]) -> list[int]:
    """Return the coordinates of a line's points in whole thousandths: x, y, x, y …"""
    numbers = []
    for point in line:
        numbers += [round(1000 * coordinate) for coordinate in point]
    return numbers


def scene(green: Putting) -> dict[str, Any]:
    """Return the places of the ball, the hole and the wall for the page."""
    return {"ball": list(green.ball), "hole": list(green.green.hole), "wall": green.green.wall}
