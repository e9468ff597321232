"""Draw the pictures of `SameBudget`: the tree of sums, and the dial.

Every element that changes with the budget has a `data-` attribute, so that the script of the page
(`same_budget.js`) can redraw it without Python when the reader moves the dial.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from mctslib.course.ch19.runs import BUDGET, LEAST, RUNS, SEARCHES, HandSeen, ShownStep
from mctslib.draw import layout
from mctslib.draw.look import (
    ACT,
    HEADLINE,
    INK,
    NOTE,
    PAPER,
    RIGHT,
    RULE,
    SHADE,
    SOFT,
    TITLE,
    amount_colour,
)
from mctslib.draw.plot import Margins, Plot, Scale
from mctslib.draw.svg import HALO, dimensions, document, element, text, text_block
from mctslib.words import count, percent

# Sizes and positions in pixels, unless another unit is given.
INCH = 72  # points in an inch; Graphviz takes sizes in inches

NODE = re.compile(r'class="node">\s*<title>(\w+)</title>.*?points="([^"]*)"', re.S)
EDGE = re.compile(
    r'class="edge">\s*<title>(\w+)(?::\w+)?&#45;&gt;(\w+)(?::\w+)?</title>.*?\sd="([^"]*)"', re.S
)
SHIFT = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


class StepWidths(NamedTuple):
    """The widths of the parts of a tree, in pixels."""

    step: float
    root: float  # the width of the bar on the left
    gap: float  # between a step and the next one
    high: float  # the height of a step


WIDE = StepWidths(94, 12, 14.4, 24)
NARROW = StepWidths(71, 8, 6, 18)  # three steps in a row fit on a phone


class DialSize(NamedTuple):
    """The size of the dial, and the room around its lines, in pixels."""

    width: float
    height: float
    margins: Margins
    inside: bool  # whether the names of the lines stand inside


LARGE = DialSize(560, 260, Margins(46, 16, 84, 58), False)
SMALL = DialSize(254, 180, Margins(42, 24, 14, 58), True)


class Corner(NamedTuple):
    """The upper left corner of a step, in pixels."""

    x: float
    y: float


# --------------------------------------------------------------------------------- the tree


def tree_svg(seen: HandSeen, budget: int, widths: StepWidths = WIDE) -> str:
    """Draw the tree of sums after `budget` steps with Graphviz's layout; return the SVG text.

    widths   `WIDE`, or `NARROW` for a phone

    The layout is that of the finished tree, whatever the budget, so nothing moves while the tree
    grows.
    """
    try:
        picture = layout.render(tree_dot(seen, widths))
    except OSError as error:  # Graphviz is not installed
        return text_block(str(error))
    boxes, edges, width, height = laid_out(picture)
    most = busiest_count(seen, budget)
    parts = []
    bar = root_bar(seen, boxes)
    for (above, below), way in edges.items():
        if above == "root":
            corner = boxes[below]
            middle = corner.y + widths.high / 2
            way = f"M{bar.x + widths.root:.1f},{middle:.1f}L{corner.x:.1f},{middle:.1f}"
        parts.append(edge(way, seen.places[int(below[1:])], budget, most))
    parts.append(root(bar, boxes, seen, widths))
    for number, one in enumerate(seen.places):
        solved = is_solved_here(seen, one)
        box = boxes[f"n{number}"]
        parts.append(step(box, widths, one, budget, most, solved))
    words = f"{seen.hidden} more first steps are not shown" if seen.hidden else ""
    parts.append(text(words, 4, height + 14, NOTE, fill=SOFT))
    label = f"The tree of sums after {count(budget, 'step')}"
    return document("".join(parts), width, height + 20, label)


def tree_dot(seen: HandSeen, widths: StepWidths) -> str:
    """Return the tree in Graphviz's DOT language, with the root on the left."""
    lines = [
        "digraph { rankdir=LR; ordering=out; nodesep=0.045; margin=0; pad=0.03;",
        f'ranksep="{widths.gap / INCH:g}";',
        f'node [shape=box fixedsize=true label="" width={widths.step / INCH:.3f}'
        f" height={widths.high / INCH:.3f}]; edge [arrowhead=none headport=w tailport=e];",
        f"root [width={widths.root / INCH:.3f}];",
    ]
    names = {(): "root"}
    for number, place in enumerate(seen.places):
        names[place.path] = f"n{number}"
        lines.append(f"{names[place.path[:-1]]} -> n{number};")
    return "\n".join([*lines, "}"])


