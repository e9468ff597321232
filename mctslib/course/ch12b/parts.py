"""The parts of `SpeedPlay`: its controls, its search in slices, and its pictures.

The pictures show the visits of each column and the speeds of both engines.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isnan, log10
from typing import Any

import ipywidgets as W

from mctslib import fast
from mctslib.arena.thinking import growing
from mctslib.course.ch12b.timing import rounded
from mctslib.door.entrance import search
from mctslib.door.limits import Limit, is_number
from mctslib.draw.look import INK, PAPER, SHADE, TITLE, WORDS, text_width, widest, wrapped
from mctslib.draw.svg import HALO, document, element, text
from mctslib.fast.choice import LIGHT, LOADER
from mctslib.fast.nodes import FastNode, plain
from mctslib.game import Action, State
from mctslib.tree import Node
from mctslib.widgets.bar import ControlBar
from mctslib.widgets.menus import Menu, Switch
from mctslib.widgets.play.board import Thought
from mctslib.widgets.play.parts import game_buttons, keys
from mctslib.widgets.work import Work
from mctslib.words import count, number, percent, worth

ENGINES: dict[str, Callable[..., Any]] = {"readable": search, "compiled": fast.search}
# The widths of the charts, in pixels; the narrow and the slim one are for a phone.
CHART, NARROW, SLIM = 470, 284, 256
DECADES = (3, 7)  # exponents: the scale of speeds goes from 10³ to 10⁷ iterations per second
SPEED_TITLE = "Iterations per second (each line: ten times more)"
WAIT = 0.03  # seconds between two checks of whether the compiled engine is loaded
SIDES = [
    ("X, moving first", 0),
    ("O, moving second", 1),
    ("nobody, the engine plays both sides", None),
]
WIDE = {"description_width": "initial"}


class SpeedControls(W.VBox):
    """The controls for the engine, the search time and the human's side, and the game's buttons.

    work     the background work that the filled button stops
    start    the position in which the game starts
    engine   "readable" or "compiled"
    seconds  the search time for each move in seconds, from 0.1 to 5
    human    the human player, 0 or 1, or None if the engine plays both sides

    Raises ValueError for an unknown engine or player, or for a time that is not a number.
    """

    def __init__(
        self, work: Work, start: State, engine: str, seconds: float, human: int | None
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}.")
        if not is_number(seconds) or isnan(seconds):
            raise ValueError(f"seconds must be a number, not {seconds!r}.")
        if human not in (0, 1, None) or isinstance(human, bool):
            raise ValueError(f"human must be 0, 1 or None, not {human!r}.")
        self.engine = Switch(
            options=list(ENGINES),
            value=engine,
            style={**WIDE, "button_width": "92px"},
            tooltips=[
                "Objects in Python, as in chapter 04",
                "One array and two integers, compiled by numba",
            ],
        )
        self.seconds = W.FloatSlider(
            value=seconds,
            min=0.1,
            max=5,
            step=0.1,
            description="Seconds per move",
            style=WIDE,
            readout_format=".1f",
        )
        self.human = Menu(options=SIDES, value=human, description="You are", style=WIDE)
        self.buttons = game_buttons(work)
        words = f"{keys(start, False)} A stopped engine plays the best move found so far."
        self.help = W.HTML(f'<div style="line-height:1.4">{words}</div>')
        first, *others = self.buttons.values()
        self.engine.add_class("mcts-choice")
        self.bar = ControlBar(first, others, [self.seconds, self.engine], [self.human, self.help])
        self.bar.keep_together(self.engine)
        super().__init__([self.bar])

    def is_engine(self, player: int) -> bool:
        """Return whether the engine plays this player's side."""
        return bool(player != self.human.value)

    def engines_alone(self) -> bool:
        """Return whether the engine plays both sides."""
        return self.human.value is None


