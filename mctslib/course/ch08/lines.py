"""Draw the charts of `Race`: the estimates of one method against the number of playouts.

Right moves have dark lines, unless there are many of them.  A wrong move that the method would play
has a red line and ✗.  All other lines are pale.  The charts of both methods have the same scales,
which are large enough for the whole race.  If there are very many moves, the charts show only the
moves with the highest estimates.
"""

from mctslib.course.ch08.racers import MARKS, MOST_TICKS, NAMES, Racers
from mctslib.course.chosen import highest, of_all
from mctslib.draw.charts import doubling, moved_apart
from mctslib.draw.look import INK, PAPER, RIGHT, RULE, SHADE, SOFT, TITLE, WORDS, WRONG
from mctslib.draw.svg import document, element, text
from mctslib.game import Action
from mctslib.words import count, number, worth

Lines = dict[Action, list[tuple[float, float]]]
"""Action → the points of its line, each a number of playouts and the estimate after them."""

WIDTH = 284  # fits on a phone; this number and the next six are in pixels
HEIGHT = 320
LEFT = 26
NAMES_ROOM = 116  # from the right end of the lines of the moves to the right edge
TOP = 60
BOTTOM = 280
EXACT_ROOM = 28  # from the left end of the short lines at the exact values to the right edge
TICKS = {0: "0", 0.25: "¼", 0.5: "½", 0.75: "¾", 1: "1"}
GAP = 15  # the smallest distance between two names at the ends of lines
MOST_LINES = 14  # the largest number of lines in a chart, so that there is space for their names


def race_chart(racers: Racers, method: str, upto: int, width: float = WIDTH) -> str:
    """Return an SVG chart of a method's estimates up to a mark of the race.

    racers  the methods, which must have reached at least one of `MARKS`
    method  "tree" or "flat"
    upto    the index of the last mark that is drawn
    width   the width of the chart, in pixels
    """
    played = racers.choices[method][upto]
    right = racers.puzzle.solved_by(played)
    verdict = f"play {played} ✓" if right else f"play {played}, which is wrong ✗"
    if method == "tree":
        verdict = verdict.replace("play", "plays", 1)
    colour = RIGHT if right else WRONG
    name = NAMES[method][0].upper() + NAMES[method][1:]
    drawn = drawn_lines(racers, method, upto, played)
    left_out = of_all(len(drawn), len(racers.history[method]))
    parts = [
        element("rect", width=width, height=HEIGHT, fill=PAPER),
        text(name + left_out, 0, 18, TITLE, font_weight="bold"),
        text(verdict, 0, 36, TITLE, fill=colour, font_weight="bold"),
        _axes(racers, width),
        *_lines(racers, drawn, played, width),
        _exact(racers, method, width),
    ]
    ends = [f"{action} {worth(points[-1][1])}" for action, points in drawn.items()]
    numbers = f"{', '.join(ends)}{left_out}"
    label = f"{name} {verdict}. Estimates after {count(MARKS[upto], 'playout')}: {numbers}."
    return document("".join(parts), width, HEIGHT, label)


def drawn_lines(racers: Racers, method: str, upto: int, played: Action) -> Lines:
    """Return a dict from each action that is drawn to the points of its line.

    upto    the index of the last mark whose points are drawn
    played  the action that the method would play; its line is drawn even if other lines are left
            out

    An action that has not been tried by this mark has no line.
    """
    known: Lines = {}
    for action, points in racers.history[method].items():
        until = [point for point in points if point[0] <= MARKS[upto]]
        if until:
            known[action] = until
    shown = highest(
        list(known), lambda action: 2.0 if action == played else known[action][-1][1], MOST_LINES
    )
    return {action: known[action] for action in shown}


def emphasised(racers: Racers, action: Action, played: Action) -> str:
    """Return the colour of the line of an action.

    played  the action that the method would play
    """
    right = racers.puzzle.correct
    if action in right and len(right) <= MOST_TICKS:
        return INK
    if action == played:
        return INK if action in right else WRONG
    return SHADE


def _x(mark: int, width: float) -> float:
    return doubling(MARKS, LEFT, width - NAMES_ROOM - LEFT)(mark)


def _y(value: float, highest: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / highest


def highest_value(racers: Racers) -> float:
    """Return the upper end of the scale of estimates, which both charts share."""
    values = [0.5]
    for method in NAMES:
        values += racers.exact(method).values()
        for points in racers.history[method].values():
            values += [value for _, value in points]
    return min(1.0, max(values) + 0.05)


def _axes(racers: Racers, width: float) -> str:
    top = highest_value(racers)
    right = width - NAMES_ROOM
    parts = [
        text("estimate", 0, TOP - 6, WORDS, fill=SOFT),
        text("exact", width - 4, TOP - 6, WORDS, fill=SOFT, text_anchor="end"),
    ]
    for value, name in TICKS.items():
        if value <= top:
            y = _y(value, top)
            parts.append(element("line", x1=LEFT, x2=right, y1=y, y2=y, stroke=RULE))
            parts.append(text(name, LEFT - 8, y + 4, WORDS, text_anchor="end", fill=SOFT))
    for mark in MARKS[:: 3 if width > WIDTH else 9]:
        words = number(mark)
        parts.append(
            text(words, _x(mark, width), BOTTOM + 18, WORDS, text_anchor="middle", fill=SOFT)
        )
    middle = (LEFT + right) / 2
    parts.append(text("playouts", middle, BOTTOM + 35, WORDS, fill=SOFT, text_anchor="middle"))
    return "".join(parts)


def _lines(racers: Racers, drawn: Lines, played: Action, width: float) -> list[str]:
    """Draw the lines and the names at their ends, with the pale lines behind the others."""
    top = highest_value(racers)
    ends = [_y(points[-1][1], top) for points in drawn.values()]
    behind: list[str] = []
    before: list[str] = []
    for (action, points), end, label in zip(drawn.items(), ends, moved_apart(ends, GAP)):
        colour = emphasised(racers, action, played)
        strong = colour != SHADE
        path = "L".join(
            f"{_x(int(mark), width):.1f} {_y(value, top):.1f}" for mark, value in points
        )
        x = _x(int(points[-1][0]), width)
        parts = [
            element(
                "path", d=f"M{path}", fill="none", stroke=colour, stroke_width=3 if strong else 1.4
            ),
            element("circle", cx=x, cy=end, r=4 if strong else 2.5, fill=colour),
            text(
                _name(racers, action, played),
                x + 10,
                label + 4,
                WORDS,
                font_weight="bold" if strong else "normal",
                fill=SOFT if colour == SHADE else colour,
            ),
        ]
        (before if strong else behind).append("".join(parts))
    return [*behind, *before]


def _name(racers: Racers, action: Action, played: Action) -> str:
    """Return the label at the end of a line: the action, and whether it is right and played."""
    sign = " ✓" if action in racers.puzzle.correct and _few_are_right(racers) else ""
    if action == played:
        sign = " ✓ played" if action in racers.puzzle.correct else " ✗ played"
    return f"{action}{sign}"


def _few_are_right(racers: Racers) -> bool:
    return len(racers.puzzle.correct) <= MOST_TICKS


def _exact(racers: Racers, method: str, width: float) -> str:
    """Draw a short line at each exact value to which the estimates converge."""
    top = highest_value(racers)
    parts = []
    left = width - EXACT_ROOM
    for value in sorted(set(racers.exact(method).values())):
        y = _y(value, top)
        parts.append(
            element("line", x1=left, x2=left + 22, y1=y, y2=y, stroke=SOFT, stroke_width=2.5)
        )
    return "".join(parts)
