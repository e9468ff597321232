"""Draw the charts of `Race`: the estimates of one method against the number of playouts.

Right moves have dark lines.  A wrong move that the method would play has a red line and ✗.  These
lines have names.  All other lines are pale.  Each line lights together with its cell of the board,
and then says its estimate.
"""

from collections.abc import Sequence
from typing import Any

from mctslib.course.ch08.racers import MARKS, METHODS, Estimate, exact, verdict
from mctslib.course.puzzles import A
from mctslib.draw.look import ACT, INK, RIGHT, SHADE, SOFT, TITLE, WORDS, WRONG, text_width
from mctslib.draw.plot import NAME_BESIDE, Margins, Plot, Scale
from mctslib.draw.svg import element
from mctslib.game import Action
from mctslib.words import count, number, worth

WIDTHS = (284, 362, 480)  # in pixels; two charts stand beside the board
PHONE = 250
HEIGHT, LOW = 350, 172  # in pixels, the second for a phone, which has one chart above the other
ROOM = Margins(left=34, top=44, right=58, bottom=40)
FLAT = Margins(left=34, top=44, right=58, bottom=24)  # on a phone
EXACT = 4, 16  # from the end of the axis to the exact values, and their length, in pixels
NAMED = 26  # from the end of the axis to the name of a line that ends there, in pixels
BESIDE = text_width("estimate ", WORDS)  # where the words stand that a lit line says
LEVELS = {level: number(level) for level in (0, 0.25, 0.5, 0.75)}
HIGHEST = 0.8  # no estimate of a race is higher
NEAR = 0.1  # exact values that lie nearer have one name
REACH = 14  # the width of the area in which a pointer touches a line, in pixels


def race_chart(seen: Sequence[Estimate], method: str, width: float = WIDTHS[0]) -> str:
    """Return an SVG chart of a method's estimates at the first marks.

    seen    the estimates, one for each mark so far
    method  "tree" or "flat"
    """
    played = seen[-1].move
    title = f"{METHODS[method][0].upper()}{METHODS[method][1:]}: {verdict(played)}"
    axes = Scale(MARKS[0], MARKS[-1], log=True), Scale(0, HIGHEST)
    phone = width == PHONE
    plot = Plot(width, LOW if phone else HEIGHT, *axes, FLAT if phone else ROOM)
    bold: dict[str, Any] = {"fill": RIGHT if A.solved_by(played) else WRONG, "font_weight": "bold"}
    plot.write(title, 0, 18, TITLE, **bold)
    plot.write("estimate", 0, ROOM.top - 6, fill=SOFT)
    middle = plot.right + EXACT[0] + EXACT[1] / 2
    plot.write("exact", middle, ROOM.top - 6, fill=SOFT, text_anchor="middle")
    marks = MARKS[:: 3 if width > WIDTHS[0] else 9]
    words = {mark: number(mark) for mark in marks}
    if phone:
        words[MARKS[-1]] += " playouts"
    plot.grid(LEVELS, words, "" if phone else "playouts")
    for action in sorted(exact(method), key=lambda action: colour_of(action, played) != SHADE):
        add_line(plot, seen, method, action)
    after = f"Estimates after {count(MARKS[len(seen) - 1], 'playout')}"
    ends = [f"{action} {worth(estimate)}" for action, estimate in seen[-1].values.items()]
    return plot.svg(f"{title}. {after}: {', '.join(ends)}.")


def add_line(plot: Plot, seen: Sequence[Estimate], method: str, action: Action) -> None:
    """Draw the line of an action and its exact value, which light together with its cell."""
    played = seen[-1].move
    colour = colour_of(action, played)
    name = "" if colour == SHADE else verdict(action)
    points = [(mark, one.values[action]) for mark, one in zip(MARKS, seen)]
    before = len(plot.parts)
    plot.line(points, "transparent", thick=REACH)
    thick = 1.4 if colour == SHADE else 3
    weight = "bold" if action == played else "normal"
    look: dict[str, Any] = {"fill": colour, "font_weight": weight}
    end = plot.x(points[-1][0]) + NAME_BESIDE + text_width(name, WORDS, bold=True)
    if end > plot.right + EXACT[0]:  # the exact value stands between the line and its name
        look["x"] = plot.right + NAMED
    plot.line(points, colour, name, thick=thick, **look)
    told = f"of {action}: {worth(points[-1][1])}"
    plot.write(told, BESIDE, ROOM.top - 6, font_weight="bold", fill=ACT, visibility="hidden")
    x, y = plot.right + EXACT[0], plot.y(exact(method)[action])
    if name and "x" not in look:  # no line is named there
        add_name(plot, method, action, played)
    stroke: dict[str, Any] = {"x": x, "y": y - thick / 2, "width": EXACT[1], "height": thick}
    plot.parts.append(element("rect", fill=colour, **stroke))
    plot.parts.append(element("rect", fill=ACT, visibility="hidden", **stroke))
    line = "".join(plot.parts[before:])
    plot.parts[before:] = [element("g", line, data_part=action)]


def add_name(plot: Plot, method: str, action: Action, played: Action) -> None:
    """Name the exact value of an action; right moves with nearly the same value share their name."""
    values = exact(method)
    together = [action]
    if A.solved_by(action):
        together = sorted(A.correct)
        if abs(values[together[0]] - values[together[-1]]) > NEAR:
            together = [action]
    if action == together[0]:
        y = plot.y(sum(values[one] for one in together) / len(together)) + 4
        words = ", ".join(map(str, together))
        plot.write(words, plot.right + NAMED, y, fill=colour_of(action, played))


def colour_of(action: Action, played: Action) -> str:
    """Return the colour of the line of an action; the method would play the action `played`."""
    if A.solved_by(action):
        return INK
    return WRONG if action == played else SHADE