@dataclass
class Timing:
    """The progress of the current search, and the speed of each engine's last search.

    If no search is running, "the current search" means the last search.

    engine   the engine of the current search
    done     the number of iterations made by the current search
    seconds  the seconds spent in the current search
    kept     the number of visits that the root had before the current search began
    rates    a dict: engine → iterations per second
    """

    engine: str = "readable"
    done: int = 0
    seconds: float = 0.0
    kept: int = 0
    rates: dict[str, float] = field(default_factory=dict)

    def begin(self, engine: str, kept: int) -> None:
        """Record the beginning of a search.

        engine  "readable" or "compiled"
        kept    the number of visits that the root already has
        """
        self.engine = engine
        self.kept = kept
        self.done = 0
        self.seconds = 0.0

    def show(self, iterations: int, seconds: float) -> None:
        """Record the number of iterations and the seconds of the search so far."""
        self.done = iterations
        self.seconds = seconds
        if seconds:
            self.rates[self.engine] = iterations / seconds

    def words(self) -> str:
        """Return a line with the speed, the iterations made, and the visits kept."""
        if not self.done:
            return ""
        speed = count(rounded(self.rates[self.engine]), "iteration")
        effort = f"{count(self.done, 'iteration')} for this move"
        if self.kept:
            effort += f", after {count(self.kept, 'visit')} kept from the last search"
        return f"The {self.engine} engine: {speed} per second; {effort}."


def root_for(engine: str, root: Node) -> Node:
    """Return the root for the next search.

    engine  "readable" or "compiled"
    root    the root of the tree so far, from either engine

    If the tree comes from the other engine, it is copied.  If copying would take too long, the
    search starts with a new tree.
    """
    belongs_to = "compiled" if isinstance(root, FastNode) else "readable"
    if belongs_to == engine:
        return root
    if root.visits > LIGHT:
        return Node(root.state)
    if engine == "readable":
        return plain(root)
    return root  # `fast.search` copies the tree itself


def timed_slices(
    root: Node, seconds: float, rng: random.Random, timing: Timing, use: Callable[[Node], Any]
) -> Iterator[float]:
    """Grow a tree in slices, and after each slice yield the share of the time that has passed.

    root     the root of the tree
    seconds  the search time in seconds, more than 0
    rng      the source of the random numbers
    timing   receives the progress; `timing.engine` is the engine that searches
    use      a function that is called with the root after each slice
    """
    while timing.engine == "compiled" and not LOADER.loaded():
        time.sleep(WAIT)
        yield 0.0
    for found in growing(root, Limit(seconds=seconds), rng, engine=ENGINES[timing.engine]):
        timing.show(found.iterations, found.seconds)
        use(found.root)
        yield min(1.0, timing.seconds / seconds)


def visits_chart(known: Mapping[Action, Thought], best: Action = None, width: float = CHART) -> str:
    """Return an SVG chart with a vertical bar for the visits of each column.

    The longest bar has a fixed height.

    known  a dictionary: column → the statistics of the search for this column
    best   the column that is marked with a star
    width  the width of the chart, in pixels
    """
    low = 112.0
    unit = width / max(len(known), 1)
    largest = max((thought.share for thought in known.values()), default=0)
    room = 74 / (largest or 1)  # pixels for a share of 1
    narrow = unit < widest(["N 9,999", "Q 0.00"], WORDS)
    title = "Visits, N and Q per column" if narrow else "Visits per column"
    parts = [text(title, 8, 16, TITLE, font_weight="bold")]
    descriptions = []
    for place, (action, thought) in enumerate(known.items()):
        is_best = action == best
        middle = (place + 0.5) * unit
        height = room * thought.share
        parts.append(_bar(middle, unit * 0.66, low - height, height, INK if is_best else SHADE))
        share = percent(thought.share)
        parts.append(text(share, middle, low - height - 5, WORDS, text_anchor="middle"))
        name = f"★ {action}" if is_best else f"{action}"
        parts.append(text(name, middle, low + 15, TITLE, text_anchor="middle", font_weight="bold"))
        visits = _short(thought.visits) if narrow else f"N {_short(thought.visits)}"
        parts.append(text(visits, middle, low + 31, WORDS, text_anchor="middle"))
        value = "" if isnan(thought.value) else worth(thought.value)
        if value and not narrow:
            value = f"Q {value}"
        parts.append(text(value, middle, low + 46, WORDS, text_anchor="middle"))
        star = " (best)" if is_best else ""
        descriptions.append(f"column {action}{star}: {thought}")
    words = "; ".join(descriptions) or "Nothing searched yet"
    return document("".join(parts), width, 168, f"Visits per column. {words}.")


