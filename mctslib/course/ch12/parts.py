"""The parts of `SpeedPlay`: its controls, the search in slices, and the pictures of visits and speeds."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log10
from typing import Any

import ipywidgets as W

from mctslib import fast
from mctslib.arena.thinking import growing
from mctslib.course.ch12.timing import rounded
from mctslib.draw.look import BAR, FAINT, INK
from mctslib.draw.svg import HALO, document, element, text
from mctslib.fast.choice import LIGHT, LOADER
from mctslib.fast.nodes import FastNode, plain
from mctslib.game import Action, State
from mctslib.limits import Limit
from mctslib.search import search
from mctslib.tree import Node
from mctslib.widgets.play.board import Thought
from mctslib.widgets.play.parts import game_buttons, keys

ENGINES: dict[str, Callable[..., Any]] = {"readable": search, "compiled": fast.search}
DECADES = (3, 7)  # the scale of speeds: from 10³ to 10⁷ iterations a second
WAIT = 0.03  # seconds between two looks whether the compiled engine is there
SIDES = [("X, moving first", 0), ("O, moving second", 1), ("nobody: the engine plays itself", None)]
WIDE = {"description_width": "initial"}


class SpeedControls(W.VBox):
    """Which engine, how long, who plays; and the buttons.  Raises ValueError for an engine that is none."""

    def __init__(self, start: State, engine: str, seconds: float, human: int | None) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}.")
        self.engine = W.ToggleButtons(
            options=list(ENGINES),
            value=engine,
            description="Engine",
            style={**WIDE, "button_width": "100px"},
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
            description="Seconds a move",
            style=WIDE,
            readout_format=".1f",
        )
        self.human = W.Dropdown(options=SIDES, value=human, description="You are", style=WIDE)
        self.buttons = game_buttons()
        wrap = W.Layout(flex_flow="row wrap", grid_gap="0 8px")
        words = f"{keys(start, False)} A stopped engine plays what it has found."
        self.help = W.HTML(f'<div style="line-height:1.4">{words}</div>')
        super().__init__(
            [
                W.HBox([self.engine, self.seconds], layout=wrap),
                W.HBox([*self.buttons.values(), self.human], layout=wrap),
            ]
        )

    def is_engine(self, player: int) -> bool:
        """Whether the engine plays this player's side."""
        return bool(player != self.human.value)

    def engines_alone(self) -> bool:
        """Whether no person plays."""
        return self.human.value is None


@dataclass
class Timing:
    """How far a search has come, and how fast the last one of each engine was.

    done, seconds  iterations made and seconds spent in the search that runs now (or ran last)
    kept           visits that its root had before it began
    rates          engine → iterations a second
    """

    engine: str = "readable"
    done: int = 0
    seconds: float = 0.0
    kept: int = 0
    rates: dict[str, float] = field(default_factory=dict)

    def begin(self, engine: str, kept: int) -> None:
        self.engine, self.done, self.seconds, self.kept = engine, 0, 0.0, kept

    def show(self, iterations: int, seconds: float) -> None:
        """So much was done so far."""
        self.done, self.seconds = iterations, seconds
        if self.seconds:
            self.rates[self.engine] = self.done / self.seconds

    def words(self) -> str:
        """One line: the speed, what was done, what was kept."""
        if not self.done:
            return ""
        kept = f", after {self.kept:,} visits kept from the last search" if self.kept else ""
        return (
            f"The {self.engine} engine: {rounded(self.rates[self.engine]):,} iterations a second; "
            f"{self.done:,} iterations for this move{kept}."
        )


def root_for(engine: str, root: Node) -> Node:
    """The root to search from: the tree as it is, or a new one if copying it for the other engine would take long."""
    if isinstance(root, FastNode) == (engine == "compiled"):
        return root
    if root.visits > LIGHT:
        return Node(root.state)
    return plain(root) if engine == "readable" else root  # `fast.search` makes a copy itself