def laid_out(
    picture: str,
) -> tuple[dict[str, Corner], dict[tuple[str, str], str], float, float]:
    """Return the layout that Graphviz computed: the corners of the steps, the paths of the edges,
    the width and the height.
    """
    found = SHIFT.search(picture)
    assert found is not None
    right, down = float(found[1]), float(found[2])
    boxes = {}
    width = height = 0.0
    for name, points in NODE.findall(picture):
        pairs = [tuple(map(float, pair.split(","))) for pair in points.split()]
        xs = [x + right for x, _ in pairs]
        ys = [y + down for _, y in pairs]
        boxes[name] = Corner(min(xs), min(ys))
        width = max(width, max(xs) + 3)
        height = max(height, max(ys) + 3)
    edges = {}
    for above, below, way in EDGE.findall(picture):
        numbers = re.sub(
            r"([-\d.]+),([-\d.]+)",
            lambda pair: f"{float(pair[1]) + right:.1f},{float(pair[2]) + down:.1f}",
            way,
        )
        edges[above, below] = numbers
    return boxes, edges, width, height


def visits(place: ShownStep, budget: int) -> int:
    """Count the lines that have passed through a step within the budget."""
    return sum(at <= budget for at in place.at)


def busiest_count(seen: HandSeen, budget: int) -> int:
    """Return the number of lines through the busiest step within the budget, but at least 1."""
    return max([1, *(visits(place, budget) for place in seen.places)])


def is_solved_here(seen: HandSeen, place: ShownStep) -> bool:
    """Return whether the tree's solving line passes through this step."""
    if seen.tree.solved_after is None:
        return False
    line = seen.tree.lines[-1].actions
    return place.path == line[: len(place.path)]


def root_bar(seen: HandSeen, boxes: dict[str, Corner]) -> Corner:
    """Return the upper left corner of the bar for the hand. The top of the bar is level with the
    highest first step.
    """
    return Corner(boxes["root"].x, min(first_steps(seen, boxes)))


def first_steps(seen: HandSeen, boxes: dict[str, Corner]) -> list[float]:
    """Return the y coordinates of the upper edges of the first steps."""
    heights = []
    for number, place in enumerate(seen.places):
        if len(place.path) == 1:
            heights.append(boxes[f"n{number}"].y)
    return heights


def root(corner: Corner, boxes: dict[str, Corner], seen: HandSeen, widths: StepWidths) -> str:
    """Draw the bar on the left, which represents the hand; return the SVG text."""
    height = max(first_steps(seen, boxes)) + widths.high - corner.y
    return element(
        "rect", x=corner.x, y=corner.y, width=widths.root, height=height, rx=3, fill=SHADE
    )


def edge(way: str, place: ShownStep, budget: int, most: int) -> str:
    """Draw the edge to a step; the width of the edge shows the number of lines through the step."""
    n = visits(place, budget)
    return element(
        "path",
        d=way,
        fill="none",
        stroke=SOFT if n else RULE,
        stroke_width=1 + 4 * n / most,
        class_="way",
        data_at=" ".join(map(str, place.at)),
    )


def step(
    box: Corner, widths: StepWidths, place: ShownStep, budget: int, most: int, solves: bool
) -> str:
    """Draw one step: its sum, the number of lines through it, and a dashed frame if the hand can
    still be solved.

    widths  the sizes of the step
    solves  whether the tree's solving line passes through this step
    """
    n = visits(place, budget)
    width, base = widths.step, box.y + widths.high / 2 + 4
    done = solves and bool(place.at) and place.at[-1] <= budget
    has_room = widths is WIDE  # for the number beside the ✓; on a phone the ✓ takes its place
    frame: dict[str, Any] = {
        "stroke": SHADE if place.is_good else RULE,
        "stroke_width": 1.5,
        "rx": 5,
    }
    if place.is_good:
        frame["stroke_dasharray"] = "4 3"
    size: dict[str, Any] = {"x": box.x, "y": box.y, "width": width, "height": widths.high}
    shapes = [
        element("rect", **size, fill=amount_colour(n / most) if n else PAPER, **frame),
        element(
            "g",
            element("rect", **size, rx=5, fill="none", stroke=RIGHT, stroke_width=2.5)
            + text(
                "✓",
                box.x + width - (26 if has_room else 15),
                base,
                NOTE,
                fill=RIGHT,
                font_weight="bold",
            ),
            class_="solved",
            visibility="visible" if done else "hidden",
        ),
        text(place.label, box.x + 6, base, NOTE, fill=INK if n else SOFT),
        text(
            n if n and (has_room or not done) else "",
            box.x + width - 5,
            base,
            NOTE,
            text_anchor="end",
            class_="n",
        ),
    ]
    more: dict[str, Any] = {"data_solves": "1"} if solves else {}
    at = " ".join(map(str, place.at))
    return element("g", "".join(shapes), class_="step", data_at=at, **more)


