"""Let readers choose, before the first move, how many games the engine may try before each move."""

from collections.abc import Callable
from typing import Any

import ipywidgets as W

from mctslib.draw.look import INK, RULE
from mctslib.draw.svg import document, element
from mctslib.widgets.bar import two_widths
from mctslib.words import a, count, number

STRENGTHS = (1, 10, 100, 1_000)
MOST_DOTS = 1_000
WIDE, NARROW = (100, 5.4), (50, 4.8)  # the dots in a row, and the pixels from one dot to the next


class Opponent(W.VBox):
    """A question about the engine's strength, a button for each answer, and a dot for each game.

    given   the strength at first, which has a button, too
    unit    what the engine makes before a move: "game", or another word
    choose  a function that is called with the strength that the reader chooses
    """

    def __init__(self, given: int, unit: str, choose: Callable[[int], Any]) -> None:
        self.unit, self.choose = unit, choose
        self.question = W.HTML("<p>How long may the engine think?</p>")
        known = sorted({*STRENGTHS, given})
        self.strength = W.ToggleButtons(
            options=[(number(one), one) for one in known],
            value=given,
            tooltips=[f"{count(one, unit)} before each move" for one in known],
        )
        self.dots = W.HTML()
        super().__init__([self.question, self.strength, self.dots])
        self.add_class("mcts-opponent")
        self.strength.observe(self._chosen, "value")
        self.show(given)

    def _chosen(self, change: Any) -> None:
        if change["new"] is not None:
            self.choose(change["new"])

    def show(self, strength: int) -> None:
        """Show a strength, which may have no button."""
        known = any(strength == one for _, one in self.strength.options)
        self.strength.value = strength if known else None
        words = f"Each dot is {each_dot(strength, self.unit)} that it tries before a move."
        drawn = two_widths(*(dots_svg(strength, *look) for look in (WIDE, NARROW)))
        self.dots.value = f"<p>{words}</p>{drawn}"


def per_dot(strength: int) -> int:
    """Return how many games a dot stands for, so that there are at most 1,000 dots."""
    each = 1
    while strength > MOST_DOTS * each:
        each *= 10
    return each


def each_dot(strength: int, unit: str) -> str:
    """Return what a dot stands for, such as "a game" or "10 games"."""
    each = per_dot(strength)
    return a(unit) if each == 1 else count(each, unit)


def dots_svg(strength: int, columns: int, apart: float) -> str:
    """Draw the dots, and pale ones in the rest of the room for 1,000 dots.

    columns  the number of dots in a row
    apart    the distance between two dots, in pixels
    """
    dots = -(-strength // per_dot(strength))
    parts = [_rows(MOST_DOTS, columns, apart, RULE), _rows(dots, columns, apart, INK)]
    size = apart * columns, apart * MOST_DOTS // columns
    return document("".join(parts), *size, count(dots, "dot"))


def _rows(dots: int, columns: int, apart: float, colour: str) -> str:
    """Draw rows of dots: lines whose dashes have no length, but round ends."""
    lines = []
    for start in range(0, dots, columns):
        end = min(columns, dots - start) - 1
        lines.append(f"M{apart / 2:g} {apart * (start // columns + 0.5):g}h{apart * end + 0.1:g}")
    pen: dict[str, Any] = {"stroke_linecap": "round", "stroke_dasharray": f"0 {apart}"}
    pen["stroke_width"] = 0.6 * apart
    return element("path", d="".join(lines), fill="none", stroke=colour, **pen)