def _bar(middle: float, width: float, top: float, height: float, colour: str) -> str:
    """Draw a vertical bar, at least one pixel high."""
    place: dict[str, Any] = {"x": middle - width / 2, "width": width, "y": top}
    return element("rect", fill=colour, stroke=INK, **place, height=max(height, 1.0))


def _short(visits: int) -> str:
    """Return a number as a string of at most five characters, such as 9,999 or 10k."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if visits >= 10 * size:
            return f"{visits // size}{letter}"
    return number(visits)


def speed_chart(rates: Mapping[str, float], width: float = CHART) -> str:
    """Return an SVG chart of both engines' speeds: bars on a scale of powers of ten.

    rates  a dictionary: engine → iterations per second; an engine that has not been used yet is
           missing
    width  the width of the chart, in pixels
    """
    left = 76.0
    room = width - 76 - 96
    title = wrapped(SPEED_TITLE, width - 16, TITLE, bold=True)
    more = 18 * (len(title) - 1)  # pixels for additional lines of the title
    parts = [
        text(line, 8, 16 + 18 * place, TITLE, font_weight="bold")
        for place, line in enumerate(title)
    ]
    parts.append(_decades(left, room, more))
    descriptions = []
    for row, engine in enumerate(ENGINES):
        y = 30 + more + 27 * row
        rate = rates.get(engine, 0.0)
        length = room * _part_of_scale(rate) if rate else 0.0
        note = number(rounded(rate)) if rate else "not tried yet"
        parts.append(text(engine, left - 8, y + 15, WORDS, text_anchor="end"))
        if rate:
            bar = element("rect", x=left, y=y, width=length, height=20, fill=SHADE, stroke=INK)
            parts.append(bar)
        else:  # hide the lines of the scale between the words
            room_for_note = text_width(note, WORDS, bold=True) + 8
            behind = element("rect", x=left + 2, y=y, width=room_for_note, height=20, fill=PAPER)
            parts.append(behind)
        parts.append(text(note, left + length + 6, y + 15, WORDS, font_weight="bold", **HALO))
        descriptions.append(f"{engine}: {note}")
    words = "; ".join(descriptions)
    return document("".join(parts), width, 104 + more, f"Iterations per second. {words}.")


def _decades(left: float, room: float, down: float) -> str:
    """Draw the vertical lines of the scale, one for each power of ten.

    A number is left out if it would touch the previous number.

    down  the distance in pixels by which everything is moved down
    """
    low, high = DECADES
    parts = []
    free = 0.0  # the x coordinate where the next number may begin
    for decade in range(low, high + 1):
        x = left + room * (decade - low) / (high - low)
        parts.append(element("line", x1=x, x2=x, y1=26, y2=82, stroke=SHADE, stroke_width=0.7))
        name = number(10**decade) if decade < 6 else f"{10 ** (decade - 6)} M"
        half = text_width(name, WORDS) / 2
        if x - half >= free:
            parts.append(text(name, x, 97, WORDS, text_anchor="middle"))
            free = x + half + 4
    return element("g", "".join(parts), transform=f"translate(0 {down})")


def _part_of_scale(rate: float) -> float:
    """Return the position of a speed on the scale, from 0.01 to 1."""
    low, high = DECADES
    part = (log10(max(rate, 1)) - low) / (high - low)
    return min(1.0, max(0.01, part))