def timed_slices(
    root: Node, seconds: float, rng: random.Random, timing: Timing, use: Callable[[Node], Any]
) -> Iterator[float]:
    """Grow the tree for so many seconds of search, in slices; `use` gets its root after each; yields the fraction."""
    while timing.engine == "compiled" and not LOADER.loaded():
        time.sleep(WAIT)
        yield 0.0
    for found in growing(root, Limit(seconds=seconds), rng, engine=ENGINES[timing.engine]):
        timing.show(found.iterations, found.seconds)
        use(found.root)
        yield min(1.0, timing.seconds / seconds)


def visits_chart(known: Mapping[Action, Thought], best: Action = None, width: float = 470) -> str:
    """Visits of each column as upright bars, the longest of one height always; the numbers above, the best starred."""
    low, unit = 112.0, width / max(len(known), 1)
    room = 74 / (max((thought.share for thought in known.values()), default=0) or 1)
    parts = [text("Visits per column", 8, 16, 13, font_weight="bold")]
    for place, (action, thought) in enumerate(known.items()):
        middle, height = (place + 0.5) * unit, room * thought.share
        bar: dict[str, Any] = {"x": middle - unit * 0.33, "width": unit * 0.66}
        bar |= {"y": low - height, "height": max(height, 1.0)}
        parts.append(element("rect", fill=INK if action == best else BAR, stroke=INK, **bar))
        parts.append(
            text(f"{thought.share:.0%}", middle, low - height - 5, 11, text_anchor="middle")
        )
        name = f"{'★ ' * (action == best)}{action}"
        parts.append(text(name, middle, low + 15, 13, text_anchor="middle", font_weight="bold"))
        parts.append(
            text(f"N {_short(thought.visits)}", middle, low + 31, 11, text_anchor="middle")
        )
        value = "" if thought.value != thought.value else f"Q {thought.value:.2f}"
        parts.append(text(value, middle, low + 46, 11, text_anchor="middle"))
    words = "; ".join(f"column {a}{' (best)' * (a == best)}: {t}" for a, t in known.items())
    return document(
        "".join(parts), width, 168, f"Visits per column. {words or 'Nothing searched yet'}."
    )


def _short(number: int) -> str:
    """A number in at most five characters."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= 10 * size:
            return f"{number // size}{letter}"
    return f"{number:,}"


def speed_chart(rates: Mapping[str, float], width: float = 470) -> str:
    """Iterations a second of both engines on a scale of powers of ten; "not tried yet" where nothing is known."""
    left, room = 76.0, width - 76 - 96
    low, high = DECADES
    parts = [text("Iterations a second (each line: ten times more)", 8, 16, 13, font_weight="bold")]
    for decade in range(low, high + 1):
        x = left + room * (decade - low) / (high - low)
        parts.append(element("line", x1=x, x2=x, y1=26, y2=82, stroke=FAINT, stroke_width=0.7))
        name = f"{10**decade:,}" if decade < 6 else f"{10 ** (decade - 6)} M"
        parts.append(text(name, x, 97, 10, text_anchor="middle"))
    for row, engine in enumerate(ENGINES):
        y, rate = 30 + 27 * row, rates.get(engine, 0.0)
        parts.append(text(engine, left - 8, y + 15, 12, text_anchor="end"))
        length = room * min(1.0, max(0.01, (log10(max(rate, 1)) - low) / (high - low)))
        note = f"{rounded(rate):,}" if rate else "not tried yet"
        if rate:
            parts.append(
                element("rect", x=left, y=y, width=length, height=20, fill=BAR, stroke=INK)
            )
        parts.append(
            text(note, left + (length if rate else 0) + 6, y + 15, 12, font_weight="bold", **HALO)
        )
    words = "; ".join(
        f"{e}: {rounded(rates[e]):,}" if e in rates else f"{e}: not tried yet" for e in ENGINES
    )
    return document("".join(parts), width, 104, f"Iterations a second. {words}.")
