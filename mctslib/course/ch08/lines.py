"""Draw the charts of `Race`: the estimates of one method against the number of playouts.

Right moves have dark lines, unless there are many of them.  A wrong move that the method would play
has a red line and ✗.  All other lines are pale.  The charts of both methods have the same scales,
which are large enough for the whole race.  If there are very many moves, the charts show only the
moves with the highest estimates.
"""

from mctslib.course.ch08.racers import MARKS, MOST_TICKS, NAMES, Racers
from mctslib.course.chosen import highest, of_all
from mctslib.draw.look import INK, RIGHT, SHADE, SOFT, TITLE, WRONG
from mctslib.draw.plot import Margins, Plot, Scale
from mctslib.draw.svg import element
from mctslib.game import Action
from mctslib.words import count, number, worth

WIDTH, HEIGHT = 284, 320  # in pixels
LOW = 240  # the height of a chart for a phone, which is narrower than `WIDTH`
ROOM = Margins(left=34, top=60, right=116, bottom=40)
ON_A_PHONE = ROOM._replace(right=78)  # without the exact values
LEVELS = {level: number(level) for level in (0, 0.25, 0.5, 0.75, 1)}
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
    verb = "plays" if method == "tree" else "play"
    verdict = f"{verb} {played} ✓" if right else f"{verb} {played}, which is wrong ✗"
    title = NAMES[method][0].upper() + NAMES[method][1:]
    drawn = drawn_lines(racers, method, upto, played)
    left_out = of_all(len(drawn), len(racers.history[method]))
    top = highest_value(racers)
    wide = width >= WIDTH
    room = ROOM if wide else ON_A_PHONE
    axes = Scale(MARKS[0], MARKS[-1], log=True), Scale(0, top)
    plot = Plot(width, HEIGHT if wide else LOW, *axes, room)
    plot.write(verdict, 0, 36, TITLE, fill=RIGHT if right else WRONG, font_weight="bold")
    plot.write("estimate", 0, ROOM.top - 6, fill=SOFT)
    if wide:
        plot.write("exact", width - 4, ROOM.top - 6, fill=SOFT, text_anchor="end")
    levels = {value: words for value, words in LEVELS.items() if value <= top}
    marks = {mark: number(mark) for mark in MARKS[:: 3 if width > WIDTH else 9]}
    plot.grid(levels, marks, "playouts")
    for action in sorted(drawn, key=lambda action: emphasised(racers, action, played) != SHADE):
        colour = emphasised(racers, action, played)
        strong = colour != SHADE
        weight = "bold" if strong else "normal"
        look = {"fill": colour if strong else SOFT, "font_weight": weight}
        name = f"{action}{sign_of(racers, action, played)}"
        plot.line(drawn[action], colour, name, thick=3 if strong else 1.4, **look)
    exact = set(racers.exact(method).values()) if wide else ()
    for value in exact:  # the values to which the lines converge
        level = plot.y(value) - 1.2
        dash = element("rect", fill=SOFT, x=width - 28, y=level, width=22, height=2.4)
        plot.parts.append(dash)
    ends = [f"{action} {worth(points[-1][1])}" for action, points in drawn.items()]
    after = f"Estimates after {count(MARKS[upto], 'playout')}: {', '.join(ends)}{left_out}."
    return plot.svg(f"{title} {verdict}. {after}", title + left_out)


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
    """Return the words after an action at the end of its line: whether it is right and played."""
    right = action in racers.puzzle.correct
    if action == played:
        return " ✓ played" if right else " ✗ played"
    return " ✓" if right and len(racers.puzzle.correct) <= MOST_TICKS else ""


def highest_value(racers: Racers) -> float:
    """Return the upper end of the scale of estimates, which both charts share."""
    values = [0.5]
    for method in NAMES:
        values += racers.exact(method).values()
        for points in racers.history[method].values():
            values += [value for _, value in points]
    return min(1.0, max(values) + 0.05)