# --------------------------------------------------------------------------------- the dial


def share_of(after: tuple[int | None, ...], budget: int) -> float:
    """Return the share of the runs that solve the hand within a budget."""
    return sum(steps is not None and steps <= budget for steps in after) / len(after)


def dial_svg(
    seen: HandSeen, budget: int, size: DialSize = LARGE, axis: str = "steps: drag the ring"
) -> str:
    """Draw the dial: the share of runs that solve the hand within each budget, with a ring at
    `budget`.

    size  `LARGE`, or `SMALL` for a phone
    axis  the name of the axis
    """
    plot = Plot(*size[:2], Scale(LEAST, BUDGET, log=True), Scale(0, 1), size.margins)
    plot.grid({share: percent(share) for share in (0, 0.5, 1)}, {})
    for steps in (3, 10, 30, 100, 300):
        plot.write(str(steps), plot.x(steps), plot.low + 30, text_anchor="middle", fill=SOFT)
    middle = (plot.left + plot.right) / 2
    plot.write(axis, middle, plot.low + 48, text_anchor="middle", fill=SOFT)
    looks = (INK, 3, ""), (SOFT, 2.5, "7 4"), (SHADE, 2, "2 3")
    for name, (colour, thick, dash) in zip(SEARCHES, looks, strict=True):
        budgets = range(LEAST, BUDGET + 1, 3)
        points = [(steps, share_of(seen.runs[name], steps)) for steps in budgets]
        plot.line(points, colour, name, thick=thick, dash=dash, font_weight="bold", **HALO)
    x = plot.x(budget)
    dashed = {"stroke": ACT, "stroke_dasharray": "3 3"}
    plot.parts.append(element("line", class_="at", x1=x, x2=x, y1=plot.top, y2=plot.low, **dashed))
    plot.parts.append(
        element(
            "circle",
            class_="ring",
            data_left=plot.left,
            data_right=plot.right,
            cx=x,
            cy=plot.low,
            r=10,
            fill=PAPER,
            stroke=ACT,
            stroke_width=3,
        )
    )
    label = f"Share of {RUNS} runs that solve this hand; the budget is {count(budget, 'step')}"
    return plot.svg(label, inside=size.inside)


# --------------------------------------------------------------------------------- still


def still_svg(seen: HandSeen, budget: int, words: list[str]) -> str:
    """Draw both parts as one picture, for pages without scripts.

    words  the lines of text above the parts; the first line is the headline
    """
    tree = tree_svg(seen, budget)
    width, tree_height = dimensions(tree)
    top = 18 + 20 * len(words)
    right = width + 40
    pictures = [
        ("The tree of sums: lines through each step", tree, 8),
        (
            f"Share of {RUNS} runs that solve the hand",
            dial_svg(seen, budget, axis="steps"),
            right,
        ),
    ]
    parts = [text(words[0], 8, 22, HEADLINE, font_weight="bold")]
    parts += [text(line, 8, 24 + 20 * k, TITLE) for k, line in enumerate(words[1:], 1)]
    for title, picture, x in pictures:
        parts.append(text(title, x, top + 14, NOTE, fill=SOFT))
        inner = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
        parts.append(element("g", inner, transform=f"translate({x} {top + 22:g})"))
    height = top + 26 + max(tree_height, LARGE.height)
    return document("".join(parts), right + LARGE.width, height, " ".join(words))
