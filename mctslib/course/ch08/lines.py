"""Draw the charts of `Race`: the estimates of one method against the number of playouts.

Right moves have dark lines, unless there are many of them.  A wrong move that the method would play
has a red line and ✗.  These lines have names, at their ends and at their exact values.  All other
lines are pale.  Each line lights together with its cell of the board, and then says its estimate.
The charts of both methods have the same scales, which are large enough for the
whole race.  If there are very many moves, the charts show only the moves with the highest estimates.
"""

from typing import Any

from mctslib.course.ch08.racers import MARKS, MOST_TICKS, NAMES, Racers
from mctslib.course.chosen import highest, of_all
from mctslib.draw.look import ACT, INK, RIGHT, SHADE, SOFT, TITLE, WORDS, WRONG, text_width
from mctslib.draw.plot import Margins, Plot, Scale, apart
from mctslib.draw.svg import element, text
from mctslib.game import Action
from mctslib.words import count, number, worth

WIDTH, HEIGHT = 284, 312  # in pixels
LOW = 164  # the height of a chart for a phone, which is narrower than `WIDTH`
ROOM = Margins(left=34, top=44, right=98, bottom=40)
EXACT = 54, 18  # the distance of the exact values from the right edge, and their length, in pixels
BESIDE = text_width("estimate ", WORDS)  # where the words stand that a lit line says
GAP = 15  # the least distance between two names, in pixels
LEVELS = {level: number(level) for level in (0, 0.25, 0.5, 0.75, 1)}
REACH = 14  # the width of the area in which a pointer touches a line, in pixels
MOST_LINES = 14  # the largest number of lines in a chart, so that there is space for their names


def race_chart(
    racers: Racers,
    method: str,
    upto: int,
    width: float = WIDTH,
    followed: Action | None = None,
) -> str:
    """Return an SVG chart of a method's estimates up to a mark of the race.

    racers    the methods, which must have reached at least one of `MARKS`
    method    "tree" or "flat"
    upto      the index of the last mark that is drawn
    width     the width of the chart, in pixels
    followed  the move whose line stays lit
    """
    played = racers.choices[method][upto]
    right = racers.puzzle.solved_by(played)
    verb = "plays" if method == "tree" else "play"
    verdict = f"{verb} {played} {'✓' if right else '✗'}"
    title = NAMES[method][0].upper() + NAMES[method][1:]
    drawn = drawn_lines(racers, method, upto, played)
    left_out = of_all(len(drawn), len(racers.history[method]))
    top = highest_value(racers)
    wide = width >= WIDTH
    axes = Scale(MARKS[0], MARKS[-1], log=True), Scale(0, top)
    plot = Plot(width, HEIGHT if wide else LOW, *axes, ROOM)
    bold: dict[str, Any] = {"fill": RIGHT if right else WRONG, "font_weight": "bold"}
    plot.write(f"{title} {verdict}{left_out}", 0, 18, TITLE, **bold)
    plot.write("estimate", 0, ROOM.top - 6, fill=SOFT)
    plot.write("exact", width - EXACT[0], ROOM.top - 6, fill=SOFT)
    levels = {value: words for value, words in LEVELS.items() if value <= top}
    marks = {mark: number(mark) for mark in MARKS[:: 3 if width > WIDTH else 9]}
    plot.grid(levels, marks, "playouts")
    for action in sorted(drawn, key=lambda action: emphasised(racers, action, played) != SHADE):
        colour = emphasised(racers, action, played)
        line = lit_line(plot, action, drawn[action], colour, racers.exact(method)[action])
        look = {"class_": "mcts-kept"} if action == followed else {}
        plot.parts.append(element("g", line, data_part=action, **look))
    plot.parts += names_at_the_ends(racers, plot, drawn, played)
    plot.parts += exact_values(racers, plot, method, played)
    ends = [f"{action} {worth(points[-1][1])}" for action, points in drawn.items()]
    after = f"Estimates after {count(MARKS[upto], 'playout')}: {', '.join(ends)}{left_out}."
    return plot.svg(f"{title} {verdict}. {after}")


def lit_line(
    plot: Plot, action: Action, points: list[tuple[float, float]], colour: str, exact: float
) -> str:
    """Draw a line, with what shows while it is lit: its estimate, and a stroke at its exact value."""
    before = len(plot.parts)
    plot.line(points, "transparent", thick=REACH)
    plot.line(points, colour, thick=1.4 if colour == SHADE else 3)
    told = f"of {action}: {worth(points[-1][1])}"
    plot.write(told, BESIDE, ROOM.top - 6, font_weight="bold", fill=ACT, visibility="hidden")
    x, y = plot.width - EXACT[0], plot.y(exact) - 1.5
    stroke: dict[str, Any] = {"x": x, "y": y, "width": EXACT[1], "height": 3, "fill": ACT}
    line = [*plot.parts[before:], element("rect", visibility="hidden", **stroke)]
    del plot.parts[before:]
    return "".join(line)


