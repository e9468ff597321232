"""Make the pictures and tables of chapter 18: first strokes, kept rolls, and shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from mctslib.arena.intervals import wilson
from mctslib.course.ch18.exact import GRID, tables
from mctslib.course.ch18.experiments import position
from mctslib.course.plots import Image, new_axes, picture
from mctslib.course.stored import measured
from mctslib.course.texts import Lines, aligned
from mctslib.draw import gallery
from mctslib.draw.look import INK, NOTE, PAPER
from mctslib.draw.putting import BALL, Stroke, pixels, putting_svg
from mctslib.draw.show import Picture
from mctslib.draw.svg import element
from mctslib.games.putting import WALL_Y, Putting
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.words import count, observed, percent

NAMES = {
    "every": "strokes widened only",
    "count": "rolls drawn by count",
    "even": "least visited roll",
}
SIDE = 320  # of a green, in pixels
MOST = 10_000  # the number of iterations of each tree in the table of estimated and real shares


# ---------------------------------------------------------------------------- what is measured


def rows(what: str) -> list[dict[str, Any]]:
    """Return the stored rows of one kind: even, near, noisy, replanned or perfect."""
    return [row for row in measured("ch18/putting")["rows"] if row["what"] == what]


def share_of_runs(angles: int) -> str:
    """Return a table of how many runs of each search hole the ball, with 95% intervals.

    angles  the number of directions: 24 or 360
    """
    lines = ["iterations   search     runs that hole the ball"]
    for row in rows("even"):
        if row["angles"] == angles:
            holed, runs = len(row["holed"]), row["runs"]
            low, high = wilson(holed, runs)
            name = row["search"] if row["search"] == "UCT" else f"N^{row['search']}"
            lines.append(
                f"{row['iterations']:>10,}   {name:8} {holed:4} of {runs}"
                f"   ({percent(low)} to {percent(high)})"
            )
    return "\n".join(lines)


def mean_of(row: Mapping[str, Any], what: str) -> float:
    """Return the mean of "believed" (the trees' estimate) or "paid" (the share of real rounds that
    hole the ball) over all trees in a stored row of the uneven green.
    """
    if what == "paid":
        return fmean(tree["holed"] for tree in row["trees"]) / row["rounds"]
    return fmean(tree[what] for tree in row["trees"])


# ---------------------------------------------------------------------------- pictures


def kept_rolls(*roots: Node, captions: Sequence[str]) -> Picture:
    """Show, for each search of an uneven green, the kept rolls of its favourite first stroke."""
    return gallery([rolls_picture(root) for root in roots], captions, spoken=True)


def rolls_picture(root: Node) -> str:
    """Draw the kept rolls of the favourite first stroke; a darker roll has more visits.  Return the
    SVG text.
    """
    stroke = root.children[most_visited(root)]
    rolls = sorted(stroke.children.values(), key=lambda child: child.visits)
    strokes = []
    ends = []
    for roll in rolls:
        share = roll.visits / max(stroke.visits, 1)
        line = position(stroke).rolled(roll.action)
        strokes.append(Stroke(line, share))
        x, y = pixels(line[-1], SIDE)
        ends.append(element("circle", cx=x, cy=y, r=2 + BALL * share**0.5, fill=PAPER, stroke=INK))
    largest = rolls[-1].visits / max(stroke.visits, 1) if rolls else 0.0
    words = f"{count(len(rolls), 'roll')} kept; one has {percent(largest)} of the visits."
    green = putting_svg(root.state, strokes, SIDE, words)
    return green.replace("</svg>", "".join(ends) + "</svg>")


def rolls_of(green: Putting, stroke: int) -> Picture:
    """Show every tenth roll of one stroke on an uneven green."""
    aimed = green.apply(stroke)
    strokes = []
    for outcome in aimed.legal_actions()[::10]:
        strokes.append(Stroke(aimed.rolled(outcome), 0.02))
    strokes.append(Stroke(green.line(stroke), 0.5))
    words = (
        f"{len(strokes) - 1} rolls of the stroke {green.action_name(stroke)}, and the line of the"
        " stroke without errors."
    )
    return Picture(putting_svg(green, strokes, label=words), words)


def believed_and_paid() -> Lines:
    """Return a table of the stored shares of rounds that hole the ball, for each search.

    The first two shares are means over 20 trees with 10,000 iterations: the tree's estimate, and
    the rounds played by the tree.  For the third, 100 rounds were played with a new search of 3,000
    iterations before every stroke.
    """
    lines: list[Sequence[str]] = [("", "believed", "paid by the tree", "paid with a new search")]
    replanned = {row["search"]: row for row in rows("replanned")}
    for row in rows("noisy"):
        if row["iterations"] == MOST:
            anew = replanned[row["search"]]
            shares = mean_of(row, "believed"), mean_of(row, "paid"), anew["holed"] / anew["rounds"]
            lines.append((NAMES[row["search"]], *map(observed, shares)))
    return aligned(lines)


def exact_map(green: Putting) -> Image:
    """Draw two maps of the probability that perfect play holes the ball: with one stroke left, and
    with two.
    """
    titles = ("one stroke left", "two strokes left")
    axes = new_axes(3.4).figure.subplots(1, 2, squeeze=False)[0]
    figure = axes[0].figure
    figure.axes[0].remove()
    for ax, table, title in zip(axes, tables(), titles, strict=True):
        ax.imshow(table, origin="lower", extent=(0, 1, 0, 1), cmap="Greys", vmin=0, vmax=1)
        ax.plot([0, green.green.wall], [WALL_Y, WALL_Y], color=INK, lw=4)
        ax.plot(*green.green.hole, "o", mfc=PAPER, mec=INK, ms=11)
        ax.plot(*green.ball, "o", color=INK, ms=6)
        ax.set_title(title, fontsize=NOTE)
        ax.set(xticks=[], yticks=[])
    start = [table[row_of(green.ball)] for table in tables()]
    alt = (
        "Two maps of the green. The darker a place, the likelier you are to hole the ball from"
        f" there. From the start the probability is {percent(start[0])} with one stroke, and"
        f" {percent(start[1])} with two."
    )
    return picture(axes[0], alt)


def row_of(ball: tuple[float, float]) -> tuple[int, int]:
    """Return the row and the column of the grid cell in which a ball lies."""
    return int(GRID * ball[1]), int(GRID * ball[0])
