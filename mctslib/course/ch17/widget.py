"""`Cards`: two cards face down, and what determinization and information sets believe of them,
beside the truth.
"""

import random
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as W

from mctslib.draw.look import (
    INK,
    NOTE,
    PAPER,
    RIGHT,
    RULE,
    SHADE,
    SOFT,
    TITLE,
    WORDS,
    WRONG,
)
from mctslib.draw.svg import document, element, text
from mctslib.games.two_cards import TwoCards
from mctslib.methods.hidden import counts_at, determinized, information_search
from mctslib.widgets.panel import Panel, push_button, safely

BUDGETS = (10, 20, 50, 100, 200, 500)
NAMES = ("determinization", "information sets", "the truth")
COLOURS = dict(zip(NAMES, (INK, SOFT, SHADE)))
ACTIONS = ("safe", "risk")
WIDTH, LEFT, ROAD, TOP, ROW = 356, 112, 168, 44, 25  # pixels


class Belief(NamedTuple):
    """What safe and risk are believed to be worth, and which of them is played: 0 or 1."""

    values: tuple[float, float]
    plays: int


@lru_cache(maxsize=500)
def beliefs(percent: int, iterations: int, seed: int) -> dict[str, Belief]:
    """Who believes what after so many iterations, where safe pays so many hundredths."""
    safe = percent / 100
    state, truth = TwoCards(safe, 0), (safe, 0.5)
    promised = determinized(state, iterations, random.Random(seed))
    counts = counts_at(information_search(state, iterations, random.Random(seed)), state)
    found = [promised[0], promised[1]], [counts[0].mean, counts[1].mean]
    plays = promised[1] > promised[0], counts[1].visits > counts[0].visits, percent < 50
    pairs = [(values[0], values[1]) for values in (*found, truth)]
    return {name: Belief(pair, int(played)) for name, pair, played in zip(NAMES, pairs, plays)}


def said(percent: int, iterations: int, found: dict[str, Belief]) -> str:
    """The picture in words."""
    sentences = [f"After {iterations} iterations, safe paying {percent / 100:.2f}:"]
    for name, s in zip(NAMES, ("s", "")):
        (safe, risk), plays = found[name]
        sentences.append(
            f"{name} believe{s} safe {safe:.2f}, risk {risk:.2f} and play{s} {ACTIONS[plays]};"
        )
    return f"{' '.join(sentences)} the truth is safe {percent / 100:.2f}, risk 0.50."


def cards_svg(percent: int, iterations: int, found: dict[str, Belief]) -> str:
    """For safe and for risk a bar each: determinization, information sets, and the truth."""
    parts = [_block(found, action, TOP + action * (3 * ROW + 30)) for action in (0, 1)]
    low = TOP + 2 * (3 * ROW + 30)
    title = f"What is it worth?  {iterations} iterations"
    parts += [
        text(title, 12, 20, TITLE, font_weight="bold"),
        _axis(low - 6),
        _card(WIDTH - 58),
        _card(WIDTH - 34),
    ]
    parts.append(text("▶ played", LEFT + ROAD + 20, low + 8, NOTE, fill=SOFT))
    return document("".join(parts), WIDTH, low + 16, said(percent, iterations, found))


def _card(x: float) -> str:
    back = element("rect", x=x, y=6, width=19, height=27, rx=3, fill="none", stroke=INK)
    return back + text("?", x + 9.5, 24, TITLE, text_anchor="middle", font_weight="bold")


def _block(found: dict[str, Belief], action: int, top: float) -> str:
    parts = [text(ACTIONS[action], 12, top + 6, WORDS, font_weight="bold")]
    parts += [_bar(name, found, action, top + 12 + ROW * row) for row, name in enumerate(NAMES)]
    return "".join(parts)


def _bar(name: str, found: dict[str, Belief], action: int, y: float) -> str:
    value, played = found[name].values[action], found[name].plays == action
    look = (
        {"fill": PAPER, "stroke": COLOURS[name], "stroke_width": 2}
        if name == NAMES[2]
        else {"fill": COLOURS[name]}
    )
    bar = element("rect", x=LEFT, y=y, width=max(ROAD * value, 1), height=16, **look)
    right = found[name].plays == found[NAMES[2]].plays
    mark = "▶ " + ("✓" if right else "✗") if played and name != NAMES[2] else "▶" * played
    words = text(name, LEFT - 8, y + 12, NOTE, text_anchor="end", fill=COLOURS[name])
    number = text(f"{value:.2f}", LEFT + ROAD + 6, y + 12, NOTE, fill=INK)
    return (
        words
        + bar
        + number
        + text(mark, LEFT + ROAD + 40, y + 12, NOTE, fill=RIGHT if right else WRONG)
    )


def _axis(y: float) -> str:
    line = element("line", x1=LEFT, x2=LEFT + ROAD, y1=y, y2=y, stroke=SHADE)
    at = {0: "0", 0.5: "½", 1: "1"}
    marks = [
        text(word, LEFT + ROAD * share, y + 14, NOTE, text_anchor="middle")
        for share, word in at.items()
    ]
    half = LEFT + ROAD / 2
    return (
        line
        + "".join(marks)
        + element("line", x1=half, x2=half, y1=TOP, y2=y, stroke=RULE, stroke_dasharray="3 3")
    )


class Cards(Panel):
    """Sliders for the iterations and for what safe pays; a button for other dice.

    safe        what is safe pays, 0 to 1 (rounded to hundredths)
    iterations  10, 20, 50, 100, 200 or 500
    seed        of both searches
    """

    def __init__(self, safe: float = 0.6, iterations: int = 10, *, seed: int = 0) -> None:
        if isinstance(safe, bool) or not 0 <= safe <= 1:
            raise ValueError(f"safe must be a number from 0 to 1, not {safe!r}.")
        if iterations not in BUDGETS:
            raise ValueError(
                f"iterations must be one of {', '.join(map(str, BUDGETS))}, not {iterations!r}."
            )
        super().__init__()
        self.seed, wide = seed, W.Layout(width="98%", max_width="460px")
        self.iterations = W.SelectionSlider(
            options=BUDGETS, value=iterations, description="iterations", layout=wide
        )
        pays = {"min": 0, "max": 1, "step": 0.05, "readout_format": ".2f"}
        self.safe = W.FloatSlider(value=safe, description="safe pays", layout=wide, **pays)
        self.other = push_button(
            "Other dice", "refresh", "Search again with other random numbers", self.again
        )
        self.picture = W.HTML()
        for slider in (self.iterations, self.safe):
            slider.observe(self.moved, "value")
        self.children = [
            self.iterations,
            self.safe,
            W.HBox([self.other]),
            self.status,
            self.picture,
        ]
        self._draw()

    @safely
    def moved(self, change: object = None) -> None:
        """Other settings."""
        self._draw()

    @safely
    def again(self, button: object = None) -> None:
        """Other dice for both searches."""
        self.seed += 1
        self._draw()

    def _draw(self) -> None:
        settings = round(100 * self.safe.value), self.iterations.value
        found = beliefs(*settings, self.seed)
        self.picture.value = cards_svg(*settings, found)
        self.status.say(said(*settings, found))

    def static_picture(self) -> str:
        return self.picture.value

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"