def names_at_the_ends(
    racers: Racers, plot: Plot, drawn: dict[Action, list[tuple[float, float]]], played: Action
) -> list[str]:
    """Return the names of the emphasised lines; a name that had to move has a stroke to its line."""
    ends = {}
    for action, points in drawn.items():
        if emphasised(racers, action, played) != SHADE:
            mark, value = points[-1]
            ends[action] = plot.x(mark), plot.y(value)
    parts = []
    for action, y in placed(plot, {action: y for action, (_, y) in ends.items()}).items():
        x, end = ends[action]
        colour = emphasised(racers, action, played)
        weight = "bold" if action == played else "normal"
        if abs(y - end) > 2:
            way: dict[str, Any] = {"x1": x, "y1": end, "x2": x + 9, "y2": y}
            parts.append(element("line", stroke=colour, **way))
        name = f"{action}{sign_of(racers, action, played)}"
        parts.append(text(name, x + 11, y + 4, fill=colour, font_weight=weight))
    return parts


def exact_values(racers: Racers, plot: Plot, method: str, played: Action) -> list[str]:
    """Return strokes at the values to which the lines converge, with the names of the emphasised."""
    named: dict[float, list[Action]] = {}
    for action, value in racers.exact(method).items():
        strong = named.setdefault(value, [])
        if emphasised(racers, action, played) != SHADE:
            strong.append(action)
    x = plot.width - EXACT[0]
    parts, levels = [], {}
    for value, strong in sorted(named.items(), key=lambda one: bool(one[1])):
        colour = emphasised(racers, strong[0], played) if strong else SHADE
        thick = 3 if strong else 1.4
        level = plot.y(value) - thick / 2
        size: dict[str, Any] = {"x": x, "y": level, "width": EXACT[1], "height": thick}
        parts.append(element("rect", fill=colour, **size))
        if strong:
            levels[value] = plot.y(value)
    for value, y in placed(plot, levels).items():
        colour = emphasised(racers, named[value][0], played)
        name = ", ".join(map(str, named[value]))
        parts.append(text(name, x + EXACT[1] + 5, y + 4, fill=colour))
    return parts


def placed(plot: Plot, heights: dict[Any, float]) -> dict[Any, float]:
    """Return the heights, from the top to the bottom, far enough apart for a name at each."""
    sorted_keys = sorted(heights, key=heights.__getitem__)
    moved = apart([heights[key] for key in sorted_keys], GAP, plot.low)
    return dict(zip(sorted_keys, moved, strict=True))


def drawn_lines(
    racers: Racers, method: str, upto: int, played: Action
) -> dict[Action, list[tuple[float, float]]]:
    """Return action → the points of its line up to a mark, for the actions that are drawn.

    An action that has not been tried by this mark has no line.  The line of the action `played`,
    which the method would play, is always drawn.
    """
    known = {}
    for action, points in racers.history[method].items():
        until = [point for point in points if point[0] <= MARKS[upto]]
        if until:
            known[action] = until
    shown = highest(
        list(known), lambda action: 2.0 if action == played else known[action][-1][1], MOST_LINES
    )
    return {action: known[action] for action in shown}


def emphasised(racers: Racers, action: Action, played: Action) -> str:
    """Return the colour of the line of an action; the method would play the action `played`."""
    right = racers.puzzle.correct
    if action in right and len(right) <= MOST_TICKS:
        return INK
    if action == played:
        return INK if action in right else WRONG
    return SHADE


def sign_of(racers: Racers, action: Action, played: Action) -> str:
    """Return the sign after an action at the end of its line, which says whether it is right."""
    right = action in racers.puzzle.correct
    if action == played:
        return " ✓" if right else " ✗"
    return " ✓" if right and len(racers.puzzle.correct) <= MOST_TICKS else ""


def highest_value(racers: Racers) -> float:
    """Return the upper end of the scale of estimates, which both charts share."""
    values = [0.5]
    for method in NAMES:
        values += racers.exact(method).values()
        for points in racers.history[method].values():
            values += [value for _, value in points]
    return min(1.0, max(values) + 0.05)
